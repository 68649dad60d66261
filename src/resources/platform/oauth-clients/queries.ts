import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { sql, buildAssignments } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { buildRotationTimes } from '../../../core/secret-rotation.ts'
import { toSortKey } from '../../../core/text.ts'
import type { Static } from '../../../core/schema.ts'
import type { oauthClientSchema } from './schema.ts'

/** Registration type of an app. `built_in` apps are part of svc and belong to an internal organization. */
export type OAuthClientRegistration = 'developer' | 'dynamic' | 'built_in'

export interface OAuthClientRow extends Omit<Static<typeof oauthClientSchema>, 'status' | 'registration'> {
  registration: OAuthClientRegistration
  created_at: string
  updated_at: string
}

const columns = sql`
  c.org_id, c.client_id, c.name, c.logo_url, c.homepage_url, c.privacy_url, c.redirect_uris, c.client_type,
  c.allowed_scopes, c.registration, c.review_state, c.use_count, c.last_used_at, c.secret_rotated_at,
  c.previous_secret_expires_at, c.created_by, c.revoked_at, c.revoked_by, c.version, c.created_at, c.updated_at`

/**
 * Adds the number of users with an active connection. A separate statement, because these users may be in any
 * organization while an app belongs to one.
 */
async function addGrantCounts(
  ctx: Context,
  clients: Omit<OAuthClientRow, 'grants_count'>[],
): Promise<OAuthClientRow[]> {
  if (clients.length === 0) return []
  const counts = await ctx.db.query(sql<{ client_id: string; grants_count: number }>`
    select g.client_id, count(distinct g.user_id)::int as grants_count from oauth_grants g
    join organizations o on o.org_id = g.org_id and o.deleted_at is null
    where g.client_id = any(${clients.map(({ client_id }) => client_id)}::text[]) and g.revoked_at is null
      and g.connected_at is not null and g.expires_at > ${ctx.wallTime}
    group by g.client_id`)
  const byClient = new Map(counts.map(({ client_id, grants_count }) => [client_id, grants_count]))
  return clients.map((client) => ({ ...client, grants_count: byClient.get(client.client_id) ?? 0 }))
}

/** Finds an app in the caller's organizations; locks it on writes. */
export async function findOAuthClient(ctx: Context, clientId: string): Promise<OAuthClientRow | undefined> {
  const lock = ctx.inTransaction ? sql`for no key update of c` : sql``
  const rows = await ctx.db.query(sql<OAuthClientRow>`
    select ${columns} from oauth_clients c
    where ${sql.orgIn('c.org_id', ctx.caller.orgIds)} and c.client_id = ${clientId} ${lock}`)
  return (await addGrantCounts(ctx, rows))[0]
}

export async function listOAuthClients(ctx: Context, orgId: string, page: PageRequest): Promise<OAuthClientRow[]> {
  const rows = await selectPage<OAuthClientRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<OAuthClientRow>`
      select ${columns}, ${sorts} from oauth_clients c
      where c.org_id = ${orgId} and ${where} ${order} ${limit}`,
  )
  return addGrantCounts(ctx, rows)
}

type NewOAuthClient = Pick<
  OAuthClientRow,
  | 'org_id'
  | 'client_id'
  | 'name'
  | 'logo_url'
  | 'homepage_url'
  | 'privacy_url'
  | 'redirect_uris'
  | 'client_type'
  | 'allowed_scopes'
  | 'registration'
  | 'created_by'
  | 'created_at'
> & {
  secret_hash: Buffer | null
  /** Allows the device authorization grant. */
  device_flow?: boolean
}

/** Generates a client secret of 256 random bits, so that a plain hash of it is safe to store. */
export const newClientSecret = (): string => `svcs_${randomBytes(32).toString('base64url')}`

export const insertOAuthClient = (db: Db, client: NewOAuthClient) =>
  db.query(sql`
    insert into oauth_clients (org_id, client_id, name, name_key, logo_url, homepage_url, privacy_url, redirect_uris,
      client_type, allowed_scopes, registration, device_flow, secret_hash, created_by, created_at, updated_at)
    values (${client.org_id}, ${client.client_id}, ${client.name}, ${toSortKey(client.name)}, ${client.logo_url},
      ${client.homepage_url}, ${client.privacy_url}, ${client.redirect_uris}, ${client.client_type},
      ${client.allowed_scopes}, ${client.registration}, ${client.device_flow ?? false}, ${client.secret_hash}, ${client.created_by},
      ${client.created_at}, ${client.created_at})`)

export async function saveOAuthClient(
  ctx: Context,
  target: OAuthClientRow,
  set: Partial<Pick<OAuthClientRow, 'name'>> & Record<string, unknown>,
): Promise<OAuthClientRow> {
  const values = set.name === undefined ? set : { ...set, name_key: toSortKey(set.name) }
  const assigned = buildAssignments({ ...values, updated_at: ctx.now })
  await ctx.db.query(
    sql`update oauth_clients set ${assigned}, version = version + 1
      where org_id = ${target.org_id} and client_id = ${target.client_id}`,
    { plan: 'custom' },
  )
  return (await findOAuthClient(ctx, target.client_id))!
}

export const saveRotatedClientSecret = (ctx: Context, target: OAuthClientRow, secretHash: Buffer) =>
  saveOAuthClient(ctx, target, {
    previous_secret_hash: sql`secret_hash`,
    secret_hash: secretHash,
    ...buildRotationTimes(ctx),
  })

import type { Db } from '../../../db/database.ts'
import { sql, type Sql, buildAssignments, buildUpdatedAt } from '../../../db/sql.ts'
import type { TokenAudience } from '../../../core/audience.ts'
import type { CallerPrincipal } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { toSortKey } from '../../../core/text.ts'
import { tokenPolicyColumns, type TokenPolicy } from '../../../auth/token-policy.ts'
import { recordTokenOrganization } from '../../../auth/token-locations.ts'
import { generateAccessToken, hashAccessToken, getTokenPrefix } from '../../../auth/token-format.ts'
import type { Static } from '../../../core/schema.ts'
import type { tokenSchema } from './schema.ts'

export interface TokenRow extends Omit<Static<typeof tokenSchema>, 'status'> {
  principal_display: string
  grant_id: string | null
  created_at: string
  updated_at: string
}

const columns = sql`
  t.token_id, t.org_id, t.principal_user_id, p.username as principal_display, c.username as created_by, t.name,
  t.token_prefix, t.kind, t.grant_type, t.client_id, t.scopes, t.project_ids, t.expires_at, t.last_used_at, t.use_count,
  t.revoked_at, t.revoked_by, t.revoke_reason, t.rotated_from, t.grant_id, t.version, t.created_at, t.updated_at`
const joinUsers = sql`join users p on p.user_id = t.principal_user_id join users c on c.user_id = t.created_by`

/** Finds a token in the caller's organizations; locks it on writes. */
export async function findReadableToken(ctx: Context, tokenId: string): Promise<TokenRow | undefined> {
  if (ctx.inTransaction) ctx.ignoreRejection(lockTokenGrant(ctx, tokenId))
  return ctx.db.queryRowByKey(sql<TokenRow>`
    select ${columns} from access_tokens t ${joinUsers}
    where ${sql.orgIn('t.org_id', ctx.caller.orgIds)} and t.token_id = ${tokenId}
      ${ctx.inTransaction ? sql`for no key update of t` : sql``}`)
}

/** Locks the grant before its token, the order of all writers that change both, to avoid deadlocks. */
const lockTokenGrant = (ctx: Context, tokenId: string) =>
  ctx.db.query(sql`
    select 1 from oauth_grants g join access_tokens t on t.org_id = g.org_id and t.grant_id = g.grant_id
    where ${sql.orgIn('t.org_id', ctx.caller.orgIds)} and t.token_id = ${tokenId} for no key update of g`)

export function listTokens(
  ctx: Context,
  orgId: string,
  principal: string | null,
  page: PageRequest,
): Promise<TokenRow[]> {
  const ofPrincipal = principal === null ? sql`true` : sql`t.principal_user_id = ${principal}`
  return selectPage<TokenRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<TokenRow>`
      select ${columns}, ${sorts} from access_tokens t ${joinUsers}
      where t.org_id = ${orgId} and ${ofPrincipal} and ${where} ${order} ${limit}`,
  )
}

interface TokenPrincipal extends TokenPolicy {
  kind: CallerPrincipal['kind']
}

/** Finds an active member and share-locks the membership until the token is stored. */
export const lockTokenPrincipal = (ctx: Context, orgId: string, userId: string) =>
  ctx.db.queryRow(sql<TokenPrincipal>`
    select u.kind, ${tokenPolicyColumns} from organization_members m join users u on u.user_id = m.user_id
    left join organization_settings s on s.org_id = m.org_id
    where m.org_id = ${orgId} and m.user_id = ${userId} and m.is_active and m.deleted_at is null for share of m`)

/** Builds the condition that the caller can read project `p`, ignoring the projects to which a token is limited. */
export function buildUserProjectCondition(ctx: Context, orgId: string): Sql {
  const { role } = ctx.caller.requireMembership(orgId)
  return sql`p.deleted_at is null and (${role}::text in ('owner', 'admin')
    or (${role}::text = 'member' and p.visibility = 'public')
    or exists (select from project_members pm where pm.org_id = p.org_id and pm.project_id = p.project_id
      and pm.user_id = ${ctx.user.user_id} and pm.is_active))`
}

export async function findReadableProjectIds(ctx: Context, orgId: string, projectIds: string[]): Promise<Set<string>> {
  const found = await ctx.db.query(sql<{ project_id: string }>`
    select p.project_id from projects p
    where p.org_id = ${orgId} and p.project_id = any(${projectIds}::text[])
      and ${buildUserProjectCondition(ctx, orgId)}`)
  return new Set(found.map((project) => project.project_id))
}

export type NewToken = Pick<
  TokenRow,
  | 'org_id'
  | 'principal_user_id'
  | 'name'
  | 'kind'
  | 'grant_type'
  | 'scopes'
  | 'project_ids'
  | 'expires_at'
  | 'rotated_from'
>

interface StoredToken extends NewToken, Pick<TokenRow, 'token_id' | 'client_id' | 'grant_id'> {
  token: string
  created_by: string
  /** Accepted audiences; null for all. */
  audiences: readonly TokenAudience[] | null
  now: string
}

const insertTokenSql = (stored: StoredToken): Sql => sql`
  insert into access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name, name_key,
    kind, grant_type, scopes, project_ids, expires_at, rotated_from, client_id, grant_id, audiences, created_at,
    updated_at)
  values (${stored.org_id}, ${stored.token_id}, ${hashAccessToken(stored.token)}, ${getTokenPrefix(stored.token)},
    ${stored.principal_user_id}, ${stored.created_by}, ${stored.name}, ${toSortKey(stored.name)}, ${stored.kind},
    ${stored.grant_type}, ${stored.scopes}, ${stored.project_ids}, ${stored.expires_at}, ${stored.rotated_from},
    ${stored.client_id}, ${stored.grant_id}, ${stored.audiences}, ${stored.now}, ${stored.now})`

export const storeToken = async (db: Db, token: StoredToken): Promise<void> => {
  await Promise.all([
    db.query(insertTokenSql(token)),
    recordTokenOrganization(db, hashAccessToken(token.token), token.org_id),
  ])
}

/** Creates and stores a token. `token` is the only copy of the secret. */
export async function insertToken(ctx: Context, properties: NewToken): Promise<{ row: TokenRow; token: string }> {
  const token = generateAccessToken(properties.kind)
  const stored = insertTokenSql({
    ...properties,
    token,
    token_id: ctx.newId('TK'),
    client_id: null,
    grant_id: null,
    audiences: null,
    created_by: ctx.user.user_id,
    now: ctx.now,
  })
  ctx.ignoreRejection(recordTokenOrganization(ctx.db, hashAccessToken(token), properties.org_id))
  const [row] = await ctx.db.query(
    sql<TokenRow>`with t as (${stored} returning *) select ${columns} from t ${joinUsers}`,
  )
  return { row: row!, token }
}

export async function saveToken(
  ctx: Context,
  target: TokenRow,
  set: Partial<Pick<TokenRow, 'name' | 'revoked_at' | 'revoked_by' | 'revoke_reason'>>,
): Promise<TokenRow> {
  const values = set.name === undefined ? set : { ...set, name_key: toSortKey(set.name) }
  const assigned = buildAssignments({ ...values, updated_at: ctx.now })
  const statement: Sql<TokenRow> = sql`
    with t as (update access_tokens set ${assigned}, version = version + 1
      where org_id = ${target.org_id} and token_id = ${target.token_id} returning *)
    select ${columns} from t ${joinUsers}`
  return (await ctx.db.query(statement))[0]!
}

export interface Revocation {
  at: string
  /** Username of the actor; null for the system. */
  by: string | null
  reason: string
}

/** Ends an OAuth grant and revokes its tokens. Returns the numbers of ended connections and revoked tokens. */
export const revokeGrant = (db: Db, orgId: string, grantId: string, ending: Revocation) =>
  endConnections(db, sql`g.org_id = ${orgId} and g.grant_id = ${grantId}`, ending)

export const revokeGrantsByClient = (db: Db, clientId: string, ending: Revocation) =>
  endConnections(db, sql`g.client_id = ${clientId}`, ending)

/** Revokes all OAuth apps that an organization registered, and their grants in all organizations. */
export async function revokeClientsByOrg(db: Db, orgId: string, ending: Revocation): Promise<void> {
  await db.query(sql`
    update oauth_clients set revoked_at = ${ending.at}, revoked_by = ${ending.by}, updated_at = ${buildUpdatedAt(ending.at, 'updated_at')},
      version = version + 1
    where org_id = ${orgId} and revoked_at is null`)
  const registered = sql`select c.client_id from oauth_clients c where c.org_id = ${orgId}`
  await endConnections(db, sql`g.client_id in (${registered})`, ending)
}

async function endConnections(db: Db, condition: Sql, { at, by, reason }: Revocation) {
  const ended = await db.query(sql<{ org_id: string; grant_id: string }>`
    update oauth_grants g set revoked_at = ${at}, revoked_by = ${by}, revoke_reason = ${reason},
      updated_at = ${buildUpdatedAt(at, 'g.updated_at')}
    where ${condition} and g.revoked_at is null returning g.org_id, g.grant_id`)
  if (ended.length === 0) return { connections: 0, tokens: 0 }
  const [orgs, grants] = [ended.map((row) => row.org_id), ended.map((row) => row.grant_id)]
  // A separate statement, so that it includes tokens issued while the first waited for the row lock.
  const tokens = await db.query(sql`
    update access_tokens t set revoked_at = ${at}, revoked_by = ${by}, revoke_reason = ${reason}, updated_at = ${buildUpdatedAt(at, 't.updated_at')},
      version = version + 1
    from unnest(${orgs}::uuid[], ${grants}::text[]) as ended(org_id, grant_id)
    where t.org_id = ended.org_id and t.grant_id = ended.grant_id and t.expires_at > ${at}
      and (t.revoked_at is null or t.revoked_at > ${at})
    returning 1`)
  return { connections: ended.length, tokens: tokens.length }
}

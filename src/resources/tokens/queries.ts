import { sql, type Sql, textOf } from '../../db/sql.ts'
import { query, type Db } from '../../db/database.ts'
import type { TokenGrant, User } from '../../kernel/caller.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { assignments, inOrganizations } from '../../kernel/sql.ts'
import { sortKey } from '../../kernel/text.ts'
import { policyColumns, type TokenPolicy } from '../../identity/token-policy.ts'
import { newToken, tokenHash, tokenPrefix } from '../../identity/tokens.ts'

/** A token as it is shown; its hash stays in the database. */
export interface TokenRow extends TokenGrant {
  principal_user_id: string
  principal_display: string
  created_by: string
  name: string
  token_prefix: string
  last_used_at: string | null
  use_count: number
  revoked_at: string | null
  revoked_by: string | null
  revoke_reason: string | null
  rotated_from: string | null
  /** The connection of the app it was given to. */
  grant_id: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns = `t.token_id, t.org_id, t.principal_user_id, p.username AS principal_display, c.username AS created_by,
  t.name, t.token_prefix, t.kind, t.grant_type, t.client_id, t.scopes, t.project_ids, t.expires_at, t.last_used_at,
  t.use_count, t.revoked_at, t.revoked_by, t.revoke_reason, t.rotated_from, t.grant_id, t.version, t.created_at, t.updated_at`
const people = `JOIN users p ON p.user_id = t.principal_user_id JOIN users c ON c.user_id = t.created_by`

const findSql = (lock: string) =>
  inOrganizations(
    (match) => `
  SELECT ${columns} FROM access_tokens t ${people} WHERE ${match('t.org_id')} AND t.token_id = $2 ${lock}`,
  )
const find = findSql('')
const findAndLock = findSql('FOR NO KEY UPDATE OF t')

/** A token among the caller's organizations, locked on writes. */
export async function findToken(ctx: Context, tokenId: string): Promise<TokenRow | undefined> {
  const look = ctx.locking ? findAndLock : find
  return (await look<TokenRow>(ctx.db, ctx.caller.orgIds, tokenId))[0]
}

/** A page of an organization's tokens: of one person, or everyone's. */
export function listTokens(
  ctx: Context,
  orgId: string,
  principal: string | null,
  page: ListQuery,
): Promise<TokenRow[]> {
  const whose = principal === null ? sql`true` : sql`t.principal_user_id = ${principal}`
  return selectPage<TokenRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<TokenRow>`
      select ${sql.raw(columns)}, ${sorts} from access_tokens t ${sql.raw(people)}
      where t.org_id = ${orgId} and ${whose} and ${where} ${order} ${limit}`,
  )
}

/** Who a token acts as, and what the organization allows its tokens. */
export interface Principal extends TokenPolicy {
  kind: User['kind']
}

/** An active member as the principal of a new token; kept from leaving or being deactivated until it is stored. */
export async function findPrincipal(
  ctx: Context,
  orgId: string,
  userId: string,
): Promise<Principal | undefined> {
  const [row] = await query<Principal>(
    ctx.db,
    `SELECT u.kind, ${textOf(policyColumns)} FROM organization_members m JOIN users u ON u.user_id = m.user_id
     LEFT JOIN organization_settings s ON s.org_id = m.org_id
     WHERE m.org_id = $1 AND m.user_id = $2 AND m.is_active AND m.deleted_at IS NULL FOR SHARE OF m`,
    [orgId, userId],
  )
  return row
}

/** Those of the given projects that the caller can read. */
export async function findReadableProjects(
  ctx: Context,
  orgId: string,
  projectIds: string[],
): Promise<Set<string>> {
  const { role } = ctx.caller.memberOf(orgId)
  const found = await query<{ project_id: string }>(
    ctx.db,
    `SELECT p.project_id FROM projects p
     WHERE p.org_id = $1 AND p.project_id = ANY($2::text[]) AND p.deleted_at IS NULL
       AND ($3 IN ('owner', 'admin') OR ($3 = 'member' AND p.visibility = 'public')
         OR EXISTS (SELECT FROM project_members pm WHERE pm.org_id = p.org_id AND pm.project_id = p.project_id
           AND pm.user_id = $4 AND pm.is_active))`,
    [orgId, projectIds, role, ctx.user.user_id],
  )
  return new Set(found.map((project) => project.project_id))
}

/** What is decided of a new token before it is made. */
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

/** A new token and all that is stored of it. */
export interface StoredToken extends NewToken, Pick<TokenRow, 'token_id' | 'client_id' | 'grant_id'> {
  token: string
  created_by: string
  now: string
}

const insert = `
  INSERT INTO access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name, name_key,
    kind, grant_type, scopes, project_ids, expires_at, rotated_from, client_id, grant_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`

const valuesOf = (stored: StoredToken): unknown[] => [
  stored.org_id,
  stored.token_id,
  tokenHash(stored.token),
  tokenPrefix(stored.token),
  stored.principal_user_id,
  stored.created_by,
  stored.name,
  sortKey(stored.name),
  stored.kind,
  stored.grant_type,
  stored.scopes,
  stored.project_ids,
  stored.expires_at,
  stored.rotated_from,
  stored.client_id,
  stored.grant_id,
  stored.now,
]

/** Stores a token, by its hash. */
export const storeToken = (db: Db, token: StoredToken): Promise<unknown[]> =>
  query(db, insert, valuesOf(token))

/** Makes a token and stores it. `token` is the only copy there will ever be. */
export async function insertToken(ctx: Context, wanted: NewToken): Promise<{ row: TokenRow; token: string }> {
  const token = newToken(wanted.kind)
  const [row] = await query<TokenRow>(
    ctx.db,
    `WITH t AS (${insert} RETURNING *) SELECT ${columns} FROM t ${people}`,
    valuesOf({
      ...wanted,
      token,
      token_id: ctx.newId('TK'),
      client_id: null,
      grant_id: null,
      created_by: ctx.user.user_id,
      now: ctx.now,
    }),
  )
  return { row: row!, token }
}

/** Changes columns of a token; its version rises. */
export async function updateToken(
  ctx: Context,
  target: TokenRow,
  set: Partial<Pick<TokenRow, 'name' | 'revoked_at' | 'revoked_by' | 'revoke_reason'>>,
): Promise<TokenRow> {
  const named = set.name === undefined ? set : { ...set, name_key: sortKey(set.name) }
  const changed = assignments({ ...named, updated_at: ctx.now })
  const statement: Sql<TokenRow> = sql`
    with t as (update access_tokens set ${changed}, version = version + 1
      where org_id = ${target.org_id} and token_id = ${target.token_id} returning *)
    select ${sql.raw(columns)} from t ${sql.raw(people)}`
  return (await ctx.db.query(statement))[0]!
}

const endWhere = (which: string) => `
  UPDATE oauth_grants g SET revoked_at = $1, revoked_by = $2, revoke_reason = $3, updated_at = $1
  WHERE ${which} AND g.revoked_at IS NULL RETURNING g.org_id, g.grant_id`
const endOne = endWhere('g.org_id = $4 AND g.grant_id = $5')
const endAll = endWhere('g.client_id = $4')
const endOfApps = endWhere('g.client_id IN (SELECT c.client_id FROM oauth_clients c WHERE c.org_id = $4)')

const revokeUnder = `
  UPDATE access_tokens t SET revoked_at = $1, revoked_by = $2, revoke_reason = $3, updated_at = $1, version = version + 1
  FROM unnest($4::uuid[], $5::text[]) AS ended(org_id, grant_id)
  WHERE t.org_id = ended.org_id AND t.grant_id = ended.grant_id AND t.expires_at > $1
    AND (t.revoked_at IS NULL OR t.revoked_at > $1)
  RETURNING 1`

/** When, by whom and why a connection of an app ends. */
export interface Ending {
  at: string
  /** Username; null: nobody in particular. */
  by: string | null
  reason: string
}

/**
 * Ends a connection: its tokens stop at once, and there is no way to a new one. Gives how many connections and live
 * tokens ended.
 */
export const endConnection = (db: Db, orgId: string, grantId: string, ending: Ending) =>
  endConnections(db, endOne, [orgId, grantId], ending)

/** Ends every connection of an app, in all organizations. */
export const endConnectionsOf = (db: Db, clientId: string, ending: Ending) =>
  endConnections(db, endAll, [clientId], ending)

/** Revokes every app that an organization registered, with its connections in all organizations. */
export async function revokeAppsOf(db: Db, orgId: string, ending: Ending): Promise<void> {
  await query(
    db,
    `UPDATE oauth_clients SET revoked_at = $1, revoked_by = $2, updated_at = $1, version = version + 1
     WHERE org_id = $3 AND revoked_at IS NULL`,
    [ending.at, ending.by, orgId],
  )
  await endConnections(db, endOfApps, [orgId], ending)
}

async function endConnections(db: Db, text: string, which: string[], { at, by, reason }: Ending) {
  const ended = await query<{ org_id: string; grant_id: string }>(db, text, [at, by, reason, ...which])
  if (ended.length === 0) return { connections: 0, tokens: 0 }
  const [orgs, grants] = [ended.map((row) => row.org_id), ended.map((row) => row.grant_id)]
  // A statement of its own, which sees the token that was handed out while the first waited for the connection's row.
  const tokens = await query(db, revokeUnder, [at, by, reason, orgs, grants])
  return { connections: ended.length, tokens: tokens.length }
}

import { groupByOrg } from '../db/citus/per-org.ts'
import type { Db } from '../db/database.ts'
import { batchedLookup } from '../db/batched-lookup.ts'
import { sql, type Sql } from '../db/sql.ts'
import { audiences, type TokenAudience } from '../core/audience.ts'
import type { OrgRole, TokenGrant, CallerPrincipal } from '../core/caller.ts'
import { locateTokens, type TokenLocation } from './token-locations.ts'
import { DEFAULT_TOKEN_POLICY, tokenPolicyColumns, type TokenPolicy } from './token-policy.ts'

export interface AccessTokenRow extends TokenGrant, TokenPolicy, Omit<CallerPrincipal, 'kind'> {
  user_kind: CallerPrincipal['kind']
  revoked_at: string | null
  revoke_reason: string | null
  role: OrgRole
  is_active: boolean
  member_deleted_at: string | null
  org_name: string
  org_deleted_at: string | null
  created_at: string
  audiences: TokenAudience[] | null
}

/** Returns the audiences that accept a token: all, except for tokens of OAuth apps. */
export const getTokenAudiences = (token: Pick<AccessTokenRow, 'audiences' | 'grant_type'>): readonly TokenAudience[] =>
  token.audiences ?? (token.grant_type === 'authorization_code' ? ['api'] : audiences)

/** Ignores the time, as clocks differ, except for rotated tokens, which work until `revoked_at`. */
export const isTokenRevoked = (
  { revoked_at, revoke_reason }: Pick<AccessTokenRow, 'revoked_at' | 'revoke_reason'>,
  millis: number,
): boolean => revoked_at !== null && (revoke_reason !== 'rotated' || Date.parse(revoked_at) <= millis)

/** Negates `isTokenRevoked`, as a condition on tokens `t`. */
export const buildUnrevokedCondition = (now: string): Sql =>
  sql`(t.revoked_at is null or t.revoke_reason = 'rotated' and t.revoked_at > ${now})`

const tokenColumns = sql`encode(t.token_hash, 'hex') as hash, t.token_id, t.org_id, t.kind, t.grant_type, t.scopes,
  t.project_ids, t.expires_at, t.revoked_at, t.revoke_reason, t.client_id, t.created_at, t.audiences`
const principalColumns = sql`u.user_id, u.kind as user_kind, u.username, u.email, u.email_verified`
const memberColumns = sql`m.role, m.is_active, m.deleted_at as member_deleted_at`
const organizationColumns = sql`o.name as org_name, o.deleted_at as org_deleted_at`

type TokenWithHash = AccessTokenRow & { hash: string }
type PrincipalColumns = Pick<TokenWithHash, 'user_id' | 'user_kind' | 'username' | 'email' | 'email_verified'>
type MemberColumns = Pick<TokenWithHash, 'role' | 'is_active' | 'member_deleted_at'>
type OrganizationColumns = Pick<TokenWithHash, 'org_name' | 'org_deleted_at'>

const selectTokens = (condition: Sql) => sql<TokenWithHash>`
  select ${tokenColumns}, ${tokenPolicyColumns}, ${principalColumns}, ${memberColumns}, ${organizationColumns}
  from access_tokens t
  join users u on u.user_id = t.principal_user_id
  join organization_members m on m.org_id = t.org_id and m.user_id = t.principal_user_id
  join organizations o on o.org_id = t.org_id
  left join organization_settings s on s.org_id = t.org_id
  where ${condition}`

const matchesHash = (hashes: readonly string[]): Sql =>
  sql`t.token_hash in (${sql.list(hashes.map((hash) => Buffer.from(hash, 'hex')))})`

/** Finds a token by its SHA-256 in hex. Batches concurrent lookups; never returns data read before the request. */
export const findTokenByHash = batchedLookup({
  select: (hashes: string[]) => selectTokens(matchesHash(hashes)),
  findSharded: async (db, hashes) => {
    const groups = groupByOrg(await locateTokens(db, hashes))
    return (await Promise.all(groups.map(([orgId, locations]) => findTokensSharded(db, orgId, locations)))).flat()
  },
  toKey: (hash) => hash,
  rowToKey: (row) => row.hash,
})

/** Loads tokens with one query per table: each has a cached plan, while Citus plans a join every time. */
async function findTokensSharded(db: Db, orgId: string, locations: readonly TokenLocation[]): Promise<TokenWithHash[]> {
  const users = sql.list([...new Set(locations.map(({ user_id }) => user_id))])
  const hashes = locations.map(({ hash }) => hash)
  const [tokens, principals, members, [organization], [policy]] = await Promise.all([
    db.queryByKey(sql<
      Omit<TokenWithHash, keyof (PrincipalColumns & MemberColumns & OrganizationColumns & TokenPolicy)>
    >`
      select ${tokenColumns} from access_tokens t where t.org_id = ${orgId} and ${matchesHash(hashes)}`),
    db.queryByKey(sql<PrincipalColumns>`select ${principalColumns} from users u where u.user_id in (${users})`),
    db.queryByKey(sql<MemberColumns & { user_id: string }>`
      select m.user_id, ${memberColumns} from organization_members m
      where m.org_id = ${orgId} and m.user_id in (${users})`),
    db.queryByKey(
      sql<OrganizationColumns>`select ${organizationColumns} from organizations o where o.org_id = ${orgId}`,
    ),
    db.queryByKey(
      sql<TokenPolicy>`select ${tokenPolicyColumns} from organization_settings s where s.org_id = ${orgId}`,
    ),
  ])
  return tokens.flatMap((token) => {
    const { user_id } = locations.find(({ hash }) => hash === token.hash)!
    const principal = principals.find((row) => row.user_id === user_id)
    const member = members.find((row) => row.user_id === user_id)
    if (!principal || !member || !organization) return []
    return [{ ...token, ...(policy ?? DEFAULT_TOKEN_POLICY), ...principal, ...member, ...organization }]
  })
}

const toTokenKey = ({ org_id, token_id }: Pick<TokenGrant, 'org_id' | 'token_id'>) => `${org_id} ${token_id}`

export const findTokenById = batchedLookup({
  select: (tokens: Pick<TokenGrant, 'org_id' | 'token_id'>[]) =>
    selectTokens(sql`(t.org_id, t.token_id) in (select w.org_id::uuid, w.token_id
      from (values ${sql.rows(tokens.map(({ org_id, token_id }) => [org_id, token_id]))}) w (org_id, token_id))`),
  findSharded: async (db, tokens) => {
    const groups = groupByOrg(tokens)
    const findInOrg = ([orgId, orgTokens]: [string, Pick<TokenGrant, 'token_id'>[]]) => {
      const ids = sql.list(orgTokens.map(({ token_id }) => token_id))
      const inOrg = sql`t.org_id = ${orgId} and m.org_id = ${orgId} and o.org_id = ${orgId}`
      return db.queryByKey(selectTokens(sql`${inOrg} and t.token_id in (${ids})`))
    }
    return (await Promise.all(groups.map(findInOrg))).flat()
  },
  toKey: toTokenKey,
  rowToKey: toTokenKey,
})

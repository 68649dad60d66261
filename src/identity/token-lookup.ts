import { byOrganization } from '../db/by-organization.ts'
import { sharedLookUp } from '../db/gathered.ts'
import { sql, type Sql } from '../db/sql.ts'
import { audiences, type Audience } from '../kernel/audience.ts'
import type { OrgRole, TokenGrant, User } from '../kernel/caller.ts'
import { tokensByOrganization } from './token-organizations.ts'
import { policyColumns, type TokenPolicy } from './token-policy.ts'

/** An access token, its principal and organization, as they are now. Not yet judged. */
export interface TokenFound extends TokenGrant, TokenPolicy, Omit<User, 'kind'> {
  user_kind: User['kind']
  revoked_at: string | null
  role: OrgRole
  is_active: boolean
  member_deleted_at: string | null
  org_name: string
  org_deleted_at: string | null
  created_at: string
  audiences: Audience[] | null
  grant_id: string | null
  /** One of two that were given for the same refresh token, of which none was used yet. */
  contested: boolean
}

/** Where a token is taken: one that an app holds where the app said it would use it, any other everywhere. */
export const audiencesOf = (token: Pick<TokenFound, 'audiences' | 'grant_type'>): readonly Audience[] =>
  token.audiences ?? (token.grant_type === 'authorization_code' ? ['api'] : audiences)

const tokensOf = (which: Sql) => sql<TokenFound & { hash: string }>`
  select encode(t.token_hash, 'hex') as hash, t.token_id, t.org_id, t.kind, t.grant_type, t.scopes, t.project_ids,
    t.expires_at, t.revoked_at, t.client_id, t.created_at, t.audiences, t.grant_id, t.contested, ${policyColumns},
    u.user_id, u.kind as user_kind, u.username, u.email, u.email_verified,
    m.role, m.is_active, m.deleted_at as member_deleted_at, o.name as org_name, o.deleted_at as org_deleted_at
  from access_tokens t
  join users u on u.user_id = t.principal_user_id
  join organization_members m on m.org_id = t.org_id and m.user_id = t.principal_user_id
  join organizations o on o.org_id = t.org_id
  left join organization_settings s on s.org_id = t.org_id
  where ${which}`

const byHash = (hashes: readonly string[]): Sql =>
  sql`t.token_hash in (${sql.list(hashes.map((hash) => Buffer.from(hash, 'hex')))})`

const inOrganization = (orgId: string): Sql =>
  sql`t.org_id = ${orgId} and m.org_id = ${orgId} and o.org_id = ${orgId}`

/** Finds a token by the SHA-256 of it, in hex. The database is asked on every request; requests at once share a look-up. */
export const findToken = sharedLookUp({
  select: (hashes: string[]) => tokensOf(byHash(hashes)),
  findSpread: async (db, hashes) => {
    const groups = await tokensByOrganization(db, hashes)
    const find = ([orgId, some]: [string, string[]]) =>
      db.lookUp(tokensOf(sql`${inOrganization(orgId)} and ${byHash(some)}`))
    return (await Promise.all(groups.map(find))).flat()
  },
  nameOf: (hash) => hash,
  nameOfRow: (row) => row.hash,
})

const nameOf = ({ org_id, token_id }: Pick<TokenGrant, 'org_id' | 'token_id'>) => `${org_id} ${token_id}`

/** Finds a token that let somebody in before, in the same way. */
export const findTokenById = sharedLookUp({
  select: (tokens: Pick<TokenGrant, 'org_id' | 'token_id'>[]) =>
    tokensOf(sql`(t.org_id, t.token_id) in (select w.org_id::uuid, w.token_id
      from (values ${sql.rows(tokens.map(({ org_id, token_id }) => [org_id, token_id]))}) w (org_id, token_id))`),
  findSpread: async (db, tokens) => {
    const groups = byOrganization(tokens)
    const find = ([orgId, some]: [string, Pick<TokenGrant, 'token_id'>[]]) => {
      const ids = sql.list(some.map(({ token_id }) => token_id))
      return db.lookUp(tokensOf(sql`${inOrganization(orgId)} and t.token_id in (${ids})`))
    }
    return (await Promise.all(groups.map(find))).flat()
  },
  nameOf,
  nameOfRow: nameOf,
})

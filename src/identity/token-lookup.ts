import { byOrganization } from '../db/by-organization.ts'
import type { Db } from '../db/database.ts'
import { sharedLookUp } from '../db/gathered.ts'
import { sql, type Sql } from '../db/sql.ts'
import { audiences, type Audience } from '../kernel/audience.ts'
import type { OrgRole, TokenGrant, User } from '../kernel/caller.ts'
import { placesOfTokens, type TokenPlace } from './token-organizations.ts'
import { laxest, policyColumns, type TokenPolicy } from './token-policy.ts'

/** An access token, its principal and organization, as they are now. Not yet judged. */
export interface TokenFound extends TokenGrant, TokenPolicy, Omit<User, 'kind'> {
  user_kind: User['kind']
  revoked_at: string | null
  revoke_reason: string | null
  role: OrgRole
  is_active: boolean
  member_deleted_at: string | null
  org_name: string
  org_deleted_at: string | null
  created_at: string
  audiences: Audience[] | null
}

/** Where a token is taken: one that an app holds where the app said it would use it, any other everywhere. */
export const audiencesOf = (token: Pick<TokenFound, 'audiences' | 'grant_type'>): readonly Audience[] =>
  token.audiences ?? (token.grant_type === 'authorization_code' ? ['api'] : audiences)

/**
 * Returns whether a token is revoked. A rotated one works until `revoked_at`; any other revocation applies immediately,
 * even if a clock differs or was set back.
 */
export const isRevoked = (
  { revoked_at, revoke_reason }: Pick<TokenFound, 'revoked_at' | 'revoke_reason'>,
  millis: number,
): boolean => revoked_at !== null && (revoke_reason !== 'rotated' || Date.parse(revoked_at) <= millis)

/** The same as a condition on tokens `t`, turned round. */
export const isUnrevoked = (now: string): Sql =>
  sql`(t.revoked_at is null or t.revoke_reason = 'rotated' and t.revoked_at > ${now})`

const tokenColumns = sql`encode(t.token_hash, 'hex') as hash, t.token_id, t.org_id, t.kind, t.grant_type, t.scopes,
  t.project_ids, t.expires_at, t.revoked_at, t.revoke_reason, t.client_id, t.created_at, t.audiences`
const personColumns = sql`u.user_id, u.kind as user_kind, u.username, u.email, u.email_verified`
const memberColumns = sql`m.role, m.is_active, m.deleted_at as member_deleted_at`
const organizationColumns = sql`o.name as org_name, o.deleted_at as org_deleted_at`

type Hashed = TokenFound & { hash: string }
type Person = Pick<Hashed, 'user_id' | 'user_kind' | 'username' | 'email' | 'email_verified'>
type Member = Pick<Hashed, 'role' | 'is_active' | 'member_deleted_at'>
type Organization = Pick<Hashed, 'org_name' | 'org_deleted_at'>

const tokensOf = (which: Sql) => sql<Hashed>`
  select ${tokenColumns}, ${policyColumns}, ${personColumns}, ${memberColumns}, ${organizationColumns}
  from access_tokens t
  join users u on u.user_id = t.principal_user_id
  join organization_members m on m.org_id = t.org_id and m.user_id = t.principal_user_id
  join organizations o on o.org_id = t.org_id
  left join organization_settings s on s.org_id = t.org_id
  where ${which}`

const byHash = (hashes: readonly string[]): Sql =>
  sql`t.token_hash in (${sql.list(hashes.map((hash) => Buffer.from(hash, 'hex')))})`

/** Finds a token by the SHA-256 of it, in hex. The database is asked on every request; requests at once share a look-up. */
export const findToken = sharedLookUp({
  select: (hashes: string[]) => tokensOf(byHash(hashes)),
  findSpread: async (db, hashes) => {
    const groups = byOrganization(await placesOfTokens(db, hashes))
    return (await Promise.all(groups.map(([orgId, places]) => findApart(db, orgId, places)))).flat()
  },
  nameOf: (hash) => hash,
  nameOfRow: (row) => row.hash,
})

/**
 * The same for tokens of one organization where the tables are spread: each table is asked by itself, all at once. What
 * names one table and the organization is passed on by a plan that is kept; a join is planned anew each time, on the
 * coordinator and again on the server that has the rows, which takes longer than all of these together.
 */
async function findApart(db: Db, orgId: string, places: readonly TokenPlace[]): Promise<Hashed[]> {
  const users = sql.list([...new Set(places.map(({ user_id }) => user_id))])
  const hashes = places.map(({ hash }) => hash)
  const [tokens, people, members, [organization], [policy]] = await Promise.all([
    db.lookUp(sql<Omit<Hashed, keyof (Person & Member & Organization & TokenPolicy)>>`
      select ${tokenColumns} from access_tokens t where t.org_id = ${orgId} and ${byHash(hashes)}`),
    db.lookUp(sql<Person>`select ${personColumns} from users u where u.user_id in (${users})`),
    db.lookUp(sql<Member & { user_id: string }>`
      select m.user_id, ${memberColumns} from organization_members m
      where m.org_id = ${orgId} and m.user_id in (${users})`),
    db.lookUp(
      sql<Organization>`select ${organizationColumns} from organizations o where o.org_id = ${orgId}`,
    ),
    db.lookUp(
      sql<TokenPolicy>`select ${policyColumns} from organization_settings s where s.org_id = ${orgId}`,
    ),
  ])
  return tokens.flatMap((token) => {
    const { user_id } = places.find(({ hash }) => hash === token.hash)!
    const person = people.find((one) => one.user_id === user_id)
    const member = members.find((one) => one.user_id === user_id)
    if (!person || !member || !organization) return []
    return [{ ...token, ...(policy ?? laxest), ...person, ...member, ...organization }]
  })
}

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
      const within = sql`t.org_id = ${orgId} and m.org_id = ${orgId} and o.org_id = ${orgId}`
      return db.lookUp(tokensOf(sql`${within} and t.token_id in (${ids})`))
    }
    return (await Promise.all(groups.map(find))).flat()
  },
  nameOf,
  nameOfRow: nameOf,
})

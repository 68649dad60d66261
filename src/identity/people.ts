import { sharedLookUp } from '../db/gathered.ts'
import { sql, type Sql } from '../db/sql.ts'
import { randomInt } from 'node:crypto'
import type { Database, Db } from '../db/database.ts'
import type { Membership, User } from '../kernel/caller.ts'
import type { Identity } from '../kernel/oidc/oidc.ts'
import { unavailable } from '../kernel/problem.ts'
import { fold, foldAddress } from '../kernel/text.ts'
import { newUuid } from '../kernel/values/ids.ts'

/** A person and where they are an active member. */
export interface UserRow extends User {
  profile_at: string | null
  memberships: Membership[] | null
}

const profileColumns = sql`u.user_id, u.kind, u.username, u.email, u.email_verified, u.profile_at`

/** Reads a person `u` with the active memberships, as they are now, where all is on one server. */
export const userColumns = sql`${profileColumns},
    (select jsonb_agg(jsonb_build_object('org_id', m.org_id, 'org_name', o.name, 'role', m.role) order by o.name_key, o.org_id)
     from organization_members m join organizations o on o.org_id = m.org_id
     where m.user_id = u.user_id and m.deleted_at is null and m.is_active and o.deleted_at is null) as memberships`

/** The same where the tables are spread: of the memberships it tells where to look, and `withMemberships` does. */
export const spreadUserColumns = sql`${profileColumns}, null as memberships,
    array(select x.org_id from user_organizations x where x.user_id = u.user_id)::text[] as org_ids`

/** Rows of `spreadUserColumns` with the active memberships in place, as they are now. */
export async function withMemberships<R extends UserRow & { org_ids?: string[] }>(
  db: Db,
  rows: R[],
): Promise<R[]> {
  const orgIds = [...new Set(rows.flatMap((row) => row.org_ids!))]
  if (orgIds.length === 0) return rows
  const found = await db.lookUp(sql<Membership & { user_id: string }>`
    select m.user_id, m.org_id, o.name as org_name, m.role
    from organization_members m join organizations o on o.org_id = m.org_id
    where ${sql.among('m.org_id', orgIds)} and ${sql.among('o.org_id', orgIds)}
      and m.user_id = any(${rows.map((row) => row.user_id)}::uuid[])
      and m.deleted_at is null and m.is_active and o.deleted_at is null
    order by o.name_key, o.org_id`)
  for (const row of rows)
    row.memberships = found
      .filter(({ user_id }) => user_id === row.user_id)
      .map(({ org_id, org_name, role }) => ({ org_id, org_name, role }))
  return rows
}

/**
 * Notes that a person belongs to an organization, in the transaction that makes them a member. Where the tables are spread
 * it is by this that their memberships are found.
 */
export const noteOrganization = (db: Db, userId: string, orgId: string): Promise<unknown> =>
  db.query(
    sql`insert into user_organizations (user_id, org_id) values (${userId}, ${orgId}) on conflict do nothing`,
  )

const byIdentity = ({ issuer, subject }: Identity) => sql`u.issuer = ${issuer} and u.subject = ${subject}`

async function findUser({ db, sharded }: Database, identity: Identity): Promise<UserRow | undefined> {
  const [user] = sharded
    ? await withMemberships(
        db,
        await db.lookUp(sql<UserRow>`select ${spreadUserColumns} from users u where ${byIdentity(identity)}`),
      )
    : await db.lookUp(sql<UserRow>`select ${userColumns} from users u where ${byIdentity(identity)}`)
  return user
}

const byIds = (columns: Sql, ids: string[]) =>
  sql<UserRow>`select ${columns} from users u where u.user_id in (${sql.list(ids)})`

/** Finds a person who is known, by id. Who asks at once shares a look-up. */
export const findPerson = sharedLookUp({
  select: (ids: string[]) => byIds(userColumns, ids),
  findSpread: async (db, ids) => withMemberships(db, await db.lookUp(byIds(spreadUserColumns, ids))),
  nameOf: (id) => id,
  nameOfRow: (row) => row.user_id,
})

/** The person of a verified identity, made known on first sight. Throws 503 when no free username could be found. */
export async function findOrCreate(database: Database, identity: Identity, millis: number): Promise<UserRow> {
  let user = await findUser(database, identity)
  if (!user) {
    await createUser(database.db, identity, millis)
    user = await findUser(database, identity)
  } else await refreshProfile(database.db, user, identity)
  if (!user) throw unavailable('The account could not be made; try again.')
  return user
}

/** Makes the person on first sight; the username is theirs for good. Two first requests at once make one person. */
async function createUser(db: Db, identity: Identity, millis: number): Promise<void> {
  const now = new Date(millis).toISOString()
  const base = await usernameFrom(identity)
  for (let attempt = 1; attempt <= 20; attempt++) {
    // Counting on through all who share a name would cost the thousandth of them a thousand statements.
    const number = attempt <= 10 ? attempt : randomInt(1000, 1_000_000_000)
    const username = nextUsername(base, number)
    const { email, email_key, email_verified, name, profile_at } = profile(identity)
    const { issuer, subject } = identity
    const [made] = await db.query(sql<{ taken: boolean }>`
      with made as (
        insert into users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, name,
          profile_at, created_at, updated_at)
        values (${newUuid(millis)}, ${issuer}, ${subject}, ${username}, ${fold(username)}, ${email}, ${email_key},
          ${email_verified}, ${name}, ${profile_at}, ${now}, ${now})
        on conflict do nothing returning 1)
      select not exists (select 1 from made)
        and not exists (select 1 from users where issuer = ${issuer} and subject = ${subject}) as taken`)
    if (!made!.taken) return
  }
}

const profile = (identity: Identity) => ({
  email: identity.email ?? null,
  email_key: identity.email === undefined ? null : foldAddress(identity.email),
  email_verified: identity.email_verified,
  name: identity.name ?? null,
  profile_at: new Date(identity.issued_at * 1000).toISOString(),
})

/**
 * Stores a changed email, unless the profile comes from a newer token. Claims that a token lacks, such as those of an
 * access token without profile claims, are left unchanged.
 */
async function refreshProfile(db: Db, user: UserRow, stated: Identity): Promise<void> {
  if (stated.email === undefined && !stated.complete) return
  const unstated = stated.verification_unstated && !stated.complete && user.email === stated.email
  const identity = unstated ? { ...stated, email_verified: user.email_verified } : stated
  const same = user.email === (identity.email ?? null) && user.email_verified === identity.email_verified
  if (same || Date.parse(user.profile_at ?? '') >= identity.issued_at * 1000) return
  const { email, email_key, email_verified, name, profile_at } = profile(identity)
  const [changed] = await db.query(sql<Pick<User, 'email' | 'email_verified'>>`
    update users set email = ${email}, email_key = ${email_key}, email_verified = ${email_verified}, name = ${name},
      profile_at = ${profile_at}, updated_at = now()
    where user_id = ${user.user_id} and (profile_at is null or profile_at < ${profile_at})
    returning email, email_verified`)
  if (changed) Object.assign(user, changed)
}

/** Names that are never given to people: the caller's alias, service accounts, filter words. */
const reserved = /^(me|__.*|sa-.*)$/i

const MAX_USERNAME_LENGTH = 64

/**
 * Derives a username from the provider's claims: letters, digits, `.`, `_`, `-`. Other scripts are transliterated, and an
 * email is cut at the `@`.
 */
async function usernameFrom({ preferred_username, email, name }: Identity): Promise<string> {
  // Only new users need one.
  const { transliterate } = await import('transliteration')
  const candidates = [preferred_username?.split('@')[0], email?.split('@')[0], name].map((text = '') =>
    transliterate(text.normalize('NFC'))
      .replace(/['`’"]/g, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )
  const wanted = candidates.find((text) => /[A-Za-z0-9]/.test(text)) ?? 'user'
  return reserved.test(wanted) ? `u-${wanted}` : wanted
}

/** Returns the username for an attempt; the first has no numeric suffix. */
function nextUsername(base: string, attempt: number): string {
  const suffix = attempt === 1 ? '' : `-${attempt}`
  return base.slice(0, MAX_USERNAME_LENGTH - suffix.length) + suffix
}

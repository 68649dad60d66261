import { sharedLookUp } from '../db/gathered.ts'
import { sql } from '../db/sql.ts'
import { randomInt } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Membership, User } from '../kernel/caller.ts'
import type { Identity } from '../kernel/oidc/oidc.ts'
import { unavailable } from '../kernel/problem.ts'
import { fold } from '../kernel/text.ts'
import { newUuid } from '../kernel/values/ids.ts'

/** A person and where they are an active member. */
export interface UserRow extends User {
  profile_at: string | null
  memberships: Membership[] | null
}

/** Reads a person `u` with the active memberships, as they are now. */
export const userColumns = sql`u.user_id, u.kind, u.username, u.email, u.email_verified, u.profile_at,
    (select jsonb_agg(jsonb_build_object('org_id', m.org_id, 'org_name', o.name, 'role', m.role) order by o.name_key, o.org_id)
     from organization_members m join organizations o on o.org_id = m.org_id
     where m.user_id = u.user_id and m.deleted_at is null and m.is_active and o.deleted_at is null) as memberships`

const findUser = ({ issuer, subject }: Identity) =>
  sql<UserRow>`select ${userColumns} from users u where u.issuer = ${issuer} and u.subject = ${subject}`

/** Finds a person who is known, by id. Who asks at once shares a look-up. */
export const findPerson = sharedLookUp({
  select: (ids: string[]) =>
    sql<UserRow>`select ${userColumns} from users u where u.user_id in (${sql.list(ids)})`,
  nameOf: (id) => id,
  nameOfRow: (row) => row.user_id,
})

/** The person of a verified identity, made known on first sight. Throws 503 when no free username could be found. */
export async function findOrCreate(db: Db, identity: Identity, millis: number): Promise<UserRow> {
  let [user] = await db.lookUp(findUser(identity))
  if (!user) {
    await createUser(db, identity, millis)
    ;[user] = await db.lookUp(findUser(identity))
  } else await refreshProfile(db, user, identity)
  if (!user) throw unavailable('The account could not be made; try again.')
  return user
}

/** Makes the person on first sight; the username is theirs for good. Two first requests at once make one person. */
async function createUser(db: Db, identity: Identity, millis: number): Promise<void> {
  const now = new Date(millis).toISOString()
  for (let attempt = 1; attempt <= 20; attempt++) {
    // Counting on through all who share a name would cost the thousandth of them a thousand statements.
    const number = attempt <= 10 ? attempt : randomInt(1000, 1_000_000_000)
    const username = usernameFrom(identity.preferred_username, identity.email, number)
    const { email, email_key, email_verified, name, profile_at } = profile(identity)
    const { issuer, subject } = identity
    const [made] = await db.query(sql<{ taken: boolean }>`
      with made as (
        insert into users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, name,
          profile_at, created_at, updated_at)
        values (${newUuid(millis)}, ${issuer}, ${subject}, ${username}, ${fold(username)}, ${email}, ${email_key},
          ${email_verified}, ${name}, ${profile_at}, ${now}, ${now})
        on conflict do nothing returning 1)
      select not exists (select from made)
        and not exists (select from users where issuer = ${issuer} and subject = ${subject}) as taken`)
    if (!made!.taken) return
  }
}

const profile = (identity: Identity) => ({
  email: identity.email ?? null,
  email_key: identity.email === undefined ? null : fold(identity.email),
  email_verified: identity.email_verified,
  name: identity.name ?? null,
  profile_at: new Date(identity.issued_at * 1000).toISOString(),
})

/** Takes over a changed e-mail address, unless a token newer than this one already told the profile. */
async function refreshProfile(db: Db, user: UserRow, identity: Identity): Promise<void> {
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

/**
 * A username from what the identity provider says: 1 to 64 letters, digits, `.`, `_`, `-`; what doesn't fit becomes `-`.
 * `attempt` above 1 gives the next one when the name is taken.
 */
function usernameFrom(name: string | undefined, email: string | undefined, attempt: number): string {
  const wanted = (name ?? email?.split('@')[0] ?? '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const base = wanted === '' ? 'user' : reserved.test(wanted) ? `u-${wanted}` : wanted
  const suffix = attempt === 1 ? '' : `-${attempt}`
  return base.slice(0, 64 - suffix.length) + suffix
}

import { batchedLookup } from '../db/batched-lookup.ts'
import { sql, type Sql } from '../db/sql.ts'
import { randomInt } from 'node:crypto'
import type { Database, Db } from '../db/database.ts'
import type { Membership, CallerPrincipal } from '../core/caller.ts'
import type { OidcIdentity } from './oidc/session-token.ts'
import { unavailable } from '../core/errors.ts'
import { isSameEmail } from '../core/email-address.ts'
import { listEmailKeys, normalizeForSearch, toEmailLookupKey } from '../core/text.ts'
import { newUuid } from '../core/ids.ts'
import { lockAddress, rejectIdentityOfAccount } from './accounts/identities.ts'
import { accountProblemTexts } from './accounts/problem-texts.ts'

export interface UserRow extends CallerPrincipal {
  profile_at: string | null
  name: string | null
  memberships: Membership[] | null
}

const profileColumns = sql`u.user_id, u.kind, u.username, u.email, u.email_verified, u.profile_at, u.name`

export const userColumns = sql`${profileColumns},
    (select jsonb_agg(jsonb_build_object('org_id', m.org_id, 'org_name', o.name, 'role', m.role) order by o.name_key, o.org_id)
     from organization_members m join organizations o on o.org_id = m.org_id
     where m.user_id = u.user_id and m.deleted_at is null and m.is_active and o.deleted_at is null) as memberships`

/** Columns of a user on a sharded database, with the ids of organizations for `loadMemberships`. */
export const shardedUserColumns = sql`${profileColumns}, null as memberships,
    array(select x.org_id from user_organizations x where x.user_id = u.user_id)::text[] as org_ids`

export async function loadMemberships<R extends UserRow & { org_ids?: string[] }>(db: Db, rows: R[]): Promise<R[]> {
  const orgIds = [...new Set(rows.flatMap((row) => row.org_ids!))]
  if (orgIds.length === 0) return rows
  const memberships = await db.queryByKey(sql<Membership & { user_id: string }>`
    select m.user_id, m.org_id, o.name as org_name, m.role
    from organization_members m join organizations o on o.org_id = m.org_id
    where ${sql.orgIn('m.org_id', orgIds)} and ${sql.orgIn('o.org_id', orgIds)}
      and m.user_id = any(${rows.map((row) => row.user_id)}::uuid[])
      and m.deleted_at is null and m.is_active and o.deleted_at is null
    order by o.name_key, o.org_id`)
  for (const row of rows)
    row.memberships = memberships
      .filter(({ user_id }) => user_id === row.user_id)
      .map(({ org_id, org_name, role }) => ({ org_id, org_name, role }))
  return rows
}

/** Records an organization in the transaction of its membership; sharded databases find memberships by it. */
export const recordUserOrganization = (db: Db, userId: string, orgId: string): Promise<unknown> =>
  db.query(sql`insert into user_organizations (user_id, org_id) values (${userId}, ${orgId}) on conflict do nothing`)

/** Returns all organizations of a user, also those that deactivated them or are deleted. */
export async function listOrganizationIds(
  db: Db,
  { sharded }: Pick<Database, 'sharded'>,
  userId: string,
): Promise<string[]> {
  const memberships = sharded
    ? sql<Pick<Membership, 'org_id'>>`select x.org_id from user_organizations x where x.user_id = ${userId}`
    : sql<Pick<Membership, 'org_id'>>`
        select m.org_id from organization_members m where m.user_id = ${userId} and m.deleted_at is null`
  const rows = await db.query(memberships)
  return rows.map(({ org_id }) => org_id)
}

/** Matches the user of an identity: the first one of the user, or one that was connected later. */
const matchesIdentity = ({ issuer, subject }: OidcIdentity) => sql`u.user_id in (
    select p.user_id from users p where p.issuer = ${issuer} and p.subject = ${subject}
    union all select i.user_id from identities i where i.issuer = ${issuer} and i.subject = ${subject})`

/** User of an identity, who may have signed up with another one. */
interface IdentityUserRow extends UserRow {
  /** Issuer of the first identity of the user. */
  issuer: string
  has_account: boolean
}

const selectByIdentity = (columns: Sql, identity: OidcIdentity) => sql<IdentityUserRow>`
  select ${columns}, u.issuer, exists (select from accounts a where a.user_id = u.user_id) as has_account
  from users u where ${matchesIdentity(identity)}`

async function findUser({ db, sharded }: Database, identity: OidcIdentity): Promise<IdentityUserRow | undefined> {
  const rows = await db.queryByKey(selectByIdentity(sharded ? shardedUserColumns : userColumns, identity))
  const [user] = sharded ? await loadMemberships(db, rows) : rows
  return user
}

const selectByIds = (columns: Sql, ids: string[]) =>
  sql<UserRow>`select ${columns} from users u where u.user_id in (${sql.list(ids)})`

export const findUserById = batchedLookup({
  select: (ids: string[]) => selectByIds(userColumns, ids),
  findSharded: async (db, ids) => loadMemberships(db, await db.queryByKey(selectByIds(shardedUserColumns, ids))),
  toKey: (id) => id,
  rowToKey: (row) => row.user_id,
})

/** Loads a user in the transaction that created them, who has no memberships yet. */
export const loadNewUser = async (trx: Db, userId: string) =>
  (await trx.queryRow(sql<UserRow>`
    select ${profileColumns}, null as memberships from users u where u.user_id = ${userId}`))!

/**
 * Returns the user of a verified identity, created on first sign-in. Throws `IdentityNotConnected` if an account has the
 * address, and 503 if no username is free.
 */
export async function findOrCreateUser(database: Database, identity: OidcIdentity, millis: number): Promise<UserRow> {
  let user = await findUser(database, identity)
  if (!user) {
    await database.transaction(async (trx) => {
      if (identity.email_verified && identity.email !== undefined) await lockAddress(trx, identity.email)
      await rejectIdentityOfAccount(trx, identity)
      await createUser(trx, identity, millis)
    })
    user = await findUser(database, identity)
  } else await refreshProfile(database.db, user, identity)
  if (!user) throw unavailable(accountProblemTexts.notCreated)
  return user
}

/** Creates a user with a permanent username. Concurrent first requests create one user. */
export async function createUser(db: Db, identity: OidcIdentity, millis: number): Promise<void> {
  const base = await deriveUsername(identity)
  if (identity.issuer !== PLACEHOLDER_ISSUER && (await adoptPlaceholder(db, identity, base))) return
  const now = new Date(millis).toISOString()
  for (let attempt = 1; attempt <= 20; attempt++) {
    // Random after ten attempts, so that a common name does not cost a statement for each user who has it.
    const number = attempt <= 10 ? attempt : randomInt(1000, 1_000_000_000)
    const username = nextUsername(base, number)
    const { email, email_key, email_verified, name, profile_at } = toProfileColumns(identity)
    const { issuer, subject } = identity
    const [inserted] = await db.query(sql<{ taken: boolean }>`
      with created as (
        insert into users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, name,
          profile_at, created_at, updated_at)
        values (${newUuid(millis)}, ${issuer}, ${subject}, ${username}, ${normalizeForSearch(username)}, ${email}, ${email_key},
          ${email_verified}, ${name}, ${profile_at}, ${now}, ${now})
        on conflict do nothing returning 1)
      select not exists (select 1 from created)
        and not exists (select 1 from users where issuer = ${issuer} and subject = ${subject}) as taken`)
    if (!inserted!.taken) return
  }
}

/** Issuer of users who stand for people of other systems. No identity provider has it, so they cannot sign in. */
export const PLACEHOLDER_ISSUER = 'urn:svc:placeholder'

export const toPlaceholderIdentity = (subject: string) => ({ issuer: PLACEHOLDER_ISSUER, subject })

/** Returns the user who stands for a person of another system, created the first time. */
export async function createPlaceholder(
  db: Db,
  subject: string,
  person: { username?: string | null; name?: string | null; email?: string | null },
  millis: number,
): Promise<{ user_id: string; username: string }> {
  const identity: OidcIdentity = {
    issuer: PLACEHOLDER_ISSUER,
    subject,
    email_verified: false,
    issued_at: Math.floor(millis / 1000),
    ...(person.username && { preferred_username: person.username }),
    ...(person.email && { email: person.email }),
    ...(person.name && { name: person.name }),
  }
  await createUser(db, identity, millis)
  const [user] = await db.query(sql<{ user_id: string; username: string }>`
    select user_id, username from users where issuer = ${PLACEHOLDER_ISSUER} and subject = ${subject}`)
  return user!
}

/**
 * Makes a placeholder with the verified address the user of a new identity. Returns whether there was one. Imports name
 * placeholders as they like, but not the user: unless the user would get the same name, a job merges them when they join.
 */
async function adoptPlaceholder(db: Db, identity: OidcIdentity, base: string): Promise<boolean> {
  if (!identity.email_verified || identity.email === undefined) return false
  const placeholders = await db.query(sql<{ user_id: string; email: string }>`
    select p.user_id, p.email from users p
    where p.issuer = ${PLACEHOLDER_ISSUER} and p.email_key in (${sql.list(listEmailKeys(identity.email))})
      and (p.username_key = ${normalizeForSearch(base)}
        or exists (select from user_organizations x where x.user_id = p.user_id))
    order by p.created_at, p.user_id`)
  const found = placeholders.find(({ email }) => isSameEmail(email, identity.email!))
  if (!found) return false
  const { email, email_key, name, profile_at } = toProfileColumns(identity)
  const { issuer, subject } = identity
  const adopted = await db.query(sql`
    update users set issuer = ${issuer}, subject = ${subject}, email = ${email}, email_key = ${email_key},
      email_verified = true, name = coalesce(${name}, name), profile_at = ${profile_at}, updated_at = now()
    where user_id = ${found.user_id} and issuer = ${PLACEHOLDER_ISSUER}
      and not exists (select from users o where o.issuer = ${issuer} and o.subject = ${subject})
    returning user_id`)
  return adopted.length > 0
}

const toProfileColumns = (identity: OidcIdentity) => ({
  email: identity.email ?? null,
  email_key: identity.email === undefined ? null : toEmailLookupKey(identity.email),
  email_verified: identity.email_verified,
  name: identity.name ?? null,
  profile_at: new Date(identity.issued_at * 1000).toISOString(),
})

type ClaimedEmail = Pick<OidcIdentity, 'email_verified'> & { email: string | null }

/** Returns the email of new claims; undefined if it is unchanged, as that which a token lacks. */
function findNewEmail(user: UserRow, claims: OidcIdentity): ClaimedEmail | undefined {
  const { email = null, email_verified, verification_unstated, complete } = claims
  const isSame = user.email === email
  if (isSame && (user.email_verified ?? false) === email_verified) return undefined
  const isUnstated = claims.email === undefined || (isSame && verification_unstated)
  return isUnstated && !complete ? undefined : { email, email_verified }
}

/**
 * Stores a changed email or name unless the profile comes from a newer token, or from an identity that the user was
 * connected with. The name of a user with an account is that of the account.
 */
async function refreshProfile(db: Db, user: IdentityUserRow, claims: OidcIdentity): Promise<void> {
  if (user.issuer !== claims.issuer) return
  const email = findNewEmail(user, claims)
  const name = user.has_account ? user.name : (claims.name ?? user.name)
  const isUnchanged = !email && user.name === name
  if (isUnchanged || Date.parse(user.profile_at ?? '') >= claims.issued_at * 1000) return
  const profile_at = new Date(claims.issued_at * 1000).toISOString()
  // Columns without a new value are not written, since they may have changed after the user was read.
  const emailColumns = email
    ? sql`email = ${email.email}, email_key = ${email.email === null ? null : toEmailLookupKey(email.email)},
      email_verified = ${email.email_verified},`
    : sql``
  const nameColumn =
    user.name === name
      ? sql``
      : sql`
      name = case when exists (select from accounts a where a.user_id = u.user_id) then u.name else ${name} end,`
  const [changed] = await db.query(sql<Pick<CallerPrincipal, 'email' | 'email_verified'>>`
    update users u set ${emailColumns}${nameColumn} profile_at = ${profile_at}, updated_at = now()
    where u.user_id = ${user.user_id} and u.issuer = ${claims.issuer}
      and (u.profile_at is null or u.profile_at < ${profile_at})
    returning u.email, u.email_verified`)
  if (changed) Object.assign(user, changed)
}

/** Reserved usernames: the alias of the caller, service accounts and filter values. */
const reservedNames = /^(me|__.*|sa-.*)$/i

const MAX_USERNAME_LENGTH = 64

/** Derives a username from the claims. Transliterates other scripts and cuts an email at the `@`. */
async function deriveUsername({ preferred_username, email, name }: OidcIdentity): Promise<string> {
  // Loaded lazily, since only new users need it.
  const { transliterate } = await import('transliteration')
  const candidates = [preferred_username?.split('@')[0], email?.split('@')[0], name].map((text = '') =>
    transliterate(text.normalize('NFC'))
      .replace(/['`’"]/g, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )
  const username = candidates.find((text) => /[A-Za-z0-9]/.test(text)) ?? 'user'
  return reservedNames.test(username) ? `u-${username}` : username
}

function nextUsername(base: string, attempt: number): string {
  const suffix = attempt === 1 ? '' : `-${attempt}`
  return base.slice(0, MAX_USERNAME_LENGTH - suffix.length) + suffix
}

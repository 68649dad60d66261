import { sql } from '../db/sql.ts'
import { randomInt } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { Caller, type Membership, type TokenGrant, type User } from '../kernel/caller.ts'
import type { Identity } from '../kernel/oidc/oidc.ts'
import { IdentityProviderUnavailable, SessionExpired, SessionInvalid } from '../kernel/oidc/oidc.ts'
import { tokenExpired, tokenInvalid, tokenRevoked, unauthorized, unavailable } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import { fold } from '../kernel/text.ts'
import { breachOf } from './token-policy.ts'
import { isToken, tokenHash } from './tokens.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { usernameFrom } from './usernames.ts'

/**
 * Who sends this `Authorization` header. `svc_…` is looked up among the access tokens (the checksum first, so that a
 * malformed one costs no query), anything else is a session JWT. Throws the 401 that says what is wrong.
 */
export async function authenticate(
  services: Services,
  header: string | undefined,
  millis: number,
): Promise<Caller> {
  if (header === undefined) throw unauthorized()
  const credential = /^Bearer +([^\s]+) *$/i.exec(header)?.[1]
  if (credential === undefined) throw unauthorized()
  return credential.startsWith('svc_')
    ? byToken(services, credential, millis)
    : bySession(services, credential, millis)
}

async function byToken(services: Services, token: string, millis: number): Promise<Caller> {
  if (!isToken(token)) throw tokenInvalid()
  const row = await services.findToken(tokenHash(token).toString('hex'))
  if (!row) throw tokenInvalid()
  if (row.revoked_at !== null && Date.parse(row.revoked_at) <= millis) throw tokenRevoked()
  if (row.member_deleted_at !== null || !row.is_active || row.org_deleted_at !== null) throw tokenInvalid()
  if (row.expires_at !== null && Date.parse(row.expires_at) <= millis) throw tokenExpired()
  services.activity.tokenUsed(row, millis)
  const user: User = {
    user_id: row.user_id,
    kind: row.user_kind,
    username: row.username,
    email: row.email,
    email_verified: row.email_verified,
  }
  const grant: TokenGrant = {
    token_id: row.token_id,
    org_id: row.org_id,
    kind: row.kind,
    grant_type: row.grant_type,
    scopes: row.scopes,
    project_ids: row.project_ids,
    expires_at: row.expires_at,
    client_id: row.client_id,
  }
  const membership = { org_id: row.org_id, org_name: row.org_name, role: row.role }
  return new Caller(user, [membership], grant, breachOf(row, row))
}

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

async function bySession(services: Services, jwt: string, millis: number): Promise<Caller> {
  const identity = await services.sessions.verify(jwt).catch((error: unknown) => {
    if (error instanceof SessionExpired) throw tokenExpired()
    if (error instanceof SessionInvalid) throw tokenInvalid()
    if (error instanceof IdentityProviderUnavailable)
      throw unavailable('The identity provider does not answer.')
    throw error
  })
  return personOf(services, identity, millis)
}

/** The person of a verified identity, made known on first sight, and where they are an active member now. */
export async function personOf(services: Services, identity: Identity, millis: number): Promise<Caller> {
  const { db } = services.database
  let [user] = await db.lookUp(findUser(identity))
  if (!user) {
    await createUser(db, identity, millis)
    ;[user] = await db.lookUp(findUser(identity))
  } else await refreshProfile(db, user, identity)
  if (!user) throw unavailable('The account could not be made; try again.')
  services.activity.personActive(user.user_id, millis)
  return new Caller(user, user.memberships ?? [], null)
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

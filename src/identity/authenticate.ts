import { randomInt } from 'node:crypto'
import { lookUp, query, type Db } from '../db/database.ts'
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
export const userColumns = `u.user_id, u.kind, u.username, u.email, u.email_verified, u.profile_at,
    (SELECT jsonb_agg(jsonb_build_object('org_id', m.org_id, 'org_name', o.name, 'role', m.role) ORDER BY o.name_key, o.org_id)
     FROM organization_members m JOIN organizations o ON o.org_id = m.org_id
     WHERE m.user_id = u.user_id AND m.deleted_at IS NULL AND m.is_active AND o.deleted_at IS NULL) AS memberships`

const findUser = `SELECT ${userColumns} FROM users u WHERE u.issuer = $1 AND u.subject = $2`

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
  const known = [identity.issuer, identity.subject]
  let [user] = await lookUp<UserRow>(db, findUser, known)
  if (!user) {
    await createUser(db, identity, millis)
    ;[user] = await lookUp<UserRow>(db, findUser, known)
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
    const made = await query<{ taken: boolean }>(
      db,
      `WITH made AS (
         INSERT INTO users (user_id, issuer, subject, username, username_key, email, email_key, email_verified, name,
           profile_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
         ON CONFLICT DO NOTHING RETURNING 1)
       SELECT NOT EXISTS (SELECT FROM made)
         AND NOT EXISTS (SELECT FROM users WHERE issuer = $2 AND subject = $3) AS taken`,
      [
        newUuid(millis),
        identity.issuer,
        identity.subject,
        username,
        fold(username),
        ...profile(identity),
        now,
      ],
    )
    if (!made[0]!.taken) return
  }
}

const profile = (identity: Identity) => [
  identity.email ?? null,
  identity.email === undefined ? null : fold(identity.email),
  identity.email_verified,
  identity.name ?? null,
  new Date(identity.issued_at * 1000).toISOString(),
]

/** Takes over a changed e-mail address, unless a token newer than this one already told the profile. */
async function refreshProfile(db: Db, user: UserRow, identity: Identity): Promise<void> {
  const same = user.email === (identity.email ?? null) && user.email_verified === identity.email_verified
  if (same || Date.parse(user.profile_at ?? '') >= identity.issued_at * 1000) return
  const changed = await query<Pick<User, 'email' | 'email_verified'>>(
    db,
    `UPDATE users SET email = $2, email_key = $3, email_verified = $4, name = $5, profile_at = $6, updated_at = now()
     WHERE user_id = $1 AND (profile_at IS NULL OR profile_at < $6) RETURNING email, email_verified`,
    [user.user_id, ...profile(identity)],
  )
  if (changed[0]) Object.assign(user, changed[0])
}

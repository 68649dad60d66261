import type { Config } from '../kernel/config/config.ts'
import type { Database } from '../db/database.ts'
import type { Audience } from '../kernel/audience.ts'
import { Caller, type SignedIn, type TokenGrant, type User } from '../kernel/caller.ts'
import {
  IdentityProviderUnavailable,
  SessionExpired,
  SessionInvalid,
  type Identity,
  type Verifier,
} from '../kernel/oidc/oidc.ts'
import {
  signInEnded,
  tokenExpired,
  tokenForElsewhere,
  tokenInvalid,
  tokenRevoked,
} from '../kernel/credential-problems.ts'
import { unauthorized, unavailable } from '../kernel/problem.ts'
import type { IdentityPort } from '../kernel/services/identity.ts'
import { createActivity, type Activity } from './activity.ts'
import { endOfSignIn, findSignIn, findSignInById, secretHash, type SignInFound } from './browser-sessions.ts'
import { findOrCreate, findPerson } from './people.ts'
import { audiencesOf, findToken, findTokenById, isRevoked, type TokenFound } from './token-lookup.ts'
import { breachOf } from './token-policy.ts'
import { isToken, tokenHash } from './tokens.ts'

interface TokenRequest {
  millis: number
  audience: Audience
  onToken: ((hash: string) => void) | undefined
}

/** Authenticates callers by access tokens, session tokens and browser sessions. */
export function createIdentity(
  config: Pick<Config, 'signIns'>,
  database: Database,
  sessions: Verifier,
): IdentityPort {
  const activity = createActivity(database)

  async function authenticateToken(
    token: string,
    { millis, audience, onToken }: TokenRequest,
  ): Promise<Caller> {
    // Verifies the checksum first, so that a mistyped token costs no query.
    if (!isToken(token)) throw tokenInvalid()
    const hash = tokenHash(token).toString('hex')
    const found = findToken(database, hash)
    onToken?.(hash)
    const row = await found
    const caller = toTokenCaller(row, millis, audience)
    activity.tokenUsed(row!, millis)
    return caller
  }

  async function authenticateUser(identity: Identity, millis: number): Promise<Caller> {
    const user = await findOrCreate(database, identity, millis)
    activity.personActive(user.user_id, millis)
    const until = identity.expires_at === undefined ? Infinity : identity.expires_at * 1000
    return new Caller(user, user.memberships ?? [], null, null, until)
  }

  return {
    async callerOf(authorization, millis, audience, onToken) {
      const credential = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
      if (credential === undefined) throw unauthorized()
      if (credential.startsWith('svc_')) return authenticateToken(credential, { millis, audience, onToken })
      // Session tokens are for users of the API and have no scopes, so they are rejected at the MCP server.
      if (audience !== 'api') throw tokenForElsewhere()
      return authenticateUser(await verifySessionToken(sessions, credential), millis)
    },
    signedIn: (secret, millis) => authenticateSession({ config, database, activity }, secret, millis),
    standing: (caller, millis) => reauthenticate(config, database, caller, millis),
    personOf: authenticateUser,
    flush: () => activity.flush(),
  }
}

/** Authenticates a caller again, with their current permissions. */
async function reauthenticate(
  config: Pick<Config, 'signIns'>,
  database: Database,
  { user, token, until, browser }: Caller,
  millis: number,
): Promise<Caller> {
  if (browser) return reauthenticateSession({ config, database }, browser, millis)
  if (token) return toTokenCaller(await findTokenById(database, token), millis)
  if (until <= millis) throw tokenExpired()
  const person = await findPerson(database, user.user_id)
  if (!person) throw tokenInvalid()
  return new Caller(person, person.memberships ?? [], null, null, until)
}

/**
 * Returns the caller of a token with current permissions. Throws 401 for an invalid token or one for another audience.
 */
function toTokenCaller(row: TokenFound | undefined, millis: number, audience?: Audience): Caller {
  if (!row) throw tokenInvalid()
  if (isRevoked(row, millis)) throw tokenRevoked()
  if (row.member_deleted_at !== null || !row.is_active || row.org_deleted_at !== null) throw tokenInvalid()
  if (row.expires_at !== null && Date.parse(row.expires_at) <= millis) throw tokenExpired()
  if (audience && !audiencesOf(row).includes(audience)) throw tokenForElsewhere()
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
  const until = row.expires_at === null ? Infinity : Date.parse(row.expires_at)
  return new Caller(user, [membership], grant, breachOf(row, row), until)
}

/** Verifies a session token. Throws 401, or 503 while the keys of the identity provider are unavailable. */
function verifySessionToken(sessions: Verifier, jwt: string): Promise<Identity> {
  return sessions.verify(jwt).catch((error: unknown) => {
    if (error instanceof SessionExpired) throw tokenExpired()
    if (error instanceof SessionInvalid) throw tokenInvalid()
    if (error instanceof IdentityProviderUnavailable)
      throw unavailable('The identity provider is unavailable. Retry later.')
    throw error
  })
}

interface SessionDependencies {
  config: Pick<Config, 'signIns'>
  database: Database
}

/** Authenticates a browser session and records its use. Throws 401. */
async function authenticateSession(
  { activity, ...deps }: SessionDependencies & { activity: Activity },
  secret: string,
  millis: number,
): Promise<Caller> {
  const row = await findSignIn(deps.database, secretHash(secret))
  const caller = toSessionCaller(deps, row, millis)
  activity.signInSeen(row!.session_id, millis)
  activity.personActive(row!.user_id, millis)
  return caller
}

/** Authenticates a browser session again, without a reset of its idle timeout. */
const reauthenticateSession = async (
  deps: SessionDependencies,
  { session_id }: SignedIn,
  millis: number,
): Promise<Caller> => toSessionCaller(deps, await findSignInById(deps.database, session_id), millis)

/** Returns the caller of a browser session. Throws 401 if it has ended. */
function toSessionCaller(
  { config }: SessionDependencies,
  row: SignInFound | undefined,
  millis: number,
): Caller {
  const until = row ? endOfSignIn(config, row) : 0
  if (!row || until <= millis) throw signInEnded()
  const { session_id, authenticated_at, memberships } = row
  const user: User = {
    user_id: row.user_id,
    kind: row.kind,
    username: row.username,
    email: row.email,
    email_verified: row.email_verified,
  }
  const authenticated = authenticated_at === null ? null : Date.parse(authenticated_at)
  return new Caller(user, memberships ?? [], null, null, until, { session_id, authenticated })
}

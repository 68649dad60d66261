import type { Config } from '../core/config/config.ts'
import type { Database } from '../db/database.ts'
import type { TokenAudience } from '../core/audience.ts'
import { Caller, type SessionGrant, type TokenGrant, type CallerPrincipal } from '../core/caller.ts'
import {
  IdentityProviderUnavailable,
  SessionExpired,
  InvalidSessionToken,
  type OidcIdentity,
  type SessionTokenVerifier,
} from './oidc/session-token.ts'
import {
  browserSessionEnded,
  tokenExpired,
  tokenForOtherAudience,
  tokenInvalid,
  tokenRevoked,
} from '../http/credential-errors.ts'
import { unauthorized, unavailable } from '../core/errors.ts'
import type { IdentityPort } from '../core/identity-port.ts'
import { createActivityRecorder, type ActivityRecorder } from './activity.ts'
import {
  getSessionExpiry,
  findSessionBySecretHash,
  findSessionById,
  hashSessionSecret,
  type BrowserSessionRow,
} from './browser-sessions.ts'
import { findOrCreateUser, findUserById } from './users.ts'
import {
  getTokenAudiences,
  findTokenByHash,
  findTokenById,
  isTokenRevoked,
  type AccessTokenRow,
} from './token-lookup.ts'
import { findTokenPolicyViolation } from './token-policy.ts'
import { isAccessToken, hashAccessToken } from './token-format.ts'

interface TokenRequest {
  millis: number
  audience: TokenAudience
  onToken: ((hash: string) => void) | undefined
}

export function createAuthenticator(
  config: Pick<Config, 'sessionLimits'>,
  database: Database,
  sessions: SessionTokenVerifier,
): IdentityPort {
  const activity = createActivityRecorder(database)

  async function authenticateToken(token: string, { millis, audience, onToken }: TokenRequest): Promise<Caller> {
    // Verifies the checksum first, so that a mistyped token costs no query.
    if (!isAccessToken(token)) throw tokenInvalid()
    const hash = hashAccessToken(token).toString('hex')
    const found = findTokenByHash(database, hash)
    onToken?.(hash)
    const row = await found
    const caller = toTokenCaller(row, millis, audience)
    activity.recordTokenUse(row!, millis)
    return caller
  }

  async function authenticateUser(identity: OidcIdentity, millis: number): Promise<Caller> {
    const user = await findOrCreateUser(database, identity, millis)
    activity.recordUserActivity(user.user_id, millis)
    const until = identity.expires_at === undefined ? Infinity : identity.expires_at * 1000
    return new Caller(user, user.memberships ?? [], null, null, until)
  }

  return {
    async authenticate(authorization, millis, audience, onToken) {
      const credential = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
      if (credential === undefined) throw unauthorized()
      if (credential.startsWith('svc_')) return authenticateToken(credential, { millis, audience, onToken })
      // Session tokens are for users of the API and have no scopes, so they are rejected at the MCP server.
      if (audience !== 'api') throw tokenForOtherAudience()
      return authenticateUser(await verifySessionToken(sessions, credential), millis)
    },
    authenticateSession: (secret, millis) => authenticateSession({ config, database, activity }, secret, millis),
    reloadCaller: (caller, millis) => reauthenticate(config, database, caller, millis),
    findOrCreateUser: authenticateUser,
    flushActivity: () => activity.flush(),
  }
}

async function reauthenticate(
  config: Pick<Config, 'sessionLimits'>,
  database: Database,
  { user, token, expiresAtMillis, browser }: Caller,
  millis: number,
): Promise<Caller> {
  if (browser) return reauthenticateSession({ config, database }, browser, millis)
  if (token) return toTokenCaller(await findTokenById(database, token), millis)
  if (expiresAtMillis <= millis) throw tokenExpired()
  const person = await findUserById(database, user.user_id)
  if (!person) throw tokenInvalid()
  return new Caller(person, person.memberships ?? [], null, null, expiresAtMillis)
}

/** Returns the caller of a token. Throws 401 for an invalid token or one for another audience. */
function toTokenCaller(row: AccessTokenRow | undefined, millis: number, audience?: TokenAudience): Caller {
  if (!row) throw tokenInvalid()
  if (isTokenRevoked(row, millis)) throw tokenRevoked()
  if (row.member_deleted_at !== null || !row.is_active || row.org_deleted_at !== null) throw tokenInvalid()
  if (row.expires_at !== null && Date.parse(row.expires_at) <= millis) throw tokenExpired()
  if (audience && !getTokenAudiences(row).includes(audience)) throw tokenForOtherAudience()
  const user: CallerPrincipal = {
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
  return new Caller(user, [membership], grant, findTokenPolicyViolation(row, row), until)
}

/** Verifies a session token. Throws 401, or 503 while the keys of the identity provider are unavailable. */
function verifySessionToken(sessions: SessionTokenVerifier, jwt: string): Promise<OidcIdentity> {
  return sessions.verify(jwt).catch((error: unknown) => {
    if (error instanceof SessionExpired) throw tokenExpired()
    if (error instanceof InvalidSessionToken) throw tokenInvalid()
    if (error instanceof IdentityProviderUnavailable)
      throw unavailable('The identity provider is unavailable. Retry later.')
    throw error
  })
}

interface SessionDependencies {
  config: Pick<Config, 'sessionLimits'>
  database: Database
}

async function authenticateSession(
  { activity, ...deps }: SessionDependencies & { activity: ActivityRecorder },
  secret: string,
  millis: number,
): Promise<Caller> {
  const row = await findSessionBySecretHash(deps.database, hashSessionSecret(secret))
  const caller = toSessionCaller(deps, row, millis)
  activity.recordSessionUse(row!.session_id, millis)
  activity.recordUserActivity(row!.user_id, millis)
  return caller
}

/** Authenticates a browser session again, without a reset of its idle timeout. */
const reauthenticateSession = async (
  deps: SessionDependencies,
  { session_id }: SessionGrant,
  millis: number,
): Promise<Caller> => toSessionCaller(deps, await findSessionById(deps.database, session_id), millis)

function toSessionCaller({ config }: SessionDependencies, row: BrowserSessionRow | undefined, millis: number): Caller {
  const until = row ? getSessionExpiry(config, row) : 0
  if (!row || until <= millis) throw browserSessionEnded()
  const { session_id, authenticated_at, memberships } = row
  const user: CallerPrincipal = {
    user_id: row.user_id,
    kind: row.kind,
    username: row.username,
    email: row.email,
    email_verified: row.email_verified,
  }
  const authenticated = authenticated_at === null ? null : Date.parse(authenticated_at)
  const lockedOrgIds = row.locked_org_ids ?? []
  return new Caller(user, memberships ?? [], null, null, until, {
    session_id,
    loginMillis: authenticated,
    lockedOrgIds,
  })
}

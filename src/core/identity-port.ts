import type { Audience } from './audience.ts'
import type { Caller } from './caller.ts'
import type { OidcIdentity } from '../auth/oidc/session-token.ts'

/** Authentication, implemented by src/auth and injected on startup. */
export interface IdentityPort {
  /**
   * Authenticates an `Authorization` header with current permissions, and records the activity at `millis`.
   * Throws 401 for an invalid credential, 503 without the identity provider's keys.
   *
   * Marks a token that violates its organization's policy. Accepts app tokens for their audiences, and no
   * session at the MCP server. Calls `onToken` with the SHA-256 of an access token while it is looked up.
   */
  authenticate(
    authorization: string | undefined,
    millis: number,
    audience: Audience,
    onToken?: (tokenHash: string) => void,
  ): Promise<Caller>
  /**
   * Authenticates the secret of a session cookie with current permissions, and records the activity. Throws
   * 401 if the session has ended.
   */
  authenticateSession(secret: string, millis: number): Promise<Caller>
  /**
   * Reloads the permissions of a caller during a streaming response; concurrent calls are batched. Throws the
   * 401 that the credential would now receive.
   */
  reloadCaller(caller: Caller, millis: number): Promise<Caller>
  findOrCreateUser(identity: OidcIdentity, millis: number): Promise<Caller>
  /** Stores recorded activity; what fails is retried with the next call. */
  flushActivity(): Promise<void>
}

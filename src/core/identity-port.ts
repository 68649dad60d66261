import type { TokenAudience } from './audience.ts'
import type { Caller } from './caller.ts'
import type { OidcIdentity } from '../auth/oidc/session-token.ts'

/** Authentication, implemented by src/auth and injected on startup. */
export interface IdentityPort {
  /** Throws 401, or 503 without the provider's keys. `onToken` receives the SHA-256 while it is looked up. */
  authenticate(
    authorization: string | undefined,
    millis: number,
    audience: TokenAudience,
    onToken?: (tokenHash: string) => void,
  ): Promise<Caller>
  /** Throws 401 if the session has ended. */
  authenticateSession(secret: string, millis: number): Promise<Caller>
  /** Reloads permissions during a streaming response. Throws the 401 that the credential would now receive. */
  reloadCaller(caller: Caller, millis: number): Promise<Caller>
  findOrCreateUser(identity: OidcIdentity, millis: number): Promise<Caller>
  /** Stores recorded activity; what fails is retried with the next call. */
  flushActivity(): Promise<void>
}

import type { Audience } from '../audience.ts'
import type { Caller } from '../caller.ts'
import type { Identity } from '../oidc/oidc.ts'

/**
 * Who asks. The kernel knows nothing of how people, members, tokens and connections are stored: src/identity does, and
 * is put in here when the services are made.
 */
export interface IdentityPort {
  /**
   * Who sends this `Authorization` header (RFC 6750 section 2.1), with the rights as they are now, and notes that they
   * did. `millis`: the time of the request, since the epoch. Throws the 401 that says what is wrong with the credential,
   * or 503 while the identity provider's keys cannot be had. That a token breaks its organization's policy is no reason
   * to throw: the caller tells of it. A token of an app is taken at the audiences it was given for; at the MCP server no
   * session is. `onToken` is called with the SHA-256 of an access token, in hex, when it is about to be looked up.
   */
  callerOf(
    authorization: string | undefined,
    millis: number,
    audience: Audience,
    onToken?: (tokenHash: string) => void,
  ): Promise<Caller>
  /**
   * Who is signed in in the browser whose cookie holds this secret, with the rights as they are now, and notes that they
   * were here. It reaches what a session token of theirs would. Throws 401 when the sign-in has ended.
   */
  signedIn(secret: string, millis: number): Promise<Caller>
  /**
   * The same caller with the rights as they are now, for an answer that goes on. What is asked at once is looked up
   * together. Throws the 401 that the credential would get now.
   */
  standing(caller: Caller, millis: number): Promise<Caller>
  /** The person that the identity provider vouches for, made known on first sight. */
  personOf(identity: Identity, millis: number): Promise<Caller>
  /** Writes down the uses noted since the last time; what cannot be written is kept for the next. */
  flush(): Promise<void>
}

import {
  beginSignIn,
  discover,
  finishSignIn,
  sessionTokenOf,
  type Registration,
} from '../kernel/oidc/sign-in.ts'

/** Brings the person to `authorizationUrl` and gives the address they were sent back to. */
export type Visit = (authorizationUrl: URL) => Promise<URL>

/** Signs in at the identity provider as a native app (RFC 8252); gives the session token. Throws what went wrong. */
export async function signIn(identity: Registration, redirectUri: string, visit: Visit): Promise<string> {
  const provider = await discover(identity)
  const { url, pending } = await beginSignIn(provider, redirectUri)
  const session = sessionTokenOf(identity, await finishSignIn(provider, pending, await visit(url)))
  if (session) return session
  const { issuer, audience } = identity
  throw new Error(`${issuer} gave no JWT for the audience ${audience}; see OIDC_AUDIENCE`)
}

import {
  beginSignIn,
  discover,
  finishSignIn,
  sessionTokenOf,
  type Registration,
} from '../kernel/oidc/sign-in.ts'

/** Opens `authorizationUrl` in a browser and returns the URL that it was redirected to. */
export type Visit = (authorizationUrl: URL) => Promise<URL>

export async function signIn(identity: Registration, redirectUri: string, visit: Visit): Promise<string> {
  const provider = await discover(identity)
  const { url, pending } = await beginSignIn(provider, redirectUri)
  const session = sessionTokenOf(identity, await finishSignIn(provider, pending, await visit(url)))
  if (session) return session
  const { issuer, audience } = identity
  throw new Error(`${issuer} issued no JWT for the audience ${audience}: check OIDC_AUDIENCE`)
}

import {
  buildSignInUrl,
  discoverProvider,
  exchangeCode,
  findSessionToken,
  type ProviderRegistration,
} from '../../auth/oidc/sign-in.ts'

export type VisitUrl = (authorizationUrl: URL) => Promise<URL>

export async function signInAsNativeApp(
  identity: ProviderRegistration,
  redirectUri: string,
  visit: VisitUrl,
): Promise<string> {
  const provider = await discoverProvider(identity)
  const { url, pending } = await buildSignInUrl(provider, redirectUri)
  const session = findSessionToken(identity, await exchangeCode(provider, pending, await visit(url)))
  if (session) return session
  const { issuer, audience } = identity
  throw new Error(`${issuer} issued no JWT for the audience ${audience}: check OIDC_AUDIENCE`)
}

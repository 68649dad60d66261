import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import type { IdentityConfig } from '../kernel/config.ts'

/** Brings the person to `authorizationUrl` and gives the address they were sent back to. */
export type Visit = (authorizationUrl: URL) => Promise<URL>

/**
 * Signs in at the identity provider as a native app: code flow with PKCE, state and nonce (RFC 6749, 7636,
 * 8252), whose answer is checked (RFC 9207 too). Gives the session token: the access token when it is a JWT
 * for our audience, else the ID token when that is. Throws what went wrong otherwise.
 */
export async function signIn(
  identity: Omit<IdentityConfig, 'development'>,
  redirectUri: string,
  visit: Visit,
): Promise<string> {
  const { issuer, clientId, clientSecret, audience } = identity
  const authentication = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None()
  const execute = issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : []
  const provider = await oidc.discovery(new URL(issuer), clientId, undefined, authentication, { execute })
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const returned = await visit(
    oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }),
  )
  const tokens = await oidc.authorizationCodeGrant(provider, returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const session = [tokens.access_token, tokens.id_token].find((token) => isFor(audience, token))
  if (session) return session
  throw new Error(`${issuer} gave no JWT for the audience ${audience}; see OIDC_AUDIENCE`)
}

function isFor(audience: string, token: string | undefined): boolean {
  try {
    return [decodeJwt(token ?? '').aud].flat().includes(audience)
  } catch {
    return false
  }
}

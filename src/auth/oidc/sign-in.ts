import { decodeJwt, type JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import { IdentityProviderUnavailable } from './keys.ts'
import type { IdentityConfig } from '../../core/config/config.ts'

export type ProviderRegistration = Omit<IdentityConfig, 'development' | 'trustEmail'>
export type IdentityProvider = oidc.Configuration
export type ProviderTokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

export interface PendingProviderSignIn {
  verifier: string
  state: string
  nonce: string
}

export type IDToken = oidc.IDToken

const TIMEOUT_SECONDS = 5

export function discoverProvider({ issuer, clientId, clientSecret }: ProviderRegistration): Promise<IdentityProvider> {
  const authentication = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None()
  const execute = issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
}

/** Builds the URL: code flow with PKCE, state, nonce (RFC 6749, 7636); `seconds` is the maximum age of a login. */
export async function buildSignInUrl(
  provider: IdentityProvider,
  redirectUri: string,
  { again = false, seconds }: { again?: boolean; seconds?: number } = {},
): Promise<{ url: URL; pending: PendingProviderSignIn }> {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(again && { prompt: 'login' }),
    ...(seconds !== undefined && { max_age: String(seconds) }),
  })
  return { url, pending: { verifier, state, nonce } }
}

/** Exchanges the code of the callback URL for tokens (RFC 9207 is checked too). */
export const exchangeCode = (
  provider: IdentityProvider,
  pending: PendingProviderSignIn,
  returned: URL,
): Promise<ProviderTokens> =>
  oidc
    .authorizationCodeGrant(provider, returned, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    .catch((cause: Error & { code?: string }) => {
      // Errors of fetch without a response, and timeouts of the library.
      if (cause instanceof TypeError || cause.code === 'OAUTH_TIMEOUT')
        throw new IdentityProviderUnavailable(cause.message, { cause })
      throw cause
    })

/** Returns the provider's logout URL (OpenID Connect RP-Initiated Logout 1.0); undefined if it has none. */
export const buildSignOutUrl = (provider: IdentityProvider, idToken: string, home: string): string | undefined =>
  provider.serverMetadata().end_session_endpoint === undefined
    ? undefined
    : oidc.buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri: home }).href

interface Claims {
  sources: JWTPayload[]
  complete: boolean
  failure?: unknown
}

/** Collects claims of both tokens and, if any are missing, of userinfo (OpenID Connect Core 1.0, section 5.3). */
export async function collectClaims(
  provider: IdentityProvider,
  sessionToken: string | undefined,
  tokens: ProviderTokens,
): Promise<Claims> {
  const idToken: JWTPayload = tokens.claims() ?? {}
  const session = sessionToken === undefined ? idToken : decodeJwt(sessionToken)
  const sources = [session, idToken].filter(({ sub }) => sub === session.sub)
  const hasClaim = (name: string) => sources.some((source) => source[name] !== undefined)
  const isSufficient = ['preferred_username', 'name', 'email', 'email_verified'].every(hasClaim)
  if (isSufficient || !provider.serverMetadata().userinfo_endpoint) return { sources, complete: true }
  // The endpoint returns claims about the subject of the ID token.
  if (!session.sub || idToken.sub !== session.sub) return { sources, complete: false }
  return oidc.fetchUserInfo(provider, tokens.access_token, session.sub).then(
    (userinfo) => ({ sources: [...sources, userinfo as JWTPayload], complete: true }),
    (failure: unknown) => ({ sources, complete: false, failure }),
  )
}

/** Returns the session token: the access token if it is a JWT for our audience, else the ID token if it is. */
export const findSessionToken = ({ audience }: ProviderRegistration, tokens: ProviderTokens): string | undefined =>
  [tokens.access_token, tokens.id_token].find((token) => hasAudience(audience, token))

function hasAudience(audience: string, token: string | undefined): boolean {
  try {
    return [decodeJwt(token ?? '').aud].flat().includes(audience)
  } catch {
    return false
  }
}

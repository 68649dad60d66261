import { decodeJwt, type JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import { IdentityProviderUnavailable } from './keys.ts'
import type { IdentityConfig } from '../config/config.ts'

/** Our registration at the identity provider. */
export type Registration = Omit<IdentityConfig, 'development' | 'trustEmail'>
/** What was read of the provider's metadata. */
export type IdentityProvider = oidc.Configuration
/** What the provider's token endpoint gave for a code. */
export type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** What has to be known again when the person comes back; a secret of whoever was sent away. */
export interface Pending {
  verifier: string
  state: string
  nonce: string
}

/** What it says of the person, and of how they signed in. */
export type IDToken = oidc.IDToken

/** Seconds any request to the provider may take. */
const timeout = 5

/** Reads the provider's metadata (OpenID Connect Discovery 1.0). */
export function discover({ issuer, clientId, clientSecret }: Registration): Promise<IdentityProvider> {
  const authentication = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None()
  const execute = issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(new URL(issuer), clientId, undefined, authentication, { execute, timeout })
}

/**
 * Where to send a person to sign in: code flow with PKCE, state and nonce (RFC 6749, 7636). `again` asks the provider
 * not to take the person for signed in already, `seconds` not to do so if that was longer ago.
 */
export async function beginSignIn(
  provider: IdentityProvider,
  redirectUri: string,
  { again = false, seconds }: { again?: boolean; seconds?: number } = {},
): Promise<{ url: URL; pending: Pending }> {
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

/**
 * The tokens for the address a person came back to; its answer is checked (RFC 9207 too). Throws what is wrong with it, or
 * `IdentityProviderUnavailable`.
 */
export const finishSignIn = (provider: IdentityProvider, pending: Pending, returned: URL): Promise<Tokens> =>
  oidc
    .authorizationCodeGrant(provider, returned, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    .catch((cause: Error & { code?: string }) => {
      // What fetch throws when there is no answer, and what the library makes of one that takes too long.
      if (cause instanceof TypeError || cause.code === 'OAUTH_TIMEOUT')
        throw new IdentityProviderUnavailable(cause.message, { cause })
      throw cause
    })

/**
 * Where a person signs out at the provider, to come back to `home` (OpenID Connect RP-Initiated Logout 1.0); undefined where
 * it has no such place.
 */
export const signOutAddress = (
  provider: IdentityProvider,
  idToken: string,
  home: string,
): string | undefined =>
  provider.serverMetadata().end_session_endpoint === undefined
    ? undefined
    : oidc.buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri: home }).href

/** Claim sources of one subject, in order of precedence. */
interface Claims {
  sources: JWTPayload[]
  /** True if every source of the provider was read. */
  complete: boolean
  /** Error of the userinfo endpoint. */
  failure?: unknown
}

/**
 * Collects the claims of the verified session token, the ID token and, if any are missing there, the userinfo endpoint
 * (OpenID Connect Core 1.0, section 5.3).
 */
export async function collectClaims(
  provider: IdentityProvider,
  sessionToken: string | undefined,
  tokens: Tokens,
): Promise<Claims> {
  const idToken: JWTPayload = tokens.claims() ?? {}
  const session = sessionToken === undefined ? idToken : decodeJwt(sessionToken)
  const sources = [session, idToken].filter(({ sub }) => sub === session.sub)
  const has = (name: string) => sources.some((source) => source[name] !== undefined)
  const enough = ['preferred_username', 'email', 'email_verified'].every(has)
  if (enough || !provider.serverMetadata().userinfo_endpoint) return { sources, complete: true }
  // The endpoint returns claims about the subject of the ID token.
  if (!session.sub || idToken.sub !== session.sub) return { sources, complete: false }
  return oidc.fetchUserInfo(provider, tokens.access_token, session.sub).then(
    (userinfo) => ({ sources: [...sources, userinfo as JWTPayload], complete: true }),
    (failure: unknown) => ({ sources, complete: false, failure }),
  )
}

/** The session token among them: the access token when it is a JWT for our audience, else the ID token when that is. */
export const sessionTokenOf = ({ audience }: Registration, tokens: Tokens): string | undefined =>
  [tokens.access_token, tokens.id_token].find((token) => isFor(audience, token))

function isFor(audience: string, token: string | undefined): boolean {
  try {
    return [decodeJwt(token ?? '').aud].flat().includes(audience)
  } catch {
    return false
  }
}

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildCookieName, parseCookies, setCookie } from '../../http/cookies.ts'
import { parseClaim, parseIdentity, type OidcIdentity } from '../../auth/oidc/session-token.ts'
import { unavailable } from '../../core/errors.ts'
import type { IdentityProvider, IDToken, ProviderTokens } from '../../auth/oidc/sign-in.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { recordRequestSignIn } from '../consent/interactions.ts'
import { getMaxSessionMs, exceedsProviderLimit } from './session-lifetime.ts'
import { connectOwn, findCallerOrConnect } from './connected-identity.ts'
import { startBrowserSession, type ProviderSession } from './sessions.ts'
import { problemTexts } from '../messages/problems.ts'

const CALLBACK_PATH = '/oauth/login/callback'
const PENDING_SECONDS = 10 * 60
const DISCOVERY_TTL_MS = 10 * 60_000
const SEAL_PURPOSE = 'oauth-sign-in'
const COOKIE_PREFIX = 'svc_sign_in_'
const MAX_PENDING = 8

/** Pending sign-in, stored encrypted in a cookie until the callback. */
interface PendingSignIn {
  verifier: string
  state: string
  nonce: string
  /** Authorization request that requires the sign-in. */
  uid?: string
  path: string
  /** Id of the signed-in user who connects an identity. */
  connectUser?: string
  again: boolean
  until: number
}

const loadClient = () => import('../../auth/oidc/sign-in.ts')

/** Creates a cached discovery of the identity provider, refreshed every ten minutes. */
function createDiscovery(services: Dependencies) {
  let cached: { provider: Promise<IdentityProvider>; until: number } | undefined

  return async function getProvider(): Promise<IdentityProvider> {
    if (cached && cached.until > performance.now()) return cached.provider
    const { discoverProvider } = await loadClient()
    const provider = discoverProvider(services.config.oidc).catch((error: unknown) => {
      cached = undefined
      services.log('warn', 'the identity provider is unavailable', { error: String(error) })
      throw unavailable(problemTexts.providerUnavailable)
    })
    void provider.then((metadata) => warnAboutLifetime(services, metadata)).catch(() => {})
    cached = { provider, until: performance.now() + DISCOVERY_TTL_MS }
    return provider
  }
}

function warnAboutLifetime({ config, log }: Dependencies, provider: IdentityProvider): void {
  if (!exceedsProviderLimit(config, provider.serverMetadata())) return
  const reason = 'the identity provider does not send logout notifications (backchannel_logout_supported)'
  log('warn', `sessions end after 24 hours regardless of SESSION_MAX_HOURS, because ${reason}`)
}

type SignInTarget = Pick<PendingSignIn, 'uid' | 'path' | 'connectUser'>

export function createProviderSignIn(services: Dependencies) {
  const getProvider = createDiscovery(services)

  return {
    async begin(reply: FastifyReply, target: SignInTarget, again: boolean): Promise<void> {
      const { buildSignInUrl } = await loadClient()
      const redirectUri = `${services.config.baseUrl}${CALLBACK_PATH}`
      const provider = await getProvider()
      // With `max_age`, the provider must return `auth_time` (OpenID Connect Core 1.0, section 2).
      const seconds = getMaxSessionMs(services.config, provider.serverMetadata()) / 1000
      const { url, pending } = await buildSignInUrl(provider, redirectUri, { again, seconds })
      const until = services.clock() + PENDING_SECONDS * 1000
      const signIn: PendingSignIn = { ...pending, ...target, again, until }
      removeOldestPending(services, reply)
      const name = toCookieName(services, pending.state)
      const encrypted = services.keyring.encrypt(SEAL_PURPOSE, name, JSON.stringify(signIn))
      setCookie(services.config, reply, name, encrypted, { path: '/', seconds: PENDING_SECONDS })
      await reply.redirect(url.href, 303)
    },

    /** Handles the callback and creates the session. Returns the path to redirect to. */
    async finish(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
      const returned = new URL(request.url, services.config.baseUrl)
      const name = toCookieName(services, returned.searchParams.get('state') ?? '')
      const pending = openPending(services, name, parseCookies(request).get(name))
      if (!pending) return undefined
      setCookie(services.config, reply, name, '', { path: '/', seconds: 0 })
      const { exchangeCode } = await loadClient()
      const provider = await getProvider()
      const tokens = await exchangeCode(provider, pending, returned)
      const identity = await loadIdentity(services, provider, tokens)
      if (pending.connectUser !== undefined) return connectOwn(services, request, identity, pending)
      const caller = await findCallerOrConnect(services, reply, identity, pending)
      if (typeof caller === 'string') return caller
      await startBrowserSession(services, request, reply, caller, {
        ...toProof(services, tokens, pending),
        maxLifetimeMs: getMaxSessionMs(services.config, provider.serverMetadata()),
      })
      if (pending.uid) await recordRequestSignIn(services.database.db, pending.uid, caller.user.user_id)
      return pending.path
    },

    wayOut: (idToken: string | undefined) => getSignOutUrl(services, getProvider, idToken),
  }
}

/** Returns the URL to redirect to after a sign-out: the logout page of the provider, if it has one. */
async function getSignOutUrl(
  services: Dependencies,
  getProvider: () => Promise<IdentityProvider>,
  idToken: string | undefined,
): Promise<string> {
  const home = `${services.config.baseUrl}/`
  if (idToken === undefined) return home
  const { buildSignOutUrl } = await loadClient()
  // The local session has already ended, even if the provider is unavailable.
  const provider = await getProvider().catch(() => undefined)
  return (provider && buildSignOutUrl(provider, idToken, home)) ?? home
}

/** Returns the identity of the session token, or of the ID token without one, with the provider's other claims. */
async function loadIdentity(
  services: Dependencies,
  provider: IdentityProvider,
  tokens: ProviderTokens,
): Promise<OidcIdentity> {
  const { collectClaims, findSessionToken } = await loadClient()
  const { oidc } = services.config
  const token = findSessionToken(oidc, tokens)
  if (token) await services.sessions.verify(token)
  const { sources, complete, failure } = await collectClaims(provider, token, tokens)
  if (failure !== undefined)
    services.log('warn', 'the userinfo endpoint of the identity provider failed', { error: String(failure) })
  const identity = parseIdentity(oidc, sources, services.clock())
  return { ...identity, ...(complete && { complete }) }
}

/**
 * Extracts the session properties from the ID token. Without `auth_time`, a forced login counts as authentication now.
 */
function toProof(
  { clock }: Dependencies,
  tokens: ProviderTokens,
  { again }: PendingSignIn,
): Omit<ProviderSession, 'maxLifetimeMs'> {
  const { auth_time: authTime, sid, sub } = tokens.claims() ?? ({} as Partial<IDToken>)
  const authenticated = typeof authTime === 'number' ? Math.min(authTime * 1000, clock()) : again ? clock() : null
  return { authenticated, idToken: tokens.id_token, sid: parseClaim(sid, 255), sub: parseClaim(sub, 255) }
}

/** Returns the cookie name of a pending sign-in. Each has its own, so that tabs do not interfere. */
const toCookieName = ({ config }: Dependencies, state: string): string =>
  buildCookieName(config, `${COOKIE_PREFIX}${hash('sha256', state, 'hex').slice(0, 16)}`)

/**
 * Removes the oldest cookies of unfinished sign-ins, since every request sends them. Browsers send the oldest first
 * (RFC 6265, section 5.4).
 */
function removeOldestPending({ config }: Dependencies, reply: FastifyReply): void {
  const [before, after] = buildCookieName(config, `${COOKIE_PREFIX}\n`).split('\n') as [string, string]
  const isPending = (name: string) =>
    name.startsWith(before) &&
    /^[\da-f]{16}$/.test(name.slice(before.length, name.length - after.length)) &&
    name.endsWith(after)
  const names = [...parseCookies(reply.request).keys()].filter(isPending)
  for (const name of names.slice(0, Math.max(0, names.length - MAX_PENDING + 1)))
    setCookie(config, reply, name, '', { path: '/', seconds: 0 })
}

function openPending(
  { keyring, clock }: Dependencies,
  name: string,
  encrypted: string | undefined,
): PendingSignIn | undefined {
  if (!encrypted) return undefined
  try {
    const pendingSignIn = JSON.parse(keyring.decrypt(SEAL_PURPOSE, name, encrypted)) as PendingSignIn
    return pendingSignIn.until > clock() ? pendingSignIn : undefined
  } catch {
    return undefined
  }
}

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import { cookieName, cookiesOf, setCookie } from '../kernel/request/cookies.ts'
import { claim, readIdentity } from '../kernel/oidc/oidc.ts'
import { unavailable } from '../kernel/problem.ts'
import type { IdentityProvider, IDToken, Tokens } from '../kernel/oidc/sign-in.ts'
import type { Services } from '../kernel/services/services.ts'
import { noteSignIn } from './requests.ts'
import { longestSignIn, setInVain } from './lasting.ts'
import { startSession, type Proof } from './sessions.ts'

const callbackPath = '/oauth/login/callback'
const pendingSeconds = 10 * 60
const providerMillis = 10 * 60_000
const purpose = 'oauth-sign-in'
const pendingPrefix = 'svc_sign_in_'
const MAX_UNFINISHED = 8

/** What is kept in a cookie, sealed, until the person comes back from the identity provider. */
interface Waiting {
  verifier: string
  state: string
  nonce: string
  /** The authorization request that it is for, if it is for one. */
  uid?: string
  /** Where to go on. */
  path: string
  /** Whether the provider was asked to have them sign in even if it knew them. */
  again: boolean
  until: number
}

/** Loads the client of the identity provider, which only signing in needs. */
const load = () => import('../kernel/oidc/sign-in.ts')

/** Gives the identity provider as it describes itself, asked again every ten minutes. */
function discovery(services: Services) {
  let known: { provider: Promise<IdentityProvider>; until: number } | undefined

  return async function discovered(): Promise<IdentityProvider> {
    if (known && known.until > performance.now()) return known.provider
    const { discover } = await load()
    const provider = discover(services.config.oidc).catch((error: unknown) => {
      known = undefined
      services.log('warn', 'the identity provider does not answer', { error: String(error) })
      throw unavailable('The identity provider does not answer. Try again in a moment.')
    })
    void provider.then((one) => warn(services, one)).catch(() => {})
    known = { provider, until: performance.now() + providerMillis }
    return provider
  }
}

function warn({ config, log }: Services, provider: IdentityProvider): void {
  if (!setInVain(config, provider.serverMetadata())) return
  const why =
    'the identity provider does not tell of people who sign out there (backchannel_logout_supported)'
  log('warn', `sign-ins end after 24 hours whatever SESSION_MAX_HOURS says, since ${why}`)
}

/** Signing in on the pages: the code flow at the identity provider, whose metadata is read when first needed. */
export function createSignIn(services: Services) {
  const discovered = discovery(services)

  return {
    /** Sends the person to the identity provider; with `again` they sign in there even if it knows them. */
    async begin(reply: FastifyReply, wanting: Pick<Waiting, 'uid' | 'path'>, again: boolean): Promise<void> {
      const { beginSignIn } = await load()
      const redirectUri = `${services.config.baseUrl}${callbackPath}`
      const provider = await discovered()
      // A provider that is told how old a sign-in may be has to say how old it is (OpenID Connect Core 1.0, section 2).
      const seconds = longestSignIn(services.config, provider.serverMetadata()) / 1000
      const { url, pending } = await beginSignIn(provider, redirectUri, { again, seconds })
      const waiting: Waiting = {
        ...pending,
        ...wanting,
        again,
        until: services.clock() + pendingSeconds * 1000,
      }
      removeUnfinished(services, reply)
      const name = pendingCookie(services, pending.state)
      const sealed = services.keyring.seal(purpose, name, JSON.stringify(waiting))
      setCookie(services.config, reply, name, sealed, { path: '/', seconds: pendingSeconds })
      await reply.redirect(url.href, 303)
    },

    /** Signs in the person who comes back; gives the path to go on at. Throws when the answer is wrong. */
    async finish(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
      const returned = new URL(request.url, services.config.baseUrl)
      const name = pendingCookie(services, returned.searchParams.get('state') ?? '')
      const waiting = opened(services, name, cookiesOf(request).get(name))
      if (!waiting) return undefined
      setCookie(services.config, reply, name, '', { path: '/', seconds: 0 })
      const { finishSignIn } = await load()
      const provider = await discovered()
      const tokens = await finishSignIn(provider, waiting, returned)
      const person = await identified(services, provider, tokens)
      const most = longestSignIn(services.config, provider.serverMetadata())
      await startSession(services, request, reply, person, { ...proofOf(services, tokens, waiting), most })
      if (waiting.uid) await noteSignIn(services.database.db, waiting.uid, person.user.user_id)
      return waiting.path
    },

    wayOut: (idToken: string | undefined) => wayOut(services, discovered, idToken),
  }
}

/** Where to send a person who has signed out here: to the identity provider's own sign-out, if it has one. */
async function wayOut(
  services: Services,
  discovered: () => Promise<IdentityProvider>,
  idToken: string | undefined,
): Promise<string> {
  const home = `${services.config.baseUrl}/`
  if (idToken === undefined) return home
  const { signOutAddress } = await load()
  // Here they are signed out already, whether the provider answers or not.
  const provider = await discovered().catch(() => undefined)
  return (provider && signOutAddress(provider, idToken, home)) ?? home
}

/**
 * Returns the API user of the session token, or of the ID token without one, with the claims of the provider's other
 * sources.
 */
async function identified(services: Services, provider: IdentityProvider, tokens: Tokens): Promise<Caller> {
  const { collectClaims, sessionTokenOf } = await load()
  const { oidc } = services.config
  const token = sessionTokenOf(oidc, tokens)
  if (token) await services.sessions.verify(token)
  const { sources, complete, failure } = await collectClaims(provider, token, tokens)
  if (failure !== undefined)
    services.log('warn', 'the userinfo endpoint of the identity provider failed', { error: String(failure) })
  const millis = services.clock()
  const identity = readIdentity(oidc, sources, millis)
  return services.identity.personOf({ ...identity, ...(complete && { complete }) }, millis)
}

/** What the provider said of how the person signed in. One that was asked to have them do so again, has. */
function proofOf({ clock }: Services, tokens: Tokens, { again }: Waiting): Omit<Proof, 'most'> {
  const { auth_time: said, sid, sub } = tokens.claims() ?? ({} as Partial<IDToken>)
  const authenticated = typeof said === 'number' ? Math.min(said * 1000, clock()) : again ? clock() : null
  return { authenticated, idToken: tokens.id_token, sid: claim(sid, 255), sub: claim(sub, 255) }
}

/** The name of the cookie of one sign-in under way: each has its own, so that two tabs don't disturb each other. */
const pendingCookie = ({ config }: Services, state: string): string =>
  cookieName(config, `${pendingPrefix}${hash('sha256', state, 'hex').slice(0, 16)}`)

/**
 * Removes the oldest cookies of unfinished sign-ins once there are many, since every request sends them. Browsers send the
 * oldest first (RFC 6265, section 5.4).
 */
function removeUnfinished({ config }: Services, reply: FastifyReply): void {
  const [before, after] = cookieName(config, `${pendingPrefix}\n`).split('\n') as [string, string]
  const isPending = (name: string) =>
    name.startsWith(before) &&
    /^[\da-f]{16}$/.test(name.slice(before.length, name.length - after.length)) &&
    name.endsWith(after)
  const names = [...cookiesOf(reply.request).keys()].filter(isPending)
  for (const name of names.slice(0, Math.max(0, names.length - MAX_UNFINISHED + 1)))
    setCookie(config, reply, name, '', { path: '/', seconds: 0 })
}

function opened({ keyring, clock }: Services, name: string, sealed: string | undefined): Waiting | undefined {
  if (!sealed) return undefined
  try {
    const waiting = JSON.parse(keyring.open(purpose, name, sealed)) as Waiting
    return waiting.until > clock() ? waiting : undefined
  } catch {
    return undefined
  }
}

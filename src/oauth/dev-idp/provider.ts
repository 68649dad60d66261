import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { portSuffix } from '../../kernel/request/cookies.ts'
import { privateFile } from '../../kernel/services/private-file.ts'
import {
  type LibraryContext,
  type Library,
  loadLibrary,
  type Provider,
  type Interaction,
} from '../library.ts'
import { memoryAdapter } from './memory.ts'
import { pageHeaders, policy } from '../../pages/layout.ts'
import { errorPage } from './page.ts'
import type { Person } from './person.ts'

/** Where the provider is and for whom. */
export interface DevelopmentProviderSettings {
  issuer: string
  /** Path below which it is mounted. */
  path: string
  baseUrl: string
  audience: string
  clientId: string
  dataDir: string
}

/** A running development provider and the people it has seen. */
export interface DevelopmentProvider {
  provider: Provider
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Names for the page to offer, latest first. */
  recentNames(): string[]
  remember(person: Person): void
  /** Lets the page's form lead on to the app that asked: browsers apply `form-action` to redirects too. */
  formTarget(details: Interaction): Record<string, string>
}

const TWELVE_HOURS = 12 * 60 * 60
const TEN_MINUTES = 10 * 60
const SCOPE = 'openid profile email'

/**
 * Makes an OpenID provider with one public native client (RFC 8252), code flow with PKCE (RFC 7636) and JWT
 * access tokens (RFC 9068) that last 12 hours. Its signing key stays in the data folder, so that sessions
 * outlive a restart; all else is in memory. Throws `ConfigError` when the key file is unusable.
 */
export async function createDevelopmentProvider(
  settings: DevelopmentProviderSettings,
): Promise<DevelopmentProvider> {
  const library = await loadLibrary()
  /** The people by grant, so that two sign-ins under one name keep their own claims. */
  const people = new Map<string, Person>()
  const names = new Set(['cleo', 'ben', 'ada'])

  const provider: Provider = new library.Provider(settings.issuer, {
    ...common(settings, library),
    // Nobody is asked for consent, since whoever reaches this provider may be anybody anyway.
    async loadExistingGrant({ oidc }: LibraryContext) {
      // The next to sign in in this browser may want to be somebody else.
      oidc.session.destroyed = true
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope(SCOPE)
      const id = await grant.save()
      if (oidc.result?.login?.person) people.set(id, oidc.result.login.person as Person)
      if (people.size > 10_000) people.delete(people.keys().next().value ?? '')
      return grant
    },
    findAccount: (_context: LibraryContext, sub: string, token?: { grantId?: string }) => ({
      accountId: sub,
      claims: () => ({ sub, ...claims(people.get(token?.grantId ?? '')) }),
    }),
    extraTokenClaims: (_context: LibraryContext, token: { grantId?: string }) =>
      claims(people.get(token.grantId ?? '')),
  })

  return {
    provider,
    callback: provider.callback(),
    recentNames: () => [...names].slice(-12).reverse(),
    remember({ preferred_username }) {
      names.delete(preferred_username)
      names.add(preferred_username)
      if (names.size > 100) names.delete(names.values().next().value ?? '')
    },
    formTarget({ params }) {
      const app = URL.canParse(String(params.redirect_uri)) ? new URL(String(params.redirect_uri)).origin : ''
      return policy(`'self' ${app}`)
    },
  }
}

function claims(person: Person | undefined): Partial<Person> & { name?: string } {
  if (!person) return {}
  const { sub: _, ...rest } = person
  return { ...rest, name: person.preferred_username }
}

/** The settings that do not depend on who signs in. */
function common(settings: DevelopmentProviderSettings, library: Library) {
  const { path, dataDir, baseUrl } = settings
  return {
    adapter: memoryAdapter(),
    clients: [client(settings)],
    jwks: { keys: [signingKey(dataDir)] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: `dev_idp_session${portSuffix(baseUrl)}`,
        interaction: `dev_idp_interaction${portSuffix(baseUrl)}`,
        resume: `dev_idp_resume${portSuffix(baseUrl)}`,
      },
    },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    clientAuthMethods: ['none'],
    interactions: {
      policy: askingPolicy(library),
      url: (_context: LibraryContext, { uid }: { uid: string }) => `${path}/interaction/${uid}`,
    },
    ttl: lasting,
    features: features(settings),
    renderError(
      context: LibraryContext,
      { error, error_description }: { error: string; error_description?: string },
    ) {
      context.set(pageHeaders)
      context.body = errorPage(error, error_description ?? '')
    },
  }
}

/** The one client: any program on this machine, and our own page. */
const client = ({ clientId, baseUrl }: DevelopmentProviderSettings) => ({
  client_id: clientId,
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
  redirect_uris: [
    ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}/callback`),
    `${baseUrl}/oauth/login/callback`,
  ],
})

/** Asks who is there every time, since changing between people is what the provider is for. */
function askingPolicy({ interactionPolicy }: Library) {
  const interactions = interactionPolicy.base()
  interactions.get('consent').checks.remove('native_client_prompt')
  interactions
    .get('login')
    .checks.add(
      new interactionPolicy.Check('always', 'pick a user', 'login_required', (context: LibraryContext) =>
        Boolean(!context.oidc.result?.login),
      ),
    )
  return interactions
}

/** How many seconds each thing that the provider makes is good for. */
const lasting = {
  AccessToken: TWELVE_HOURS,
  AuthorizationCode: 60,
  Grant: TWELVE_HOURS,
  IdToken: TWELVE_HOURS,
  Interaction: TEN_MINUTES,
  Session: TEN_MINUTES,
}

/** The features of the library. Access tokens are JWTs for one audience, for which a client need not ask. */
const features = ({ baseUrl, audience }: DevelopmentProviderSettings) => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => baseUrl,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: '',
      audience,
      accessTokenTTL: TWELVE_HOURS,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    }),
  },
})

function signingKey(dataDir: string): object {
  const make = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kid = randomBytes(8).toString('hex')
    return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' })
  }
  return JSON.parse(privateFile(dataDir, 'dev-idp-key.json', make)) as object
}

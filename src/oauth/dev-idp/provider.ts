import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getPortSuffix } from '../../http/cookies.ts'
import { readOrCreatePrivateFile } from '../../core/private-file.ts'
import {
  type ProviderContext,
  type ProviderLibrary,
  loadProviderLibrary,
  type OAuthProvider,
  type ProviderInteraction,
} from '../oidc-provider-types.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { pageHeaders, buildPagePolicy } from '../../api-docs/layout.ts'
import { renderDevErrorPage } from './pages.ts'
import type { DevUser } from './sign-in-form.ts'

interface DevelopmentProviderSettings {
  issuer: string
  path: string
  baseUrl: string
  audience: string
  clientId: string
  dataDir: string
}

export interface DevelopmentProvider {
  provider: OAuthProvider
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  recentNames(): string[]
  rememberUser(person: DevUser): void
  /** Returns the CSP that allows the form to redirect to the app, since browsers apply `form-action` to redirects. */
  buildFormPolicy(details: ProviderInteraction): Record<string, string>
}

const TWELVE_HOURS_SECONDS = 12 * 60 * 60
const TEN_MINUTES_SECONDS = 10 * 60
const SCOPE = 'openid profile email'

/**
 * Creates an OpenID provider with one public native client (RFC 8252), code flow with PKCE (RFC 7636) and JWT access
 * tokens (RFC 9068) that last 12 hours. Its signing key is stored in the data folder, so that sessions survive a
 * restart; everything else is in memory. Throws `ConfigError` for an unusable key file.
 */
export async function createDevelopmentProvider(settings: DevelopmentProviderSettings): Promise<DevelopmentProvider> {
  const library = await loadProviderLibrary()
  /** Users by grant, so that two sign-ins with one name have their own claims. */
  const usersByGrant = new Map<string, DevUser>()
  const recentNames = new Set(['cleo', 'ben', 'ada'])

  const provider: OAuthProvider = new library.Provider(settings.issuer, {
    ...buildSettings(settings, library),
    // Grants consent automatically, since any local user may sign in as any other.
    async loadExistingGrant({ oidc }: ProviderContext) {
      // Forgets the session, so that the next sign-in can choose another user.
      oidc.session.destroyed = true
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope(SCOPE)
      const id = await grant.save()
      if (oidc.result?.login?.person) usersByGrant.set(id, oidc.result.login.person as DevUser)
      if (usersByGrant.size > 10_000) usersByGrant.delete(usersByGrant.keys().next().value ?? '')
      return grant
    },
    findAccount: (_context: ProviderContext, sub: string, token?: { grantId?: string }) => ({
      accountId: sub,
      claims: () => ({ sub, ...toClaims(usersByGrant.get(token?.grantId ?? '')) }),
    }),
    extraTokenClaims: (_context: ProviderContext, token: { grantId?: string }) =>
      toClaims(usersByGrant.get(token.grantId ?? '')),
  })

  return {
    provider,
    callback: provider.callback(),
    recentNames: () => [...recentNames].slice(-12).reverse(),
    rememberUser({ preferred_username }) {
      recentNames.delete(preferred_username)
      recentNames.add(preferred_username)
      if (recentNames.size > 100) recentNames.delete(recentNames.values().next().value ?? '')
    },
    buildFormPolicy({ params }) {
      const app = URL.canParse(String(params.redirect_uri)) ? new URL(String(params.redirect_uri)).origin : ''
      return buildPagePolicy(`'self' ${app}`)
    },
  }
}

function toClaims(person: DevUser | undefined): Partial<DevUser> & { name?: string } {
  if (!person) return {}
  const { sub: _, ...rest } = person
  return { ...rest, name: person.preferred_username }
}

function buildSettings(settings: DevelopmentProviderSettings, library: ProviderLibrary) {
  const { path, dataDir, baseUrl } = settings
  return {
    adapter: createMemoryAdapter(),
    clients: [buildClient(settings)],
    jwks: { keys: [loadSigningKey(dataDir)] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: `dev_idp_session${getPortSuffix(baseUrl)}`,
        interaction: `dev_idp_interaction${getPortSuffix(baseUrl)}`,
        resume: `dev_idp_resume${getPortSuffix(baseUrl)}`,
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
      policy: createLoginPolicy(library),
      url: (_context: ProviderContext, { uid }: { uid: string }) => `${path}/interaction/${uid}`,
    },
    ttl: lifetimes,
    features: buildFeatures(settings),
    renderError(context: ProviderContext, { error, error_description }: { error: string; error_description?: string }) {
      context.set(pageHeaders)
      context.body = renderDevErrorPage(error, error_description ?? '')
    },
  }
}

const buildClient = ({ clientId, baseUrl }: DevelopmentProviderSettings) => ({
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

/** Requires a login for every authorization, since switching users is the purpose of this provider. */
function createLoginPolicy({ interactionPolicy }: ProviderLibrary) {
  const interactions = interactionPolicy.base()
  interactions.get('consent').checks.remove('native_client_prompt')
  interactions
    .get('login')
    .checks.add(
      new interactionPolicy.Check('always', 'pick a user', 'login_required', (context: ProviderContext) =>
        Boolean(!context.oidc.result?.login),
      ),
    )
  return interactions
}

const lifetimes = {
  AccessToken: TWELVE_HOURS_SECONDS,
  AuthorizationCode: 60,
  Grant: TWELVE_HOURS_SECONDS,
  IdToken: TWELVE_HOURS_SECONDS,
  Interaction: TEN_MINUTES_SECONDS,
  Session: TEN_MINUTES_SECONDS,
}

/** Builds the features. Access tokens are JWTs for one audience, which clients need not request. */
const buildFeatures = ({ baseUrl, audience }: DevelopmentProviderSettings) => ({
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
      accessTokenTTL: TWELVE_HOURS_SECONDS,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    }),
  },
})

function loadSigningKey(dataDir: string): object {
  const generateKey = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kid = randomBytes(8).toString('hex')
    return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' })
  }
  return JSON.parse(readOrCreatePrivateFile(dataDir, 'dev-idp-key.json', generateKey)) as object
}

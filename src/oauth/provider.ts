import { generateKeyPairSync } from 'node:crypto'
import { getPortSuffix } from '../http/cookies.ts'
import { toProblem } from '../http/error-handler.ts'
import { matchesRedirectUri } from '../resources/platform/oauth-clients/redirect-uris.ts'
import { intersectScopes, scopeNames } from '../core/scopes.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { generateAccessToken } from '../auth/token-format.ts'
import { createStorageAdapter } from './storage-adapter.ts'
import { isClientSecret } from './client-metadata.ts'
import { DEVICE_PATH, deviceCodeSeconds } from './device/codes.ts'
import { describeGrantFailure } from './tokens/grant-errors.ts'
import { issueTokens, tokenLifetimeSeconds, type TokenRequest } from './tokens/issue.ts'
import { createIntrospectionPolicy, requireConfidentialClient } from './tokens/introspection.ts'
import { countsFailures, limitFailureResponse } from './rate-limits.ts'
import {
  loadProviderLibrary,
  type ProviderClient,
  type ProviderContext,
  type ProviderLibrary,
  type OAuthProvider,
} from './oidc-provider-types.ts'
import { listResourceIndicators } from './resource-indicators.ts'
import { pageHeaders } from '../api-docs/layout.ts'
import { renderExpiredRequestPage, renderRejectedRequestPage } from './pages/error-pages.ts'

/** Time for the sign-in and the decision, in seconds. */
const DECISION_SECONDS = 30 * 60

/**
 * Creates the authorization server: oidc-provider implements the protocol, adapter.ts stores its data in our tables,
 * and our own pages ask for consent. Only OAuth 2.1 is enabled: the code flow with PKCE (S256) and refresh tokens.
 */
export async function createOAuthProvider(services: Dependencies): Promise<OAuthProvider> {
  const library = await loadProviderLibrary()
  const { baseUrl } = services.config
  const provider = new library.Provider(baseUrl, buildSettings(services, library))
  // Derives URLs and cookies from the forwarding headers, into which routes.ts writes BASE_URL.
  provider.proxy = true
  adaptModels(provider)
  provider.on('server_error', (context, error) => (context.state.failure = error))
  provider.on('grant.error', describeGrantFailure)
  provider.use((context, next) => completeResponse(services, context, next))
  return provider
}

/** Replaces how the library generates tokens, compares client secrets and matches redirect URIs. */
function adaptModels({ AccessToken, Client }: OAuthProvider): void {
  const generate = AccessToken.prototype.generateTokenId
  AccessToken.prototype.generateTokenId = function () {
    // Called for its side effects on the token; its return value is not used.
    generate.call(this)
    return generateAccessToken('live')
  }
  Client.prototype.compareClientSecret = function (secret) {
    return isClientSecret(this.clientSecret, secret)
  }
  // Redirect URIs were validated at registration.
  Client.Schema.prototype.redirectUris = () => {}
  Client.prototype.redirectUriAllowed = function (uri) {
    return this.redirectUris.some((registered) => matchesRedirectUri(registered, uri))
  }
}

async function completeResponse(services: Dependencies, context: ProviderContext, next: () => Promise<void>) {
  try {
    await next()
    const route = context.oidc?.route
    if (route === 'token' && context.status === 200) await issueTokenResponse(services, context)
    if (route === 'revocation' && context.status === 200) context.body = {}
    if (route === 'introspection' && context.status === 200) requireConfidentialClient(context)
    if (route === 'device_authorization' && context.status === 200)
      context.body = { ...(context.body as object), interval: deviceCodeSeconds.poll }
  } catch (error) {
    context.state.failure = error
  }
  if (context.state.failure !== undefined) respondWithFailure(services, context, context.state.failure)
  const path = context.req.url?.split('?')[0] ?? ''
  if (countsFailures(path)) await limitFailureResponse(services, context, path)
}

/** Responds with 503 if the database was unavailable, else with 500, which is logged. Redirects are left unchanged. */
function respondWithFailure({ log }: Dependencies, context: ProviderContext, failure: unknown): void {
  const { status, headers } = toProblem(failure)
  const request_id = context.req.headers['x-request-id']
  if (status !== 503) log('error', 'unexpected error', { request_id, error: String(failure) })
  if (context.status >= 300 && context.status < 400) return
  context.status = status
  context.set(headers)
  if (context.req.headers.accept === 'application/json')
    context.body = { error: status === 503 ? 'temporarily_unavailable' : 'server_error' }
}

async function issueTokenResponse(services: Dependencies, context: ProviderContext): Promise<void> {
  const issued = await issueTokens(services, context.state as unknown as TokenRequest)
  if ('refused' in issued) {
    context.status = 400
    context.body = { error: issued.error ?? 'invalid_grant', error_description: issued.refused }
    return
  }
  const { access_token, refresh_token, scopes, expiresAtMs } = issued
  const expires_in = Math.max(0, Math.ceil((expiresAtMs - services.clock()) / 1000))
  const scope = scopes.join(' ')
  context.body = { ...(context.body as object), access_token, expires_in, refresh_token, scope }
}

const lifetimesByModel = {
  AccessToken: tokenLifetimeSeconds.access,
  AuthorizationCode: tokenLifetimeSeconds.code,
  DeviceCode: deviceCodeSeconds.code,
  RefreshToken: tokenLifetimeSeconds.refresh,
  Grant: tokenLifetimeSeconds.refresh,
  Interaction: DECISION_SECONDS,
  Session: DECISION_SECONDS,
  IdToken: tokenLifetimeSeconds.code,
}

const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  // Served by our own pages (device handlers).
  code_verification: DEVICE_PATH,
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
}

function buildSettings(services: Dependencies, library: ProviderLibrary) {
  const { baseUrl } = services.config
  const listResources = () => listResourceIndicators(baseUrl)
  return {
    adapter: createStorageAdapter(services, library),
    // Required by the library, though nothing is signed: there are no ID tokens or JWTs.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ['allowed_scopes', 'askable_scopes'] },
    cookies: {
      keys: services.keyring.deriveKeys('oauth-cookies').map((key) => key.toString('base64url')),
      names: {
        interaction: `svc_request${getPortSuffix(baseUrl)}`,
        resume: `svc_resume${getPortSuffix(baseUrl)}`,
        session: `svc_unused${getPortSuffix(baseUrl)}`,
      },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    routes,
    responseTypes: ['code'],
    scopes: [],
    claims: {},
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    extraParams: { scope: limitScopes(library), code_challenge: validateChallenge(library) },
    interactions: {
      policy: createConsentPolicy(library),
      url: (_: ProviderContext, { uid }: { uid: string }) => `/oauth/consent/${uid}`,
    },
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: loadGrant,
    ttl: lifetimesByModel,
    features: buildFeatures(services, library, listResources),
    renderError: renderError(library),
  }
}

async function loadGrant({ oidc }: ProviderContext & { oidc: { provider: OAuthProvider } }) {
  // Ends the library's own session before it is stored, since browser sessions replace it.
  oidc.session.destroyed = true
  const id = oidc.result?.consent?.grantId
  return id === undefined ? undefined : oidc.provider.Grant.find(id)
}

/** Features of the library: revocation, introspection, resource indicators and the device flow are enabled. */
function buildFeatures(services: Dependencies, library: ProviderLibrary, resources: () => string[]) {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: ({ ip, req }: ProviderContext) => ({
        ip,
        userAgent: req.headers['user-agent']?.slice(0, 300),
      }),
    },
    // Tokens of other apps are silently ignored (RFC 7009, section 2.1).
    revocation: {
      enabled: true,
      allowedPolicy: (_: ProviderContext, client: ProviderClient, token: { clientId: string }) =>
        token.clientId === client.clientId,
    },
    introspection: { enabled: true, allowedPolicy: createIntrospectionPolicy(services) },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_: ProviderContext, __: ProviderClient, several?: string[]) => several?.[0] ?? resources()[0],
      useGrantedResource: () => true,
      getResourceServerInfo: (_: ProviderContext, resource: string) => describeResource(library, resources(), resource),
    },
  }
}

const renderError =
  (library: ProviderLibrary) =>
  (context: ProviderContext, out: { error: string; error_description?: string }, error: Error): void => {
    const requestId = String(context.req.headers['x-request-id'])
    context.set(pageHeaders)
    context.body =
      error instanceof library.errors.SessionNotFound
        ? renderExpiredRequestPage(requestId)
        : renderRejectedRequestPage(out, requestId)
  }

/**
 * Requires consent for every authorization: the user chooses the organization each time, and a public app cannot prove
 * that it is the one that was allowed before.
 */
function createConsentPolicy({ interactionPolicy: { base, Check, Prompt } }: ProviderLibrary) {
  const policy = base()
  policy.clear()
  const needsConsent = new Check('unasked', 'consent is required', (context: ProviderContext) =>
    Boolean(!context.oidc.result?.consent),
  )
  policy.add(new Prompt({ name: 'login', requestable: true }))
  policy.add(new Prompt({ name: 'consent', requestable: true }, needsConsent))
  return policy
}

/** Limits the requested scopes; without `scope`, uses the registered ones (RFC 6749, section 3.3). */
function limitScopes({ errors }: ProviderLibrary) {
  return (context: ProviderContext, value: string | undefined, client: ProviderClient): void => {
    const allowed = client.allowed_scopes ?? []
    // Every app gets a refresh token, so `offline_access` is ignored.
    const requested = value?.split(' ').filter((name) => name !== '' && name !== 'offline_access') ?? []
    const unknown = requested.find((name) => !(scopeNames as string[]).includes(name))
    if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown)
    const scopes = requested.length === 0 ? allowed : intersectScopes(requested, client.askable_scopes ?? allowed)
    if (scopes.length === 0) throw new errors.InvalidScope('the app cannot request any of these scopes', value)
    context.oidc.params.scope = scopes.join(' ')
    // From here on, an app with a metadata document is identified by its stored id.
    context.oidc.params.client_id = client.clientId
  }
}

/** Rejects a code challenge that is not a SHA-256 in base64url (RFC 7636, section 4.2), before the consent page. */
function validateChallenge({ errors }: ProviderLibrary) {
  return ({ oidc }: ProviderContext, value: string | undefined): void => {
    // Device codes are not sent through a browser, so PKCE does not apply.
    if (oidc.route === 'device_authorization') return
    if (!/^[\w-]{43}$/.test(value ?? ''))
      throw new errors.InvalidRequest('code_challenge must be the base64url of a SHA-256 hash, 43 characters')
  }
}

function describeResource({ errors }: ProviderLibrary, supported: string[], resource: string) {
  if (!supported.includes(resource)) throw new errors.InvalidTarget()
  return {
    scope: scopeNames.join(' '),
    accessTokenFormat: 'opaque',
    accessTokenTTL: tokenLifetimeSeconds.access,
  }
}

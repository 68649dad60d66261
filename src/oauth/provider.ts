import { generateKeyPairSync } from 'node:crypto'
import { portSuffix } from '../kernel/request/cookies.ts'
import { problemOf } from '../kernel/request/failures.ts'
import { isRedirectUri } from '../resources/oauth-clients/redirect-uris.ts'
import { commonScopes, scopeNames } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { newToken } from '../identity/tokens.ts'
import { createAdapter } from './adapter.ts'
import { isSecret } from './clients.ts'
import { devicePath, deviceTimes } from './device-codes.ts'
import { describeGrantFailure } from './grant-failures.ts'
import { issue, lifetimes, type Issue } from './issuing.ts'
import { mayIntrospect, requireSecret } from './introspection.ts'
import { countsFailures, limitFailures } from './limits.ts'
import { loadLibrary, type Client, type LibraryContext, type Library, type Provider } from './library.ts'
import { resourcesOf } from './resources.ts'
import { pageHeaders } from '../pages/layout.ts'
import { overPage, refusalPage } from './pages/messages.ts'

/** How many seconds a person has for signing in and answering. */
const answerTime = 30 * 60

/**
 * Makes the authorization server: oidc-provider speaks the protocol, adapter.ts keeps in our rows what it makes, and our
 * pages ask people. Only plain OAuth 2.1 is switched on: the code flow with PKCE and S256, and refresh tokens.
 */
export async function createProvider(services: Services): Promise<Provider> {
  const library = await loadLibrary()
  const { baseUrl } = services.config
  const provider = new library.Provider(baseUrl, settings(services, library))
  // Has addresses and cookies follow the forwarding headers, into which server.ts writes BASE_URL.
  provider.proxy = true
  adaptModels(provider)
  provider.on('server_error', (context, error) => (context.state.failure = error))
  provider.on('grant.error', describeGrantFailure)
  provider.use((context, next) => complete(services, context, next))
  return provider
}

/** Has the library make tokens of our shape, know secrets by their hashes, and compare addresses as registering does. */
function adaptModels({ AccessToken, Client }: Provider): void {
  const generate = AccessToken.prototype.generateTokenId
  AccessToken.prototype.generateTokenId = function () {
    // The library's function is called for what it notes on the token; its value is not used.
    generate.call(this)
    return newToken('live')
  }
  Client.prototype.compareClientSecret = function (secret) {
    return isSecret(this.clientSecret, secret)
  }
  // Redirect URIs were validated at registration.
  Client.Schema.prototype.redirectUris = () => {}
  Client.prototype.redirectUriAllowed = function (uri) {
    return this.redirectUris.some((registered) => isRedirectUri(registered, uri))
  }
}

/** Completes what the library has answered: stores the tokens that it noted, and answers for its failures. */
async function complete(
  services: Services,
  context: LibraryContext,
  next: () => Promise<void>,
): Promise<void> {
  try {
    await next()
    const route = context.oidc?.route
    if (route === 'token' && context.status === 200) await issueNoted(services, context)
    if (route === 'revocation' && context.status === 200) context.body = {}
    if (route === 'introspection' && context.status === 200) requireSecret(context)
    if (route === 'device_authorization' && context.status === 200)
      context.body = { ...(context.body as object), interval: deviceTimes.poll }
  } catch (error) {
    context.state.failure = error
  }
  if (context.state.failure !== undefined) tellFailure(services, context, context.state.failure)
  const path = context.req.url?.split('?')[0] ?? ''
  if (countsFailures(path)) await limitFailures(services, context, path)
}

/** Answers a failure: 503 where the database was not there, else 500, which is logged. A redirect stays as it is. */
function tellFailure({ log }: Services, context: LibraryContext, failure: unknown): void {
  const { status, headers } = problemOf(failure)
  const request_id = context.req.headers['x-request-id']
  if (status !== 503) log('error', 'unexpected error', { request_id, error: String(failure) })
  if (context.status >= 300 && context.status < 400) return
  context.status = status
  context.set(headers)
  if (context.req.headers.accept === 'application/json')
    context.body = { error: status === 503 ? 'temporarily_unavailable' : 'server_error' }
}

async function issueNoted(services: Services, context: LibraryContext): Promise<void> {
  const issued = await issue(services, context.state as unknown as Issue)
  if ('refused' in issued) {
    context.status = 400
    context.body = { error: issued.error ?? 'invalid_grant', error_description: issued.refused }
    return
  }
  const { access_token, refresh_token, scopes, expires } = issued
  const expires_in = Math.max(0, Math.ceil((expires - services.clock()) / 1000))
  const scope = scopes.join(' ')
  context.body = { ...(context.body as object), access_token, expires_in, refresh_token, scope }
}

/** How many seconds each thing that the library makes is good for. */
const lasting = {
  AccessToken: lifetimes.access,
  AuthorizationCode: lifetimes.code,
  DeviceCode: deviceTimes.code,
  RefreshToken: lifetimes.refresh,
  Grant: lifetimes.refresh,
  Interaction: answerTime,
  Session: answerTime,
  IdToken: lifetimes.code,
}

const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  // The pages at this address are ours (devices.ts).
  code_verification: devicePath,
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
}

function settings(services: Services, library: Library) {
  const { baseUrl } = services.config
  const resources = () => resourcesOf(baseUrl)
  return {
    adapter: createAdapter(services, library),
    // The library asks for a key, though nothing is signed: there are no ID tokens and no JWTs.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ['allowed_scopes', 'askable_scopes'] },
    cookies: {
      keys: services.keyring.derived('oauth-cookies').map((key) => key.toString('base64url')),
      names: {
        interaction: `svc_request${portSuffix(baseUrl)}`,
        resume: `svc_resume${portSuffix(baseUrl)}`,
        session: `svc_unused${portSuffix(baseUrl)}`,
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
    extraParams: { scope: requestedScopes(library), code_challenge: s256Challenge(library) },
    interactions: {
      policy: askingPolicy(library),
      url: (_: LibraryContext, { uid }: { uid: string }) => `/oauth/consent/${uid}`,
    },
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: answeredGrant,
    ttl: lasting,
    features: features(services, library, resources),
    renderError: showError(library),
  }
}

/** The connection that the person made on the page. */
async function answeredGrant({ oidc }: LibraryContext & { oidc: { provider: Provider } }) {
  // The library's own session ends before it is stored, since browser.ts remembers who signed in.
  oidc.session.destroyed = true
  const id = oidc.result?.consent?.grantId
  return id === undefined ? undefined : oidc.provider.Grant.find(id)
}

/** Features of the library: revocation, introspection, resource indicators and the device flow are enabled. */
function features(services: Services, library: Library, resources: () => string[]) {
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
      deviceInfo: ({ ip, req }: LibraryContext) => ({
        ip,
        userAgent: req.headers['user-agent']?.slice(0, 300),
      }),
    },
    // An app that gives back what is not its own is told nothing, and nothing happens (RFC 7009 section 2.1).
    revocation: {
      enabled: true,
      allowedPolicy: (_: LibraryContext, client: Client, token: { clientId: string }) =>
        token.clientId === client.clientId,
    },
    introspection: { enabled: true, allowedPolicy: mayIntrospect(services) },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_: LibraryContext, __: Client, several?: string[]) => several?.[0] ?? resources()[0],
      useGrantedResource: () => true,
      getResourceServerInfo: (_: LibraryContext, resource: string) =>
        resourceServer(library, resources(), resource),
    },
  }
}

/** Shows what went wrong as a page. */
const showError =
  (library: Library) =>
  (context: LibraryContext, out: { error: string; error_description?: string }, error: Error): void => {
    const requestId = String(context.req.headers['x-request-id'])
    context.set(pageHeaders)
    context.body =
      error instanceof library.errors.SessionNotFound ? overPage(requestId) : refusalPage(out, requestId)
  }

/**
 * The policy on asking: every time. Only the person knows for which organization it is, and a public app can't prove that
 * it is the one that was allowed before.
 */
function askingPolicy({ interactionPolicy: { base, Check, Prompt } }: Library) {
  const policy = base()
  policy.clear()
  const unasked = new Check('unasked', 'the person has to be asked', (context: LibraryContext) =>
    Boolean(!context.oidc.result?.consent),
  )
  policy.add(new Prompt({ name: 'login', requestable: true }))
  policy.add(new Prompt({ name: 'consent', requestable: true }, unasked))
  return policy
}

/** What an app asks for of what it may; without a `scope`, what it is registered for (RFC 6749 section 3.3). */
function requestedScopes({ errors }: Library) {
  return (context: LibraryContext, value: string | undefined, client: Client): void => {
    const allowed = client.allowed_scopes ?? []
    // `offline_access` asks for a refresh token, which every app gets.
    const asked = value?.split(' ').filter((name) => name !== '' && name !== 'offline_access') ?? []
    const unknown = asked.find((name) => !(scopeNames as string[]).includes(name))
    if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown)
    const scopes = asked.length === 0 ? allowed : commonScopes(asked, client.askable_scopes ?? allowed)
    if (scopes.length === 0) throw new errors.InvalidScope('the app may ask for none of these scopes', value)
    context.oidc.params.scope = scopes.join(' ')
    // An app that is called by the address of its document is called by its own id from here on.
    context.oidc.params.client_id = client.clientId
  }
}

/** Refuses a challenge that is no SHA-256 in base64url (RFC 7636, section 4.2), before the person is asked. */
function s256Challenge({ errors }: Library) {
  return ({ oidc }: LibraryContext, value: string | undefined): void => {
    // A device is not sent a code over a browser, so there is none to be stolen on the way.
    if (oidc.route === 'device_authorization') return
    if (!/^[\w-]{43}$/.test(value ?? ''))
      throw new errors.InvalidRequest('code_challenge must be the base64url of a SHA-256, 43 characters')
  }
}

function resourceServer({ errors }: Library, known: string[], resource: string) {
  if (!known.includes(resource)) throw new errors.InvalidTarget()
  return {
    scope: scopeNames.join(' '),
    accessTokenFormat: 'opaque',
    accessTokenTTL: lifetimes.access,
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audiences } from '../core/audience.ts'
import { normalizeCookies } from '../http/cookies.ts'
import { buildMetadataUrl } from '../http/www-authenticate.ts'
import { toProblem } from '../http/error-handler.ts'
import { Problem } from '../core/errors.ts'
import type { Dependencies } from '../core/dependencies.ts'
import * as consent from './consent/handlers.ts'
import { DEVICE_PATH } from './device/codes.ts'
import * as devices from './device/handlers.ts'
import { isInvalidText } from './read-form.ts'
import { usePageLanguage } from '../http/page-language.ts'
import { problemTexts } from './messages/problems.ts'
import { describePageProblem } from './page-problem.ts'
import { limitRequests } from './rate-limits.ts'
import type { OAuthProvider } from './oidc-provider-types.ts'
import { buildResourceMetadata, buildServerMetadata } from './metadata.ts'
import { pageHeaders } from '../api-docs/layout.ts'
import { renderRejectedRequestPage, renderErrorPage } from './pages/error-pages.ts'
import { sendOAuthError } from './error-response.ts'
import { ClientMetadataInvalid } from './parse-client-metadata.ts'
import { registerOAuthClient } from './client-registration.ts'
import { createBrowserSignIn } from './sign-in/browser-sign-in.ts'

/** Route options; the path contains the request id, which is also a cookie value, so it is not logged. */
const pageRoute = { config: { operation: 'oauth.authorize', secretPath: true } }

/**
 * Registers the authorization server: protocol endpoints, consent pages and metadata. oidc-provider is loaded on the
 * first request that needs it.
 */
export async function registerAuthorizationServer(app: FastifyInstance, services: Dependencies): Promise<void> {
  let instance: Promise<{ provider: OAuthProvider; pass: ReturnType<OAuthProvider['callback']> }> | undefined
  const getInstance = () => (instance ??= loadProvider(services))
  const pages = {
    services,
    provider: async () => (await getInstance()).provider,
    signIn: createBrowserSignIn(services),
  }

  registerMetadata(app, services)
  await app.register(async (scope) => {
    scope.addHook('onRequest', usePageLanguage)
    // Handlers read bodies from the raw stream, each with its own limit.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
    scope.addHook('onRequest', (request) => {
      normalizeCookies(request)
      return limitRequests(services, request)
    })

    const forwardToProvider = async (request: FastifyRequest, reply: FastifyReply) =>
      forward(services, (await getInstance()).pass, request, reply)
    scope.get('/oauth/authorize', pageRoute, async (request, reply) => {
      restrictResponseMode(request)
      await forwardToProvider(request, reply)
    })
    scope.get('/oauth/authorize/:uid', pageRoute, forwardToProvider)
    registerConsent(scope, pages)
    registerDevices(scope, pages)
    scope.post(
      `${DEVICE_PATH}_authorization`,
      { config: { operation: 'oauth.device_authorization' } },
      forwardToProvider,
    )
    scope.post('/oauth/token', { config: { operation: 'oauth.token' } }, forwardToProvider)
    scope.post('/oauth/revoke', { config: { operation: 'oauth.revoke' } }, forwardToProvider)
    scope.post('/oauth/introspect', { config: { operation: 'oauth.introspect' } }, forwardToProvider)
    if (services.config.oauthDynamicRegistration) registerClientRegistration(scope, services)
    rejectOtherMethods(scope, services.config.oauthDynamicRegistration)
  })
}

function registerClientRegistration(scope: FastifyInstance, services: Dependencies): void {
  scope.post('/oauth/register', { config: { operation: 'oauth.register' } }, async (request, reply) =>
    reply
      .code(201)
      .header('cache-control', 'no-store')
      .send(await registerOAuthClient(services, request)),
  )
}

function registerConsent(scope: FastifyInstance, pages: Parameters<typeof consent.showConsent>[0]): void {
  scope.get('/oauth/consent/:uid', pageRoute, (request, reply) => consent.showConsent(pages, request as never, reply))
  scope.post('/oauth/consent/:uid', pageRoute, (request, reply) =>
    consent.submitConsent(pages, request as never, reply),
  )
  scope.post('/oauth/consent/:uid/sign-out', pageRoute, (request, reply) =>
    consent.switchConsentUser(pages, request as never, reply),
  )
  for (const to of ['back', 'again'] as const)
    scope.get(`/oauth/consent/:uid/${to}`, pageRoute, (request, reply) =>
      consent.forwardFromConsent(request as never, reply, to),
    )
  scope.get('/oauth/login/callback', pageRoute, (request, reply) => consent.handleSignInCallback(pages, request, reply))
}

function registerDevices(scope: FastifyInstance, pages: consent.ConsentDependencies): void {
  scope.get(DEVICE_PATH, pageRoute, (request, reply) => devices.showCodeForm(pages, request as never, reply))
  scope.post(DEVICE_PATH, pageRoute, (request, reply) => devices.submitCode(pages, request as never, reply))
  scope.get(`${DEVICE_PATH}/again`, pageRoute, (request, reply) => devices.forwardToSignIn(request as never, reply))
  for (const decision of ['allowed', 'denied'] as const)
    scope.get(`${DEVICE_PATH}/${decision}`, pageRoute, (_, reply) => devices.showDeviceDecided(reply, decision))
  const answering = `${DEVICE_PATH}/:handle`
  scope.get(answering, pageRoute, (request, reply) => devices.showDeviceConsent(pages, request as never, reply))
  scope.post(answering, pageRoute, (request, reply) => devices.submitDeviceConsent(pages, request as never, reply))
  for (const path of [DEVICE_PATH, answering])
    scope.post(`${path}/sign-out`, pageRoute, (request, reply) =>
      devices.switchDeviceUser(pages, request as never, reply),
    )
}

async function loadProvider(services: Dependencies) {
  const { createOAuthProvider } = await import('./provider.ts')
  const provider = await createOAuthProvider(services)
  return { provider, pass: provider.callback() }
}

/** Passes a request to oidc-provider with BASE_URL as its public URL, regardless of its own headers. */
async function forward(
  { config }: Dependencies,
  pass: ReturnType<OAuthProvider['callback']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { headers } = request.raw
  const { protocol, host } = new URL(config.baseUrl)
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers['x-forwarded-host'] = headers.host = host
  headers['x-forwarded-for'] = request.ip
  headers['x-request-id'] = request.id
  if (!isPage(request)) headers.accept = 'application/json'
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), 'x-content-type-options': 'nosniff' }))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await pass(request.raw, reply.raw)
}

/** Allows `response_mode=query` only, since for other modes the library renders pages with scripts. */
function restrictResponseMode(request: FastifyRequest): void {
  const url = request.raw.url!
  // The query starts at the first question mark; others are part of a value.
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const parameters = new URLSearchParams(url.slice(end))
  if ([...parameters].flat().some(isInvalidText))
    throw new Problem(400, 'NUL characters and more than 30 combining marks in a row are not allowed.')
  if (parameters.getAll('response_mode').every((mode) => mode === 'query')) return
  parameters.set('response_mode', 'unsupported')
  request.raw.url = `${url.slice(0, end)}?${parameters}`
}

const isPage = ({ routeOptions }: FastifyRequest): boolean =>
  !/^\/oauth\/(token|revoke|introspect|register|device_authorization)$/.test(routeOptions.url ?? '')

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ClientMetadataInvalid)
    return reply
      .code(400)
      .header('cache-control', 'no-store')
      .send({ error: error.error, error_description: error.message })
  const problem = toProblem(error)
  const { status } = problem
  const message = describePageProblem(problem)
  if (status >= 500 && status !== 503) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  if (!isPage(request)) return sendOAuthError(request, reply, problem)
  return reply
    .code(status)
    .headers({ ...problem.headers, 'x-request-id': request.id })
    .headers(pageHeaders)
    .send(
      status < 500
        ? renderRejectedRequestPage({ error: 'invalid_request', error_description: message }, request.id)
        : renderErrorPage(problemTexts.somethingWrong, message, request.id),
    )
}

function rejectOtherMethods(scope: FastifyInstance, registration: boolean): void {
  const endpoints = {
    GET: ['/oauth/authorize'],
    POST: ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/device_authorization'],
  }
  if (registration) endpoints.POST.push('/oauth/register')
  for (const [allowed, paths] of Object.entries(endpoints))
    for (const url of paths)
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => method !== allowed),
        url,
        exposeHeadRoute: false,
        handler: () => {
          throw new Problem(405, `Use ${allowed}.`, { headers: { allow: allowed } })
        },
      })
}

function registerMetadata(app: FastifyInstance, services: Dependencies): void {
  const publish = (url: string, document: () => object) =>
    app.get(url, async (_request, reply) =>
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }).send(document()),
    )
  const getBaseUrl = () => services.config.baseUrl
  // OpenID Connect libraries request the second path.
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    publish(`/.well-known/${name}`, () => buildServerMetadata(services.config))
  publish('/.well-known/oauth-protected-resource', () => buildResourceMetadata(getBaseUrl(), 'api', ''))
  for (const audience of audiences)
    publish(buildMetadataUrl('', audience), () => buildResourceMetadata(getBaseUrl(), audience))
}

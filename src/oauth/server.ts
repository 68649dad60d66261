import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audiences } from '../kernel/audience.ts'
import { normalizeCookies } from '../kernel/request/cookies.ts'
import { metadataUrl } from '../kernel/request/challenge.ts'
import { problemOf } from '../kernel/request/failures.ts'
import { Problem } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import * as consent from './consent.ts'
import { devicePath } from './device-codes.ts'
import * as devices from './devices.ts'
import { isForeign } from './forms.ts'
import { limitUse } from './limits.ts'
import type { Provider } from './library.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { pageHeaders } from '../pages/layout.ts'
import { refusalPage, sorryPage } from './pages/messages.ts'
import { refuse } from './refusing.ts'
import { RegistrationRefused } from './descriptions.ts'
import { register } from './registration.ts'
import { createSignIn } from './sign-in.ts'

/** The id of a request is the value of a cookie too, so the paths that hold it are secret. */
const page = { config: { operation: 'oauth.authorize', secretPath: true } }

/**
 * Serves the authorization server: the endpoints of the protocol, the pages that ask people, and the metadata of both
 * sides. The library behind it is loaded at the first request that needs it.
 */
export async function registerAuthorizationServer(app: FastifyInstance, services: Services): Promise<void> {
  let created: Promise<{ provider: Provider; pass: ReturnType<Provider['callback']> }> | undefined
  const open = () => (created ??= create(services))
  const pages = { services, provider: async () => (await open()).provider, signIn: createSignIn(services) }

  registerMetadata(app, services)
  await app.register(async (scope) => {
    // Bodies are read where they are needed, from the raw stream, each with its own limit.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
    scope.addHook('onRequest', (request) => {
      normalizeCookies(request)
      return limitUse(services, request)
    })

    const pass = async (request: FastifyRequest, reply: FastifyReply) =>
      passOn(services, (await open()).pass, request, reply)
    scope.get('/oauth/authorize', page, async (request, reply) => {
      restrict(request)
      await pass(request, reply)
    })
    scope.get('/oauth/authorize/:uid', page, pass)
    registerConsent(scope, pages)
    registerDevices(scope, pages)
    scope.post(`${devicePath}_authorization`, { config: { operation: 'oauth.device_authorization' } }, pass)

    scope.post('/oauth/token', { config: { operation: 'oauth.token' } }, pass)
    scope.post('/oauth/revoke', { config: { operation: 'oauth.revoke' } }, pass)
    scope.post('/oauth/introspect', { config: { operation: 'oauth.introspect' } }, pass)
    if (services.config.oauthDynamicRegistration)
      scope.post('/oauth/register', { config: { operation: 'oauth.register' } }, async (request, reply) =>
        reply
          .code(201)
          .header('cache-control', 'no-store')
          .send(await register(services, request)),
      )
    refuseOthers(scope, services.config.oauthDynamicRegistration)
  })
}

/** The pages that ask people. */
function registerConsent(scope: FastifyInstance, pages: Parameters<typeof consent.showConsent>[0]): void {
  scope.get('/oauth/consent/:uid', page, (request, reply) =>
    consent.showConsent(pages, request as never, reply),
  )
  scope.post('/oauth/consent/:uid', page, (request, reply) =>
    consent.takeAnswer(pages, request as never, reply),
  )
  scope.post('/oauth/consent/:uid/sign-out', page, (request, reply) =>
    consent.changePerson(pages, request as never, reply),
  )
  for (const to of ['back', 'again'] as const)
    scope.get(`/oauth/consent/:uid/${to}`, page, (request, reply) =>
      consent.lead(request as never, reply, to),
    )
  scope.get('/oauth/login/callback', page, (request, reply) => consent.signedIn(pages, request, reply))
}

/** The pages on which people enter the codes of devices, and answer these. */
function registerDevices(scope: FastifyInstance, pages: consent.Pages): void {
  scope.get(devicePath, page, (request, reply) => devices.showEntry(pages, request as never, reply))
  scope.post(devicePath, page, (request, reply) => devices.takeCode(pages, request as never, reply))
  scope.get(`${devicePath}/again`, page, (request, reply) => devices.leadToSignIn(request as never, reply))
  for (const decision of ['allowed', 'denied'] as const)
    scope.get(`${devicePath}/${decision}`, page, (_, reply) => devices.showAnswered(reply, decision))
  const answering = `${devicePath}/:handle`
  scope.get(answering, page, (request, reply) => devices.showDevice(pages, request as never, reply))
  scope.post(answering, page, (request, reply) => devices.answerDevice(pages, request as never, reply))
  for (const path of [devicePath, answering])
    scope.post(`${path}/sign-out`, page, (request, reply) =>
      devices.changeDevicePerson(pages, request as never, reply),
    )
}

async function create(services: Services) {
  const { createProvider } = await import('./provider.ts')
  const provider = await createProvider(services)
  return { provider, pass: provider.callback() }
}

/** Hands a request to the library as one that came to the public address, whatever its own headers say. */
async function passOn(
  { config }: Services,
  pass: ReturnType<Provider['callback']>,
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

/** Leaves only `response_mode=query`, since for others the library answers with pages of its own that hold scripts. */
function restrict(request: FastifyRequest): void {
  const url = request.raw.url!
  // The query begins at the first question mark, as the library reads it; any other is part of a value.
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const parameters = new URLSearchParams(url.slice(end))
  if ([...parameters].flat().some(isForeign))
    throw new Problem(400, 'NUL characters and more than 30 combining marks in a row are not allowed.')
  if (parameters.getAll('response_mode').every((mode) => mode === 'query')) return
  parameters.set('response_mode', 'unsupported')
  request.raw.url = `${url.slice(0, end)}?${parameters}`
}

/** The machine's endpoints answer in JSON, all others with a page. */
const isPage = ({ routeOptions }: FastifyRequest): boolean =>
  !/^\/oauth\/(token|revoke|introspect|register|device_authorization)$/.test(routeOptions.url ?? '')

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RegistrationRefused)
    return reply
      .code(400)
      .header('cache-control', 'no-store')
      .send({ error: error.error, error_description: error.message })
  const problem = problemOf(error)
  const { status, message } = problem
  if (status >= 500 && status !== 503)
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  if (!isPage(request)) return refuse(request, reply, problem)
  return reply
    .code(status)
    .headers({ ...problem.headers, 'x-request-id': request.id })
    .headers(pageHeaders)
    .send(
      status < 500
        ? refusalPage({ error: 'invalid_request', error_description: message }, request.id)
        : sorryPage('This did not work', message, request.id),
    )
}

function refuseOthers(scope: FastifyInstance, registration: boolean): void {
  const known = {
    GET: ['/oauth/authorize'],
    POST: ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/device_authorization'],
  }
  if (registration) known.POST.push('/oauth/register')
  for (const [allowed, paths] of Object.entries(known))
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

/** Serves the metadata, which apps in browsers may read too. */
function registerMetadata(app: FastifyInstance, services: Services): void {
  const publish = (url: string, document: () => object) =>
    app.get(url, async (_request, reply) =>
      reply
        .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
        .send(document()),
    )
  const base = () => services.config.baseUrl
  // OpenID Connect libraries request the second one first.
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    publish(`/.well-known/${name}`, () => serverMetadata(services.config))
  publish('/.well-known/oauth-protected-resource', () => resourceMetadata(base(), 'api', ''))
  for (const audience of audiences)
    publish(metadataUrl('', audience), () => resourceMetadata(base(), audience))
}

import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { setCorsHeaders, sendPreflightResponse, isPreflight } from './cors.ts'
import { buildHttpOptions, limitBody, logRequest, rejectInvalidHeaders } from './http-options.ts'
import { normalizeClientIp } from './http/client-ip.ts'
import { destroyUnfinishedLater, delayContinue } from './http/expect-continue.ts'
import type { AnyOperation } from './http/operation.ts'
import { registerOperations, sendProblem } from './http/pipeline.ts'
import { notFound, unavailable } from './core/errors.ts'
import type { Dependencies } from './core/dependencies.ts'
import { registerMcp } from './mcp/route.ts'
import { registerMetrics } from './metrics.ts'
import { registerConsoleAuth } from './console/auth.ts'
import { registerConsole } from './console/routes.ts'
import { registerAccountPages } from './oauth/accounts/routes.ts'
import { registerAuthorizationServer } from './oauth/routes.ts'
import { operations } from './operations.ts'
import { registerPages } from './api-docs/routes.ts'
import { registerEmailUnsubscribePage } from './notifications/email/unsubscribe-page.ts'
import { registerUnsubscribePage } from './resources/people/invites/unsubscribe-page.ts'
import type { Tracing } from './tracing/tracing.ts'

export async function createApp(services: Dependencies, log?: Logger, tracing?: Tracing): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify(buildHttpOptions(config, log))
  tracing?.install(app)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    // Fastify waits for open responses, which streams would keep open.
    services.streamingResponses.stop()
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    normalizeClientIp(request, config.trustProxy.length > 0)
    setCorsHeaders(config.corsOrigins, request, reply)
    // Tells keep-alive clients to use another connection for their next request.
    if (stopping || services.isDraining) reply.header('connection', 'close')
    if (stopping) throw unavailable('The server is shutting down. Nothing was written. Retry later.')
    rejectInvalidHeaders(request)
    if (config.corsOrigins.length > 0 && isPreflight(request)) return sendPreflightResponse(request, reply)
  })
  delayContinue(app.server)
  app.addHook('preParsing', limitBody())
  app.addHook('onResponse', async (request, reply) => {
    destroyUnfinishedLater(request.raw)
    logRequest(request, reply, tracing?.getTraceId(request))
  })
  app.setNotFoundHandler((request, reply) => void sendProblem(request, reply, notFound()))
  app.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
  registerMetrics(app, services)
  app.get('/livez', async () => ({ status: 'ok' }))
  const servedOperations = config.role === 'worker' ? operations.filter((op) => op.id === 'health.read') : operations
  await app.register(async (api) => registerOperations(api, servedOperations, services))
  if (config.role !== 'worker') await registerOtherRoutes(app, services, servedOperations)
  registerPages(app, servedOperations, () => services.config)
  return app
}

async function registerOtherRoutes(
  app: FastifyInstance,
  services: Dependencies,
  servedOperations: readonly AnyOperation[],
): Promise<void> {
  await registerAuthorizationServer(app, services)
  await registerAccountPages(app, services)
  await registerEmailUnsubscribePage(app, services)
  await registerUnsubscribePage(app, services)
  registerMcp(app, servedOperations, services)
  await registerConsoleAuth(app, services)
  await registerConsole(app, services)
}

import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts'
import { httpOptions, limitBody, logRequest, refuseOdd } from './http.ts'
import { normalizeClientAddress } from './kernel/request/client-address.ts'
import { cutOffLater, letSendersWait } from './kernel/request/expect.ts'
import type { AnyOperation } from './kernel/operation.ts'
import { mount, sendProblem } from './kernel/request/pipeline.ts'
import { notFound, unavailable } from './kernel/problem.ts'
import type { Services } from './kernel/services/services.ts'
import { registerMcp } from './mcp/route.ts'
import { registerMetrics } from './metrics.ts'
import { registerSigningIn } from './console/auth.ts'
import { registerConsole } from './console/routes.ts'
import { registerAuthorizationServer } from './oauth/server.ts'
import { operations } from './operations.ts'
import { registerPages } from './pages/routes.ts'
import { registerUnsubscribing } from './resources/notifications/mail/page.ts'
import { registerStopping } from './resources/organization-invites/stopping.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The HTTP server of the API: its operations, and a problem for everything else. Not listening yet. */
export async function createApp(
  services: Services,
  log?: Logger,
  tracing?: Tracing,
): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify(httpOptions(config, log))
  tracing?.attend(app)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    // Before what is waited for: these would go on.
    services.live.stop()
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    normalizeClientAddress(request, config.trustProxy.length > 0)
    allowOrigin(config.corsOrigins, request, reply)
    // Whoever keeps connections open is not to send the next request on this one while it is closed.
    if (stopping || services.leaving) reply.header('connection', 'close')
    if (stopping) throw unavailable('The server is stopping. Nothing was written.')
    refuseOdd(request)
    if (config.corsOrigins.length > 0 && isPreflight(request)) return answerPreflight(request, reply)
  })
  letSendersWait(app.server)
  app.addHook('preParsing', limitBody())
  app.addHook('onResponse', async (request, reply) => {
    cutOffLater(request.raw)
    logRequest(request, reply, tracing?.idOf(request))
  })
  app.setNotFoundHandler((request, reply) => void sendProblem(request, reply, notFound()))
  app.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
  registerMetrics(app, services)
  app.get('/livez', async () => ({ status: 'ok' }))
  const served = config.role === 'worker' ? operations.filter((op) => op.id === 'health.read') : operations
  await app.register(async (api) => mount(api, served, services))
  if (config.role !== 'worker') await registerBeside(app, services, served)
  registerPages(app, served, () => services.config)
  return app
}

/** What stands beside the API: apps that are connected, agents, and the console with its signing in. */
async function registerBeside(
  app: FastifyInstance,
  services: Services,
  served: readonly AnyOperation[],
): Promise<void> {
  await registerAuthorizationServer(app, services)
  await registerUnsubscribing(app, services)
  await registerStopping(app, services)
  registerMcp(app, served, services)
  await registerSigningIn(app, services)
  await registerConsole(app, services)
}

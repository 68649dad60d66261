import Fastify, { type FastifyInstance } from 'fastify'
import { httpOptions, limitBody, logRequest } from './http.ts'
import { cutOffLater, letSendersWait } from './kernel/request/expect.ts'
import { mount, sendProblem } from './kernel/request/pipeline.ts'
import { notFound, unavailable } from './kernel/problem.ts'
import type { Services } from './kernel/services/services.ts'
import { registerMetrics } from './metrics.ts'
import { registerAuthorizationServer } from './oauth/server.ts'
import { operations } from './operations.ts'
import { registerPages } from './pages/routes.ts'

/** Headers of ours that a browser app may read. */
const exposedHeaders = [
  'ETag',
  'X-Request-ID',
  'Idempotent-Replayed',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Deprecation',
  'Sunset',
  'Link',
  'Content-Disposition',
  'Content-Range',
]

/** The HTTP server of the API: its operations, and a problem for everything else. Not listening yet. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify(httpOptions(config))
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (stopping) throw unavailable('The server is stopping. Nothing was written.')
  })
  letSendersWait(app.server)
  app.addHook('preParsing', limitBody())
  app.addHook('onResponse', async (request, reply) => {
    cutOffLater(request.raw)
    logRequest(request, reply)
  })
  app.setNotFoundHandler((request, reply) => void sendProblem(request, reply, notFound()))
  app.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
  if (config.corsOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors')
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders,
      maxAge: 600,
    })
  }
  registerMetrics(app, services)
  app.get('/livez', async () => ({ status: 'ok' }))
  services.eventTypes = [...new Set(operations.flatMap((op) => op.emits ?? []))]
  const served = config.role === 'worker' ? operations.filter((op) => op.id === 'health.read') : operations
  await app.register(async (api) => mount(api, served, services))
  if (config.role !== 'worker') await registerAuthorizationServer(app, services)
  registerPages(app, served, () => services.config)
  return app
}

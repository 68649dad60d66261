import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mount, sendProblem } from './kernel/pipeline.ts'
import { notFound } from './kernel/problem.ts'
import type { Services } from './kernel/services.ts'
import { operations } from './operations.ts'
import { registerPages } from './pages.ts'

const requestIdShape = /^[A-Za-z0-9._-]{1,128}$/

/** The HTTP server of the API: its operations, and a problem for everything else. Not listening yet. */
export async function createApp(
  services: Services,
  logLevel = services.config.logLevel,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel, redact: ['req.headers.authorization'] },
    disableRequestLogging: true,
    trustProxy: services.config.trustProxy.length > 0 ? services.config.trustProxy : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    maxParamLength: 300,
    http: { headersTimeout: 20_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    genReqId(request) {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID()
    },
    frameworkErrors: (error, request, reply) => void sendProblem(request as never, reply as never, error),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config as { operation?: string }
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
  app.setNotFoundHandler((request, reply) => void sendProblem(request, reply, notFound()))
  app.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
  app.get('/livez', async () => ({ status: 'ok' }))
  await app.register(async (api) => mount(api, operations, services))
  await registerPages(app, operations, () => services.config.baseUrl)
  return app
}

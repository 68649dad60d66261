import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Tracing {
  /** Traces each request of the server. Must be called before other hooks are added. */
  install(app: FastifyInstance): void
  getTraceId(request: FastifyRequest): string | undefined
  stop(): Promise<void>
}

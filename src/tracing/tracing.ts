import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Records spans and exports them to a collector. */
export interface Tracing {
  /** Traces each request of the server. Must be called before other hooks are added. */
  install(app: FastifyInstance): void
  /** Returns the trace ID of a request; undefined if it is not traced. */
  getTraceId(request: FastifyRequest): string | undefined
  /** Stops recording and exports pending spans, within 2 seconds. */
  stop(): Promise<void>
}

import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Makes spans of what a server does, and sends them to a collector. */
export interface Tracing {
  /** Has each request of the server be a span. To be called before anything else asks for requests. */
  attend(app: FastifyInstance): void
  /** The id of the trace that a request belongs to; undefined for requests that none is made of. */
  idOf(request: FastifyRequest): string | undefined
  /** Makes no more, and sends what there is: 2 seconds at most. */
  stop(): Promise<void>
}

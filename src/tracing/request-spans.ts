import type { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getLoggablePath } from '../http/loggable-path.ts'

export type RequestContext = AsyncLocalStorage<Context>

const UNTRACED_PATHS = new Set(['/livez', '/metrics', '/v1/health'])
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

const propagator = new W3CTraceContextPropagator()
const headerGetter = {
  get: (carrier: unknown, name: string) => (carrier as FastifyRequest['headers'])[name],
  keys: (carrier: unknown) => Object.keys(carrier as object),
}

interface TracedRequest {
  span: Span
  context: Context
}

/** Creates a span per request, within the trace of its sender or of the local request that calls it. */
export class RequestTracer {
  readonly #tracer: Tracer
  readonly #context: RequestContext
  readonly #traced = new WeakMap<FastifyRequest, TracedRequest>()

  constructor(tracer: Tracer, running: RequestContext) {
    this.#tracer = tracer
    this.#context = running
  }

  install(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => this.#runInContext(this.#startSpan(request, reply), done))
    // Enters the context again, since the body arrives in that of the connection.
    app.addHook('preValidation', (request, _reply, done) => this.#runInContext(this.#traced.get(request), done))
    app.addHook('onResponse', async (request, reply) => this.#endSpan(request, reply))
  }

  getTraceId(request: FastifyRequest): string | undefined {
    return this.#traced.get(request)?.span.spanContext().traceId
  }

  #runInContext(traced: TracedRequest | undefined, done: () => void): void {
    if (traced) this.#context.run(traced.context, done)
    else done()
  }

  #startSpan(request: FastifyRequest, reply: FastifyReply): TracedRequest | undefined {
    const { url: route, config } = request.routeOptions
    if (route !== undefined && UNTRACED_PATHS.has(route)) return undefined
    const method = KNOWN_METHODS.has(request.method) ? request.method : '_OTHER'
    const outer = this.#context.getStore()
    const parent = outer ?? propagator.extract(ROOT_CONTEXT, request.headers, headerGetter)
    const { operation } = config as { operation?: string }
    const attributes = {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'svc.request_id': request.id,
      // Omits the path without a route, which is arbitrary client input.
      ...(route !== undefined && { 'http.route': route, 'url.path': getLoggablePath(request) }),
      ...(operation !== undefined && { 'svc.operation': operation }),
    }
    const kind = outer ? SpanKind.INTERNAL : SpanKind.SERVER
    const span = this.#tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind, attributes },
      parent,
    )
    const traced = { span, context: trace.setSpan(parent, span) }
    this.#traced.set(request, traced)
    // Ends the span if the connection closes before the response.
    reply.raw.once('close', () => this.#endSpan(request, reply))
    return traced
  }

  #endSpan(request: FastifyRequest, { raw, statusCode }: FastifyReply): void {
    const span = this.#traced.get(request)?.span
    if (!span?.isRecording()) return
    if (raw.headersSent) span.setAttribute('http.response.status_code', statusCode)
    const failed = raw.headersSent ? statusCode >= 500 && String(statusCode) : 'connection_closed'
    if (failed) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toldPath } from '../kernel/request/told-path.ts'

/** What a request runs in, so that what it does belongs to its span. */
export type Running = AsyncLocalStorage<Context>

/** Asked by machines, every few seconds, and of interest to nobody. */
const untold = new Set(['/livez', '/metrics', '/v1/health'])
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

const propagator = new W3CTraceContextPropagator()
const headers = {
  get: (carrier: unknown, name: string) => (carrier as FastifyRequest['headers'])[name],
  keys: (carrier: unknown) => Object.keys(carrier as object),
}

interface Traced {
  span: Span
  context: Context
}

/** Makes a span of each request: within the trace that its sender names, or within the request that asks for it here. */
export class Requests {
  readonly #tracer: Tracer
  readonly #running: Running
  readonly #traced = new WeakMap<FastifyRequest, Traced>()

  constructor(tracer: Tracer, running: Running) {
    this.#tracer = tracer
    this.#running = running
  }

  attend(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => this.#within(this.#begin(request, reply), done))
    // A body arrives with the connection, whose course knows nothing of the request; so it is gone into once more.
    app.addHook('preValidation', (request, _reply, done) => this.#within(this.#traced.get(request), done))
    app.addHook('onResponse', async (request, reply) => this.#end(request, reply))
  }

  idOf(request: FastifyRequest): string | undefined {
    return this.#traced.get(request)?.span.spanContext().traceId
  }

  #within(traced: Traced | undefined, done: () => void): void {
    if (traced) this.#running.run(traced.context, done)
    else done()
  }

  #begin(request: FastifyRequest, reply: FastifyReply): Traced | undefined {
    const { url: route, config } = request.routeOptions
    if (route !== undefined && untold.has(route)) return undefined
    const method = known.has(request.method) ? request.method : '_OTHER'
    const outer = this.#running.getStore()
    const parent = outer ?? propagator.extract(ROOT_CONTEXT, request.headers, headers)
    const { operation } = config as { operation?: string }
    const attributes = {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'svc.request_id': request.id,
      // The path of what is not there is whatever somebody wrote.
      ...(route !== undefined && { 'http.route': route, 'url.path': toldPath(request) }),
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
    // Where the connection ends before the answer does, nobody else tells.
    reply.raw.once('close', () => this.#end(request, reply))
    return traced
  }

  #end(request: FastifyRequest, { raw, statusCode }: FastifyReply): void {
    const span = this.#traced.get(request)?.span
    if (!span?.isRecording()) return
    if (raw.headersSent) span.setAttribute('http.response.status_code', statusCode)
    const failed = raw.headersSent ? statusCode >= 500 && String(statusCode) : 'connection_closed'
    if (failed) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

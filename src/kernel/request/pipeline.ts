import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { StorageUnavailable } from '../../storage/storage.ts'
import { sendFile } from '../files/download.ts'
import { isWrite, type AnyOperation } from '../operation.ts'
import { Problem } from '../problem.ts'
import { toolScopes } from '../scopes.ts'
import type { Services } from '../services/services.ts'
import { write } from '../write/write.ts'
import { beforeBody } from './admission.ts'
import { challenged } from './challenge.ts'
import { deprecationHeaders } from './deprecation.ts'
import { noneMatch } from './etag.ts'
import { pathOf, prepare, takeUp, type Exchange, type Sent } from './exchange.ts'
import { problemOf, problemSent } from './failures.ts'
import { beforeRun } from './input.ts'
import { read } from './read.ts'

/** Sets the headers of every answer below /v1, once; CORS may have asked to vary by more. */
function setFixedHeaders(reply: FastifyReply): void {
  if (reply.hasHeader('cache-control')) return
  const vary = [reply.getHeader('vary'), 'Authorization, Cookie, Accept'].flat().filter(Boolean).join(', ')
  reply.headers({
    vary,
    'cache-control': 'private, no-cache, no-transform',
    'x-content-type-options': 'nosniff',
  })
}

/** Mounts operations as routes of a Fastify instance, and 405 for the other methods of their paths. */
export function mount(app: FastifyInstance, operations: readonly AnyOperation[], services: Services): void {
  // The body stays bytes until the caller is known to be allowed to send one.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('exchange', null)
  app.setErrorHandler(
    (error, request, reply) => void sendProblem(request, reply, challengedAt(request, error)),
  )
  const methods = new Map<string, string[]>()
  for (const op of operations) {
    const url = op.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(url, [...(methods.get(url) ?? []), op.method])
    if (!op.upload) mountOne(app, url, op, services)
    else void app.register(async (child) => mountUpload(child, url, op, services))
  }
  for (const [url, known] of methods) mountOthers(app, url, known)
}

/** The body of an upload stays a stream, whatever it claims to be. */
function mountUpload(app: FastifyInstance, url: string, op: AnyOperation, services: Services): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  mountOne(app, url, op, services)
}

function mountOne(app: FastifyInstance, url: string, op: AnyOperation, services: Services): void {
  const ready = prepare(op)
  app.route({
    method: op.method,
    url,
    config: { operation: op.id, upload: op.upload !== undefined },
    async onRequest(request, reply) {
      setFixedHeaders(reply)
      if (op.deprecated) reply.headers(deprecationHeaders(pathOf(request)))
      const exchange = takeUp(ready, services, request, reply)
      ;(request as Carrier).exchange = exchange
      for (const step of beforeBody) await step(exchange)
    },
    async handler(request, reply) {
      const { exchange } = request as Carrier
      const sent = await run(exchange).finally(() => exchange.leftover?.())
      return send(request, reply, sent)
    },
  })
}

/** The rest of a request, once its body may come: the input is read, then the operation runs. */
async function run(exchange: Exchange): Promise<Sent> {
  for (const step of beforeRun) await step(exchange)
  return isWrite(exchange.ready.op) ? write(exchange) : read(exchange)
}

/** An error of an operation; one that is about who asks tells how to come in. */
function challengedAt(request: FastifyRequest, error: unknown): unknown {
  const { exchange } = request as Partial<Carrier>
  if (!exchange) return error
  const { caller, audience, ready, services } = exchange
  const { scope } = ready.op
  const scopes = audience === 'mcp' ? toolScopes : [scope]
  return challenged(error, { baseUrl: services.config.baseUrl, audience, scopes, caller })
}

type Carrier = FastifyRequest & { exchange: Exchange }

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): FastifyReply | Promise<FastifyReply> {
  // Before anything is said: there may be no room for one more stream.
  const live = sent.live && (request.method === 'HEAD' ? Readable.from([]) : openLive(request, sent.live))
  reply.code(sent.status).headers(sent.headers)
  if (live) return reply.send(live)
  const etag = sent.headers.etag
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send(sent.body)
  const unchanged = etag !== undefined && noneMatch(request.headers['if-none-match'], etag)
  if (unchanged) reply.code(304)
  // For HEAD the length is told, and has to be that of the body a GET would have got.
  if (unchanged && request.method === 'GET') {
    void sent.file?.discard?.()
    return reply.removeHeader('content-type').send()
  }
  return sent.file ? sendFile(request, reply, sent) : reply.send(sent.bytes ?? sent.body)
}

/**
 * Opens a stream, which ends with the connection that asked for it. The answer alone would not tell of that: one that
 * waits for earlier answers on its connection never hears that this is gone.
 */
function openLive({ raw: { socket } }: FastifyRequest, open: () => Readable): Readable {
  if (socket.destroyed) return Readable.from([])
  const live = open()
  const gone = () => live.destroy()
  socket.once('close', gone)
  return live.once('close', () => socket.off('close', gone))
}

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

function mountOthers(app: FastifyInstance, url: string, known: string[]): void {
  const allowed = known.includes('GET') ? [...known, 'HEAD'] : known
  const others = all.filter((method) => !allowed.includes(method))
  const allow = allowed.join(', ')
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      sendProblem(request, reply.header('allow', allow), new Problem(405, `Use ${allow} on this path.`)),
  })
}

/** Answers any error as a problem, with the request id in body and header. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = problemOf(error)
  if (problem.status >= 500 && problem.status !== 503)
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  if (error instanceof StorageUnavailable)
    request.log.warn({ err: error, request_id: request.id }, 'file storage unavailable')
  setFixedHeaders(reply)
  const { status, headers, body } = problemSent(problem, request)
  // A path too long or malformed comes here past the hook that sets the id.
  return reply.code(status).header('x-request-id', request.id).headers(headers).send(body)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sent } from '../write/answers.ts'
import { Caller } from '../caller.ts'
import { deprecationHeaders } from './deprecation.ts'
import { sendFile } from '../files/download.ts'
import { pathOf, prepare, type Exchange } from './exchange.ts'
import { isWrite, type AnyOperation } from '../operation.ts'
import { read, write } from '../write/run.ts'
import { noneMatch } from './etag.ts'
import { problemOf } from './failures.ts'
import { formReceived } from '../files/upload.ts'
import { Problem } from '../problem.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import type { Services } from '../services/services.ts'
import {
  allowedByPolicy,
  authenticated,
  availableToTokens,
  fingerprinted,
  keyed,
  scoped,
  stillAllowed,
  takingTurns,
  testTokenReadsOnly,
  validBody,
  validQuery,
  withinLimit,
  type Step,
} from './steps.ts'

/**
 * The order of every request. Before the body is read: who asks, and may such a caller ask this at all. Then the input.
 * Then `read` or `write` (run.ts): transaction → idempotency claim → access and row lock → replay → If-Match → handle →
 * events and stored answer → commit.
 */
export const beforeBody: Step[] = [
  authenticated,
  takingTurns,
  allowedByPolicy,
  withinLimit,
  availableToTokens,
  testTokenReadsOnly,
  scoped,
]
export const beforeRun: Step[] = [keyed, validQuery, formReceived, stillAllowed, validBody, fingerprinted]

const nobody = new Caller(
  { user_id: '', kind: 'user', username: '', email: null, email_verified: false },
  [],
  null,
)

/** Sets the headers of every answer below /v1, once; CORS may have asked to vary by more. */
function setFixedHeaders(reply: FastifyReply): void {
  if (reply.hasHeader('cache-control')) return
  const vary = [reply.getHeader('vary'), 'Authorization, Accept'].flat().filter(Boolean).join(', ')
  reply.headers({ vary, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
}

/** Mounts operations as routes of a Fastify instance, and 405 for the other methods of their paths. */
export function mount(app: FastifyInstance, operations: readonly AnyOperation[], services: Services): void {
  // The body stays bytes until the caller is known to be allowed to send one.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('exchange', null)
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
      const exchange: Exchange = {
        ready,
        services,
        request,
        reply,
        millis: services.clock(),
        caller: nobody,
        claim: null,
        input: emptyInput(),
        stillAllowed: () => judgeAgain(exchange),
      }
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

async function run(exchange: Exchange): Promise<Sent> {
  for (const step of beforeRun) await step(exchange)
  return isWrite(exchange.ready.op) ? write(exchange) : read(exchange)
}

type Carrier = FastifyRequest & { exchange: Exchange }

const emptyInput = (): Exchange['input'] => ({
  params: {},
  query: {},
  body: undefined,
  list: undefined as never,
  filters: {},
  file: undefined as never,
})

/** Milliseconds after which it is asked anew whether the caller may still do this. */
const rightsHold = 1000

/** A sender may stretch a body over a minute: what was revoked meanwhile no longer counts. */
async function judgeAgain(exchange: Exchange): Promise<void> {
  if (exchange.services.clock() - exchange.millis <= rightsHold) return
  exchange.millis = exchange.services.clock()
  // It is still the same request, and counted.
  for (const step of beforeBody) if (step !== withinLimit) await step(exchange)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): FastifyReply | Promise<FastifyReply> {
  reply.code(sent.status).headers(sent.headers)
  const etag = sent.headers.etag
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send(sent.body)
  const unchanged = etag !== undefined && noneMatch(request.headers['if-none-match'], etag)
  if (unchanged) reply.code(304)
  // For HEAD the length is told, and has to be that of the body a GET would have got.
  if (unchanged && request.method === 'GET') {
    void sent.file?.discard?.()
    return reply.removeHeader('content-type').send()
  }
  return sent.file ? sendFile(request, reply, sent) : reply.send(sent.body)
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
  return reply
    .code(problem.status)
    .header('x-request-id', request.id) // a path too long or malformed comes here past the hook that sets it
    .headers({ ...problem.headers, 'content-type': 'application/problem+json' })
    .send(JSON.stringify(problem.toBody(pathOf(request), request.id)))
}

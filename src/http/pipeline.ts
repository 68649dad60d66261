import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { StorageUnavailable } from '../storage/storage.ts'
import { sendFile } from './uploads/download.ts'
import { isWrite, type AnyOperation } from './operation.ts'
import { isGenericNotFound, notFoundOrSecondFactorRequired, Problem } from '../core/errors.ts'
import { toolScopes } from '../core/scopes.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { runWrite } from './write.ts'
import { onRequestHooks } from './hooks/authenticate.ts'
import { withChallenge } from './www-authenticate.ts'
import { isNotModified } from './etag.ts'
import { getPath, compileOperation, createRequestState, type RequestState, type HttpResponse } from './request-state.ts'
import { toProblem, toProblemResponse } from './error-handler.ts'
import { inputHooks } from './hooks/parse-input.ts'
import { runRead } from './read.ts'

function setFixedHeaders(reply: FastifyReply): void {
  if (reply.hasHeader('cache-control')) return
  const vary = [reply.getHeader('vary'), 'Authorization, Cookie, Accept'].flat().filter(Boolean).join(', ')
  reply.headers({
    vary,
    'cache-control': 'private, no-cache, no-transform',
    'x-content-type-options': 'nosniff',
  })
}

const DEPRECATION_DATE = '@1790294400' // 2026-09-25
const SUNSET_DATE = 'Sat, 25 Sep 2027 00:00:00 GMT'

/** Returns the headers of a deprecated operation; `successorPath` has its parameters filled in. */
const buildDeprecationHeaders = (successorPath: string): Record<string, string> => ({
  deprecation: DEPRECATION_DATE,
  sunset: SUNSET_DATE,
  link: `<${successorPath}>; rel="successor-version"`,
})

/** Registers the routes of operations, and a 405 route for the other methods of each path. */
export function registerOperations(app: FastifyInstance, operations: readonly AnyOperation[], services: Dependencies) {
  // Bodies stay raw bytes until the caller is authorized.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('state', null)
  app.setErrorHandler((error, request, reply) => void sendProblem(request, reply, explainProblem(request, error)))
  const methods = new Map<string, string[]>()
  for (const op of operations) {
    const url = op.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(url, [...(methods.get(url) ?? []), op.method])
    if (!op.upload) registerRoute(app, url, op, services)
    else void app.register(async (child) => registerUpload(child, url, op, services))
  }
  for (const [url, registered] of methods) registerMethodNotAllowed(app, url, registered)
}

function registerUpload(app: FastifyInstance, url: string, op: AnyOperation, services: Dependencies): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  registerRoute(app, url, op, services)
}

function registerRoute(app: FastifyInstance, url: string, op: AnyOperation, services: Dependencies): void {
  const compiled = compileOperation(op)
  app.route({
    method: op.method,
    url,
    config: { operation: op.id, upload: op.upload !== undefined },
    async onRequest(request, reply) {
      setFixedHeaders(reply)
      if (op.deprecated) reply.headers(buildDeprecationHeaders(getPath(request)))
      const state = createRequestState(compiled, services, request, reply)
      ;(request as RequestWithState).state = state
      for (const hook of onRequestHooks) await hook(state)
    },
    async handler(request, reply) {
      const { state } = request as RequestWithState
      const response = await runOperation(state).finally(() => state.cleanUp?.())
      return sendResponse(request, reply, response)
    },
  })
}

async function runOperation(state: RequestState): Promise<HttpResponse> {
  for (const hook of inputHooks) await hook(state)
  return isWrite(state.compiled.op) ? runWrite(state) : runRead(state)
}

/** Adds a challenge for the credential, and to a 404 the organizations that are locked for the session. */
function explainProblem(request: FastifyRequest, error: unknown): unknown {
  const { state } = request as Partial<RequestWithState>
  if (!state) return error
  const { caller, audience, compiled, services } = state
  const locked = caller.membershipsRequiringSecondFactor.map(({ org_name }) => org_name)
  if (locked.length > 0 && isGenericNotFound(error)) return notFoundOrSecondFactorRequired(locked)
  const { scope } = compiled.op
  const scopes = audience === 'mcp' ? toolScopes : [scope]
  return withChallenge(error, { baseUrl: services.config.baseUrl, audience, scopes, caller })
}

type RequestWithState = FastifyRequest & { state: RequestState }

function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: HttpResponse,
): FastifyReply | Promise<FastifyReply> {
  // Opened before the headers are set, since it throws when the caller has too many streams.
  const stream =
    response.openStream && (request.method === 'HEAD' ? Readable.from([]) : openStream(request, response.openStream))
  reply.code(response.status).headers(response.headers)
  if (stream) return reply.send(stream)
  const etag = response.headers.etag
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.send(response.body)
  const unchanged = etag !== undefined && isNotModified(request.headers['if-none-match'], etag)
  if (unchanged) reply.code(304)
  // HEAD returns the Content-Length of the GET response.
  if (unchanged && request.method === 'GET') {
    void response.file?.discard?.()
    return reply.removeHeader('content-type').send()
  }
  return response.file ? sendFile(request, reply, response) : reply.send(response.bytes ?? response.body)
}

/**
 * Opens a stream that is destroyed when the connection closes. The response alone is not enough: a pipelined response
 * gets no close event.
 */
function openStream({ raw: { socket } }: FastifyRequest, open: () => Readable): Readable {
  if (socket.destroyed) return Readable.from([])
  const stream = open()
  const onClose = () => stream.destroy()
  socket.once('close', onClose)
  return stream.once('close', () => socket.off('close', onClose))
}

const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

function registerMethodNotAllowed(app: FastifyInstance, url: string, registered: string[]): void {
  const allowed = registered.includes('GET') ? [...registered, 'HEAD'] : registered
  const others = ALL_METHODS.filter((method) => !allowed.includes(method))
  const allow = allowed.join(', ')
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      sendProblem(request, reply.header('allow', allow), new Problem(405, `Use ${allow} on this path.`)),
  })
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500 && problem.status !== 503)
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  if (error instanceof StorageUnavailable)
    request.log.warn({ err: error, request_id: request.id }, 'file storage unavailable')
  setFixedHeaders(reply)
  const { status, headers, body } = toProblemResponse(problem, request)
  // Errors for malformed or too long URLs bypass the hook that sets the id.
  return reply.code(status).header('x-request-id', request.id).headers(headers).send(body)
}

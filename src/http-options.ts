import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  LogController,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './core/config/config.ts'
import { setCorsHeaders } from './cors.ts'
import { sendContinue, hasUnsupportedExpectation } from './http/expect-continue.ts'
import { sendProblem } from './http/pipeline.ts'
import { getLoggablePath } from './http/loggable-path.ts'
import { Problem } from './core/errors.ts'

const BODY_TIMEOUT_MS = 60_000
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

const TRAILING_SLASH = /^(\/(?:mcp|docs(?:\/[^?]*[^/?])?|\.well-known\/[^?]*[^/?]))\/(?=\?|$)/

const rejectCompilation = (): never => {
  throw new Error('no route has a schema')
}

export function buildHttpOptions(config: Config, log?: Logger): FastifyHttpOptions<Server> {
  return {
    ...(log ? { loggerInstance: log } : { logger: false }),
    // Operations validate by themselves: Fastify's schema compilers are not loaded.
    schemaController: {
      compilersFactory: { buildValidator: rejectCompilation, buildSerializer: rejectCompilation },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1024 * 1024,
    // Allows for uploads over a slow connection; `limitBody` limits other bodies.
    requestTimeout: BODY_TIMEOUT_MS + config.attachmentMaxMb * 20_000,
    keepAliveTimeout: 75_000,
    // The unsubscribe link of invitations contains an encrypted email address.
    routerOptions: { maxParamLength: 400 },
    rewriteUrl: ({ url = '/' }) => url.replace(TRAILING_SLASH, '$1'),
    // Node answers a missing Host without a body; `rejectInvalidHeaders` sends a problem.
    http: { headersTimeout: 20_000, maxHeaderSize: 16_384, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // The onRequest hook sends the 503 as a problem.
    return503OnClosing: false,
    genReqId(request) {
      const requestId = request.headers['x-request-id']
      return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : randomUUID()
    },
    // Errors before routing, such as a malformed path, bypass the hooks.
    frameworkErrors(error, request, reply) {
      setCorsHeaders(config.corsOrigins, request as FastifyRequest, reply as FastifyReply)
      sendProblem(request as FastifyRequest, reply as FastifyReply, error)
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket),
  }
}

const TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'The headers exceed 16 KB.')
      : error.code === TIMEOUT_CODE
        ? new Problem(408, 'Timed out while waiting for the request.')
        : new Problem(400, 'The request is not valid HTTP/1.1.')
  const id = randomUUID()
  const body = JSON.stringify(problem.toBody('', id))
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Throws a problem where Node would respond without one: missing Host, or an unknown Expect. */
export function rejectInvalidHeaders({ raw, headers }: FastifyRequest): void {
  const close = { headers: { connection: 'close' } }
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Problem(400, 'The Host header is missing.', close)
  if (hasUnsupportedExpectation(raw)) throw new Problem(417, 'The only supported expectation is 100-continue.', close)
}

export const limitBody =
  (millis = BODY_TIMEOUT_MS): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { upload } = request.routeOptions.config as { upload?: boolean }
    const { headers, raw } = request
    if (!upload && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined) {
      sendContinue(request, reply)
      const timeout = Object.assign(new Error('request timeout'), { code: TIMEOUT_CODE })
      const timer = setTimeout(() => raw.complete || sendClientError(timeout, raw.socket), millis)
      raw.once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  }

/** Logs one line per request, without the query, which may have personal data, headers or secret paths. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, traceId?: string): void {
  const { operation } = request.routeOptions.config as { operation?: string }
  const line = {
    request_id: request.id,
    ...(traceId !== undefined && { trace_id: traceId }),
    method: request.method,
    path: getLoggablePath(request),
    operation,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  request.log.info(line, 'request')
}

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
import type { Config } from './kernel/config/config.ts'
import { allowOrigin } from './cors.ts'
import { askForBody, isUnmet } from './kernel/request/expect.ts'
import { sendProblem } from './kernel/request/pipeline.ts'
import { toldPath } from './kernel/request/told-path.ts'
import { Problem } from './kernel/problem.ts'

/** Milliseconds a body that is no file may take to arrive. */
const bodyTimeout = 60_000
const requestIdShape = /^[A-Za-z0-9._-]{1,128}$/

/** Paths that are also served with a trailing slash. */
const endsWithSlash = /^(\/(?:mcp|docs(?:\/[^?]*[^/?])?|\.well-known\/[^?]*[^/?]))\/(?=\?|$)/

const unused = (): never => {
  throw new Error('no route has a schema')
}

/** Limits, request ids and logging of the HTTP server; without a log it writes none. */
export function httpOptions(config: Config, log?: Logger): FastifyHttpOptions<Server> {
  return {
    ...(log ? { loggerInstance: log } : { logger: false }),
    // No route has a schema of Fastify's: each operation validates by itself. What compiles them is not loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1024 * 1024,
    // A slow line takes its time for a file. Other bodies have less: `limitBody`.
    requestTimeout: bodyTimeout + config.attachmentMaxMb * 20_000,
    keepAliveTimeout: 75_000,
    // The unsubscribe link of invitations contains an encrypted email address.
    routerOptions: { maxParamLength: 400 },
    rewriteUrl: ({ url = '/' }) => url.replace(endsWithSlash, '$1'),
    // Node answers a missing Host without a body: `refuseOdd` tells it as a problem.
    http: { headersTimeout: 20_000, maxHeaderSize: 16_384, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // While stopping we answer as a problem ourselves.
    return503OnClosing: false,
    genReqId(request) {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID()
    },
    // What has no route, such as a path that is badly escaped, passes by the hooks.
    frameworkErrors(error, request, reply) {
      allowOrigin(config.corsOrigins, request as FastifyRequest, reply as FastifyReply)
      sendProblem(request as FastifyRequest, reply as FastifyReply, error)
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  }
}

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'

/** What is no HTTP request gets its problem too, with an id to quote; then the connection ends. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'The headers are larger than 16 KB.')
      : error.code === timedOut
        ? new Problem(408, 'The request did not arrive in time.')
        : new Problem(400, 'This is no HTTP/1.1 request.')
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

/** Refuses what Node would answer by itself, without a problem: no Host in HTTP/1.1, and an Expect that nobody knows. */
export function refuseOdd({ raw, headers }: FastifyRequest): void {
  const close = { headers: { connection: 'close' } }
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Problem(400, 'The Host header is missing.', close)
  if (isUnmet(raw)) throw new Problem(417, 'Of what a sender may expect, only 100-continue is known.', close)
}

/** Before a body is read: tells a sender that waits to go on, and ends one that takes too long. Uploads do so themselves. */
export const limitBody =
  (millis = bodyTimeout): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { upload } = request.routeOptions.config as { upload?: boolean }
    const { headers, raw } = request
    if (!upload && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined) {
      askForBody(request, reply)
      const late = Object.assign(new Error('request timeout'), { code: timedOut })
      const timer = setTimeout(() => raw.complete || answerBrokenRequest(late, raw.socket), millis)
      raw.once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  }

/**
 * One line a request: no query (it may hold what people search for), no headers, no path that is told to nobody else.
 * `traceId`: the trace that the request belongs to, where any are made.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, traceId?: string): void {
  const { operation } = request.routeOptions.config as { operation?: string }
  const line = {
    request_id: request.id,
    ...(traceId !== undefined && { trace_id: traceId }),
    method: request.method,
    path: toldPath(request),
    operation,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  request.log.info(line, 'request')
}

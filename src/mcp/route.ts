import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runForAudience } from '../core/audience.ts'
import { buildRateLimitHeaders, getRetryAfterSeconds } from '../http/limits/rate-limits.ts'
import type { AnyOperation } from '../http/operation.ts'
import { invalidParameter, Problem, rateLimited } from '../core/errors.ts'
import { parseJson, requireJsonContentType } from '../http/parse-body.ts'
import { sendProblem } from '../http/pipeline.ts'
import type { Caller } from '../core/caller.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { admitted, lackingAt } from './admission.ts'
import type { Host } from './api.ts'
import { requireOwnOrigin } from './origin.ts'
import type { Session } from './server.ts'

const path = '/mcp'
/** Bytes of a message at most. */
const bodyLimit = 1024 * 1024

type Carrier = FastifyRequest & { mcpCaller: Caller; mcpSession: Session | null }

/** What is answered to a message. */
interface Answered {
  status: number
  headers?: Record<string, string>
  body: unknown
}

/** Serves the MCP server: one address that takes messages, each answered by itself (stateless Streamable HTTP). */
export function registerMcp(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  services: Dependencies,
): void {
  const host: Host = { app, operations: new Map(operations.map((op) => [op.id, op])), clock: services.clock }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.decorateRequest('mcpCaller', null as never)
    scope.decorateRequest('mcpSession', null)
    scope.route({
      method: 'POST',
      url: path,
      bodyLimit,
      config: { operation: 'mcp' },
      async onRequest(request, reply) {
        reply.headers({ 'cache-control': 'no-store, no-transform', 'x-content-type-options': 'nosniff' })
        requireOwnOrigin(request, services.config)
        ;(request as Carrier).mcpCaller = await admitted(services, request)
      },
      handler: (request, reply) => serve(host, services, request as Carrier, reply),
    })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      exposeHeadRoute: false,
      config: { operation: 'mcp' },
      handler: (request, reply) =>
        sendProblem(
          request,
          reply.header('allow', 'POST'),
          new Problem(405, 'Use POST: there are no sessions here.'),
        ),
    })
  })
}

async function serve(host: Host, services: Dependencies, request: Carrier, reply: FastifyReply) {
  const answering = answerTo(host, services, request)
  const { status, headers = {}, body } = await answering.finally(() => count(services, request, reply))
  return reply.code(status).headers(headers).send(body)
}

async function answerTo(host: Host, services: Dependencies, request: Carrier): Promise<Answered> {
  // The library is not part of the start of the server.
  const [{ answerMessage, sessionOf }, { toolsetsOf }] = await Promise.all([
    import('./server.ts'),
    import('./catalogue.ts'),
  ])
  const { toolsets } = request.query as { toolsets?: string | string[] }
  const { sets, unknown } = toolsetsOf(toolsets === undefined ? undefined : [toolsets].flat().join())
  if (unknown.length > 0)
    throw invalidParameter('toolsets', `There is no toolset "${unknown[0]!.slice(0, 60)}".`, [
      'default',
      'danger',
      'all',
    ])
  const message = readMessage(request)
  if ('refusal' in message) return { status: message.status, body: message.refusal }
  const session = (request.mcpSession = sessionOf(host, request, request.mcpCaller, sets))
  const response = await runForAudience('mcp', () =>
    answerMessage(asWebRequest(request), message.body, session),
  )
  const text = await response.text()
  if (session.called !== undefined) note(services, request, session)
  if (session.lacking) throw lackingAt(services, request.mcpCaller, session.lacking.scopes)
  const type = response.headers.get('content-type')
  return { status: response.status, ...(type !== null && { headers: { 'content-type': type } }), body: text }
}

const rpcError = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || typeof id === 'number' ? id : null,
  error: { code, message },
})

/** The message that was sent, or the error of the protocol for what is none. */
function readMessage(request: FastifyRequest): { body: unknown } | { status: number; refusal: object } {
  requireJsonContentType(request.headers)
  let body: unknown
  try {
    body = parseJson((request.body as Buffer | undefined) ?? Buffer.from(''))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      status: 400,
      refusal: rpcError(null, -32700, `Parse error: ${error.errors?.[0]?.msg ?? error.message}`),
    }
  }
  if (Array.isArray(body))
    return { status: 400, refusal: rpcError(null, -32600, 'Send one message at a time.') }
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown }
  // Nothing is told that was not asked for, so there is nothing to wait for.
  if (method === 'subscriptions/listen')
    return {
      status: 404,
      refusal: rpcError(id, -32601, 'Method not found: there are no subscriptions here.'),
    }
  return { body }
}

/** The headers of the protocol, as the library reads them. Whoever can read JSON is answered in it, and is asked no more. */
function asWebRequest({ headers, url, method }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('mcp-'))
  const accept = ['accept', 'application/json, text/event-stream'] as const
  return new Request(`http://svc.invalid${url}`, {
    method,
    headers: [...(kept as [string, string][]), accept as never],
  })
}

/** A line for each call of a tool, beside those of the operations that it called; they have the same request id. */
function note({ metrics }: Dependencies, request: FastifyRequest, { called, api, failed }: Session): void {
  const outcome = failed ? 'failed' : 'ok'
  metrics
    .counter(
      'svc_tool_calls_total',
      'Calls of tools of the MCP server, by whether they did what was asked.',
      'tool',
      'outcome',
    )
    .inc({ tool: called!, outcome })
  request.log.info({ request_id: request.id, tool: called, outcome, calls: api.calls }, 'tool')
}

/**
 * A message for which no operation was called counts as one request of its token, whatever became of it; the calls count
 * by themselves.
 */
async function count(
  services: Dependencies,
  { mcpCaller: { token }, mcpSession }: Carrier,
  reply: FastifyReply,
): Promise<void> {
  if (mcpSession && mcpSession.api.calls > 0) return
  const limit = services.config.rateLimit[token!.kind]
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.token.count(token!.token_id, millis)
  reply.headers(buildRateLimitHeaders(limit, window, services.clock() + window.endsAt - millis))
  if (window.used > limit) throw rateLimited(getRetryAfterSeconds(window, millis))
}

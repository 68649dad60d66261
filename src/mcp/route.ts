import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runForAudience } from '../core/audience.ts'
import { buildRateLimitHeaders, getRetryAfterSeconds } from '../http/limits/rate-limits.ts'
import type { AnyOperation } from '../http/operation.ts'
import type { Config } from '../core/config/config.ts'
import { forbidden, invalidParameter, Problem, rateLimited } from '../core/errors.ts'
import { parseJson, requireJsonContentType } from '../http/parse-body.ts'
import { sendProblem } from '../http/pipeline.ts'
import type { Caller } from '../core/caller.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { authenticateAgent, buildMissingScopesProblem } from './authenticate.ts'
import type { McpHost } from './api.ts'
import type { McpSession } from './server.ts'

const path = '/mcp'
const MAX_BODY_BYTES = 1024 * 1024

type McpRequest = FastifyRequest & { mcpCaller: Caller; mcpSession: McpSession | null }

interface McpResponse {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export function registerMcp(app: FastifyInstance, operations: readonly AnyOperation[], services: Dependencies): void {
  const host: McpHost = {
    app,
    operations: new Map(operations.map((op) => [op.id, op])),
    clock: services.clock,
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.decorateRequest('mcpCaller', null as never)
    scope.decorateRequest('mcpSession', null)
    scope.route({
      method: 'POST',
      url: path,
      bodyLimit: MAX_BODY_BYTES,
      config: { operation: 'mcp' },
      async onRequest(request, reply) {
        reply.headers({ 'cache-control': 'no-store, no-transform', 'x-content-type-options': 'nosniff' })
        requireOwnOrigin(request, services.config)
        ;(request as McpRequest).mcpCaller = await authenticateAgent(services, request)
      },
      handler: (request, reply) => serve(host, services, request as McpRequest, reply),
    })
    rejectOtherMethods(scope)
  })
}

function rejectOtherMethods(scope: FastifyInstance): void {
  const createMethodProblem = () => new Problem(405, 'Only POST is supported: the MCP endpoint is stateless.')
  scope.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    exposeHeadRoute: false,
    config: { operation: 'mcp' },
    handler: (request, reply) => sendProblem(request, reply.header('allow', 'POST'), createMethodProblem()),
  })
}

async function serve(host: McpHost, services: Dependencies, request: McpRequest, reply: FastifyReply) {
  const pending = handleMessage(host, services, request)
  const { status, headers = {}, body } = await pending.finally(() => countRequest(services, request, reply))
  return reply.code(status).headers(headers).send(body)
}

async function handleMessage(host: McpHost, services: Dependencies, request: McpRequest): Promise<McpResponse> {
  // Loaded lazily, since the MCP library slows down startup.
  const [{ handleMcpMessage, createMcpSession }, { parseToolsets }] = await Promise.all([
    import('./server.ts'),
    import('./catalogue.ts'),
  ])
  const { toolsets } = request.query as { toolsets?: string | string[] }
  const { sets, unknown } = parseToolsets(toolsets === undefined ? undefined : [toolsets].flat().join())
  if (unknown.length > 0)
    throw invalidParameter('toolsets', `Unknown toolset "${unknown[0]!.slice(0, 60)}". Use default, danger or all.`, [
      'default',
      'danger',
      'all',
    ])
  const message = readMessage(request)
  if ('refusal' in message) return { status: message.status, body: message.refusal }
  const session = (request.mcpSession = createMcpSession(host, request, request.mcpCaller, sets))
  const response = await runForAudience('mcp', () => handleMcpMessage(asWebRequest(request), message.body, session))
  const text = await response.text()
  if (session.called !== undefined) recordToolCall(services, request, session)
  if (session.missingScopes) throw buildMissingScopesProblem(services, request.mcpCaller, session.missingScopes.scopes)
  const type = response.headers.get('content-type')
  return { status: response.status, ...(type !== null && { headers: { 'content-type': type } }), body: text }
}

const rpcError = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || typeof id === 'number' ? id : null,
  error: { code, message },
})

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
    return {
      status: 400,
      refusal: rpcError(null, -32600, 'Batches are not supported. Send one message per request.'),
    }
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown }
  // The server sends no notifications.
  if (method === 'subscriptions/listen')
    return {
      status: 404,
      refusal: rpcError(id, -32601, 'Method not found: subscriptions are not supported.'),
    }
  return { body }
}

/** Builds the web request for the MCP library. Overrides Accept, since responses are JSON for all clients. */
function asWebRequest({ headers, url, method }: FastifyRequest): Request {
  const forwarded = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('mcp-'))
  const accept = ['accept', 'application/json, text/event-stream'] as const
  return new Request(`http://svc.invalid${url}`, {
    method,
    headers: [...(forwarded as [string, string][]), accept as never],
  })
}

function recordToolCall({ metrics }: Dependencies, request: FastifyRequest, { called, api, failed }: McpSession): void {
  const outcome = failed ? 'failed' : 'ok'
  metrics
    .counter('svc_tool_calls_total', 'MCP tool calls by tool and outcome (ok, failed).', 'tool', 'outcome')
    .inc({ tool: called!, outcome })
  request.log.info({ request_id: request.id, tool: called, outcome, calls: api.callCount }, 'tool')
}

/** Counts a message without operation calls as one request of the token's rate limit; calls are counted by the API. */
async function countRequest(
  services: Dependencies,
  { mcpCaller: { token }, mcpSession }: McpRequest,
  reply: FastifyReply,
): Promise<void> {
  if (mcpSession && mcpSession.api.callCount > 0) return
  const limit = services.config.rateLimit[token!.kind]
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.token.count(token!.token_id, millis)
  reply.headers(buildRateLimitHeaders(limit, window, services.clock() + window.endsAt - millis))
  if (window.used > limit) throw rateLimited(getRetryAfterSeconds(window, millis))
}

/** Throws 403 for browser requests from another origin, against DNS rebinding. Other clients send no Origin. */
function requireOwnOrigin({ headers }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(config.baseUrl).origin || config.corsOrigins.includes(origin)) return
  throw forbidden('Requests from this origin are not allowed. To allow it, add it to CORS_ORIGINS.')
}

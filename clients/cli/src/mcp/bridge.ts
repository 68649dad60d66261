import { CliError, exitCodes } from '../errors.ts'
import { toSafeJson } from '../output/text.ts'
import { getLocalTimeZone } from '../session/session.ts'

interface Message {
  id?: string | number
  method?: string
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> }
  result?: unknown
}

interface BridgeOptions {
  url: string
  /** Returns an access token; refreshes it if it is the one that the server rejected. */
  token: (refused?: string) => string | Promise<string>
  signal: AbortSignal
  send: (line: string) => void
}

/** JSON-RPC error code from the range reserved for servers: the message could not be delivered. */
const NOT_DELIVERED = -32000
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** `_meta` key of the protocol version in stateless revisions of MCP. */
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** Parameter that is sent as `Mcp-Name`, by method; proxies may route by it. */
const nameParams: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Forwards each JSON-RPC message in its own HTTP request and streams back the responses. */
export class McpBridge {
  /** Set when the server has rejected the credentials. */
  signedOut: string | undefined
  readonly #options: BridgeOptions
  readonly #pending = new Set<Promise<void>>()
  readonly #requests = new Map<string | number, AbortController>()
  /** Protocol version negotiated by `initialize`, in revisions that have it. */
  #version: string | undefined

  constructor(options: BridgeOptions) {
    this.#options = options
  }

  /** Sends a line from the client. Requests run concurrently, so responses may arrive in any order. */
  forward(line: string): void {
    let message: Message
    try {
      message = JSON.parse(line) as Message
    } catch {
      return this.#fail(null, PARSE_ERROR, 'Parse error: the line is not valid JSON')
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return this.#fail(null, INVALID_REQUEST, 'Invalid request: a line must be one JSON-RPC message')
    const work = this.#carry(message, line).finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  /** Resolves when no request is pending. */
  async waitUntilIdle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  async #carry(message: Message, line: string): Promise<void> {
    const { id, method } = message
    if (method === 'notifications/cancelled') this.#cancel(message)
    const canceled = new AbortController()
    const isRequest = id !== undefined && method !== undefined
    if (isRequest) this.#requests.set(id, canceled)
    try {
      await this.#receive(message, await this.#post(message, line, canceled.signal))
    } catch (error) {
      // A canceled request or a notification gets no response.
      if (isRequest && !canceled.signal.aborted) this.#fail(id, NOT_DELIVERED, toMessage(error))
    } finally {
      if (isRequest) this.#requests.delete(id)
    }
  }

  #cancel({ params }: Message): void {
    this.#requests.get(params?.requestId as string | number)?.abort()
  }

  async #post(message: Message, body: string, canceled: AbortSignal): Promise<Response> {
    const { url, token, signal } = this.#options
    const either = AbortSignal.any([signal, canceled])
    const send = async (credential: string) => {
      const headers = { ...this.#headers(message), authorization: `Bearer ${credential}` }
      return fetch(url, { method: 'POST', headers, body, signal: either, redirect: 'error' })
    }
    const first = await token()
    const response = await send(first)
    if (response.status !== 401) return response
    const second = await token(first)
    if (second === first) return response
    await response.body?.cancel()
    return send(second)
  }

  #headers({ method, params }: Message): Record<string, string> {
    const { _meta: meta } = params ?? {}
    const version = meta?.[versionKey]
    const basic = {
      'x-time-zone': getLocalTimeZone(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    if (typeof version !== 'string' || method === undefined)
      return { ...basic, ...(this.#version && { 'mcp-protocol-version': this.#version }) }
    const name = Object.hasOwn(nameParams, method) ? params?.[nameParams[method]!] : undefined
    return {
      ...basic,
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
    }
  }

  async #receive(message: Message, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && type.startsWith('text/event-stream')) {
      for await (const data of parseEvents(response.body!)) this.#pass(message, data)
      return
    }
    const text = await response.text()
    if (isJsonRpc(text)) return this.#pass(message, text)
    if (response.ok) return
    if (response.status === 401) this.signedOut = 'Your sign-in has ended. Sign in again: svc login'
    throw new CliError(formatProblem(response.status, text), exitCodes.failure)
  }

  /** Forwards a message of the server to the client, on one line. */
  #pass({ method }: Message, text: string): void {
    const parsed = JSON.parse(text) as Message
    if (method === 'initialize') {
      const { protocolVersion } = (parsed.result ?? {}) as { protocolVersion?: unknown }
      if (typeof protocolVersion === 'string') this.#version = protocolVersion
    }
    this.#options.send(`${toSafeJson(parsed)}\n`)
  }

  #fail(id: string | number | null, code: number, message: string): void {
    this.#options.send(`${toSafeJson({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }
}

/** Encodes a value that is not plain ASCII as `=?base64?…?=`, as MCP specifies. */
const encodeHeader = (text: string): string =>
  /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

function isJsonRpc(text: string): boolean {
  try {
    return (JSON.parse(text) as { jsonrpc?: unknown }).jsonrpc === '2.0'
  } catch {
    return false
  }
}

function formatProblem(status: number, text: string): string {
  const { detail, title, request_id } = parseProblem(text)
  const summary = typeof detail === 'string' ? detail : (title ?? `The server returned ${status}.`)
  const hint = status === 401 ? ' Sign in again: svc login' : ''
  return `${summary}${hint}${request_id ? ` (request ${request_id})` : ''}`
}

function parseProblem(text: string): { detail?: unknown; title?: string; request_id?: string } {
  try {
    return JSON.parse(text) as { detail?: unknown; title?: string; request_id?: string }
  } catch {
    return {}
  }
}

function toMessage(error: unknown): string {
  if (error instanceof CliError) return error.message
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return `No response from the server${code ? ` (${code})` : ''}. Check that it is running.`
}

/** Parses the data of each message in a `text/event-stream` body. */
async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  let data: string[] = []
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (text + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    text = lines.pop()!
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      if (line !== '') continue
      if (data.length > 0) yield data.join('\n')
      data = []
    }
  }
}

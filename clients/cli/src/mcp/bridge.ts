import { CliError, exitCodes } from '../errors.ts'
import { harmlessJson } from '../output/text.ts'
import { localZone } from '../session/session.ts'
import { eventsOf } from './events.ts'

interface Message {
  id?: string | number
  method?: string
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> }
  result?: unknown
}

export interface BridgeOptions {
  url: string
  /** Gives an access token; given the one that the server refused, another. */
  token: (refused?: string) => string | Promise<string>
  signal: AbortSignal
  send: (line: string) => void
}

/** A code of JSON-RPC's own range for servers: the message could not be delivered. */
const notDelivered = -32000
const parseError = -32700
const invalidRequest = -32600

/** The revision that a message of the stateless era names. */
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** What a proxy on the way may route by (`Mcp-Name`), by the method. */
const named: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Carries each JSON-RPC message to the server by a request of its own, and what comes back as it comes. */
export class Bridge {
  /** Set once the server knows the sign-in no more. */
  signedOut: string | undefined
  readonly #options: BridgeOptions
  readonly #pending = new Set<Promise<void>>()
  readonly #requests = new Map<string | number, AbortController>()
  /** Settled by `initialize`, in the era that has it. */
  #version: string | undefined

  constructor(options: BridgeOptions) {
    this.#options = options
  }

  /** Takes a line from the client. Requests are under way side by side; answers come in any order. */
  take(line: string): void {
    let message: Message
    try {
      message = JSON.parse(line) as Message
    } catch {
      return this.#fail(null, parseError, 'This line is no JSON')
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return this.#fail(null, invalidRequest, 'A line is one JSON-RPC message')
    const work = this.#carry(message, line).finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  /** Resolves when everything that was taken is answered. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  async #carry(message: Message, line: string): Promise<void> {
    const { id, method } = message
    if (method === 'notifications/cancelled') this.#cancel(message)
    const own = new AbortController()
    const isRequest = id !== undefined && method !== undefined
    if (isRequest) this.#requests.set(id, own)
    try {
      await this.#receive(message, await this.#post(message, line, own.signal))
    } catch (error) {
      // Nothing answers a request that was cancelled, nor a notification.
      if (isRequest && !own.signal.aborted) this.#fail(id, notDelivered, reasonOf(error))
    } finally {
      if (isRequest) this.#requests.delete(id)
    }
  }

  #cancel({ params }: Message): void {
    this.#requests.get(params?.requestId as string | number)?.abort()
  }

  async #post(message: Message, body: string, own: AbortSignal): Promise<Response> {
    const { url, token, signal } = this.#options
    const either = AbortSignal.any([signal, own])
    const send = async (credential: string) => {
      const headers = { ...this.#headers(message), authorization: `Bearer ${credential}` }
      return fetch(url, { method: 'POST', headers, body, signal: either, redirect: 'error' })
    }
    const first = await token()
    const answer = await send(first)
    if (answer.status !== 401) return answer
    const second = await token(first)
    if (second === first) return answer
    await answer.body?.cancel()
    return send(second)
  }

  #headers({ method, params }: Message): Record<string, string> {
    const { _meta: meta } = params ?? {}
    const version = meta?.[versionKey]
    const basic = {
      'x-time-zone': localZone(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    if (typeof version !== 'string' || method === undefined)
      return { ...basic, ...(this.#version && { 'mcp-protocol-version': this.#version }) }
    const name = Object.hasOwn(named, method) ? params?.[named[method]!] : undefined
    return {
      ...basic,
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
    }
  }

  async #receive(message: Message, answer: Response): Promise<void> {
    const type = answer.headers.get('content-type') ?? ''
    if (answer.ok && type.startsWith('text/event-stream')) {
      for await (const data of eventsOf(answer.body!)) this.#pass(message, data)
      return
    }
    const text = await answer.text()
    if (isRpc(text)) return this.#pass(message, text)
    if (answer.ok) return
    if (answer.status === 401) this.signedOut = 'The server does not know this sign-in any more: svc login'
    throw new CliError(refusalOf(answer.status, text), exitCodes.failure)
  }

  /** Hands on a message of the server, on one line. */
  #pass({ method }: Message, text: string): void {
    const parsed = JSON.parse(text) as Message
    if (method === 'initialize') {
      const { protocolVersion } = (parsed.result ?? {}) as { protocolVersion?: unknown }
      if (typeof protocolVersion === 'string') this.#version = protocolVersion
    }
    this.#options.send(`${harmlessJson(parsed)}\n`)
  }

  #fail(id: string | number | null, code: number, message: string): void {
    this.#options.send(`${harmlessJson({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }
}

/** Beyond ASCII a header carries base64, marked as such. */
const headerValue = (text: string): string =>
  /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

function isRpc(text: string): boolean {
  try {
    return (JSON.parse(text) as { jsonrpc?: unknown }).jsonrpc === '2.0'
  } catch {
    return false
  }
}

function refusalOf(status: number, text: string): string {
  const { detail, title, request_id } = parsedProblem(text)
  const said = typeof detail === 'string' ? detail : (title ?? `the server answered ${status}`)
  const hint = status === 401 ? ' Sign in again: svc login' : ''
  return `${said}${hint}${request_id ? ` (request ${request_id})` : ''}`
}

function parsedProblem(text: string): { detail?: unknown; title?: string; request_id?: string } {
  try {
    return JSON.parse(text) as { detail?: unknown; title?: string; request_id?: string }
  } catch {
    return {}
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CliError) return error.message
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return `No answer from the server${code ? ` (${code})` : ''}`
}

import { IncomingMessage } from 'node:http'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { isWrite, type AnyOperation } from '../http/operation.ts'
import type { Scope } from '../core/scopes.ts'
import { replaceTaskKeys } from './task-keys.ts'
import { MissingScopes, OperationError, ToolError } from './errors.ts'

interface ToolOperationInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  key?: string | undefined
  version?: string | undefined
  range?: [from: number, to: number]
}

export interface OperationOutput {
  status: number
  // A test compares what the tools read with the schemas of the operations.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  bytes: Buffer
  headers: Record<string, string>
  version: string | undefined
}

export interface McpHost {
  app: FastifyInstance
  operations: ReadonlyMap<string, AnyOperation>
  clock: () => number
}

/**
 * Calls operations in this process through the whole HTTP pipeline, with the caller's credentials and IP address, so that
 * authorization, rate limits and validation are those of the API.
 */
export class OperationClient {
  readonly #app: FastifyInstance
  readonly #clock: () => number
  readonly #request: FastifyRequest
  readonly #operations: ReadonlyMap<string, AnyOperation>
  readonly #idsByKey = new Map<string, Promise<string>>()
  readonly caller: Caller
  callCount = 0
  writeCount = 0

  constructor({ app, operations, clock }: McpHost, request: FastifyRequest, caller: Caller) {
    this.#app = app
    this.#operations = operations
    this.#clock = clock
    this.#request = request
    this.caller = caller
  }

  get orgId(): string {
    return this.caller.token!.org_id
  }

  get now(): number {
    return this.#clock()
  }

  operation(id: string): AnyOperation {
    const op = this.#operations.get(id)
    if (!op) throw new Error(`there is no operation ${id}`)
    return op
  }

  get all(): Iterable<AnyOperation> {
    return this.#operations.values()
  }

  listMissingScopes(ids: readonly string[]): Scope[] {
    const lacking = ids.map((id) => this.operation(id).scope).filter((scope) => !this.#holds(scope))
    return [...new Set(lacking)] as Scope[]
  }

  /** Calls an operation. Throws `OperationError` for an error response, `MissingScopes` before the call. */
  async call(id: string, input: ToolOperationInput = {}): Promise<OperationOutput> {
    const op = this.operation(id)
    const lacking = this.listMissingScopes([id])
    if (lacking.length > 0) throw new MissingScopes(lacking)
    const sending = await replaceTaskKeys(input, (key) => this.#findTaskId(key))
    this.callCount += 1
    const response = await this.#app.inject({
      method: op.method,
      url: buildUrl(op, { org_id: this.orgId, ...sending.params }, sending.query),
      headers: this.#headers(op, sending),
      ...(sending.body !== undefined && { payload: JSON.stringify(sending.body) }),
      remoteAddress: this.#request.ip,
      ...injectOptions,
    })
    const { statusCode: status, headers, rawPayload } = response
    const isJson = /^application\/(problem\+)?json/.test(String(headers['content-type']))
    const body: unknown = isJson ? JSON.parse(response.payload) : response.payload
    if (status >= 400) throw new OperationError(status, body as object, headers['retry-after'] as string | undefined)
    if (isWrite(op)) this.writeCount += 1
    const version = headers.etag as string | undefined
    return { status, body, bytes: rawPayload, headers: headers as Record<string, string>, version }
  }

  /** Returns the id of the task with a key, looked up once per tool call. */
  #findTaskId(key: string): Promise<string> {
    let found = this.#idsByKey.get(key)
    if (!found) {
      found = this.call('tasks.by_key', { params: { key } }).then(({ body }) => body.task_id as string)
      this.#idsByKey.set(key, found)
    }
    return found
  }

  #holds(scope: AnyOperation['scope']): boolean {
    return scope === 'none' || scope === 'any' || (scope !== 'session' && this.caller.hasScope(scope))
  }

  #headers(op: AnyOperation, { body, key, version, range }: ToolOperationInput): Record<string, string> {
    const { authorization, 'user-agent': agent, 'x-time-zone': zone } = this.#request.headers
    return {
      authorization: authorization!,
      accept: 'application/json',
      'x-request-id': this.#request.id,
      ...(agent !== undefined && { 'user-agent': agent }),
      ...(zone !== undefined && { 'x-time-zone': String(zone) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && isWrite(op) && { 'idempotency-key': key }),
      ...(version !== undefined && isWrite(op) && { 'if-match': version }),
      ...(range && { range: `bytes=${range[0]}-${range[1]}` }),
    }
  }
}

/** Derives the idempotency key of one write of a batch, stable for the same position. */
export const deriveIdempotencyKey = (key: string | undefined, position: string | number): string | undefined =>
  key === undefined ? undefined : `mcp-${hash('sha256', `${position} ${key}`, 'base64url')}`

function buildUrl(op: AnyOperation, params: Record<string, string>, query: ToolOperationInput['query'] = {}): string {
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => encodePathParameter(name, params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of [value].flat()) search.append(name, String(one))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Encodes a path parameter. Rejects empty values and dots, which would lead to the path of another operation. */
function encodePathParameter(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new ToolError('This id is not valid.', { [name]: text })
  return encodeURIComponent(text)
}

/** Injected request: complete from the start, since it does not come from a socket. */
class InjectedRequest extends IncomingMessage {}
Object.defineProperty(InjectedRequest.prototype, 'complete', { value: true })

/** Emits `end` and `close`, so that no body parser waits. */
const injectOptions = {
  Request: InjectedRequest,
  simulate: { close: true, end: true, split: false, error: false },
}

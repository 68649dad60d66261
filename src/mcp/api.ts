import { IncomingMessage } from 'node:http'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { isWrite, type AnyOperation } from '../http/operation.ts'
import type { Scope } from '../core/scopes.ts'
import { MissingScopes, Refused, Unfit } from './refusals.ts'

/** What is sent with a call of an operation. */
export interface Sending {
  params?: Record<string, string>
  /** Values of the query; `undefined` is left out, a list is sent once for each value. */
  query?: Record<string, unknown>
  body?: unknown
  /** The Idempotency-Key. */
  key?: string | undefined
  /** The If-Match. */
  version?: string | undefined
  /** Of a file: the bytes from and up to, both included. */
  range?: [from: number, to: number]
}

/** What an operation answered. */
export interface Answered {
  status: number
  // What a tool reads of an answer is told by the schema of its operation, which a test compares.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  bytes: Buffer
  headers: Record<string, string>
  /** What to send as `version` of a write that is to find things as they were answered here. */
  version: string | undefined
}

/** What the tools are served by: the server of the API, and what it serves. */
export interface Host {
  app: FastifyInstance
  operations: ReadonlyMap<string, AnyOperation>
  /** Milliseconds since the epoch. */
  clock: () => number
}

/**
 * The operations, called inside this process as if by a request of the caller: with their credential and address,
 * through the whole pipeline. So whatever holds for the API holds here, and is written down nowhere else.
 */
export class Api {
  readonly #app: FastifyInstance
  readonly #clock: () => number
  readonly #request: FastifyRequest
  readonly #operations: ReadonlyMap<string, AnyOperation>
  readonly caller: Caller
  /** How many operations were called. */
  calls = 0
  /** How many writes were answered well. */
  written = 0

  constructor({ app, operations, clock }: Host, request: FastifyRequest, caller: Caller) {
    this.#app = app
    this.#operations = operations
    this.#clock = clock
    this.#request = request
    this.caller = caller
  }

  /** The organization of the caller's token. */
  get orgId(): string {
    return this.caller.token!.org_id
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#clock()
  }

  /** The declaration of an operation. */
  operation(id: string): AnyOperation {
    const op = this.#operations.get(id)
    if (!op) throw new Error(`there is no operation ${id}`)
    return op
  }

  /** Every operation that is served. */
  get all(): Iterable<AnyOperation> {
    return this.#operations.values()
  }

  /** The scopes that the caller lacks for these operations, each once. */
  lacking(ids: readonly string[]): Scope[] {
    const lacking = ids.map((id) => this.operation(id).scope).filter((scope) => !this.#holds(scope))
    return [...new Set(lacking)] as Scope[]
  }

  /** Calls an operation; throws `Refused` with its problem when it refuses, `MissingScopes` before it would. */
  async call(id: string, sending: Sending = {}): Promise<Answered> {
    const op = this.operation(id)
    const lacking = this.lacking([id])
    if (lacking.length > 0) throw new MissingScopes(lacking)
    this.calls += 1
    const answer = await this.#app.inject({
      method: op.method,
      url: addressOf(op, { org_id: this.orgId, ...sending.params }, sending.query),
      headers: this.#headers(op, sending),
      ...(sending.body !== undefined && { payload: JSON.stringify(sending.body) }),
      remoteAddress: this.#request.ip,
      ...inside,
    })
    const { statusCode: status, headers, rawPayload } = answer
    const isJson = /^application\/(problem\+)?json/.test(String(headers['content-type']))
    const body: unknown = isJson ? JSON.parse(answer.payload) : answer.payload
    if (status >= 400) throw new Refused(status, body as object, headers['retry-after'] as string | undefined)
    if (isWrite(op)) this.written += 1
    const version = headers.etag as string | undefined
    return { status, body, bytes: rawPayload, headers: headers as Record<string, string>, version }
  }

  #holds(scope: AnyOperation['scope']): boolean {
    return scope === 'none' || scope === 'any' || (scope !== 'session' && this.caller.hasScope(scope))
  }

  #headers(op: AnyOperation, { body, key, version, range }: Sending): Record<string, string> {
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

/** The key of one write of several that are done under one key: the same again for the same place. */
export const keyOf = (key: string | undefined, place: string | number): string | undefined =>
  key === undefined ? undefined : `mcp-${hash('sha256', `${place} ${key}`, 'base64url')}`

function addressOf(op: AnyOperation, params: Record<string, string>, query: Sending['query'] = {}): string {
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => partOf(name, params[name]))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of [value].flat()) asked.append(name, String(one))
  }
  const text = asked.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A part of a path. Nothing, or dots, would make it the path of another operation than was asked for. */
function partOf(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new Unfit('There is nothing of this id.', { [name]: text })
  return encodeURIComponent(text)
}

/** What came over no wire: it is whole from the beginning, and its headers are read as those of any request. */
class Inside extends IncomingMessage {}
Object.defineProperty(Inside.prototype, 'complete', { value: true })

/** It tells of its end, so that nothing goes on waiting for its body. */
const inside = { Request: Inside, simulate: { close: true, end: true, split: false, error: false } }

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { getCurrentAudience, type TokenAudience } from '../core/audience.ts'
import type { OperationResult, FileResult } from './result.ts'
import { Caller } from '../core/caller.ts'
import { Context } from '../core/context.ts'
import type { AnyOperation, OperationInput } from './operation.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { IdempotentRequest, StoredHttpResponse } from './idempotency.ts'
import { compileSchema, type SchemaValidator } from './validate.ts'

/** An operation with its body check, which is compiled on first use to keep startup fast. */
export interface CompiledOperation {
  op: AnyOperation
  checkBody: () => SchemaValidator | null
}

export function compileOperation(op: AnyOperation): CompiledOperation {
  let check: SchemaValidator | null = null
  return { op, checkBody: () => (op.body ? (check ??= compileSchema(op.body)) : null) }
}

type AnyCall = OperationInput<string, unknown, unknown>

/** Parsed input; `list` and `file` are set only for operations that declare them. */
export type ParsedInput = Omit<AnyCall, 'ctx' | 'list' | 'file'> & Partial<Pick<AnyCall, 'list' | 'file'>>

export interface RequestState {
  readonly compiled: CompiledOperation
  readonly services: Dependencies
  /** Subject to the caller's concurrency limit once the caller is authenticated. */
  database: Database
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Milliseconds since the epoch at which the caller was last authorized. */
  millis: number
  authorizedAt: number
  /** Anonymous until `authenticate` has run, and for operations without authentication. */
  caller: Caller
  readonly audience: TokenAudience
  readonly input: ParsedInput
  /** Result of the operation's prefetch; only for requests with an access token. */
  prefetched?: Promise<unknown>
  idempotencyKey?: string
  /** The key with its principal and request fingerprint, once the body is read. */
  idempotentRequest?: IdempotentRequest
  /** Deletes the temporary file of an upload that was not stored. */
  cleanUp?: () => Promise<void>
}

export interface HttpResponse extends StoredHttpResponse {
  bytes?: Buffer
  file?: FileResult
  openStream?: OperationResult['openStream']
}

export type Hook = (state: RequestState) => void | Promise<void>

const anonymous = new Caller({ user_id: '', kind: 'user', username: '', email: null, email_verified: false }, [], null)

export function createRequestState(
  compiled: CompiledOperation,
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestState {
  const input = { params: {}, query: {}, body: undefined, filters: {} }
  const { database } = services
  return {
    compiled,
    services,
    database,
    request,
    reply,
    millis: services.clock(),
    authorizedAt: services.monotonic(),
    caller: anonymous,
    audience: getCurrentAudience(),
    input,
  }
}

export function createContext(state: RequestState, trx?: Transaction): Context {
  const { request, caller, millis, services, database } = state
  const userAgent = request.headers['user-agent']?.slice(0, 300).replaceAll('\0', '') ?? null
  return new Context({
    db: trx ?? database.db,
    database,
    caller,
    millis,
    inTransaction: trx !== undefined,
    services,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    timeZone: request.headers['x-time-zone'] as string | undefined,
    accept: request.headers.accept,
    connection: request.raw.socket,
    prefetched: state.prefetched,
  })
}

export const buildOperationInput = ({ input }: RequestState, ctx: Context): AnyCall => ({ ...input, ctx }) as AnyCall

export const getPath = (request: FastifyRequest): string => {
  const at = request.url.indexOf('?')
  return at < 0 ? request.url : request.url.slice(0, at)
}

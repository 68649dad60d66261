import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import { audienceNow, type Audience } from '../audience.ts'
import type { Answer, FileAnswer } from '../answer.ts'
import { Caller } from '../caller.ts'
import { Context } from '../context.ts'
import type { AnyOperation, Call } from '../operation.ts'
import type { Services } from '../services/services.ts'
import type { Claim, StoredAnswer } from '../write/idempotency.ts'
import { compile, type Check } from './validate.ts'

/** An operation made ready to run. Its body check is compiled once, when first needed: all at once slow every start. */
export interface Ready {
  op: AnyOperation
  /** The check of the declared body; null for an operation that takes none. */
  checkBody: () => Check | null
}

/** Makes an operation ready to run; compiles nothing yet. */
export function prepare(op: AnyOperation): Ready {
  let check: Check | null = null
  return { op, checkBody: () => (op.body ? (check ??= compile(op.body)) : null) }
}

type AnyCall = Call<unknown, unknown, unknown>

/** What was read from a request so far. `list` and `file` are there for the operations that declare them. */
export type Input = Omit<AnyCall, 'ctx' | 'list' | 'file'> & Partial<Pick<AnyCall, 'list' | 'file'>>

/** One request on its way from the route to its answer. Each step reads what the earlier ones filled in. */
export interface Exchange {
  readonly ready: Ready
  readonly services: Services
  /** The database, on which the caller's statements take turns once it is known who asks. */
  database: Database
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Milliseconds since the epoch at which the caller was last judged: at first when the request came. */
  millis: number
  /** Time of the last admission by `Services.monotonic`. */
  admittedAt: number
  /** Who asks; nobody until `authenticated` has run, and where the operation needs nobody. */
  caller: Caller
  /** For what the caller's credential has to be good. */
  readonly audience: Audience
  readonly input: Input
  /** What the operation has looked up ahead, for a request with an access token. */
  ahead?: Promise<unknown>
  /** The Idempotency-Key, for the operations that honour one. */
  key?: string
  /** The same key with whose it is and what request it stands for, once that was read whole. */
  claim?: Claim
  /** Throws away what is left of the request when it is over: the file of an upload that became nothing. */
  leftover?: () => Promise<void>
}

/** An answer ready for the wire. */
export interface Sent extends StoredAnswer {
  /** The body as bytes, in place of the text. */
  bytes?: Buffer
  /** The file that is sent in place of the body. */
  file?: FileAnswer
  /** Opens the stream that is sent in place of the body. */
  live?: Answer['live']
}

/** One thing that is done with every request before its operation runs. It throws the problem that ends the request. */
export type Step = (exchange: Exchange) => void | Promise<void>

const nobody = new Caller(
  { user_id: '', kind: 'user', username: '', email: null, email_verified: false },
  [],
  null,
)

/** Takes up a request, of which nothing is known yet but which operation it asks for. */
export function takeUp(
  ready: Ready,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange {
  const input = { params: {}, query: {}, body: undefined, filters: {} }
  const { database } = services
  return {
    ready,
    services,
    database,
    request,
    reply,
    millis: services.clock(),
    admittedAt: services.monotonic(),
    caller: nobody,
    audience: audienceNow(),
    input,
  }
}

/**
 * The context of a request. It has the caller's database, or the given transaction of a write, where what is loaded is
 * locked.
 */
export function contextOf(exchange: Exchange, trx?: Transaction): Context {
  const { request, caller, millis, services, database } = exchange
  const userAgent = request.headers['user-agent']?.slice(0, 300).replaceAll('\0', '') ?? null
  return new Context({
    db: trx ?? database.db,
    database,
    caller,
    millis,
    locking: trx !== undefined,
    services,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    timeZone: request.headers['x-time-zone'] as string | undefined,
    accept: request.headers.accept,
    connection: request.raw.socket,
    ahead: exchange.ahead,
  })
}

/** What `access` and the handler are given. They look at `list` and `file` only where their operation declares them. */
export const callOf = ({ input }: Exchange, ctx: Context): AnyCall => ({ ...input, ctx }) as AnyCall

/** The path of a request without its query. */
export const pathOf = (request: FastifyRequest): string => {
  const at = request.url.indexOf('?')
  return at < 0 ? request.url : request.url.slice(0, at)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { Context } from '../context.ts'
import type { Claim } from '../write/idempotency.ts'
import type { Call, AnyOperation } from '../operation.ts'
import type { Services } from '../services/services.ts'
import { compile, type Check } from './validate.ts'

/** An operation made ready to run. Its body check is compiled once, when first needed: all at once slow every start. */
export interface Ready {
  op: AnyOperation
  checkBody: () => Check | null
}

export function prepare(op: AnyOperation): Ready {
  let check: Check | null = null
  return { op, checkBody: () => (op.body ? (check ??= compile(op.body)) : null) }
}

/** One request on its way through the pipeline. Each step reads what the earlier ones filled in. */
export interface Exchange {
  ready: Ready
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  millis: number
  caller: Caller
  /** Set when the request came with an Idempotency-Key that the operation honours. */
  claim: Claim | null
  input: Omit<Call<unknown, unknown, unknown>, 'ctx'>
  /** Throws away what is left of the request when it is over: the file of an upload that became nothing. */
  leftover?: () => Promise<void>
  /** Asks anew who this is and whether such a caller may ask this, when that was last asked a while ago. */
  stillAllowed(): Promise<void>
}

/** The context of a request on the pool, or (`locking`) in the transaction of a write. */
export function contextOf(exchange: Exchange, db: Db, locking: boolean): Context {
  const { request, caller, millis, services } = exchange
  const userAgent = request.headers['user-agent']?.slice(0, 300).replaceAll('\0', '') ?? null
  return new Context({
    db,
    caller,
    millis,
    locking,
    services,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    accept: request.headers.accept,
  })
}

/** The path of a request without its query. */
export const pathOf = (request: FastifyRequest): string => {
  const at = request.url.indexOf('?')
  return at < 0 ? request.url : request.url.slice(0, at)
}

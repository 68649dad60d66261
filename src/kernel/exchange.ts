import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import type { Claim } from './idempotency.ts'
import type { Call, AnyOperation } from './operation.ts'
import type { Services } from './services.ts'
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
}

/** The path of a request without its query. */
export const pathOf = (request: FastifyRequest): string => {
  const at = request.url.indexOf('?')
  return at < 0 ? request.url : request.url.slice(0, at)
}

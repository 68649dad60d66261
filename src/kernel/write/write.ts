import { CommitUnknown, type Transaction } from '../../db/database.ts'
import { commitTogether } from '../../db/parts.ts'
import type { Context, Timed } from '../context.ts'
import type { Call } from '../operation.ts'
import { Problem } from '../problem.ts'
import { stillAdmitted } from '../request/admission.ts'
import { requireMatch } from '../request/etag.ts'
import { callOf, contextOf, type Exchange, type Sent } from '../request/exchange.ts'
import { problemSent } from '../request/failures.ts'
import { sentOf } from '../request/read.ts'
import { AnsweredMeanwhile } from './idempotency.ts'
import { eventRows, recordingOf } from './ledger.ts'

/** Runs a write, idempotently if it has an Idempotency-Key, and returns its response once it is committed. */
export function write(state: Exchange): Promise<Sent> {
  const start = () => new Write(state).run()
  return state.idempotentRequest ? state.idempotentRequest.oneAtATime(start) : start()
}

/** A single write: the side effect of a two-phase operation, then the transaction, then recovery from errors. */
class Write {
  readonly #state: Exchange
  /** Retries once if another process answers the same request first. */
  readonly #canRetry: boolean
  /** `access` has passed: later problems come from the operation's rules and are stored under the key. */
  #authorized = false
  /** The handler has run in the transaction to be committed. */
  #handled = false
  /** Result of the side effect, which must be compensated unless the transaction commits. */
  #sideEffect: { result: unknown } | undefined

  constructor(state: Exchange, canRetry = true) {
    this.#state = state
    this.#canRetry = canRetry
  }

  async run(): Promise<Sent> {
    const { compiled, database } = this.#state
    let committed = false
    try {
      const replay = compiled.op.act ? await this.#runSideEffect() : null
      if (replay) return replay
      const response = await database.transaction((trx) => this.#runTransaction(trx))
      committed = this.#handled
      return response
    } catch (error) {
      return await this.#recover(error)
    } finally {
      if (this.#sideEffect && !committed) await this.#compensate(this.#sideEffect.result)
    }
  }

  /** Runs `access` and the side effect without a transaction. Returns the stored response if there is one. */
  async #runSideEffect(): Promise<Sent | null> {
    const { compiled } = this.#state
    // Without a transaction the key's lock is released immediately: it only detects a concurrent identical request.
    const authorized = await this.#authorize(contextOf(this.#state))
    if ('replay' in authorized) return authorized.replay
    await this.#checkPreconditions(authorized.target)
    this.#sideEffect = { result: await compiled.op.act!(authorized) }
    await stillAdmitted(this.#state)
    return null
  }

  /** Runs the transaction. Resets all state, since a deadlock runs it again. */
  async #runTransaction(trx: Transaction): Promise<Sent> {
    const { idempotentRequest, compiled, services } = this.#state
    this.#authorized = this.#handled = false
    const ctx = contextOf(this.#state, trx)
    const authorizing = this.#authorize(ctx)
    // Subscribers are looked up concurrently, before any event is known. With sharded tables each statement has its own
    // connection, so this one uses the pool instead of queuing in the transaction.
    const db = trx.sharded ? services.database.db : trx
    const subscribers = compiled.op.emits && services.outbox.look(db, ctx.caller.orgIds)
    if (subscribers) ctx.later(subscribers)
    const authorized = await authorizing
    if ('replay' in authorized) return authorized.replay
    ctx.takeTime()
    ctx.follow(listRows(authorized.target))
    await this.#checkPreconditions(authorized.target)
    const result = await compiled.op.handle({ ...authorized, acted: this.#sideEffect?.result })
    this.#handled = true
    const response = sentOf(compiled.op.reply.status, result)
    // Events, deliveries and the stored response are written in one round trip with COMMIT.
    const changes = await recordingOf(services, trx, eventRows(ctx), subscribers)
    await (idempotentRequest
      ? idempotentRequest.commit(trx, changes, response, result.secret)
      : commitTogether(trx, changes))
    return response
  }

  /** Calls `access`, pipelined with the lookup of the Idempotency-Key; the result of the key comes first. */
  async #authorize(ctx: Context): Promise<AuthorizedCall> {
    const { idempotentRequest, compiled, request } = this.#state
    const call = callOf(this.#state, ctx)
    const lookup = idempotentRequest?.find(ctx.db)
    const callAccess = async () => compiled.op.access(call)
    const [keyResult, accessResult] = await Promise.allSettled([lookup, callAccess()])
    const stored = unwrap(keyResult)
    const removed =
      stored && stored.status < 400 && findRejectionStatus(accessResult) === (compiled.op.goneIs ?? null)
    const target: unknown = removed ? undefined : unwrap(accessResult)
    return stored ? { replay: idempotentRequest!.replay(stored, request.id) } : { ...call, target }
  }

  /** Marks the request as authorized. Throws 412 unless If-Match matches; the links digest is loaded only for that. */
  async #checkPreconditions(target: unknown): Promise<void> {
    this.#authorized = true
    const header = this.#state.request.headers['if-match']
    const { version, facet, replacesFacet } = (target ?? {}) as Versioned
    if (header !== undefined && version !== undefined)
      requireMatch(header, { version, facet: await facet?.(), replacesFacet })
  }

  /** Returns the stored response of a failed write if there is one; throws the error otherwise. */
  async #recover(error: unknown): Promise<Sent> {
    const { idempotentRequest, request, database, services } = this.#state
    if (!idempotentRequest) throw error
    if (error instanceof CommitUnknown) {
      const response = await idempotentRequest.outcome(database, error)
      services.tail.wake()
      return response
    }
    const refusal = this.#authorized && error instanceof Problem ? problemSent(error, request) : null
    const alreadyAnswered = refusal
      ? !(await idempotentRequest.keepRefusal(database.db, refusal))
      : error instanceof AnsweredMeanwhile
    // Another process has just answered the same request: returns its response.
    if (alreadyAnswered && this.#canRetry) return new Write(this.#state, false).run()
    throw error
  }

  /** Compensates a side effect whose change was not committed. */
  async #compensate(acted: unknown): Promise<void> {
    const { compiled, request } = this.#state
    const call = callOf(this.#state, contextOf(this.#state))
    await compiled.op.undo?.(call, acted).catch((error: unknown) => {
      request.log.error({ err: error, request_id: request.id }, 'side effect not compensated')
    })
  }
}

type AuthorizedCall = { replay: Sent } | (Call<unknown, unknown, unknown> & { target: unknown })

/** Validators that a target can have. */
interface Versioned {
  version?: number
  facet?: () => Promise<string>
  replacesFacet?: boolean
}

/** Yields the rows in the result of `access`: the target itself and the rows it contains. */
function* listRows(target: unknown): Generator<Timed> {
  if (typeof target !== 'object' || target === null) return
  for (const one of [target, ...Object.values(target).flat()] as unknown[])
    if (typeof one === 'object' && one !== null && 'updated_at' in one) yield one as Timed
}

const findRejectionStatus = (result: PromiseSettledResult<unknown>): number | undefined =>
  result.status === 'rejected' && result.reason instanceof Problem ? result.reason.status : undefined

function unwrap<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

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

/** A write, safely repeatable when it came with an Idempotency-Key. Gives its answer once that is committed. */
export function write(exchange: Exchange): Promise<Sent> {
  const run = () => new Write(exchange).run()
  return exchange.claim ? exchange.claim.oneAtATime(run) : run()
}

/**
 * One write on its way. What a staged one does outside the database is prepared and done first; then the change is
 * recorded in one transaction; what goes wrong is recovered from as far as it can be.
 */
class Write {
  readonly #exchange: Exchange
  /** Whether to begin anew should another process answer the same request first. */
  readonly #again: boolean
  /** `access` has let through: a problem from here on is the operation's own, and is kept under the key. */
  #admitted = false
  /** The handler has run in the transaction that is to be committed. */
  #handled = false
  /** What a staged write did before its transaction. */
  #acted: { result: unknown } | undefined

  constructor(exchange: Exchange, again = true) {
    this.#exchange = exchange
    this.#again = again
  }

  async run(): Promise<Sent> {
    const { ready, database } = this.#exchange
    let recorded = false
    try {
      const replay = ready.op.act ? await this.#prepareAndAct() : null
      if (replay) return replay
      const sent = await database.transaction((trx) => this.#record(trx))
      recorded = this.#handled
      return sent
    } catch (error) {
      return await this.#recover(error)
    } finally {
      if (this.#acted && !recorded) await this.#undo(this.#acted.result)
    }
  }

  /**
   * The first two stages of a staged write, with no transaction open. Gives the stored answer if there is one, else
   * null.
   */
  async #prepareAndAct(): Promise<Sent | null> {
    const { ready } = this.#exchange
    // Outside a transaction the key's lock is let go at once, so it only tells whether another process runs the same
    // request now.
    const judged = await this.#judge(contextOf(this.#exchange))
    if ('replay' in judged) return judged.replay
    await this.#admit(judged.target)
    this.#acted = { result: await ready.op.act!(judged) }
    await stillAdmitted(this.#exchange)
    return null
  }

  /** One run of the transaction. A deadlock has it run again, so it starts from nothing. */
  async #record(trx: Transaction): Promise<Sent> {
    const { claim, ready, services } = this.#exchange
    this.#admitted = this.#handled = false
    const ctx = contextOf(this.#exchange, trx)
    const judging = this.#judge(ctx)
    // Who listens is asked along with the rest, before it is known whether there is anything to tell.
    // Where the tables are spread each statement takes a way of its own, and this one need not wait for those before it.
    const asked = trx.sharded ? services.database.db : trx
    const listening = ready.op.emits && services.outbox.look(asked, ctx.caller.orgIds)
    if (listening) ctx.later(listening)
    const judged = await judging
    if ('replay' in judged) return judged.replay
    ctx.takeTime()
    ctx.follow(rowsIn(judged.target))
    await this.#admit(judged.target)
    const answer = await ready.op.handle({ ...judged, acted: this.#acted?.result })
    this.#handled = true
    const sent = sentOf(ready.op.reply.status, answer)
    // The last statement: events, what is told of them, and the answer under the key go out together with COMMIT.
    const changes = await recordingOf(services, trx, eventRows(ctx), listening)
    await (claim ? claim.commit(trx, changes, sent, answer.secret) : commitTogether(trx, changes))
    return sent
  }

  /** Asks `access`, with the look at the target on its way together with that at the key; what the key says comes first. */
  async #judge(ctx: Context): Promise<Judged> {
    const { claim, ready, request } = this.#exchange
    const call = callOf(this.#exchange, ctx)
    const looking = claim?.find(ctx.db)
    const judging = async () => ready.op.access(call)
    const [looked, found] = await Promise.allSettled([looking, judging()])
    const known = valueOf(looked)
    const removed = known && known.status < 400 && refusedWith(found) === (ready.op.goneIs ?? null)
    const target: unknown = removed ? undefined : valueOf(found)
    return known ? { replay: claim!.replay(known, request.id) } : { ...call, target }
  }

  /**
   * Notes that `access` has let the caller through; 412 unless If-Match names the target as it is. A facet is looked up
   * only for If-Match.
   */
  async #admit(target: unknown): Promise<void> {
    this.#admitted = true
    const header = this.#exchange.request.headers['if-match']
    const { version, facet, replacesFacet } = (target ?? {}) as Versioned
    if (header !== undefined && version !== undefined)
      requireMatch(header, { version, facet: await facet?.(), replacesFacet })
  }

  /** Answers a write that failed by the stored answer, where one is known to be there; else throws the error. */
  async #recover(error: unknown): Promise<Sent> {
    const { claim, request, database, services } = this.#exchange
    if (!claim) throw error
    if (error instanceof CommitUnknown) {
      const sent = await claim.outcome(database, error)
      services.tail.wake()
      return sent
    }
    const refusal = this.#admitted && error instanceof Problem ? problemSent(error, request) : null
    const meanwhile = refusal
      ? !(await claim.keepRefusal(database.db, refusal))
      : error instanceof AnsweredMeanwhile
    // The same request was answered by another process just before: that answer counts, and is found now.
    if (meanwhile && this.#again) return new Write(this.#exchange, false).run()
    throw error
  }

  /** Takes back what was done for a change that is not recorded. */
  async #undo(acted: unknown): Promise<void> {
    const { ready, request } = this.#exchange
    const call = callOf(this.#exchange, contextOf(this.#exchange))
    await ready.op.undo?.(call, acted).catch((error: unknown) => {
      request.log.error({ err: error, request_id: request.id }, 'not taken back')
    })
  }
}

type Judged = { replay: Sent } | (Call<unknown, unknown, unknown> & { target: unknown })

/** What a target may tell for If-Match. */
interface Versioned {
  version?: number
  facet?: () => Promise<string>
  replacesFacet?: boolean
}

/** Yields the rows in the result of `access`: the target itself and the rows it contains. */
function* rowsIn(target: unknown): Generator<Timed> {
  if (typeof target !== 'object' || target === null) return
  for (const one of [target, ...Object.values(target).flat()] as unknown[])
    if (typeof one === 'object' && one !== null && 'updated_at' in one) yield one as Timed
}

/** The status of the problem with which something was refused. */
const refusedWith = (result: PromiseSettledResult<unknown>): number | undefined =>
  result.status === 'rejected' && result.reason instanceof Problem ? result.reason.status : undefined

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

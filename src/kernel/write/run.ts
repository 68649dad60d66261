import { CommitUnknown, type Transaction } from '../../db/database.ts'
import type { Answer } from '../answer.ts'
import { keepRefusal, record, recover, replayed, type Sent } from './answers.ts'
import type { Context } from '../context.ts'
import { fileHeaders } from '../files/download.ts'
import { etagOf, requireMatch } from '../request/etag.ts'
import { contextOf, type Exchange } from '../request/exchange.ts'
import { AnsweredMeanwhile, claimKey, requireSameRequest, type Known } from './idempotency.ts'
import { noOutbox } from './outbox.ts'
import { idempotencyKeyInFlight, Problem } from '../problem.ts'

/** A read: access, then the handler, each statement on any free connection. */
export async function read(exchange: Exchange): Promise<Sent> {
  const ctx = contextOf(exchange, exchange.services.database.db, false)
  const call = { ...exchange.input, ctx }
  const { op } = exchange.ready
  const target = await op.access(call)
  const sent = sentOf(op.reply.status, await op.handle({ ...call, target, acted: undefined }))
  // Whether the service is well has to be asked anew each time.
  if (op.scope === 'none') delete sent.headers.etag
  return sent
}

function sentOf(status: number, answer: Answer): Sent {
  if ((answer.status ?? status) === 204) return { status: 204, headers: {}, body: '' }
  const { file } = answer
  if (file) {
    const etag = etagOf(answer.version ?? 0, file.digest)
    return { status, headers: { ...fileHeaders(file), etag }, body: '', file }
  }
  const body = answer.contentType ? (answer.body as string) : JSON.stringify(answer.body)
  const headers = {
    'content-type': answer.contentType ?? 'application/json; charset=utf-8',
    etag: etagOf(answer.version ?? 0, body, answer.facet),
  }
  return { status: answer.status ?? status, headers, body }
}

/** Keys whose first request is still running in this process; other processes are told by the key's lock. */
const running = new Set<string>()

/** A write, safely repeatable when it came with an Idempotency-Key. */
export async function write(exchange: Exchange): Promise<Sent> {
  const { claim } = exchange
  if (!claim) return attempt(exchange)
  const name = `${claim.principal}\n${claim.key}`
  if (running.has(name)) throw idempotencyKeyInFlight()
  running.add(name)
  try {
    return await attempt(exchange)
  } finally {
    running.delete(name)
  }
}

/** How far a write has come. */
interface Run {
  /** Past `access`: a problem from here on is the operation's own, and kept under the key. */
  pastAccess: boolean
  /** The handler has run in the transaction that is to be committed. */
  handled: boolean
  /** What a staged write did before its transaction. */
  acted?: { result: unknown }
  /** To be called once the transaction is committed. */
  committed?: () => void
}

async function attempt(exchange: Exchange, again = true): Promise<Sent> {
  const { claim, services, ready } = exchange
  const run: Run = { pastAccess: false, handled: false }
  let recorded = false
  try {
    const known = ready.op.act ? await prepareAndAct(exchange, run) : null
    if (known) return known
    const sent = await services.database.transaction((trx) => transact(exchange, trx, run))
    recorded = run.handled
    run.committed?.()
    return sent
  } catch (error) {
    if (error instanceof CommitUnknown && claim) return await recover(exchange, error)
    const refused = claim && run.pastAccess && error instanceof Problem
    const meanwhile = refused ? !(await keepRefusal(exchange, error)) : error instanceof AnsweredMeanwhile
    // The same request was answered by another process just before: that answer counts, and is found now.
    if (meanwhile && again) return await attempt(exchange, false)
    throw error
  } finally {
    if (run.acted && !recorded) await undo(exchange, run.acted.result)
  }
}

/** The first two stages of a staged write, with no transaction open; gives the stored answer if there is one. */
async function prepareAndAct(exchange: Exchange, run: Run): Promise<Sent | null> {
  const { claim, services, millis, ready } = exchange
  const { db } = services.database
  // Outside a transaction the key's lock is let go at once, and tells no more than whether one runs elsewhere.
  const looking = claim ? claimKey(db, claim, services.keyring, millis) : null
  const judged = await judge(exchange, contextOf(exchange, db, false), looking)
  if ('replay' in judged) return judged.replay
  run.pastAccess = true
  await requireVersion(exchange, judged.target)
  run.acted = { result: await ready.op.act!(judged) }
  await exchange.stillAllowed()
  return null
}

async function undo(exchange: Exchange, acted: unknown): Promise<void> {
  const { services, ready, request } = exchange
  const call = { ...exchange.input, ctx: contextOf(exchange, services.database.db, false) }
  await ready.op.undo?.(call, acted).catch((error: unknown) => {
    request.log.error({ err: error, request_id: request.id }, 'not taken back')
  })
}

/** One run of the transaction; may run again after a deadlock, so it starts from nothing. */
async function transact(exchange: Exchange, trx: Transaction, run: Run): Promise<Sent> {
  const { claim, services, millis, ready } = exchange
  run.pastAccess = run.handled = false
  const ctx = contextOf(exchange, trx, true)
  const judging = judge(exchange, ctx, claim ? claimKey(trx, claim, services.keyring, millis) : null)
  const listening = (ready.op.emits ? services.outbox : noOutbox).look(trx, ctx.caller.orgIds)
  ctx.later(listening)
  const judged = await judging
  if ('replay' in judged) return judged.replay
  run.pastAccess = true
  ctx.takeTime()
  await requireVersion(exchange, judged.target)
  const answer = await ready.op.handle({ ...judged, acted: run.acted?.result })
  run.handled = true
  const sent = sentOf(ready.op.reply.status, answer)
  run.committed = await record(exchange, ctx, trx, listening, sent, answer.secret === true)
  return sent
}

type Judged = { replay: Sent } | (Exchange['input'] & { ctx: Context; target: unknown })

/** Asks `access`, with the look at the target on its way together with that at the key; what the key says comes first. */
async function judge(
  exchange: Exchange,
  ctx: Context,
  looking: Promise<Known | null> | null,
): Promise<Judged> {
  const { claim, ready, request } = exchange
  const call = { ...exchange.input, ctx }
  const judging = async () => ready.op.access(call)
  const [looked, found] = await Promise.allSettled([looking, judging()])
  const known = valueOf(looked)
  const target: unknown = valueOf(found)
  if (!claim || !known) return { ...call, target }
  requireSameRequest(claim, known)
  return { replay: replayed(known, request.id) }
}

/** If-Match against what `access` found; the facet, where there is one, is looked up only now. */
async function requireVersion({ request }: Exchange, target: unknown): Promise<void> {
  const header = request.headers['if-match']
  const { version, facet } = (target ?? {}) as { version?: number; facet?: () => Promise<string> }
  if (header !== undefined && version !== undefined) requireMatch(header, version, await facet?.())
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

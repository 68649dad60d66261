import { CommitUnknown, query, type Db, type Transaction } from '../db/database.ts'
import { Context } from './context.ts'
import { etagOf, requireMatch } from './etag.ts'
import { eventRows, insertEvents } from './ledger.ts'
import { pathOf, type Exchange } from './exchange.ts'
import {
  AnsweredMeanwhile,
  answerRow,
  claimKey,
  requireSameRequest,
  type StoredAnswer,
} from './idempotency.ts'
import { idempotencyKeyInFlight, Problem, unavailable } from './problem.ts'
import type { Answer } from './answer.ts'

/** An answer ready for the wire. */
export type Sent = StoredAnswer

function contextOf(exchange: Exchange, db: Db, locking: boolean): Context {
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
  })
}

/** A read: access, then the handler, each statement on any free connection. */
export async function read(exchange: Exchange): Promise<Sent> {
  const ctx = contextOf(exchange, exchange.services.database.db, false)
  const call = { ...exchange.input, ctx }
  const { op } = exchange.ready
  const target = await op.access(call)
  return sentOf(op.reply.status, await op.handle({ ...call, target }))
}

function sentOf(status: number, answer: Answer): Sent {
  if ((answer.status ?? status) === 204) return { status: 204, headers: {}, body: '' }
  const body = answer.contentType ? (answer.body as string) : JSON.stringify(answer.body)
  const headers = {
    'content-type': answer.contentType ?? 'application/json; charset=utf-8',
    etag: etagOf(answer.version ?? 0, body),
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

async function attempt(exchange: Exchange, again = true): Promise<Sent> {
  const { claim, services } = exchange
  const run = { pastAccess: false }
  try {
    return await services.database.transaction((trx) => transact(exchange, trx, run))
  } catch (error) {
    if (error instanceof CommitUnknown && claim) return recover(exchange, error)
    const refused = claim && run.pastAccess && error instanceof Problem
    const meanwhile = refused ? !(await keepRefusal(exchange, error)) : error instanceof AnsweredMeanwhile
    // The same request was answered by another process just before: that answer counts, and is found now.
    if (meanwhile && again) return attempt(exchange, false)
    throw error
  }
}

/** One run of the transaction; may run again after a deadlock, so it starts from nothing. */
async function transact(exchange: Exchange, trx: Transaction, run: { pastAccess: boolean }): Promise<Sent> {
  const { claim, services, millis, ready, request } = exchange
  run.pastAccess = false
  const ctx = contextOf(exchange, trx, true)
  const claimed = claim ? claimKey(trx, claim, services.keyring, millis) : null
  const call = { ...exchange.input, ctx }
  const judge = async () => ready.op.access(call)
  // The look at the target goes out with that at the key; what the key says comes first.
  const [looked, found] = await Promise.allSettled([claimed, judge()])
  const known = valueOf(looked)
  const target = valueOf(found)
  if (claim && known) {
    requireSameRequest(claim, known)
    return replayed(known, request.id)
  }
  run.pastAccess = true
  ctx.takeTime()
  const { version } = (target ?? {}) as { version?: number }
  if (version !== undefined) requireMatch(request.headers['if-match'], version)
  const answer = await ready.op.handle({ ...call, target })
  const sent = sentOf(ready.op.reply.status, answer)
  const events = ctx.events.length > 0 ? JSON.stringify(eventRows(ctx)) : null
  if (claim) await keep(exchange, trx, sent, answer.secret === true, events)
  else if (events) await trx.last(recordEvents, [events])
  return sent
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const recordEvents = insertEvents('$1')

/** Keeps the answer under its key, and the events with it, and commits, in one round trip. */
async function keep(
  exchange: Exchange,
  trx: Transaction,
  sent: Sent,
  secret: boolean,
  events: string | null,
): Promise<void> {
  const { claim, services, millis } = exchange
  const { text, parameters } = answerRow(claim!, sent, secret, services.keyring, millis)
  const recorded = events ? `recorded AS (${insertEvents(`$${parameters.length + 1}`)}), ` : ''
  const recording = `WITH ${recorded}stored AS (${text}) SELECT 1 / count(*)::int AS stored FROM stored`
  try {
    await trx.last(recording, events ? [...parameters, events] : parameters)
  } catch (error) {
    if ((error as { code?: string }).code === noneStored) throw new AnsweredMeanwhile()
    throw error
  }
}

/** Division by zero: the key has an answer already, and the transaction must not be committed. */
const noneStored = '22012'

function replayed(known: StoredAnswer, requestId: string): Sent {
  const headers = { ...known.headers, 'idempotent-replayed': 'true' }
  if (known.status < 400) return { ...known, headers }
  // A problem names the request that is being answered, not the one it was first raised for.
  return { ...known, headers, body: JSON.stringify({ ...JSON.parse(known.body), request_id: requestId }) }
}

const keptRefusals = [404, 409, 412, 422]

/**
 * Keeps what the operation's own rules refused, in a transaction of its own: the write itself was rolled back. False
 * when another answer is kept under the key already.
 */
async function keepRefusal(exchange: Exchange, problem: Problem): Promise<boolean> {
  if (!keptRefusals.includes(problem.status)) return true
  const { services, request, claim, millis } = exchange
  const body = JSON.stringify(problem.toBody(pathOf(request), request.id))
  const headers = { ...problem.headers, 'content-type': 'application/problem+json' }
  const row = answerRow(claim!, { status: problem.status, headers, body }, false, services.keyring, millis)
  const kept = await query(services.database.db, row.text, row.parameters).catch(() => undefined)
  return kept?.length !== 0
}

/** The connection broke while COMMIT was under way: the claim, read on a new one, tells whether it took place. */
async function recover(exchange: Exchange, lost: CommitUnknown): Promise<Sent> {
  const { services, claim, millis } = exchange
  for (let waited = 0; waited < 3000; waited += 200) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    try {
      const known = await services.database.transaction((trx) =>
        claimKey(trx, claim!, services.keyring, millis),
      )
      if (known) return known
      throw unavailable(
        'The database was lost while committing, and nothing was written. Retry with the same key.',
      )
    } catch (error) {
      const stillOpen = error instanceof Problem && error.status === 409
      if (error instanceof Problem && !stillOpen) throw error
    }
  }
  throw lost
}

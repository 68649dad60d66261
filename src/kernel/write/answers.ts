import { type CommitUnknown, query, type Transaction } from '../../db/database.ts'
import { numbered } from '../../db/sql.ts'
import type { FileAnswer } from '../answer.ts'
import type { Context } from '../context.ts'
import { pathOf, type Exchange } from '../request/exchange.ts'
import { AnsweredMeanwhile, answerRow, claimKey, type StoredAnswer } from './idempotency.ts'
import { eventRows, recording } from './ledger.ts'
import type { Listeners } from './outbox.ts'
import { Problem, unavailable } from '../problem.ts'

/** An answer ready for the wire. */
export interface Sent extends StoredAnswer {
  /** Sent in place of the body. */
  file?: FileAnswer
}

/**
 * The end of a write: its events with what is told of them, and its answer under the key if it has one, go out together
 * with COMMIT. Gives what to call once that is done.
 */
export async function record(
  exchange: Exchange,
  ctx: Context,
  trx: Transaction,
  listening: Promise<Listeners>,
  sent: Sent,
  secret: boolean,
): Promise<() => void> {
  const events = eventRows(ctx)
  const messages = events.length > 0 ? await (await listening).messagesOf(trx, events) : null
  const recorded = (first: number) => (events.length > 0 ? recording(events, messages, first) : null)
  if (exchange.claim) await keep(exchange, trx, sent, secret, recorded)
  else {
    const changes = recorded(1)
    if (changes) await trx.last(numbered(`WITH ${changes.parts} SELECT`, changes.parameters))
  }
  return () => messages?.committed()
}

async function keep(
  exchange: Exchange,
  trx: Transaction,
  sent: Sent,
  secret: boolean,
  recorded: (first: number) => ReturnType<typeof recording> | null,
): Promise<void> {
  const { claim, services, millis } = exchange
  const { text, parameters } = answerRow(claim!, sent, secret, services.keyring, millis)
  const changes = recorded(parameters.length + 1)
  const parts = changes ? `${changes.parts}, ` : ''
  const statement = `WITH ${parts}stored AS (${text}) SELECT 1 / count(*)::int AS stored FROM stored`
  try {
    await trx.last(numbered(statement, [...parameters, ...(changes?.parameters ?? [])]))
  } catch (error) {
    if ((error as { code?: string }).code === noneStored) throw new AnsweredMeanwhile()
    throw error
  }
}

/** Division by zero: the key has an answer already, and the transaction must not be committed. */
const noneStored = '22012'

/** A stored answer as it is given again. */
export function replayed(known: StoredAnswer, requestId: string): Sent {
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
export async function keepRefusal(exchange: Exchange, problem: Problem): Promise<boolean> {
  if (!keptRefusals.includes(problem.status)) return true
  const { services, request, claim, millis } = exchange
  const body = JSON.stringify(problem.toBody(pathOf(request), request.id))
  const headers = { ...problem.headers, 'content-type': 'application/problem+json' }
  const row = answerRow(claim!, { status: problem.status, headers, body }, false, services.keyring, millis)
  const kept = await query(services.database.db, row.text, row.parameters).catch(() => undefined)
  return kept?.length !== 0
}

/** The connection broke while COMMIT was under way: the claim, read on a new one, tells whether it took place. */
export async function recover(exchange: Exchange, lost: CommitUnknown): Promise<Sent> {
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

/** Slows down repeated wrong passwords and codes. No one is locked out for good, and correct attempts reset the count. */
import { hash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { getIpKey } from '../../http/limits/rate-limits.ts'

/** Failures within an hour before further attempts have to wait. */
const FREE_FAILURES = { account: 20, code: 10, mail: 4, ip: 60 }
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 15 * 60_000
const FORGET_MS = 60 * 60_000

type Kind = keyof typeof FREE_FAILURES

export interface Attempt {
  kind: Kind
  key: Buffer
}

/** Identifies attempts by an address or account (`account`, `code`, `mail`) or by an IP. */
export const toAttempt = (kind: Kind, name: string): Attempt => ({
  kind,
  key: hash('sha256', `${kind} ${kind === 'ip' ? getIpKey(name) : name}`, 'buffer'),
})

/** Returns the seconds to wait before another attempt; 0 for none. */
export async function findAttemptDelay(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  attempts: readonly Attempt[],
): Promise<number> {
  const [row] = await database.db.query(sql<{ until: string | null }>`
    select max(blocked_until) as until from sign_in_failures
    where failure_key in (${sql.list(attempts.map(({ key }) => key))})`)
  return Math.max(0, Math.ceil((Date.parse(row?.until ?? '') - clock()) / 1000) || 0)
}

/** Counts a failure. Each failure beyond the free ones doubles the wait, up to 15 minutes. */
export async function recordFailure(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  attempts: readonly Attempt[],
): Promise<void> {
  const now = new Date(clock()).toISOString()
  const forgotten = new Date(clock() - FORGET_MS).toISOString()
  for (const { kind, key } of attempts) {
    const [row] = await database.db.query(sql<{ failures: number }>`
      insert into sign_in_failures as f (failure_key, failures, updated_at) values (${key}, 1, ${now})
      on conflict (failure_key) do update set updated_at = ${now},
        failures = case when f.updated_at < ${forgotten} then 1 else f.failures + 1 end
      returning failures`)
    const excess = row!.failures - FREE_FAILURES[kind]
    if (excess < 0) continue
    const delay = Math.min(FIRST_DELAY_MS * 2 ** Math.min(excess, 10), MAX_DELAY_MS)
    const until = new Date(clock() + delay).toISOString()
    await database.db.query(sql`update sign_in_failures set blocked_until = ${until} where failure_key = ${key}`)
  }
}

/** Forgets the failures of an account after it was used successfully. */
export const forgetFailures = (db: Db, attempts: readonly Attempt[]): Promise<unknown> =>
  db.query(sql`
    delete from sign_in_failures where failure_key in (${sql.list(attempts.map(({ key }) => key))})`)

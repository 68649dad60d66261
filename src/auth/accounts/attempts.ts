/** Slows down repeated wrong passwords and codes. No one is locked out for good, and correct attempts reset the count. */
import { hash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { getIpKey } from '../../http/limits/rate-limits.ts'

/** Failures within an hour before further attempts have to wait. */
const FREE_FAILURES = { account: 20, code: 10, devices: 100, mail: 4, ip: 60 }
const FORGET_MS = 60 * 60_000
const DELAYS = { first: 30_000, max: 15 * 60_000 }
/** Emails are limited, not slowed down: none is sent for an hour after the fourth. */
const DELAYS_MS: Record<Kind, typeof DELAYS> = {
  account: DELAYS,
  code: DELAYS,
  devices: DELAYS,
  mail: { first: FORGET_MS, max: FORGET_MS },
  ip: DELAYS,
}

type Kind = keyof typeof FREE_FAILURES

export interface Attempt {
  kind: Kind
  key: Buffer
}

/** Identifies attempts by an address or account (`account`, `code`, `devices`, `mail`) or by an IP. */
export const toAttempt = (kind: Kind, name: string): Attempt => ({
  kind,
  key: hash('sha256', `${kind} ${kind === 'ip' ? getIpKey(name) : name}`, 'buffer'),
})

type Services = Pick<Dependencies, 'database' | 'clock' | 'limits'>

/**
 * Counts an attempt before it is checked, so that concurrent ones do not evade the limit. Each attempt beyond the free ones
 * doubles the wait for the next, up to 15 minutes; emails wait an hour. Returns the seconds to wait instead; 0 if the
 * attempt may be made.
 */
export async function takeAttempt(services: Services, attempts: readonly Attempt[]): Promise<number> {
  const known = findKnownDelay(services, attempts)
  if (known > 0) return known
  for (const [index, attempt] of attempts.entries()) {
    if (await countAttempt(services, attempt)) continue
    await releaseAttempts(services.database.db, attempts.slice(0, index))
    const seconds = await findDelay(services, attempt)
    services.limits.delays.remember(toMemoryKey(attempt), services.clock(), seconds)
    return seconds
  }
  return 0
}

const toMemoryKey = ({ key }: Attempt): string => key.toString('base64url')

/** Returns the seconds to wait that are known without the database; 0 if none are. */
export const findKnownDelay = ({ limits, clock }: Services, attempts: readonly Attempt[]): number =>
  Math.max(0, ...attempts.map((attempt) => limits.delays.findSeconds(toMemoryKey(attempt), clock())))

/** Counts an attempt unless further ones have to wait; the statement is atomic. Returns whether it was counted. */
async function countAttempt({ database, clock }: Services, { kind, key }: Attempt): Promise<boolean> {
  const [now, forgotten] = [0, FORGET_MS].map((ago) => new Date(clock() - ago).toISOString())
  const { first, max } = DELAYS_MS[kind]
  const failures = sql`(case when f.updated_at < ${forgotten} then 1 else f.failures + 1 end)`
  const excess = sql`(${failures} - ${FREE_FAILURES[kind]}::integer)`
  const delay = sql`least(${first}::integer * 2 ^ least(${excess}, 10), ${max}::integer)`
  const counted = await database.db.query(sql`
    insert into sign_in_failures as f (failure_key, failures, updated_at) values (${key}, 1, ${now})
    on conflict (failure_key) do update set updated_at = ${now}, failures = ${failures},
      blocked_until = case when ${excess} >= 0
        then ${now}::timestamptz + ${delay} * interval '1 millisecond' else f.blocked_until end
    where f.blocked_until is null or f.blocked_until <= ${now}
    returning 1`)
  return counted.length > 0
}

async function findDelay({ database, clock }: Services, { key }: Attempt): Promise<number> {
  const [row] = await database.db.query(sql<{ until: string | null }>`
    select blocked_until as until from sign_in_failures where failure_key = ${key}`)
  return Math.max(1, Math.ceil((Date.parse(row?.until ?? '') - clock()) / 1000) || 1)
}

/** Takes back attempts that were not failures. */
export async function releaseAttempts(db: Db, attempts: readonly Attempt[]): Promise<void> {
  for (const { kind, key } of attempts)
    await db.query(sql`
      update sign_in_failures set failures = greatest(failures - 1, 0),
        blocked_until = case when failures > ${FREE_FAILURES[kind]}::integer then blocked_until end
      where failure_key = ${key}`)
}

/** Waits for a check; takes its attempts back if it could not be made. */
export async function releaseUnchecked<T>(db: Db, attempts: readonly Attempt[], check: Promise<T>): Promise<T> {
  try {
    return await check
  } catch (error) {
    await releaseAttempts(db, attempts)
    throw error
  }
}

/** Forgets the failures of an account after it was used successfully. */
export const forgetFailures = (db: Db, attempts: readonly Attempt[]): Promise<unknown> =>
  db.query(sql`
    delete from sign_in_failures where failure_key in (${sql.list(attempts.map(({ key }) => key))})`)

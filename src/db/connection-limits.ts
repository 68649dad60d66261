import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { isOutOfConnections } from './errors.ts'

const MAX_WAIT_MS = 5_000
const RETRY_AFTER_MS = 30_000
/** Milliseconds from the first refusal to the log line, when the number of connections is known. */
const COUNT_AFTER_MS = 1_000

/** Retries `work` for five seconds as long as the server has no connection left. */
export async function retryWhileFull<T>(work: () => Promise<T>, onFull: () => void = () => {}): Promise<T> {
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutOfConnections(error) || performance.now() > until) throw error
      onFull()
      await sleep(20 + Math.random() * 80)
    }
  }
}

/** Pool that shrinks to the server's connection limit; further requests wait for a connection. */
export class ShrinkingPool {
  readonly #pool: Pool
  readonly #size: number
  readonly #warn: (line: string) => void
  #warned = false

  constructor(pool: Pool, warn: (line: string) => void) {
    this.#pool = pool
    this.#size = pool.options.max
    this.#warn = warn
  }

  connect(): Promise<PoolClient> {
    return retryWhileFull(
      () => this.#pool.connect(),
      () => this.#shrink(),
    )
  }

  #shrink(): void {
    const { options, totalCount } = this.#pool
    if (options.max === this.#size) setTimeout(() => (options.max = this.#size), RETRY_AFTER_MS).unref()
    options.max = Math.max(1, totalCount)
    if (this.#warned) return
    this.#warned = true
    setTimeout(() => void this.#warnAboutLimits(), COUNT_AFTER_MS).unref()
  }

  async #warnAboutLimits(): Promise<void> {
    const client = await this.connect().catch(() => undefined)
    const limits = client && (await readLimits(client).catch(() => undefined))
    client?.release()
    const found = limits === undefined ? '' : ` (${describeLimits(limits)})`
    this.#warn(
      `DATABASE_POOL exceeds the connection limit of PostgreSQL${found}: this process has ` +
        `${this.#pool.totalCount} of ${this.#size} connections, so requests have to wait. Lower ` +
        'DATABASE_POOL in each process, or raise the limit.',
    )
  }
}

/** Connection limits of a server for a role; null means no limit. */
interface ConnectionLimits {
  server: number
  reserved: number
  role: number | null
  database: number | null
}

export async function readLimits(client: ClientBase): Promise<ConnectionLimits> {
  const { rows } = await client.query<ConnectionLimits>(`
    select current_setting('max_connections')::int as server,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as role,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as database`)
  return rows[0]!
}

export const getMaxConnections = ({ server, reserved, role, database }: ConnectionLimits): number =>
  Math.min(server - reserved, role ?? Infinity, database ?? Infinity)

export const describeLimits = ({ server, reserved, role, database }: ConnectionLimits): string =>
  [
    `max_connections ${server}, of which ${reserved} are reserved`,
    role === null ? '' : `CONNECTION LIMIT of the role ${role}`,
    database === null ? '' : `CONNECTION LIMIT of the database ${database}`,
  ]
    .filter(Boolean)
    .join(', ')

import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { isFull } from './errors.ts'

/** Milliseconds for which a connection is waited for where the server has none left. */
const MAX_WAIT_MS = 5_000
/** Milliseconds after which the whole size of the pool is tried again. */
const RETRY_AFTER_MS = 30_000
/** Milliseconds from the first refusal to the log line, when it is known how many connections there are. */
const COUNT_AFTER_MS = 1_000

/** Retries `work` for five seconds as long as the server has no connection left. */
export async function waitForRoom<T>(work: () => Promise<T>, onFull: () => void = () => {}): Promise<T> {
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error) || performance.now() > until) throw error
      onFull()
      await sleep(20 + Math.random() * 80)
    }
  }
}

/** Connects through a pool which is as large as the server allows: what finds no room waits for a connection of its own. */
export class RoomyPool {
  readonly #pool: Pool
  readonly #size: number
  readonly #warn: (line: string) => void
  #warned = false

  constructor(pool: Pool, warn: (line: string) => void) {
    this.#pool = pool
    this.#size = pool.options.max
    this.#warn = warn
  }

  /** Returns a connection, also where the server gives fewer than the pool wants. */
  connect(): Promise<PoolClient> {
    return waitForRoom(
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
    setTimeout(() => void this.#tell(), COUNT_AFTER_MS).unref()
  }

  async #tell(): Promise<void> {
    const client = await this.connect().catch(() => undefined)
    const limits = client && (await readLimits(client).catch(() => undefined))
    client?.release()
    const found = limits === undefined ? '' : ` (${describeLimits(limits)})`
    this.#warn(
      `DATABASE_POOL asks for more connections than PostgreSQL gives${found}: this process has ` +
        `${this.#pool.totalCount} of ${this.#size} for its statements, and requests wait for one another. Set ` +
        'DATABASE_POOL to fewer in each process, or raise the limit.',
    )
  }
}

/** How many connections a server gives a role; null for no limit of its own. */
export interface ConnectionLimits {
  server: number
  reserved: number
  role: number | null
  database: number | null
}

/** Reads how many connections the server, the role and the database allow. */
export async function readLimits(client: ClientBase): Promise<ConnectionLimits> {
  const { rows } = await client.query<ConnectionLimits>(`
    select current_setting('max_connections')::int as server,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as role,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as database`)
  return rows[0]!
}

/** Returns the most connections that a role can have at once. */
export const mostConnections = ({ server, reserved, role, database }: ConnectionLimits): number =>
  Math.min(server - reserved, role ?? Infinity, database ?? Infinity)

/** Describes the limits in a few words, by their names in PostgreSQL. */
export const describeLimits = ({ server, reserved, role, database }: ConnectionLimits): string =>
  [
    `max_connections ${server}, of which ${reserved} are reserved`,
    role === null ? '' : `CONNECTION LIMIT of the role ${role}`,
    database === null ? '' : `CONNECTION LIMIT of the database ${database}`,
  ]
    .filter(Boolean)
    .join(', ')

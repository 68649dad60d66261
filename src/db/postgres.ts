import { Client as PgClient, Pool, type ClientConfig, type PoolConfig } from 'pg'
import { LookUpConnections } from './look-ups.ts'
import { PooledDatabase } from './pooled.ts'
import type { Pooler } from './pooler.ts'
import { types } from './types.ts'

const statementTimeout = 5_000
/**
 * Milliseconds to wait for an answer. Where a network swallows packets it never comes, and no setting of the server can
 * end that.
 */
const answerTimeout = 15_000

/**
 * How `pg` writes the values that it sends and we read; every pooler carries these to whatever server connection a
 * statement lands on. Written as the server itself tells of them, so that none sees a difference and sets them again.
 */
const carried = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' }

/** A client whose session is set up in the start-up packet, without a round trip; behind a pooler, by its role. */
class Client extends PgClient {
  readonly pooler: Pooler | undefined

  constructor(config?: Settings) {
    super(config)
    this.pooler = config?.pooler
  }

  getStartupConf(): Record<string, string> {
    const base = PgClient.prototype as unknown as { getStartupConf(): Record<string, string> }
    const own = { ...base.getStartupConf.call(this), ...carried }
    if (this.pooler) return own
    return {
      ...own,
      extra_float_digits: '1',
      // All statements are short: to compile one, or to call in other processes, costs more than it saves.
      jit: 'off',
      max_parallel_workers_per_gather: '0',
      // With so much, the bitmaps of searches that match many rows stay exact.
      work_mem: '16MB',
    }
  }
}

type Settings = ClientConfig & { pooler?: Pooler | undefined }

/** How many of the connections are for look-ups by key. */
const lookUpShare = (connections: number) => (connections < 4 ? (connections > 1 ? 1 : 0) : 2)

/** How many of the connections are for all the rest. */
export const connectionsFor = (connections: number): number => connections - lookUpShare(connections)

/** Connects a client for `work`, and ends it. */
async function onClient<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  // A statement that is under way rejects by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Opens a pool on a PostgreSQL server, or on the `pooler` before one; connects lazily, so the server need not be up yet.
 */
export function openPostgres(url: string, connections: number, pooler?: Pooler): PooledDatabase {
  const shared: Settings = {
    connectionString: url,
    pooler,
    application_name: 'svc',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    types,
  }
  const limited: Settings = {
    ...shared,
    // This lets BEGIN go out with the first statement, and COMMIT with the last.
    pipeline: true,
    // A stuck process must not hold row locks for ever.
    ...(!pooler && { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: 30_000 }),
    query_timeout: answerTimeout,
  }
  const size = lookUpShare(connections)
  const pool = new Pool({
    ...limited,
    Client,
    max: connectionsFor(connections),
    idleTimeoutMillis: 60_000,
    // A connection of an hour is replaced, so that a server that has moved is found, and plans that are no longer used
    // are dropped.
    maxLifetimeSeconds: 3_600,
  } as PoolConfig)
  return new PooledDatabase({
    name: 'postgres',
    pool,
    pooler,
    ...(size > 0 && { lookUps: new LookUpConnections(() => new Client(limited), size) }),
    session: (work) => onClient(new Client(shared), work),
    close: () => Promise.resolve(),
  })
}

import { Client as PgClient, Pool, type ClientConfig, type PoolConfig } from 'pg'
import { Lane } from './lane.ts'
import { PooledDatabase } from './pooled.ts'
import { types } from './types.ts'

const statementTimeout = 5_000
/** For an answer that never comes (a network that swallows packets), which no setting of the server can end. */
const answerTimeout = 15_000

/** A client whose session is set up in the start-up packet, without a round trip. */
class Client extends PgClient {
  getStartupConf(): Record<string, string> {
    const base = PgClient.prototype as unknown as { getStartupConf(): Record<string, string> }
    return {
      ...base.getStartupConf.call(this),
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      extra_float_digits: '1',
      // Short statements all: compiling one, or calling in other processes, costs more than it saves.
      jit: 'off',
      max_parallel_workers_per_gather: '0',
      work_mem: '16MB', // bitmaps of searches that match much stay exact
    }
  }
}

/** How many of the connections are for look-ups by key. */
const laneSize = (connections: number) => (connections < 4 ? (connections > 1 ? 1 : 0) : 2)

/** Opens a pool on a PostgreSQL server; connects lazily, so the server need not be up yet. */
export function openPostgres(url: string, connections: number): PooledDatabase {
  const shared: ClientConfig = {
    connectionString: url,
    application_name: 'svc',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    types,
  }
  const limited: ClientConfig = {
    ...shared,
    pipeline: true, // BEGIN goes out with the first statement, COMMIT with the last
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000, // a stuck process must not hold row locks for ever
    query_timeout: answerTimeout,
  }
  const size = laneSize(connections)
  const pool = new Pool({
    ...limited,
    Client,
    max: connections - size,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600, // finds a moved server, and drops plans no longer used
  } as PoolConfig)
  return new PooledDatabase({
    name: 'postgres',
    pool,
    ...(size > 0 && { lane: new Lane(() => new Client(limited), size) }),
    async session(work) {
      const client = new Client(shared)
      client.on('error', () => {}) // a statement in flight rejects by itself
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end().catch(() => {})
      }
    },
    close: () => Promise.resolve(),
  })
}

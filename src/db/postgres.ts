import { Pool, type ClientConfig, type PoolConfig } from 'pg'
import { splitHosts } from './connection-url.ts'
import { PrimaryClient, type PrimaryClientConfig } from './driver/client.ts'
import { Hosts, type HostState } from './hosts.ts'
import { LookupConnections } from './lookup-connections.ts'
import { PooledDatabase } from './pooled-database.ts'
import type { PoolerMode } from './pooler.ts'
import { retryWhileFull } from './connection-limits.ts'
import { pgTypes } from './driver/types.ts'

const STATEMENT_TIMEOUT_MS = 5_000
/** Client timeout of a response. Only the client can detect a network that drops packets. */
const RESPONSE_TIMEOUT_MS = 15_000

const getLookupSize = (connections: number) => (connections < 4 ? (connections > 1 ? 1 : 0) : 2)

export const getPoolSize = (connections: number): number => connections - getLookupSize(connections)

const BASE_CONFIG: ClientConfig = { keepAlive: true, connectionTimeoutMillis: 5_000, types: pgTypes }

/** Options of all connections but those of migrations and maintenance. */
const POOL_CONFIG: ClientConfig = {
  pipeline: true,
  query_timeout: RESPONSE_TIMEOUT_MS,
}

/** Timeouts that the server enforces; behind a pooler they are set on the role. */
const SERVER_TIMEOUTS: ClientConfig = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Releases the row locks of a stuck process.
  idle_in_transaction_session_timeout: 30_000,
}

const buildConfig = (url: string): ClientConfig => ({
  connectionString: splitHosts(url)[0]!,
  application_name: 'svc',
})

export async function readHostStates(url: string): Promise<HostState[]> {
  const hosts = new Hosts(url, buildConfig(url))
  hosts.close()
  return await hosts.readStates()
}

async function withClient<T>(
  createClient: () => PrimaryClient,
  work: (client: PrimaryClient) => Promise<T>,
): Promise<T> {
  const client = await retryWhileFull(() => {
    const created = createClient()
    // Running statements reject on their own.
    created.on('error', () => {})
    return created.connect()
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Connects lazily, so that no server needs to be up. */
export function openPostgres(
  url: string,
  connections: number,
  pooler?: PoolerMode,
  warn?: (line: string) => void,
): PooledDatabase {
  const hosts = new Hosts(url, buildConfig(url))
  const shared: PrimaryClientConfig = { ...BASE_CONFIG, ...buildConfig(url), hosts, pooler }
  const poolConfig: PrimaryClientConfig = { ...shared, ...POOL_CONFIG, ...(!pooler && SERVER_TIMEOUTS) }
  const lookupSize = getLookupSize(connections)
  const pool = new Pool({
    ...poolConfig,
    Client: PrimaryClient,
    max: getPoolSize(connections),
    idleTimeoutMillis: 60_000,
    // Replaces connections after an hour, to find a server that has moved and to drop unused plans.
    maxLifetimeSeconds: 3_600,
  } as unknown as PoolConfig)
  return new PooledDatabase({
    name: 'postgres',
    pool,
    pooler,
    warn,
    ...(lookupSize > 0 && {
      lookups: new LookupConnections(() => new PrimaryClient(poolConfig), lookupSize),
    }),
    session: (work) => withClient(() => new PrimaryClient(shared), work),
    close: async () => hosts.close(),
  })
}

import { Pool, type ClientConfig, type PoolConfig } from 'pg'
import { addressesOf } from './addresses.ts'
import { Client, type HostedConfig } from './client.ts'
import { Hosts, type HostState } from './hosts.ts'
import { LookUpConnections } from './look-ups.ts'
import { PooledDatabase } from './pooled.ts'
import type { Pooler } from './pooler.ts'
import { waitForRoom } from './room.ts'
import { types } from './types.ts'

const statementTimeout = 5_000
/**
 * Milliseconds to wait for an answer. Where a network swallows packets it never comes, and no setting of the server can
 * end that.
 */
const answerTimeout = 15_000

/** How many of the connections are for look-ups by key. */
const lookUpShare = (connections: number) => (connections < 4 ? (connections > 1 ? 1 : 0) : 2)

/** How many of the connections are for all the rest. */
export const connectionsFor = (connections: number): number => connections - lookUpShare(connections)

/** How every connection is made and read. */
const steady: ClientConfig = { keepAlive: true, connectionTimeoutMillis: 5_000, types }

/** What holds of all connections but those of migrations and maintenance. */
const limits: ClientConfig = {
  // This lets BEGIN go out with the first statement, and COMMIT with the last.
  pipeline: true,
  query_timeout: answerTimeout,
}

/** What the server itself is to hold; behind a pooler its role says so. */
const held: ClientConfig = {
  statement_timeout: statementTimeout,
  // A stuck process must not hold row locks for ever.
  idle_in_transaction_session_timeout: 30_000,
}

/** How to connect to any of the hosts of an address: what it says beside them is the same for all. */
const basics = (url: string): ClientConfig => ({
  connectionString: addressesOf(url)[0]!,
  application_name: 'svc',
})

/** What each host of an address says that it is, in their order. */
export async function hostStates(url: string): Promise<HostState[]> {
  const hosts = new Hosts(url, basics(url))
  hosts.close()
  return await hosts.states()
}

/** Connects a client for `work`, and ends it. */
async function onClient<T>(make: () => Client, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await waitForRoom(() => {
    const made = make()
    // A running statement rejects by itself.
    made.on('error', () => {})
    return made.connect()
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Opens a pool on a PostgreSQL server, of several on the one that is the primary; or on the `pooler` before one; connects
 * lazily, so that no server need be up yet.
 */
export function openPostgres(
  url: string,
  connections: number,
  pooler?: Pooler,
  warn?: (line: string) => void,
): PooledDatabase {
  const hosts = new Hosts(url, basics(url))
  const shared: HostedConfig = { ...steady, ...basics(url), hosts, pooler }
  const limited: HostedConfig = { ...shared, ...limits, ...(!pooler && held) }
  const size = lookUpShare(connections)
  const pool = new Pool({
    ...limited,
    Client,
    max: connectionsFor(connections),
    idleTimeoutMillis: 60_000,
    // A connection of an hour is replaced, so that a server that has moved is found, and plans that are no longer used
    // are dropped.
    maxLifetimeSeconds: 3_600,
  } as unknown as PoolConfig)
  return new PooledDatabase({
    name: 'postgres',
    pool,
    pooler,
    warn,
    ...(size > 0 && { lookUps: new LookUpConnections(() => new Client(limited), size) }),
    session: (work) => onClient(() => new Client(shared), work),
    close: async () => hosts.close(),
  })
}

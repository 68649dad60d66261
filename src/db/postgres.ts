import type { Socket } from 'node:net'
import { Client as PgClient, Pool, type ClientConfig, type Connection, type PoolConfig } from 'pg'
import { addressesOf } from './addresses.ts'
import { DatabaseUnavailable } from './database.ts'
import { Hosts, type HostState } from './hosts.ts'
import { LookUpConnections } from './look-ups.ts'
import { PooledDatabase } from './pooled.ts'
import { types } from './types.ts'

const statementTimeout = 5_000
/**
 * Milliseconds to wait for an answer. Where a network swallows packets it never comes, and no setting of the server can
 * end that.
 */
const answerTimeout = 15_000

interface HostedConfig extends ClientConfig {
  hosts: Hosts
}

/** A client whose session is set up in the start-up packet, without a round trip, and that connects to the primary. */
class Client extends PgClient {
  readonly #hosts: Hosts

  constructor({ hosts, ...config }: HostedConfig) {
    super(config)
    this.#hosts = hosts
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    const connected = this.#reach()
    if (!callback) return connected
    connected.then(() => callback(null), callback)
  }

  async #reach(): Promise<this> {
    const { connection } = this as unknown as { connection: Connection & { stream: Socket } }
    const at = await this.#hosts.primary()
    Object.assign(this, at)
    const joined = {
      at,
      cut: () => void connection.stream.destroy(new Error('Connection terminated: moved')),
    }
    const lost = () => this.#hosts.lost(joined)
    let standby = false
    // PostgreSQL says it with every connection, so that nothing has to be asked.
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'in_hot_standby') standby = parameterValue === 'on'
    })
    this.on('error', lost).once('end', () => this.#hosts.left(joined))
    this.#hosts.joined(joined)
    try {
      await super.connect()
      if (!standby) return this
    } catch (error) {
      lost()
      throw error
    }
    lost()
    void this.end().catch(() => {})
    throw new DatabaseUnavailable(`database unavailable: ${at.host}:${at.port} is a standby`)
  }

  getStartupConf(): Record<string, string> {
    const base = PgClient.prototype as unknown as { getStartupConf(): Record<string, string> }
    return {
      ...base.getStartupConf.call(this),
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      extra_float_digits: '1',
      // All statements are short: to compile one, or to call in other processes, costs more than it saves.
      jit: 'off',
      max_parallel_workers_per_gather: '0',
      // With so much, the bitmaps of searches that match many rows stay exact.
      work_mem: '16MB',
    }
  }
}

interface Parameter {
  parameterName: string
  parameterValue: string
}

/** How many of the connections are for look-ups by key. */
const lookUpShare = (connections: number) => (connections < 4 ? (connections > 1 ? 1 : 0) : 2)

/** How many of the connections are for all the rest. */
export const connectionsFor = (connections: number): number => connections - lookUpShare(connections)

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

/**
 * Opens a pool on a PostgreSQL server, of several on the one that is the primary; connects lazily, so that no server need
 * be up yet.
 */
export function openPostgres(url: string, connections: number): PooledDatabase {
  const hosts = new Hosts(url, basics(url))
  const shared: HostedConfig = {
    hosts,
    ...basics(url),
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    types,
  }
  const limited: HostedConfig = {
    ...shared,
    // This lets BEGIN go out with the first statement, and COMMIT with the last.
    pipeline: true,
    statement_timeout: statementTimeout,
    // A stuck process must not hold row locks for ever.
    idle_in_transaction_session_timeout: 30_000,
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
  } as unknown as PoolConfig)
  return new PooledDatabase({
    name: 'postgres',
    pool,
    ...(size > 0 && { lookUps: new LookUpConnections(() => new Client(limited), size) }),
    async session(work) {
      const client = new Client(shared)
      // A statement that is under way rejects by itself.
      client.on('error', () => {})
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end().catch(() => {})
      }
    },
    close: async () => hosts.close(),
  })
}

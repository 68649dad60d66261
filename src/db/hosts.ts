import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { splitHosts } from './connection-url.ts'
import { DatabaseUnavailable } from './database.ts'

/** Timeout of a status query: less than a pool waits for a connection. */
const QUERY_TIMEOUT_MS = 3_000
/** Time that other hosts have to respond after one said it is the primary, since it may be a former one. */
const GRACE_MS = 500
/** Delay before reporting a missing primary, so that clients do not retry in a tight loop. */
const MISSING_PRIMARY_DELAY_MS = 100
/** Interval between checks of several hosts: a host that is gone breaks no connection. */
const CHECK_INTERVAL_MS = 5_000

interface HostAddress {
  readonly host: string
  readonly port: number
}

export interface HostState extends HostAddress {
  /** Role, and the timeline, which increases with each promotion. */
  readonly role: 'primary' | 'standby' | 'unreachable'
  readonly timeline: number
  readonly reason?: string
}

interface HostConnection {
  readonly at: HostAddress
  /** Closes the connection as a network failure would. */
  close(): void
}

export class Hosts {
  readonly #urls: readonly string[]
  #parsed: readonly HostAddress[] | undefined
  readonly #config: ClientConfig
  readonly #connections = new Set<HostConnection>()
  readonly #timer: NodeJS.Timeout | undefined
  #primary: HostAddress | undefined
  /** Newest timeline of a primary so far: one with an older timeline was superseded. */
  #timeline = 0
  #search: Promise<HostAddress> | undefined

  constructor(url: string, config: ClientConfig) {
    this.#config = config
    this.#urls = splitHosts(url)
    if (this.#urls.length > 1)
      this.#timer = setInterval(() => void this.#findOnce().catch(() => undefined), CHECK_INTERVAL_MS).unref()
  }

  /** Parses lazily, so that an invalid URL throws on use, like an unreachable one. */
  get #addresses(): readonly HostAddress[] {
    return (this.#parsed ??= this.#urls.map((connectionString) => {
      const { host, port } = new Client({ connectionString })
      return { host, port }
    }))
  }

  /** Returns the primary. Several hosts are queried after connections were lost. */
  async findPrimary(): Promise<HostAddress> {
    if (this.#urls.length === 1) return this.#addresses[0]!
    return this.#primary ?? (await this.#findOnce())
  }

  addConnection(connection: HostConnection): void {
    this.#connections.add(connection)
  }

  /** Registers a lost or refused connection, or one to a standby: the primary may have changed. */
  removeLostConnection(connection: HostConnection): void {
    this.removeConnection(connection)
    if (this.#primary === connection.at) this.#primary = undefined
  }

  removeConnection(connection: HostConnection): void {
    this.#connections.delete(connection)
  }

  readStates(): Promise<HostState[]> {
    return Promise.all(this.#addresses.map((address) => queryState(address, this.#config)))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #findOnce(): Promise<HostAddress> {
    if (this.#search) return this.#search
    const search = this.#findNewestPrimary()
    this.#search = search
    const clear = () => void (this.#search = undefined)
    search.then(clear, clear)
    return search
  }

  async #findNewestPrimary(): Promise<HostAddress> {
    const primaries: HostState[] = []
    const queries = this.#addresses.map(async (address) => {
      const state = await queryState(address, this.#config)
      if (state.role === 'primary') primaries.push(state)
      return state.role === 'primary' ? state : Promise.reject(new Error(state.role))
    })
    const all = Promise.allSettled(queries)
    // Waits for unresponsive hosts only while there is no primary.
    await Promise.race([
      all,
      Promise.any(queries).then(
        () => sleep(GRACE_MS, undefined, { ref: false }),
        () => all,
      ),
    ])
    const [newest] = primaries.toSorted((a, b) => b.timeline - a.timeline)
    if (!newest || newest.timeline < this.#timeline) {
      await sleep(MISSING_PRIMARY_DELAY_MS, undefined, { ref: false })
      throw new DatabaseUnavailable('database unavailable: none of the hosts is the primary')
    }
    this.#timeline = newest.timeline
    this.#setPrimary(this.#addresses.find(({ host, port }) => host === newest.host && port === newest.port)!)
    return this.#primary!
  }

  /** Sets the primary and closes connections to other hosts, whose writes would be lost. */
  #setPrimary(primary: HostAddress): void {
    this.#primary = primary
    for (const connection of this.#connections) if (connection.at !== primary) connection.close()
  }
}

async function queryState(address: HostAddress, config: ClientConfig): Promise<HostState> {
  const limits = { connectionTimeoutMillis: QUERY_TIMEOUT_MS, query_timeout: QUERY_TIMEOUT_MS }
  const client = new Client({ ...config, ...limits })
  Object.assign(client, address)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(timeline)
    const found = rows[0]!.timeline
    return { ...address, role: found === null ? 'standby' : 'primary', timeline: found ?? 0 }
  } catch (error) {
    return { ...address, role: 'unreachable', timeline: 0, reason: (error as Error).message }
  } finally {
    void client.end().catch(() => {})
  }
}

/** Reads the timeline from the first eight digits of the WAL file name; null on a standby. */
const timeline = `
  select case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

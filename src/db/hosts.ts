import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { addressesOf } from './addresses.ts'
import { DatabaseUnavailable } from './database.ts'

/** Milliseconds that a host may take to say what it is: less than a pool waits for a connection. */
const answerTimeout = 3_000
/** Milliseconds that the other hosts have to speak up once one has said that it is the primary: it may be a former one. */
const grace = 500
/** Milliseconds until it is told that there is no primary, so that those who try again at once do not ask in a row. */
const missing = 100
/** Milliseconds from one look at several hosts to the next, since one whose machine is gone breaks no connection. */
const pause = 5_000

/** Where one server listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What a server says that it is. */
export interface HostState extends Address {
  /** `timeline` rises by one with each promotion. */
  readonly is: 'primary' | 'standby' | 'unreachable'
  readonly timeline: number
  /** Why it cannot be reached. */
  readonly why?: string
}

/** A connection to one of the hosts. */
interface Joined {
  readonly at: Address
  /** Breaks it off, as a network would. */
  cut(): void
}

/** The servers that may be the primary, and which of them is, as far as it is known. */
export class Hosts {
  readonly #urls: readonly string[]
  #parsed: readonly Address[] | undefined
  readonly #config: ClientConfig
  readonly #joined = new Set<Joined>()
  readonly #timer: NodeJS.Timeout | undefined
  #primary: Address | undefined
  /** The newest timeline of a primary so far: one of an older timeline was superseded, whatever it says. */
  #timeline = 0
  #looking: Promise<Address> | undefined

  /** `config`: how to connect to any of them, without host and port. */
  constructor(url: string, config: ClientConfig) {
    this.#config = config
    this.#urls = addressesOf(url)
    if (this.#urls.length > 1)
      this.#timer = setInterval(() => void this.#look().catch(() => undefined), pause).unref()
  }

  /** Each of them, in their order. An address that is none throws only when it is needed, as one that leads nowhere does. */
  get #addresses(): readonly Address[] {
    return (this.#parsed ??= this.#urls.map((connectionString) => {
      const { host, port } = new Client({ connectionString })
      return { host, port }
    }))
  }

  /** Where to connect. Of one host it is known; of several it is asked after connections were lost. */
  async primary(): Promise<Address> {
    if (this.#urls.length === 1) return this.#addresses[0]!
    return this.#primary ?? (await this.#look())
  }

  /** A connection to a host was made. */
  joined(connection: Joined): void {
    this.#joined.add(connection)
  }

  /** A connection to a host was lost, could not be made, or leads to a standby: the primary may be another one by now. */
  lost(connection: Joined): void {
    this.left(connection)
    if (this.#primary === connection.at) this.#primary = undefined
  }

  /** A connection has ended. */
  left(connection: Joined): void {
    this.#joined.delete(connection)
  }

  /** What each host says that it is. */
  states(): Promise<HostState[]> {
    return Promise.all(this.#addresses.map((address) => ask(address, this.#config)))
  }

  /** Looks no more by itself. */
  close(): void {
    clearInterval(this.#timer)
  }

  #look(): Promise<Address> {
    if (this.#looking) return this.#looking
    const looking = this.#find()
    this.#looking = looking
    const over = () => void (this.#looking = undefined)
    looking.then(over, over)
    return looking
  }

  async #find(): Promise<Address> {
    const found: HostState[] = []
    const asked = this.#addresses.map(async (address) => {
      const state = await ask(address, this.#config)
      if (state.is === 'primary') found.push(state)
      return state.is === 'primary' ? state : Promise.reject(new Error(state.is))
    })
    const all = Promise.allSettled(asked)
    // One that does not answer is waited for only as long as there is no primary.
    await Promise.race([
      all,
      Promise.any(asked).then(
        () => sleep(grace, undefined, { ref: false }),
        () => all,
      ),
    ])
    const [newest] = found.toSorted((a, b) => b.timeline - a.timeline)
    if (!newest || newest.timeline < this.#timeline) {
      await sleep(missing, undefined, { ref: false })
      throw new DatabaseUnavailable('database unavailable: none of the hosts is the primary')
    }
    this.#timeline = newest.timeline
    this.#moveTo(this.#addresses.find(({ host, port }) => host === newest.host && port === newest.port)!)
    return this.#primary!
  }

  /** From now on it is this one: what is connected elsewhere would write where it is lost. */
  #moveTo(primary: Address): void {
    this.#primary = primary
    for (const connection of this.#joined) if (connection.at !== primary) connection.cut()
  }
}

/** Asks one host what it is; never throws. */
async function ask(address: Address, config: ClientConfig): Promise<HostState> {
  const limits = { connectionTimeoutMillis: answerTimeout, query_timeout: answerTimeout }
  const client = new Client({ ...config, ...limits })
  Object.assign(client, address)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(timeline)
    const found = rows[0]!.timeline
    return { ...address, is: found === null ? 'standby' : 'primary', timeline: found ?? 0 }
  } catch (error) {
    return { ...address, is: 'unreachable', timeline: 0, why: (error as Error).message }
  } finally {
    void client.end().catch(() => {})
  }
}

/** The timeline is the first eight digits of the name of the file that is written to; a standby writes to none. */
const timeline = `
  select case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

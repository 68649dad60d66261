import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Client as PgClient, type ClientConfig, type Connection } from 'pg'
import { DatabaseUnavailable } from './database.ts'
import { isFull } from './errors.ts'
import type { Hosts } from './hosts.ts'
import type { Pooler } from './pooler.ts'

/** How to connect, the hosts of which one is the primary, and the pooler before it if there is one. */
export interface HostedConfig extends ClientConfig {
  hosts: Hosts
  pooler?: Pooler | undefined
}

/**
 * How `pg` writes the values that it sends and we read; every pooler carries these to whatever server connection a
 * statement lands on. Written as the server itself tells of them, so that none sees a difference and sets them again.
 */
const carried = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' }

/**
 * A client whose session is set up in the start-up packet, without a round trip, or behind a pooler by its role; it
 * connects to the primary.
 */
export class Client extends PgClient {
  readonly pooler: Pooler | undefined
  readonly #hosts: Hosts

  constructor({ hosts, pooler, ...config }: HostedConfig) {
    super(config)
    this.#hosts = hosts
    this.pooler = pooler
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    if (!callback) return this.#reach()
    callbackify(() => this.#reach())(callback)
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
      // A server without free connections is still the primary.
      if (isFull(error)) this.#hosts.left(joined)
      else lost()
      throw error
    }
    lost()
    void this.end().catch(() => {})
    throw new DatabaseUnavailable(`database unavailable: ${at.host}:${at.port} is a standby`)
  }

  getStartupConf(): Record<string, string> {
    const base = PgClient.prototype as unknown as { getStartupConf(): Record<string, string> }
    const own = { ...base.getStartupConf.call(this), ...carried }
    if (this.pooler) return own
    return {
      ...own,
      extra_float_digits: '1',
      // Pooled sessions idle between requests, and a role or server may end idle sessions.
      idle_session_timeout: '0',
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

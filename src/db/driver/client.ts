import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Client as PgClient, type ClientConfig, type Connection } from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import { isOutOfConnections } from '../errors.ts'
import type { Hosts } from '../hosts.ts'
import type { PoolerMode } from '../pooler.ts'

export interface PrimaryClientConfig extends ClientConfig {
  hosts: Hosts
  pooler?: PoolerMode | undefined
}

/** Settings as the server reports them, so that a pooler does not set them again. */
const CARRIED_SETTINGS = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' }

/** Client of the primary. The startup packet, or behind a pooler the role, carries its session settings. */
export class PrimaryClient extends PgClient {
  readonly pooler: PoolerMode | undefined
  readonly #hosts: Hosts

  constructor({ hosts, pooler, ...config }: PrimaryClientConfig) {
    super(config)
    this.#hosts = hosts
    this.pooler = pooler
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    if (!callback) return this.#connectToPrimary()
    callbackify(() => this.#connectToPrimary())(callback)
  }

  async #connectToPrimary(): Promise<this> {
    const { connection } = this as unknown as { connection: Connection & { stream: Socket } }
    const address = await this.#hosts.findPrimary()
    Object.assign(this, address)
    const hostConnection = {
      at: address,
      close: () => void connection.stream.destroy(new Error('Connection terminated: moved')),
    }
    const markLost = () => this.#hosts.removeLostConnection(hostConnection)
    let standby = false
    // PostgreSQL reports this for every connection, so no query is needed.
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') standby = parameterValue === 'on'
    })
    this.on('error', markLost).once('end', () => this.#hosts.removeConnection(hostConnection))
    this.#hosts.addConnection(hostConnection)
    try {
      await super.connect()
      if (!standby) return this
    } catch (error) {
      // A server without free connections is still the primary.
      if (isOutOfConnections(error)) this.#hosts.removeConnection(hostConnection)
      else markLost()
      throw error
    }
    markLost()
    void this.end().catch(() => {})
    throw new DatabaseUnavailable(`database unavailable: ${address.host}:${address.port} is a standby`)
  }

  getStartupConf(): Record<string, string> {
    const base = PgClient.prototype as unknown as { getStartupConf(): Record<string, string> }
    const config = { ...base.getStartupConf.call(this), ...CARRIED_SETTINGS }
    if (this.pooler) return config
    return {
      ...config,
      extra_float_digits: '1',
      // Pooled sessions idle between requests, and a role or server may end idle sessions.
      idle_session_timeout: '0',
      // All statements are short: JIT and parallel workers cost more than they save.
      jit: 'off',
      max_parallel_workers_per_gather: '0',
      // With this much memory, bitmaps of searches with many matches stay exact.
      work_mem: '16MB',
    }
  }
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

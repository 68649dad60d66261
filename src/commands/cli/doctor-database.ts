import type { HostState } from '../../db/hosts.ts'
import { PooledDatabase } from '../../db/pooled-database.ts'
import { readHostStates } from '../../db/postgres.ts'
import { describeLimits, getMaxConnections, readLimits } from '../../db/connection-limits.ts'
import type { Config } from '../../core/config/config.ts'
import { withDatabase } from './database.ts'

export class DoctorWarning extends Error {}

type ConnectedClient = Parameters<Parameters<PooledDatabase['session']>[0]>[0] & {
  host: string
  port: number
}

async function onPrimary<T>(config: Config, work: (client: ConnectedClient) => Promise<T>): Promise<T> {
  return withDatabase(config, async (database) => {
    if (!(database instanceof PooledDatabase)) throw new Error('this database is not a server')
    return await database.session((client) => work(client as ConnectedClient))
  })
}

const formatAddress = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`

const describeHost = (state: HostState): string =>
  `${formatAddress(state)} is ${state.role === 'unreachable' ? `not reachable (${state.reason})` : `a ${state.role}`}`

export async function checkHosts(config: Config): Promise<string> {
  if (!config.databaseUrl) return 'none, since the database is embedded'
  const states = await readHostStates(config.databaseUrl)
  const hostList = states.map(describeHost).join(', ')
  const primaries = states.filter(({ role }) => role === 'primary')
  if (primaries.length > 1)
    throw new Error(`${hostList}: writes to a superseded server will be lost: stop it and rebuild it as a standby`)
  if (primaries.length === 0) throw new Error(`${hostList}: none of them is the primary`)
  const connected = await onPrimary(config, async (client) => formatAddress(client))
  const message = `connected to ${connected}, the primary${states.length > 1 ? `; ${hostList}` : ''}`
  if (states.some(({ role }) => role === 'unreachable')) throw new DoctorWarning(message)
  return message
}

export async function checkConnections(config: Config): Promise<string> {
  const { databaseUrl, databasePool, databasePooler } = config
  if (!databaseUrl) return 'one, since the database is embedded'
  if (databasePooler) return `DATABASE_POOL is ${databasePool}; the pooler limits its own connections`
  const limits = await onPrimary(config, readLimits)
  const maxConnections = getMaxConnections(limits)
  const message = `DATABASE_POOL is ${databasePool} in each process, of ${maxConnections} (${describeLimits(limits)})`
  // Exporting a list uses one more connection.
  if (databasePool + 1 <= maxConnections) return message
  throw new DoctorWarning(`${message}: set it to ${Math.max(1, maxConnections - 1)} or fewer, or raise the limit`)
}

interface Replication {
  commit: string
  names: string
  /** Null if this role lacks the permission to see it. */
  states: (string | null)[]
}

/** Reports whether commits wait for the disk, and for a standby. */
export async function checkReplication(config: Config): Promise<string> {
  if (!config.databaseUrl) return 'none, since the database is embedded'
  const { rows } = await onPrimary(config, (client) =>
    client.query<Replication>(`
      select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as names,
        (select coalesce(json_agg(sync_state), '[]') from pg_stat_replication) as states`),
  )
  const { commit, names, states } = rows[0]!
  const standbys = describeStandbys(states)
  if (commit === 'off')
    throw new DoctorWarning(`synchronous_commit is off: a crash loses the last acknowledged commits; ${standbys}`)
  if (names === '') return `asynchronous, synchronous_standby_names is empty; ${standbys}`
  const mode = ['local', 'remote_write'].includes(commit) ? `but synchronous_commit is ${commit}` : 'synchronous'
  const message = `${mode}, synchronous_standby_names is ${JSON.stringify(names)}; ${standbys}`
  if (mode !== 'synchronous') throw new DoctorWarning(message)
  return message
}

function describeStandbys(states: readonly (string | null)[]): string {
  if (states.length === 0) return 'no standby is connected'
  if (states.includes(null)) return 'the state of standbys is not visible (pg_read_all_stats shows it)'
  return `standbys connected: ${states.length} (${[...new Set(states)].join(', ')})`
}

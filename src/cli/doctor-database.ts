import type { HostState } from '../db/hosts.ts'
import { PooledDatabase } from '../db/pooled.ts'
import { hostStates } from '../db/postgres.ts'
import { describeLimits, mostConnections, readLimits } from '../db/room.ts'
import type { Config } from '../kernel/config/config.ts'
import { openForCommand } from './database.ts'

/** What an operator should know of, and may want as it is. */
export class Warning extends Error {}

type Connected = Parameters<Parameters<PooledDatabase['session']>[0]>[0] & { host: string; port: number }

/** Runs `work` on a connection to the PostgreSQL server of the settings, of several to the primary. */
async function onPrimary<T>(config: Config, work: (client: Connected) => Promise<T>): Promise<T> {
  const database = await openForCommand(config)
  try {
    if (!(database instanceof PooledDatabase)) throw new Error('this database is no server')
    return await database.session((client) => work(client as Connected))
  } finally {
    await database.close()
  }
}

const placeOf = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`

const told = (state: HostState): string =>
  `${placeOf(state)} is ${state.is === 'unreachable' ? `not reachable (${state.why})` : `a ${state.is}`}`

/** Which host is connected to, and what each is. Throws where none is the primary, or where several say so. */
export async function checkHosts(config: Config): Promise<string> {
  if (!config.databaseUrl) return 'none, since the database is embedded'
  const states = await hostStates(config.databaseUrl)
  const each = states.map(told).join(', ')
  const primaries = states.filter(({ is }) => is === 'primary')
  if (primaries.length > 1)
    throw new Error(
      `${each}: a server that was superseded takes writes that will be lost; stop it, and make it a standby anew`,
    )
  if (primaries.length === 0) throw new Error(`${each}: none of them is the primary`)
  const connected = await onPrimary(config, async (client) => placeOf(client))
  const said = `connected to ${connected}, the primary${states.length > 1 ? `; ${each}` : ''}`
  if (states.some(({ is }) => is === 'unreachable')) throw new Warning(said)
  return said
}

/** Compares DATABASE_POOL with the connection limits of the server. Throws a `Warning` if they are lower. */
export async function checkConnections(config: Config): Promise<string> {
  const { databaseUrl, databasePool, databasePooler } = config
  if (!databaseUrl) return 'one, since the database is embedded'
  if (databasePooler) return `DATABASE_POOL is ${databasePool}; the pooler says how many it opens itself`
  const limits = await onPrimary(config, readLimits)
  const most = mostConnections(limits)
  const said = `DATABASE_POOL is ${databasePool} in each process, of ${most} (${describeLimits(limits)})`
  // Exporting a whole list uses one more connection.
  if (databasePool + 1 <= most) return said
  throw new Warning(`${said}: set it to ${Math.max(1, most - 1)} or fewer, or raise the limit`)
}

interface Replication {
  commit: string
  names: string
  /** Null where this role is not shown it. */
  states: (string | null)[]
}

/** Whether a commit waits for a disk, and for that of a standby. Throws a `Warning` where it does not wait for a disk. */
export async function checkReplication(config: Config): Promise<string> {
  if (!config.databaseUrl) return 'none, since the database is embedded'
  const { rows } = await onPrimary(config, (client) =>
    client.query<Replication>(`
      select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as names,
        (select coalesce(json_agg(sync_state), '[]') from pg_stat_replication) as states`),
  )
  const { commit, names, states } = rows[0]!
  const seen = toldStandbys(states)
  if (commit === 'off')
    throw new Warning(`synchronous_commit is off: a crash loses what was acknowledged last; ${seen}`)
  if (names === '') return `asynchronous, synchronous_standby_names is empty; ${seen}`
  const waits = ['local', 'remote_write'].includes(commit)
    ? `but synchronous_commit is ${commit}`
    : 'synchronous'
  const said = `${waits}, synchronous_standby_names is ${JSON.stringify(names)}; ${seen}`
  if (waits !== 'synchronous') throw new Warning(said)
  return said
}

function toldStandbys(states: readonly (string | null)[]): string {
  if (states.length === 0) return 'no standby is connected'
  if (states.includes(null)) return 'the state of standbys is not visible (pg_read_all_stats shows it)'
  return `standbys connected: ${states.length} (${[...new Set(states)].join(', ')})`
}

import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { git } from './builds.ts'
import { withClient } from './databases.ts'
import { serviceSettings } from './setup.ts'

/** Machine, version and settings that a benchmark ran with. */
export interface Machine {
  command: string
  date: string
  commit: string
  lines: string[]
  databasePid: number
}

const reportedSettings = ['shared_buffers', 'max_wal_size', 'fsync', 'synchronous_commit', 'jit', 'work_mem']
const serverSql = `
  select current_setting('server_version') as version, pg_read_file('postmaster.pid') as pid,
    (select string_agg(name || ' = ' || current_setting(name), ', ') from pg_settings where name = any($1)) as settings`

export async function describeMachine(
  serverUrl: string,
  npmScript = 'bench',
  processes = 'one process',
): Promise<Machine> {
  const { rows } = await withClient(serverUrl, (client) => client.query(serverSql, [reportedSettings]))
  const { version, settings, pid } = rows[0] as { version: string; settings: string; pid: string }
  const args = process.argv.slice(2).filter((arg) => arg !== '--server' && !arg.startsWith('postgres'))
  const service = Object.entries(serviceSettings).map(([name, value]) => `${name}=${value}`)
  return {
    command: `npm run ${npmScript}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    commit: describeCommit(),
    databasePid: Number(pid.split('\n')[0]),
    lines: [
      `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ` +
        `load ${loadavg()[0]!.toFixed(1)} at the start, ${process.platform}, Node ${process.versions.node}`,
      `PostgreSQL ${version}: ${settings}; the service disables jit and parallel workers for its sessions`,
      `Service: ${service.join(' ')}, ${processes}, log written to /dev/null`,
    ],
  }
}

function describeCommit(): string {
  try {
    const hash = git('rev-parse', '--short', 'HEAD')
    return git('status', '--porcelain', 'src') === '' ? hash : `${hash} with changes`
  } catch {
    return 'unknown'
  }
}

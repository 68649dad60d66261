import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { connected } from './connected.ts'
import { serviceSettings } from './site.ts'

/** Where and with what the numbers came to be. */
export interface Machine {
  command: string
  date: string
  commit: string
  lines: string[]
  databasePid: number
}

const wanted = ['shared_buffers', 'max_wal_size', 'fsync', 'synchronous_commit', 'jit', 'work_mem']
const serverSql = `
  select current_setting('server_version') as version, pg_read_file('postmaster.pid') as pid,
    (select string_agg(name || ' = ' || current_setting(name), ', ') from pg_settings where name = any($1)) as settings`

/** Looks at the machine and at the PostgreSQL server; `script` is the npm script that runs, on so many `processes`. */
export async function describeMachine(
  serverUrl: string,
  script = 'bench',
  processes = 'one process',
): Promise<Machine> {
  const { rows } = await connected(serverUrl, (client) => client.query(serverSql, [wanted]))
  const { version, settings, pid } = rows[0] as { version: string; settings: string; pid: string }
  // Which server it was says nothing that its settings below do not.
  const args = process.argv.slice(2).filter((arg) => arg !== '--server' && !arg.startsWith('postgres'))
  const service = Object.entries(serviceSettings).map(([name, value]) => `${name}=${value}`)
  return {
    command: `npm run ${script}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    commit: commit(),
    databasePid: Number(pid.split('\n')[0]),
    lines: [
      `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ` +
        `load ${loadavg()[0]!.toFixed(1)} at the start, ${process.platform}, Node ${process.versions.node}`,
      `PostgreSQL ${version}: ${settings}; the service turns jit and parallel workers off for itself`,
      `Service: ${service.join(' ')}, ${processes}, log lines written to /dev/null`,
    ],
  }
}

function commit(): string {
  try {
    const changed = execFileSync('git', ['status', '--porcelain', 'src'], { encoding: 'utf8' }) !== ''
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    return changed ? `${hash} with changes` : hash
  } catch {
    return 'unknown'
  }
}

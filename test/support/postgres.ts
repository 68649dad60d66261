import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** PostgreSQL server of the tests in a temporary folder; ends with the process. */
export interface TestServer {
  readonly port: number
  /** Folder of the server's binaries, such as `pg_dump`. */
  readonly bin: string
  /** Returns the URL of a database, `postgres` by default. */
  url(database?: string): string
  createDatabase(name: string, template?: string): Promise<string>
  killBackends(): Promise<void>
  /** Restarts the server, with `whileStopped` applied to its data folder; resolves when it accepts connections. */
  restart(whileStopped?: (data: string) => void): Promise<void>
  stop(): Promise<void>
}

export function findBinaries(): string | undefined {
  const folders: string[] = []
  try {
    folders.push(
      execFileSync('pg_config', ['--bindir'], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim(),
    )
  } catch {
    // not in the path: Debian's place below
  }
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number) : []
  const supported = versions.filter((version) => version >= 15).sort((a, b) => b - a)
  folders.push(...supported.map((version) => `/usr/lib/postgresql/${version}/bin`))
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Returns true if the PostgreSQL of the tests has the extension Citus. */
export function hasCitus(): boolean {
  const bin = findBinaries()
  if (bin === undefined) return false
  const program = join(bin, 'pg_config')
  if (!existsSync(program)) return false
  const shared = execFileSync(program, ['--sharedir']).toString().trim()
  return existsSync(join(shared, 'extension', 'citus.control'))
}

type Settings = Record<string, string | number>

export const toArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Settings that a server with Citus requires. */
export const citusSettings: Settings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: 200,
  'citus.enable_unsafe_triggers': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.node_conninfo': 'sslmode=disable',
}

/** Upper bound of the size of all databases of a run, in bytes. */
const MAX_DATABASE_BYTES = 6e9

/**
 * Returns a temporary folder for server files, in memory if there is enough of it. Tests empty hundreds of databases of
 * hundreds of files each; on a disk that takes a fifth of their time.
 */
export function findFastFolder(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize > MAX_DATABASE_BYTES) return memory
  } catch {
    // There is none here, or it is not for us.
  }
  return tmpdir()
}

/** Options of initdb: trust local users, sort by code points. */
export const INITDB_ARGUMENTS = ['-N', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8']

/** Starts a server; `fsync: false` is faster and safe unless a test kills it. Returns null without binaries. */
export async function startPostgres(
  options: { fsync?: boolean; settings?: Settings } = {},
): Promise<TestServer | null> {
  const bin = findBinaries()
  if (bin === undefined) return null
  const user = findUnprivilegedUser()
  const folder = mkdtempSync(join(options.fsync === false ? findFastFolder() : tmpdir(), 'svc-pg-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), [...INITDB_ARGUMENTS, '-D', data], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await findFreePort()
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const command = [
    join(bin, 'postgres'),
    '-D',
    data,
    ...toArguments({ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder }),
    ...toArguments({ max_connections: 200, shared_buffers: '64MB', ...(options.fsync === false && quick) }),
    ...toArguments(options.settings ?? {}),
  ]
  const buildUrl = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  const withAdmin = <T>(work: (client: Client) => Promise<T>) => withClient(buildUrl(), work)
  const start = async () => {
    const started = supervise(folder, command, user)
    try {
      await waitUntilAccepting(started, withAdmin)
    } catch (error) {
      await endServer(started, 'stop')
      throw error
    }
    return started
  }
  let running = await start()
  return {
    port,
    bin,
    url: buildUrl,
    async createDatabase(name, template) {
      await withAdmin((client) => client.query(`create database "${name}"${template ? ` template "${template}"` : ''}`))
      return buildUrl(name)
    },
    async killBackends() {
      const others = `backend_type = 'client backend' and pid <> pg_backend_pid()`
      await withAdmin((client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`),
      )
    },
    async restart(whileStopped) {
      await endServer(running, 'again')
      whileStopped?.(data)
      running = await start()
    },
    async stop() {
      await endServer(running, 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Runs the server under a shell that stops it on request or when this process ends, even by SIGKILL. The shell also
 * removes the folder unless the server is to restart: this process may not live to do so.
 */
export function supervise(folder: string, command: string[], user: User | undefined): ChildProcess {
  const script = `
    exec 3<&0; folder=$1; shift
    "$@" </dev/null >"$folder/log" 2>&1 & server=$!
    { read -r word <&3 || word=gone
      if [ "$word" = kill ]; then kill -KILL $server $(cat /proc/$server/task/$server/children)
      else kill -INT $server; fi
      if [ "$word" = stop ] || [ "$word" = gone ]; then while kill -0 $server; do sleep 0.1; done; rm -rf "$folder"; fi
    } 2>/dev/null &
    wait $server`
  const shell = spawn('/bin/sh', ['-c', script, 'sh', folder, ...command], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.stdin?.on('error', () => {})
  shell.unref()
  return shell
}

/** Ends a server; `kill` sends SIGKILL to all of its processes, like a power failure. */
export async function endServer(shell: ChildProcess, next: 'stop' | 'again' | 'kill'): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null) return
  shell.ref() // Keeps the event loop alive until the shell exits.
  const exited = new Promise((resolve) => shell.once('exit', resolve))
  shell.stdin?.write(`${next}\n`)
  await exited
  shell.stdin?.destroy()
}

type Admin = (work: (client: Client) => Promise<unknown>) => Promise<unknown>

export async function waitUntilAccepting(shell: ChildProcess, admin: Admin): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await admin((client) => client.query('select 1'))
      return
    } catch (error) {
      if (tries === 400 || shell.exitCode !== null) throw error
      await sleep(25)
    }
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Unprivileged user: PostgreSQL refuses to run as root. */
export interface User {
  uid: number
  gid: number
}
export function findUnprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
    const [, , uid, gid] = entry?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('running as root, and no user to run PostgreSQL as')
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

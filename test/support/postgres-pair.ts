import { execFileSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  waitUntilAccepting,
  findBinaries,
  endServer,
  findFreePort,
  INITDB_ARGUMENTS,
  findFastFolder,
  toArguments,
  supervise,
  findUnprivilegedUser,
  withClient,
} from './postgres.ts'

export interface PostgresPair {
  url(database: string): string
  readonly port: number
  /** Port of the other server, running or not. */
  readonly otherPort: number
  withServer<T>(port: number, work: (client: Client) => Promise<T>): Promise<T>
  /** Kills all processes of the primary and promotes the standby. */
  failOver(): Promise<void>
  /** Restarts the killed server unchanged: it believes it is the primary. */
  restartKilledServer(): Promise<void>
  /** Replaces the killed server by a new standby. */
  replaceStandby(): Promise<void>
  /** Pauses replication until the returned function is called. */
  pauseReplication(): Promise<() => void>
  stop(): Promise<void>
}

interface ServerFiles {
  readonly port: number
  readonly folder: string
  shell: ChildProcess | undefined
}

export async function startPair(): Promise<PostgresPair> {
  const bin = findBinaries()
  if (bin === undefined) throw new Error('the PostgreSQL binaries are missing')
  const user = findUnprivilegedUser()
  const servers = [await createServerFolder(), await createServerFolder()] as [ServerFiles, ServerFiles]
  let [primary, other] = servers

  async function createServerFolder(): Promise<ServerFiles> {
    const folder = mkdtempSync(join(findFastFolder(), 'svc-pair-'))
    if (user) chownSync(folder, user.uid, user.gid)
    return { port: await findFreePort(), folder, shell: undefined }
  }
  const run = (program: string, args: string[], { folder }: ServerFiles) =>
    execFileSync(join(bin, program), [...args, '-D', join(folder, 'data')], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const withServer = <T>(port: number, work: (client: Client) => Promise<T>) =>
    withClient(`postgres://postgres@127.0.0.1:${port}/postgres`, work)

  async function start(server: ServerFiles): Promise<void> {
    const { port, folder } = server
    // Only processes are killed here, so the OS retains what they have written.
    const serverSettings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder }
    const command = [join(bin!, 'postgres'), '-D', join(folder, 'data'), ...toArguments(serverSettings)]
    server.shell = supervise(folder, [...command, ...toArguments({ shared_buffers: '64MB', fsync: 'off' })], user)
    await waitUntilAccepting(server.shell, (work) => withServer(port, work))
  }

  async function waitUntilTrue(port: number, statement: string): Promise<void> {
    for (let tries = 0; tries < 1_200; tries++) {
      const { rows } = await withServer(port, (client) => client.query<{ holds: boolean }>(statement))
      if (rows[0]?.holds) return
      await sleep(25)
    }
    throw new Error(`timed out after 30 seconds: ${statement}`)
  }

  /** Makes a primary synchronous once it has a standby: alone it would block every commit. */
  async function attachStandby(): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    rmSync(join(other.folder, 'data'), { recursive: true, force: true })
    run('pg_basebackup', [...from, '-R', '-c', 'fast', '--no-sync'], other)
    await start(other)
    await withServer(primary.port, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
    })
    await waitUntilTrue(primary.port, `select count(*) = 1 as holds from pg_stat_replication where sync_state = 'sync'`)
  }

  run('initdb', INITDB_ARGUMENTS, primary)
  await start(primary)
  await attachStandby()
  return {
    url: (database) => `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    get port() {
      return primary.port
    },
    get otherPort() {
      return other.port
    },
    withServer,
    async failOver() {
      await endServer(primary.shell!, 'kill')
      await withServer(other.port, (client) => client.query('select pg_promote()'))
      ;[primary, other] = [other, primary]
    },
    restartKilledServer: () => start(other),
    async replaceStandby() {
      await endServer(other.shell!, 'again')
      await attachStandby()
    },
    async pauseReplication() {
      const found = withServer(other.port, (client) => client.query('select pid from pg_stat_wal_receiver'))
      const { pid } = (await found).rows[0] as { pid: number }
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    async stop() {
      for (const { shell, folder } of servers) {
        // A primary that shuts down would wait for a standby that is still stalled.
        if (shell) await endServer(shell, 'kill')
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

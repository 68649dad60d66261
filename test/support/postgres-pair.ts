import { execFileSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  waitUntilAccepting,
  findBinaries,
  endServer,
  freePort,
  INITDB_ARGUMENTS,
  quickFolder,
  toArguments,
  supervise,
  unprivileged,
  withClient,
} from './postgres.ts'

export interface PostgresPair {
  url(database: string): string
  readonly port: number
  /** Port of the other server, running or not. */
  readonly otherPort: number
  at<T>(port: number, work: (client: Client) => Promise<T>): Promise<T>
  /** Kills all processes of the primary and promotes the standby. */
  failOver(): Promise<void>
  /** Restarts the killed server unchanged: it believes it is the primary. */
  revive(): Promise<void>
  /** Replaces the killed server by a new standby. */
  renew(): Promise<void>
  /** Pauses replication until the returned function is called. */
  stall(): Promise<() => void>
  stop(): Promise<void>
}

interface Place {
  readonly port: number
  readonly folder: string
  shell: ChildProcess | undefined
}

export async function startPair(): Promise<PostgresPair> {
  const bin = findBinaries()
  if (bin === undefined) throw new Error('the PostgreSQL binaries are missing')
  const user = unprivileged()
  const places = [await newPlace(), await newPlace()] as [Place, Place]
  let [primary, other] = places

  async function newPlace(): Promise<Place> {
    const folder = mkdtempSync(join(quickFolder(), 'svc-pair-'))
    if (user) chownSync(folder, user.uid, user.gid)
    return { port: await freePort(), folder, shell: undefined }
  }
  const run = (program: string, args: string[], { folder }: Place) =>
    execFileSync(join(bin, program), [...args, '-D', join(folder, 'data')], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const at = <T>(port: number, work: (client: Client) => Promise<T>) =>
    withClient(`postgres://postgres@127.0.0.1:${port}/postgres`, work)

  async function start(place: Place): Promise<void> {
    const { port, folder } = place
    // Only processes are killed here, so the OS retains what they have written.
    const where = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder }
    const command = [join(bin!, 'postgres'), '-D', join(folder, 'data'), ...toArguments(where)]
    place.shell = supervise(folder, [...command, ...toArguments({ shared_buffers: '64MB', fsync: 'off' })], user)
    await waitUntilAccepting(place.shell, (work) => at(port, work))
  }

  async function holds(port: number, statement: string): Promise<void> {
    for (let tries = 0; tries < 1_200; tries++) {
      const { rows } = await at(port, (client) => client.query<{ holds: boolean }>(statement))
      if (rows[0]?.holds) return
      await sleep(25)
    }
    throw new Error(`timed out after 30 seconds: ${statement}`)
  }

  /** Makes a primary synchronous once it has a standby: alone it would block every commit. */
  async function attach(): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    rmSync(join(other.folder, 'data'), { recursive: true, force: true })
    run('pg_basebackup', [...from, '-R', '-c', 'fast', '--no-sync'], other)
    await start(other)
    await at(primary.port, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
    })
    await holds(primary.port, `select count(*) = 1 as holds from pg_stat_replication where sync_state = 'sync'`)
  }

  run('initdb', INITDB_ARGUMENTS, primary)
  await start(primary)
  await attach()
  return {
    url: (database) => `postgres://postgres@${places.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    get port() {
      return primary.port
    },
    get otherPort() {
      return other.port
    },
    at,
    async failOver() {
      await endServer(primary.shell!, 'kill')
      await at(other.port, (client) => client.query('select pg_promote()'))
      ;[primary, other] = [other, primary]
    },
    revive: () => start(other),
    async renew() {
      await endServer(other.shell!, 'again')
      await attach()
    },
    async stall() {
      const found = at(other.port, (client) => client.query('select pid from pg_stat_wal_receiver'))
      const { pid } = (await found).rows[0] as { pid: number }
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    async stop() {
      for (const { shell, folder } of places) {
        // A primary that shuts down would wait for a standby that is still stalled.
        if (shell) await endServer(shell, 'kill')
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

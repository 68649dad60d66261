import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { findFreePort } from './postgres.ts'

const program = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map((folder) => join(folder, 'haproxy'))
  .find((file) => existsSync(file))

export const hasHaproxy = (): boolean => program !== undefined

/** HAProxy in front of two processes, configured by deploy/haproxy.cfg. */
export interface HaproxyProcess {
  readonly url: string
  /** Waits until it routes requests to the first or second process. */
  waitUntilRouted(which: 0 | 1): Promise<void>
  stop(): Promise<void>
}

/** Starts HAProxy on a free port; `ports`: the ports of the processes behind it, which may start later. */
export async function startHaproxy(ports: readonly [number, number]): Promise<HaproxyProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-haproxy-'))
  const port = await findFreePort()
  const socket = join(folder, 'stats')
  const template = readFileSync('deploy/haproxy.cfg', 'utf8')
  const settings = template
    .replace('127.0.0.1:8000', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
    // What it thinks of each server is asked there.
    .replace('global\n', `global\n    stats socket ${socket}\n`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settings)
  const child = spawn(program!, ['-db', '-f', file], { stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.once('exit', () => void child.kill('SIGKILL'))

  async function isUp(which: number): Promise<boolean> {
    const statsSocket = connect(socket)
    statsSocket.end('show stat\n')
    const lines = (await text(statsSocket)).split('\n')
    const status = lines[0]!.split(',').indexOf('status')
    return lines.some((line) => line.startsWith(`api,api${which + 1},`) && line.split(',')[status] === 'UP')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async waitUntilRouted(which) {
      for (let tries = 0; tries < 600; tries++) {
        if (await isUp(which).catch(() => false)) return
        await sleep(50)
      }
      throw new Error(`api${which + 1} was not added to the rotation within 30 seconds`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

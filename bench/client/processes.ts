import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../test/support/postgres.ts'

/** A server process under load. */
export interface ServerProcess {
  pid: number
  port: number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a Node program that listens on `PORT`, and waits for a response with status 200 at `readyPath`. */
export async function startServer(
  args: string[],
  env: Record<string, string>,
  readyPath = '/livez',
): Promise<ServerProcess> {
  const port = await findFreePort()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await waitUntilReady(child, `http://127.0.0.1:${port}${readyPath}`)
  return {
    port,
    pid: child.pid!,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (child.exitCode !== null || performance.now() > end) throw new Error('a server did not start')
    await sleep(10)
  }
}

/** Linux counts CPU time in hundredths of a second. */
const CLOCK_TICK_MS = 10

/** Returns the fields of /proc/PID/stat after the process name; undefined when there is no such process or file. */
function readStat(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const toCpu = (fields: string[]) => (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS

/** Returns the CPU time of a process in milliseconds, user and system; 0 without /proc. */
export function readCpu(pid: number): number {
  const fields = readStat(pid)
  return fields ? toCpu(fields) : 0
}

/** Returns the CPU time of each child process, such as the backends of a PostgreSQL server. */
export function readChildrenCpu(pid: number): Map<number, number> {
  const times = new Map<number, number>()
  if (!readStat('self')) return times
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = readStat(name)
    if (fields && Number(fields[1]) === pid) times.set(Number(name), toCpu(fields))
  }
  return times
}

/** Returns the resident memory in MB. */
export function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

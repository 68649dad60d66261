import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/postgres.ts'

/** A server under load, in a process of its own. */
export interface Target {
  name: string
  pid: number
  port: number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a Node program that serves on `PORT`; its output, the log too, goes nowhere, errors to ours. */
export async function startTarget(
  name: string,
  args: string[],
  env: Record<string, string>,
  ready = '/livez',
): Promise<Target> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await answering(child, `http://127.0.0.1:${port}${ready}`)
  return {
    name,
    port,
    pid: child.pid!,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

const patience = 60_000

/** Asked so often that the time of a start is told to some milliseconds. */
async function answering(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (child.exitCode !== null || performance.now() > end) throw new Error('a server did not start')
    await sleep(10)
  }
}

const tick = 10 // milliseconds: Linux counts processor time in hundredths of a second

/** Processor time of a process in milliseconds, user and system; 0 where /proc does not tell. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tick
  } catch {
    return 0
  }
}

/** Processor time of a process's children: of a PostgreSQL server's backends. */
export function cpuOfChildren(pid: number): Map<number, number> {
  const times = new Map<number, number>()
  let entries: string[] = []
  try {
    entries = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return times
  }
  for (const name of entries) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === pid) times.set(Number(name), cpuOf(Number(name)))
    } catch {
      // it has just ended
    }
  }
  return times
}

/** Resident memory in MB, now and at its highest. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 }
}

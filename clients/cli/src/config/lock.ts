import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../errors.ts'

/** A holder on another machine (a shared home) is taken for dead after this long: what is done under a lock is short. */
const longest = 90_000

/** Runs `work` while no other process does under the same lock file. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const token = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const until = performance.now() + longest + 10_000
  while (!take(file, token)) {
    if (performance.now() > until)
      throw new CliError(`${file} is locked by another svc process: remove it if none is running`)
    await sleep(40)
  }
  const release = () => {
    if (textOf(file) === token) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file: string, token: string): boolean {
  try {
    writeFileSync(file, token, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = textOf(file)
    if (holder !== undefined && isDead(file, holder)) clear(file, holder)
    return false
  }
}

/** Moves a dead holder's lock away; one that another process has taken meanwhile is put back. */
function clear(file: string, holder: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (textOf(aside) === holder) rmSync(aside)
    else renameSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isDead(file: string, holder: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > longest) return true
    // Just made, its text not yet written.
    if (holder === '') return false
    const { host, pid } = JSON.parse(holder) as { host: string; pid: number }
    if (host !== hostname() || pid === process.pid) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

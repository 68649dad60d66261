import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../errors.ts'

/** Age after which a lock counts as abandoned, since its process may run on another machine (shared home). */
const STALE_LOCK_MS = 90_000

/** Runs `work` with a lock file, exclusive among processes. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const token = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const deadline = performance.now() + STALE_LOCK_MS + 10_000
  while (!tryAcquire(file, token)) {
    if (performance.now() > deadline)
      throw new CliError(`${file} is locked by another svc process. Delete the file if none is running.`)
    await sleep(40)
  }
  const release = () => {
    if (readHolder(file) === token) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function tryAcquire(file: string, token: string): boolean {
  try {
    writeFileSync(file, token, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    if (holder !== undefined && isStale(file, holder)) removeStale(file, holder)
    return false
  }
}

/** Removes an abandoned lock; restores it if another process has acquired it concurrently. */
function removeStale(file: string, holder: string): void {
  const temporary = `${file}.${randomUUID()}`
  try {
    renameSync(file, temporary)
    if (readHolder(temporary) === holder) rmSync(temporary)
    else renameSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isStale(file: string, holder: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_LOCK_MS) return true
    // The file was just created and its content is not written yet.
    if (holder === '') return false
    const { host, pid } = JSON.parse(holder) as { host: string; pid: number }
    if (host !== hostname() || pid === process.pid) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

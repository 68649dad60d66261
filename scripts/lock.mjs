import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { read } from './project.mjs'

const HEARTBEAT_MS = 1_000
/** Time without a heartbeat after which a lock of another machine or container is abandoned. */
const ABANDONED_MS = 15_000

/**
 * Runs `work` while holding a lock file; waits for other processes. Detects a killed owner by its process id on this
 * machine, and by missing heartbeats elsewhere.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  const token = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  mkdirSync(path.dirname(file), { recursive: true })
  let isWaiting = false
  while (!acquire(file, token)) {
    if (!isWaiting) process.stderr.write('Waiting for another process that installs or builds …\n')
    isWaiting = true
    await sleep(200)
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Another process removed the lock as abandoned.
    }
  }, HEARTBEAT_MS)
  const release = () => {
    clearInterval(heartbeat)
    if (read(file) === token) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function acquire(file, token) {
  try {
    writeFileSync(file, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const owner = read(file)
    if (owner !== undefined && isAbandoned(file, owner)) remove(file, owner)
    return false
  }
}

/** Removes an abandoned lock; restores one that another process has acquired since. */
function remove(file, owner) {
  const moved = `${file}.${randomUUID()}`
  try {
    renameSync(file, moved)
    if (read(moved) === owner) rmSync(moved)
    else renameSync(moved, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isAbandoned(file, owner) {
  try {
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_MS) return true
    // Created, but not written yet.
    if (owner === '') return false
    const { host, pid } = JSON.parse(owner)
    if (host !== hostname() || pid === process.pid) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

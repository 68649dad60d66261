import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1_000
/** A holder elsewhere (another container on the same folder) is taken for dead after this silence. */
const SILENCE_MS = 15_000

/**
 * Runs `work` while no other process does under the same lock file, waiting for the one that holds it.
 * A holder that was killed is noticed: at once on this machine by its process, elsewhere by its silence.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  const token = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  mkdirSync(path.dirname(file), { recursive: true })
  let told = false
  while (!take(file, token)) {
    if (!told) process.stderr.write('Waiting for another start that installs or builds …\n')
    told = true
    await sleep(200)
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Another start took it for abandoned and removed it: nothing is left to keep.
    }
  }, BEAT_MS)
  const release = () => {
    clearInterval(beat)
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

function take(file, token) {
  try {
    writeFileSync(file, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = read(file)
    if (holder !== undefined && isDead(file, holder)) clear(file, holder)
    return false
  }
}

/** Moves a dead holder's lock away; one that another process has taken meanwhile is put back. */
function clear(file, holder) {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (read(aside) === holder) rmSync(aside)
    else renameSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isDead(file, holder) {
  try {
    const silence = Date.now() - statSync(file).mtimeMs
    if (silence > SILENCE_MS) return true
    // Just made, its text not yet written.
    if (holder === '') return false
    const { host, pid } = JSON.parse(holder)
    if (host !== hostname() || pid === process.pid) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

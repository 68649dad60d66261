/** Thread that hashes passwords at a low priority, so that sign-ins do not slow down requests. */
import { scryptSync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

export interface HashJob {
  text: string
  salt: Uint8Array
  bytes: number
  options: { N: number; r: number; p: number; maxmem: number }
}

export interface HashThreadData {
  /** Added to the nice value of the process. */
  niceness: number
}

const MAX_NICENESS = 19

export type HashOutcome = { key: Uint8Array } | { error: string }

/** Linux has a priority for each thread; elsewhere the thread keeps that of the process. */
function lowerPriority(): void {
  try {
    const [thread] = readlinkSync('/proc/thread-self').split('/').slice(-1)
    const { niceness } = workerData as HashThreadData
    setPriority(Number(thread), Math.min(MAX_NICENESS, getPriority() + niceness))
  } catch {
    // Not Linux, or not allowed.
  }
}

const port = parentPort!
lowerPriority()
port.on('message', ({ text, salt, bytes, options }: HashJob) => {
  let outcome: HashOutcome
  try {
    outcome = { key: scryptSync(text, salt, bytes, options) }
  } catch (error) {
    outcome = { error: (error as Error).message }
  }
  port.postMessage(outcome)
})

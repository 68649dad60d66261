/** Thread that hashes passwords, so that sign-ins do not block requests. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { computeHash, matchesPasswordHash } from './compute-hashes.ts'

export interface HashJob {
  password: string
  /** Hash to compare with; null returns a new hash. */
  stored: string | null
}

export interface HashThreadData {
  /** Added to the nice value of the process. */
  niceness: number
}

const MAX_NICENESS = 19

export type HashOutcome = { result: string | boolean } | { error: string }

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
port.on('message', ({ password, stored }: HashJob) => {
  let outcome: HashOutcome
  try {
    outcome = { result: stored === null ? computeHash(password) : matchesPasswordHash(password, stored) }
  } catch (error) {
    outcome = { error: (error as Error).message }
  }
  port.postMessage(outcome)
})

/** Threads that hash passwords, and the order in which they do. */
import { Worker } from 'node:worker_threads'
import { HashQueue, type HashSource } from './hash-queue.ts'
import type { HashJob, HashOutcome, HashThreadData } from './hash-worker.ts'

const MAX_WAIT_MS = 20_000

/**
 * Nice values. The first thread has the priority of requests, so that users can sign in on a busy machine. The last one
 * takes the hashes of crowded sources; at 19, a busy machine would delay them by seconds.
 */
const NICENESS = [0, 5, 10]
const CROWDED_THREAD = NICENESS.length - 1

interface HashThread {
  worker: Worker
  settle: { resolve: (result: string | boolean) => void; reject: (error: Error) => void } | undefined
}

/** A turn in the queue: uses the thread until its work ends. */
interface Turn {
  isCrowded: boolean
  thread: number
  start: () => void
  reject: (error: Error) => void
}

/** Hashes on the thread of a turn. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
}

// Threads run no TypeScript in Node 20: from source, the built file is used.
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/auth/accounts/hash-worker.js' : './hash-worker.js',
  import.meta.url,
)

const threads: (HashThread | undefined)[] = NICENESS.map(() => undefined)
/** Turns that use a thread. */
const current: (Turn | undefined)[] = NICENESS.map(() => undefined)
const queue = new HashQueue<Turn>()
let isCrowdedResting = false

/**
 * Runs work in turn: it gets a thread on which it can hash. Throws 503 if it would wait too long. Failures put
 * later attempts of the source behind those of others.
 */
export async function runInTurn<T>(
  source: HashSource,
  work: (hasher: Hasher) => Promise<T>,
  isFailure: (result: T) => boolean = () => false,
): Promise<T> {
  const turn = await waitForTurn(source)
  const startedAt = performance.now()
  let hasFailed = false
  try {
    const result = await work(createHasher(turn.thread))
    hasFailed = isFailure(result)
    return result
  } finally {
    queue.end(source, hasFailed)
    current[turn.thread] = undefined
    if (turn.isCrowded) restCrowded(performance.now() - startedAt)
    startTurns()
  }
}

function waitForTurn(source: HashSource): Promise<Turn> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => queue.expire(turn), MAX_WAIT_MS)
    const settle = (run: () => void) => {
      clearTimeout(timer)
      run()
    }
    const turn: Turn = {
      isCrowded: false,
      thread: 0,
      start: () => settle(() => resolve(turn)),
      reject: (error) => settle(() => reject(error)),
    }
    queue.add(source, turn)
    startTurns()
  })
}

/** Keeps crowded sources from using more than their share of the time. */
function restCrowded(usedMs: number): void {
  isCrowdedResting = true
  const end = () => {
    isCrowdedResting = false
    startTurns()
  }
  setTimeout(end, queue.computeRestMs(usedMs)).unref()
}

/** Starts waiting turns on the threads that are free; those of crowded sources only while nothing else is hashed. */
function startTurns(): void {
  for (let thread = 0; thread < CROWDED_THREAD; thread++) {
    if (current[thread]) continue
    const quiet = queue.takeQuiet()
    if (quiet) startTurn(quiet, thread, false)
  }
  if (isCrowdedResting || current.some((turn) => turn !== undefined)) return
  const crowded = queue.takeCrowded()
  if (crowded) startTurn(crowded, CROWDED_THREAD, true)
}

function startTurn(turn: Turn, thread: number, isCrowded: boolean): void {
  current[thread] = turn
  Object.assign(turn, { thread, isCrowded })
  turn.start()
}

const createHasher = (thread: number): Hasher => ({
  hash: (password) => runJob(thread, { password, stored: null }) as Promise<string>,
  verify: (password, stored) => runJob(thread, { password, stored }) as Promise<boolean>,
})

function runJob(index: number, job: HashJob): Promise<string | boolean> {
  // A thread is started when it is first needed.
  const thread = (threads[index] ??= startThread(index))
  return new Promise((resolve, reject) => {
    thread.settle = { resolve, reject }
    thread.worker.ref()
    thread.worker.postMessage(job, [])
  })
}

function startThread(index: number): HashThread {
  const workerData: HashThreadData = { niceness: NICENESS[index]! }
  const thread: HashThread = { worker: new Worker(WORKER_FILE, { execArgv: [], workerData }), settle: undefined }
  const end = (settle: (waiting: NonNullable<HashThread['settle']>) => void) => {
    const waiting = thread.settle
    thread.settle = undefined
    // An idle thread does not keep the process alive.
    thread.worker.unref()
    if (waiting) settle(waiting)
  }
  thread.worker.on('message', (outcome: HashOutcome) =>
    end(({ resolve, reject }) => ('result' in outcome ? resolve(outcome.result) : reject(new Error(outcome.error)))),
  )
  thread.worker.on('error', (error) => {
    threads[index] = undefined
    end(({ reject }) => reject(error))
  })
  thread.worker.unref()
  return thread
}

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { tookTooLong } from '../errors.ts'
import type { Reply, Request, WorkerOptions } from './messages.ts'

// Node 20's workers don't run TypeScript: from the sources (tests), the built worker is taken.
const workerFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../dist/db/pglite/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url),
)

const startLimit = 300_000
const closeLimit = 10_000

/** Who waits for protocol bytes; told once when they will never come. */
export interface Listener {
  received(bytes: Uint8Array): void
  lost(error: Error): void
}

interface Running {
  readonly worker: Worker
  /** The callers whose replies are due, in order: the worker answers each request once, in turn. */
  readonly waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[]
  /** When the request being worked on was begun, by `performance.now()`. */
  since: number
  /** Whether it has answered once. Until then the time limit is that of a start, since recovery may take long. */
  ready: boolean
  /** Whether it did not answer in time, and is being ended. */
  late: boolean
}

/** Runs PGlite in a thread, ends a thread that doesn't answer, and starts a new one when next asked. */
export class Host {
  readonly #options: WorkerOptions
  readonly #limit: number
  readonly #log: (line: string) => void
  #running: Promise<Running> | undefined
  #watch: NodeJS.Timeout | undefined
  #unlimited = 0
  #closed = false

  constructor(options: WorkerOptions, limit: number, log: (line: string) => void) {
    this.#options = options
    this.#limit = limit
    this.#log = log
  }

  /** Gives a function that sends protocol bytes for `listener`, to a session that is as new. */
  async attach(listener: Listener): Promise<(bytes: Uint8Array) => void> {
    const running = await this.#start()
    await this.#request(running, 'reset')
    return (bytes) => {
      this.#request(running, bytes).then(
        (reply) => listener.received(reply as Uint8Array),
        (error: Error) => listener.lost(error),
      )
    }
  }

  /** Asks the worker one of the words of `Request`. */
  async ask(word: Exclude<Request, Uint8Array>): Promise<Uint8Array | number | undefined> {
    return ((await this.#request(await this.#start(), word)) as { done: Uint8Array | number | undefined })
      .done
  }

  /** Runs `work` with the time limit suspended. */
  async unlimited<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited++
    try {
      return await work()
    } finally {
      this.#unlimited--
      const running = await this.#running
      if (running) running.since = performance.now()
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    const running = await this.#running?.catch(() => undefined)
    this.#closed = true
    clearInterval(this.#watch)
    if (!running) return
    // A statement that never ends must not hold up the stop.
    await Promise.race([
      this.#request(running, 'close').catch(() => {}),
      sleep(closeLimit, undefined, { ref: false }),
    ])
    await running.worker.terminate()
  }

  #request(running: Running, request: Request): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (running.waiting.length === 0) running.since = performance.now()
      running.waiting.push({ resolve, reject })
      running.worker.postMessage(request, [])
    })
  }

  #start(): Promise<Running> {
    if (this.#closed) return Promise.reject(unavailable('the embedded database is closed'))
    this.#running ??= this.#launch()
    return this.#running
  }

  #launch(): Promise<Running> {
    const worker = new Worker(workerFile, { workerData: this.#options, execArgv: [], name: 'database' })
    const running: Running = { worker, waiting: [], since: performance.now(), ready: false, late: false }
    const end = (reason: string) => {
      this.#running = undefined
      clearInterval(this.#watch)
      if (running.waiting.length > 0)
        this.#log(`embedded database: ${reason}; it is opened again when next used`)
      const error = unavailable(`embedded database: ${reason}`, running.late)
      for (const { reject } of running.waiting.splice(0)) reject(error)
    }
    // It counts as ended only once the thread is gone, which comes after its error: a new one beside it would ruin the
    // folder.
    let reason = 'its thread ended'
    worker.on('error', (error: Error) => (reason = `failed (${error.message})`))
    worker.on('exit', () => end(reason))
    const ready = new Promise<Running>((resolve, reject) => {
      running.waiting.push({ resolve: () => resolve(running), reject })
    })
    worker.on('message', (reply: Reply) => {
      running.since = performance.now()
      running.ready = true
      running.waiting.shift()?.resolve(reply)
    })
    clearInterval(this.#watch)
    this.#watch = setInterval(() => this.#check(running), Math.min(1_000, this.#limit / 4)).unref()
    return ready
  }

  #check(running: Running): void {
    if (running.waiting.length === 0 || this.#unlimited > 0) return
    const limit = running.ready ? this.#limit : startLimit
    if (performance.now() - running.since < limit) return
    this.#log(`embedded database: no answer within ${limit} ms`)
    running.late = true
    void running.worker.terminate()
  }
}

/**
 * The error of a database that is not there. Its code is that of a lost connection, which it is to the client above,
 * or, when `late`, that of one broken off because its statement took too long.
 */
const unavailable = (message: string, late = false): Error =>
  Object.assign(new Error(message), { code: late ? tookTooLong : 'ECONNRESET' })

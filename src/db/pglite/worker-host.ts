import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { TIMEOUT_ERROR_CODE } from '../errors.ts'

export interface WorkerOptions {
  readonly folder: string | undefined
  readonly snapshot: Uint8Array | undefined
}

/** Protocol bytes, or a command that the protocol lacks. */
export type WorkerRequest = Uint8Array | 'reset' | 'dump' | 'syncs' | 'close'

export type WorkerReply = Uint8Array | { readonly done: Uint8Array | number | undefined }

// Node 20 workers cannot run TypeScript: tests, which run from source, use the built worker.
const WORKER_FILE = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../dist/db/pglite/worker.js', import.meta.url)
    : new URL('./worker.js', import.meta.url),
)

const START_TIMEOUT_MS = 300_000
const CLOSE_TIMEOUT_MS = 10_000

export interface WorkerListener {
  onBytes(bytes: Uint8Array): void
  onLost(error: Error): void
}

interface RunningWorker {
  readonly worker: Worker
  /** Pending requests in order: the worker replies to one at a time. */
  readonly waiting: { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }[]
  since: number
  /** True after the first reply. Until then the start timeout applies, since recovery may take long. */
  ready: boolean
  late: boolean
}

/** Runs PGlite in a worker thread; terminates one that hangs, and starts a new one for the next request. */
export class WorkerHost {
  readonly #options: WorkerOptions
  readonly #timeoutMs: number
  readonly #log: (line: string) => void
  #running: Promise<RunningWorker> | undefined
  #watchdog: NodeJS.Timeout | undefined
  #untimed = 0
  #closed = false

  constructor(options: WorkerOptions, limit: number, log: (line: string) => void) {
    this.#options = options
    this.#timeoutMs = limit
    this.#log = log
  }

  async attach(listener: WorkerListener): Promise<(bytes: Uint8Array) => void> {
    const running = await this.#start()
    await this.#request(running, 'reset')
    return (bytes) => {
      this.#request(running, bytes).then(
        (reply) => listener.onBytes(reply as Uint8Array),
        (error: Error) => listener.onLost(error),
      )
    }
  }

  async request(command: Exclude<WorkerRequest, Uint8Array>): Promise<Uint8Array | number | undefined> {
    return ((await this.#request(await this.#start(), command)) as { done: Uint8Array | number | undefined }).done
  }

  async withoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    this.#untimed++
    try {
      return await work()
    } finally {
      this.#untimed--
      const running = await this.#running
      if (running) running.since = performance.now()
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    const running = await this.#running?.catch(() => undefined)
    this.#closed = true
    clearInterval(this.#watchdog)
    if (!running) return
    // A hanging statement must not block the shutdown.
    await Promise.race([
      this.#request(running, 'close').catch(() => {}),
      sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ])
    await running.worker.terminate()
  }

  #request(running: RunningWorker, request: WorkerRequest): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (running.waiting.length === 0) running.since = performance.now()
      running.waiting.push({ resolve, reject })
      running.worker.postMessage(request, [])
    })
  }

  #start(): Promise<RunningWorker> {
    if (this.#closed) return Promise.reject(createUnavailableError('the embedded database is closed'))
    this.#running ??= this.#launch()
    return this.#running
  }

  #launch(): Promise<RunningWorker> {
    const worker = new Worker(WORKER_FILE, { workerData: this.#options, execArgv: [], name: 'database' })
    const running: RunningWorker = {
      worker,
      waiting: [],
      since: performance.now(),
      ready: false,
      late: false,
    }
    const end = (reason: string) => {
      this.#running = undefined
      clearInterval(this.#watchdog)
      if (running.waiting.length > 0) this.#log(`embedded database: ${reason}; it restarts on the next query`)
      const error = createUnavailableError(`embedded database: ${reason}`, running.late)
      for (const { reject } of running.waiting.splice(0)) reject(error)
    }
    // Waits for the thread's exit, which follows its error: two threads would corrupt the folder.
    let reason = 'its thread ended'
    worker.on('error', (error: Error) => (reason = `failed (${error.message})`))
    worker.on('exit', () => end(reason))
    const ready = new Promise<RunningWorker>((resolve, reject) => {
      running.waiting.push({ resolve: () => resolve(running), reject })
    })
    worker.on('message', (reply: WorkerReply) => {
      running.since = performance.now()
      running.ready = true
      running.waiting.shift()?.resolve(reply)
    })
    clearInterval(this.#watchdog)
    this.#watchdog = setInterval(() => this.#check(running), Math.min(1_000, this.#timeoutMs / 4)).unref()
    return ready
  }

  #check(running: RunningWorker): void {
    if (running.waiting.length === 0 || this.#untimed > 0) return
    const limit = running.ready ? this.#timeoutMs : START_TIMEOUT_MS
    if (performance.now() - running.since < limit) return
    this.#log(`embedded database: no response within ${limit} ms`)
    running.late = true
    void running.worker.terminate()
  }
}

const createUnavailableError = (message: string, late = false): Error =>
  Object.assign(new Error(message), { code: late ? TIMEOUT_ERROR_CODE : 'ECONNRESET' })

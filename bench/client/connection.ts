import { connect, type Socket } from 'node:net'

/**
 * The load driver. autocannon takes 1.8 times as much CPU per request, which is missing on a machine that the server
 * shares, records whole milliseconds where a read takes 0.5, and no latency of a 304.
 */

export interface RequestLoad {
  port: number
  connections: number
  /** Returns the next request as bytes. */
  nextRequest: () => Buffer
  /** The only accepted status of a response. */
  status: number
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Sorted. */
  latenciesMs: Float64Array
  bytes: number
}

/** A 503 response: a time or concurrency limit of the server. */
export class ServiceUnavailable extends Error {}

const HEAD_END = Buffer.from('\r\n\r\n')

/** One keep-alive connection that sends a request after each complete response. */
class Connection {
  readonly #socket: Socket
  readonly #load: RequestLoad
  readonly #onResponse: (latencyMs: number, bytes: number) => boolean
  #sentAt = 0
  #missingBytes = -1
  #receivedBytes = 0
  #head: Buffer | null = null
  readonly closed: Promise<void>

  constructor(load: RequestLoad, onResponse: (latencyMs: number, bytes: number) => boolean) {
    this.#load = load
    this.#onResponse = onResponse
    this.#socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
    this.closed = new Promise((resolve, reject) => {
      this.#socket.on('connect', () => this.#send())
      this.#socket.on('data', (chunk) => {
        try {
          this.#receive(chunk)
        } catch (error) {
          this.#socket.destroy(error as Error)
        }
      })
      this.#socket.on('error', reject)
      this.#socket.on('close', () => resolve())
    })
  }

  #send(): void {
    this.#sentAt = performance.now()
    this.#socket.write(this.#load.nextRequest())
  }

  #receive(chunk: Buffer): void {
    this.#receivedBytes += chunk.length
    if (this.#missingBytes >= 0) this.#missingBytes -= chunk.length
    else if (!this.#parseHead(chunk)) return
    if (this.#missingBytes > 0) return
    if (this.#missingBytes < 0) throw new Error('the response is longer than its Content-Length')
    const next = this.#onResponse(performance.now() - this.#sentAt, this.#receivedBytes)
    this.#missingBytes = -1
    this.#receivedBytes = 0
    if (next) this.#send()
    else this.#socket.end()
  }

  /** Returns false while the head is incomplete. */
  #parseHead(chunk: Buffer): boolean {
    const received = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = received.indexOf(HEAD_END)
    this.#head = end < 0 ? received : null
    if (end < 0) return false
    const head = received.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    if (status !== this.#load.status) {
      const message = `unexpected status ${status}: ${received.toString().slice(0, 2000)}`
      throw status === 503 ? new ServiceUnavailable(message) : new Error(message)
    }
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined && status !== 304) throw new Error(`no Content-Length:\n${head}`)
    this.#missingBytes = Number(length ?? 0) - (received.length - end - 4)
    return true
  }
}

/** Sends requests on all connections until the time is over. */
export async function runLoad(load: RequestLoad, seconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const onResponse = (latencyMs: number, size: number) => {
    latencies.push(latencyMs)
    bytes += size
    return performance.now() < end
  }
  const connections = Array.from({ length: load.connections }, () => new Connection(load, onResponse))
  const outcomes = await Promise.allSettled(connections.map(({ closed }) => closed))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const elapsed = (performance.now() - start) / 1000
  return {
    requests: latencies.length,
    seconds: elapsed,
    latenciesMs: Float64Array.from(latencies).sort(),
    bytes,
  }
}

export function buildRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Buffer {
  const all: Record<string, string> = { host: '127.0.0.1', ...headers }
  if (body !== undefined) {
    all['content-type'] = 'application/json'
    all['content-length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

export const buildGet = (path: string, headers?: Record<string, string>) => buildRequest('GET', path, headers)

/** Returns a function that cycles through the requests. */
export function cycle(requests: Buffer[]): () => Buffer {
  let n = 0
  return () => requests[n++ % requests.length]!
}

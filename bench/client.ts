import { connect, type Socket } from 'node:net'

/** A request as its bytes, and the status it must be answered with. */
export interface Load {
  /** The ports of the servers that are to share it; each connection keeps to one. */
  ports: number[]
  connections: number
  /** The next request to send; called for each. */
  next: () => Buffer
  status: number
}

/** What one stretch of load gave. */
export interface Stretch {
  requests: number
  seconds: number
  /** Milliseconds of each answer, sorted. */
  latencies: Float64Array
  bytes: number
}

/** The server said that it could not answer, now or within its limits of time. */
export class Unavailable extends Error {}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One keep-alive connection that sends a request, reads the whole answer, and sends the next. It does nothing else, so
 * that it takes as little as possible of the processor it shares with what it measures.
 */
class Connection {
  readonly #socket: Socket
  readonly #load: Load
  readonly #done: (milliseconds: number, bytes: number) => boolean
  #sentAt = 0
  #missing = -1
  #bytes = 0
  #head: Buffer | null = null
  closed: Promise<void>

  constructor(load: Load, port: number, done: (milliseconds: number, bytes: number) => boolean) {
    this.#load = load
    this.#done = done
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
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
    this.#socket.write(this.#load.next())
  }

  #receive(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#missing >= 0) this.#missing -= chunk.length
    else if (!this.#readHead(chunk)) return
    if (this.#missing > 0) return
    if (this.#missing < 0) throw new Error('the answer was longer than it said')
    const more = this.#done(performance.now() - this.#sentAt, this.#bytes)
    this.#missing = -1
    this.#bytes = 0
    if (more) this.#send()
    else this.#socket.end()
  }

  /** False when the head is not complete yet. */
  #readHead(chunk: Buffer): boolean {
    const seen = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = seen.indexOf(headEnd)
    this.#head = end < 0 ? seen : null
    if (end < 0) return false
    const head = seen.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    if (status !== this.#load.status) {
      const said = `answered ${status}: ${seen.toString().slice(0, 2000)}`
      throw status === 503 ? new Unavailable(said) : new Error(said)
    }
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined && status !== 304) throw new Error(`no content-length:\n${head}`)
    this.#missing = Number(length ?? 0) - (seen.length - end - 4)
    return true
  }
}

/** Sends requests for so many seconds on so many connections, each as soon as its last is answered. */
export async function drive(load: Load, seconds: number): Promise<Stretch> {
  const latencies: number[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const done = (milliseconds: number, size: number) => {
    latencies.push(milliseconds)
    bytes += size
    return performance.now() < end
  }
  const portOf = (i: number) => load.ports[i % load.ports.length]!
  const ends = await Promise.allSettled(
    Array.from({ length: load.connections }, (_, i) => new Connection(load, portOf(i), done).closed),
  )
  for (const one of ends) if (one.status === 'rejected') throw one.reason
  const took = (performance.now() - start) / 1000
  return { requests: latencies.length, seconds: took, latencies: Float64Array.from(latencies).sort(), bytes }
}

/** The bytes of a request. */
export function requestBytes(
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

/** Takes requests in turn, again and again. */
export function inTurn(requests: Buffer[]): () => Buffer {
  let n = 0
  return () => requests[n++ % requests.length]!
}

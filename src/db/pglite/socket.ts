import { Duplex } from 'node:stream'
import type { WorkerHost } from './worker-host.ts'

type WriteCallback = (error?: Error | null) => void

const CHUNK_BYTES = 64 * 1024

/** Duplex stream that `pg` uses like a TCP socket, connected to the embedded database. */
export class EmbeddedSocket extends Duplex {
  readonly #host: WorkerHost
  #send: ((bytes: Uint8Array) => void) | undefined

  constructor(host: WorkerHost) {
    super()
    this.#host = host
  }

  connect(): this {
    void this.#attach()
    return this
  }

  async #attach(): Promise<void> {
    try {
      this.#send = await this.#host.attach({
        onBytes: (bytes) => {
          if (bytes.length === 0 || this.destroyed) return
          // Pushes chunks, as a network would, so that a reader can pause.
          for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
            const length = Math.min(CHUNK_BYTES, bytes.length - offset)
            this.push(Buffer.from(bytes.buffer, bytes.byteOffset + offset, length))
          }
        },
        onLost: (error) => this.destroy(error),
      })
      this.emit('connect')
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: WriteCallback): void {
    // Copies the bytes, since posting a view transfers its whole buffer.
    this.#send?.(Uint8Array.from(chunk))
    done()
  }

  /** Sends all messages of one statement in one request to the thread. */
  override _writev(chunks: { chunk: Buffer }[], done: WriteCallback): void {
    const bytes = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#send?.(bytes)
    done()
  }

  override _read(): void {}

  override _final(done: WriteCallback): void {
    this.push(null)
    done()
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

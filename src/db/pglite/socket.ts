import { Duplex } from 'node:stream'
import type { Host } from './host.ts'

type Done = (error?: Error | null) => void

const piece = 64 * 1024

/** The side of a TCP socket that `pg` sees, connected to the embedded database. */
export class EmbeddedSocket extends Duplex {
  readonly #host: Host
  #send: ((bytes: Uint8Array) => void) | undefined

  constructor(host: Host) {
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
        received: (bytes) => {
          if (bytes.length === 0 || this.destroyed) return
          // It is handed on in pieces, as a network would, so that whoever reads can stop in between.
          for (let at = 0; at < bytes.length; at += piece) {
            const length = Math.min(piece, bytes.length - at)
            this.push(Buffer.from(bytes.buffer, bytes.byteOffset + at, length))
          }
        },
        lost: (error) => this.destroy(error),
      })
      this.emit('connect')
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    // It is copied, since a message to a thread takes along all of the buffer that a view is of.
    this.#send?.(Uint8Array.from(chunk))
    done()
  }

  /** The messages of one statement come together, so they take one trip to the thread. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
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

  override _final(done: Done): void {
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

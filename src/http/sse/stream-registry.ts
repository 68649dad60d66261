import { tooManyStreams, unavailable } from '../../core/errors.ts'

const MAX_STREAMS_PER_USER = 10
const MAX_STREAMS_PER_PROCESS = 1_000

export interface OpenStream {
  readonly userId: string
  stop(): void
}

export class StreamRegistry {
  readonly #open = new Set<OpenStream>()
  readonly #countByUser = new Map<string, number>()
  #stopping = false

  get count(): number {
    return this.#open.size
  }

  /** Registers a stream and returns a function that removes it. Throws 429 or 503 above the limits. */
  register(stream: OpenStream): () => void {
    const userCount = this.#countByUser.get(stream.userId) ?? 0
    if (userCount >= MAX_STREAMS_PER_USER) throw tooManyStreams(MAX_STREAMS_PER_USER)
    if (this.#stopping) throw unavailable('The server is shutting down. Retry later.')
    if (this.#open.size >= MAX_STREAMS_PER_PROCESS)
      throw unavailable('The server has too many open streams. Retry later.')
    this.#open.add(stream)
    this.#countByUser.set(stream.userId, userCount + 1)
    return () => this.#remove(stream)
  }

  stop(): void {
    this.#stopping = true
    for (const stream of this.#open) stream.stop()
  }

  #remove(stream: OpenStream): void {
    if (!this.#open.delete(stream)) return
    const remaining = this.#countByUser.get(stream.userId)! - 1
    if (remaining === 0) this.#countByUser.delete(stream.userId)
    else this.#countByUser.set(stream.userId, remaining)
  }
}

import { Readable } from 'node:stream'

const MAX_BUFFERED_BYTES = 64 * 1024
/** Time for a client to read the rest after the end. */
const GRACE_MS = 5_000

export class SseWriter extends Readable {
  readonly #onClose: () => void
  #waiting: (() => void)[] = []
  #ended = false

  /** `onClose` is called once, when everything is sent or the client has disconnected. */
  constructor(onClose: () => void) {
    super({ highWaterMark: MAX_BUFFERED_BYTES })
    this.#onClose = onClose
  }

  get isFull(): boolean {
    return this.readableLength >= MAX_BUFFERED_BYTES
  }

  get isOver(): boolean {
    return this.#ended || this.destroyed
  }

  write(text: string): void {
    if (!this.isOver) this.push(text)
  }

  async waitForCapacity(): Promise<void> {
    while (this.isFull && !this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Writes the end of the stream; destroys the connection of a client that does not read it in time. */
  finish(text: string): void {
    if (this.isOver) return
    this.push(text)
    this.push(null)
    this.#ended = true
    this.#resumeWriters()
    const timer = setTimeout(() => this.destroy(), GRACE_MS).unref()
    this.once('close', () => clearTimeout(timer))
  }

  override _read(): void {
    this.#resumeWriters()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#resumeWriters()
    this.#onClose()
    done(error)
  }

  #resumeWriters(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}

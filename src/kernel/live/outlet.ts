import { Readable } from 'node:stream'

/** Bytes that wait for a reader before nothing more is written. */
const most = 64 * 1024
/** Milliseconds in which a reader may take what is left once all is said. */
const grace = 5_000

/** The body of an answer that goes on: what is written goes out as fast as its reader takes it. */
export class Outlet extends Readable {
  readonly #onClose: () => void
  #waiting: (() => void)[] = []
  #ended = false

  /** `onClose` is called once, when all is sent or the reader is gone. */
  constructor(onClose: () => void) {
    super({ highWaterMark: most })
    this.#onClose = onClose
  }

  /** Whether the reader has taken so little that nothing more should be written. */
  get isFull(): boolean {
    return this.readableLength >= most
  }

  /** Whether nothing more can be written. */
  get isOver(): boolean {
    return this.#ended || this.destroyed
  }

  /** Sends a text after what was written before. */
  write(text: string): void {
    if (!this.isOver) this.push(text)
  }

  /** Resolves when there is room again, or the reader is gone. */
  async room(): Promise<void> {
    while (this.isFull && !this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Writes the last text; the connection of a reader that does not take it soon is cut off. */
  finish(text: string): void {
    if (this.isOver) return
    this.push(text)
    this.push(null)
    this.#ended = true
    this.#go()
    const timer = setTimeout(() => this.destroy(), grace).unref()
    this.once('close', () => clearTimeout(timer))
  }

  override _read(): void {
    this.#go()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#go()
    this.#onClose()
    done(error)
  }

  #go(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}

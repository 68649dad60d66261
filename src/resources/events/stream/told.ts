import type { EventRow } from '../../../kernel/events.ts'

type Subject = Pick<EventRow, 'resource_type' | 'resource_id'>

/** Things of which it is remembered that they were told of; of more, the first are forgotten. */
const most = 5_000
const nameOf = ({ resource_type, resource_id }: Subject) => `${resource_type} ${resource_id}`

/** What a stream told its reader of, who is to hear once when it can be read no more. */
export class Told {
  /** By name, whether the reader takes it for something that can be read; false after it was told to be gone. */
  readonly #names = new Map<string, boolean>()

  has(subject: Subject): boolean {
    return this.#names.get(nameOf(subject)) === true
  }

  add(subject: Subject): void {
    this.#note(nameOf(subject), true)
  }

  /**
   * Whether the reader has to hear that something is gone: it was told of it, or the change takes it away, and it has not
   * heard so already. From then on it has.
   */
  lose(subject: Subject, tookAway: boolean): boolean {
    const name = nameOf(subject)
    const readable = this.#names.get(name)
    const isMissed = readable ?? tookAway
    if (isMissed) this.#note(name, false)
    return isMissed
  }

  #note(name: string, readable: boolean): void {
    this.#names.set(name, readable)
    if (this.#names.size <= most) return
    const [oldest] = this.#names.keys()
    this.#names.delete(oldest!)
  }
}

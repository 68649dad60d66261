import type { EventRow } from '../../../kernel/events.ts'

type Subject = Pick<EventRow, 'resource_type' | 'resource_id'>

/** Things of which it is remembered that they were told of; of more, the first are forgotten. */
const most = 5_000
const nameOf = ({ resource_type, resource_id }: Subject) => `${resource_type} ${resource_id}`

/** What a stream told its reader of, who is to hear when it can be read no more. */
export class Told {
  readonly #names = new Set<string>()

  has(subject: Subject): boolean {
    return this.#names.has(nameOf(subject))
  }

  add(subject: Subject): void {
    this.#names.add(nameOf(subject))
    if (this.#names.size <= most) return
    const [oldest] = this.#names
    this.#names.delete(oldest!)
  }

  /** Forgets something, and says whether it was told of. */
  forget(subject: Subject): boolean {
    return this.#names.delete(nameOf(subject))
  }
}

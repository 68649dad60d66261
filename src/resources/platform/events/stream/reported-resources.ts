import type { EventRow } from '../../../../core/change-event.ts'

type Resource = Pick<EventRow, 'resource_type' | 'resource_id'>

const MAX_RESOURCES = 5_000
const toKey = ({ resource_type, resource_id }: Resource) => `${resource_type} ${resource_id}`

export class ReportedResources {
  /** Resources by key: true while the client considers them readable, false after its loss was reported. */
  readonly #readable = new Map<string, boolean>()

  has(resource: Resource): boolean {
    return this.#readable.get(toKey(resource)) === true
  }

  add(resource: Resource): void {
    this.#set(toKey(resource), true)
  }

  /**
   * Returns whether the loss of a resource must be reported: it was reported as readable, or this event removed the
   * access.
   */
  reportLoss(resource: Resource, removedAccess: boolean): boolean {
    const key = toKey(resource)
    const readable = this.#readable.get(key)
    const mustReport = readable ?? removedAccess
    if (mustReport) this.#set(key, false)
    return mustReport
  }

  #set(key: string, readable: boolean): void {
    this.#readable.set(key, readable)
    if (this.#readable.size <= MAX_RESOURCES) return
    const [oldest] = this.#readable.keys()
    this.#readable.delete(oldest!)
  }
}

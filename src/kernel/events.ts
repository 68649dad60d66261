import { isDeepStrictEqual } from 'node:util'

/** Types of events, each with the sentence that tells subscribers what it says. */
export type EventWords = Readonly<Record<string, string>>

/** A change: what happened to which resource, with only the changed attributes. */
export interface ChangeEvent {
  org_id: string
  /** `task.updated` and its like. */
  type: string
  resource_type: string
  resource_id: string
  /**
   * The comment's, attachment's, … own id where `resource_id` is the task's; the project or team of a section where
   * that is deleted.
   */
  part_id?: string
  project_id?: string | null
  /** Where a moved task came from. */
  from_project_id?: string | null
  /** The changed attributes before; null when the resource was made by this. */
  before?: Record<string, unknown> | null
  /** The changed attributes after; null when the resource was deleted by this. */
  after?: Record<string, unknown> | null
  /** Event type of the operation on another resource that caused this change, such as `goal.moved` for its tasks. */
  cause?: string | null
  /** The service itself made this change, and the caller's request was only the occasion to write it down. */
  by_service?: true
}

/** A change as the ledger keeps it. */
export interface EventRow extends ChangeEvent {
  event_id: string
  actor_kind: 'user' | 'service_account' | 'system'
  actor_user_id: string | null
  actor_username: string | null
  token_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
  created_at: string
  /** Its place among the events of its transaction. */
  ord: number
}

/** The value as the database gives it back, which keeps neither the order of keys nor a prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The attributes in which `after` differs from `before`, on both sides; null when nothing does. */
export function changedAttributes(
  before: object,
  after: object,
  names: readonly string[],
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const old: Record<string, unknown> = {}
  const now: Record<string, unknown> = {}
  for (const name of names) {
    const was = (before as Record<string, unknown>)[name] ?? null
    const is = (after as Record<string, unknown>)[name] ?? null
    if (was === is || (typeof is === 'object' && isDeepStrictEqual(plain(was), plain(is)))) continue
    old[name] = was
    now[name] = is
  }
  return Object.keys(now).length === 0 ? null : { before: old, after: now }
}

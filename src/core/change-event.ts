import { isDeepStrictEqual } from 'node:util'

export type EventDescriptions = Readonly<Record<string, string>>

/** A change of a resource, with only the changed attributes. */
export interface ChangeEvent {
  org_id: string
  type: string
  resource_type: string
  resource_id: string
  /**
   * Comment or attachment of the task; other task of a link; team or project of a deleted section; user of a membership;
   * reminder.
   */
  part_id?: string
  project_id?: string | null
  from_project_id?: string | null
  /** Previous values; null for a new resource. */
  before?: Record<string, unknown> | null
  /** New values; null for a deleted resource. */
  after?: Record<string, unknown> | null
  /** Event type of the operation on another resource that caused this change, such as `goal.moved` for its tasks. */
  cause?: string | null
  /** Caused by the service itself; the caller's request only triggered recording it. */
  by_service?: true
}

/** Returns a function that builds the subject of events from a row, whose column `id` has the ID of the resource. */
export const createSubject =
  <Id extends string>(resource_type: string, id: Id) =>
  (row: Record<Id | 'org_id', string>) => ({ org_id: row.org_id, resource_type, resource_id: row[id] })

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
  /** Position among the events of its transaction. */
  ord: number
}

/** Returns a value as JSON storage returns it, without prototypes or undefined. */
const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export function findChangedAttributes(
  before: object,
  after: object,
  names: readonly string[],
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changedBefore: Record<string, unknown> = {}
  const changedAfter: Record<string, unknown> = {}
  for (const name of names) {
    const oldValue = (before as Record<string, unknown>)[name] ?? null
    const newValue = (after as Record<string, unknown>)[name] ?? null
    if (
      oldValue === newValue ||
      (typeof newValue === 'object' && isDeepStrictEqual(toPlainJson(oldValue), toPlainJson(newValue)))
    )
      continue
    changedBefore[name] = oldValue
    changedAfter[name] = newValue
  }
  return Object.keys(changedAfter).length === 0 ? null : { before: changedBefore, after: changedAfter }
}

import type { PlacedEvent } from '../../../kernel/tail/place.ts'
import { fold } from '../../../kernel/text.ts'
import type { Kind } from '../kinds.ts'
import type { NotifiedOf } from '../rows.ts'

/**
 * Recipients of an event: a user by name or by id, the assignee, the users that a comment mentions or that an edit of it
 * added, the author of the comment that it replies to, the watchers of the task, those of the tasks that it blocked, or
 * the owner of the webhook.
 */
type Aim =
  'name' | 'person' | 'assignee' | 'mentions' | 'added' | 'author' | 'watchers' | 'dependents' | 'keeper'

/** A reason to tell people something, of an event. Who they are is looked up for all reasons of a batch at once. */
export interface Reason {
  org_id: string
  kind: Kind
  aim: Aim
  /** The event that gives the reason, by its place in the batch. */
  n: number
  event_id: string
  at: string
  resource_type: NotifiedOf
  resource_id: string
  /** Nobody is told of what they did themselves. */
  actor_user_id: string | null
  username_key?: string
  user_id?: string
  comment_id?: string
}

type Data = Record<string, unknown>
type What = Pick<Reason, 'kind' | 'aim'> & Partial<Reason>

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The reasons that an event gives to tell somebody of it; none for most types. */
export function reasonsOf(event: PlacedEvent, n: number): Reason[] {
  const { org_id, event_id, created_at: at, resource_id, actor_user_id } = event
  const resource_type = event.resource_type as NotifiedOf
  const base = { org_id, n, event_id, at, resource_type, resource_id, actor_user_id }
  return whatOf(event).map((what) => ({ ...base, ...what }))
}

function whatOf({ type, part_id, before, after }: PlacedEvent): What[] {
  switch (type) {
    case 'task.created':
      return assignee('assigned', after ?? {})
    case 'task.updated':
      return changes(before ?? {}, after ?? {})
    case 'task.comment_added':
      return part_id == null ? [] : comment(part_id, after ?? {})
    case 'task.comment_updated':
      return part_id == null ? [] : findAdded(part_id, before ?? {}, after ?? {})
    case 'project.member_added':
    case 'team.member_added':
      return person('invited', text(after?.user_id))
    case 'task.reminder_due':
      return reminder(after ?? {})
    case 'webhook.disabled':
      return [{ kind: 'webhook_disabled', aim: 'keeper' }]
    case 'webhook.enabled':
      return [{ kind: 'webhook_enabled', aim: 'keeper' }]
    default:
      return []
  }
}

function assignee(kind: Kind, data: Data): What[] {
  const name = text(data.assignee)
  return name === undefined ? [] : [{ kind, aim: 'name', username_key: fold(name) }]
}

const person = (kind: Kind, user_id: string | undefined): What[] =>
  user_id === undefined ? [] : [{ kind, aim: 'person', user_id }]

function changes(before: Data, after: Data): What[] {
  const reasons: What[] = []
  if ('assignee' in after) reasons.push(...assignee('unassigned', before), ...assignee('assigned', after))
  if (text(after.status) !== undefined) reasons.push({ kind: 'status_changed', aim: 'watchers' })
  if (after.status === 'completed') reasons.push({ kind: 'unblocked', aim: 'dependents' })
  return reasons
}

function comment(comment_id: string, after: Data): What[] {
  const reasons: What[] = [{ kind: 'commented', aim: 'watchers', comment_id }]
  if (after.parent_comment_id != null) reasons.push({ kind: 'replied', aim: 'author', comment_id })
  if (Array.isArray(after.mentions) && after.mentions.length > 0)
    reasons.push({ kind: 'mentioned', aim: 'mentions', comment_id })
  return reasons
}

const readMentions = ({ mentions }: Data): string[] =>
  Array.isArray(mentions) ? mentions.flatMap((name) => text(name) ?? []) : []

/** Returns a reason for each user that an edited comment newly mentions. */
function findAdded(comment_id: string, before: Data, after: Data): What[] {
  const known = readMentions(before)
  return readMentions(after)
    .filter((name) => !known.includes(name))
    .map((name) => ({ kind: 'mentioned', aim: 'added', comment_id, username_key: fold(name) }))
}

/** Whom a reminder is for is said by it; one for the assignee goes to whoever that is now. */
function reminder(after: Data): What[] {
  const user_id = text(after.user_id)
  if (user_id !== undefined) return person('reminder', user_id)
  return [{ kind: 'reminder', aim: 'assignee' }]
}

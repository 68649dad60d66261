import type { PositionedEvent } from '../../events/reader/position.ts'
import { normalizeForSearch } from '../../core/text.ts'
import type { NotificationKind } from '../../resources/platform/notifications/kinds.ts'
import type { NotificationSubject } from '../../resources/platform/notifications/rows.ts'

/**
 * Recipients of an event: a user by name or by id, the assignee, the users that a comment mentions or that an edit of
 * it added, the author of the comment that it replies to, the watchers of the task, those of the tasks that it blocked,
 * the owner of the webhook, or the admins of the organization.
 */
type RecipientTarget =
  | 'name'
  | 'user'
  | 'assignee'
  | 'mentions'
  | 'added'
  | 'author'
  | 'watchers'
  | 'dependents'
  | 'webhook_owner'
  | 'admins'

/** A reason to notify users of an event. Recipients are looked up for all reasons of a batch together. */
export interface NotificationReason {
  org_id: string
  kind: NotificationKind
  target: RecipientTarget
  n: number
  event_id: string
  at: string
  resource_type: NotificationSubject
  resource_id: string
  /** Users are not notified of their own actions. */
  actor_user_id: string | null
  username_key?: string
  user_id?: string
  comment_id?: string
}

type EventData = Record<string, unknown>
type ReasonKind = Pick<NotificationReason, 'kind' | 'target'> & Partial<NotificationReason>

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export function buildReasons(event: PositionedEvent, n: number): NotificationReason[] {
  const { org_id, event_id, created_at: at, resource_id, actor_user_id } = event
  const resource_type = event.resource_type as NotificationSubject
  const base = { org_id, n, event_id, at, resource_type, resource_id, actor_user_id }
  return findReasonKinds(event).map((reasonKind) => ({ ...base, ...reasonKind }))
}

function findReasonKinds({ type, part_id, before, after }: PositionedEvent): ReasonKind[] {
  switch (type) {
    case 'task.created':
      return toAssignee('assigned', after ?? {})
    case 'task.updated':
      return findChangeReasons(before ?? {}, after ?? {})
    case 'task.comment_added':
      return part_id == null ? [] : findCommentReasons(part_id, after ?? {})
    case 'task.comment_updated':
      return part_id == null ? [] : findAddedMentions(part_id, before ?? {}, after ?? {})
    case 'project.member_added':
    case 'team.member_added':
      return toUser('invited', asText(after?.user_id))
    case 'task.reminder_due':
      return findReminderReasons(after ?? {})
    case 'join_request.created':
      return [{ kind: 'join_requested', target: 'admins' }]
    case 'export.finished':
      return toUser('export_finished', asText(after?.user_id))
    case 'export.failed':
      return toUser('export_failed', asText(after?.user_id))
    case 'webhook.disabled':
      return [{ kind: 'webhook_disabled', target: 'webhook_owner' }]
    case 'webhook.enabled':
      return [{ kind: 'webhook_enabled', target: 'webhook_owner' }]
    default:
      return []
  }
}

function toAssignee(kind: NotificationKind, data: EventData): ReasonKind[] {
  const name = asText(data.assignee)
  return name === undefined ? [] : [{ kind, target: 'name', username_key: normalizeForSearch(name) }]
}

const toUser = (kind: NotificationKind, user_id: string | undefined): ReasonKind[] =>
  user_id === undefined ? [] : [{ kind, target: 'user', user_id }]

function findChangeReasons(before: EventData, after: EventData): ReasonKind[] {
  const reasons: ReasonKind[] = []
  if ('assignee' in after) reasons.push(...toAssignee('unassigned', before), ...toAssignee('assigned', after))
  if (asText(after.status) !== undefined) reasons.push({ kind: 'status_changed', target: 'watchers' })
  if (after.status === 'completed') reasons.push({ kind: 'unblocked', target: 'dependents' })
  return reasons
}

function findCommentReasons(comment_id: string, after: EventData): ReasonKind[] {
  const reasons: ReasonKind[] = [{ kind: 'commented', target: 'watchers', comment_id }]
  if (after.parent_comment_id != null) reasons.push({ kind: 'replied', target: 'author', comment_id })
  if (Array.isArray(after.mentions) && after.mentions.length > 0)
    reasons.push({ kind: 'mentioned', target: 'mentions', comment_id })
  return reasons
}

const readMentions = ({ mentions }: EventData): string[] =>
  Array.isArray(mentions) ? mentions.flatMap((name) => asText(name) ?? []) : []

function findAddedMentions(comment_id: string, before: EventData, after: EventData): ReasonKind[] {
  const mentionedBefore = readMentions(before)
  return readMentions(after)
    .filter((name) => !mentionedBefore.includes(name))
    .map((name) => ({ kind: 'mentioned', target: 'added', comment_id, username_key: normalizeForSearch(name) }))
}

function findReminderReasons(after: EventData): ReasonKind[] {
  const user_id = asText(after.user_id)
  if (user_id !== undefined) return toUser('reminder', user_id)
  return [{ kind: 'reminder', target: 'assignee' }]
}

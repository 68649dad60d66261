import { toSingleLine, removeUrls } from '../../core/email/template.ts'
import type { NotificationKind } from '../../resources/platform/notifications/kinds.ts'
import type { NotificationCause, NotificationRow } from '../../resources/platform/notifications/rows.ts'

type SentenceContext = Pick<NotificationRow, 'resource_type' | 'title'> & {
  notes: Record<string, string> | null
}

interface Template {
  sentence: (actor: string, subject: string, resource: SentenceContext, note: string | undefined) => string
  brief: (actor: string, resource: SentenceContext) => string
}

const TEMPLATES: Record<NotificationKind, Template> = {
  mentioned: {
    sentence: (actor, subject) => `${actor} mentioned you in a comment on ${subject}.`,
    brief: (actor) => `${actor} mentioned you in a comment`,
  },
  replied: {
    sentence: (actor, subject) => `${actor} replied to your comment on ${subject}.`,
    brief: (actor) => `${actor} replied to your comment`,
  },
  assigned: {
    sentence: (actor, subject) => `${actor} assigned ${subject} to you.`,
    brief: (actor) => `${actor} assigned it to you`,
  },
  unassigned: {
    sentence: (actor, subject) => `${actor} unassigned you from ${subject}.`,
    brief: (actor) => `${actor} unassigned you`,
  },
  reminder: {
    sentence: (_, subject, _thing, note) =>
      `A reminder of ${subject} is due${note === undefined ? '.' : `: “${note}”`}`,
    brief: () => 'a reminder is due',
  },
  overdue: { sentence: (_, subject) => `${subject} is overdue.`, brief: () => 'overdue' },
  due_today: { sentence: (_, subject) => `${subject} is due today.`, brief: () => 'due today' },
  unblocked: {
    sentence: (_, subject) => `The last task that blocked ${subject} is completed.`,
    brief: () => 'is no longer blocked',
  },
  invited: {
    sentence: (actor, subject, { resource_type }) => `${actor} added you to the ${resource_type} ${subject}.`,
    brief: (actor, { resource_type }) => `${actor} added you to the ${resource_type}`,
  },
  join_requested: {
    sentence: (actor) => `${actor} asks to join your organization. Accept or decline under Members in its settings.`,
    brief: () => 'asks to join your organization',
  },
  webhook_disabled: {
    sentence: (_, subject) =>
      `The webhook ${subject} was disabled. It receives no deliveries until it is enabled again; see its delivery log for the cause.`,
    brief: () => 'the webhook was disabled',
  },
  webhook_enabled: {
    sentence: (_, subject) => `The webhook ${subject} was enabled again because its endpoint responds.`,
    brief: () => 'the webhook was enabled again',
  },
  export_finished: {
    sentence: (_, subject) => `The export of ${subject} is ready. Its file is stored for 7 days.`,
    brief: () => 'the export is ready',
  },
  export_failed: {
    sentence: (_, subject) => `The export of ${subject} failed. Start it again.`,
    brief: () => 'the export failed',
  },
  sprint_closing: {
    sentence: (_, subject) => `Today is the last day of the sprint ${subject}.`,
    brief: () => 'last day of the sprint',
  },
  milestone_closing: {
    sentence: (_, subject) => `Today is the target date of the milestone ${subject}.`,
    brief: () => 'today is the target date of the milestone',
  },
  commented: {
    sentence: (actor, subject) => `${actor} commented on ${subject}.`,
    brief: (actor) => `${actor} commented`,
  },
  status_changed: {
    sentence: (actor, subject) => `${actor} changed the status of ${subject}.`,
    brief: (actor) => `${actor} changed its status`,
  },
}

const MAX_NOTE_LENGTH = 500

const toTitle = ({ title }: SentenceContext): string => toSingleLine(title ?? '') || 'Untitled'
const toActorName = ({ actor_username }: NotificationCause): string => toSingleLine(actor_username ?? 'The service')

export const writeSubject = (resource: SentenceContext, cause: NotificationCause): string =>
  `${removeUrls(resource.title ?? '') || 'Untitled'}: ${TEMPLATES[cause.kind].brief(removeUrls(toActorName(cause)) || 'A member', resource)}`

function writeSentence(resource: SentenceContext, cause: NotificationCause): string {
  const note = cause.part_id === null ? undefined : resource.notes?.[cause.part_id]
  const shortNote = note === undefined ? undefined : toSingleLine(note, MAX_NOTE_LENGTH)
  return TEMPLATES[cause.kind].sentence(toActorName(cause), `“${toTitle(resource)}”`, resource, shortNote)
}

export function writeSentences(resource: SentenceContext, causes: readonly NotificationCause[]): string[] {
  const counts = new Map<string, number>()
  for (const cause of causes) {
    const sentence = writeSentence(resource, cause)
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`))
}

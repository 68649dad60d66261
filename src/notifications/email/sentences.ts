import { toSingleLine, removeUrls } from '../../core/email/template.ts'
import type { NotificationKind } from '../../resources/platform/notifications/kinds.ts'
import type { NotificationCause, NotificationRow } from '../../resources/platform/notifications/rows.ts'

export type SentenceContext = Pick<NotificationRow, 'resource_type' | 'title'> & {
  notes: Record<string, string> | null
}

interface Template {
  whole: (who: string, what: string, resource: SentenceContext, note: string | undefined) => string
  brief: (who: string, resource: SentenceContext) => string
}

const TEMPLATES: Record<NotificationKind, Template> = {
  mentioned: {
    whole: (who, what) => `${who} mentioned you in a comment on ${what}.`,
    brief: (who) => `${who} mentioned you in a comment`,
  },
  replied: {
    whole: (who, what) => `${who} replied to your comment on ${what}.`,
    brief: (who) => `${who} replied to your comment`,
  },
  assigned: {
    whole: (who, what) => `${who} assigned ${what} to you.`,
    brief: (who) => `${who} assigned it to you`,
  },
  unassigned: {
    whole: (who, what) => `${who} unassigned you from ${what}.`,
    brief: (who) => `${who} unassigned you`,
  },
  reminder: {
    whole: (_, what, _thing, note) => `A reminder of ${what} is due${note === undefined ? '.' : `: “${note}”`}`,
    brief: () => 'a reminder is due',
  },
  overdue: { whole: (_, what) => `${what} is overdue.`, brief: () => 'overdue' },
  due_today: { whole: (_, what) => `${what} is due today.`, brief: () => 'due today' },
  unblocked: {
    whole: (_, what) => `The last task that blocked ${what} is completed.`,
    brief: () => 'is no longer blocked',
  },
  invited: {
    whole: (who, what, { resource_type }) => `${who} added you to the ${resource_type} ${what}.`,
    brief: (who, { resource_type }) => `${who} added you to the ${resource_type}`,
  },
  join_requested: {
    whole: (who) => `${who} asks to join your organization. Accept or decline under Members in its settings.`,
    brief: () => 'asks to join your organization',
  },
  webhook_disabled: {
    whole: (_, what) =>
      `The webhook ${what} was disabled. It receives no deliveries until it is enabled again; see its delivery log for the cause.`,
    brief: () => 'the webhook was disabled',
  },
  webhook_enabled: {
    whole: (_, what) => `The webhook ${what} was enabled again because its endpoint responds.`,
    brief: () => 'the webhook was enabled again',
  },
  export_finished: {
    whole: (_, what) => `The export of ${what} is ready. Its file is stored for 7 days.`,
    brief: () => 'the export is ready',
  },
  export_failed: {
    whole: (_, what) => `The export of ${what} failed. Start it again.`,
    brief: () => 'the export failed',
  },
  sprint_closing: {
    whole: (_, what) => `Today is the last day of the sprint ${what}.`,
    brief: () => 'last day of the sprint',
  },
  milestone_closing: {
    whole: (_, what) => `Today is the target date of the milestone ${what}.`,
    brief: () => 'today is the target date of the milestone',
  },
  commented: { whole: (who, what) => `${who} commented on ${what}.`, brief: (who) => `${who} commented` },
  status_changed: {
    whole: (who, what) => `${who} changed the status of ${what}.`,
    brief: (who) => `${who} changed its status`,
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
  return TEMPLATES[cause.kind].whole(toActorName(cause), `“${toTitle(resource)}”`, resource, shortNote)
}

export function writeSentences(resource: SentenceContext, causes: readonly NotificationCause[]): string[] {
  const counts = new Map<string, number>()
  for (const cause of causes) {
    const sentence = writeSentence(resource, cause)
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`))
}

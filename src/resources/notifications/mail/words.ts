import { inOneLine, withoutAddresses } from '../../../kernel/services/mail-text.ts'
import type { Kind } from '../kinds.ts'
import type { Cause, NotificationRow } from '../rows.ts'

/** What a mail names: a thing, and what its person's reminders of it note, by the ids of these. */
export type Named = Pick<NotificationRow, 'resource_type' | 'title'> & {
  notes: Record<string, string> | null
}

interface Sentence {
  /** What a cause says, of who did it and the thing's title; of a reminder with what it notes. */
  whole: (who: string, what: string, thing: Named, note: string | undefined) => string
  /** The same in a subject, after the thing's title. */
  brief: (who: string, thing: Named) => string
}

const sentences: Record<Kind, Sentence> = {
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
    whole: (who, what) => `${who} took ${what} from you.`,
    brief: (who) => `${who} took it from you`,
  },
  reminder: {
    whole: (_, what, _thing, note) =>
      `A reminder of ${what} is due${note === undefined ? '.' : `: “${note}”`}`,
    brief: () => 'a reminder is due',
  },
  overdue: {
    whole: (_, what) => `${what} is overdue.`,
    brief: () => 'overdue',
  },
  due_today: { whole: (_, what) => `${what} is due today.`, brief: () => 'due today' },
  unblocked: {
    whole: (_, what) => `The last task that ${what} waited for is completed.`,
    brief: () => 'waits for nothing more',
  },
  invited: {
    whole: (who, what, { resource_type }) => `${who} added you to the ${resource_type} ${what}.`,
    brief: (who, { resource_type }) => `${who} added you to the ${resource_type}`,
  },
  webhook_disabled: {
    whole: (_, what) =>
      `The webhook ${what} was disabled. It receives no deliveries until it is enabled again; see its delivery log for the cause.`,
    brief: () => 'the webhook was disabled',
  },
  webhook_enabled: {
    whole: (_, what) => `The webhook ${what} was enabled again, since its endpoint responds.`,
    brief: () => 'the webhook was enabled again',
  },
  sprint_closing: {
    whole: (_, what) => `Today is the last day of the sprint ${what}.`,
    brief: () => 'last day of the sprint',
  },
  milestone_closing: {
    whole: (_, what) => `Today is the date of the milestone ${what}.`,
    brief: () => 'today is the date of the milestone',
  },
  commented: { whole: (who, what) => `${who} commented on ${what}.`, brief: (who) => `${who} commented` },
  status_changed: {
    whole: (who, what) => `${who} changed the status of ${what}.`,
    brief: (who) => `${who} changed its status`,
  },
}

/** The longest note of a reminder. */
const longestNote = 500

const titleOf = ({ title }: Named): string => inOneLine(title ?? '') || 'Untitled'
const whoOf = ({ actor_username }: Cause): string => inOneLine(actor_username ?? 'The service')

/** A cause as a subject tells it. */
export const briefly = (thing: Named, cause: Cause): string =>
  `${withoutAddresses(thing.title ?? '') || 'Untitled'}: ${sentences[cause.kind].brief(withoutAddresses(whoOf(cause)) || 'A member', thing)}`

function sentenceOf(thing: Named, cause: Cause): string {
  const note = cause.part_id === null ? undefined : thing.notes?.[cause.part_id]
  const told = note === undefined ? undefined : inOneLine(note, longestNote)
  return sentences[cause.kind].whole(whoOf(cause), `“${titleOf(thing)}”`, thing, told)
}

/** Causes in sentences; one that comes several times is told once, with how often. */
export function sentencesOf(thing: Named, causes: readonly Cause[]): string[] {
  const counts = new Map<string, number>()
  for (const cause of causes) {
    const sentence = sentenceOf(thing, cause)
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`))
}

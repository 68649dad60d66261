import { inOneLine } from '../../../kernel/services/mail-text.ts'
import type { Kind } from '../kinds.ts'
import type { Cause, NotificationRow } from '../rows.ts'

type Thing = Pick<NotificationRow, 'resource_type' | 'title'>

/** What a cause says, of who did it and the thing's title, both as they may stand in a mail. */
const sentences: Record<Kind, (who: string, what: string, thing: Thing) => string> = {
  mentioned: (who, what) => `${who} mentioned you in a comment on ${what}.`,
  replied: (who, what) => `${who} replied to your comment on ${what}.`,
  assigned: (who, what) => `${who} assigned ${what} to you.`,
  unassigned: (who, what) => `${who} took ${what} from you.`,
  reminder: (_, what) => `Your reminder of ${what} is due.`,
  overdue: (_, what) => `${what} was due yesterday and is not completed.`,
  due_today: (_, what) => `${what} is due today.`,
  unblocked: (_, what) => `The last task that ${what} waited for is completed.`,
  invited: (who, what, { resource_type }) => `${who} added you to the ${resource_type} ${what}.`,
  sprint_closing: (_, what) => `Today is the last day of the sprint ${what}.`,
  milestone_closing: (_, what) => `Today is the date of the milestone ${what}.`,
  commented: (who, what) => `${who} commented on ${what}.`,
  status_changed: (who, what) => `${who} changed the status of ${what}.`,
}

/** The title of a thing as mails tell it. */
export const titleOf = ({ title }: Pick<Thing, 'title'>): string => inOneLine(title ?? '') || 'Untitled'

/** A cause in a sentence. */
export const sentenceOf = (thing: Thing, { kind, actor_username }: Cause): string =>
  sentences[kind](inOneLine(actor_username ?? 'The service'), `“${titleOf(thing)}”`, thing)

/** Causes in sentences; one that comes several times is told once, with how often. */
export function sentencesOf(thing: Thing, causes: readonly Cause[]): string[] {
  const counts = new Map<string, number>()
  for (const cause of causes) {
    const sentence = sentenceOf(thing, cause)
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`))
}

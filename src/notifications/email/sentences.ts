import { toSingleLine, removeUrls } from '../../core/email/template.ts'
import type { NotificationCause, NotificationRow } from '../../resources/platform/notifications/rows.ts'
import { briefTexts } from './brief-messages.ts'
import { notificationTexts as texts } from './messages.ts'

type SentenceContext = Pick<NotificationRow, 'resource_type' | 'title'> & {
  notes: Record<string, string> | null
}

const MAX_NOTE_LENGTH = 500

const toQuotedTitle = ({ title }: SentenceContext): string => texts.quoted(toSingleLine(title ?? '') || texts.untitled)
const toActorName = ({ actor_username }: NotificationCause): string => toSingleLine(actor_username ?? texts.service)

const toTextKey = ({ kind }: NotificationCause, { resource_type }: SentenceContext) =>
  kind !== 'invited' ? kind : resource_type === 'team' ? 'invited_team' : 'invited_project'

/** Returns the subject of an email about a cause and `more` others. */
export function writeSubject(resource: SentenceContext, cause: NotificationCause, more: number): string {
  const title = removeUrls(resource.title ?? '') || texts.untitled
  const brief = briefTexts.briefs[toTextKey(cause, resource)](removeUrls(toActorName(cause)) || texts.member)
  return more === 0 ? briefTexts.about(title, brief) : briefTexts.aboutMore(title, brief, more)
}

function writeSentence(resource: SentenceContext, cause: NotificationCause): string {
  const note = cause.part_id === null ? undefined : resource.notes?.[cause.part_id]
  const title = toQuotedTitle(resource)
  return cause.kind === 'reminder' && note !== undefined
    ? texts.reminderNote(title, toSingleLine(note, MAX_NOTE_LENGTH))
    : texts.sentences[toTextKey(cause, resource)](toActorName(cause), title)
}

export function writeSentences(resource: SentenceContext, causes: readonly NotificationCause[]): string[] {
  const counts = new Map<string, number>()
  for (const cause of causes) {
    const sentence = writeSentence(resource, cause)
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : texts.times(sentence, times)))
}

import { renderEmail, toSingleLine, toUnsubscribeHeaders, type EmailBlock } from '../../core/email/template.ts'
import type { Email } from '../../core/email/smtp.ts'
import type { NotificationKind, NotificationPreferences } from '../../resources/platform/notifications/kinds.ts'
import type { NotificationCause } from '../../resources/platform/notifications/rows.ts'
import { formatDay } from '../../core/messages/dates.ts'
import type { EmailNotification } from './queue.ts'
import { emailKindTexts } from './kind-messages.ts'
import { notificationTexts as texts } from './messages.ts'
import { writeSubject, writeSentences } from './sentences.ts'

interface EmailLinks {
  baseUrl: string
  unsubscribe: string
  report: string[]
}

export interface EmailItem {
  notification: EmailNotification
  causes: NotificationCause[]
}

/** Leaves out old causes of notifications with very many, which are no longer stored. */
const selectCauses = ({ causes, cause_ids }: EmailNotification): NotificationCause[] =>
  causes.filter(({ event_id }) => cause_ids.some((id) => id === event_id || id.startsWith(`${event_id}:`)))

export const selectEmailItems = (
  items: readonly EmailNotification[],
  { notifications }: NotificationPreferences,
): EmailItem[] =>
  items
    .map((notification) => ({
      notification,
      causes: selectCauses(notification).filter(({ kind }) => notifications[kind].mail !== 'never'),
    }))
    .filter(({ causes }) => causes.length > 0)

export const listKinds = (causes: readonly NotificationCause[]): NotificationKind[] => [
  ...new Set(causes.map(({ kind }) => kind)),
]

const formatResource = ({ resource_type, resource_id }: EmailNotification): string =>
  texts.resources[resource_type](resource_id)

const buildResourceUrl = ({ resource_type, resource_id }: EmailNotification, baseUrl: string): string =>
  resource_type === 'task' ? `${baseUrl}/t/${resource_id}` : baseUrl

export function buildSingleEmail(
  { notification, causes }: EmailItem,
  { baseUrl, unsubscribe, report }: EmailLinks,
): Email {
  const mainCause = causes.find(({ kind }) => kind === notification.kind) ?? causes[0]!
  const kinds = listKinds(causes)
  const kindNames = kinds.map((kind) => emailKindTexts[kind]).join(texts.kindSeparator)
  return {
    to: notification.email,
    subject: writeSubject(notification, mainCause, causes.length - 1),
    ...renderEmail([
      ...writeSentences(notification, causes),
      [
        texts.location(toSingleLine(notification.org_name), formatResource(notification)),
        { url: buildResourceUrl(notification, baseUrl) },
      ],
      {
        small: [
          texts.reason(baseUrl, kindNames),
          ...report,
          [{ url: unsubscribe, label: kinds.length === 1 ? texts.unsubscribeKind : texts.unsubscribeKinds }],
        ],
      },
    ]),
    id: `${notification.notification_id}.${notification.cause_ids[0]!.replaceAll(/[^0-9A-Za-z-]/g, '.')}`,
    date: Math.max(...causes.map(({ at }) => Date.parse(at))),
    headers: toUnsubscribeHeaders(unsubscribe),
  }
}

const MAX_LISTED = 100

interface DailyEmailKey {
  user_id: string
  day: string
  upto: string
}

export function buildDailyEmail(digest: DailyEmailKey, items: readonly EmailItem[], links: EmailLinks): Email {
  const listed = items.slice(0, MAX_LISTED)
  const organizations = [...new Set(listed.map(({ notification }) => notification.org_name))]
  const blocks = organizations.map((name): EmailBlock => {
    const items = listed
      .filter(({ notification }) => notification.org_name === name)
      .flatMap(({ notification, causes }) =>
        writeSentences(notification, causes).map((sentence) => texts.item(sentence, formatResource(notification))),
      )
    return { heading: toSingleLine(name), items }
  })
  const omitted = items.length - listed.length
  return {
    to: items[0]!.notification.email,
    subject: texts.dailySubject(items.length, formatDay(digest.day)),
    ...renderEmail([
      ...blocks,
      ...(omitted > 0 ? [texts.omitted(omitted)] : []),
      [texts.seeAll, { url: links.baseUrl }],
      {
        small: [
          texts.dailyReason(links.baseUrl),
          ...links.report,
          [{ url: links.unsubscribe, label: texts.unsubscribeDaily }],
        ],
      },
    ]),
    id: `daily.${digest.user_id}.${digest.day}`,
    date: Date.parse(digest.upto),
    headers: toUnsubscribeHeaders(links.unsubscribe),
  }
}

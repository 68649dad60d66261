import { renderEmail, toSingleLine, toUnsubscribeHeaders, type EmailBlock } from '../../core/email/template.ts'
import type { Email } from '../../core/email/smtp.ts'
import type { NotificationKind, NotificationPreferences } from '../../resources/platform/notifications/kinds.ts'
import type { NotificationCause } from '../../resources/platform/notifications/rows.ts'
import type { EmailNotification } from './queue.ts'
import { writeSubject, writeSentences } from './sentences.ts'

interface EmailLinks {
  baseUrl: string
  unsubscribe: string
  report: string[]
}

interface EmailItem {
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

const formatResource = ({ resource_type, resource_id }: EmailNotification): string => `${resource_type} ${resource_id}`

const buildResourceUrl = ({ resource_type, resource_id }: EmailNotification, baseUrl: string): string =>
  resource_type === 'task' ? `${baseUrl}/t/${resource_id}` : baseUrl

export function buildSingleEmail(
  { notification, causes }: EmailItem,
  { baseUrl, unsubscribe, report }: EmailLinks,
): Email {
  const mainCause = causes.find(({ kind }) => kind === notification.kind) ?? causes[0]!
  const more = causes.length === 1 ? '' : `, and ${causes.length - 1} more`
  const kinds = listKinds(causes)
  const kindNames = kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')
  const unsubscribeLabel =
    kinds.length === 1 ? 'Unsubscribe from emails of this kind' : 'Unsubscribe from emails of these kinds'
  return {
    to: notification.email,
    subject: `${writeSubject(notification, mainCause)}${more}`,
    ...renderEmail([
      ...writeSentences(notification, causes),
      [
        `${toSingleLine(notification.org_name)}, ${formatResource(notification)}, at `,
        { url: buildResourceUrl(notification, baseUrl) },
      ],
      {
        small: [
          `The service at ${baseUrl} sent this email. You receive it because your preferences request email for: ${kindNames}.`,
          ...report,
          [{ url: unsubscribe, label: unsubscribeLabel }],
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
        writeSentences(notification, causes).map((sentence) => `${sentence} (${formatResource(notification)})`),
      )
    return { heading: toSingleLine(name), items }
  })
  const omitted = items.length - listed.length
  return {
    to: items[0]!.notification.email,
    subject: `${items.length === 1 ? '1 notification' : `${items.length} notifications`}, ${digest.day}`,
    ...renderEmail([
      ...blocks,
      ...(omitted > 0 ? [`And ${omitted} more.`] : []),
      ['See all notifications at ', { url: links.baseUrl }],
      {
        small: [
          `The service at ${links.baseUrl} sent this email. You receive it because your preferences request a daily email.`,
          ...links.report,
          [{ url: links.unsubscribe, label: 'Unsubscribe from the daily email' }],
        ],
      },
    ]),
    id: `daily.${digest.user_id}.${digest.day}`,
    date: Date.parse(digest.upto),
    headers: toUnsubscribeHeaders(links.unsubscribe),
  }
}

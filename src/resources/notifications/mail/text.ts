import { bodiesOf, inOneLine, toUnsubscribeHeaders, type Block } from '../../../kernel/services/mail-text.ts'
import type { Mail } from '../../../kernel/services/mail.ts'
import type { Kind, Preferences } from '../kinds.ts'
import type { Cause } from '../rows.ts'
import type { Mailed } from './rows.ts'
import { briefly, sentencesOf } from './words.ts'

interface EmailLinks {
  baseUrl: string
  unsubscribe: string
  /** Contact for reports of misuse, from `toReportLine`. */
  report: string[]
}

/** A notification with the causes that an email contains, at least one. */
export interface ToTell {
  notification: Mailed
  causes: Cause[]
}

/** Returns the causes to send. Old causes of notifications with very many are no longer stored. */
const selectCauses = ({ causes, cause_ids }: Mailed): Cause[] =>
  causes.filter(({ event_id }) => cause_ids.some((id) => id === event_id || id.startsWith(`${event_id}:`)))

/** Selects the causes whose kinds the user still wants by email, immediately or daily. */
export const toTell = (things: readonly Mailed[], { notifications }: Preferences): ToTell[] =>
  things
    .map((notification) => ({
      notification,
      causes: selectCauses(notification).filter(({ kind }) => notifications[kind].mail !== 'never'),
    }))
    .filter(({ causes }) => causes.length > 0)

export const kindsIn = (causes: readonly Cause[]): Kind[] => [...new Set(causes.map(({ kind }) => kind))]

const formatResource = ({ resource_type, resource_id }: Mailed): string => `${resource_type} ${resource_id}`

const buildResourceUrl = ({ resource_type, resource_id }: Mailed, baseUrl: string): string =>
  resource_type === 'task' ? `${baseUrl}/t/${resource_id}` : baseUrl

export function mailOfOne(
  { notification, causes }: ToTell,
  { baseUrl, unsubscribe, report }: EmailLinks,
): Mail {
  const mainCause = causes.find(({ kind }) => kind === notification.kind) ?? causes[0]!
  const more = causes.length === 1 ? '' : `, and ${causes.length - 1} more`
  const kinds = kindsIn(causes)
  const kindNames = kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')
  const unsubscribeLabel =
    kinds.length === 1 ? 'Unsubscribe from emails of this kind' : 'Unsubscribe from emails of these kinds'
  return {
    to: notification.email,
    subject: `${briefly(notification, mainCause)}${more}`,
    ...bodiesOf([
      ...sentencesOf(notification, causes),
      [
        `${inOneLine(notification.org_name)}, ${formatResource(notification)}, at `,
        { to: buildResourceUrl(notification, baseUrl) },
      ],
      {
        small: [
          `The service at ${baseUrl} sent this email. You receive it because your preferences request email for: ${kindNames}.`,
          ...report,
          [{ to: unsubscribe, says: unsubscribeLabel }],
        ],
      },
    ]),
    id: `${notification.notification_id}.${notification.cause_ids[0]!.replaceAll(/[^0-9A-Za-z-]/g, '.')}`,
    date: Math.max(...causes.map(({ at }) => Date.parse(at))),
    headers: toUnsubscribeHeaders(unsubscribe),
  }
}

const MAX_LISTED = 100

/** A daily email: user, day (`YYYY-MM-DD`) and time of its content. */
export interface Digest {
  user_id: string
  day: string
  upto: string
}

export function mailOfDay(digest: Digest, items: readonly ToTell[], links: EmailLinks): Mail {
  const listed = items.slice(0, MAX_LISTED)
  const organizations = [...new Set(listed.map(({ notification }) => notification.org_name))]
  const blocks = organizations.map((name): Block => {
    const items = listed
      .filter(({ notification }) => notification.org_name === name)
      .flatMap(({ notification, causes }) =>
        sentencesOf(notification, causes).map((sentence) => `${sentence} (${formatResource(notification)})`),
      )
    return { heading: inOneLine(name), items }
  })
  const omitted = items.length - listed.length
  return {
    to: items[0]!.notification.email,
    subject: `${items.length === 1 ? '1 notification' : `${items.length} notifications`}, ${digest.day}`,
    ...bodiesOf([
      ...blocks,
      ...(omitted > 0 ? [`And ${omitted} more.`] : []),
      ['See all notifications at ', { to: links.baseUrl }],
      {
        small: [
          `The service at ${links.baseUrl} sent this email. You receive it because your preferences request a daily email.`,
          ...links.report,
          [{ to: links.unsubscribe, says: 'Unsubscribe from the daily email' }],
        ],
      },
    ]),
    id: `daily.${digest.user_id}.${digest.day}`,
    date: Date.parse(digest.upto),
    headers: toUnsubscribeHeaders(links.unsubscribe),
  }
}

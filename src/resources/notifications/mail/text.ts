import { bodiesOf, inOneLine, toUnsubscribeHeaders, type Block } from '../../../kernel/services/mail-text.ts'
import type { Mail } from '../../../kernel/services/mail.ts'
import type { Kind, Preferences } from '../kinds.ts'
import type { Cause } from '../rows.ts'
import type { Mailed } from './rows.ts'
import { briefly, sentencesOf } from './words.ts'

/** Where a mail's links lead, and the address at which one takes back having wanted such mail. */
interface Leading {
  baseUrl: string
  unsubscribe: string
  /** Contact for reports of misuse, from `toReportLine`. */
  report: string[]
}

/** A notification with those of its causes that a mail is to tell, at least one. */
export interface ToTell {
  thing: Mailed
  causes: Cause[]
}

/** The causes of a notification that a mail is to tell. The oldest ones of very many are not kept. */
const causesTold = ({ causes, cause_ids }: Mailed): Cause[] =>
  causes.filter(({ event_id }) => cause_ids.some((id) => id === event_id || id.startsWith(`${event_id}:`)))

/** Of notifications what is to be told of them: the kinds of which the person wants mail still, at once or daily. */
export const toTell = (things: readonly Mailed[], { notifications }: Preferences): ToTell[] =>
  things
    .map((thing) => ({
      thing,
      causes: causesTold(thing).filter(({ kind }) => notifications[kind].mail !== 'never'),
    }))
    .filter(({ causes }) => causes.length > 0)

/** The kinds of causes, each once. */
export const kindsIn = (causes: readonly Cause[]): Kind[] => [...new Set(causes.map(({ kind }) => kind))]

/** `task TDC154SGQZ1ZK3X5N` */
const nameOf = ({ resource_type, resource_id }: Mailed): string => `${resource_type} ${resource_id}`

/** Where the console shows what a notification is about: a task, or what is told at its first page. */
const placeOf = ({ resource_type, resource_id }: Mailed, baseUrl: string): string =>
  resource_type === 'task' ? `${baseUrl}/t/${resource_id}` : baseUrl

/** The mail of one notification. */
export function mailOfOne({ thing, causes }: ToTell, { baseUrl, unsubscribe, report }: Leading): Mail {
  const weightiest = causes.find(({ kind }) => kind === thing.kind) ?? causes[0]!
  const more = causes.length === 1 ? '' : `, and ${causes.length - 1} more`
  const kinds = kindsIn(causes)
  const named = kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')
  const such = kinds.length === 1 ? 'No more mail of this kind' : 'No more mail of these kinds'
  return {
    to: thing.email,
    subject: `${briefly(thing, weightiest)}${more}`,
    ...bodiesOf([
      ...sentencesOf(thing, causes),
      [`${inOneLine(thing.org_name)}, ${nameOf(thing)}, at `, { to: placeOf(thing, baseUrl) }],
      {
        small: [
          `The service at ${baseUrl} sent this mail. You get it because your preferences request email for: ${named}.`,
          ...report,
          [{ to: unsubscribe, says: such }],
        ],
      },
    ]),
    id: `${thing.notification_id}.${thing.cause_ids[0]!.replaceAll(/[^0-9A-Za-z-]/g, '.')}`,
    date: Math.max(...causes.map(({ at }) => Date.parse(at))),
    headers: toUnsubscribeHeaders(unsubscribe),
  }
}

/** How many notifications a daily mail tells one by one. */
const mostListed = 100

/** A daily mail: whose, of which day, `YYYY-MM-DD`, and when it was made. */
export interface Digest {
  user_id: string
  day: string
  upto: string
}

/** The mail of a day. */
export function mailOfDay(digest: Digest, told: readonly ToTell[], leading: Leading): Mail {
  const listed = told.slice(0, mostListed)
  const organizations = [...new Set(listed.map(({ thing }) => thing.org_name))]
  const blocks = organizations.map((name): Block => {
    const items = listed
      .filter(({ thing }) => thing.org_name === name)
      .flatMap(({ thing, causes }) =>
        sentencesOf(thing, causes).map((sentence) => `${sentence} (${nameOf(thing)})`),
      )
    return { heading: inOneLine(name), items }
  })
  const left = told.length - listed.length
  return {
    to: told[0]!.thing.email,
    subject: `${told.length === 1 ? '1 notification' : `${told.length} notifications`}, ${digest.day}`,
    ...bodiesOf([
      ...blocks,
      ...(left > 0 ? [`And ${left} more.`] : []),
      ['All of it is at ', { to: leading.baseUrl }],
      {
        small: [
          `The service at ${leading.baseUrl} sent this mail. You get it once a day, because you want mail that tells you of ` +
            'these things together.',
          ...leading.report,
          [{ to: leading.unsubscribe, says: 'No more daily mail' }],
        ],
      },
    ]),
    id: `daily.${digest.user_id}.${digest.day}`,
    date: Date.parse(digest.upto),
    headers: toUnsubscribeHeaders(leading.unsubscribe),
  }
}

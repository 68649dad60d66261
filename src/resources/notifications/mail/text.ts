import { bodiesOf, inOneLine } from '../../../kernel/services/mail-text.ts'
import type { Mail } from '../../../kernel/services/mail.ts'
import type { Kind, Preferences } from '../kinds.ts'
import type { Cause } from '../rows.ts'
import type { Mailed } from './rows.ts'
import { sentenceOf, sentencesOf, titleOf } from './words.ts'

/** Where a mail's links lead, and the address at which one takes back having wanted such mail. */
interface Leading {
  baseUrl: string
  unsubscribe: string
}

/** The causes of a notification that a mail is to tell. The oldest ones of very many are not kept. */
export const causesTold = ({ causes, cause_ids }: Mailed): Cause[] =>
  causes.filter(({ event_id }) => cause_ids.some((id) => id === event_id || id.startsWith(`${event_id}:`)))

const linked = (thing: Mailed, baseUrl: string) =>
  `${thing.org_name === '' ? '' : `${inOneLine(thing.org_name)}: `}${thing.resource_type} ${thing.resource_id}, ${baseUrl}`

/** One click in a mail program takes back having wanted such mail (RFC 8058). */
const headersOf = ({ unsubscribe }: Leading) => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const kindsIn = (causes: readonly Cause[]): Kind[] => [...new Set(causes.map(({ kind }) => kind))]
/** `due today` */
export const kindInWords = (kind: Kind): string => kind.replaceAll('_', ' ')

/** The mail of one notification. Its causes are those to be told, at least one. */
export function mailOfOne(thing: Mailed, causes: readonly Cause[], leading: Leading): Mail {
  const weightiest = causes.find(({ kind }) => kind === thing.kind) ?? causes[0]!
  const more = causes.length === 1 ? '' : `, and ${causes.length - 1} more`
  return {
    to: thing.email,
    subject: `${titleOf(thing)}: ${sentenceOf({ ...thing, title: 'it' }, weightiest)
      .replaceAll('“it”', 'it')
      .slice(0, -1)}${more}`,
    ...bodiesOf([
      ...sentencesOf(thing, causes),
      linked(thing, leading.baseUrl),
      `You get this because of how you want to be told of: ${kindsIn(causes).map(kindInWords).join(', ')}.\n` +
        `No more mail of this kind: ${leading.unsubscribe}`,
    ]),
    id: `${thing.notification_id}.${thing.cause_ids[0]!.replaceAll(/[^0-9A-Za-z-]/g, '.')}`,
    date: Math.max(...causes.map(({ at }) => Date.parse(at))),
    headers: headersOf(leading),
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
export function mailOfDay(digest: Digest, things: readonly Mailed[], leading: Leading): Mail {
  const listed = things.slice(0, mostListed)
  const organizations = [...new Set(listed.map(({ org_name }) => org_name))]
  const count = things.length === 1 ? '1 notification' : `${things.length} notifications`
  const paragraphs = organizations.map((name) => {
    const lines = listed
      .filter(({ org_name }) => org_name === name)
      .flatMap((thing) => sentencesOf(thing, causesTold(thing)).map((one) => `- ${upperFirst(one)}`))
    return [inOneLine(name), ...lines].join('\n')
  })
  const left = things.length - listed.length
  return {
    to: things[0]!.email,
    subject: `${count}, ${digest.day}`,
    ...bodiesOf([
      ...paragraphs,
      ...(left > 0 ? [`And ${left} more.`] : []),
      leading.baseUrl,
      `You get this once a day, because of how you want to be told.\nNo more daily mail: ${leading.unsubscribe}`,
    ]),
    id: `daily.${digest.user_id}.${digest.day}`,
    date: Date.parse(digest.upto),
    headers: headersOf(leading),
  }
}

/** The kinds of causes of which the person wants mail still, at once or daily. */
export const wanted = (causes: readonly Cause[], { notifications }: Preferences): Cause[] =>
  causes.filter(({ kind }) => notifications[kind].mail !== 'never')

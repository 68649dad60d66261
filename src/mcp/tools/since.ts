import { addDays, toInstant, toLocalDate } from '../../core/time-zones.ts'
import { Unfit } from '../refusals.ts'
import type { Work } from '../tool.ts'

const ago = /^(\d{1,4}) ?(m|min|minutes?|h|hours?|d|days?|w|weeks?)( ago)?$/
const minutes: Record<string, number> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }
const day = /^\d{4}-\d{2}-\d{2}$/
const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(\.\d+)?)?$/
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/
/** Minimum length of a stream cursor, which is encrypted and longer than any time expression. */
const cursor = /^[\w.-]{40,}$/

const notUnderstood =
  'Send a date, a date-time, today, yesterday, 24h, 7d, 2w, or the `since_next` of an answer.'

/** Parses the start of a range of changes: an instant or a cursor. Days are in the caller's time zone. */
export async function readSince(
  { api }: Work,
  text: string,
): Promise<{ instant: string } | { cursor: string }> {
  const word = text.trim().toLowerCase()
  const [, count, unit] = ago.exec(word) ?? []
  if (count !== undefined) return { instant: isoTime(api.now - Number(count) * minutes[unit![0]!]! * 60_000) }
  if (dateTime.test(text.trim())) return { instant: isoTime(Date.parse(text.trim().replace(' ', 'T'))) }
  const [, localDay, time] = local.exec(text.trim()) ?? []
  if (word === 'today' || word === 'yesterday' || day.test(word) || localDay !== undefined) {
    const { body } = await api.call('me.read')
    const { time_zone } = body as { time_zone: string }
    const today = toLocalDate(api.now, time_zone)
    const date = localDay ?? { today, yesterday: addDays(today, -1) }[word] ?? word
    if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) throw new Unfit(notUnderstood)
    return { instant: isoTime(toInstant(date, time ?? '00:00', time_zone)) }
  }
  if (cursor.test(text.trim())) return { cursor: text.trim() }
  throw new Unfit(notUnderstood)
}

function isoTime(millis: number): string {
  if (Number.isNaN(new Date(millis).getTime())) throw new Unfit(notUnderstood)
  return new Date(millis).toISOString()
}

import { addDays, toInstant, toLocalDate } from '../../core/time-zones.ts'
import { ToolError } from '../errors.ts'
import type { ToolContext } from '../tool.ts'

const agoPattern = /^(\d{1,4}) ?(m|min|minutes?|h|hours?|d|days?|w|weeks?)( ago)?$/
const minutes: Record<string, number> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const localPattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(\.\d+)?)?$/
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/
/** Minimum length of a stream cursor, which is encrypted and longer than any time expression. */
const cursorPattern = /^[\w.-]{40,}$/

const INVALID_SINCE =
  '`since` is not valid. Send a date, a date-time, today, yesterday, 24h, 7d, 2w, or the `since_next` of a result.'

/** Parses the start of a range of changes: an instant or a cursor. Days are in the caller's time zone. */
export async function parseSince(
  { api }: ToolContext,
  text: string,
): Promise<{ instant: string } | { cursor: string }> {
  const word = text.trim().toLowerCase()
  const [, count, unit] = agoPattern.exec(word) ?? []
  if (count !== undefined) return { instant: isoTime(api.now - Number(count) * minutes[unit![0]!]! * 60_000) }
  if (dateTime.test(text.trim())) return { instant: isoTime(Date.parse(text.trim().replace(' ', 'T'))) }
  const [, localDay, time] = localPattern.exec(text.trim()) ?? []
  if (word === 'today' || word === 'yesterday' || dayPattern.test(word) || localDay !== undefined) {
    const { body } = await api.call('me.read')
    const { time_zone } = body as { time_zone: string }
    const today = toLocalDate(api.now, time_zone)
    const date = localDay ?? { today, yesterday: addDays(today, -1) }[word] ?? word
    if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) throw new ToolError(INVALID_SINCE)
    return { instant: isoTime(toInstant(date, time ?? '00:00', time_zone)) }
  }
  if (cursorPattern.test(text.trim())) return { cursor: text.trim() }
  throw new ToolError(INVALID_SINCE)
}

function isoTime(millis: number): string {
  if (Number.isNaN(new Date(millis).getTime())) throw new ToolError(INVALID_SINCE)
  return new Date(millis).toISOString()
}

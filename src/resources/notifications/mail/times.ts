import { addDays, instantOf, localDate, localTime } from '../../../kernel/values/zones.ts'
import type { Preferences } from '../kinds.ts'

/** Returns the end of the quiet hours at an instant in milliseconds; null outside quiet hours. */
export function endOfQuiet(
  millis: number,
  { time_zone, quiet_hours }: Pick<Preferences, 'time_zone' | 'quiet_hours'>,
): number | null {
  if (!quiet_hours) return null
  const { from, to } = quiet_hours
  const time = localTime(millis, time_zone)
  const quiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!quiet) return null
  const today = localDate(millis, time_zone)
  const end = instantOf(time < to ? today : addDays(today, 1), to, time_zone)
  // When clocks are set back, a time of day occurs twice: quiet hours end at the first.
  return end > millis ? end : null
}

/** Returns the time of the first daily email after `since` in milliseconds, on a later local day than `last`. */
export function nextDigest(
  since: number,
  { time_zone, digest_hour }: Pick<Preferences, 'time_zone' | 'digest_hour'>,
  last: string | null,
): number {
  const hour = `${String(digest_hour).padStart(2, '0')}:00`
  let day = localDate(since, time_zone)
  for (;;) {
    const at = instantOf(day, hour, time_zone)
    if (at > since && (last === null || day > last)) return at
    day = addDays(last !== null && last > day ? last : day, 1)
  }
}

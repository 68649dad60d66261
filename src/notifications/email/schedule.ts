import { addDays, toInstant, toLocalDate, toLocalTime } from '../../core/time-zones.ts'
import type { NotificationPreferences } from '../../resources/platform/notifications/kinds.ts'

/** Returns the end of the quiet hours at an instant in milliseconds; null outside quiet hours. */
export function findQuietHoursEnd(
  millis: number,
  { time_zone, quiet_hours }: Pick<NotificationPreferences, 'time_zone' | 'quiet_hours'>,
): number | null {
  if (!quiet_hours) return null
  const { from, to } = quiet_hours
  const time = toLocalTime(millis, time_zone)
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return null
  const today = toLocalDate(millis, time_zone)
  const end = toInstant(time < to ? today : addDays(today, 1), to, time_zone)
  // When clocks are set back, a time of day occurs twice: quiet hours end at the first.
  return end > millis ? end : null
}

/** Returns the time of the first daily email after `since` in milliseconds, on a later local day than `last`. */
export function computeNextDailyEmail(
  since: number,
  { time_zone, digest_hour }: Pick<NotificationPreferences, 'time_zone' | 'digest_hour'>,
  last: string | null,
): number {
  const hour = `${String(digest_hour).padStart(2, '0')}:00`
  let day = toLocalDate(since, time_zone)
  for (;;) {
    const at = toInstant(day, hour, time_zone)
    if (at > since && (last === null || day > last)) return at
    day = addDays(last !== null && last > day ? last : day, 1)
  }
}

import { locale } from './language.ts'

export { locale } from './language.ts'

/** Returns a time zone if Intl supports it; undefined for others, such as `Etc/Unknown`. */
export function toTimeZone(name: string | null | undefined): string | undefined {
  try {
    return name ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

export const browserTimeZone = toTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'

export function getFirstDayOfWeek(): number {
  try {
    const found = new Intl.Locale(locale ?? Intl.DateTimeFormat().resolvedOptions().locale) as WeekLocale
    return (found.getWeekInfo?.() ?? found.weekInfo)?.firstDay ?? 1
  } catch {
    return 1
  }
}

type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

const lists = new Intl.ListFormat(locale, { type: 'unit' })

/** Joins names: `a, b, c`, or as the language does. */
export const formatList = (names: readonly string[]): string => lists.format(names)

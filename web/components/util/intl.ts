/** Returns a language tag for Intl: `de-AT`, also for `de_AT.UTF-8`; undefined for others, such as `C`. */
export function toLocale(name: string | undefined): string | undefined {
  try {
    return name ? Intl.getCanonicalLocales(name.replace(/[.@].*$/, '').replaceAll('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
}

/** Returns a time zone if Intl supports it; undefined for others, such as `Etc/Unknown`. */
export function toTimeZone(name: string | null | undefined): string | undefined {
  try {
    return name ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

export const locale = toLocale(globalThis.navigator?.language)

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

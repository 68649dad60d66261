import { getLanguage } from './language.ts'

/** Returns the locale of dates. English dates begin with the day, as in most regions. */
const getLocale = (): string => {
  const language = getLanguage()
  return language === 'en' ? 'en-GB' : language
}

/** Formats `2027-11-27` as `27 November 2027`, in the language in use. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Formats an instant with its time zone, in the language in use. */
export const formatInstant = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(getLocale(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(instant))

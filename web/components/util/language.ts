import { readPreferences } from './stored-preferences.ts'

/** Languages of the console, by their own names. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

/** The language `en-XA` has accents and runs from right to left, to find texts that are not translated. */
export type Language = keyof typeof languageNames | 'en-XA'

/** Returns a language tag for Intl: `de-AT`, also for `de_AT.UTF-8`; undefined for others, such as `C`. */
export function toLocale(name: string | undefined): string | undefined {
  try {
    return name ? Intl.getCanonicalLocales(name.replace(/[.@].*$/, '').replaceAll('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
}

const getBase = (tag: string): string => tag.split('-')[0]!

function toLanguage(name: string | null | undefined): Language | undefined {
  const tag = toLocale(name ?? undefined)
  if (tag === 'en-XA') return tag
  return tag && Object.hasOwn(languageNames, getBase(tag)) ? (getBase(tag) as Language) : undefined
}

interface LanguageChoice {
  language: Language
  /** Locale of dates and numbers. */
  locale: string | undefined
}

/** Chooses the language by the preference of the user, else by the languages of the browser, in their order. */
export function chooseLanguage(
  preferred: string | null,
  browserLanguages: readonly (string | undefined)[],
): LanguageChoice {
  const tags = browserLanguages.flatMap((name) => toLocale(name) ?? [])
  const language = toLanguage(preferred) ?? tags.map(toLanguage).find((one) => one !== undefined)
  // Without a translation, dates and numbers remain in the language of the browser.
  if (!language) return { language: 'en', locale: tags[0] }
  if (language === 'en-XA') return { language, locale: 'ar-EG' }
  const tag = tags.find((one) => getBase(one) === language)
  const region = tags[0] && new Intl.Locale(tags[0]).region
  return { language, locale: tag ?? (region ? `${language}-${region}` : language) }
}

/** Returns the language that the user chose, or null for that of the browser. */
export const readLanguage = (): string | null => readPreferences().locale ?? null

const { navigator } = globalThis

export const preferredLanguage = readLanguage()

export const { language, locale } = chooseLanguage(preferredLanguage, [
  navigator?.language,
  ...(navigator?.languages ?? []),
])

/** Locale of numbers in texts. */
export const messageLocale = language === 'en' && getBase(locale ?? 'en') !== 'en' ? 'en' : locale

/** Language of the pages and emails that the current request or job produces. */
import { AsyncLocalStorage } from 'node:async_hooks'

export const languages = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

const MAX_HEADER_LENGTH = 500

const current = new AsyncLocalStorage<Language>()

/** Returns the language in use; English outside of `runInLanguage`, as for the texts of the JSON API. */
export const getLanguage = (): Language => current.getStore() ?? 'en'

/** Runs a function in a language; English if it is null. */
export const runInLanguage = <T>(language: Language | null, run: () => T): T => current.run(language ?? 'en', run)

const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name)

/** Chooses a language by an `Accept-Language` header (RFC 9110 section 12.5.4); English if it names none of them. */
export function chooseLanguage(header: string | undefined): Language {
  const accepted = (header ?? '').slice(0, MAX_HEADER_LENGTH).split(',').map(parseRange)
  const known = accepted.filter(({ name, quality }) => quality > 0 && isLanguage(name))
  return (known.toSorted((a, b) => b.quality - a.quality)[0]?.name as Language | undefined) ?? 'en'
}

function parseRange(range: string): { name: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { name: tag.split('-')[0]!, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

import { language, type Language } from '../components/util/language.ts'

/** Shape of the English texts: what a translation consists of. */
export type Messages<T> = T extends (...args: infer Args) => infer Result
  ? (...args: Args) => Messages<Result>
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Messages<T[Key]> }

interface Catalogue {
  [name: string]: unknown
  translate?: <T>(english: T) => T
}

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de/catalogue-de.ts'),
  'en-XA': () => import('./pseudo-language.ts'),
}

/** Translations, loaded before texts are defined. Without a network, the console starts in English. */
const catalogue = language === 'en' ? undefined : await loaders[language]().catch(() => undefined)

export const loadedLanguage = catalogue ? language : 'en'
const { documentElement: root } = globalThis.document ?? { documentElement: {} as HTMLElement }
root.lang = loadedLanguage
root.dir = loadedLanguage === 'en-XA' ? 'rtl' : 'ltr'

/**
 * Defines texts in English, and returns them in the language of the user.
 * @__NO_SIDE_EFFECTS__
 */
export function defineMessages<const T extends object>(name: string, english: T): Messages<T> {
  return (catalogue?.translate?.(english) ?? catalogue?.[name] ?? english) as Messages<T>
}

import { getLanguage, type Language } from './language.ts'

/** Texts without the types of their literals, so that translations have the same keys and parameters. */
type Texts<T> = T extends (...args: infer Args) => infer Result
  ? (...args: Args) => Texts<Result>
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Texts<T[Key]> }

type Translations<T> = { en: T } & Record<Exclude<Language, 'en'>, Texts<NoInfer<T>>>

/** All texts of pages and emails, by name, for the test that compares the translations. */
export const allMessages = new Map<string, Record<Language, object>>()

/** Defines texts in all languages. Reading a text returns it in the language of the request. */
export function defineMessages<const T extends object>(name: string, texts: Translations<T>): Texts<T> {
  const all = texts as Record<Language, Record<string, unknown>>
  allMessages.set(name, all)
  const getters = Object.keys(all.en).map((key) => [key, { get: () => all[getLanguage()][key], enumerable: true }])
  return Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap) as Texts<T>
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Returns the form for a number, with the number in place of `#`. */
export function plural(n: number, forms: PluralForms): string {
  const language = getLanguage()
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other
  return form.replace('#', new Intl.NumberFormat(language).format(n))
}

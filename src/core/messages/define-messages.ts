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

interface NumberTexts {
  rules: Intl.PluralRules
  format: Intl.NumberFormat
}

/** Cached, since creating them takes longer than the rest of a page. */
const numberTexts = new Map<Language, NumberTexts>()

function getNumberTexts(language: Language): NumberTexts {
  const cached = numberTexts.get(language)
  if (cached) return cached
  const created = { rules: new Intl.PluralRules(language), format: new Intl.NumberFormat(language) }
  numberTexts.set(language, created)
  return created
}

/** Returns the form for a number, with the number in place of `#`. */
export function plural(n: number, forms: PluralForms): string {
  const { rules, format } = getNumberTexts(getLanguage())
  const form = forms[rules.select(n)] ?? forms.other
  return form.replace('#', format.format(n))
}

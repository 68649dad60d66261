import { messageLocale } from '../components/util/language.ts'

const rules = new Intl.PluralRules(messageLocale)
const numbers = new Intl.NumberFormat(messageLocale)

export const formatNumber = (n: number): string => numbers.format(n)

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Returns the form for a number, with the number in place of `#`. */
export const plural = (n: number, forms: PluralForms): string =>
  (forms[rules.select(n)] ?? forms.other).replace('#', formatNumber(n))

/** Counts things in English. */
export const count = (n: number, one: string, many = `${one}s`): string =>
  plural(n, { one: `# ${one}`, other: `# ${many}` })

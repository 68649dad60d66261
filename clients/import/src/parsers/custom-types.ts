/** Types of custom fields, guessed from the values of a column. */
import type { Row } from '../format/kinds.ts'
import { parseDay, type DateOrder } from './dates.ts'

export type CustomType = Row<'fields'>['type']

const MAX_TEXT = 500
const MAX_URL = 2000
export const MAX_LABEL = 80
export const MAX_OPTIONS = 100
const MAX_ITEMS = 20
/** Maximum number of options with which a column without a given type becomes a select. */
const MAX_GUESSED_OPTIONS = 20

const NUMBER_WITH_POINT = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/
const NUMBER_WITH_COMMA = /^-?(0|[1-9]\d{0,14})(,\d{1,10})?$/
const URL_PATTERN = /^https?:\/\/[^\s/]+\S*$/i
const TIME = /\d:\d\d/
const MIDNIGHT = /[T\s](00:00(:00)?(\.0+)?|12:00(:00)?\s*am)\s*(Z|UTC|\+00:?00)?$/i
const checkboxWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'x', 'checked', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero', '✓', '✔', '☑'].map(
    (word) => [word, true] as const,
  ),
  ...['false', 'no', 'n', 'unchecked', 'nein', 'falsch', 'non', 'faux', 'falso', '☐'].map(
    (word) => [word, false] as const,
  ),
])

export const parseCheckbox = (text: string): boolean | undefined => checkboxWords.get(text.toLowerCase())

const toCustomDay = (text: string, order: DateOrder): string | undefined =>
  TIME.test(text) && !MIDNIGHT.test(text) ? undefined : parseDay(text, order)

/** Facts of the values of a column, of which any number can be added. */
export class ColumnProfile {
  /** Number of rows with a value. */
  rows = 0
  /** Short labels that a select would have, one more than it may at most. */
  readonly labels = new Set<string>()
  #hasLongLabel = false
  #maxItems = 0
  #maxLength = 0
  #fits = { checkbox: true, point: true, comma: true, day_first: true, month_first: true, url: true }
  #hasThousands = false
  #isAmbiguous = false

  add(values: readonly string[]): void {
    if (values.length === 0) return
    this.rows += 1
    this.#maxItems = Math.max(this.#maxItems, values.length)
    this.#maxLength = Math.max(this.#maxLength, values.join(', ').length)
    for (const value of values) {
      if (value.length > MAX_LABEL) this.#hasLongLabel = true
      else if (this.labels.size <= MAX_OPTIONS) this.labels.add(value)
      this.#test(value)
    }
  }

  #test(value: string): void {
    const fits = this.#fits
    fits.checkbox &&= parseCheckbox(value) !== undefined
    fits.point &&= NUMBER_WITH_POINT.test(value)
    fits.comma &&= NUMBER_WITH_COMMA.test(value)
    fits.url &&= URL_PATTERN.test(value) && value.length <= MAX_URL
    fits.day_first &&= toCustomDay(value, 'day_first') !== undefined
    fits.month_first &&= toCustomDay(value, 'month_first') !== undefined
    this.#hasThousands ||= /,\d{3}$/.test(value)
    this.#isAmbiguous ||= /^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(value)
  }

  /** Returns the type that all values have; undefined if none fits. */
  guessType(): CustomType | undefined {
    if (this.rows === 0) return undefined
    const { checkbox, point, comma, day_first, month_first, url } = this.#fits
    const isShort = this.labels.size <= MAX_OPTIONS && !this.#hasLongLabel
    const text = this.#maxLength <= MAX_TEXT ? 'text' : undefined
    if (this.#maxItems > 1) return isShort && this.#maxItems <= MAX_ITEMS ? 'multi_select' : text
    if (checkbox) return 'checkbox'
    if (point || (comma && !this.#hasThousands)) return 'number'
    if (day_first || month_first) return 'date'
    if (url) return 'url'
    const isRepeated = this.labels.size <= MAX_GUESSED_OPTIONS && this.rows >= 2 * this.labels.size
    return isShort && isRepeated ? 'select' : text
  }

  /** Returns the order of day and month, and whether the values leave it open. */
  chooseOrder(others: DateOrder | undefined): { order: DateOrder; isOpen: boolean } {
    const { day_first, month_first } = this.#fits
    if (day_first !== month_first) return { order: day_first ? 'day_first' : 'month_first', isOpen: false }
    return { order: others ?? 'month_first', isOpen: this.#isAmbiguous && others === undefined }
  }

  get usesComma(): boolean {
    return this.#fits.comma && !this.#fits.point
  }
}

/** Returns the parser of the values of a row, which returns undefined for values that do not fit the type. */
export function buildValueParser(
  type: CustomType,
  profile: ColumnProfile,
  {
    order,
    options,
    split,
  }: { order: DateOrder; options: ReadonlyMap<string, string>; split: (text: string) => string[] },
): (values: readonly string[]) => unknown {
  const parseOne = (parse: (text: string) => unknown) => (values: readonly string[]) =>
    values.length === 1 ? parse(values[0]!) : undefined
  const parseAll = (parse: (text: string) => unknown, max: number) => (values: readonly string[]) => {
    // A label may have the separator in it, if each item has a cell of its own.
    const items = values.flatMap((value) => (options.has(value) ? value : split(value))).map(parse)
    return items.length <= max && !items.includes(undefined) ? items : undefined
  }
  const parseText = (text: string) => (text.length <= MAX_TEXT ? text : undefined)
  const pattern = profile.usesComma ? NUMBER_WITH_COMMA : NUMBER_WITH_POINT
  const parsers: Record<CustomType, (values: readonly string[]) => unknown> = {
    text: (values) => parseText(values.join(', ')),
    number: parseOne((text) => (pattern.test(text) ? Number(text.replace(',', '.')) : undefined)),
    date: parseOne((text) => toCustomDay(text, order)),
    checkbox: parseOne(parseCheckbox),
    url: parseOne((text) => (URL_PATTERN.test(text) && text.length <= MAX_URL ? text : undefined)),
    select: parseOne((text) => options.get(text)),
    multi_select: parseAll((text) => options.get(text), MAX_ITEMS),
    person: parseOne((text) => text),
    people: parseAll((text) => text, 10),
  }
  return parsers[type]
}

const splitBy = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((item) => item.trim())
    .filter(Boolean)

/** Splits a cell with several items. */
export const splitItems = (text: string): string[] => splitBy(text, /[,;\n]/)

/** Splits a cell of a column with semicolons or lines between the items, which may have commas in them. */
export const splitStrictly = (text: string): string[] => splitBy(text, /[;\n]/)
export const hasStrictSeparator = (text: string): boolean => /[;\n]/.test(text.trim())

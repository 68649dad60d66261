/** Value of a cell; lists are joined by spaces, `null` is empty. */
type CsvValue = string | number | boolean | null | undefined | readonly string[]

/** Marks a file as UTF-8: without it Excel reads CSV in a legacy code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Matches how a formula begins: `= + - @` in any width, also after spaces, and tab, CR and LF. */
const FORMULA =
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c\u208a\u208b\u208c\u2212])/u

/** Returns one cell (RFC 4180 section 2). A leading `'` keeps spreadsheets from running a text as a formula. */
export function toCsvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(' ')
  const safeText = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

export const toCsvLine = (cells: readonly CsvValue[]): string => `${cells.map(toCsvCell).join()}\r\n`

export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + [header, ...rows].map(toCsvLine).join('')

export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8'

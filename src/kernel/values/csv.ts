/** What a cell can hold; a list is joined by spaces, `null` is empty. */
export type CsvValue = string | number | boolean | null | undefined | readonly string[]

/**
 * One cell (RFC 4180 section 2): quoted when it has to be, quotes doubled. A text that a spreadsheet would run as a
 * formula gets a leading `'`, which makes it text there.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(' ')
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line, ended by CRLF. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join()}\r\n`

/** A whole table: the header line, then one line a row. */
export const csvTable = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [header, ...rows].map(csvLine).join('')

/** The media type of a CSV answer. */
export const csvType = 'text/csv; charset=utf-8'

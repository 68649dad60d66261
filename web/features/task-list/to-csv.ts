/** Matches the beginning of a spreadsheet formula, as in the server's exports. */
const formula =
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c\u208a\u208b\u208c\u2212])/u

const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const toLine = (cells: readonly unknown[]): string =>
  cells.map((cell) => quoteCell(escapeFormula(cell === null || cell === undefined ? '' : String(cell)))).join(',')

/** Writes a table as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. */
export const toCsv = (headers: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  '\ufeff' + [headers, ...rows].map((cells) => `${toLine(cells)}\r\n`).join('')

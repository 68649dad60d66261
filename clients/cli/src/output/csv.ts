/** Matches the beginning of a spreadsheet formula, as in the server's exports. */
const formula =
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c\u208a\u208b\u208c\u2212])/u

/** Formats a cell (RFC 4180). Prefixes formulas with an apostrophe against CSV injection. */
function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Formats rows as CSV; `marked` adds the byte order mark by which spreadsheets recognize UTF-8. */
export const formatCsv = (lines: string[][], marked: boolean): string =>
  (marked ? '\ufeff' : '') + lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')

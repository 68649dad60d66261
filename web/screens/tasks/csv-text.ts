/** What spreadsheets would run as a formula gets an apostrophe before it, as the service's own exports do. */
const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const line = (cells: readonly unknown[]): string =>
  cells.map((cell) => quoted(guarded(cell === null || cell === undefined ? '' : String(cell)))).join(',')

/** A table as CSV (RFC 4180). */
export const csvOf = (heads: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [heads, ...rows].map((cells) => `${line(cells)}\r\n`).join('')

import { usageError } from '../errors.ts'
import type { CommonFlags, Context } from '../context.ts'
import { formatCsv } from './csv.ts'
import { fitWidth, toSafeJson, escapeControls, measureWidth } from './text.ts'

/** Output format flags of a list; mutually exclusive. */
export interface ListFlags extends CommonFlags {
  csv?: boolean
  ids?: boolean
}

export interface Column<Row> {
  name: string
  heading: string
  cell: (row: Row) => string | null | undefined
  /** Fills the remaining width of the terminal and is truncated; at most one per table. */
  fillsWidth?: boolean
  /** Returns the ANSI color code of a cell. */
  getColor?: (row: Row) => number | undefined
}

export interface Table<Row> {
  columns: Column<Row>[]
  /** Returns the id that `--ids` prints. */
  id: (row: Row) => string
  /** Message for an empty table on a terminal. */
  emptyMessage: string
}

/** Prints rows in the format of the flags; by default, a table on a terminal and tab-separated values in a pipe. */
export function printRows<Row extends object>(
  context: Context,
  rows: Row[],
  table: Table<Row>,
  flags: ListFlags,
): void {
  const formats = [flags.json !== undefined && '--json', flags.csv && '--csv', flags.ids && '--ids'].filter(Boolean)
  if (formats.length > 1) throw usageError(`${formats.join(' and ')} cannot be combined`)
  if (flags.json !== undefined) {
    context.out(`${toSafeJson(selectFields(rows, flags.json), 2)}\n`)
  } else if (flags.csv) {
    context.out(csv(context, rows, table.columns))
  } else if (flags.ids) {
    context.out(rows.map((row) => `${escapeControls(table.id(row))}\n`).join(''))
  } else if (context.columns === undefined) {
    context.out(rows.map((row) => `${formatCells(row, table.columns).join('\t')}\n`).join(''))
  } else if (rows.length === 0) {
    context.note(table.emptyMessage)
  } else {
    context.out(formatTable(context, rows, table.columns))
  }
}

/** Prints one object as JSON, or as a line per attribute. */
export function printObject(
  context: Context,
  row: object,
  lines: [name: string, text: string | null][],
  { json }: CommonFlags,
): void {
  if (json !== undefined) return context.out(`${toSafeJson(selectFields([row], json)[0], 2)}\n`)
  const nonEmpty = lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '')
  const widest = Math.max(...nonEmpty.map(([name]) => name.length))
  for (const [name, text] of nonEmpty) context.out(`${name.padEnd(widest)}  ${escapeControls(text)}\n`)
}

/** Prints a success message, or the result as JSON. */
export function printResult(
  context: Context,
  value: object,
  text: string | readonly string[],
  { json }: CommonFlags,
): void {
  const lines = typeof text === 'string' ? [text] : text
  if (json === undefined) context.out(lines.map((line) => `${escapeControls(line)}\n`).join(''))
  else context.out(`${toSafeJson(selectFields([value], json)[0], 2)}\n`)
}

/** Selects the fields of `--json=a,b` from each row; all fields if there are none. */
function selectFields<Row extends object>(rows: Row[], json: string): object[] {
  if (json === '') return rows
  const fields = json.split(',').map((name) => name.trim())
  const known = new Set(rows.flatMap((row) => Object.keys(row)))
  const unknown = rows.length > 0 ? fields.filter((name) => !known.has(name)) : []
  if (unknown.length > 0)
    throw usageError(
      `--json: unknown field ${unknown.map((name) => JSON.stringify(name)).join(', ')}. Fields: ${[...known].join(', ')}.\nFor all fields, write --json last or before another option.`,
    )
  return rows.map((row) =>
    Object.fromEntries(fields.map((name) => [name, (row as Record<string, unknown>)[name] ?? null])),
  )
}

const formatCells = <Row>(row: Row, columns: Column<Row>[]): string[] =>
  columns.map(({ cell }) => escapeControls(cell(row) ?? ''))

function formatTable<Row>({ color, columns: all }: Context, rows: Row[], columns: Column<Row>[]): string {
  const texts = rows.map((row) => formatCells(row, columns))
  const widths = columns.map(({ heading }, at) =>
    Math.max(heading.length, ...texts.map((row) => measureWidth(row[at]!))),
  )
  const rest = columns.findIndex((column) => column.fillsWidth)
  if (rest >= 0) {
    const otherWidths = widths.reduce((sum, one, at) => sum + (at === rest ? 0 : one + 2), 0)
    widths[rest] = Math.min(widths[rest]!, Math.max(12, all! - otherWidths - 1))
  }
  const line = (parts: string[]) => `${parts.join('  ').trimEnd()}\n`
  const heading = line(columns.map((column, at) => colorize(color, 2, fitWidth(column.heading, widths[at]!))))
  const body = texts.map((row, index) =>
    line(row.map((text, at) => colorize(color, columns[at]!.getColor?.(rows[index]!), fitWidth(text, widths[at]!)))),
  )
  return heading + body.join('')
}

const colorize = (color: boolean, code: number | undefined, text: string): string =>
  color && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text

const csv = <Row>(context: Context, rows: Row[], columns: Column<Row>[]): string => {
  const lines = rows.map((row) => columns.map(({ cell }) => escapeControls(cell(row) ?? '', { lines: true })))
  // A terminal needs no byte order mark.
  return formatCsv([columns.map(({ name }) => name), ...lines], context.columns === undefined)
}

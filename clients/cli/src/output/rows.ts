import { usageError } from '../errors.ts'
import type { CommonFlags, Context } from '../context.ts'
import { csvTable } from './csv.ts'
import { fitted, harmlessJson, visible, width } from './text.ts'

/** How a list wants to be printed. At most one of them. */
export interface ListFlags extends CommonFlags {
  csv?: boolean
  ids?: boolean
}

/** A column of a table: its attribute, its heading, and what a cell says. */
export interface Column<Row> {
  name: string
  heading: string
  cell: (row: Row) => string | null | undefined
  /** Takes what is left of the terminal, and is cut. One a table. */
  rest?: boolean
  /** Colors a cell that is shown on a terminal. */
  paint?: (row: Row) => number | undefined
}

export interface Table<Row> {
  columns: Column<Row>[]
  /** What `--ids` prints. */
  id: (row: Row) => string
  /** Said on a terminal in place of an empty table. */
  none: string
}

/** Prints rows: a table on a terminal, lines of tab-separated values into a pipe, or as the flags say. */
export function printRows<Row extends object>(
  context: Context,
  rows: Row[],
  table: Table<Row>,
  flags: ListFlags,
): void {
  const asked = [flags.json !== undefined && '--json', flags.csv && '--csv', flags.ids && '--ids'].filter(
    Boolean,
  )
  if (asked.length > 1) throw usageError(`${asked.join(' and ')} can't be had at once`)
  if (flags.json !== undefined) {
    context.out(`${harmlessJson(picked(rows, flags.json), 2)}\n`)
  } else if (flags.csv) {
    context.out(csv(context, rows, table.columns))
  } else if (flags.ids) {
    context.out(rows.map((row) => `${visible(table.id(row))}\n`).join(''))
  } else if (context.columns === undefined) {
    context.out(rows.map((row) => `${cells(row, table.columns).join('\t')}\n`).join(''))
  } else if (rows.length === 0) {
    context.note(table.none)
  } else {
    context.out(tableText(context, rows, table.columns))
  }
}

/** Prints one thing: its attributes on lines of their own, or JSON. */
export function printOne(
  context: Context,
  row: object,
  lines: [name: string, text: string | null][],
  { json }: CommonFlags,
): void {
  if (json !== undefined) return context.out(`${harmlessJson(picked([row], json)[0], 2)}\n`)
  const said = lines.filter((line): line is [string, string] => line[1] !== null && line[1] !== '')
  const widest = Math.max(...said.map(([name]) => name.length))
  for (const [name, text] of said) context.out(`${name.padEnd(widest)}  ${visible(text)}\n`)
}

/** Says that something was done: a line for people, or what came of it as JSON. */
export function printDone(context: Context, value: object, line: string, { json }: CommonFlags): void {
  if (json === undefined) context.out(`${visible(line)}\n`)
  else context.out(`${harmlessJson(picked([value], json)[0], 2)}\n`)
}

/** The fields that `--json=a,b` names of each row; all of them without names. */
function picked<Row extends object>(rows: Row[], json: string): object[] {
  if (json === '') return rows
  const fields = json.split(',').map((name) => name.trim())
  const known = new Set(rows.flatMap((row) => Object.keys(row)))
  const unknown = rows.length > 0 ? fields.filter((name) => !known.has(name)) : []
  if (unknown.length > 0)
    throw usageError(
      `--json: there is no field ${unknown.map((name) => JSON.stringify(name)).join(', ')}. There are: ${[...known].join(', ')}.\nFor all of them write --json last, or followed by another option.`,
    )
  return rows.map((row) =>
    Object.fromEntries(fields.map((name) => [name, (row as Record<string, unknown>)[name] ?? null])),
  )
}

const cells = <Row>(row: Row, columns: Column<Row>[]): string[] =>
  columns.map(({ cell }) => visible(cell(row) ?? ''))

function tableText<Row>({ color, columns: all }: Context, rows: Row[], columns: Column<Row>[]): string {
  const texts = rows.map((row) => cells(row, columns))
  const widths = columns.map(({ heading }, at) =>
    Math.max(heading.length, ...texts.map((row) => width(row[at]!))),
  )
  const rest = columns.findIndex((column) => column.rest)
  if (rest >= 0) {
    const others = widths.reduce((sum, one, at) => sum + (at === rest ? 0 : one + 2), 0)
    widths[rest] = Math.min(widths[rest]!, Math.max(12, all! - others - 1))
  }
  const line = (parts: string[]) => `${parts.join('  ').trimEnd()}\n`
  const heading = line(columns.map((column, at) => painted(color, 2, fitted(column.heading, widths[at]!))))
  const body = texts.map((row, index) =>
    line(
      row.map((text, at) => painted(color, columns[at]!.paint?.(rows[index]!), fitted(text, widths[at]!))),
    ),
  )
  return heading + body.join('')
}

const painted = (color: boolean, code: number | undefined, text: string): string =>
  color && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text

const csv = <Row>(context: Context, rows: Row[], columns: Column<Row>[]): string => {
  const lines = rows.map((row) => columns.map(({ cell }) => visible(cell(row) ?? '', { lines: true })))
  // A terminal needs no byte order mark.
  return csvTable([columns.map(({ name }) => name), ...lines], context.columns === undefined)
}

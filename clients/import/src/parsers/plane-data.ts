/** Work items of an export of Plane, in the forms of its versions. */
import { DataError } from '../format/errors.ts'
import { openCsv, type OpenContent } from './csv.ts'
import { parseDay, parseTime } from './dates.ts'
import { isJsonList, readJsonItems } from './json-members.ts'
import { isObject, requireShape, type Shape } from './shapes.ts'

/** Cells that a spreadsheet would run as a formula begin with an apostrophe. */
const GUARDED = /^'(?=[=+\-@\t\r\n])/
const WEEKDAY = /^[A-Z][a-z]{2}, /
const ZONE = / UTC([+-]0000)?$/

/** A work item: values by name in lower case with underscores. */
export class PlaneItem {
  readonly line: number
  readonly #values: ReadonlyMap<string, unknown>

  constructor(values: Iterable<readonly [string, unknown]>, line: number) {
    this.#values = new Map([...values].map(([name, value]) => [toName(name), value]))
    this.line = line
  }

  get names(): Iterable<string> {
    return this.#values.keys()
  }

  has(...names: string[]): boolean {
    return names.some((name) => this.#values.has(name))
  }

  /** Returns the first text that is not empty. */
  text(...names: string[]): string | undefined {
    return names.flatMap((name) => toText(this.#values.get(name)) || [])[0]
  }

  /** Returns the items of a list: an array, an array as text, or values with commas between. */
  list(...names: string[]): unknown[] {
    const value = names.map((name) => this.#values.get(name)).find((one) => one != null && one !== '')
    const parsed = typeof value === 'string' ? (parseJson(value) ?? value.split(', ')) : value
    return Array.isArray(parsed) ? parsed : parsed === undefined ? [] : [parsed]
  }

  texts(...names: string[]): string[] {
    return this.list(...names).flatMap((item) => toText(item) || [])
  }

  time(name: string): string | null {
    return parsePlaneTime(this.text(name)) ?? null
  }

  day(name: string): string | null {
    return parseDay((this.text(name) ?? '').replace(WEEKDAY, '')) ?? null
  }
}

/** Parses a time as any version writes it. */
export const parsePlaneTime = (text: string | undefined): string | undefined =>
  parseTime((text ?? '').replace(WEEKDAY, '').replace(ZONE, ''))?.toISOString()

const toName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')

export const toText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' || value === true ? String(value) : ''

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const texts: Shape = ['text']
const itemShapes: Shape = {
  identifier: 'text',
  project_name: 'text',
  assignees: texts,
  labels: texts,
  modules: texts,
  cycles: texts,
  links: [{ url: 'text', title: 'text' }],
  relations: [{ type: 'text', issue: 'text', direction: 'text' }],
  comments: [{ comment: 'text', created_at: 'text', created_by: 'text' }],
}

/** Reads the work items of a CSV or JSON file. */
export async function* readPlaneItems(open: OpenContent): AsyncGenerator<PlaneItem> {
  if (await isJsonList(open)) yield* readJson(open)
  else yield* readTable(open)
}

async function* readJson(open: OpenContent): AsyncGenerator<PlaneItem> {
  let place = 0
  for await (const { value, line } of readJsonItems(open)) {
    place += 1
    if (!isObject(value)) throw new DataError('file', line, `work item ${place} is not an object.`)
    requireShape(value, itemShapes, { line, place: `work item ${place}` })
    yield requireItem(new PlaneItem(Object.entries(value), line))
  }
}

async function* readTable(open: OpenContent): AsyncGenerator<PlaneItem> {
  const { header, rows } = await openCsv(open)
  const names = header.names.map((name) => [name, ''] as const)
  requireItem(new PlaneItem(names, 1))
  for await (const { cells, line } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const values = cells.map(
      (cell, column) => [header.names[column] || `column ${column + 1}`, cell.replace(GUARDED, '')] as const,
    )
    yield requireItem(new PlaneItem(values, line))
  }
}

function requireItem(item: PlaneItem): PlaneItem {
  if (!item.has('identifier', 'id', 'issue_id') || !item.has('project_name', 'project') || !item.has('name'))
    throw new DataError(
      'file',
      item.line,
      'it is not an export of Plane: the ID, project or name of a work item is missing.',
    )
  return item
}

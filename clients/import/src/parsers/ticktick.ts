import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { CsvHeader, openCsv, type CsvRecord, type OpenContent } from './csv.ts'
import { pickFilled } from './custom-columns.ts'
import { LineNotes } from './line-notes.ts'
import type { ParseOptions } from './options.ts'
import { IdFactory } from './text.ts'
import { DayFormat } from './zoned-days.ts'

/** Lines before the header: date, version and the meanings of the statuses. */
const MAX_PREAMBLE_ROWS = 20

/** Parses the CSV backup of an account: lists become projects, columns sections. */
export async function* parseTickTick(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const ids = new Set<string>()
  const first = await openTable(open)
  for await (const { cells } of first.rows) ids.add(first.header.get(cells, 'taskId') ?? '')
  const writer = new TickTickWriter(first.header, ids, options)
  const { rows } = await openTable(open)
  for await (const record of rows) yield* writer.read(record)
  writer.notes.write(options.notes)
}

async function openTable(open: OpenContent): Promise<{ header: CsvHeader; rows: AsyncIterable<CsvRecord> }> {
  const { header, rows } = await openCsv(open)
  const isHeader = (one: CsvHeader) => one.has('List Name') && one.has('Title')
  if (isHeader(header)) return { header, rows }
  for (let row = 0; row < MAX_PREAMBLE_ROWS; row += 1) {
    const { value, done } = await rows.next()
    if (done) break
    const next = new CsvHeader(value.cells)
    if (isHeader(next)) return { header: next, rows }
  }
  throw new DataError('file', 1, 'it is not the CSV backup of TickTick: it has no columns List Name and Title.')
}

const priorities = new Map<string, Row<'tasks'>['priority']>([
  ['0', 'none'],
  ['1', 'low'],
  ['3', 'medium'],
  ['5', 'high'],
])
/** Lines of a checklist: open and done items. */
const ITEM = /^\s*([▫▪])\s*(.+)$/
/** Columns that are read, or that say nothing about the task. */
const known =
  /^(list name|title|tags|content|is check ?list|start date|due date|priority|status|created time|completed time|order|timezone|is all day|is floating|column name|column order|view mode|taskid|parentid|kind|projectkind)$/i

class TickTickWriter {
  readonly #header: CsvHeader
  readonly #ids: ReadonlySet<string>
  readonly #options: ParseOptions
  readonly #factory = new IdFactory()
  readonly #seen = new Set<string>()
  readonly #formats = new Map<string, DayFormat>()
  readonly notes = new LineNotes()

  constructor(header: CsvHeader, ids: ReadonlySet<string>, options: ParseOptions) {
    this.#header = header
    this.#ids = ids
    this.#options = options
  }

  *read({ cells, line }: CsvRecord): Generator<Entry> {
    const get = (name: string) => this.#header.get(cells, name)
    const title = get('Title')
    if (!title) {
      if (cells.some((cell) => cell.trim() !== '')) this.notes.add('Left out, without a title', line)
      return
    }
    const project = get('List Name') ?? 'TickTick'
    yield* this.#once('projects', project, { id: project, name: project })
    const column = get('Column Name')
    const section = column && `${project}/${column}`
    const place = { id: section, scope_type: 'project', scope: project, name: column }
    const position = toNumber(get('Column Order'))
    if (section) yield* this.#once('sections', section, { ...place, ...(position !== undefined && { position }) })
    const id = get('taskId') ?? this.#factory.create(`${project}\n${title}`)
    yield { kind: 'tasks', row: this.#toTask(cells, { id, project, title, section }) }
    for (const [at, { text, isDone }] of listItems(get('Content')).entries())
      yield { kind: 'tasks', row: toSubtask({ id, project }, at, text, isDone) }
  }

  *#once(kind: 'projects' | 'sections', id: string, row: object): Generator<Entry> {
    const name = `${kind} ${id}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    yield { kind, row } as Entry
  }

  /** Returns the format of days in the time zone of a row, or of the import if it is unknown. */
  #formatIn(timeZone: string | undefined): DayFormat {
    const name = timeZone ?? this.#options.timeZone ?? 'UTC'
    let format = this.#formats.get(name)
    if (!format) {
      try {
        format = new DayFormat(name)
      } catch {
        format = new DayFormat(this.#options.timeZone)
      }
      this.#formats.set(name, format)
    }
    return format
  }

  #toTask(
    cells: readonly string[],
    { id, project, title, section }: { id: string; project: string; title: string; section: string | undefined },
  ): Row<'tasks'> {
    const get = (name: string) => this.#header.get(cells, name)
    const days = this.#formatIn(get('Timezone'))
    const completed_at = toTime(get('Completed Time'))
    const parent = get('parentId')
    const position = toNumber(get('Order'))
    return {
      id,
      project,
      ...(section && { sections: [{ section, ...(position !== undefined && { position }) }] }),
      ...(parent && parent !== id && this.#ids.has(parent) && { parent }),
      ...(position !== undefined && { position }),
      title,
      description: readDescription(get('Content')),
      status: toStatus(get('Status'), completed_at),
      priority: priorities.get(get('Priority') ?? '0') ?? 'none',
      start_date: days.read(get('Start Date')) ?? null,
      due_date: days.read(get('Due Date')) ?? null,
      tags: (get('Tags') ?? '').split(',').flatMap((tag) => tag.trim() || []),
      ...pickFilled({ custom: {}, extra: this.#readExtra(cells, id, days) }),
      created_at: toTime(get('Created Time')) ?? null,
      completed_at: completed_at ?? null,
    }
  }

  /** Collects what has no counterpart, or could not be read. */
  #readExtra(cells: readonly string[], id: string, days: DayFormat): Record<string, unknown> {
    const get = (name: string) => this.#header.get(cells, name)
    const extra: Record<string, unknown> = {}
    cells.forEach((cell, column) => {
      const name = this.#header.names[column] || `column ${column + 1}`
      if (!known.test(name) && cell.trim()) extra[name] = cell.trim()
    })
    const isTimed = /^(false|n|0)$/i.test(get('Is All Day') ?? '')
    if (isTimed && days.readTime(get('Due Date'))) extra['due_time'] = days.readTime(get('Due Date'))
    for (const [name, column] of [['start_date', 'Start Date'] as const, ['due_date', 'Due Date'] as const])
      if (get(column) && !days.read(get(column))) extra[name] = get(column)
    for (const [name, column] of [['created_at', 'Created Time'] as const, ['completed_at', 'Completed Time'] as const])
      if (get(column) && !toTime(get(column))) extra[name] = get(column)
    if (get('Priority') && !priorities.has(get('Priority')!)) extra['priority'] = get('Priority')
    if (get('parentId') && get('parentId') !== id && !this.#ids.has(get('parentId')!)) extra['parent'] = get('parentId')
    if (get('Kind') && !/^(text|checklist)$/i.test(get('Kind')!)) extra['Kind'] = get('Kind')
    return extra
  }
}

/** 0 is open, 1 completed, 2 completed and archived, -1 given up. */
function toStatus(status: string | undefined, completedAt: string | undefined): Row<'tasks'>['status'] {
  if (status === '1') return 'completed'
  if (status === '2') return completedAt ? 'completed' : 'archived'
  return status === '-1' ? 'archived' : 'not_started'
}

const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && Number.isFinite(Number(text)) ? Number(text) : undefined

const toTime = (text: string | undefined): string | undefined => {
  const time = Date.parse((text ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const listItems = (content = ''): { text: string; isDone: boolean }[] =>
  content.split('\n').flatMap((line) => {
    const [, mark, text] = ITEM.exec(line) ?? []
    return text ? [{ text: text.trim(), isDone: mark === '▪' }] : []
  })

const readDescription = (content = ''): string | null =>
  content
    .split('\n')
    .filter((line) => !ITEM.test(line))
    .join('\n')
    .trim() || null

const toSubtask = (
  { id, project }: { id: string; project: string },
  at: number,
  title: string,
  isDone: boolean,
): Row<'tasks'> => ({
  id: `${id}#${at + 1}`,
  project,
  parent: id,
  position: at + 1,
  title,
  status: isDone ? 'completed' : 'not_started',
})

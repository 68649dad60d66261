import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { mapColumns, type CsvProperty } from './columns.ts'
import { openCsv, type CsvHeader, type CsvRecord, type OpenContent } from './csv.ts'
import { CustomColumns, pickFilled } from './custom-columns.ts'
import type { CustomType } from './custom-types.ts'
import { detectDateOrder, parseDay, parseTime, type DateOrder } from './dates.ts'
import { LineNotes } from './line-notes.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { guessPriority, guessStatus, IdFactory } from './text.ts'

const dateTargets = ['start_date', 'due_date', 'created_at', 'completed_at'] as const

interface Table {
  targets: CsvProperty[]
  header: CsvHeader
  order: DateOrder | undefined
  /** Ids of the rows, if there is such a column. */
  ids: Set<string>
  custom: CustomColumns
}

/** Parses a table of tasks: a row is a task. */
export async function* parsePlainCsv(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const table = await inspect(open, options)
  const reader = new TaskTable(table, options)
  yield* table.custom.decide(table.order)
  if (table.custom.openDates.length > 0) noteOpenDates(options.notes)
  const { rows } = await openCsv(open)
  for await (const record of rows) yield* reader.read(record)
  reader.notes.write(options.notes)
}

async function inspect(open: OpenContent, { columnMap = {}, fileName, notes }: ParseOptions): Promise<Table> {
  const { header, rows } = await openCsv(open)
  const targets = mapColumns(header.names, columnMap)
  if (!targets.includes('title'))
    throw new DataError('file', 1, `no column is the title. Map one of: ${header.names.slice(0, 20).join(', ')}.`)
  const columns = targets.flatMap((target, column) =>
    (dateTargets as readonly string[]).includes(target) ? [column] : [],
  )
  let order: DateOrder | undefined
  let ambiguous = false
  const ids = new Set<string>()
  const idColumn = targets.indexOf('id')
  const projectColumn = targets.indexOf('project')
  const custom = new CustomColumns(listCustomColumns(header, targets))
  for await (const { cells } of rows) {
    const project = cells[projectColumn]?.trim() || toTitle(fileName)
    for (const name of custom.names) custom.observe(name, project, readCustomCells(header, targets, cells, name))
    if (idColumn >= 0) ids.add(cells[idColumn]?.trim() ?? '')
    const values = columns.map((column) => cells[column] ?? '')
    ambiguous ||= values.some((value) => /^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(value))
    order ??= detectDateOrder(values)
  }
  if (ambiguous && !order) noteOpenDates(notes)
  return { targets, header, order, ids, custom }
}

function noteOpenDates(notes: string[]): void {
  const note = 'Dates such as 03/04/2026 were read as month/day/year.'
  if (!notes.includes(note)) notes.push(note)
}

const isCustom = (target: CsvProperty | undefined): boolean => target?.startsWith('custom') === true

const listCustomColumns = ({ names }: CsvHeader, targets: readonly CsvProperty[]) =>
  targets.flatMap((target, column) =>
    isCustom(target) ? [{ name: names[column]!, type: target.split(':')[1] as CustomType | undefined }] : [],
  )

/** Returns the values of the columns of a custom field, of which several may have its name. */
const readCustomCells = (
  { columns }: CsvHeader,
  targets: readonly CsvProperty[],
  cells: readonly string[],
  name: string,
): string[] =>
  (columns.get(name.toLowerCase()) ?? []).flatMap((column) =>
    isCustom(targets[column]) ? cells[column]?.trim() || [] : [],
  )

interface Place {
  title: string
  project: string
  sectionId: string | null
  assignees: string[]
}

const splitList = (text: string) =>
  text
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter(Boolean)

class TaskTable {
  readonly #table: Table
  readonly #options: ParseOptions
  readonly #ids = new IdFactory()
  readonly #seen = new Set<string>()
  readonly notes = new LineNotes()

  constructor(table: Table, options: ParseOptions) {
    this.#table = table
    this.#options = options
  }

  *read({ cells, line }: CsvRecord): Generator<Entry> {
    const value = (target: CsvProperty) => {
      const column = this.#table.targets.indexOf(target)
      return column < 0 ? '' : (cells[column] ?? '').trim()
    }
    const title = value('title')
    if (title === '') {
      if (cells.some((cell) => cell.trim() !== '')) this.notes.add('Left out, without a title', line)
      return
    }
    const project = value('project') || toTitle(this.#options.fileName)
    yield* this.#once('projects', project, { id: project, name: project })
    const section = value('section') || value('status')
    const sectionId = `${project}/${section}`
    const status = guessStatus(section)
    if (section)
      yield* this.#once('sections', sectionId, {
        id: sectionId,
        scope_type: 'project',
        scope: project,
        name: section,
        ...(status && { status }),
      })
    const assignees = splitList(value('assignee'))
    for (const person of [...assignees, ...this.#listPeople(cells)])
      yield* this.#once('people', person, toPerson(person))
    yield {
      kind: 'tasks',
      row: this.#buildTask(cells, value, { title, project, sectionId: section ? sectionId : null, assignees }),
    }
  }

  #listPeople(cells: readonly string[]): string[] {
    const { custom, header, targets } = this.#table
    return [...custom.names].flatMap((name) => custom.listPeople(name, readCustomCells(header, targets, cells, name)))
  }

  *#once(kind: 'projects' | 'sections' | 'people', id: string, row: object): Generator<Entry> {
    const key = `${kind} ${id}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    yield { kind, row } as Entry
  }

  #buildTask(
    cells: readonly string[],
    value: (target: CsvProperty) => string,
    { title, project, sectionId, assignees: [assignee, ...others] }: Place,
  ): Row<'tasks'> {
    const { order, ids } = this.#table
    const { custom, extra } = this.#readOthers(cells)
    Object.assign(extra, readSecondary(value, others))
    /** Leaves a value that is not understood in `extra`. */
    const read = <T>(target: CsvProperty, parse: (text: string) => T | undefined): T | null => {
      const text = value(target)
      const parsed = text === '' ? undefined : parse(text)
      if (text !== '' && parsed === undefined) extra[target] = text
      return parsed ?? null
    }
    const zone = { order, timeZone: this.#options.timeZone ?? 'UTC' }
    const parseInstant = (text: string) => parseTime(text, zone)?.toISOString()
    const isDone = value('completed_at') !== '' && !/^(no|false|0)$/i.test(value('completed_at'))
    const name = value('status') || value('section')
    // A section that means another status would win over the completion.
    const section = sectionId !== null && !(isDone && guessStatus(name) !== 'completed') ? sectionId : null
    const isTime = isDone && !/^(yes|true|1|x|done)$/i.test(value('completed_at'))
    const row = {
      id: value('id') || this.#ids.create(`${project}\n${title}`),
      project,
      title,
      description: value('description') || null,
      status: isDone ? 'completed' : (guessStatus(name) ?? 'not_started'),
      source_status: value('status') || null,
      priority: read('priority', guessPriority),
      assignee: assignee ?? null,
      ...(others.length > 0 && { other_assignees: others }),
      parent: read('parent', (text) => (ids.has(text) ? text : undefined)),
      url: value('url') || null,
      start_date: read('start_date', (text) => parseDay(text, order)),
      due_date: read('due_date', (text) => parseDay(text, order)),
      created_at: read('created_at', parseInstant),
      completed_at: isTime ? read('completed_at', parseInstant) : null,
      tags: splitList(value('tags')),
    } satisfies Row<'tasks'>
    return { ...row, ...(section && { sections: [{ section }] }), ...pickFilled({ custom, extra }) }
  }

  /** Collects the columns without a property of their own: custom fields, and what is none. */
  #readOthers(cells: readonly string[]) {
    const { header, targets, custom: columns } = this.#table
    const found = { custom: {} as Record<string, unknown>, extra: {} as Record<string, unknown> }
    const fields = new Set(
      [...columns.names].filter((name) => columns.read(name, readCustomCells(header, targets, cells, name), found)),
    )
    cells.forEach((text, column) => {
      const cell = text.trim()
      const name = header.names[column] || `column ${column + 1}`
      // Rows can have more cells than the header.
      const target = targets[column] ?? 'extra'
      const isExtra = target === 'extra' || (isCustom(target) && !fields.has(name))
      if (isExtra && cell) found.extra[name] = cell
    })
    return found
  }
}

/** Returns further assignees, and a status beside a section, which has no place of its own. */
const readSecondary = (value: (target: CsvProperty) => string, others: readonly string[]): Record<string, unknown> => ({
  ...(value('section') && value('status') && !guessStatus(value('status')) && { status: value('status') }),
  ...(others.length > 0 && { assignees: others }),
})

const toPerson = (text: string): Row<'people'> =>
  text.includes('@') ? { id: text, email: text } : { id: text, name: text }

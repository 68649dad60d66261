import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { openCsv, type CsvHeader, type CsvRecord, type OpenContent } from './csv.ts'
import { detectDateOrder, parseDay, parseTime, type DateOrder } from './dates.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { guessPriority, guessStatus, IdFactory } from './text.ts'

/** Properties that a column can mean, with the names by which it is recognized. */
export const csvTargets = {
  id: /^(id|key|task id|issue id|identifier|number)$/,
  title: /^(title|name|task|task name|summary|subject|content|card name)$/,
  description: /^(description|notes?|details|body|card description)$/,
  status: /^(status|state|stage)$/,
  section: /^(section|section\/column|column|list|list name|group|bucket( name)?)$/,
  project: /^(project|project name|projects|board( name)?)$/,
  priority: /^(priority|importance)$/,
  assignee: /^(assignee|assigned to|owner|responsible|members?|assignee email)$/,
  tags: /^(tags?|labels?|categories|category)$/,
  start_date: /^(start|start date|begin|start on)$/,
  due_date: /^(due|due date|deadline|end date|due on)$/,
  created_at: /^(created|created at|created on|creation date|date created)$/,
  completed_at: /^(completed|completed at|completed on|done at|date completed)$/,
  parent: /^(parent|parent task|parent id|parent key)$/,
  url: /^(url|link|permalink)$/,
} as const
export type CsvTarget = keyof typeof csvTargets | 'ignore' | 'extra'

const targetNames = [...Object.keys(csvTargets), 'ignore', 'extra']

/** Chooses the property of each column; those without one become `extra`. */
export function mapColumns(names: readonly string[], columnMap: Readonly<Record<string, string>>): CsvTarget[] {
  const unknown = Object.entries(columnMap).find(
    ([name, target]) => !names.includes(name) || !targetNames.includes(target),
  )
  if (unknown)
    throw new DataError(
      'column_map',
      undefined,
      `${unknown.join(': ')} is no column of the file with one of ${targetNames.join(', ')}.`,
    )
  const taken = new Set(Object.values(columnMap))
  return names.map((name) => {
    const chosen = columnMap[name] as CsvTarget | undefined
    if (chosen) return chosen
    const guess = Object.entries(csvTargets).find(
      ([target, pattern]) => !taken.has(target) && pattern.test(name.toLowerCase()),
    )
    if (!guess) return 'extra'
    taken.add(guess[0])
    return guess[0] as CsvTarget
  })
}

const dateTargets = ['start_date', 'due_date', 'created_at', 'completed_at'] as const

interface Table {
  targets: CsvTarget[]
  header: CsvHeader
  order: DateOrder | undefined
  /** Ids of the rows, if there is such a column. */
  ids: Set<string>
}

/** Parses a table of tasks: a row is a task. */
export async function* parsePlainCsv(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const table = await inspect(open, options)
  const reader = new TaskTable(table, options)
  const { rows } = await openCsv(open)
  for await (const record of rows) yield* reader.read(record)
}

async function inspect(open: OpenContent, { columnMap = {}, notes }: ParseOptions): Promise<Table> {
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
  for await (const { cells } of rows) {
    if (idColumn >= 0) ids.add(cells[idColumn]?.trim() ?? '')
    const values = columns.map((column) => cells[column] ?? '')
    ambiguous ||= values.some((value) => /^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(value))
    order ??= detectDateOrder(values)
  }
  if (ambiguous && !order) notes.push('Dates such as 03/04/2026 were read as month/day/year.')
  return { targets, header, order, ids }
}

interface Place {
  title: string
  project: string
  sectionId: string | null
  assignee: string
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

  constructor(table: Table, options: ParseOptions) {
    this.#table = table
    this.#options = options
  }

  *read({ cells, line }: CsvRecord): Generator<Entry> {
    const value = (target: CsvTarget) => {
      const column = this.#table.targets.indexOf(target)
      return column < 0 ? '' : (cells[column] ?? '').trim()
    }
    const title = value('title')
    if (title === '') {
      if (cells.some((cell) => cell.trim() !== ''))
        this.#options.notes.push(`Line ${line} has no title and was left out.`)
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
    const assignee = value('assignee').split(/[,;]/)[0]!.trim()
    if (assignee) yield* this.#once('people', assignee, toPerson(assignee))
    yield {
      kind: 'tasks',
      row: this.#buildTask(cells, value, { title, project, sectionId: section ? sectionId : null, assignee }),
    }
  }

  *#once(kind: 'projects' | 'sections' | 'people', id: string, row: object): Generator<Entry> {
    const key = `${kind} ${id}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    yield { kind, row } as Entry
  }

  #buildTask(
    cells: readonly string[],
    value: (target: CsvTarget) => string,
    { title, project, sectionId, assignee }: Place,
  ): Row<'tasks'> {
    const { order, ids } = this.#table
    const extra = this.#readExtra(cells)
    /** Leaves a value that is not understood in `extra`. */
    const read = <T>(target: CsvTarget, parse: (text: string) => T | undefined): T | null => {
      const text = value(target)
      const parsed = text === '' ? undefined : parse(text)
      if (text !== '' && parsed === undefined) extra[target] = text
      return parsed ?? null
    }
    const parseDate = (text: string) => parseDay(text, order)
    const zone = { order, timeZone: this.#options.timeZone ?? 'UTC' }
    const parseInstant = (text: string) => parseTime(text, zone)?.toISOString()
    const isDone = value('completed_at') !== '' && !/^(no|false|0)$/i.test(value('completed_at'))
    const name = value('status') || value('section')
    // A section that means another status would win over the completion.
    const section = sectionId !== null && !(isDone && guessStatus(name) !== 'completed') ? sectionId : null
    const row = {
      id: value('id') || this.#ids.create(`${project}\n${title}`),
      project,
      title,
      description: value('description') || null,
      status: isDone ? 'completed' : (guessStatus(name) ?? 'not_started'),
      source_status: value('status') || null,
      priority: read('priority', guessPriority),
      assignee: assignee || null,
      parent: read('parent', (text) => (ids.has(text) ? text : undefined)),
      url: value('url') || null,
      start_date: read('start_date', parseDate),
      due_date: read('due_date', parseDate),
      created_at: read('created_at', parseInstant),
      completed_at: parseInstant(value('completed_at')) ?? null,
      tags: splitList(value('tags')),
    } satisfies Row<'tasks'>
    const more = Object.keys(extra).length > 0 ? { extra } : {}
    return { ...row, ...(section && { sections: [{ section }] }), ...more }
  }

  /** Collects the columns without a property of their own. */
  #readExtra(cells: readonly string[]): Record<string, string> {
    const { header, targets } = this.#table
    const extra: Record<string, string> = {}
    targets.forEach((target, column) => {
      const cell = cells[column]?.trim()
      if (target === 'extra' && cell) extra[header.names[column] || `column ${column + 1}`] = cell
    })
    return extra
  }
}

const toPerson = (text: string): Row<'people'> =>
  text.includes('@') ? { id: text, email: text } : { id: text, name: text }

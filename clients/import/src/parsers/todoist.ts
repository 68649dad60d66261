import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
import { parseDay } from './dates.ts'
import { LineNotes } from './line-notes.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { IdFactory } from './text.ts'

/** Priority 1 is the highest; 4 is none. */
const priorities = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'none' } as const

/** Parses the CSV template of a project: tasks, sections and notes in their order, subtasks by indent. */
export async function* parseTodoist(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const { header, rows } = await openCsv(open)
  if (!header.has('TYPE') || !header.has('CONTENT'))
    throw new DataError('file', 1, 'it is not the CSV export of Todoist: it has no columns TYPE and CONTENT.')
  const name = toTitle(options.fileName)
  const description = await readProjectNotes(open)
  yield { kind: 'projects', row: { id: name, name, ...(description && { description }) } }
  const outline = new Outline(name, header)
  for await (const { cells, line } of rows) yield* outline.read(cells, line)
  outline.notes.write(options.notes)
}

/** Reads the comments of the project and its sections, which precede the tasks. */
async function readProjectNotes(open: OpenContent): Promise<string> {
  const { header, rows } = await openCsv(open)
  const notes: string[] = []
  let hasTask = false
  for await (const { cells } of rows) {
    const type = header.get(cells, 'TYPE')?.toLowerCase()
    if (type === 'section') hasTask = false
    if (type === 'task') hasTask = true
    const content = header.get(cells, 'CONTENT')
    const author = header.get(cells, 'AUTHOR')
    if (type === 'note' && !hasTask && content) notes.push(author ? `${content}\n— ${author}` : content)
  }
  return notes.join('\n\n')
}

class Outline {
  readonly #project: string
  readonly #header: CsvHeader
  readonly #ids = new IdFactory()
  readonly #people = new Set<string>()
  #section: string | null = null
  /** Tasks on the way to the current one, by indent. */
  #ancestors: { id: string; path: string }[] = []
  #position = 0
  readonly notes = new LineNotes()

  constructor(project: string, header: CsvHeader) {
    this.#project = project
    this.#header = header
  }

  *read(cells: readonly string[], line: number): Generator<Entry> {
    const type = this.#header.get(cells, 'TYPE')?.toLowerCase()
    const content = this.#header.get(cells, 'CONTENT') ?? ''
    if (content === '') return
    this.#position += 1
    if (type === 'section') {
      this.#section = this.#ids.create(`${this.#project}\nsection ${content}`)
      this.#ancestors = []
      yield {
        kind: 'sections',
        row: {
          id: this.#section,
          scope_type: 'project',
          scope: this.#project,
          name: content,
          position: this.#position,
        },
      }
    } else if (type === 'note') yield* this.#note(cells, content)
    else if (type === 'task') {
      for (const name of ['AUTHOR', 'RESPONSIBLE']) yield* this.#person(this.#header.get(cells, name))
      yield { kind: 'tasks', row: this.#task(cells, content) }
    } else if (type !== 'meta') this.notes.add('Left out, of an unknown type', line)
  }

  *#person(text: string | undefined): Generator<Entry> {
    if (!text || this.#people.has(text)) return
    this.#people.add(text)
    const [, name = text, id] = /^(.*?)\s*\((\d+)\)$/.exec(text) ?? []
    yield { kind: 'people', row: { id: text, name, ...(id && { username: name }) } }
  }

  *#note(cells: readonly string[], content: string): Generator<Entry> {
    const task = this.#ancestors.at(-1)
    if (!task) return
    const author = this.#header.get(cells, 'AUTHOR')
    yield* this.#person(author)
    const id = this.#ids.create(`${task.path}\nnote ${content}`)
    yield { kind: 'comments', row: { id, task: task.id, content, ...(author && { author }) } }
  }

  #task(cells: readonly string[], content: string): Row<'tasks'> {
    const get = (name: string) => this.#header.get(cells, name)
    const indent = Math.max(1, Number(get('INDENT') ?? 1) || 1)
    this.#ancestors = this.#ancestors.slice(0, indent - 1)
    const parent = this.#ancestors.at(-1)
    const path = `${parent?.path ?? `${this.#project}\n${this.#section ?? ''}`}\n${content}`
    const id = this.#ids.create(path)
    this.#ancestors.push({ id, path })
    const tags = [...content.matchAll(/(?:^|\s)@([^\s@]+)/g)].map(([, tag]) => tag!)
    const title =
      content
        .replaceAll(/(?:^|\s)@[^\s@]+/g, '')
        .replace(/^\* /, '')
        .trim() || content
    const date = get('DATE') ?? ''
    const due = date === '' ? undefined : parseDay(date, 'day_first')
    const priority = priorities[Number(get('PRIORITY')) as 1 | 2 | 3 | 4]
    const duration = get('DURATION')
    const extra = {
      ...(date && !due && { due_date: date }),
      ...(duration && { duration: `${duration} ${get('DURATION_UNIT') ?? ''}`.trim() }),
      ...(get('DEADLINE') && { deadline: get('DEADLINE') }),
    }
    return {
      id,
      project: this.#project,
      ...(this.#section && !parent && { sections: [{ section: this.#section, position: this.#position }] }),
      ...(parent && { parent: parent.id }),
      position: this.#position,
      title,
      description: get('DESCRIPTION') ?? null,
      ...(priority && { priority }),
      ...(get('RESPONSIBLE') && { assignee: get('RESPONSIBLE')! }),
      ...(get('AUTHOR') && { created_by: get('AUTHOR')! }),
      due_date: due ?? null,
      tags,
      ...(Object.keys(extra).length > 0 && { extra }),
    }
  }
}

import { DataError } from '../format/errors.ts'
import type { Entry } from '../format/kinds.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
import { CustomColumns, pickFilled } from './custom-columns.ts'
import { parseDay, parseTime } from './dates.ts'
import { LineNotes } from './line-notes.ts'
import type { ParseOptions } from './options.ts'
import { guessPriority, guessStatus } from './text.ts'

/** Parses the CSV export of a workspace: teams become projects, projects become goals. */
export async function* parseLinear(open: OpenContent, { notes }: ParseOptions): AsyncGenerator<Entry> {
  const ids = new Set<string>()
  const first = await openCsv(open)
  if (!first.header.has('ID') || !first.header.has('Title') || !first.header.has('Team'))
    throw new DataError('file', 1, 'it is not the CSV export of Linear: it has no columns ID, Team and Title.')
  const estimates = new CustomColumns([{ name: ESTIMATE }])
  for await (const { cells } of first.rows) {
    ids.add(first.header.get(cells, 'ID') ?? '')
    estimates.observe(ESTIMATE, readTeam(first.header, cells), first.header.all(cells, ESTIMATE))
  }
  const writer = new LinearWriter(first.header, ids, estimates)
  yield* estimates.decide()
  const { rows } = await openCsv(open)
  for await (const { cells, line } of rows) yield* writer.read(cells, line)
  writer.notes.write(notes)
}

/** Column of the one attribute that becomes a custom field. */
const ESTIMATE = 'Estimate'

const readTeam = (header: CsvHeader, cells: readonly string[]): string => header.get(cells, 'Team') ?? 'Linear'

/** Columns that are read. */
const known =
  /^(id|team|title|description|status|project|creator|assignee|labels|created|updated|completed|due date|parent issue|priority|blocked by|blocks)$/i

const splitLabels = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

class LinearWriter {
  readonly #header: CsvHeader
  readonly #ids: ReadonlySet<string>
  readonly #estimates: CustomColumns
  readonly #seen = new Set<string>()
  readonly notes = new LineNotes()

  constructor(header: CsvHeader, ids: ReadonlySet<string>, estimates: CustomColumns) {
    this.#header = header
    this.#estimates = estimates
    this.#ids = ids
  }

  *#once(kind: 'projects' | 'sections' | 'goals' | 'people', id: string, row: object): Generator<Entry> {
    const name = `${kind} ${id}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    yield { kind, row } as Entry
  }

  *read(cells: readonly string[], line: number): Generator<Entry> {
    const get = (...names: string[]) => this.#header.get(cells, ...names)
    const id = get('ID')
    if (!id) {
      if (cells.some((cell) => cell.trim() !== '')) this.notes.add('Left out, without an ID', line)
      return
    }
    const team = readTeam(this.#header, cells)
    const prefix = /^([A-Z][A-Z0-9]+)-\d+$/.exec(id)?.[1]
    yield* this.#once('projects', team, { id: team, name: team, ...(prefix && { prefix }) })
    const status = get('Status') ?? ''
    const meaning = guessStatus(status)
    const section = `${team}/${status}`
    if (status)
      yield* this.#once('sections', section, {
        id: section,
        scope_type: 'project',
        scope: team,
        name: status,
        ...(meaning && { status: meaning }),
      })
    const goal = get('Project') && `${team}/${get('Project')}`
    if (goal) yield* this.#once('goals', goal, { id: goal, project: team, name: get('Project') })
    for (const name of ['Creator', 'Assignee']) {
      const person = get(name)
      if (person)
        yield* this.#once('people', person, {
          id: person,
          ...(person.includes('@') ? { email: person } : { name: person }),
        })
    }
    yield this.#toTask(cells, { id, team, section: status ? section : null, goal: goal ?? null })
    const [before, after] = [this.#listIssues(cells, 'Blocked by'), this.#listIssues(cells, 'Blocks')]
    for (const other of before.filter((one) => this.#isOther(one, id))) yield* this.#dependency(id, other)
    for (const other of after.filter((one) => this.#isOther(one, id))) yield* this.#dependency(other, id)
  }

  #listIssues(cells: readonly string[], name: string): string[] {
    const issues = this.#header.all(cells, name).flatMap((text) => text.split(/[,;\s]+/))
    return [...new Set(issues.filter(Boolean))]
  }

  #isOther(issue: string, id: string): boolean {
    return this.#ids.has(issue) && issue !== id
  }

  *#dependency(task: string, depends_on: string): Generator<Entry> {
    const id = `${task} ${depends_on}`
    if (this.#seen.has(`dependencies ${id}`)) return
    this.#seen.add(`dependencies ${id}`)
    yield { kind: 'dependencies', row: { id, task, depends_on } }
  }

  /** Collects what has no counterpart, or could not be read. */
  #readExtra(cells: readonly string[], id: string): Record<string, unknown> {
    const extra: Record<string, unknown> = {}
    const get = (name: string) => this.#header.get(cells, name)
    cells.forEach((cell, column) => {
      const name = this.#header.names[column] || `column ${column + 1}`
      if (!known.test(name) && cell.trim()) extra[name] = cell.trim()
    })
    for (const name of ['Blocked by', 'Blocks']) {
      const missing = this.#listIssues(cells, name).filter((one) => !this.#isOther(one, id))
      if (missing.length > 0) extra[name] = missing.join(', ')
    }
    const parent = get('Parent issue')
    if (parent && !this.#isOther(parent, id)) extra['parent'] = parent
    if (get('Priority') && !guessPriority(get('Priority')!)) extra['priority'] = get('Priority')!
    if (get('Due Date') && !parseDay(get('Due Date')!)) extra['due_date'] = get('Due Date')!
    for (const name of ['Created', 'Updated', 'Completed'])
      if (get(name) && !parseTime(get(name)!)) extra[`${name.toLowerCase()}_at`] = get(name)!
    return extra
  }

  #toTask(
    cells: readonly string[],
    { id, team, section, goal }: { id: string; team: string; section: string | null; goal: string | null },
  ): Entry {
    const get = (...names: string[]) => this.#header.get(cells, ...names)
    const time = (name: string) => parseTime(get(name) ?? '')?.toISOString() ?? null
    const priority = guessPriority(get('Priority') ?? '')
    const extra = this.#readExtra(cells, id)
    const custom: Record<string, unknown> = {}
    const estimate = this.#header.all(cells, ESTIMATE)
    if (this.#estimates.read(ESTIMATE, estimate, { custom, extra })) delete extra[ESTIMATE]
    const parent = get('Parent issue')
    const ended = get('Completed') ? 'completed' : get('Canceled') || get('Archived') ? 'archived' : 'not_started'
    return {
      kind: 'tasks',
      row: {
        id,
        project: team,
        ...(section && { sections: [{ section }] }),
        ...(goal && { goal }),
        ...(parent && this.#ids.has(parent) && parent !== id && { parent }),
        ...(/^[A-Z][A-Z0-9]*-\d+$/.test(id) && { key: id }),
        title: get('Title') ?? id,
        description: get('Description') ?? null,
        status: guessStatus(get('Status') ?? '') ?? ended,
        ...(get('Status') && { source_status: get('Status')! }),
        ...(priority && { priority }),
        ...(get('Assignee') && { assignee: get('Assignee')! }),
        ...(get('Creator') && { created_by: get('Creator')! }),
        due_date: parseDay(get('Due Date') ?? '') ?? null,
        tags: splitLabels(get('Labels') ?? ''),
        ...pickFilled({ custom, extra }),
        created_at: time('Created'),
        updated_at: time('Updated'),
        completed_at: time('Completed'),
      },
    }
  }
}

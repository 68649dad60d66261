import { DataError } from '../format/errors.ts'
import type { Entry } from '../format/kinds.ts'
import { openCsv, type CsvHeader, type OpenContent } from './csv.ts'
import { parseDay, parseTime } from './dates.ts'
import type { ParseOptions } from './options.ts'
import { guessPriority, guessStatus } from './text.ts'

/** Parses the CSV export of a workspace: teams become projects, projects become goals. */
export async function* parseLinear(open: OpenContent, _options: ParseOptions): AsyncGenerator<Entry> {
  const ids = new Set<string>()
  const first = await openCsv(open)
  if (!first.header.has('ID') || !first.header.has('Title') || !first.header.has('Team'))
    throw new DataError('file', 1, 'it is not the CSV export of Linear: it has no columns ID, Team and Title.')
  for await (const { cells } of first.rows) ids.add(first.header.get(cells, 'ID') ?? '')
  const writer = new LinearWriter(first.header, ids)
  const { rows } = await openCsv(open)
  for await (const { cells } of rows) yield* writer.read(cells)
}

/** Columns without a counterpart, which become metadata. */
const extraColumns = [
  'Estimate',
  'Cycle Number',
  'Cycle Name',
  'Cycle Start',
  'Cycle End',
  'Initiatives',
  'Roadmaps',
  'Project Milestone',
  'SLA Status',
]

class LinearWriter {
  readonly #header: CsvHeader
  readonly #ids: ReadonlySet<string>
  readonly #seen = new Set<string>()

  constructor(header: CsvHeader, ids: ReadonlySet<string>) {
    this.#header = header
    this.#ids = ids
  }

  *#once(kind: 'projects' | 'sections' | 'goals' | 'people', id: string, row: object): Generator<Entry> {
    const name = `${kind} ${id}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    yield { kind, row } as Entry
  }

  *read(cells: readonly string[]): Generator<Entry> {
    const get = (...names: string[]) => this.#header.get(cells, ...names)
    const id = get('ID')
    if (!id) return
    const team = get('Team') ?? 'Linear'
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
  }

  #toTask(
    cells: readonly string[],
    { id, team, section, goal }: { id: string; team: string; section: string | null; goal: string | null },
  ): Entry {
    const get = (...names: string[]) => this.#header.get(cells, ...names)
    const time = (name: string) => parseTime(get(name) ?? '')?.toISOString() ?? null
    const priority = guessPriority(get('Priority') ?? '')
    const extra = Object.fromEntries(extraColumns.flatMap((name) => (get(name) ? [[name, get(name)] as const] : [])))
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
        tags: (get('Labels') ?? '')
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
        ...(Object.keys(extra).length > 0 && { extra }),
        created_at: time('Created'),
        updated_at: time('Updated'),
        completed_at: time('Completed'),
      },
    }
  }
}

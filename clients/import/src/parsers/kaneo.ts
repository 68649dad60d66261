import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { readJsonMembers } from './json-members.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { requireShape, type Shape } from './shapes.ts'
import { guessPriority, guessStatus, IdFactory } from './text.ts'
import { DayFormat } from './zoned-days.ts'

interface KaneoProject {
  name?: string | null
  slug?: string | null
  description?: string | null
}
interface KaneoTask {
  title?: string | null
  description?: string | null
  status?: string | null
  priority?: string | null
  dueDate?: string | null
  startDate?: string | null
  userId?: string | null
  labels?: { name?: string | null }[] | null
}

const projectShape: Shape = { name: 'text', slug: 'text', description: 'text' }
const taskShape: Shape = {
  title: 'text',
  description: 'text',
  status: 'text',
  priority: 'text',
  dueDate: 'text',
  startDate: 'text',
  userId: 'text',
  labels: [{ name: 'text' }],
}

/** Parses the JSON export of the tasks of a project. */
export async function* parseKaneo(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const project = await readProject(open)
  const id = project.slug || 'kaneo'
  const name = project.name?.trim() || toTitle(options.fileName)
  yield { kind: 'projects', row: { id, name, description: project.description || null } }
  options.notes.push('Kaneo exports neither ids, comments, subtasks nor files of tasks, and people only by their ids.')
  const writer = new KaneoWriter(id, options)
  let place = 0
  for await (const { value, line } of readJsonMembers(open, (member) => member === 'tasks')) {
    place += 1
    requireShape(value, taskShape, { line, place: `tasks[${place - 1}]` })
    yield* writer.read(value as KaneoTask, place)
  }
}

async function readProject(open: OpenContent): Promise<KaneoProject> {
  let project: KaneoProject | undefined
  let hasTasks = false
  for await (const { name, value, line } of readJsonMembers(open, (member) => /^(project|tasks)$/.test(member))) {
    if (name === 'tasks') hasTasks = true
    else {
      requireShape(value, projectShape, { line, place: name })
      project = value as KaneoProject
    }
  }
  if (!project || (!hasTasks && !project.slug))
    throw new DataError('file', undefined, 'it is not the JSON export of the tasks of a project in Kaneo.')
  return project
}

class KaneoWriter {
  readonly #project: string
  readonly #days: DayFormat
  readonly #factory = new IdFactory()
  readonly #seen = new Set<string>()

  constructor(project: string, { timeZone }: ParseOptions) {
    this.#project = project
    this.#days = new DayFormat(timeZone)
  }

  *read(task: KaneoTask, position: number): Generator<Entry> {
    const status = task.status?.trim() ?? ''
    const isInColumn = status !== '' && status !== 'archived'
    const section = isInColumn ? `${this.#project}/${status}` : undefined
    if (section && !this.#seen.has(section)) {
      this.#seen.add(section)
      const name = toColumnName(status)
      const meaning = toStatus(status)
      const place = { id: section, scope_type: 'project', scope: this.#project, name } as const
      yield { kind: 'sections', row: { ...place, ...(meaning && { status: meaning }) } }
    }
    const person = task.userId ?? undefined
    if (person && !this.#seen.has(`person ${person}`)) {
      this.#seen.add(`person ${person}`)
      yield { kind: 'people', row: { id: person } }
    }
    yield { kind: 'tasks', row: this.#toTask(task, section, position) }
  }

  #toTask(task: KaneoTask, section: string | undefined, position: number): Row<'tasks'> {
    const title = task.title?.trim() || 'Untitled'
    const status = task.status?.trim() ?? ''
    const priority = guessPriority((task.priority ?? '').replaceAll('-', ' '))
    const extra = {
      ...(task.priority && !priority && { priority: task.priority }),
      ...(task.startDate && !this.#days.read(task.startDate) && { start_date: task.startDate }),
      ...(task.dueDate && !this.#days.read(task.dueDate) && { due_date: task.dueDate }),
    }
    return {
      id: this.#factory.create(title),
      project: this.#project,
      ...(section && { sections: [{ section, position }] }),
      title,
      description: task.description || null,
      status: toStatus(status) ?? 'not_started',
      ...(status && { source_status: toColumnName(status) }),
      ...(priority && { priority }),
      ...(task.userId && { assignee: task.userId }),
      start_date: this.#days.read(task.startDate ?? undefined) ?? null,
      due_date: this.#days.read(task.dueDate ?? undefined) ?? null,
      tags: (task.labels ?? []).flatMap(({ name }) => name?.trim() || []),
      ...(Object.keys(extra).length > 0 && { extra }),
      ...(status === 'archived' && { is_archived: true }),
    }
  }
}

/** Tasks that are planned are in no column yet. */
const toStatus = (slug: string) => (slug === 'planned' ? 'backlog' : guessStatus(slug.replaceAll('-', ' ')))

/** Returns the name of a column, of which the file has the slug. */
function toColumnName(slug: string): string {
  const words = slug.replaceAll('-', ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}` || 'Column'
}

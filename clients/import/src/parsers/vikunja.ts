import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { convertHtml } from './html.ts'
import type { ParseOptions } from './options.ts'
import { guessStatus } from './text.ts'
import {
  isNamespace,
  readProjects,
  listProjects,
  type VikunjaUser,
  type VikunjaTask,
  type VikunjaAttachment,
  type VikunjaBucket,
  type VikunjaProject,
} from './vikunja-data.ts'

/** Parses the `data.json` of the export of an account: projects with their tasks, comments and attachments. */
export async function* parseVikunja(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const rows = await readProjects(open)
  const projects = listProjects(rows)
  const tasks = new Set(projects.flatMap((project) => (project.tasks ?? []).map((task) => task.id)))
  const writer = new VikunjaWriter(tasks, options)
  if (projects.some((project) => project.parent_project_id))
    options.notes.push('Projects within projects become projects of their own.')
  const namespaces = rows.filter((row) => row.id > 0 && isNamespace(row)).length
  if (namespaces > 0)
    options.notes.push(
      `Namespaces (${namespaces}) are not imported; their projects become projects of the organization.`,
    )
  for (const project of projects) yield* writer.read(project)
}

/** From 1, low, to 5, "do now"; 0 is none. */
const priorities = ['none', 'low', 'medium', 'high', 'critical', 'critical'] as const

/** Returns a time; undefined for the zero time, which stands for none. */
const toTime = (text: string | undefined): string | undefined => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) || text!.startsWith('0001-') ? undefined : new Date(time).toISOString()
}

class VikunjaWriter {
  readonly #tasks: ReadonlySet<number>
  readonly #options: ParseOptions
  readonly #people = new Set<number>()
  readonly #formatDay: Intl.DateTimeFormat

  constructor(tasks: ReadonlySet<number>, options: ParseOptions) {
    this.#tasks = tasks
    this.#options = options
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    this.#formatDay = new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: options.timeZone ?? 'UTC' })
  }

  *read(project: VikunjaProject): Generator<Entry> {
    const id = String(project.id)
    const prefix = project.identifier?.toUpperCase()
    const hasPrefix = prefix !== undefined && /^[A-Z][A-Z0-9]{1,9}$/.test(prefix)
    const name = project.title?.trim() || 'Vikunja'
    const description = convertHtml(project.description ?? '') || null
    yield { kind: 'projects', row: { id, name, description, ...(hasPrefix && { prefix }) } }
    if (project.is_archived)
      this.#options.notes.push(`The project ${JSON.stringify(name)} is archived in Vikunja, and is not here.`)
    const places = new Places(project, this.#options)
    for (const bucket of places.buckets) yield { kind: 'sections', row: toSection(id, bucket) }
    for (const task of project.tasks ?? []) {
      for (const user of [task.created_by, ...(task.assignees ?? [])]) yield* this.#person(user)
      const key = hasPrefix && task.index ? `${prefix}-${task.index}` : undefined
      yield { kind: 'tasks', row: this.#toTask(task, { project: id, key, bucket: places.find(task) }) }
      yield* this.#parts(task)
    }
  }

  *#person(user: VikunjaUser | null | undefined): Generator<Entry> {
    if (!user || this.#people.has(user.id)) return
    this.#people.add(user.id)
    const { username = null, email = null, name } = user
    yield { kind: 'people', row: { id: String(user.id), username, email: email || null, name: name || username } }
  }

  *#parts(task: VikunjaTask): Generator<Entry> {
    for (const other of task.related_tasks?.['blocked'] ?? [])
      if (this.#tasks.has(other.id) && other.id !== task.id)
        yield {
          kind: 'dependencies',
          row: { id: `${task.id} ${other.id}`, task: String(task.id), depends_on: String(other.id) },
        }
    for (const { id, comment = '', author, created } of task.comments ?? []) {
      const content = convertHtml(comment)
      if (content === '') continue
      yield* this.#person(author)
      const about = { ...(author && { author: String(author.id) }), created_at: toTime(created) ?? null }
      yield { kind: 'comments', row: { id: String(id), task: String(task.id), content, ...about } }
    }
    for (const attachment of task.attachments ?? []) yield* this.#attachment(task, attachment)
  }

  *#attachment(task: VikunjaTask, { id, file, created_by, created }: VikunjaAttachment): Generator<Entry> {
    yield* this.#person(created_by)
    const path = `files/${file?.id}`
    yield {
      kind: 'attachments',
      row: {
        id: String(id),
        task: String(task.id),
        name: file?.name?.trim() || 'file',
        ...(file?.mime && { media_type: file.mime }),
        ...(this.#options.hasFile?.(path) && { file: path }),
        ...(created_by && { uploaded_by: String(created_by.id) }),
        uploaded_at: toTime(created) ?? null,
      },
    }
  }

  #toDay(text: string | undefined): string | null {
    const time = toTime(text)
    return time === undefined ? null : this.#formatDay.format(new Date(time))
  }

  #toTask(
    task: VikunjaTask,
    { project, key, bucket }: { project: string; key: string | undefined; bucket: VikunjaBucket | undefined },
  ): Row<'tasks'> {
    const parent = (task.related_tasks?.['parenttask'] ?? []).find(
      (one) => this.#tasks.has(one.id) && one.id !== task.id,
    )
    const [assignee, ...others] = task.assignees ?? []
    const extra = this.#toExtra(task, others)
    const isDone = task.done === true
    return {
      id: String(task.id),
      project,
      ...(bucket && { sections: [{ section: toSectionId(project, bucket), position: task.position ?? 0 }] }),
      ...(parent && { parent: String(parent.id) }),
      ...(key && { key }),
      title: task.title?.trim() || 'Untitled',
      description: convertHtml(task.description ?? '') || null,
      status: isDone ? 'completed' : (guessOpenStatus(bucket?.title ?? '') ?? 'not_started'),
      ...(!isDone && bucket?.title && { source_status: bucket.title }),
      priority: priorities[task.priority ?? 0] ?? 'none',
      ...(assignee && { assignee: String(assignee.id) }),
      ...(others.length > 0 && { other_assignees: others.map((one) => String(one.id)) }),
      ...(task.created_by && { created_by: String(task.created_by.id) }),
      start_date: this.#toDay(task.start_date),
      due_date: this.#toDay(task.due_date),
      tags: (task.labels ?? []).flatMap(({ title }) => title || []),
      ...(Object.keys(extra).length > 0 && { extra }),
      created_at: toTime(task.created) ?? null,
      updated_at: toTime(task.updated) ?? null,
      completed_at: isDone ? (toTime(task.done_at) ?? null) : null,
    }
  }

  /** Returns what has no counterpart, for the metadata. */
  #toExtra(task: VikunjaTask, others: readonly VikunjaUser[]): Record<string, unknown> {
    const related = Object.entries(task.related_tasks ?? {}).flatMap(([kind, list]) =>
      ['parenttask', 'subtask', 'blocked', 'blocking'].includes(kind) || !list?.length
        ? []
        : [[kind, list.map(({ id }) => id)] as const],
    )
    const reminders = [...(task.reminder_dates ?? []), ...(task.reminders ?? []).flatMap((one) => one.reminder ?? [])]
    return {
      ...(others.length > 0 && { assignees: others.map((one) => one.name || one.username || String(one.id)) }),
      ...(task.percent_done && { percent_done: task.percent_done }),
      ...(toTime(task.end_date) && { end_date: toTime(task.end_date) }),
      ...((task.repeat_after || task.repeat_mode) && {
        repeat_after: task.repeat_after ?? 0,
        repeat_mode: task.repeat_mode ?? 0,
      }),
      ...(task.hex_color && { color: task.hex_color }),
      ...(task.is_favorite && { is_favorite: true }),
      ...(reminders.length > 0 && { reminders }),
      ...(related.length > 0 && { related: Object.fromEntries(related) }),
    }
  }
}

/** Guesses the status of a task that is not done, also in a bucket for those that are. */
const guessOpenStatus = (name: string) => {
  const status = guessStatus(name)
  return status === 'completed' ? undefined : status
}

const toSectionId = (project: string, { id }: VikunjaBucket) => `${project} bucket ${id}`

function toSection(project: string, bucket: VikunjaBucket): Row<'sections'> {
  const { title = '', position, is_done_bucket } = bucket
  const isDone = is_done_bucket === true || guessStatus(title) === 'completed'
  return {
    id: toSectionId(project, bucket),
    scope_type: 'project',
    scope: project,
    name: title.trim() || 'Section',
    ...(position !== undefined && { position }),
    ...(isDone && { status: 'completed' as const }),
  }
}

/** Finds the buckets of tasks in the first view of a project that has some, since a task is in one section. */
class Places {
  readonly buckets: readonly VikunjaBucket[]
  readonly #byTask: ReadonlyMap<number, number>

  constructor(project: VikunjaProject, { notes }: ParseOptions) {
    const all = project.buckets ?? []
    const views = [...new Set(all.map((bucket) => bucket.project_view_id ?? 0))].sort((one, other) => one - other)
    const done = new Set((project.views ?? []).flatMap((view) => view.done_bucket_id || []))
    this.buckets = all
      .filter((bucket) => (bucket.project_view_id ?? 0) === views[0])
      .map((bucket) => (done.has(bucket.id) ? { ...bucket, is_done_bucket: true } : bucket))
    if (views.length > 1)
      notes.push(
        `The project ${JSON.stringify(project.title ?? '')} has buckets in ${views.length} views: those of the first become sections.`,
      )
    const known = new Set(this.buckets.map((bucket) => bucket.id))
    const placed = (project.task_buckets ?? []).filter((one) => known.has(one.bucket_id))
    this.#byTask = new Map(placed.map((one) => [one.task_id, one.bucket_id]))
  }

  find({ id, bucket_id }: VikunjaTask): VikunjaBucket | undefined {
    const wanted = this.#byTask.get(id) ?? bucket_id
    return this.buckets.find((bucket) => bucket.id === wanted)
  }
}

import { DataError } from '../format/errors.ts'
import type { OpenContent } from './csv.ts'
import { findFault, type ObjectShape } from './shapes.ts'

const PART = 'data.json'
const MAX_BYTES = 256 * 1024 * 1024

export interface VikunjaUser {
  id: number
  name?: string
  username?: string
  email?: string
}
export interface VikunjaTask {
  id: number
  title?: string
  description?: string
  done?: boolean
  done_at?: string
  due_date?: string
  start_date?: string
  end_date?: string
  priority?: number
  percent_done?: number
  repeat_after?: number
  repeat_mode?: number
  hex_color?: string
  index?: number
  position?: number
  bucket_id?: number
  is_favorite?: boolean
  reminders?: { reminder?: string }[] | null
  reminder_dates?: string[] | null
  assignees?: VikunjaUser[] | null
  labels?: { title?: string }[] | null
  related_tasks?: Record<string, { id: number }[] | null> | null
  attachments?: VikunjaAttachment[] | null
  comments?: { id: number; comment?: string; author?: VikunjaUser | null; created?: string; updated?: string }[] | null
  created_by?: VikunjaUser | null
  created?: string
  updated?: string
}
export interface VikunjaAttachment {
  id: number
  created_by?: VikunjaUser | null
  file?: { id: number; name?: string; mime?: string; size?: number } | null
  created?: string
}
export interface VikunjaBucket {
  id: number
  title?: string
  position?: number
  project_view_id?: number
  is_done_bucket?: boolean
}
export interface VikunjaProject {
  id: number
  title?: string
  description?: string
  identifier?: string
  parent_project_id?: number
  is_archived?: boolean
  created?: string
  tasks?: VikunjaTask[] | null
  buckets?: VikunjaBucket[] | null
  task_buckets?: { task_id: number; bucket_id: number }[] | null
  views?: { id: number; done_bucket_id?: number }[] | null
  child_projects?: VikunjaProject[] | null
  /** Projects of a namespace: exports of versions before 0.21 list these. */
  projects?: VikunjaProject[] | null
  lists?: VikunjaProject[] | null
}

/** Reads the projects of an export. Throws `DataError` if it is too large, no JSON or no list. */
export async function readProjects(open: OpenContent): Promise<VikunjaProject[]> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of open()) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new DataError(PART, undefined, `it is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  const value = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (!Array.isArray(value))
    throw new DataError(PART, undefined, 'it is not the list of projects that Vikunja exports.')
  return value as VikunjaProject[]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DataError(PART, undefined, `it is not valid JSON (${(error as Error).message}).`)
  }
}

const user: ObjectShape = { name: 'text', username: 'text', email: 'text' }
const taskShape: ObjectShape = {
  ...Object.fromEntries(
    ['title', 'description', 'done_at', 'due_date', 'start_date', 'end_date', 'created', 'updated'].map((name) => [
      name,
      'text' as const,
    ]),
  ),
  priority: 'number',
  reminders: [{ reminder: 'text' }],
  reminder_dates: ['text'],
  assignees: [user],
  created_by: user,
  labels: [{ title: 'text' }],
  attachments: [{ file: { name: 'text', mime: 'text' }, created_by: user, created: 'text' }],
  comments: [{ comment: 'text', author: user, created: 'text' }],
}
const projectShape: ObjectShape = {
  title: 'text',
  description: 'text',
  identifier: 'text',
  buckets: [{ title: 'text' }],
  task_buckets: [{}],
  views: [{}],
}

const MAX_DEPTH = 50
const nestedLists = ['child_projects', 'projects', 'lists'] as const

/** Returns whether a row is a namespace, which has projects and no tasks. */
export const isNamespace = (row: VikunjaProject): boolean => ('projects' in row || 'lists' in row) && row.tasks == null

/** Returns the projects with those within them. Throws `DataError` with the place of a row without an id. */
export function listProjects(projects: readonly VikunjaProject[], place = 'project', depth = 0): VikunjaProject[] {
  if (depth > MAX_DEPTH) throw new DataError(PART, undefined, `${place}: projects are nested too deeply.`)
  return projects.flatMap((project, i) => {
    const name = `${place} ${i + 1}`
    requireId(project, name)
    for (const list of ['tasks', 'buckets', 'task_buckets', ...nestedLists] as const)
      if (project[list] != null && !Array.isArray(project[list]))
        throw new DataError(PART, undefined, `${name}: ${list} is not a list.`)
    rejectFault(project, projectShape, name)
    project.tasks?.forEach((task, at) => requireTask(task, `${name}, task ${at + 1}`))
    // Favorites and saved filters are no projects.
    const own = project.id > 0 && !isNamespace(project) ? [project] : []
    const nested = nestedLists.flatMap((list) => project[list] ?? [])
    return [...own, ...listProjects(nested, `${name}, project`, depth + 1)]
  })
}

function requireId(row: { id?: unknown } | null | undefined, place: string): void {
  if (typeof row !== 'object' || row === null || !Number.isSafeInteger(row.id))
    throw new DataError(PART, undefined, `${place}: it has no number as id.`)
}

function rejectFault(row: object, shape: ObjectShape, place: string): void {
  const fault = findFault(row, shape)
  if (fault) throw new DataError(PART, undefined, `${place}: ${fault}`)
}

function requireTask(task: VikunjaTask, place: string): void {
  requireId(task, place)
  for (const list of ['assignees', 'labels', 'attachments', 'comments'] as const) {
    const rows: unknown = task[list]
    if (rows != null && !Array.isArray(rows)) throw new DataError(PART, undefined, `${place}: ${list} is not a list.`)
    for (const row of (rows ?? []) as { id?: unknown }[]) requireId(row, `${place}, ${list}`)
  }
  rejectFault(task, taskShape, place)
  for (const [kind, others] of Object.entries(task.related_tasks ?? {})) {
    if (others != null && !Array.isArray(others))
      throw new DataError(PART, undefined, `${place}: related_tasks.${kind} is not a list.`)
    for (const other of others ?? []) requireId(other, `${place}, related_tasks.${kind}`)
  }
}

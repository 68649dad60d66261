import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { compileSchema, requireValidBody, type SchemaValidator } from '../../../../http/validate.ts'
import type { ProjectRow } from '../../projects/queries/find.ts'
import { findProjectSections, lockSectionEnds, saveSectionMoves, type PlacedSection } from '../queries/placement.ts'
import type { TaskRow } from '../queries/rows.ts'
import { buildSearchContent, toGramsArray } from '../queries/search.ts'
import { applyTaskUpdate, buildBlankTask, decidePlacement, toColumnValues, writableColumns } from '../rules.ts'
import { taskCreate, type TaskCreate } from '../schema.ts'
import { presentCreated } from './create.ts'
import { indexNewCustomValues, resolveCustomValues } from './custom.ts'

export { decidePlacement, filterAcyclic, mergeTypeData } from '../rules.ts'
export { resolveCustomValues } from './custom.ts'
export { putInSections } from './placement.ts'

/** Maximum number of subtasks that an import gives a task, as a single request can. */
export const MAX_IMPORTED_SUBTASKS = 200

/** A task of an import. Its references are resolved: ids of this organization, usernames of its members. */
export interface TaskDraft {
  task_id: string
  body: TaskCreate
  /** A task that exists, or an earlier one of the same drafts; null also for one that is linked later. */
  parent_task_id: string | null
  goal_id: string | null
  sprint_id: string | null
  milestone_id: string | null
  /** Users who can read a restricted task; empty for others. */
  restricted_to: readonly { user_id: string; username: string }[]
  assignee: string | null
  created_by: string | null
  created_at: string
  updated_at: string
  /** Number of its key, which is reserved; null for the next one. */
  number: number | null
  section: { section_id: string; position: number | null } | null
}

/** A value that the rules of tasks do not accept. */
interface RejectedValue {
  field: string
  value: unknown
  reason: string
}

interface ImportedTask {
  task: TaskRow | null
  /** Section of the project that the task is in. */
  section_id: string | null
  rejected: RejectedValue[]
}

type ImportProject = Pick<
  ProjectRow,
  'org_id' | 'project_id' | 'prefix' | 'visibility' | 'team_id' | 'has_status_sections'
>

let check: SchemaValidator | undefined
const checkBody = (): SchemaValidator => (check ??= compileSchema(taskCreate))

/**
 * Creates tasks of one project by the rules of a single create, with a few statements for all of them. Values that the
 * rules reject are left out and returned; a task without a valid title is not created.
 */
export async function importTasks(
  ctx: Context,
  project: ImportProject,
  drafts: readonly TaskDraft[],
  { emits }: { emits: boolean },
): Promise<ImportedTask[]> {
  const results: ImportedTask[] = []
  for (const draft of drafts) results.push(await buildImportedTask(ctx, project, draft))
  const entries = results.flatMap(({ task }, i) => (task ? [{ task, draft: drafts[i]! }] : []))
  if (entries.length === 0) return results
  await joinParents(ctx, project.org_id, entries)
  await takeNumbers(ctx, project, entries)
  const placed = await decideSections(ctx, project, entries)
  const tasks = entries.map(({ task }) => task)
  await insertTasks(ctx, project.org_id, tasks)
  saveSectionMoves(ctx, project.org_id, placed)
  const sections = new Map(placed.map(({ task_id, to }) => [task_id, to.section_id]))
  for (const result of results) result.section_id = (result.task && sections.get(result.task.task_id)) ?? null
  await indexNewCustomValues(ctx, project.org_id, tasks)
  if (emits) for (const task of tasks) emitCreated(ctx, task)
  return results
}

const emitCreated = (ctx: Context, task: TaskRow) =>
  ctx.emit({
    org_id: task.org_id,
    type: 'task.created',
    resource_type: 'task',
    resource_id: task.task_id,
    project_id: task.project_id,
    before: null,
    after: presentCreated(task),
  })

async function buildImportedTask(ctx: Context, project: ImportProject, draft: TaskDraft): Promise<ImportedTask> {
  const { org_id, project_id } = project
  const blank: TaskRow = {
    ...buildBlankTask(org_id, draft.task_id, draft.created_by ?? '', draft.created_at),
    created_by: draft.created_by,
    updated_by: draft.created_by,
    updated_at: draft.updated_at,
  }
  const { body, rejected } = acceptBody({ ...draft.body, org_id, project_id }, blank, true)
  if (!body) return { task: null, section_id: null, rejected }
  const task = applyTaskUpdate(blank, body, true)
  const { goal_id, sprint_id, milestone_id, assignee, number } = draft
  Object.assign(task, { goal_id, sprint_id, milestone_id, assignee, number })
  if (draft.restricted_to.length > 0)
    Object.assign(task, {
      restricted: true,
      restricted_to: draft.restricted_to.map(({ username }) => username),
      restricted_to_user_ids: draft.restricted_to.map(({ user_id }) => user_id),
    })
  for (const [key, value] of Object.entries(body.custom ?? {})) {
    try {
      task.custom = await resolveCustomValues(ctx, task, { [key]: value })
    } catch (error) {
      rejected.push({ field: `custom.${key}`, value, reason: toReason(error) })
    }
  }
  return { task, section_id: null, rejected }
}

/** Validates an update of a task; omits its invalid fields. Returns no body if that leaves no title. */
export function acceptBody<B extends TaskCreate>(
  body: B,
  stored: TaskRow,
  creating = false,
): { body: B | null; rejected: RejectedValue[] } {
  const rejected: RejectedValue[] = []
  const accepted: Record<string, unknown> = { ...body }
  for (;;) {
    try {
      requireValidBody(checkBody(), accepted)
      applyTaskUpdate(stored, accepted as unknown as B, creating)
      return { body: accepted as unknown as B, rejected }
    } catch (error) {
      const { loc, msg } = firstError(error)
      const field = String(loc[1] ?? 'title')
      rejected.push({ field, value: accepted[field], reason: msg })
      if (field === 'title' || !(field in accepted)) return { body: null, rejected }
      delete accepted[field]
    }
  }
}

function firstError(error: unknown): { loc: (string | number)[]; msg: string } {
  const first = error instanceof Problem ? error.errors?.[0] : undefined
  if (!first?.loc) throw error
  return { loc: first.loc, msg: first.msg }
}

function toReason(error: unknown): string {
  if (!(error instanceof Problem)) throw error
  return error.errors?.[0]?.msg ?? error.message
}

interface DraftedTask {
  task: TaskRow
  draft: TaskDraft
}

/**
 * Adds tasks to the subtasks of their parents, so that each is written once. Leaves out parents that are deleted or would
 * have too many subtasks.
 */
async function joinParents(ctx: Context, orgId: string, entries: readonly DraftedTask[]): Promise<void> {
  const created = new Map(entries.map(({ task }) => [task.task_id, task]))
  const children = entries.filter(({ draft }) => draft.parent_task_id !== null)
  const stored = children.filter(({ draft }) => !created.has(draft.parent_task_id!))
  const extended = await appendSubtasks(ctx, orgId, stored)
  for (const { task, draft } of children) {
    const parent = created.get(draft.parent_task_id!)
    if (!parent && !extended.has(draft.parent_task_id!)) continue
    Object.assign(task, { parent_task_id: draft.parent_task_id, is_subtask: true })
    if (parent) parent.sub_tasks = [...parent.sub_tasks, task.task_id]
  }
}

/** Appends tasks to the subtasks of stored ones; returns these. */
async function appendSubtasks(ctx: Context, orgId: string, children: readonly DraftedTask[]): Promise<Set<string>> {
  if (children.length === 0) return new Set()
  const rows = await ctx.db.query(sql<{ task_id: string }>`
    update tasks p set sub_tasks = p.sub_tasks || l.children
    from (select u.parent, array_agg(u.child order by u.position) as children
      from unnest(${children.map(({ draft }) => draft.parent_task_id)}::text[],
        ${children.map(({ task }) => task.task_id)}::text[]) with ordinality as u(parent, child, position)
      group by u.parent) l
    where p.org_id = ${orgId} and p.task_id = l.parent and p.deleted_at is null
      and cardinality(p.sub_tasks) + cardinality(l.children) <= ${MAX_IMPORTED_SUBTASKS}
    returning p.task_id`)
  return new Set(rows.map((row) => row.task_id))
}

/** Numbers the tasks that bring none along, in one block. */
async function takeNumbers(ctx: Context, { org_id, project_id }: ImportProject, entries: readonly DraftedTask[]) {
  const missing = entries.filter(({ task }) => task.number === null)
  if (missing.length === 0) return
  const [row] = await ctx.db.query(sql<{ last: number }>`
    update project_numbers set last = last + ${missing.length}::int
    where org_id = ${org_id} and project_id = ${project_id} returning last`)
  missing.forEach(({ task }, i) => (task.number = row!.last - missing.length + 1 + i))
}

/** Decides section and status of each task as a move into the section would; returns the moves. */
async function decideSections(ctx: Context, project: ImportProject, entries: readonly DraftedTask[]) {
  const { org_id, project_id } = project
  const sections = await findProjectSections(ctx, org_id, [], [project_id])
  const decided = entries.flatMap(({ task, draft }) => {
    const section = sections.find((one) => one.section_id === draft.section?.section_id) ?? null
    const placement = decideDraft(task, section, sections)
    task.status = placement.status
    return placement.section_id === null
      ? []
      : [{ task, section_id: placement.section_id, position: draft.section?.position ?? null }]
  })
  const ids = [...new Set(decided.map((one) => one.section_id))]
  const ends = ids.length === 0 ? new Map() : await lockSectionEnds(ctx, org_id, ids)
  return decided.flatMap(({ task: { task_id, restricted }, section_id, position }) => {
    const end = ends.get(section_id)
    if (!end) return []
    const to = { project_id, section_id, position: position ?? (end.end_position += 1) }
    return [{ task_id, from: null, to: restricted ? to : { ...to, counts: true as const } }]
  })
}

const decideDraft = (task: TaskRow, section: PlacedSection | null, sections: readonly PlacedSection[]) =>
  section
    ? decidePlacement({ kind: 'put', section }, task.status, sections)
    : decidePlacement({ kind: 'arrival', formerName: null }, task.status, sections)

const insertedColumns = [
  ...new Set(['task_id', 'number', 'created_by', 'updated_by', 'created_at', 'updated_at', ...writableColumns]),
]
const insertNames = sql.raw(insertedColumns.join(', '))
const selectNames = sql.raw(insertedColumns.map((name) => `e.${name}`).join(', '))

const jsonColumns = new Set(['type_data', 'metadata', 'custom'])

/** Returns the columns of a task by name, JSON ones as values. */
function toInsertedRow(task: TaskRow): Record<string, unknown> {
  const values = toColumnValues(task)
  const { task_id, number, created_by, updated_by, created_at, updated_at } = task
  const row: Record<string, unknown> = { task_id, number, created_by, updated_by, created_at, updated_at }
  writableColumns.forEach((name, i) => (row[name] = jsonColumns.has(name) ? task[name as keyof TaskRow] : values[i]))
  return row
}

/** Inserts tasks with their keys and search texts. */
async function insertTasks(ctx: Context, orgId: string, tasks: readonly TaskRow[]): Promise<void> {
  const rows = tasks.map((task) => toInsertedRow(task))
  await ctx.db.query(sql`
    insert into tasks (org_id, ${insertNames})
    select ${orgId}, ${selectNames} from jsonb_populate_recordset(null::tasks, ${JSON.stringify(rows)}::jsonb) e`)
  const keys = tasks.filter((task) => task.number !== null)
  await ctx.db.query(sql`
    insert into task_keys (org_id, project_id, number, task_id)
    select ${orgId}, u.project_id, u.number, u.task_id from unnest(${keys.map((one) => one.project_id)}::text[],
      ${keys.map((one) => one.number)}::integer[], ${keys.map((one) => one.task_id)}::text[]) as u(project_id, number, task_id)`)
  const searched = tasks.map((task) => {
    const content = buildSearchContent(task)
    return { task_id: task.task_id, content, grams: toGramsArray(content) }
  })
  await ctx.db.query(sql`
    insert into task_search (org_id, task_id, content, grams)
    select ${orgId}, e.task_id, e.content, e.grams::integer[]
    from jsonb_to_recordset(${JSON.stringify(searched)}::jsonb) as e(task_id text, content text, grams text)`)
}

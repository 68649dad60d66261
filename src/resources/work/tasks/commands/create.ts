import { runTogether } from '../../../../db/named-statements.ts'
import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { forbidden } from '../../../../core/errors.ts'
import type { ProjectWithRole } from '../../projects/queries/find.ts'
import { canReadTask } from '../policy.ts'
import { placeTasks } from './placement.ts'
import { addSubtasks, emitLinkEvents, requireNoCycle } from './links.ts'
import { hasCustomValues } from '../queries/custom-values.ts'
import { resolveTaskReferences } from '../queries/references.ts'
import { indexCustomValues, resolveCustomValues } from './custom.ts'
import { eventAttributes } from '../attributes.ts'
import type { TakeNumber } from './numbers.ts'
import { applyTaskUpdate, buildBlankTask, writableColumns, toColumnValues } from '../rules.ts'
import { buildTaskColumns, type TaskRow, type TaskWithAccess } from '../queries/rows.ts'
import type { TaskCreate } from '../schema.ts'
import { toGramsArray, buildSearchContent } from '../queries/search.ts'

/** Organization and editable project of a new task, and the number that it will have there. */
export interface NewTaskLocation {
  org_id: string
  project: ProjectWithRole | null
  takeNumber: TakeNumber | null
}

/** Values that a copy has from its original, where they were checked, and the name of its section. */
export interface CopiedValues {
  values: Partial<TaskWithAccess>
  section: string | null
}

/** Creates a task in an editable project or without one. Its containers and linked tasks are already locked. */
export async function createTask(
  ctx: Context,
  { org_id: orgId, project, takeNumber }: NewTaskLocation,
  body: TaskCreate,
  copied?: CopiedValues,
): Promise<TaskWithAccess> {
  const task = await buildTask(ctx, orgId, project, body, copied?.values)
  const { sub_tasks, dependencies } = task
  const locate = (list: 'sub_tasks' | 'dependencies') => (taskId: string) => [
    'body',
    list,
    body[list]?.indexOf(taskId) ?? 0,
  ]
  await requireNoCycle(ctx, task, dependencies, locate('dependencies'))
  if (takeNumber) task.number = await takeNumber()
  const row = await insertTask(ctx, task)
  const section = await placeCreated(ctx, task, copied?.section ?? null)
  await addSubtasks(ctx, row, sub_tasks, locate('sub_tasks'))
  ctx.emit({
    org_id: orgId,
    type: 'task.created',
    resource_type: 'task',
    resource_id: row.task_id,
    project_id: row.project_id,
    before: null,
    after: { ...presentCreated(row), ...section },
  })
  emitLinkEvents(ctx, row, 'subtask', { added: sub_tasks, removed: [] })
  emitLinkEvents(ctx, row, 'dependency', { added: dependencies, removed: [] })
  return { ...task, ...row }
}

/** Puts a new task into a section, by its name or its status; returns it as event attributes, none without a section. */
async function placeCreated(
  ctx: Context,
  task: TaskWithAccess,
  wanted_section: string | null,
): Promise<Record<string, unknown>> {
  if (!task.project_has_status_sections && wanted_section === null) return {}
  const placed = await ctx.serializeInGroup(() =>
    placeTasks(ctx, task.org_id, [{ ...task, former_project_id: null, wanted_section }]),
  )
  return placed.get(task.task_id)?.after ?? {}
}

async function buildTask(
  ctx: Context,
  orgId: string,
  project: ProjectWithRole | null,
  body: TaskCreate,
  copied?: Partial<TaskWithAccess>,
) {
  const blank = {
    ...buildBlankTask(orgId, ctx.newId('T'), ctx.user.username, ctx.now),
    project_visibility: project?.visibility ?? null,
    project_deleted: false,
    project_team_id: project?.team_id ?? null,
    project_has_status_sections: project?.has_status_sections ?? false,
    project_prefix: project?.prefix ?? null,
    my_role: project?.my_role ?? null,
    my_team_role: null,
    claim: null,
    external_refs: [],
    ...copied,
  }
  const task = await resolveTaskReferences(ctx, blank, applyTaskUpdate(blank, body, true))
  if (body.custom) task.custom = await resolveCustomValues(ctx, task, body.custom)
  if (!canReadTask(ctx, task))
    throw forbidden('You could not read this task. Include yourself in `restricted_to`, or create it elsewhere.')
  return task
}

/** Returns the event attributes of a new task: those that are not empty. */
export function presentCreated(row: TaskRow): Record<string, unknown> {
  const attributes: Record<string, unknown> = { project_id: row.project_id }
  for (const name of [...eventAttributes, 'restricted_to'] as const) {
    const value = row[name]
    if (value !== null && value !== false && !isEmptyObject(value)) attributes[name] = value
  }
  return attributes
}

const isEmptyObject = (value: unknown) => typeof value === 'object' && Object.keys(value as object).length === 0

const insertColumns = sql.raw(
  ['task_id', 'number', 'created_by', 'updated_by', 'created_at', 'updated_at', ...writableColumns].join(', '),
)

/** Inserts a task, its key and its search text in one round trip. */
async function insertTask(ctx: Context, task: TaskRow): Promise<TaskRow> {
  const { org_id, task_id, project_id, number, created_by, updated_by, created_at, updated_at } = task
  const content = buildSearchContent(task)
  // Built from templates, so that the statement keeps its shape and its prepared plan.
  const values = toColumnValues(task).reduce<Sql>(
    (row, value) => sql`${row}, ${value}`,
    sql`${org_id}, ${task_id}, ${number}, ${created_by}, ${updated_by}, ${created_at}, ${updated_at}`,
  )
  const row = sql<TaskRow>`insert into tasks (org_id, ${insertColumns}) values (${values}) returning ${buildTaskColumns('tasks')}`
  const insertKey = sql`insert into task_keys (org_id, project_id, number, task_id)
    values (${org_id}, ${project_id}, ${number}, ${task_id})`
  const insertSearchText = sql`insert into task_search (org_id, task_id, content, grams)
    values (${org_id}, ${task_id}, ${content}, ${toGramsArray(content)})`
  const others = [{ name: 'inserted_search', statement: insertSearchText }]
  if (number !== null) others.push({ name: 'inserted_key', statement: insertKey })
  const inserted = runTogether(ctx.db, { name: 'inserted_task', statement: row }, ...others)
  // PostgreSQL returns JSON with its keys in another order; without any, the row is already known.
  const known = task.type_data === null && task.metadata.length === 0
  if (known) ctx.ignoreRejection(inserted)
  if (hasCustomValues(task)) await indexCustomValues(ctx, task)
  if (!known) return (await inserted)[0]!
  return { ...task, comments: 0, version: 1 }
}

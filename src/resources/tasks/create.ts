import { changeTogether } from '../../db/parts.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden } from '../../kernel/problem.ts'
import type { ProjectSeen } from '../projects/rows.ts'
import { canReadTask } from './access.ts'
import { adoptSubtasks, emitLinks, requireNoCircle } from './links.ts'
import { resolveReferences } from './references.ts'
import { toldAttributes } from './attributes.ts'
import { applyUpdate, blankTask, writtenColumns, writtenValues } from './rules.ts'
import { taskColumns, type TaskRow, type TaskSeen } from './rows.ts'
import type { TaskCreate } from './schemas.ts'
import { gramsColumn, searchContent } from './search.ts'

/**
 * Makes a task in a project that the caller may fill, or in none. What it is put into and linked with is locked already.
 */
export async function createTask(
  ctx: Context,
  orgId: string,
  project: ProjectSeen | null,
  body: TaskCreate,
): Promise<TaskSeen> {
  const place = {
    project_visibility: project?.visibility ?? null,
    project_deleted: false,
    project_team_id: project?.team_id ?? null,
    my_role: project?.my_role ?? null,
    my_team_role: null,
  }
  const blank = { ...blankTask(orgId, ctx.newId('T'), ctx.user.username, ctx.now), ...place }
  const asked = applyUpdate(blank, body, true)
  const wanted = await resolveReferences(ctx, blank, asked)
  if (!canReadTask(ctx, wanted)) throw forbidden('You could not see this task yourself.')
  const { sub_tasks, dependencies } = wanted
  const locOf = (list: 'sub_tasks' | 'dependencies') => (taskId: string) => [
    'body',
    list,
    body[list]?.indexOf(taskId) ?? 0,
  ]
  await requireNoCircle(ctx, wanted, dependencies, locOf('dependencies'))
  const row = await insertTask(ctx, wanted)
  await adoptSubtasks(ctx, row, sub_tasks, locOf('sub_tasks'))
  ctx.emit({
    org_id: orgId,
    type: 'task.created',
    resource_type: 'task',
    resource_id: row.task_id,
    project_id: row.project_id,
    before: null,
    after: told(row),
  })
  emitLinks(ctx, row, 'subtask', { added: sub_tasks, removed: [] })
  emitLinks(ctx, row, 'dependency', { added: dependencies, removed: [] })
  return { ...wanted, ...row }
}

/** What a new task says: its attributes that are not empty. */
function told(row: TaskRow): Record<string, unknown> {
  const said: Record<string, unknown> = { project_id: row.project_id }
  for (const name of [...toldAttributes, 'restricted_to'] as const) {
    const value = row[name]
    if (value !== null && value !== false && !(Array.isArray(value) && value.length === 0)) said[name] = value
  }
  return said
}

const inserted = sql.raw(
  ['task_id', 'created_by', 'updated_by', 'created_at', 'updated_at', ...writtenColumns].join(', '),
)

/** Stores a new task and its search text, in one round trip. */
async function insertTask(ctx: Context, task: TaskRow): Promise<TaskRow> {
  const { org_id, task_id, created_by, updated_by, created_at, updated_at } = task
  const content = searchContent(task)
  // Value is put to value by a template each, since a row that is joined would have no shape.
  const values = writtenValues(task).reduce<Sql>(
    (row, value) => sql`${row}, ${value}`,
    sql`${org_id}, ${task_id}, ${created_by}, ${updated_by}, ${created_at}, ${updated_at}`,
  )
  const row = sql<TaskRow>`insert into tasks (org_id, ${inserted}) values (${values}) returning ${taskColumns('tasks')}`
  const searched = sql`insert into task_search (org_id, task_id, content, grams)
    values (${org_id}, ${task_id}, ${content}, ${gramsColumn(content)})`
  const made = changeTogether(ctx.db, { name: 'made', change: row }, { name: 'searched', change: searched })
  // JSON comes back as PostgreSQL keeps it, its keys in another order; without any, the row is known.
  if (task.type_data !== null || task.metadata.length > 0) return (await made)[0]!
  ctx.later(made)
  return { ...task, comments: 0, version: 1 }
}

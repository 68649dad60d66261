import type { Context } from '../../kernel/context.ts'
import type { ProjectSeen } from '../projects/rows.ts'
import { adoptSubtasks, emitLinks, requireNoCircle } from './links.ts'
import { insertTask } from './queries.ts'
import { resolveReferences } from './references.ts'
import { applyUpdate, blankTask, toldAttributes } from './rules.ts'
import type { TaskRow, TaskSeen } from './rows.ts'
import type { TaskCreate } from './schemas.ts'

/** Makes a task in a project the caller may fill, or in none. */
export async function createTask(
  ctx: Context,
  orgId: string,
  project: ProjectSeen | null,
  body: TaskCreate,
): Promise<TaskSeen> {
  const blank = blankTask(orgId, ctx.newId('T'), ctx.user.username, ctx.now)
  const wanted = applyUpdate(blank, { ...body, sub_tasks: [] }, true)
  const settled = await resolveReferences(ctx, blank, wanted, project?.team_id ?? null)
  settled.sub_tasks = [...new Set(body.sub_tasks)]
  await requireNoCircle(ctx, settled, settled.dependencies, (i) => ['body', 'dependencies', i])
  const row = await insertTask(ctx, settled)
  await adoptSubtasks(ctx, row, settled.sub_tasks, (i) => ['body', 'sub_tasks', i])
  ctx.emit({
    org_id: orgId,
    type: 'task.created',
    resource_type: 'task',
    resource_id: row.task_id,
    project_id: row.project_id,
    before: null,
    after: told(row),
  })
  emitLinks(ctx, row, 'subtask', { added: row.sub_tasks, removed: [] })
  return {
    ...row,
    project_visibility: project?.visibility ?? null,
    project_deleted: false,
    project_team_id: project?.team_id ?? null,
    my_role: project?.my_role ?? null,
    my_team_role: null,
  }
}

/** What a new task says: its attributes that are not empty. */
function told(row: TaskRow): Record<string, unknown> {
  const said: Record<string, unknown> = { project_id: row.project_id }
  for (const name of toldAttributes) {
    const value = row[name]
    if (value !== null && value !== false && !(Array.isArray(value) && value.length === 0)) said[name] = value
  }
  return said
}

import type { Context } from '../../kernel/context.ts'
import { forbidden } from '../../kernel/problem.ts'
import type { ProjectSeen } from '../projects/rows.ts'
import { canReadTask } from './access.ts'
import { adoptSubtasks, emitLinks, requireNoCircle } from './links.ts'
import { insertTask } from './queries.ts'
import { resolveReferences } from './references.ts'
import { toldAttributes } from './attributes.ts'
import { applyUpdate, blankTask } from './rules.ts'
import type { TaskRow, TaskSeen } from './rows.ts'
import type { TaskCreate } from './schemas.ts'

/** Makes a task in a project the caller may fill, or in none; what it is put into and linked with is locked. */
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
  const asked = { ...blank, ...applyUpdate(blank, body, true) }
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

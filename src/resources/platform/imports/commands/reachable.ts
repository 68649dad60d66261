import type { Kind } from '@svc/import'
import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { canDeleteTask, canEditTask, canReadTask } from '../../../work/tasks/policy.ts'
import { findTaskAccess, type TaskAccess } from '../../../work/tasks/queries/rows.ts'
import type { ImportRow } from '../queries.ts'
import type { ImportRun } from './run.ts'

/** The same for tasks that were moved, hidden or deleted out of sight, about which a report must say nothing. */
export const REASON_FOR_UNREACHABLE = 'this task is not in the project any more, or you cannot edit it: left as it is'

const permissions = {
  read: canReadTask,
  edit: (ctx: Context, task: TaskAccess) => canReadTask(ctx, task) && canEditTask(ctx, task),
  delete: (ctx: Context, task: TaskAccess) =>
    canReadTask(ctx, task) && canEditTask(ctx, task) && canDeleteTask(ctx, task),
}

export type ReachableTasks = Pick<ReadonlySet<string>, 'has'>

/**
 * Returns which tasks, live or deleted, the caller may read, edit or delete in the project of the import; admins reach
 * all. The tasks are locked, so that the answer holds until the commit.
 */
export async function loadReachableTasks(
  ctx: Context,
  { org_id, project_id }: Pick<ImportRow, 'org_id' | 'project_id'>,
  taskIds: readonly string[],
  permission: keyof typeof permissions,
): Promise<ReachableTasks> {
  if (ctx.caller.isOrgAdmin(org_id)) return { has: () => true }
  const found = await findTaskAccess(ctx, org_id, [...new Set(taskIds)])
  const reachable = found.filter(
    (task) => (project_id === null || task.project_id === project_id) && permissions[permission](ctx, task),
  )
  return new Set(reachable.map((task) => task.task_id))
}

export const reportUnreachable = (
  run: ImportRun,
  kind: Kind,
  at: Pick<NumberedRow<Kind>, 'line' | 'row'>,
  field: string | null = null,
): void => run.report('skipped', kind, at, REASON_FOR_UNREACHABLE, field)

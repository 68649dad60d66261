import type { Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { canEditProject, canReadProject } from '../../work/projects/policy.ts'
import { findGoal, type GoalRow, type GoalWithAccess } from './queries.ts'

export type GoalCall = { ctx: Context; params: { project_id: string; goal_id: string } }

/** Returns the goal, locked in a write. Throws 404 unless the caller can read its project. */
export async function loadVisibleGoal({ ctx, params }: GoalCall): Promise<GoalWithAccess> {
  const goal = await findGoal(ctx, [params.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  return goal
}

/** Returns the locked goal. Throws 404 or 403 unless the caller may edit its project. */
export async function loadGoalForUpdate(call: GoalCall): Promise<GoalWithAccess> {
  const goal = await loadVisibleGoal(call)
  requireGoalEditor(call.ctx, goal)
  return goal
}

/** Throws 403 unless the caller may edit the project of the goal. */
export function requireGoalEditor(ctx: Context, goal: GoalWithAccess): void {
  if (!canEditProject(ctx, goal)) throw forbidden('Only owners and editors of the project can do this.')
}

/** Identifies a goal in events. */
export const goalSubject = ({ org_id, goal_id, project_id }: Pick<GoalRow, 'org_id' | 'goal_id' | 'project_id'>) => ({
  org_id,
  resource_type: 'goal',
  resource_id: goal_id,
  project_id,
})

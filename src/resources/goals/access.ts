import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { findGoal, type GoalRow, type GoalSeen } from './queries.ts'

export type ById = { ctx: Context; params: { project_id: string; goal_id: string } }

/** Returns the goal, locked in a write. Throws 404 unless the caller can read its project. */
export async function readableGoal({ ctx, params }: ById): Promise<GoalSeen> {
  const goal = await findGoal(ctx, [params.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  return goal
}

/** Returns the locked goal. Throws 404 or 403 unless the caller may edit its project. */
export async function editableGoal(call: ById): Promise<GoalSeen> {
  const goal = await readableGoal(call)
  requireEditableGoal(call.ctx, goal)
  return goal
}

/** Throws 403 unless the caller may edit the project of the goal. */
export function requireEditableGoal(ctx: Context, goal: GoalSeen): void {
  if (!canEditProject(ctx, goal)) throw forbidden('Only owners and editors of the project can do this.')
}

/** Identifies a goal in events. */
export const asGoal = ({
  org_id,
  goal_id,
  project_id,
}: Pick<GoalRow, 'org_id' | 'goal_id' | 'project_id'>) => ({
  org_id,
  resource_type: 'goal',
  resource_id: goal_id,
  project_id,
})

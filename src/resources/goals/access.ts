import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { findGoal, type GoalRow, type GoalSeen } from './rows.ts'

/** A call whose path names a goal. */
export type ById = { ctx: Context; params: { project_id: string; goal_id: string } }

/** The goal, locked on writes; 404 unless the caller may read its project. */
export async function readableGoal({ ctx, params }: ById): Promise<GoalSeen> {
  const goal = await findGoal(ctx, [params.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  return goal
}

/** The goal to be changed: 404 where the caller may not read its project, 403 where it may not edit it. */
export async function editableGoal(call: ById): Promise<GoalSeen> {
  const goal = await readableGoal(call)
  requireEditableGoal(call.ctx, goal)
  return goal
}

/** 403 unless the caller may change what lies in the goal's project. */
export function requireEditableGoal(ctx: Context, goal: GoalSeen): void {
  if (!canEditProject(ctx, goal)) throw forbidden("Only the project's owners and editors may do this.")
}

/** How every event about a goal names it. */
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

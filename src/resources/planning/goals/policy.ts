import type { Call, Context } from '../../../core/context.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import {
  canEditProject,
  canReadProject,
  type ProjectWithRole,
  loadProjectForUpdate,
} from '../../work/projects/policy.ts'
import { lockLinksForTasks } from '../../work/tasks/queries/locks.ts'
import { findProject } from '../../work/projects/queries/find.ts'
import { findGoal, type GoalRow, type GoalWithAccess } from './queries.ts'

type GoalCall = Call<{ project_id: string; goal_id: string }>

/** Returns the goal, locked in a write. Throws 404 unless the caller can read its project. */
export async function loadReadableGoal({ ctx, params }: GoalCall): Promise<GoalWithAccess> {
  const goal = await findGoal(ctx, [params.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  return goal
}

/** Returns the locked goal. Throws 404 or 403 unless the caller may edit its project. */
export async function loadGoalForUpdate(call: GoalCall): Promise<GoalWithAccess> {
  const goal = await loadReadableGoal(call)
  requireGoalEditor(call.ctx, goal)
  return goal
}

function requireGoalEditor(ctx: Context, goal: GoalWithAccess): void {
  if (!canEditProject(ctx, goal)) throw forbidden('Only owners and editors of the project can do this.')
}

export interface GoalWithDestination extends GoalWithAccess {
  destination: ProjectWithRole
}

/**
 * Locks both projects and then the goal. Throws 404 or 403 unless the caller may edit both projects. Locks projects in the
 * order of their ids to avoid deadlocks. Accepts a goal that has already moved, for a repeated Idempotency-Key.
 */
export async function lockGoalAndDestination(
  call: GoalCall & { body: { project_id: string } },
): Promise<GoalWithDestination> {
  const { ctx, params, body } = call
  const projects = new Map<string, ProjectWithRole | undefined>()
  for (const id of [params.project_id, body.project_id].sort())
    if (!projects.has(id)) projects.set(id, await findProject(ctx, id, 'update'))
  const goal = await findGoal(ctx, [params.project_id, body.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  requireGoalEditor(ctx, goal)
  const destination = projects.get(body.project_id)
  if (!destination || !canReadProject(ctx, destination)) throw notFound()
  if (!canEditProject(ctx, destination))
    throw forbidden(`You do not have permission to add goals to the project ${destination.project_id}.`)
  if (destination.org_id !== goal.org_id)
    throw invalid(['body', 'project_id'], 'The project belongs to another organization.')
  return { ...goal, destination }
}

/** Locks the project for the new goal. The links of the task are locked first: writes lock links before projects. */
export async function lockProjectForConversion(call: {
  ctx: Context
  params: { project_id: string }
  body: { task_id: string }
}) {
  lockLinksForTasks(call.ctx, [call.body.task_id])
  const { org_id, project_id, version } = await loadProjectForUpdate(call.ctx, call.params.project_id)
  return { org_id, project_id, version }
}

export const buildGoalSubject = ({
  org_id,
  goal_id,
  project_id,
}: Pick<GoalRow, 'org_id' | 'goal_id' | 'project_id'>) => ({
  org_id,
  resource_type: 'goal',
  resource_id: goal_id,
  project_id,
})

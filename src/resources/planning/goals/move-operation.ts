import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { canEditProject, canReadProject } from '../../work/projects/policy.ts'
import { findProject, type ProjectWithRole } from '../../work/projects/queries/find.ts'
import { canEditTask, canReadTask } from '../../work/tasks/policy.ts'
import { taskMoved } from '../../work/tasks/events.ts'
import {
  findTasksInContainer,
  lockTasksInContainer,
  moveTasksWithGoal,
  type TaskInContainer,
} from '../../work/tasks/commands/reassign.ts'
import { goalSubject, requireGoalEditor, type GoalCall } from './policy.ts'
import { respondWithGoal } from './presenter.ts'
import { findGoal, saveGoalProject, type GoalWithAccess } from './queries.ts'
import { goalMove, goalMoved, goalParams } from './schema.ts'

/**
 * Locks both projects and then the goal. Throws 404 or 403 unless the caller may edit both projects. Locks projects in the
 * order of their ids to avoid deadlocks. Accepts a goal that has already moved, for a repeated Idempotency-Key.
 */
async function lockGoalAndDestination(call: GoalCall & { body: { project_id: string } }) {
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

/** Locks the tasks of the goal. Throws 403 when the caller may not move one, and names it if the caller can read it. */
async function loadTasksForMove(
  ctx: Context,
  goal: GoalWithAccess,
  destination: ProjectWithRole,
): Promise<TaskInContainer[]> {
  const ids = await lockTasksInContainer(ctx, goal.org_id, 'goal_id', goal.goal_id)
  const tasks = await findTasksInContainer(ctx, goal.org_id, ids)
  const { visibility: project_visibility, my_role, project_id } = destination
  const moved = { project_visibility, my_role, project_id }
  for (const task of tasks) {
    if (!canReadTask(ctx, task)) throw forbidden('The goal has tasks that you do not have permission to move.')
    if (!canEditTask(ctx, task)) throw forbidden(`You do not have permission to move the task ${task.task_id}.`)
    if (!canReadTask(ctx, { ...task, ...moved }))
      throw forbidden(`You would lose access to the task ${task.task_id} by this move.`)
  }
  return tasks
}

export const moveGoalOperation = defineOperation({
  id: 'goals.move',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/{goal_id}/move',
  summary: 'Move a goal to another project',
  description:
    'Moves a goal and all its tasks to another project, after the other goals there. Tasks leave sprints and ' +
    'milestones of teams that they no longer belong to. Requires: owner or editor of both projects or organization ' +
    'admin, and permission to edit every task.',
  scope: 'projects:write',
  params: goalParams,
  body: goalMove,
  reply: { status: 200, schema: goalMoved },
  problems: {
    403: 'The caller may not edit one of the projects, or not move one of the tasks, which `detail` names.',
    422: 'The project belongs to another organization.',
  },
  emits: { 'goal.moved': 'A goal was moved to another project.', ...taskMoved },
  example: { body: { project_id: 'P06B8Q3X9D1KZ7Y5P' } },
  authorize: lockGoalAndDestination,
  async handle({ ctx, target: goal, params }) {
    const { destination, project_id: from } = goal
    if (from !== params.project_id) throw notFound()
    if (destination.project_id === from) return respondWithGoal(ctx, goal, { moved_tasks: 0 })
    const tasks = await loadTasksForMove(ctx, goal, destination)
    await moveTasksWithGoal(ctx, goal, tasks, destination)
    const row = await saveGoalProject(ctx, goal, destination.project_id)
    const moved = { project_id: destination.project_id, moved_tasks: tasks.length }
    const subject = { ...goalSubject(row), from_project_id: from }
    ctx.emit({ ...subject, type: 'goal.moved', before: { project_id: from }, after: moved })
    return respondWithGoal(ctx, row, { moved_tasks: tasks.length })
  },
})

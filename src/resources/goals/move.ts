import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { forbidden, invalid, notFound } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { findProject, type ProjectSeen } from '../projects/rows.ts'
import { canEditTask, canReadTask } from '../tasks/access.ts'
import { taskMoved } from '../tasks/events.ts'
import { findFiled, lockFiled, moveTasks, type TaskFiled } from '../tasks/filing.ts'
import { asGoal, requireEditableGoal, type ById } from './access.ts'
import { goalAnswer } from './present.ts'
import { moveGoal } from './queries.ts'
import { findGoal, type GoalSeen } from './rows.ts'
import { goalMove, goalMoved, goalParams } from './schemas.ts'

/**
 * The goal, and the project that it is to be put into, both of which the caller may edit. The projects are locked before
 * the goal, and in one order, so that neither two moves nor a move and a reorder deadlock. A goal that is there already is
 * let through, since this may be the repetition of the request that moved it.
 */
async function goalAndPlace(call: ById & { body: { project_id: string } }) {
  const { ctx, params, body } = call
  const places = new Map<string, ProjectSeen | undefined>()
  for (const id of [params.project_id, body.project_id].sort())
    if (!places.has(id)) places.set(id, await findProject(ctx, id, 'update'))
  const goal = await findGoal(ctx, [params.project_id, body.project_id], params.goal_id)
  if (!goal || !canReadProject(ctx, goal)) throw notFound()
  requireEditableGoal(ctx, goal)
  const place = places.get(body.project_id)
  if (!place || !canReadProject(ctx, place)) throw notFound()
  if (!canEditProject(ctx, place))
    throw forbidden(`You may not put goals into the project ${place.project_id}.`)
  if (place.org_id !== goal.org_id)
    throw invalid(['body', 'project_id'], 'The project is of another organization.')
  return { ...goal, place }
}

/** The tasks that move with the goal; 403 when the caller may not move one, which is named if the caller can see it. */
async function tasksToMove(ctx: Context, goal: GoalSeen, place: ProjectSeen): Promise<TaskFiled[]> {
  const ids = await lockFiled(ctx, goal.org_id, 'goal_id', goal.goal_id)
  const tasks = await findFiled(ctx, goal.org_id, ids)
  const moved = { project_visibility: place.visibility, my_role: place.my_role, project_id: place.project_id }
  for (const task of tasks) {
    if (!canReadTask(ctx, task)) throw forbidden('Under the goal lie tasks that you may not move.')
    if (!canEditTask(ctx, task)) throw forbidden(`You may not move the task ${task.task_id}.`)
    if (!canReadTask(ctx, { ...task, ...moved }))
      throw forbidden(`Moved there, the task ${task.task_id} would be hidden from you.`)
  }
  return tasks
}

export const moveGoalToProject = operation({
  id: 'goals.move',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/{goal_id}/move',
  summary: 'Move a goal to another project',
  description:
    'Its tasks move with it, and it comes after the other goals there. You need the right to edit both projects and ' +
    'each task; all or nothing. A task leaves a sprint or milestone of a team that it does not belong to any more.',
  scope: 'projects:write',
  params: goalParams,
  body: goalMove,
  reply: { status: 200, schema: goalMoved },
  problems: {
    403: 'you may not edit one of the projects, or not move one of the tasks, which is named',
    422: 'the project is of another organization',
  },
  emits: { 'goal.moved': 'A goal moved to another project.', ...taskMoved },
  example: { body: { project_id: 'P06B8Q3X9D1KZ7Y5P' } },
  access: goalAndPlace,
  async handle({ ctx, target: goal, params }) {
    const { place, project_id: from } = goal
    if (from !== params.project_id) throw notFound()
    if (place.project_id === from) return goalAnswer(ctx, goal, { moved_tasks: 0 })
    const tasks = await tasksToMove(ctx, goal, place)
    await moveTasks(ctx, goal, tasks, place)
    const row = await moveGoal(ctx, goal, place.project_id)
    const moved = { project_id: place.project_id, moved_tasks: tasks.length }
    const subject = { ...asGoal(row), from_project_id: from }
    ctx.emit({ ...subject, type: 'goal.moved', before: { project_id: from }, after: moved })
    return goalAnswer(ctx, row, { moved_tasks: tasks.length })
  },
})

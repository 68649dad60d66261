import { namedOrganization, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { answer } from '../../kernel/answer.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { acknowledgement, object, text } from '../../kernel/schema.ts'
import { projectToFill } from '../projects/access.ts'
import { canDeleteTask, changeableTask, readableAhead, readableTask } from './access.ts'
import { changeTask } from './change.ts'
import { findTaskByToken } from './by-token.ts'
import { createTask as makeTask } from './create.ts'
import { holdNamed, holdPlaces, lockLinks, lockLinksOf, lockWithKin } from './queries.ts'
import { lookAhead } from './references.ts'
import { removeTask } from './remove.ts'
import { taskAnswer } from './present.ts'
import { task, taskCreate, taskUpdate, type TaskCreate } from './schemas.ts'
import {
  taskDeleted,
  taskDependencyAdded,
  taskDependencyRemoved,
  taskMoved,
  taskRestricted,
  taskSubtaskAdded,
  taskSubtaskRemoved,
  taskUpdated,
} from './events.ts'

/** The path of one task. */
export const taskParams = object({ task_id: text({ description: 'The task.' }) })

/** What a change can be in conflict with. */
export const linkProblem =
  'A subtask with another parent, a circle of subtasks or dependencies, or a completed sprint.'

/** What a change of a task can emit. */
export const changeEvents = {
  ...taskUpdated,
  ...taskMoved,
  ...taskRestricted,
  ...taskSubtaskAdded,
  ...taskSubtaskRemoved,
  ...taskDependencyAdded,
  ...taskDependencyRemoved,
}

/**
 * The organization and the project, or none, that a task is to be made in; what the body names besides is kept in place.
 */
async function placeFor({ ctx, body }: { ctx: Context; body: TaskCreate }) {
  const { org_id, role } = namedOrganization(ctx, body)
  const { project_id, sub_tasks, dependencies } = body
  const others = { ...body, project_id: null, restricted_to: null }
  if (sub_tasks?.length || dependencies?.length) lockLinks(ctx, org_id)
  holdNamed(ctx, body)
  const finding = project_id == null ? null : projectToFill(ctx, project_id)
  if (!finding) {
    if (role === 'guest') throw forbidden('A guest makes tasks only in a project it may edit.')
    wholeOrganization(ctx)
  }
  holdPlaces(ctx, others)
  lookAhead(ctx, org_id, body)
  const project = await finding
  if (project && project.org_id !== org_id) throw notFound()
  return { org_id, project }
}

export const createTask = operation({
  id: 'tasks.create',
  method: 'POST',
  path: '/v1/tasks',
  summary: 'Create a task',
  description:
    'In a project you may edit, or in none: then any member may, and a `team_id` puts it into the intake of that team. ' +
    'Send an `Idempotency-Key` and retry as often as you like: one task is made.',
  scope: 'tasks:write',
  body: taskCreate,
  reply: { status: 200, schema: task },
  emits: { 'task.created': 'A task was created.', ...taskSubtaskAdded, ...taskDependencyAdded },
  problems: {
    404: 'the project is missing, or not for you to see',
    409: 'A task named in `sub_tasks` already has a parent, or the sprint is completed.',
  },
  example: {
    body: {
      org_id: '01919b3c-0000-7000-8000-000000000001',
      title: 'Grease the crane',
      priority: 'high',
      tags: ['upkeep'],
    },
  },
  access: placeFor,
  async handle({ ctx, target, body }) {
    return taskAnswer(ctx, await makeTask(ctx, target.org_id, target.project, body))
  },
})

export const readTask = operation({
  id: 'tasks.read',
  method: 'GET',
  path: '/v1/tasks/{task_id}',
  summary: 'Read a task',
  scope: 'tasks:read',
  params: taskParams,
  reply: { status: 200, schema: task },
  ahead: (services, tokenHash, { task_id }) => findTaskByToken(services, tokenHash, task_id),
  access: readableAhead,
  handle: ({ ctx, target }) => taskAnswer(ctx, target),
})

export const updateTask = operation({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/v1/tasks/{task_id}',
  summary: 'Change a task',
  description:
    'Absent fields stay as they are. `project_id` moves the task, for which you need the right at both ends; it leaves ' +
    'its goal behind, and a sprint or milestone of a team it does not belong to any more. Send `If-Match` with the ETag you read, and a change made meanwhile is never overwritten.',
  scope: 'tasks:write',
  params: taskParams,
  body: taskUpdate,
  reply: { status: 200, schema: task },
  emits: changeEvents,
  problems: { 409: linkProblem },
  example: { body: { status: 'completed' } },
  access: changeableTask,
  async handle({ ctx, target, body }) {
    return taskAnswer(ctx, await changeTask(ctx, target, body))
  },
})

export const replaceTask = deprecatedPut(updateTask, 'tasks.replace')

export const deleteTask = operation({
  id: 'tasks.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/tasks/{task_id}',
  summary: 'Delete a task',
  description:
    "The project's owners and editors, its creator, org admins. Subtasks that you may delete go with it, others lose " +
    'their parent.',
  scope: 'tasks:write',
  params: taskParams,
  reply: { status: 200, schema: acknowledgement },
  emits: taskDeleted,
  async access(call) {
    lockLinksOf(call.ctx, [call.params.task_id])
    lockWithKin(call.ctx, [call.params.task_id], 'deleted')
    const found = await readableTask(call)
    if (!canDeleteTask(call.ctx, found)) throw forbidden('You may not delete this task.')
    return found
  },
  async handle({ ctx, target }) {
    await removeTask(ctx, target)
    return answer({ ok: true }, target.version + 1)
  },
})

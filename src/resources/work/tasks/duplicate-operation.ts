import type { Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import * as s from '../../../core/schema.ts'
import { defineOperation } from '../../../http/operation.ts'
import { duplicateTasks, loadOriginals, MAX_COPIED_SUBTASKS, reloadOriginals } from './commands/duplicate.ts'
import { taskSubtaskAdded } from './events.ts'
import { lockProjectForInsert } from '../projects/policy.ts'
import { taskParams } from './operations.ts'
import { canReadTask } from './policy.ts'
import { respondWithTask } from './presenter.ts'
import { lockLinksForTasks, lockRestrictedMembers, lockTaskContainers } from './queries/locks.ts'
import { findTasks, type TaskWithAccess } from './queries/rows.ts'
import { taskSchema } from './schema.ts'

const taskDuplicate = s.namedObject('TaskDuplicate', {
  title: s.optionalNullable(s.nonBlankText(500, 'Title of the copy; by default that of the task.')),
  subtasks: s.optional(
    s.bool(
      'True copies the subtasks too: those at all levels that the caller can read in the same project or, without one, in ' +
        `the same team, at most ${MAX_COPIED_SUBTASKS}.`,
    ),
  ),
})
type TaskDuplicate = s.Static<typeof taskDuplicate>

/** Returns the share-locked project of the copies. Throws 403 unless the caller may create tasks in it, or without one. */
async function lockTargetProject(ctx: Context, { org_id, project_id }: TaskWithAccess) {
  if (project_id !== null) return lockProjectForInsert(ctx, project_id)
  if (ctx.caller.requireMembership(org_id).role === 'guest')
    throw forbidden('Guests can duplicate only tasks of projects that they can edit.')
  rejectProjectScopedToken(ctx)
  return null
}

/** Returns where the copies are created, and the originals, with the containers of these locked. */
async function loadTasksToCopy(call: { ctx: Context; params: { task_id: string }; body: TaskDuplicate }) {
  const { ctx, params, body } = call
  if (body.subtasks) lockLinksForTasks(ctx, [params.task_id])
  // Not locked, because a copy does not change the original.
  const [task] = await findTasks(ctx, ctx.caller.orgIds, [params.task_id], false)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  const originals = await loadOriginals(ctx, task, body.subtasks ?? false)
  const { org_id } = task
  lockRestrictedMembers(ctx, { restricted_to: originals.flatMap(({ restricted_to }) => restricted_to) })
  const project = await lockTargetProject(ctx, task)
  lockTaskContainers(ctx, org_id, originals)
  const current = await reloadOriginals(ctx, originals)
  if (!current[0]) throw notFound()
  return { location: { org_id, project }, originals, current, version: current[0].version }
}

export const duplicateTaskOperation = defineOperation({
  id: 'tasks.duplicate',
  method: 'POST',
  path: '/v1/tasks/{task_id}/duplicate',
  summary: 'Duplicate a task',
  description:
    'Creates a task with the attributes, tags, custom fields, restriction and section of the project of another one, in ' +
    'the same project or team. A completed or archived task becomes `not_started`. Not copied: parent, dependencies, ' +
    'comments, attachments, claims, history, reminders, watchers, roadmap stops, sections of teams and users, IDs in ' +
    'other systems, former members as assignees, completed sprints and archived fields. Requires: read access to the ' +
    'task, and permission to create tasks in its project.',
  scope: 'tasks:write',
  params: taskParams,
  body: taskDuplicate,
  bodyOptional: true,
  reply: { status: 201, schema: taskSchema, created: '/v1/tasks/{task_id}' },
  problems: { 409: 'A task was moved, restricted or deleted at the same time.' },
  emits: { 'task.created': 'A task was created.', ...taskSubtaskAdded },
  example: { body: { subtasks: true } },
  authorize: loadTasksToCopy,
  handle: async ({ ctx, target, body }) => respondWithTask(ctx, await duplicateTasks(ctx, target, body.title ?? null)),
})

import { respond } from '../../../http/result.ts'
import type { Call } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockOwnMembership } from '../scopes/policy.ts'
import { canReadTask, loadPrefetchedTask } from '../tasks/policy.ts'
import { findTaskByToken } from '../tasks/queries/by-token.ts'
import { findTasks } from '../tasks/queries/rows.ts'
import * as queries from './queries.ts'
import { watchSchema, watcherSchema } from './schema.ts'

const params = { task_id: 'ID of the task.' }
const path = '/v1/tasks/{task_id}/watch'

const presentWatch = ({ task_id, reason, version }: queries.TaskWatch) => ({
  task_id,
  watching: reason !== null,
  reason,
  version,
})
const presentWatcher = ({ user_id, username, reason }: queries.Watcher) => ({ user_id, username, reason })

/** Returns the caller's watch of a readable task. Does not lock the task, which a watch does not change. */
async function loadOwnWatch(request: Call<{ task_id: string }>): Promise<queries.TaskWatch> {
  const { ctx } = request
  const [task] = await findTasks(ctx, ctx.caller.orgIds, [request.params.task_id], false)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  if (ctx.inTransaction) await lockOwnMembership(ctx, task.org_id)
  return queries.findWatch(ctx, task)
}

export const listWatchersOperation = defineOperation({
  id: 'task-watchers.list',
  method: 'GET',
  path: '/v1/tasks/{task_id}/watchers',
  summary: 'List watchers',
  description:
    'Returns the watchers of a task by username: its creator and assignee, users who commented or were mentioned, and users ' +
    'who chose to watch it. Includes only active members who can read the task and did not unwatch it. Requires: read ' +
    'access to the task.',
  scope: 'tasks:read',
  params,
  list: queries.watcherSorts,
  reply: { status: 200, schema: s.pageSchema(watcherSchema) },
  prefetch: (services, tokenHash, { task_id }) => findTaskByToken(services, tokenHash, task_id),
  authorize: loadPrefetchedTask,
  handle: async ({ ctx, target, list }) =>
    respondWithPage(ctx, list, await queries.listTaskWatchers(ctx, list, target), presentWatcher),
})

export const getWatchOperation = defineOperation({
  id: 'task-watchers.read',
  method: 'GET',
  path,
  summary: 'Get the watch of a task',
  description: 'Returns whether the caller watches a task, and why. Requires: read access to the task.',
  scope: 'tasks:read',
  params,
  reply: { status: 200, schema: watchSchema },
  authorize: loadOwnWatch,
  handle: async ({ target }) => respond(presentWatch(target), target.version),
})

export const watchTaskOperation = defineOperation({
  id: 'task-watchers.watch',
  method: 'PUT',
  path,
  summary: 'Watch a task',
  description:
    'Notifies the caller of comments and status changes of a task, as configured in their notification preferences. The ' +
    'task itself does not change. Requires: read access to the task.',
  scope: 'tasks:write',
  params,
  reply: { status: 200, schema: watchSchema },
  authorize: loadOwnWatch,
  async handle({ ctx, target }) {
    await queries.saveWatch(ctx, target, true)
    const row = await queries.findWatch(ctx, target)
    return respond(presentWatch(row), row.version)
  },
})

export const unwatchTaskOperation = defineOperation({
  id: 'task-watchers.unwatch',
  method: 'DELETE',
  path,
  summary: 'Unwatch a task',
  description:
    'Stops notifications of comments and status changes of a task, even for its creator or assignee. Comments and mentions ' +
    'do not start the watch again; only watching the task does. Personal notifications, such as mentions, are still sent. ' +
    'Requires: read access to the task.',
  scope: 'tasks:write',
  params,
  reply: { status: 204 },
  authorize: loadOwnWatch,
  async handle({ ctx, target }) {
    // Also stored without a current watch, so that a later comment or mention does not start one.
    await queries.saveWatch(ctx, target, false)
    return respond(null, target.version + 1)
  },
})

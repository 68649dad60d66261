import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { notFound } from '../../kernel/problem.ts'
import { object, pageOf, text } from '../../kernel/schema.ts'
import { lockOneself } from '../holders/access.ts'
import { canReadTask, readableAhead } from '../tasks/access.ts'
import { findTaskByToken } from '../tasks/by-token.ts'
import { findTasks } from '../tasks/rows.ts'
import * as queries from './queries.ts'
import type { Watcher } from './rows.ts'
import { watch, watcher } from './schemas.ts'

const params = object({ task_id: text({ description: 'The task.' }) })
const path = '/v1/tasks/{task_id}/watch'

const present = ({ task_id, reason, version }: queries.Watch) => ({
  task_id,
  watching: reason !== null,
  reason,
  version,
})
const presentWatcher = ({ user_id, username, reason }: Watcher) => ({ user_id, username, reason })

/**
 * The caller's own watch of a task that it can read. The task itself is not locked: to watch it changes nothing of it.
 */
async function ownWatch(call: { ctx: Context; params: { task_id: string } }): Promise<queries.Watch> {
  const { ctx } = call
  const [task] = await findTasks(ctx, ctx.caller.orgIds, [call.params.task_id], false)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  if (ctx.locking) await lockOneself(ctx, task.org_id)
  return queries.findWatch(ctx, task)
}

export const listWatchers = operation({
  id: 'task-watchers.list',
  method: 'GET',
  path: '/v1/tasks/{task_id}/watchers',
  summary: 'List who watches a task',
  description:
    'Its creator and assignee, who commented on it or was mentioned there, and who chose to, as long as they are active ' +
    'members who can read the task and did not stop watching it.',
  scope: 'tasks:read',
  params,
  list: queries.watcherSorts,
  reply: { status: 200, schema: pageOf(watcher) },
  ahead: (services, tokenHash, { task_id }) => findTaskByToken(services, tokenHash, task_id),
  access: readableAhead,
  async handle({ ctx, target, list }) {
    return pageAnswer(ctx, list, await queries.listWatchers(ctx, list, target), (rows) =>
      rows.map(presentWatcher),
    )
  },
})

export const readWatch = operation({
  id: 'task-watchers.read',
  method: 'GET',
  path,
  summary: 'Read whether you watch a task',
  scope: 'tasks:read',
  params,
  reply: { status: 200, schema: watch },
  access: ownWatch,
  handle: async ({ target }) => answer(present(target), target.version),
})

export const watchTask = operation({
  id: 'task-watchers.watch',
  method: 'PUT',
  path,
  summary: 'Watch a task',
  description:
    'From now on you are told of its comments and of changes of its status, as your preferences say. Nothing of the task ' +
    'itself changes.',
  scope: 'tasks:write',
  params,
  reply: { status: 200, schema: watch },
  access: ownWatch,
  async handle({ ctx, target }) {
    await queries.storeWatch(ctx, target, true)
    const row = await queries.findWatch(ctx, target)
    return answer(present(row), row.version)
  },
})

export const unwatchTask = operation({
  id: 'task-watchers.unwatch',
  method: 'DELETE',
  path,
  summary: 'Stop watching a task',
  description:
    'You are told no more of its comments and of changes of its status, not even as its creator or assignee, and no ' +
    'comment or mention makes you watch it again: only you do. You are still told what concerns you yourself, such as a ' +
    'mention.',
  scope: 'tasks:write',
  params,
  reply: { status: 204 },
  access: ownWatch,
  async handle({ ctx, target }) {
    // Stored for somebody who does not watch it yet, too: what they say holds for what comes.
    await queries.storeWatch(ctx, target, false)
    return answer(null, target.version + 1)
  },
})

import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid, Problem } from '../../kernel/problem.ts'
import { bool, int, list, object, text } from '../../kernel/schema.ts'
import { namedTasks, requireEdit } from './access.ts'
import { changeTask } from './change.ts'
import { changeEvents, linkProblem } from './operations.ts'
import { presentTasks } from './present.ts'
import { holdPlaces, lockLinksOf, lockWithKin } from './queries.ts'
import { findTasks, type TaskSeen } from './rows.ts'
import { changesLinks, task, taskUpdate, type TaskUpdate } from './schemas.ts'

/** The tasks named, each seen (422) and editable (403), all of one organization. */
async function tasksToChange({
  ctx,
  body,
}: {
  ctx: Context
  body: { task_ids: string[]; changes: TaskUpdate }
}) {
  const orgId = body.changes.org_id
  const orgIds = orgId == null ? ctx.caller.orgIds : [ctx.caller.memberOf(orgId).org_id]
  const relinks = changesLinks(body.changes)
  if (relinks) await lockLinksOf(ctx, body.task_ids)
  await holdPlaces(ctx, body.changes)
  if (relinks) await lockWithKin(ctx, [...body.task_ids, ...(body.changes.sub_tasks ?? [])], 'relinked')
  const locOf = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
  const tasks = await namedTasks(ctx, orgIds, [...new Set(body.task_ids)], locOf, true)
  for (const one of tasks) requireEdit(ctx, one)
  if (tasks.some((one) => one.org_id !== tasks[0]!.org_id))
    throw invalid(['body', 'task_ids'], 'The tasks lie in several organizations.')
  return { tasks }
}

/** Changes one of them; what stands against it names the task, and its place within `changes`. */
async function changeOne(ctx: Context, stored: TaskSeen, changes: TaskUpdate): Promise<void> {
  try {
    await changeTask(ctx, stored, changes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw error.moved((loc) => ['body', 'changes', ...loc.slice(1)], ` (task ${stored.task_id})`)
  }
}

/** Whether a task has changed, be it in links alone that not everybody sees. */
const differs = (before: TaskSeen, after: TaskSeen): boolean =>
  before.version !== after.version ||
  [...before.sub_tasks, '', ...before.dependencies].join() !==
    [...after.sub_tasks, '', ...after.dependencies].join()

export const bulkUpdateTasks = operation({
  id: 'tasks.bulk_update',
  method: 'POST',
  path: '/v1/tasks/bulk',
  summary: 'Change up to 200 tasks alike',
  description:
    'You need the right to edit each of them. All or nothing: one that you may not change, or a change that one of them ' +
    'can’t take, and none is changed.',
  scope: 'tasks:write',
  body: object(
    {
      task_ids: list(text({ max: 64 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Tasks of one organization.',
      }),
      changes: taskUpdate,
    },
    { title: 'TaskBulkUpdate' },
  ),
  reply: {
    status: 200,
    schema: object({ ok: bool(), updated: int({ description: 'How many changed.' }), tasks: list(task) }),
  },
  emits: changeEvents,
  problems: { 409: linkProblem },
  example: { body: { task_ids: ['T06B8Q3X9D1KZ7Y5P'], changes: { status: 'in_progress' } } },
  access: tasksToChange,
  async handle({ ctx, target: { tasks }, body }) {
    for (const stored of tasks) await changeOne(ctx, stored, body.changes)
    const ids = tasks.map((stored) => stored.task_id)
    // Read again: one task's new links may have changed another of them.
    const rows = new Map(
      (await findTasks(ctx, [tasks[0]!.org_id], ids, false)).map((row) => [row.task_id, row]),
    )
    const updated = tasks.filter((stored) => differs(stored, rows.get(stored.task_id)!)).length
    const shown = await presentTasks(
      ctx,
      ids.map((id) => rows.get(id)!),
    )
    return answer({ ok: true, updated, tasks: shown })
  },
})

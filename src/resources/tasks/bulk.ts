import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid, Problem } from '../../kernel/problem.ts'
import { bool, int, list, object, optional, text } from '../../kernel/schema.ts'
import { namedTasks, requireEdit } from './access.ts'
import { changeTask } from './change.ts'
import { changeEvents, linkProblem } from './operations.ts'
import { presentTasks } from './present.ts'
import { holdPlaces, lockLinksOf, lockWithKin } from './queries.ts'
import { findTasks, type TaskSeen } from './rows.ts'
import { changesLinks, task, taskUpdate, type TaskUpdate } from './schemas.ts'
import { changesSearch, sizeOfSearched } from './search.ts'
import { requireVersions, versions } from './versions.ts'
import { GroupedWrites, type WriteTask } from './writing.ts'

/** How many bytes a request may write in all, each text once for each task, and how many may be answered to it. */
const mostBytes = 2_000_000

/**
 * Limits the text that one request may reindex for search on the embedded database. All other requests wait for its only
 * connection, here about as long as for one task with the longest description.
 */
const MAX_EMBEDDED_SEARCH_BYTES = 250_000

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The attributes of a task that can be large. */
const largeOf = ({
  description,
  type_data,
  metadata,
}: Partial<Record<'description' | 'type_data' | 'metadata', unknown>>) => [description, type_data, metadata]

/** 422 when the same change of so many tasks would write too much. */
function requireLight({ task_ids, changes }: { task_ids: string[]; changes: TaskUpdate }): void {
  const size = bytesOf(changes)
  if (size * new Set(task_ids).size <= mostBytes) return
  const most = Math.floor(mostBytes / size)
  const words = `A change of ${size} bytes can be made to ${most} tasks at once: 2 MB in all.`
  throw invalid(['body', 'task_ids'], words, 'too_large')
}

/**
 * 422 when the tasks, as they are or will be, are too large together: events hold what changes, and the answer all of
 * them.
 */
function requireLightAnswer(tasks: TaskSeen[], changes: TaskUpdate): void {
  const changesLarge = largeOf(changes).some((value) => value !== undefined)
  const sizes = tasks.map((stored) => {
    const size = bytesOf(largeOf(stored))
    return changesLarge ? Math.max(size, bytesOf(largeOf({ ...stored, ...changes }))) : size
  })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= mostBytes) return
  const words = `These tasks hold ${total} bytes. Those changed at once are answered, and hold at most 2 MB in all.`
  throw invalid(['body', 'task_ids'], words, 'too_large')
}

/**
 * Throws 422 on the embedded database if too much text would be reindexed. Counts the longer of the old and the new text of
 * each task, so that every accepted change can be undone in one request.
 */
function requireLightSearch(ctx: Context, tasks: TaskSeen[], changes: TaskUpdate): void {
  if (ctx.database.engine !== 'embedded' || tasks.length === 1) return
  const { title, description, tags } = changes
  let total = 0
  for (const stored of tasks) {
    const wanted = {
      task_id: stored.task_id,
      title: title ?? stored.title,
      description: description === undefined ? stored.description : description,
      tags: tags === undefined ? stored.tags : (tags ?? []),
    }
    if (changesSearch(stored, wanted)) total += Math.max(sizeOfSearched(stored), sizeOfSearched(wanted))
  }
  if (total <= MAX_EMBEDDED_SEARCH_BYTES) return
  const words =
    `This change rewrites ${total} bytes of titles, descriptions and tags. ` +
    `The limit is ${MAX_EMBEDDED_SEARCH_BYTES} bytes in one request on the embedded database. Change fewer tasks at once.`
  throw invalid(['body', 'task_ids'], words, 'too_large')
}

/**
 * The tasks that the body names: 422 where the caller can't read one or they are of several organizations, 403 where it
 * may not edit one.
 */
async function tasksToChange({
  ctx,
  body,
}: {
  ctx: Context
  body: { task_ids: string[]; changes: TaskUpdate }
}) {
  requireLight(body)
  const orgId = body.changes.org_id
  const orgIds = orgId == null ? ctx.caller.orgIds : [ctx.caller.memberOf(orgId).org_id]
  const relinks = changesLinks(body.changes)
  if (relinks) lockLinksOf(ctx, body.task_ids)
  holdPlaces(ctx, body.changes)
  if (relinks) lockWithKin(ctx, [...body.task_ids, ...(body.changes.sub_tasks ?? [])], 'relinked')
  const locOf = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
  const tasks = await namedTasks(ctx, orgIds, [...new Set(body.task_ids)], locOf, true)
  for (const one of tasks) requireEdit(ctx, one)
  if (tasks.some((one) => one.org_id !== tasks[0]!.org_id))
    throw invalid(['body', 'task_ids'], 'The tasks lie in several organizations.')
  requireLightAnswer(tasks, body.changes)
  requireLightSearch(ctx, tasks, body.changes)
  return { tasks }
}

/** Changes one of the tasks; a problem then names the task, and its place within `changes`. */
async function changeOne(
  ctx: Context,
  stored: TaskSeen,
  changes: TaskUpdate,
  write?: WriteTask,
): Promise<TaskSeen> {
  try {
    return await changeTask(ctx, stored, changes, { write })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw error.moved((loc) => ['body', 'changes', ...loc.slice(1)], ` (task ${stored.task_id})`)
  }
}

/** Whether the change of one of the tasks may look at another of them, or change it. */
const meetsOthers = (changes: TaskUpdate): boolean =>
  changesLinks(changes) || changes.is_subtask !== undefined

/** Whether a change holds JSON, which the database gives back in a form of its own. */
const holdsJson = ({ type_data, metadata }: TaskUpdate): boolean =>
  type_data !== undefined || metadata !== undefined

/** Changes the tasks alike; gives them as they are then, in the same order. */
async function changeAll(ctx: Context, tasks: TaskSeen[], changes: TaskUpdate): Promise<TaskSeen[]> {
  const changed: TaskSeen[] = []
  if (!meetsOthers(changes) && !holdsJson(changes)) {
    const writes = new GroupedWrites(ctx)
    for (const stored of tasks) changed.push(await changeOne(ctx, stored, changes, writes.write))
    writes.flush()
    return changed
  }
  for (const stored of tasks) changed.push(await changeOne(ctx, stored, changes))
  if (!meetsOthers(changes)) return changed
  // They are read again, since one task's new links may have changed another of them.
  const ids = tasks.map((stored) => stored.task_id)
  const rows = await findTasks(ctx, [tasks[0]!.org_id], ids, false)
  const byId = new Map(rows.map((row) => [row.task_id, row]))
  return ids.map((id) => byId.get(id)!)
}

/** Whether a task has changed, even if only in links that not everybody sees. */
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
    'can’t take, and none is changed. Send the `versions` that you read, and nothing that somebody else wrote meanwhile ' +
    'is overwritten. A change and its tasks have at most 2 MB in total. On the embedded database a change of ' +
    'title, description or tags rewrites at most 250 KB of these texts in total, counting the longer of the old and the ' +
    'new text of each changed task.',
  scope: 'tasks:write',
  body: object(
    {
      task_ids: list(text({ max: 64 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Tasks of one organization.',
      }),
      changes: taskUpdate,
      versions: optional(versions),
    },
    { title: 'TaskBulkUpdate' },
  ),
  reply: {
    status: 200,
    schema: object({ ok: bool(), updated: int({ description: 'How many changed.' }), tasks: list(task) }),
  },
  emits: changeEvents,
  problems: {
    409: linkProblem,
    412: {
      type: 'urn:svc:problem:precondition-failed',
      when: 'a task is at another version than `versions` says; `errors[].version` is its present one; nothing was written',
    },
  },
  example: {
    body: {
      task_ids: ['T06B8Q3X9D1KZ7Y5P'],
      changes: { status: 'in_progress' },
      versions: { T06B8Q3X9D1KZ7Y5P: 7 },
    },
  },
  access: tasksToChange,
  async handle({ ctx, target: { tasks }, body }) {
    requireVersions(tasks, body.versions)
    const changed = await changeAll(ctx, tasks, body.changes)
    const updated = tasks.filter((stored, i) => differs(stored, changed[i]!)).length
    return answer({ ok: true, updated, tasks: await presentTasks(ctx, changed) })
  },
})

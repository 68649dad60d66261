import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { conflict, unknownReference } from '../../kernel/problem.ts'
import { canReadTask, namedTasks, requireEdit, seenAlike } from './access.ts'
import { setParent } from './queries.ts'
import { findTasks, type TaskJudged, type TaskRow, type TaskSeen } from './rows.ts'

/** Tells where the request named a link, for errors about it. */
export type LocOf = (taskId: string) => (string | number)[]

/** What a change of a task's links adds and takes away. */
export interface LinkChange {
  added: string[]
  removed: string[]
  /** The links afterwards, those that the caller can't read among them. */
  result: string[]
  /** Those of the tasks linked before that the caller can read. */
  known: TaskSeen[]
}

const readable = async (ctx: Context, orgId: string, ids: string[]): Promise<TaskSeen[]> =>
  (await findTasks(ctx, [orgId], ids, false)).filter((task) => canReadTask(ctx, task))

/** Those of the ids whose tasks the caller can read, in the same order. */
export async function readableLinks(ctx: Context, orgId: string, ids: string[]): Promise<string[]> {
  const known = new Set((await readable(ctx, orgId, ids)).map((task) => task.task_id))
  return ids.filter((id) => known.has(id))
}

/** Whether those links changed, or their order, that everybody sees who reads the task. */
export function changesOpenly(
  task: TaskJudged,
  others: readonly TaskJudged[],
  before: string[],
  after: string[],
): boolean {
  const open = new Set(others.filter((other) => seenAlike(task, other)).map((other) => other.task_id))
  const [was, is] = [before, after].map((ids) => ids.filter((id) => open.has(id)))
  return !same(was!, is!)
}

const same = (a: string[], b: string[]) => a.length === b.length && a.every((id, i) => id === b[i])

/**
 * Which links a wanted list adds and takes away. A link to a task that the caller can't read is not the caller's to
 * name, any more than a task that does not exist, nor to leave out: it stays.
 */
export async function compareLinks(
  ctx: Context,
  orgId: string,
  stored: string[],
  wanted: string[],
  locOf: LocOf,
): Promise<LinkChange> {
  if (wanted === stored) return { added: [], removed: [], result: stored, known: [] }
  const known = await readable(ctx, orgId, stored)
  const shown = stored.filter((id) => known.some((task) => task.task_id === id))
  const hidden = stored.filter((id) => !shown.includes(id))
  const unseen = wanted.find((id) => hidden.includes(id))
  if (unseen !== undefined) throw unknownReference(locOf(unseen), 'task')
  return {
    added: wanted.filter((id) => !shown.includes(id)),
    removed: shown.filter((id) => !wanted.includes(id)),
    result: same(shown, wanted) ? stored : [...wanted, ...hidden],
    known,
  }
}

/** One of these tasks that is the task itself or stands above it. */
async function findAncestor(
  ctx: Context,
  { org_id, task_id }: TaskRow,
  taskIds: string[],
): Promise<string | undefined> {
  const [row] = await ctx.db.query(sql<{ id: string }>`
    with recursive up(id) as (
      select ${task_id}::text collate "C" union
      select t.parent_task_id from up join tasks t on t.org_id = ${org_id} and t.task_id = up.id)
    select id from up where id = any(${taskIds}::text[]) limit 1`)
  return row?.id
}

/**
 * Makes tasks the subtasks of `task`; gives them. 422 for one that the caller can't read, 403 for one that it may not edit,
 * 409 for one with another parent or above `task`.
 */
export async function adoptSubtasks(
  ctx: Context,
  task: TaskRow,
  ids: string[],
  locOf: LocOf,
): Promise<TaskSeen[]> {
  if (ids.length === 0) return []
  const children = await namedTasks(ctx, [task.org_id], ids, locOf, true)
  for (const child of children) {
    requireEdit(ctx, child)
    if (child.parent_task_id !== null && child.parent_task_id !== task.task_id)
      throw conflict(`The task ${child.task_id} already has a parent: remove it there first.`)
  }
  const above = await findAncestor(ctx, task, ids)
  if (above !== undefined) throw conflict(`The task ${above} stands above this one: it can't be its subtask.`)
  await setParent(ctx, task.org_id, ids, task.task_id)
  return children
}

/** Whether the task is among these or among what they wait for, however many steps away. */
async function isAwaited(ctx: Context, { org_id, task_id }: TaskRow, taskIds: string[]): Promise<boolean> {
  const found = await ctx.db.query(sql`
    with recursive down(id) as (
      select unnest(${taskIds}::text[]) union
      select d.id from down join tasks t on t.org_id = ${org_id} and t.task_id = down.id
        cross join lateral unnest(t.dependencies) as d(id))
    select id from down where id = ${task_id} limit 1`)
  return found.length > 0
}

/**
 * Checks that `task` may wait for these tasks; gives them. 422 for one that the caller can't read, 409 when one waits
 * for it.
 */
export async function requireNoCircle(
  ctx: Context,
  task: TaskRow,
  ids: string[],
  locOf: LocOf,
): Promise<TaskSeen[]> {
  if (ids.length === 0) return []
  const others = await namedTasks(ctx, [task.org_id], ids, locOf, false)
  if (await isAwaited(ctx, task, ids))
    throw conflict('One of these tasks waits for this one: the dependency would go in a circle.')
  return others
}

/** Emits one event for each link that was added or taken away; `cause` where an act on something else did that. */
export function emitLinks(
  ctx: Context,
  task: Pick<TaskRow, 'org_id' | 'task_id' | 'project_id'>,
  kind: 'subtask' | 'dependency',
  change: Pick<LinkChange, 'added' | 'removed'>,
  cause?: string,
): void {
  const name = `${kind}_id`
  const emit = (verb: string, id: string, before: object | null, after: object | null) =>
    ctx.emit({
      org_id: task.org_id,
      type: `task.${kind}_${verb}`,
      resource_type: 'task',
      resource_id: task.task_id,
      part_id: id,
      ...(cause !== undefined && { cause }),
      project_id: task.project_id,
      before: before as Record<string, unknown> | null,
      after: after as Record<string, unknown> | null,
    })
  for (const id of change.added) emit('added', id, null, { [name]: id })
  for (const id of change.removed) emit('removed', id, { [name]: id }, null)
}

import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'
import { canReadTask, loadReferencedTasks, requireTaskEditor, isReaderSubset } from '../policy.ts'
import { setParentTask } from '../queries/locks.ts'
import { findTasks, type TaskAccess, type TaskRow, type TaskWithAccess } from '../queries/rows.ts'

/** Returns the location of a link in the request, for errors. */
type LocateLink = (taskId: string) => (string | number)[]

export interface LinkChange {
  added: string[]
  removed: string[]
  /** Links after the change, including those that the caller can't read. */
  result: string[]
  /** Previously linked tasks that the caller can read. */
  known: TaskWithAccess[]
}

const findReadable = async (ctx: Context, orgId: string, ids: string[]): Promise<TaskWithAccess[]> =>
  (await findTasks(ctx, [orgId], ids, false)).filter((task) => canReadTask(ctx, task))

export async function filterReadableTaskIds(ctx: Context, orgId: string, ids: string[]): Promise<string[]> {
  const known = new Set((await findReadable(ctx, orgId, ids)).map((task) => task.task_id))
  return ids.filter((id) => known.has(id))
}

/** Returns whether the links that all readers of the task can see changed, or their order. */
export function changesForAllReaders(
  task: TaskAccess,
  others: readonly TaskAccess[],
  before: string[],
  after: string[],
): boolean {
  const shared = new Set(others.filter((other) => isReaderSubset(task, other)).map((other) => other.task_id))
  const [visibleBefore, visibleAfter] = [before, after].map((ids) => ids.filter((id) => shared.has(id)))
  return !isSameList(visibleBefore!, visibleAfter!)
}

const isSameList = (a: string[], b: string[]) => a.length === b.length && a.every((id, i) => id === b[i])

/**
 * Returns the added and removed links. Links to tasks that the caller can't read stay; one that is named counts as added,
 * so that it is refused as any other task that they can't read.
 */
export async function diffTaskLinks(
  ctx: Context,
  orgId: string,
  stored: string[],
  requested: string[],
): Promise<LinkChange> {
  if (requested === stored) return { added: [], removed: [], result: stored, known: [] }
  const known = await findReadable(ctx, orgId, stored)
  const visible = stored.filter((id) => known.some((task) => task.task_id === id))
  const hidden = stored.filter((id) => !visible.includes(id))
  return {
    added: requested.filter((id) => !visible.includes(id)),
    removed: visible.filter((id) => !requested.includes(id)),
    result: isSameList(visible, requested) ? stored : [...requested, ...hidden],
    known,
  }
}

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

/** Adds subtasks and returns them. Throws 422 if unreadable, 403 if not editable, 409 for another parent or a cycle. */
export async function addSubtasks(
  ctx: Context,
  task: TaskRow,
  ids: string[],
  locate: LocateLink,
): Promise<TaskWithAccess[]> {
  if (ids.length === 0) return []
  const children = await loadReferencedTasks(ctx, [task.org_id], ids, locate, true)
  for (const child of children) {
    requireTaskEditor(ctx, child)
    if (child.parent_task_id !== null && child.parent_task_id !== task.task_id)
      throw conflict(`Task ${child.task_id} already has a parent. Remove it from that parent first.`)
  }
  const ancestor = await findAncestor(ctx, task, ids)
  if (ancestor !== undefined)
    throw conflict(`Task ${ancestor} is this task or one of its ancestors, so it cannot become its subtask.`)
  await setParentTask(ctx, task.org_id, ids, task.task_id)
  return children
}

/** Returns whether the task is one of these tasks or one of their direct or transitive dependencies. */
async function isRequiredBy(ctx: Context, { org_id, task_id }: TaskRow, taskIds: string[]): Promise<boolean> {
  const found = await ctx.db.query(sql`
    with recursive down(id) as (
      select unnest(${taskIds}::text[]) union
      select d.id from down join tasks t on t.org_id = ${org_id} and t.task_id = down.id
        cross join lateral unnest(t.dependencies) as d(id))
    select id from down where id = ${task_id} limit 1`)
  return found.length > 0
}

/** Returns the dependencies. Throws 422 if the caller can't read one, 409 if one depends on the task. */
export async function requireNoCycle(
  ctx: Context,
  task: TaskRow,
  ids: string[],
  locate: LocateLink,
): Promise<TaskWithAccess[]> {
  if (ids.length === 0) return []
  const others = await loadReferencedTasks(ctx, [task.org_id], ids, locate, false)
  if (await isRequiredBy(ctx, task, ids))
    throw conflict('One of these tasks depends on this task. Remove that dependency first.')
  return others
}

/** Emits one event for each added or removed link; `cause` is the type of the event that caused it. */
export function emitLinkEvents(
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

import type { Context } from '../../kernel/context.ts'
import { conflict } from '../../kernel/problem.ts'
import { canReadTask, namedTasks, requireEdit } from './access.ts'
import { findAncestor, lockLinks, setParent, waitsFor } from './queries.ts'
import { findTasks, type TaskRow } from './rows.ts'

/** Where the request named the link at an index, for its errors. */
type LocOf = (index: number) => (string | number)[]

/** What a change of a task's links adds and takes away. */
export interface LinkChange {
  added: string[]
  removed: string[]
}

/**
 * Which links a wanted list adds and takes away. A link to a task that the caller can't read is not the caller's to
 * leave out: it stays.
 */
export async function compareLinks(ctx: Context, orgId: string, stored: string[], wanted: string[]) {
  const added = wanted.filter((id) => !stored.includes(id))
  const missing = stored.filter((id) => !wanted.includes(id))
  if (missing.length === 0) return { added, removed: [], result: wanted }
  const seen = await findTasks(ctx, [orgId], missing, false)
  const removed = seen.filter((task) => canReadTask(ctx, task)).map((task) => task.task_id)
  const hidden = missing.filter((id) => !removed.includes(id))
  return { added, removed, result: [...wanted, ...hidden] }
}

/** Makes tasks the subtasks of `task`: each editable, without another parent, and not above it. */
export async function adoptSubtasks(ctx: Context, task: TaskRow, ids: string[], locOf: LocOf): Promise<void> {
  if (ids.length === 0) return
  await lockLinks(ctx, task.org_id)
  const children = await namedTasks(ctx, task.org_id, ids, locOf, true)
  for (const child of children) {
    requireEdit(ctx, child)
    if (child.parent_task_id !== null && child.parent_task_id !== task.task_id)
      throw conflict(`The task ${child.task_id} already has a parent: remove it there first.`)
  }
  const above = await findAncestor(ctx, task.org_id, task.task_id, ids)
  if (above !== undefined) throw conflict(`The task ${above} stands above this one: it can't be its subtask.`)
  await setParent(ctx, task.org_id, ids, task.task_id)
}

/** Frees tasks from `task`, their parent. */
export async function releaseSubtasks(ctx: Context, task: TaskRow, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await lockLinks(ctx, task.org_id)
  await setParent(ctx, task.org_id, ids, null)
}

/** Checks that `task` may wait for these tasks: each readable, and none waiting for it. */
export async function requireNoCircle(
  ctx: Context,
  task: TaskRow,
  ids: string[],
  locOf: LocOf,
): Promise<void> {
  if (ids.length === 0) return
  await lockLinks(ctx, task.org_id)
  await namedTasks(ctx, task.org_id, ids, locOf, false)
  if (await waitsFor(ctx, task.org_id, ids, task.task_id))
    throw conflict('One of these tasks waits for this one: the dependency would go in a circle.')
}

/** One event for each link added or taken away. */
export function emitLinks(
  ctx: Context,
  task: TaskRow,
  kind: 'subtask' | 'dependency',
  change: LinkChange,
): void {
  const name = `${kind}_id`
  const emit = (verb: string, id: string, before: object | null, after: object | null) =>
    ctx.emit({
      org_id: task.org_id,
      type: `task.${kind}_${verb}`,
      resource_type: 'task',
      resource_id: task.task_id,
      part_id: id,
      project_id: task.project_id,
      before: before as Record<string, unknown> | null,
      after: after as Record<string, unknown> | null,
    })
  for (const id of change.added) emit('added', id, null, { [name]: id })
  for (const id of change.removed) emit('removed', id, { [name]: id }, null)
}

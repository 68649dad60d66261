// Shared with imports, which delete what they created when they are undone, and with restores.
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { markTasksDeleted } from './commands/delete.ts'
import { setParentTask } from './queries/locks.ts'
import { findTasks } from './queries/rows.ts'
import { writableColumnSpecs } from './attributes.ts'

export { taskAttributeNames } from './attributes.ts'
export { FORMER_KEY_REF, listTakenKeys } from './queries/keys.ts'
export { taskFilters } from './queries/filters.ts'

/** Parses a key such as OTE-123. */
export function parseSourceKey(key: string | null | undefined): { prefix: string; number: number } | null {
  const [, prefix, digits] = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/.exec(key ?? '') ?? []
  return prefix === undefined ? null : { prefix, number: Number(digits) }
}

/** Adds the columns that are derived from others, such as sort keys; those that are given stay. */
export const addDerivedColumns = <C extends object>(columns: C): C & Record<string, unknown> => {
  const values = columns as Record<string, unknown>
  const derived = writableColumnSpecs.filter(({ name, source }) => name !== source && source in values)
  return {
    ...Object.fromEntries(derived.map(({ name, source, convert }) => [name, convert(values[source])])),
    ...columns,
  }
}

/**
 * Deletes tasks that are as they were imported; returns their ids. Retains tasks that were changed since, and those with
 * comments that the import did not create. Their subtasks lose their parent.
 */
export async function deleteImportedTasks(
  ctx: Context,
  orgId: string,
  importId: string,
  versions: ReadonlyMap<string, number | null>,
): Promise<Set<string>> {
  const tasks = await findTasks(ctx, [orgId], [...versions.keys()], true)
  const untouched = tasks.filter((task) => task.version === versions.get(task.task_id))
  const commented = await findTasksWithOtherComments(
    ctx,
    orgId,
    importId,
    untouched.map((task) => task.task_id),
  )
  const deletable = untouched.filter((task) => !commented.has(task.task_id))
  const ids = new Set(deletable.map((task) => task.task_id))
  const present = new Set(tasks.map((task) => task.task_id))
  for (const task of deletable) {
    await setParentTask(ctx, orgId, task.sub_tasks, null)
    await markTasksDeleted(ctx, task, [task], 'import.undone')
  }
  // A task that is already deleted needs no undo.
  for (const id of versions.keys()) if (!present.has(id)) ids.add(id)
  return ids
}

async function findTasksWithOtherComments(ctx: Context, orgId: string, importId: string, taskIds: readonly string[]) {
  const rows = await ctx.db.query(sql<{ task_id: string }>`
    select distinct c.task_id from task_comments c
    where c.org_id = ${orgId} and c.task_id = any(${taskIds}::text[]) and c.deleted_at is null
      and not exists (select from external_refs x where x.org_id = ${orgId} and x.resource_type = 'comment'
        and x.resource_id = c.comment_id and x.import_id = ${importId})`)
  return new Set(rows.map((row) => row.task_id))
}

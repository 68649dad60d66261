import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { buildVisibleTasksCondition, hasFullVisibility } from '../../projects/queries/visibility.ts'
import type { TaskRow } from './rows.ts'

/**
 * Returns the column `readable`: ids of linked tasks that the caller can read. One subquery covers all kinds of links,
 * because PostgreSQL plans the conditions of each subquery again with every list.
 */
export function buildReadableColumn(ctx: Context, visibility: OrgVisibility): Sql {
  if (hasFullVisibility(visibility)) return sql`null as readable`
  return sql`case when t.sub_tasks <> '{}' or t.dependencies <> '{}' or t.parent_task_id is not null then array(
      select l.task_id from tasks l where l.org_id = ${visibility.org_id}
      and l.task_id = any(t.sub_tasks || t.dependencies || t.parent_task_id)
      and l.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility, 'l')}) end as readable`
}

/** Returns the condition that task `t` has no parent that the caller can read. */
export const buildNoParentCondition = (ctx: Context, visibility: OrgVisibility): Sql =>
  hasFullVisibility(visibility)
    ? sql`t.parent_task_id is null`
    : sql`(t.parent_task_id is null or not exists (select from tasks u where u.org_id = ${visibility.org_id}
        and u.task_id = t.parent_task_id and u.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility, 'u')}))`

/** Returns the links of a row that are in `readable`; null stands for all. */
export function filterReadableLinks(
  { parent_task_id: parent, is_subtask, sub_tasks, dependencies }: TaskRow,
  readable: readonly string[] | null,
): Pick<TaskRow, 'is_subtask' | 'sub_tasks' | 'dependencies'> {
  if (readable === null) return { is_subtask: is_subtask || parent !== null, sub_tasks, dependencies }
  const visible = new Set(readable)
  return {
    is_subtask: is_subtask || (parent !== null && visible.has(parent)),
    sub_tasks: sub_tasks.filter((id) => visible.has(id)),
    dependencies: dependencies.filter((id) => visible.has(id)),
  }
}

/** Returns whether a task has links, which not all readers see alike. */
export const hasLinks = ({ parent_task_id, sub_tasks, dependencies }: TaskRow): boolean =>
  parent_task_id !== null || sub_tasks.length > 0 || dependencies.length > 0

/** Removes links that the caller can't read; `is_subtask` is true only with a readable parent. */
export const removeHiddenLinks = <R extends TaskRow & { readable: string[] | null }>(row: R): R =>
  hasLinks(row) ? Object.assign(row, filterReadableLinks(row, row.readable)) : row

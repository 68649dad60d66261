import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import type { Reach } from '../projects/access.ts'

/** Deleted tasks can be restored for so long; then they are gone for good. */
export const keptSince = (millis: number, days: number): string =>
  new Date(millis - days * 24 * 60 * 60 * 1000).toISOString()

const since = ({ millis, services }: Context) => keptSince(millis, services.config.deletedTaskDays)

/** Whether a task is there or can be restored. */
export const isKept = (ctx: Context, { deleted_at }: { deleted_at: string | null }): boolean =>
  deleted_at === null || deleted_at > since(ctx)

/** Whether a list is asked for deleted tasks. 400 together with a search, which finds live tasks alone. */
export function wantsDeleted(filters: Filters): boolean {
  if (filters.deleted === undefined) return false
  if (filters.search !== undefined)
    throw invalidParameter('filter[search]', 'filter[search] does not go together with filter[deleted].')
  return true
}

/** The condition that task `t` is live. */
export const isLive = sql`t.deleted_at is null`

/**
 * The condition that task `t`, which the caller could read if it were live, is deleted and can be restored by the caller:
 * the same rule as `canDeleteTask`.
 */
export const isRestorable = (ctx: Context, reach: Reach): Sql =>
  reach.admin
    ? sql`t.deleted_at > ${since(ctx)}::timestamptz`
    : sql`t.deleted_at > ${since(ctx)}::timestamptz
        and (t.created_by = ${ctx.user.username} or t.project_id = any(${reach.editable}::text[]))`

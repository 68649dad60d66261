import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import type { Reach } from '../projects/access.ts'

/** Returns the time before which deleted tasks can no longer be restored. */
export const keptSince = (millis: number, days: number): string =>
  new Date(millis - days * 24 * 60 * 60 * 1000).toISOString()

const retentionCutoff = ({ millis, services }: Context) => keptSince(millis, services.config.deletedTaskDays)

/** Returns whether a task is live or can be restored. */
export const isKept = (ctx: Context, { deleted_at }: { deleted_at: string | null }): boolean =>
  deleted_at === null || deleted_at > retentionCutoff(ctx)

/** Returns whether a list requests deleted tasks. Throws 400 with a search, which only finds live tasks. */
export function wantsDeleted(filters: Filters): boolean {
  if (filters.deleted === undefined) return false
  if (filters.search !== undefined)
    throw invalidParameter(
      'filter[search]',
      'filter[search] cannot be combined with filter[deleted]: omit one of them.',
    )
  return true
}

/** Condition that task `t` is not deleted. */
export const isLive = sql`t.deleted_at is null`

/** Returns the condition that task `t`, whose container the caller can read, can be restored. Same rule as `canDeleteTask`. */
export const isRestorable = (ctx: Context, visibility: Reach): Sql =>
  visibility.admin
    ? sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz`
    : sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz
        and (t.created_by = ${ctx.user.username} or t.project_id = any(${visibility.editable}::text[]))`

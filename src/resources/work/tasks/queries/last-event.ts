import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context, RowWithUpdatedAt } from '../../../../core/context.ts'

/** Returns the time of the last event of a task as an expression. */
export const buildLastEventTime = (orgId: string, taskId: Sql): Sql => sql`(
  select max(e.created_at) from events e where e.org_id = ${orgId} and e.resource_id = ${taskId})`

/**
 * Moves the time of the request past the last event of a task, for events that do not change its row. An earlier statement
 * must lock the task; both can be sent together.
 */
export async function advanceTimePastEvents(ctx: Context, taskId: string): Promise<void> {
  ctx.advanceTimePast(
    await ctx.db.query(sql<RowWithUpdatedAt>`
      select max(created_at) as updated_at from events
      where ${sql.orgIn('org_id', ctx.caller.orgIds)} and resource_id = ${taskId}`),
  )
}

import { sql } from '../../../../db/sql.ts'
import type { Context, RowWithUpdatedAt } from '../../../../core/context.ts'

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

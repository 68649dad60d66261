import { sql } from '../../../../db/sql.ts'
import type { Context, RowWithUpdatedAt } from '../../../../core/context.ts'
import type { TaskRow } from './rows.ts'

/** Moves the time of the request past the last event of a locked task, for events that do not change its row. */
export async function advanceTimePastEvents(
  ctx: Context,
  { org_id, task_id }: Pick<TaskRow, 'org_id' | 'task_id'>,
): Promise<void> {
  ctx.advanceTimePast(
    await ctx.db.query(sql<RowWithUpdatedAt>`
      select max(created_at) as updated_at from events where org_id = ${org_id} and resource_id = ${task_id}`),
  )
}

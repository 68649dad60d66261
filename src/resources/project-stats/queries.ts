import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { membership } from '../projects/queries.ts'
import { visibleTasks } from '../projects/task-visibility.ts'

export interface StatsRow {
  project_id: string
  start_date: string | null
  end_date: string | null
  tasks_total: number
  tasks_completed: number
  bugs_total: number
  team_members: number
}

/** What there is to count in a project, over the tasks that the caller can read. */
export async function findStats(
  ctx: Context,
  reach: Reach,
  projectId: string,
): Promise<StatsRow | undefined> {
  const [row] = await ctx.db.query(sql<StatsRow>`
      select p.project_id, p.start_date, p.end_date, c.tasks_total, c.tasks_completed, c.bugs_total,
        (select count(*)::int from ${membership}
          where pm.org_id = p.org_id and pm.project_id = p.project_id and pm.is_active) as team_members
      from projects p cross join lateral (
        select count(*)::int as tasks_total, count(*) filter (where t.status = 'completed')::int as tasks_completed,
          count(*) filter (where t.task_type = 'bug')::int as bugs_total
        from tasks t
        where t.org_id = p.org_id and t.project_id = p.project_id and t.deleted_at is null
          and ${visibleTasks(ctx, reach)}) c
      where p.org_id = ${reach.org_id} and p.project_id = ${projectId} and p.deleted_at is null`)
  return row
}

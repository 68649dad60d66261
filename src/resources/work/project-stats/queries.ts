import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildPreferredZoneSql } from '../../../auth/time-zone.ts'
import { activeProjectMembers } from '../projects/queries/write.ts'
import { selectTaskCounts } from '../projects/queries/task-counts.ts'

interface ProjectStatsRow {
  project_id: string
  start_date: string | null
  end_date: string | null
  tasks_total: number
  tasks_completed: number
  bugs_total: number
  team_members: number
  preferred: string | null
}

export const findProjectStats = (ctx: Context, visibility: OrgVisibility, projectId: string) =>
  ctx.db.queryRow(sql<ProjectStatsRow>`
      select p.project_id, p.start_date, p.end_date, coalesce(c.total, 0)::int as tasks_total,
        coalesce(c.completed, 0)::int as tasks_completed, coalesce(c.bugs, 0)::int as bugs_total,
        (select count(*)::int from ${activeProjectMembers}
          where pm.org_id = p.org_id and pm.project_id = p.project_id and pm.is_active) as team_members,
        ${buildPreferredZoneSql(ctx)} as preferred
      from projects p left join ${selectTaskCounts(ctx, visibility, 'project_id', projectId)} c on c.id = p.project_id
      where p.org_id = ${visibility.org_id} and p.project_id = ${projectId} and p.deleted_at is null`)

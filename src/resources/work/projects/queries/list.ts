import { sql, type Sql, and } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../../http/pagination/pagination.ts'
import { hasName, type NameQuery } from '../../../../http/pagination/name-filter.ts'
import { toSortKey } from '../../../../core/text.ts'
import type { OrgVisibility } from '../policy.ts'
import { activeProjectMembers, type ProjectMemberWithAssignment } from './write.ts'
import { projectColumns, type ProjectRow } from './find.ts'
import type { ProjectTaskCounts } from '../schema.ts'
import { selectTaskCounts } from './task-counts.ts'
import { hasFullVisibility, buildVisibleProjectsCondition } from './visibility.ts'

const position = { sql: 'p.position', type: 'integer' } as const
const name = { sql: 'p.name_key', type: 'text' } as const

export const projectSorts: ListSpec = {
  sorts: {
    position: [position, name],
    name: [name],
    status: [{ sql: 'p.status_rank', type: 'integer' }],
    priority: [{ sql: 'p.priority_rank', type: 'integer' }],
    start_date: [{ sql: 'p.start_date', type: 'date', nullable: true }],
    end_date: [{ sql: 'p.end_date', type: 'date', nullable: true }],
    created_at: [{ sql: 'p.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [position, name],
  id: { sql: 'p.project_id', type: 'text' },
}

/** A project in a list, with its members and task counts. */
interface ProjectListRow extends ProjectRow {
  /** Position among the projects visible to the caller. */
  list_position: number
  team: ProjectMemberWithAssignment[]
  counts: ProjectTaskCounts
}

const projectFields = projectColumns('p')

const selectTeam = (orgId: string): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('user_id', pm.user_id, 'username', pm.username,
      'project_role', pm.project_role, 'assigned_by', pm.assigned_by, 'assigned_at',
      to_char(pm.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by pm.username_key), '[]')
    from ${activeProjectMembers}
    where pm.org_id = ${orgId} and pm.project_id = p.project_id and pm.is_active)`

/**
 * Builds the projects `p` with their list position. A caller who cannot see all of them gets positions among the
 * visible ones: stored positions would reveal the number of hidden projects.
 */
const selectPositioned = (visibility: OrgVisibility): Sql =>
  hasFullVisibility(visibility)
    ? sql`(select q.*, q.position as list_position from projects q where q.org_id = ${visibility.org_id}) p`
    : sql`(select q.*, (row_number() over (order by q.position, q.name_key, q.project_id))::int
          as list_position from projects q where q.org_id = ${visibility.org_id} and q.deleted_at is null and ${buildVisibleProjectsCondition(visibility, 'q')}) p`

interface ProjectFilter extends NameQuery {
  show_all?: boolean | undefined
  ids?: string[] | undefined
}

function buildFilter({ show_all, ids, ...named }: ProjectFilter): Sql {
  const conditions = [hasName('p.name', named, toSortKey)]
  if (!show_all) conditions.push(sql`p.status <> 'archived'`)
  if (ids) conditions.push(sql`p.project_id = any(${ids}::text[])`)
  return and(conditions)
}

/** Selects a page of the projects visible to the caller. */
export function selectProjectPage(
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  filter: ProjectFilter,
): Promise<ProjectListRow[]> {
  const counts = sql`
    jsonb_build_object('tasks_total', coalesce(c.total, 0), 'tasks_completed', coalesce(c.completed, 0))`
  return selectPage<ProjectListRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<ProjectListRow>`
      select ${projectFields}, p.list_position, ${selectTeam(visibility.org_id)} as team, ${counts} as counts, ${columns}
      from ${selectPositioned(visibility)} left join ${selectTaskCounts(ctx, visibility, 'project_id')} c on c.id = p.project_id
      where p.org_id = ${visibility.org_id} and p.deleted_at is null and ${buildVisibleProjectsCondition(visibility)} and ${buildFilter(filter)}
        and ${where} ${order} ${limit}`,
  )
}

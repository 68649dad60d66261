import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { hasName, type NameQuery } from '../../kernel/lists/named.ts'
import { every } from '../../kernel/sql.ts'
import { sortKey } from '../../kernel/text.ts'
import type { Reach } from './access.ts'
import { membership, type Teammate } from './queries.ts'
import { projectColumns, type ProjectRow } from './rows.ts'
import type { Counts } from './schemas.ts'
import { taskCounts } from './roll-ups.ts'
import { seesEverything, visibleProjects } from './task-visibility.ts'

const position = { sql: 'p.position', type: 'integer' } as const
const name = { sql: 'p.name_key', type: 'text' } as const

/** How a list of projects sorts. */
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
  natural: [position, name],
  id: { sql: 'p.project_id', type: 'text' },
}

/** A project of a list, with its team and its counts. */
export interface ProjectCardRow extends ProjectRow {
  /** Its place among the projects that the caller sees. */
  place: number
  team: Teammate[]
  counts: Counts
}

const selected = projectColumns('p')

const team = (orgId: string): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('user_id', pm.user_id, 'username', pm.username,
      'project_role', pm.project_role, 'assigned_by', pm.assigned_by, 'assigned_at',
      to_char(pm.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by pm.username_key), '[]')
    from ${membership}
    where pm.org_id = ${orgId} and pm.project_id = p.project_id and pm.is_active)`

/**
 * Projects as `p`, each with its place. Who does not see all of them is told places among those it sees, from 1: the
 * stored places would tell how many hidden projects lie between.
 */
const placed = (reach: Reach): Sql =>
  seesEverything(reach)
    ? sql`(select q.*, q.position as place from projects q where q.org_id = ${reach.org_id}) p`
    : sql`(select q.*, (row_number() over (order by q.position, q.name_key, q.project_id))::int as place
        from projects q where q.org_id = ${reach.org_id} and q.deleted_at is null and ${visibleProjects(reach, 'q')}) p`

/** Filters of the list of projects. */
export interface ProjectFilter extends NameQuery {
  show_all?: boolean | undefined
  ids?: string[] | undefined
}

function isWanted({ show_all, ids, ...named }: ProjectFilter): Sql {
  const conditions = [hasName('p.name', named, sortKey)]
  if (!show_all) conditions.push(sql`p.status <> 'archived'`)
  if (ids) conditions.push(sql`p.project_id = any(${ids}::text[])`)
  return every(conditions)
}

/** A page of an organization's projects that the caller can read. */
export function listProjectCards(
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  filter: ProjectFilter,
): Promise<ProjectCardRow[]> {
  const counts = sql`
    jsonb_build_object('tasks_total', coalesce(c.total, 0), 'tasks_completed', coalesce(c.completed, 0))`
  return selectPage<ProjectCardRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<ProjectCardRow>`
      select ${selected}, p.place, ${team(reach.org_id)} as team, ${counts} as counts, ${columns}
      from ${placed(reach)} left join ${taskCounts(ctx, reach, 'project_id')} c on c.id = p.project_id
      where p.org_id = ${reach.org_id} and p.deleted_at is null and ${visibleProjects(reach)} and ${isWanted(filter)}
        and ${where} ${order} ${limit}`,
  )
}

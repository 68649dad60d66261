import { sql, type Sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { assignments, every } from '../../kernel/sql.ts'
import { fold, likeLiteral, sortKey } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import { readableProjects } from '../organizations/access.ts'
import { reachOf } from '../projects/access.ts'
import { lockPlans } from '../projects/queries.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { memberColumns, type TeamMemberRow } from './member-queries.ts'
import { teamColumns, type TeamRole, type TeamRow } from './rows.ts'

/** What is counted of a team for its reader. */
export interface TeamCounts {
  member_count: number
  project_count: number
}
export type TeamListed = TeamRow & TeamCounts & { my_role: TeamRole | null }

const columns = sql.raw(teamColumns('t'))

/** A membership counts while the person is an active member of the organization too. */
const members = sql.raw(`team_members tm JOIN organization_members m
  ON m.org_id = tm.org_id AND m.user_id = tm.user_id AND m.is_active AND m.deleted_at IS NULL
  WHERE tm.org_id = t.org_id AND tm.team_id = t.team_id AND tm.is_active`)

const counts = (ctx: Context): Sql => sql`
  (select count(*)::int from ${members}) as member_count,
  (select count(*)::int from projects p where p.org_id = t.org_id and p.team_id = t.team_id
    and ${readableProjects(ctx)}) as project_count`

export const teamSorts: ListSpec = {
  sorts: {
    name: [{ sql: 't.name_key', type: 'text' }],
    created_at: [{ sql: 't.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 't.name_key', type: 'text' }],
  id: { sql: 't.team_id', type: 'text' },
}

const myRole = (ctx: Context) => sql`
  left join team_members mine on mine.org_id = t.org_id and mine.team_id = t.team_id
    and mine.user_id = ${ctx.user.user_id} and mine.is_active`

/** The conditions on `t`, joined with the caller's own place: live teams it can read, found by a part of the name. */
function listed(ctx: Context, orgId: string, search: string | undefined): Sql {
  const conditions = [sql`t.is_active`]
  if (ctx.caller.memberOf(orgId).role === 'guest') conditions.push(sql`mine.team_role is not null`)
  if (search) conditions.push(sql`t.name_key like ${`%${likeLiteral(fold(search))}%`}`)
  return every(conditions)
}

/** A page of an organization's teams that the caller can read, and how many there are on all pages. */
export async function listTeams(
  ctx: Context,
  page: ListQuery,
  orgId: string,
  search: string | undefined,
): Promise<{ found: TeamListed[]; total: number }> {
  const wanted = listed(ctx, orgId, search)
  const [found, [all]] = await Promise.all([
    selectPage<TeamListed>(
      ctx,
      page,
      ({ where, order, limit, columns: sorts }) => sql<TeamListed>`
        select ${columns}, mine.team_role as my_role, ${counts(ctx)}, ${sorts}
        from teams t ${myRole(ctx)} where t.org_id = ${orgId} and ${wanted} and ${where} ${order} ${limit}`,
    ),
    ctx.db.query(sql<{ total: number }>`select count(*)::int as total from teams t ${myRole(ctx)}
        where t.org_id = ${orgId} and ${wanted}`),
  ])
  return { found, total: all!.total }
}

/** The members of a team by name, and its counts, in one statement. */
export async function findDetail(
  ctx: Context,
  { org_id, team_id }: Pick<TeamRow, 'org_id' | 'team_id'>,
): Promise<TeamCounts & { members: TeamMemberRow[] }> {
  const [row] = await ctx.db.query(sql<TeamCounts & { members: TeamMemberRow[] }>`
      select ${counts(ctx)}, (select coalesce(jsonb_agg(jsonb_build_object(${sql.raw(memberColumns.json('tm'))})
        order by m.username_key), '[]') from ${members}) as members
      from teams t where t.org_id = ${org_id} and t.team_id = ${team_id}`)
  return row!
}

const nameTaken = 'A team of the organization has this name already.'

/** Stores a new team; 409 when a live one has the name. */
export async function insertTeam(
  ctx: Context,
  orgId: string,
  { name, description }: Pick<TeamRow, 'name' | 'description'>,
): Promise<TeamRow> {
  const inserted = query<TeamRow>(
    ctx.db,
    `INSERT INTO teams AS t (org_id, team_id, name, name_key, description, created_by, updated_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $7) RETURNING ${teamColumns('t')}`,
    [orgId, ctx.newId('TM'), name, sortKey(name), description, ctx.user.username, ctx.now],
  )
  return (await uniquely('teams_name', nameTaken, inserted))[0]!
}

const changeTeam = (ctx: Context, { org_id, team_id }: TeamRow, set: Record<string, unknown>) =>
  ctx.db.query(
    sql<TeamRow>`update teams t set ${assignments({ ...set, updated_by: ctx.user.username, updated_at: ctx.now })},
        version = t.version + 1
      where t.org_id = ${org_id} and t.team_id = ${team_id} returning ${columns}`,
    { plan: 'custom' },
  )

/** Changes name and description of a team; 409 when another live one has the name. */
export async function renameTeam(
  ctx: Context,
  team: TeamRow,
  { name, description }: Pick<TeamRow, 'name' | 'description'>,
): Promise<TeamRow> {
  const changed = changeTeam(ctx, team, { name, name_key: sortKey(name), description })
  return (await uniquely('teams_name', nameTaken, changed))[0]!
}

/** Who is in a team is part of it: its version rises with every change of that. */
export const touchTeam = async (ctx: Context, team: TeamRow): Promise<TeamRow> =>
  (await changeTeam(ctx, team, {}))[0]!

/** Takes a team away; its name is free again. */
export async function removeTeam(ctx: Context, team: TeamRow, reason: string | null): Promise<TeamRow> {
  const gone = { is_active: false, deleted_at: ctx.now, delete_reason: reason }
  return (await changeTeam(ctx, team, gone))[0]!
}

/** Whether a live project or task points at a team. */
export async function isUsed(ctx: Context, { org_id, team_id }: TeamRow): Promise<boolean> {
  const [row] = await query<{ used: boolean }>(
    ctx.db,
    `SELECT EXISTS (SELECT FROM projects p WHERE p.org_id = $1 AND p.team_id = $2 AND p.deleted_at IS NULL)
       OR EXISTS (SELECT FROM tasks t WHERE t.org_id = $1 AND t.team_id = $2 AND t.deleted_at IS NULL) AS used`,
    [org_id, team_id],
  )
  return row!.used
}

/** How many live projects and tasks belong to a team, of those that the caller can read. */
export async function countReadable(
  ctx: Context,
  { org_id, team_id }: TeamRow,
): Promise<{ projects: number; tasks: number }> {
  const reach = await reachOf(ctx, org_id)
  const [row] = await ctx.db.query(
    sql<{ projects: number; tasks: number }>`
      select (select count(*)::int from projects p where p.org_id = ${org_id} and p.team_id = ${team_id}
          and ${readableProjects(ctx)}) as projects,
        (select count(*)::int from tasks t where t.org_id = ${org_id} and t.team_id = ${team_id}
          and t.deleted_at is null and ${visibleTasks(ctx, reach)}) as tasks`,
  )
  return row!
}

const detachSql = `
  WITH freed AS (
    UPDATE projects SET team_id = NULL, version = version + 1, updated_by = $3, updated_at = $4
    WHERE org_id = $1 AND team_id = $2 RETURNING deleted_at),
  lanes AS (DELETE FROM task_sections WHERE org_id = $1 AND scope_type = 'team' AND scope_id = $2),
  held AS (
    SELECT t.task_id, t.team_id IS NOT DISTINCT FROM $2 AS own, s.sprint_id AS sprint, m.milestone_id AS milestone
    FROM tasks t
    LEFT JOIN sprints s ON s.org_id = t.org_id AND s.sprint_id = t.sprint_id AND s.team_id = $2
    LEFT JOIN milestones m ON m.org_id = t.org_id AND m.milestone_id = t.milestone_id AND m.team_id = $2
    WHERE t.org_id = $1 AND t.task_id IN (
      SELECT task_id FROM tasks WHERE org_id = $1 AND team_id = $2
      UNION SELECT task_id FROM tasks WHERE org_id = $1 AND sprint_id IN (
        SELECT sprint_id FROM sprints WHERE org_id = $1 AND team_id = $2)
      UNION SELECT task_id FROM tasks WHERE org_id = $1 AND milestone_id IN (
        SELECT milestone_id FROM milestones WHERE org_id = $1 AND team_id = $2)
      UNION SELECT task_id FROM task_sections WHERE org_id = $1 AND scope_type = 'team' AND scope_id = $2)
    ORDER BY t.task_id FOR NO KEY UPDATE OF t),
  changed AS (
    UPDATE tasks t SET team_id = CASE WHEN held.own THEN NULL ELSE t.team_id END,
      sprint_id = CASE WHEN held.sprint IS NULL THEN t.sprint_id END,
      milestone_id = CASE WHEN held.milestone IS NULL THEN t.milestone_id END,
      version = t.version + 1, updated_by = $3, updated_at = $4
    FROM held WHERE t.org_id = $1 AND t.task_id = held.task_id RETURNING held.own, t.deleted_at)
  SELECT (SELECT count(*)::int FROM freed WHERE deleted_at IS NULL) AS projects,
    (SELECT count(*)::int FROM changed WHERE own AND deleted_at IS NULL) AS tasks`

/**
 * Frees what points at a team: its projects and tasks belong to none, and no task stays in one of its sprints,
 * milestones or sections. The versions of all of them rise. Gives how many live projects and tasks were its own.
 */
export async function detach(
  ctx: Context,
  { org_id, team_id }: TeamRow,
): Promise<{ projects: number; tasks: number }> {
  await lockPlans(ctx, org_id, team_id)
  const values = [org_id, team_id, ctx.user.username, ctx.now]
  return (await query<{ projects: number; tasks: number }>(ctx.db, detachSql, values))[0]!
}

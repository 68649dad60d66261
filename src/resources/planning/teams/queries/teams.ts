import { sql, type Sql, buildAssignments, and, buildUpdatedAt } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../../http/pagination/pagination.ts'
import { hasName, type NameQuery } from '../../../../http/pagination/name-filter.ts'
import { toUniqueKey } from '../../../../core/text.ts'
import { conflictOnDuplicate } from '../../../../core/unique-violation.ts'
import { buildReadableProjectsCondition } from '../../../people/organizations/readable-projects.ts'
import { loadOrgVisibility } from '../../../work/projects/policy.ts'
import { lockTeamPlans } from '../../../work/projects/queries/write.ts'
import { buildVisibleTasksCondition } from '../../../work/projects/queries/visibility.ts'
import { teamMembersJson, type TeamMemberRow } from './members.ts'
import { teamColumns, activeTeamMembers, type TeamRole, type TeamRow } from './row.ts'

export interface TeamCounts {
  member_count: number
  project_count: number
}
type TeamWithCounts = TeamRow & TeamCounts & { my_role: TeamRole | null }

/** Selects from the members of the team `t` who are active in the organization. */
const activeMembers = (orgId: string): Sql => sql`${activeTeamMembers}
    where tm.org_id = ${orgId} and tm.team_id = t.team_id and tm.is_active`

const selectCounts = (ctx: Context, orgId: string): Sql => sql`
  (select count(*)::int from ${activeMembers(orgId)}) as member_count,
  (select count(*)::int from projects p where p.org_id = ${orgId} and p.team_id = t.team_id
    and ${buildReadableProjectsCondition(ctx, sql`${orgId}`)}) as project_count`

export const teamSorts: ListSpec = {
  sorts: {
    name: [{ sql: 't.name_key', type: 'text' }],
    created_at: [{ sql: 't.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 't.name_key', type: 'text' }],
  id: { sql: 't.team_id', type: 'text' },
}

const joinOwnRole = (ctx: Context) => sql`
  left join team_members mine on mine.org_id = t.org_id and mine.team_id = t.team_id
    and mine.user_id = ${ctx.user.user_id} and mine.is_active`

function readableTeams(ctx: Context, orgId: string, named: NameQuery): Sql {
  const conditions = [sql`t.is_active`]
  if (ctx.caller.requireMembership(orgId).role === 'guest') conditions.push(sql`mine.team_role is not null`)
  conditions.push(hasName('t.name', named, toUniqueKey))
  return and(conditions)
}

export async function listTeams(
  ctx: Context,
  page: PageRequest,
  orgId: string,
  named: NameQuery,
): Promise<{ found: TeamWithCounts[]; total: number }> {
  const condition = readableTeams(ctx, orgId, named)
  const [found, [all]] = await Promise.all([
    selectPage<TeamWithCounts>(
      ctx,
      page,
      ({ where, order, limit, columns: sorts }) => sql<TeamWithCounts>`
        select ${teamColumns}, mine.team_role as my_role, ${selectCounts(ctx, orgId)}, ${sorts}
        from teams t ${joinOwnRole(ctx)} where t.org_id = ${orgId} and ${condition} and ${where} ${order} ${limit}`,
    ),
    ctx.db.query(sql<{ total: number }>`select count(*)::int as total from teams t ${joinOwnRole(ctx)}
        where t.org_id = ${orgId} and ${condition}`),
  ])
  return { found, total: all!.total }
}

export const findTeamDetails = async (ctx: Context, { org_id, team_id }: Pick<TeamRow, 'org_id' | 'team_id'>) =>
  (await ctx.db.queryRow(sql<TeamCounts & { members: TeamMemberRow[] }>`
      select ${selectCounts(ctx, org_id)}, (select ${teamMembersJson} from ${activeMembers(org_id)}) as members
      from teams t where t.org_id = ${org_id} and t.team_id = ${team_id}`))!

const nameTaken = 'The organization already has a team with this name. Choose another name.'

/** Throws 409 when another team has the name. */
export async function insertTeam(
  ctx: Context,
  orgId: string,
  { name, description }: Pick<TeamRow, 'name' | 'description'>,
): Promise<TeamRow> {
  const { username } = ctx.user
  const inserted = ctx.db.query(sql<TeamRow>`
    insert into teams as t (org_id, team_id, name, name_key, description, created_by, updated_by, created_at, updated_at)
    values (${orgId}, ${ctx.newId('TM')}, ${name}, ${toUniqueKey(name)}, ${description}, ${username}, ${username}, ${ctx.now},
      ${ctx.now})
    returning ${teamColumns}`)
  return (await conflictOnDuplicate('teams_name', nameTaken, inserted))[0]!
}

const saveColumns = (ctx: Context, { org_id, team_id }: TeamRow, fields: Record<string, unknown>) =>
  ctx.db.query(
    sql<TeamRow>`update teams t set ${buildAssignments({ ...fields, updated_by: ctx.user.username, updated_at: ctx.now })},
        version = t.version + 1
      where t.org_id = ${org_id} and t.team_id = ${team_id} returning ${teamColumns}`,
    { plan: 'custom' },
  )

export async function saveTeam(
  ctx: Context,
  team: TeamRow,
  { name, description }: Pick<TeamRow, 'name' | 'description'>,
): Promise<TeamRow> {
  const changed = saveColumns(ctx, team, {
    ...(name !== team.name && { name, name_key: toUniqueKey(name) }),
    description,
  })
  return (await conflictOnDuplicate('teams_name', nameTaken, changed))[0]!
}

/** Increments the version of a team, which covers its members too. */
export const incrementTeamVersion = async (ctx: Context, team: TeamRow): Promise<TeamRow> =>
  (await saveColumns(ctx, team, {}))[0]!

/** Marks a team as deleted. Its name can be used again. */
export async function markTeamDeleted(ctx: Context, team: TeamRow, reason: string | null): Promise<TeamRow> {
  const fields = { is_active: false, deleted_at: ctx.now, delete_reason: reason }
  return (await saveColumns(ctx, team, fields))[0]!
}

export const isTeamInUse = async (ctx: Context, { org_id, team_id }: TeamRow) =>
  (await ctx.db.queryRow(sql<{ used: boolean }>`
    select exists (select from projects p where p.org_id = ${org_id} and p.team_id = ${team_id} and p.deleted_at is null)
      or exists (select from tasks t where t.org_id = ${org_id} and t.team_id = ${team_id} and t.deleted_at is null)
      as used`))!.used

export async function countReadableTeamContents(
  ctx: Context,
  { org_id, team_id }: TeamRow,
): Promise<{ projects: number; tasks: number }> {
  const visibility = await loadOrgVisibility(ctx, org_id)
  const [row] = await ctx.db.query(
    sql<{ projects: number; tasks: number }>`
      select (select count(*)::int from projects p where p.org_id = ${org_id} and p.team_id = ${team_id}
          and ${buildReadableProjectsCondition(ctx)}) as projects,
        (select count(*)::int from tasks t where t.org_id = ${org_id} and t.team_id = ${team_id}
          and t.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility)}) as tasks`,
  )
  return row!
}

/** Locks all tasks that refer to a team, and selects which of its sprints, milestones and sections they are in. */
const lockTeamTasks = ({ org_id, team_id }: TeamRow): Sql => sql`
  select t.task_id, t.team_id is not distinct from ${team_id} as own, s.sprint_id as sprint, m.milestone_id as milestone,
    (select l.section_id from task_sections l where l.org_id = ${org_id} and l.scope_type = 'team'
      and l.scope_id = ${team_id} and l.task_id = t.task_id) as section
  from tasks t
  left join sprints s on s.org_id = t.org_id and s.sprint_id = t.sprint_id and s.team_id = ${team_id}
  left join milestones m on m.org_id = t.org_id and m.milestone_id = t.milestone_id and m.team_id = ${team_id}
  where t.org_id = ${org_id} and t.task_id in (
    select task_id from tasks where org_id = ${org_id} and team_id = ${team_id}
    union select task_id from tasks where org_id = ${org_id} and sprint_id in (
      select sprint_id from sprints where org_id = ${org_id} and team_id = ${team_id})
    union select task_id from tasks where org_id = ${org_id} and milestone_id in (
      select milestone_id from milestones where org_id = ${org_id} and team_id = ${team_id})
    union select task_id from task_sections
      where org_id = ${org_id} and scope_type = 'team' and scope_id = ${team_id})
  order by t.task_id for no key update of t`

interface DetachedTask {
  task_id: string
  project_id: string | null
  own: boolean
  sprint: string | null
  milestone: string | null
  section: string | null
  updated_at: string
}

/** Emits an event for each project and task. Returns the number of those that belonged to the team. */
export async function detachTeam(ctx: Context, team: TeamRow): Promise<{ projects: number; tasks: number }> {
  const { org_id, team_id } = team
  const { username } = ctx.user
  await lockTeamPlans(ctx, org_id, team_id)
  const projects = await ctx.db.query(sql<{ project_id: string; updated_at: string; deleted_at: string | null }>`
    update projects set team_id = null, version = version + 1, updated_by = ${username},
      updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}
    where org_id = ${org_id} and team_id = ${team_id} returning project_id, updated_at, deleted_at`)
  const changed = await ctx.db.query(sql<DetachedTask & { deleted_at: string | null }>`
    with locked as (${lockTeamTasks(team)}),
    removed as (
      delete from task_sections where org_id = ${org_id} and scope_type = 'team' and scope_id = ${team_id})
    update tasks t set team_id = case when locked.own then null else t.team_id end,
      sprint_id = case when locked.sprint is null then t.sprint_id end,
      milestone_id = case when locked.milestone is null then t.milestone_id end,
      version = t.version + 1, updated_by = ${username}, updated_at = ${buildUpdatedAt(ctx.now, 't.updated_at')}
    from locked where t.org_id = ${org_id} and t.task_id = locked.task_id
    returning t.task_id, t.project_id, locked.own, locked.sprint, locked.milestone, locked.section, t.updated_at, t.deleted_at`)
  ctx.advanceTimePast([...projects, ...changed], 0)
  const [liveProjects, tasks] = [projects, changed].map((rows) => rows.filter((row) => row.deleted_at === null)) as [
    typeof projects,
    typeof changed,
  ]
  emitDetached(ctx, team, liveProjects, tasks)
  return { projects: liveProjects.length, tasks: tasks.filter((task) => task.own).length }
}

function emitDetached(
  ctx: Context,
  { org_id, team_id }: TeamRow,
  projects: readonly { project_id: string }[],
  tasks: readonly DetachedTask[],
): void {
  const emit = (type: string, resource_id: string, project_id: string | null, before: Record<string, unknown>) => {
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
    const [resource_type] = type.split('.') as [string]
    ctx.emit({ org_id, type, resource_type, resource_id, project_id, before, after, cause: 'team.deleted' })
  }
  for (const { project_id } of projects) emit('project.updated', project_id, project_id, { team_id })
  for (const { task_id, project_id, own, sprint, milestone, section } of tasks)
    emit('task.updated', task_id, project_id, {
      ...(own && { team_id }),
      ...(sprint !== null && { sprint_id: sprint }),
      ...(milestone !== null && { milestone_id: milestone }),
      ...(section !== null && { section_id: section }),
    })
}

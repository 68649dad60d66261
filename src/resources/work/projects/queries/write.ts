import { sql, type Sql, buildAssignments, buildUpdatedAt, buildUpsertedAt } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'
import { findEndPosition } from '../../../../core/end-position.ts'
import { toUniqueKey } from '../../../../core/text.ts'
import { buildReadableProjectsCondition } from '../../../people/organizations/readable-projects.ts'
import { projectColumns, type ProjectRole, type ProjectRow } from './find.ts'
import type { OrgUser, PresetSection, ProjectTeamMember } from '../rules.ts'

/** An active member of a project and the assignment of their role. */
export interface ProjectMemberWithAssignment extends ProjectTeamMember {
  assigned_by: string | null
  assigned_at: string | null
}

const columns = projectColumns('p')

/** Joins project members `pm` with active organization members `m`: only these count as members of a project. */
export const activeProjectMembers = sql`project_members pm join organization_members m
    on m.org_id = pm.org_id and m.user_id = pm.user_id and m.is_active and m.deleted_at is null`

/** Returns the active members of a project, ordered by username. */
export const listActiveProjectMembers = (ctx: Context, orgId: string, projectId: string) =>
  ctx.db.query(sql<ProjectMemberWithAssignment>`
    select pm.user_id, pm.username, pm.project_role, pm.assigned_by, pm.assigned_at from ${activeProjectMembers}
    where pm.org_id = ${orgId} and pm.project_id = ${projectId} and pm.is_active order by pm.username_key`)

/** Tests whether the team is active and visible to the caller, and share-locks it until commit. */
export async function lockUsableTeam(ctx: Context, orgId: string, teamId: string): Promise<boolean> {
  const canReadAllTeams = ctx.caller.requireMembership(orgId).role !== 'guest'
  const found = await ctx.db.query(sql`
    select t.team_id from teams t
    where t.org_id = ${orgId} and t.team_id = ${teamId} and t.is_active and t.deleted_at is null
      and (${canReadAllTeams}::boolean or exists (select from team_members tm where tm.org_id = ${orgId}
        and tm.team_id = t.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active))
    for share of t`)
  return found.length > 0
}

/** Plan tables in lock order, with their id columns, which tasks have too. */
const planIds = { milestones: sql`milestone_id`, sprints: sql`sprint_id` }
type PlanTable = keyof typeof planIds
const planTables = Object.keys(planIds) as PlanTable[]

/** Locks the plans of a team against new tasks until commit. Must precede task locks: writers lock the plan first. */
export async function lockTeamPlans(ctx: Context, orgId: string, teamId: string): Promise<void> {
  for (const table of planTables)
    await ctx.db.query(sql`
      select from ${sql.raw(table)} where org_id = ${orgId} and team_id = ${teamId} and is_active
      order by ${planIds[table]} for no key update`)
}

/** Builds the new plan id in an update of task `t`: the current one if it belongs to the task's team or to `team`. */
export const buildRetainedPlan = (table: PlanTable, team: string | null): Sql => sql`
  (select h.${planIds[table]} from ${sql.raw(table)} h
   where h.org_id = t.org_id and h.${planIds[table]} = t.${planIds[table]} and h.team_id in (t.team_id, ${team}))`

/** Serializes free-form values to JSON. */
function toColumnValues(set: Record<string, unknown>): Record<string, unknown> {
  const toJson = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, toJson(value)]))
}

/**
 * Inserts a project at the end of the list, by default with the organization's default visibility. Two concurrent
 * inserts may share a position; their names break the tie.
 */
export async function insertProject(
  ctx: Context,
  orgId: string,
  values: Record<string, unknown> & { project_id: string; visibility: string | null },
): Promise<ProjectRow> {
  const { visibility, ...others } = values
  const plain = toColumnValues({
    ...others,
    org_id: orgId,
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  const names = sql.join(Object.keys(plain).map((name) => sql.raw(name)))
  const [[settings], end] = await Promise.all([
    ctx.db.query(sql<{ default_visibility: string }>`
      select s.default_visibility from organization_settings s where s.org_id = ${orgId}`),
    findEndPosition(ctx.db, sql`projects where org_id = ${orgId}`),
  ])
  const [row] = await ctx.db.query(sql<ProjectRow>`
    insert into projects as p (${names}, visibility, position)
    values (${sql.join(Object.values(plain))}, ${visibility ?? settings?.default_visibility ?? 'public'},
      ${end})
    returning ${columns}`)
  return row!
}

export async function insertPresetSections(
  ctx: Context,
  orgId: string,
  projectId: string,
  sections: readonly (PresetSection & { section_id: string; position: number })[],
): Promise<void> {
  if (sections.length === 0) return
  const { username } = ctx.user
  const rows = sections.map((section) => ({ ...section, name_key: toUniqueKey(section.name) }))
  await ctx.db.query(sql`
    insert into sections (org_id, section_id, scope_type, scope_id, name, name_key, position, status, color, created_by,
      updated_by, created_at, updated_at)
    select ${orgId}, e.section_id, 'project', ${projectId}, e.name, e.name_key, e.position, e.status, e.color, ${username},
      ${username}, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(section_id text, name text, name_key text,
      position double precision, status text, color text)`)
}

/** Counts the projects that the caller can read by their color. */
export async function countReadableColors(ctx: Context, orgId: string): Promise<Map<string, number>> {
  const found = await ctx.db.query(sql<{ color: string; count: number }>`
    select p.color, count(*)::int as count from projects p
    where p.org_id = ${orgId} and p.deleted_at is null and p.color is not null
      and ${buildReadableProjectsCondition(ctx, sql`${orgId}::uuid`)}
    group by p.color`)
  return new Map(found.map((row) => [row.color, row.count]))
}

/** Returns the position of a project among those visible to the caller. */
export async function findListPosition(ctx: Context, project: ProjectRow): Promise<number> {
  if (ctx.caller.isOrgAdmin(project.org_id) && !ctx.caller.allowedProjectIds) return project.position
  const [row] = await ctx.db.query(sql<{ position: number }>`
    select count(*)::int as position from projects p join projects own
      on own.org_id = p.org_id and own.project_id = ${project.project_id}
    where p.org_id = ${project.org_id} and ${buildReadableProjectsCondition(ctx, sql`${project.org_id}::uuid`)}
      and (p.position, p.name_key, p.project_id) <= (own.position, own.name_key, own.project_id)`)
  return row!.position
}

/** Updates columns and increments the version, which also covers the members. */
export async function saveProjectRow(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  set: Record<string, unknown> = {},
): Promise<ProjectRow> {
  const changed = { ...toColumnValues(set), updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<ProjectRow>`update projects p set ${buildAssignments(changed)}, version = p.version + 1
      where p.org_id = ${project.org_id} and p.project_id = ${project.project_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** A user and the role to assign. */
interface ProjectMemberAssignment extends OrgUser {
  project_role: ProjectRole
  designation_id?: string | null
}

/** Sets a column only for former members, not for current ones. */
const setForFormerMembers = (column: string): Sql =>
  sql.raw(`${column} = case when project_members.is_active then project_members.${column} else excluded.${column} end`)

/** Adds members or changes their role; reactivates the rows of former members. */
export async function upsertProjectMembers(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  people: ProjectMemberAssignment[],
): Promise<void> {
  if (people.length === 0) return
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into project_members (org_id, project_id, user_id, username, username_key, project_role, designation_id,
      assigned_by, assigned_at, created_by, created_at, updated_by, updated_at)
    select ${project.org_id}, ${project.project_id}, e.user_id, e.username, lower(e.username collate "C"), e.project_role,
      e.designation_id, ${username}, ${ctx.now}, ${username}, ${ctx.now}, ${username}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as e(user_id uuid, username text, project_role text, designation_id text)
    on conflict (org_id, project_id, user_id) do update set project_role = excluded.project_role,
      assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, ${setForFormerMembers('designation_id')},
      ${setForFormerMembers('created_by')}, ${setForFormerMembers('created_at')}, is_active = true, deleted_at = null,
      delete_reason = null, updated_by = excluded.updated_by, updated_at = ${buildUpsertedAt('project_members')},
      version = project_members.version + 1`)
}

export async function removeProjectMembers(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  await ctx.db.query(sql`
    update project_members set is_active = false, deleted_at = ${ctx.now}, updated_by = ${ctx.user.username},
      updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${project.org_id} and project_id = ${project.project_id} and user_id = any(${userIds}::uuid[])`)
}

/** Reserves a prefix for a project for good. Throws 409 if another project has or had it. */
export async function claimPrefix(ctx: Context, orgId: string, projectId: string, prefix: string): Promise<void> {
  const claimed = await ctx.db.query(sql`
    insert into project_prefixes as x (org_id, prefix, project_id) values (${orgId}, ${prefix}, ${projectId})
    on conflict (org_id, prefix) do update set project_id = x.project_id where x.project_id = ${projectId}
    returning x.prefix`)
  if (claimed.length === 0)
    throw conflict(`The prefix ${prefix} belongs to another project, now or formerly. Choose another prefix.`)
}

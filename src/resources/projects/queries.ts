import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { endOf } from '../../kernel/lists/end.ts'
import { assignments, timeAfter } from '../../kernel/sql.ts'
import { readableProjects } from '../organizations/access.ts'
import { projectColumns, type ProjectRole, type ProjectRow } from './rows.ts'
import type { Person, TeamMember } from './team.ts'

/** An active member of a project with the facts of its role. */
export interface Teammate extends TeamMember {
  assigned_by: string | null
  assigned_at: string | null
}

const columns = projectColumns('p')

/**
 * Members of projects as `pm`, with their places in the organization as `m`: a membership counts only while the person
 * is an active member of the organization too.
 */
export const membership = sql`project_members pm join organization_members m
    on m.org_id = pm.org_id and m.user_id = pm.user_id and m.is_active and m.deleted_at is null`

/** The active members of a project, by name. */
export const listTeam = (ctx: Context, orgId: string, projectId: string): Promise<Teammate[]> =>
  ctx.db.query(sql<Teammate>`
    select pm.user_id, pm.username, pm.project_role, pm.assigned_by, pm.assigned_at from ${membership}
    where pm.org_id = ${orgId} and pm.project_id = ${projectId} and pm.is_active order by pm.username_key`)

/** Whether this is an active team that the caller can read; it stays so until this transaction ends. */
export async function findUsableTeam(ctx: Context, orgId: string, teamId: string): Promise<boolean> {
  const seesAll = ctx.caller.memberOf(orgId).role !== 'guest'
  const found = await ctx.db.query(sql`
    select t.team_id from teams t
    where t.org_id = ${orgId} and t.team_id = ${teamId} and t.is_active and t.deleted_at is null
      and (${seesAll}::boolean or exists (select from team_members tm where tm.org_id = ${orgId}
        and tm.team_id = t.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active))
    for share of t`)
  return found.length > 0
}

/** The tables of what a team plans with, in the order in which they are locked, and their ids, which tasks have too. */
const planIds = { milestones: sql`milestone_id`, sprints: sql`sprint_id` }
type PlanTable = keyof typeof planIds
const planTables = Object.keys(planIds) as PlanTable[]

/**
 * Keeps tasks from being put into what a team plans with, until this transaction ends. The locks are taken before any task
 * is locked, since whoever puts a task somewhere locks that place first.
 */
export async function lockPlans(ctx: Context, orgId: string, teamId: string): Promise<void> {
  for (const table of planTables)
    await ctx.db.query(sql`
      select from ${sql.raw(table)} where org_id = ${orgId} and team_id = ${teamId} and is_active
      order by ${planIds[table]} for no key update`)
}

/**
 * In an update of task `t`, the sprint or milestone that it is to have: the one that it has, if that is one of its own
 * team or of the team given; else null.
 */
export const planToKeep = (table: PlanTable, team: string | null): Sql => sql`
  (select h.${planIds[table]} from ${sql.raw(table)} h
   where h.org_id = t.org_id and h.${planIds[table]} = t.${planIds[table]} and h.team_id in (t.team_id, ${team}))`

/** Columns as PostgreSQL takes them: free-form values as JSON text. */
function storable(set: Record<string, unknown>): Record<string, unknown> {
  const json = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, json(value)]))
}

/**
 * Stores a new project at the end of the organization's order. Without a visibility it takes the organization's
 * default. Two created at once may share a place; their names tell them apart.
 */
export async function insertProject(
  ctx: Context,
  orgId: string,
  values: Record<string, unknown> & { visibility: string | null },
): Promise<ProjectRow> {
  const { visibility, ...others } = values
  const plain = storable({
    ...others,
    org_id: orgId,
    project_id: ctx.newId('P'),
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  const names = sql.join(Object.keys(plain).map((name) => sql.raw(name)))
  const [[settings], end] = await Promise.all([
    ctx.db.query(sql<{ default_visibility: string }>`
      select s.default_visibility from organization_settings s where s.org_id = ${orgId}`),
    endOf(ctx.db, sql`projects where org_id = ${orgId}`),
  ])
  const [row] = await ctx.db.query(sql<ProjectRow>`
    insert into projects as p (${names}, visibility, position)
    values (${sql.join(Object.values(plain))}, ${visibility ?? settings?.default_visibility ?? 'public'},
      ${end})
    returning ${columns}`)
  return row!
}

/** The place of a project among those that the caller sees, as the list of projects tells it. */
export async function findListPlace(ctx: Context, project: ProjectRow): Promise<number> {
  if (ctx.caller.isOrgAdmin(project.org_id) && !ctx.caller.projectLimit) return project.position
  const [row] = await ctx.db.query(sql<{ place: number }>`
    select count(*)::int as place from projects p join projects own
      on own.org_id = p.org_id and own.project_id = ${project.project_id}
    where p.org_id = ${project.org_id} and ${readableProjects(ctx, sql`${project.org_id}::uuid`)}
      and (p.position, p.name_key, p.project_id) <= (own.position, own.name_key, own.project_id)`)
  return row!.place
}

/** Changes columns of a project; its version rises, also when only its members have changed. */
export async function updateProject(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  set: Record<string, unknown> = {},
): Promise<ProjectRow> {
  const changed = { ...storable(set), updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<ProjectRow>`update projects p set ${assignments(changed)}, version = p.version + 1
      where p.org_id = ${project.org_id} and p.project_id = ${project.project_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** Somebody to be given a role in a project. */
export interface Enlisted extends Person {
  project_role: ProjectRole
  designation_id?: string | null
}

/** Sets a column for those who come back, and leaves it as it is for those who are in the project already. */
const keptByMembers = (column: string): Sql =>
  sql.raw(
    `${column} = case when project_members.is_active then project_members.${column} else excluded.${column} end`,
  )

/**
 * Gives people a role in a project. Who is in it already keeps the rest; who was in it before comes back, as a new
 * member would join, on the same row.
 */
export async function enlist(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  people: Enlisted[],
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
      assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, ${keptByMembers('designation_id')},
      ${keptByMembers('created_by')}, ${keptByMembers('created_at')}, is_active = true, deleted_at = null,
      delete_reason = null, updated_by = excluded.updated_by, updated_at = ${timeAfter(ctx.now, 'project_members.updated_at')},
      version = project_members.version + 1`)
}

/** Takes people out of a project. */
export async function dismiss(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  await ctx.db.query(sql`
    update project_members set is_active = false, deleted_at = ${ctx.now}, updated_by = ${ctx.user.username},
      updated_at = ${timeAfter(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${project.org_id} and project_id = ${project.project_id} and user_id = any(${userIds}::uuid[])`)
}

import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { assignments } from '../../kernel/sql.ts'
import { readableProjects } from '../organizations/access.ts'
import { projectColumns, type ProjectRole, type ProjectRow } from './rows.ts'
import type { Person, TeamMember } from './team.ts'

/** An active member of a project with the facts of its role. */
export interface Teammate extends TeamMember {
  assigned_by: string | null
  assigned_at: string | null
}

/** A membership counts while the person is an active member of the organization too. */
export const membership = `project_members pm JOIN organization_members m
    ON m.org_id = pm.org_id AND m.user_id = pm.user_id AND m.is_active AND m.deleted_at IS NULL`

/** The active members of a project, by name. */
export function listTeam(ctx: Context, orgId: string, projectId: string): Promise<Teammate[]> {
  return query<Teammate>(
    ctx.db,
    `SELECT pm.user_id, pm.username, pm.project_role, pm.assigned_by, pm.assigned_at FROM ${membership}
     WHERE pm.org_id = $1 AND pm.project_id = $2 AND pm.is_active ORDER BY pm.username_key`,
    [orgId, projectId],
  )
}

const people = (which: string) => `
  SELECT user_id, username FROM organization_members
  WHERE org_id = $1 AND ${which} AND is_active AND deleted_at IS NULL`
const peopleByName = people('username_key = ANY($2::text[])')
const personById = people('user_id = $2')

/** Those of the names that active members of the organization bear; names in lower case. */
export const findPeople = (ctx: Context, orgId: string, nameKeys: string[]): Promise<Person[]> =>
  query<Person>(ctx.db, peopleByName, [orgId, nameKeys])

/** An active member of the organization; undefined for anybody else. */
export const findPerson = async (ctx: Context, orgId: string, userId: string): Promise<Person | undefined> =>
  (await query<Person>(ctx.db, personById, [orgId, userId]))[0]

/** Whether this is an active team that the caller can read; it stays so until this transaction ends. */
export async function findUsableTeam(ctx: Context, orgId: string, teamId: string): Promise<boolean> {
  const found = await query(
    ctx.db,
    `SELECT t.team_id FROM teams t
     WHERE t.org_id = $1 AND t.team_id = $2 AND t.is_active AND t.deleted_at IS NULL
       AND ($3 OR EXISTS (SELECT FROM team_members tm WHERE tm.org_id = t.org_id AND tm.team_id = t.team_id
         AND tm.user_id = $4 AND tm.is_active))
     FOR SHARE OF t`,
    [orgId, teamId, ctx.caller.memberOf(orgId).role !== 'guest', ctx.user.user_id],
  )
  return found.length > 0
}

const plans = [
  ['milestones', 'milestone_id'],
  ['sprints', 'sprint_id'],
] as const

/**
 * Keeps tasks from being put into what a team plans with, until this transaction ends. Taken before any task is locked,
 * as whoever puts a task somewhere holds that place first.
 */
export async function lockPlans(ctx: Context, orgId: string, teamId: string): Promise<void> {
  for (const [table, id] of plans)
    await query(
      ctx.db,
      `SELECT FROM ${table} WHERE org_id = $1 AND team_id = $2 AND is_active ORDER BY ${id} FOR NO KEY UPDATE`,
      [orgId, teamId],
    )
}

/**
 * In an update of task `t`: the sprint or milestone it has, if that is one of its own team or of the team that the SQL
 * `team` gives, else null.
 */
export const keptPlan = (table: 'sprints' | 'milestones', id: string, team: string): string => `
  (SELECT h.${id} FROM ${table} h
   WHERE h.org_id = t.org_id AND h.${id} = t.${id} AND h.team_id IN (t.team_id, ${team}))`

/** Columns as PostgreSQL takes them: free-form values as JSON text. */
function storable(set: Record<string, unknown>): Record<string, unknown> {
  const json = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, json(value)]))
}

const returned = projectColumns.join(', ')

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
  const [row] = await ctx.db.query(sql<ProjectRow>`insert into projects (${names}, visibility, position)
      values (${sql.join(Object.values(plain))},
        coalesce(${visibility}, (select s.default_visibility from organization_settings s where s.org_id = ${orgId}), 'public'),
        coalesce((select max(p.position) from projects p where p.org_id = ${orgId}), 0) + 1)
      returning ${sql.raw(returned)}`)
  return row!
}

/** The place of a project among those that the caller sees, as the list of projects tells it. */
export async function findPlace(ctx: Context, project: ProjectRow): Promise<number> {
  if (ctx.caller.isOrgAdmin(project.org_id) && !ctx.caller.projectLimit) return project.position
  const [row] = await ctx.db.query(sql<{
    place: number
  }>`select count(*)::int as place from projects p join projects own
        on own.org_id = p.org_id and own.project_id = ${project.project_id}
      where p.org_id = ${project.org_id} and ${readableProjects(ctx)}
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
    sql<ProjectRow>`update projects set ${assignments(changed)}, version = version + 1
      where org_id = ${project.org_id} and project_id = ${project.project_id} returning ${sql.raw(returned)}`,
    { plan: 'custom' },
  )
  return row!
}

/** Somebody to be given a role in a project. */
export interface Enlisted extends Person {
  project_role: ProjectRole
  designation_id?: string | null
}

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
  const kept = (name: string) =>
    `${name} = CASE WHEN project_members.is_active THEN project_members.${name} ELSE excluded.${name} END`
  await query(
    ctx.db,
    `INSERT INTO project_members (org_id, project_id, user_id, username, username_key, project_role, designation_id,
       assigned_by, assigned_at, created_by, created_at, updated_by, updated_at)
     SELECT $1, $2, e.user_id, e.username, lower(e.username COLLATE "C"), e.project_role, e.designation_id, $4, $5, $4, $5, $4, $5
     FROM jsonb_to_recordset($3::jsonb) AS e(user_id uuid, username text, project_role text, designation_id text)
     ON CONFLICT (org_id, project_id, user_id) DO UPDATE SET project_role = excluded.project_role,
       assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, ${kept('designation_id')},
       ${kept('created_by')}, ${kept('created_at')}, is_active = true, deleted_at = NULL, delete_reason = NULL,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = project_members.version + 1`,
    [project.org_id, project.project_id, JSON.stringify(people), ctx.user.username, ctx.now],
  )
}

/** Takes people out of a project. */
export async function dismiss(
  ctx: Context,
  project: Pick<ProjectRow, 'org_id' | 'project_id'>,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  await query(
    ctx.db,
    `UPDATE project_members SET is_active = false, deleted_at = $4, updated_by = $5, updated_at = $4,
       version = version + 1
     WHERE org_id = $1 AND project_id = $2 AND user_id = ANY($3::uuid[])`,
    [project.org_id, project.project_id, userIds, ctx.now, ctx.user.username],
  )
}

import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findProject, type ProjectSeen } from './rows.ts'

export { projectRoles, type ProjectRole, type ProjectSeen } from './rows.ts'

/** Whether the caller may read this project: org admins, its members, and every member when it is public. */
export function canReadProject(
  ctx: Context,
  project: Pick<ProjectSeen, 'org_id' | 'project_id' | 'visibility' | 'my_role'>,
): boolean {
  const limit = ctx.caller.projectLimit
  if (limit && !limit.includes(project.project_id)) return false
  if (project.my_role !== null || ctx.caller.isOrgAdmin(project.org_id)) return true
  return project.visibility === 'public' && ctx.caller.in(project.org_id).role === 'member'
}

/** Project owners and editors, and org admins. */
export const canEditProject = (ctx: Context, project: Pick<ProjectSeen, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || project.my_role === 'editor' || ctx.caller.isOrgAdmin(project.org_id)

/** Project owners and org admins: who may change who sees the project and who is in it. */
export const canManageProject = (ctx: Context, project: Pick<ProjectSeen, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || ctx.caller.isOrgAdmin(project.org_id)

/** The project, seen or 404; locked for a change on writes. */
export async function readableProject(
  ctx: Context,
  projectId: string,
  lock: 'none' | 'share' | 'update' = ctx.locking ? 'update' : 'none',
): Promise<ProjectSeen> {
  const project = await findProject(ctx, projectId, lock)
  if (!project || !canReadProject(ctx, project)) throw notFound()
  return project
}

/** The project for a change of itself: 404 unseen, 403 without the right to edit. */
export async function editableProject(ctx: Context, projectId: string): Promise<ProjectSeen> {
  const project = await readableProject(ctx, projectId, 'update')
  if (!canEditProject(ctx, project)) throw forbidden("Only the project's owners and editors may do this.")
  return project
}

/** The project as a place to put something into: kept as it is, while others may put things there too. */
export async function projectToFill(ctx: Context, projectId: string): Promise<ProjectSeen> {
  const project = await readableProject(ctx, projectId, 'share')
  if (!canEditProject(ctx, project)) throw forbidden("Only the project's owners and editors may do this.")
  return project
}

/** How every event about a project and its members names it. */
export const asSubject = ({ org_id, project_id }: Pick<ProjectSeen, 'org_id' | 'project_id'>) => ({
  org_id,
  resource_type: 'project',
  resource_id: project_id,
  project_id,
})

/** Which projects of an organization a caller sees, in the shortest form. */
export type Visibility = { kind: 'all' } | { kind: 'except'; ids: string[] } | { kind: 'only'; ids: string[] }

/** What a caller reaches in an organization: resolved once a request, by one statement. */
export interface Reach {
  org_id: string
  admin: boolean
  projects: Visibility
  /** Projects the caller owns: there it sees restricted tasks. */
  owned: string[]
  /** Projects the caller owns or edits. */
  editable: string[]
  /** Teams whose unfiled tasks the caller sees; null = every team. */
  teams: string[] | null
  /** Teams the caller is in. */
  joined: string[]
  /** False for a token limited to projects: it sees nothing that lies in none. */
  unfiled: boolean
}

const myProjects = (condition: string) => `
  ARRAY(SELECT pm.project_id FROM project_members pm JOIN projects p
      ON p.org_id = pm.org_id AND p.project_id = pm.project_id AND p.deleted_at IS NULL
    WHERE pm.org_id = o.org_id AND pm.user_id = $2 AND pm.is_active ${condition})`

/** `$1` the organization, or null to find it by project `$4` or team `$5` among the organizations `$3`. */
const reachSql = `
  SELECT o.org_id, ${myProjects('')} AS mine, ${myProjects("AND pm.project_role = 'owner'")} AS owned,
    ${myProjects("AND pm.project_role IN ('owner', 'editor')")} AS editable,
    ARRAY(SELECT tm.team_id FROM team_members tm
      WHERE tm.org_id = o.org_id AND tm.user_id = $2 AND tm.is_active) AS joined,
    ARRAY(SELECT p.project_id FROM projects p
      WHERE p.org_id = o.org_id AND (p.deleted_at IS NOT NULL OR p.visibility = 'private')
        AND p.deleted_at IS NULL) AS private,
    ARRAY(SELECT p.project_id FROM projects p
      WHERE p.org_id = o.org_id AND (p.deleted_at IS NOT NULL OR p.visibility = 'private')
        AND p.deleted_at IS NOT NULL) AS deleted
  FROM (SELECT coalesce($1::uuid, (SELECT p.org_id FROM projects p
    WHERE p.org_id = ANY($3::uuid[]) AND p.project_id = $4 AND p.deleted_at IS NULL LIMIT 1), (SELECT t.org_id FROM teams t
    WHERE t.org_id = ANY($3::uuid[]) AND t.team_id = $5 AND t.is_active LIMIT 1)) AS org_id) o
  WHERE o.org_id IS NOT NULL`

interface ReachRow {
  org_id: string
  mine: string[]
  owned: string[]
  editable: string[]
  joined: string[]
  private: string[]
  deleted: string[]
}

/** An organization, or something in it by which it is found. */
type Place = { orgId: string } | { projectId: string } | { teamId: string }

async function findReach(ctx: Context, place: Place): Promise<Reach | null> {
  const { orgId, projectId, teamId } = place as { orgId?: string; projectId?: string; teamId?: string }
  const values = [orgId ?? null, ctx.user.user_id, ctx.caller.orgIds, projectId ?? null, teamId ?? null]
  const [row] = await query<ReachRow>(ctx.db, reachSql, values)
  if (!row) return null
  const { role } = ctx.caller.in(row.org_id)
  const admin = ctx.caller.isOrgAdmin(row.org_id)
  const mine = new Set(row.mine)
  const hidden = admin ? row.deleted : [...row.deleted, ...row.private.filter((id) => !mine.has(id))]
  const open: Visibility = hidden.length === 0 ? { kind: 'all' } : { kind: 'except', ids: hidden }
  const limit = ctx.caller.projectLimit
  let projects: Visibility = role === 'guest' ? { kind: 'only', ids: row.mine } : open
  if (limit) projects = { kind: 'only', ids: limit.filter((id) => sees(projects, id)) }
  const { org_id, owned, editable, joined } = row
  const teams = role === 'guest' ? joined : null
  return { org_id, admin, projects, owned, editable, joined, teams, unfiled: !limit }
}

/** Resolves what the caller reaches in an organization it is a member of. */
export async function reachOf(ctx: Context, orgId: string): Promise<Reach> {
  return (await findReach(ctx, { orgId }))!
}

/** The same for the organization of a project, which the caller has to see; else 404. */
export async function reachOfProject(ctx: Context, projectId: string): Promise<Reach> {
  const reach = await findReach(ctx, { projectId })
  if (!reach || !sees(reach.projects, projectId)) throw notFound()
  return reach
}

/** The same for the organization of a team, which the caller has to see; else 404. */
export async function reachOfTeam(ctx: Context, teamId: string): Promise<Reach> {
  const reach = await findReach(ctx, { teamId })
  if (!reach || (reach.teams !== null && !reach.teams.includes(teamId))) throw notFound()
  return reach
}

/** Whether a project id lies within a visibility (for ids known to exist in the organization). */
export const sees = (projects: Visibility, projectId: string): boolean =>
  projects.kind === 'all' || projects.ids.includes(projectId) === (projects.kind === 'only')

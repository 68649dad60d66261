import { query } from '../../db/database.ts'
import type { Asker, Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findProject, type ProjectSeen } from './rows.ts'

export { projectRoles, type ProjectRole, type ProjectSeen } from './rows.ts'

/** Whether the caller may read this project: org admins, its members, and every member when it is public. */
export function canReadProject(
  ctx: Asker,
  project: Pick<ProjectSeen, 'org_id' | 'project_id' | 'visibility' | 'my_role'>,
): boolean {
  const limit = ctx.caller.projectLimit
  if (limit && !limit.includes(project.project_id)) return false
  if (project.my_role !== null || ctx.caller.isOrgAdmin(project.org_id)) return true
  return project.visibility === 'public' && ctx.caller.memberOf(project.org_id).role === 'member'
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
    WHERE pm.org_id = o.org_id AND pm.user_id = $1 AND pm.is_active ${condition})`

/** What is looked up together with a reach, in one statement. `$1` is the caller, its own parameters begin at `$2`. */
interface Along {
  /** The organization in SQL, null where there is none. */
  organization: string
  /** Columns over `o.org_id`. */
  columns?: string
  /** A WITH to carry out first, given the organization in SQL. What it writes the rest does not see. */
  first?: (organization: string) => string
}

const reachSql = ({ organization, columns, first }: Along) => `
  ${first ? `WITH ${first(organization)}` : ''}
  SELECT o.org_id, ${myProjects('')} AS mine, ${myProjects("AND pm.project_role = 'owner'")} AS owned,
    ${myProjects("AND pm.project_role IN ('owner', 'editor')")} AS editable,
    ARRAY(SELECT tm.team_id FROM team_members tm
      WHERE tm.org_id = o.org_id AND tm.user_id = $1 AND tm.is_active) AS joined,
    ARRAY(SELECT p.project_id FROM projects p
      WHERE p.org_id = o.org_id AND (p.deleted_at IS NOT NULL OR p.visibility = 'private')
        AND p.deleted_at IS NULL) AS private,
    ARRAY(SELECT p.project_id FROM projects p
      WHERE p.org_id = o.org_id AND (p.deleted_at IS NOT NULL OR p.visibility = 'private')
        AND p.deleted_at IS NOT NULL) AS deleted${columns ? `, ${columns}` : ''}
  FROM (SELECT ${organization} AS org_id) o
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

/**
 * Resolves what the caller reaches in an organization, and in the same statement what an operation needs along with it;
 * null without an organization.
 */
export function reachWith<More extends object = object>(along: Along) {
  const text = reachSql(along)
  return async (ctx: Context, ...values: unknown[]): Promise<(Reach & More) | null> => {
    const [row] = await query<ReachRow & More>(ctx.db, text, [ctx.user.user_id, ...values])
    return row ? { ...row, ...reachIn(ctx, row) } : null
  }
}

function reachIn(ctx: Context, row: ReachRow): Reach {
  const { role } = ctx.caller.memberOf(row.org_id)
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

/** The organization `$2`, or else that of the project `$4` among the organizations `$3`. */
export const orOfProject = `coalesce($2::uuid, (SELECT p.org_id FROM projects p
    WHERE p.org_id = ANY($3::uuid[]) AND p.project_id = $4 AND p.deleted_at IS NULL LIMIT 1))`

/** Finds a reach by an organization or a project. */
export type FindReach = (
  ctx: Context,
  orgId: string | null,
  projectId: string | null,
) => Promise<Reach | null>

const byOrganizationOrProject = reachWith({ organization: orOfProject })
const findReach: FindReach = (ctx, orgId, projectId) =>
  byOrganizationOrProject(ctx, orgId, ctx.caller.orgIds, projectId)

/** Resolves what the caller reaches in an organization it is a member of. */
export async function reachOf(ctx: Context, orgId: string, find = findReach): Promise<Reach> {
  return (await find(ctx, orgId, null))!
}

/** The same for the organization of a project, which the caller has to see; else 404. */
export async function reachOfProject(ctx: Context, projectId: string, find = findReach): Promise<Reach> {
  const reach = await find(ctx, null, projectId)
  if (!reach || !sees(reach.projects, projectId)) throw notFound()
  return reach
}

const byTeam = reachWith({
  organization: `(SELECT t.org_id FROM teams t
    WHERE t.org_id = ANY($2::uuid[]) AND t.team_id = $3 AND t.is_active LIMIT 1)`,
})

/** The same for the organization of a team, which the caller has to see; else 404. */
export async function reachOfTeam(ctx: Context, teamId: string): Promise<Reach> {
  const reach = await byTeam(ctx, ctx.caller.orgIds, teamId)
  if (!reach || (reach.teams !== null && !reach.teams.includes(teamId))) throw notFound()
  return reach
}

/** Whether a project id lies within a visibility (for ids known to exist in the organization). */
export const sees = (projects: Visibility, projectId: string): boolean =>
  projects.kind === 'all' || projects.ids.includes(projectId) === (projects.kind === 'only')

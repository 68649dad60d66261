import type { Db } from '../../db/database.ts'
import { sharedLookUp } from '../../db/gathered.ts'
import { mostListed, sql, type Sql } from '../../db/sql.ts'
import type { Asker, Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findProject, type ProjectSeen } from './rows.ts'

export { projectRoles, type ProjectRole, type ProjectSeen } from './rows.ts'

/** Whether the caller may read this project: org admins and its members may, and when it is public every member. */
export function canReadProject(
  ctx: Asker,
  project: Pick<ProjectSeen, 'org_id' | 'project_id' | 'visibility' | 'my_role'>,
): boolean {
  const limit = ctx.caller.projectLimit
  if (limit && !limit.includes(project.project_id)) return false
  if (project.my_role !== null || ctx.caller.isOrgAdmin(project.org_id)) return true
  return project.visibility === 'public' && ctx.caller.memberOf(project.org_id).role === 'member'
}

/** Whether the caller may change what lies in this project: its owners and editors, and org admins. */
export const canEditProject = (ctx: Context, project: Pick<ProjectSeen, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || project.my_role === 'editor' || ctx.caller.isOrgAdmin(project.org_id)

/** Whether the caller may change who sees this project and who is in it: its owners, and org admins. */
export const canManageProject = (ctx: Context, project: Pick<ProjectSeen, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || ctx.caller.isOrgAdmin(project.org_id)

/** The project, 404 when the caller does not see it; a write has it locked for a change. */
export async function readableProject(
  ctx: Context,
  projectId: string,
  lock: 'none' | 'share' | 'update' = ctx.locking ? 'update' : 'none',
): Promise<ProjectSeen> {
  const project = await findProject(ctx, projectId, lock)
  if (!project || !canReadProject(ctx, project)) throw notFound()
  return project
}

/** The project, locked for a change of itself: 404 when the caller does not see it, 403 when it may not edit it. */
export async function editableProject(ctx: Context, projectId: string): Promise<ProjectSeen> {
  const project = await readableProject(ctx, projectId, 'update')
  if (!canEditProject(ctx, project)) throw forbidden("Only the project's owners and editors may do this.")
  return project
}

/** The project, to put something into it: it is kept as it is, while others may put things there too. */
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
export type ReachedProjects =
  { kind: 'all' } | { kind: 'except'; ids: string[] } | { kind: 'only'; ids: string[] }

/** What a caller reaches in an organization: resolved once a request, by one statement. */
export interface Reach {
  org_id: string
  admin: boolean
  projects: ReachedProjects
  /** Projects that the caller owns, and whose restricted tasks it sees. */
  owned: string[]
  /** Projects the caller owns or edits. */
  editable: string[]
  /** Teams whose tasks outside of projects the caller sees; null stands for every team. */
  teams: string[] | null
  /** Teams the caller is in. */
  joined: string[]
  /** False for a token limited to projects: it sees nothing that lies in none. */
  unfiled: boolean
}

/** What is looked up together with a reach, in the same statement. */
interface Along {
  /** The id of the organization, or an expression that finds it and is null where there is none. */
  organization: string | Sql
  /** Further columns, of this organization. */
  columns?: OfOrganization | undefined
  /** What a WITH carries out first. The rest of the statement does not see what it writes. */
  first?: OfOrganization
}

/** A piece of a statement that is about an organization, whose id is given as an expression. */
export type OfOrganization = (org: Sql) => Sql

/** Ids of the rows that meet a condition, an empty list where none does. */
const idsWhere = (id: string, condition: Sql): Sql =>
  sql`coalesce(array_agg(${sql.raw(id)}) filter (where ${condition}), '{}')`

/** Which columns of `own`, `joined` and `withheld` a reach is made of, and how each of them is put together. */
const reachColumns = sql.raw(
  'own.mine, own.owned, own.editable, joined.joined, withheld.private, withheld.deleted',
)
const own = sql`${idsWhere('pm.project_id', sql`true`)} as mine,
  ${idsWhere('pm.project_id', sql`pm.project_role = 'owner'`)} as owned,
  ${idsWhere('pm.project_id', sql`pm.project_role in ('owner', 'editor')`)} as editable`
const joined = sql`${idsWhere('tm.team_id', sql`true`)} as joined`
const withheld = sql`${idsWhere('p.project_id', sql`p.deleted_at is null`)} as private,
  ${idsWhere('p.project_id', sql`p.deleted_at is not null`)} as deleted`

/**
 * What a user `who` reaches in an organization, laterally. The condition on projects that some do not see is the one of
 * the index that holds just these.
 */
const reachOn = (who: Sql | string, org: Sql): Sql => sql`
    lateral (select ${own} from project_members pm
      join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id and p.deleted_at is null
      where pm.org_id = ${org} and p.org_id = ${org} and pm.user_id = ${who} and pm.is_active) own,
    lateral (select ${joined} from team_members tm
      where tm.org_id = ${org} and tm.user_id = ${who} and tm.is_active) joined,
    lateral (select ${withheld} from projects p
      where p.org_id = ${org} and (p.deleted_at is not null or p.visibility = 'private')) withheld`

/** A reach in an organization that is known, so that each part of the statement names it by value. */
const reachKnown = <R>(ctx: Context, org: Sql, { columns, first }: Along): Sql<R> => sql<R>`
  ${first ? sql`with ${first(org)}` : sql``}
  select ${org} as org_id, ${reachColumns}${columns ? sql`, ${columns(org)}` : sql``}
  from ${reachOn(ctx.user.user_id, org)}`

/** A reach in an organization that the statement finds on the way, which one server does. */
const reachWhere = <R>(ctx: Context, found: Sql, { columns, first }: Along): Sql<R> => sql<R>`
  ${first ? sql`with ${first(found)}` : sql``}
  select o.org_id, ${reachColumns}${columns ? sql`, ${columns(sql`o.org_id`)}` : sql``}
  from (select ${found} as org_id) o, ${reachOn(ctx.user.user_id, sql`o.org_id`)}
  where o.org_id is not null`

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
 * Resolves what the caller reaches in an organization, and in the same statement what an operation needs along with it,
 * as `More`; null without an organization.
 */
export async function reachWith<More extends object = object>(
  ctx: Context,
  along: Along,
): Promise<(Reach & More) | null> {
  const organization = await placed(ctx, along.organization)
  if (organization === null) return null
  const statement =
    typeof organization === 'string'
      ? reachKnown<ReachRow & More>(ctx, sql`${organization}::uuid`, along)
      : reachWhere<ReachRow & More>(ctx, organization, along)
  const [row] = await ctx.db.query(statement, { plan: 'kept' })
  return row ? { ...row, ...reachIn(ctx, row) } : null
}

/** The id of an organization as far as it has to be known: where the tables are spread it is looked up by itself. */
async function placed(ctx: Context, organization: string | Sql): Promise<string | Sql | null> {
  if (typeof organization === 'string' || !ctx.database.sharded) return organization
  const [row] = await ctx.db.query(sql<{ org_id: string | null }>`select ${organization} as org_id`)
  return row!.org_id
}

function reachIn(ctx: Context, row: ReachRow): Reach {
  const { role } = ctx.caller.memberOf(row.org_id)
  const admin = ctx.caller.isOrgAdmin(row.org_id)
  const mine = new Set(row.mine)
  const hidden = admin ? row.deleted : [...row.deleted, ...row.private.filter((id) => !mine.has(id))]
  const open: ReachedProjects = hidden.length === 0 ? { kind: 'all' } : { kind: 'except', ids: hidden }
  const limit = ctx.caller.projectLimit
  let projects: ReachedProjects = role === 'guest' ? { kind: 'only', ids: row.mine } : open
  if (limit) projects = { kind: 'only', ids: limit.filter((id) => sees(projects, id)) }
  const { org_id, owned, editable, joined } = row
  const teams = role === 'guest' ? joined : null
  return { org_id, admin, projects, owned, editable, joined, teams, unfiled: !limit }
}

/** The organization with this id, or else that of this project among the caller's organizations. */
export const orOfProject = (ctx: Context, orgId: string | null, projectId: string | null): string | Sql =>
  orgId ??
  sql`(select p.org_id from projects p
    where ${sql.among('p.org_id', ctx.caller.orgIds)} and p.project_id = ${projectId} and p.deleted_at is null limit 1)`

/** Finds a reach by an organization or a project, and `columns` of it in the same statement. */
export type FindReach = <More extends object>(
  ctx: Context,
  orgId: string | null,
  projectId: string | null,
  columns?: OfOrganization,
) => Promise<(Reach & More) | null>

const findReach: FindReach = (ctx, orgId, projectId, columns) =>
  reachWith(ctx, { organization: orOfProject(ctx, orgId, projectId), columns })

/** How a reach is found where something is done or looked up on the way. */
interface Finding {
  find?: FindReach | undefined
  columns?: OfOrganization | undefined
}

/** Whose reach in which organization. */
interface Reaching {
  user_id: string
  org_id: string
}

const nameOf = ({ user_id, org_id }: Reaching) => `${user_id} ${org_id}`

const selectReaches = (wanted: Reaching[]) => sql<ReachRow & Reaching>`
  select o.user_id, o.org_id, ${reachColumns}
  from (select w.user_id::uuid as user_id, w.org_id::uuid as org_id
      from (values ${sql.rows(wanted.map(({ user_id, org_id }) => [user_id, org_id]))}) w (user_id, org_id)
      where w.org_id is not null) o,
    ${reachOn(sql`o.user_id`, sql`o.org_id`)}`

/** The same where the tables are spread: one statement each. */
const findReaches = async (db: Db, wanted: Reaching[]): Promise<(ReachRow & Reaching)[]> => {
  const find = ({ user_id, org_id }: Reaching) => {
    const org = sql`${org_id}::uuid`
    return db.lookUp(sql<ReachRow & Reaching>`
      select ${user_id}::uuid as user_id, ${org} as org_id, ${reachColumns} from ${reachOn(user_id, org)}`)
  }
  return (await Promise.all(wanted.map(find))).flat()
}

const lookUp = sharedLookUp({ select: selectReaches, findSpread: findReaches, nameOf, nameOfRow: nameOf })

/** Finds the reach of a read, with those that others ask for at once. */
async function findShared(ctx: Context, org_id: string): Promise<Reach> {
  const wanted = { user_id: ctx.user.user_id, org_id: org_id.toLowerCase() }
  return reachIn(ctx, (await lookUp(ctx.services.database, wanted))!)
}

/**
 * Resolves what the caller reaches in an organization that it is a member of. Where nothing is done on the way, reads look
 * it up together; a transaction does so by itself, since it sees what was written before.
 */
export async function reachOf<More extends object>(
  ctx: Context,
  orgId: string,
  { find, columns }: Finding = {},
): Promise<Reach & More> {
  if (find || columns || ctx.locking) return (await (find ?? findReach)<More>(ctx, orgId, null, columns))!
  return (await findShared(ctx, orgId)) as Reach & More
}

/** The same for several organizations that the caller is a member of, by one statement for a few hundred of them. */
export async function reachesOf(ctx: Context, orgIds: readonly string[]): Promise<Reach[]> {
  if (!ctx.locking) return Promise.all(orgIds.map((org_id) => findShared(ctx, org_id)))
  const wanted = orgIds.map((org_id) => ({ user_id: ctx.user.user_id, org_id }))
  const found: Reach[] = []
  for (let i = 0; i < wanted.length; i += mostListed) {
    const some = wanted.slice(i, i + mostListed)
    const rows = ctx.database.sharded
      ? await findReaches(ctx.db, some)
      : await ctx.db.lookUp(selectReaches(some))
    found.push(...rows.map((row) => reachIn(ctx, row)))
  }
  return found
}

/** The same for the organization of a project, which the caller has to see; else 404. */
export async function reachOfProject<More extends object>(
  ctx: Context,
  projectId: string,
  { find = findReach, columns }: Finding = {},
): Promise<Reach & More> {
  const reach = await find<More>(ctx, null, projectId, columns)
  if (!reach || !sees(reach.projects, projectId)) throw notFound()
  return reach
}

/** The same for the organization of a team, which the caller has to see; else 404. */
export async function reachOfTeam(ctx: Context, teamId: string): Promise<Reach> {
  const organization = sql`(select t.org_id from teams t
    where ${sql.among('t.org_id', ctx.caller.orgIds)} and t.team_id = ${teamId} and t.is_active limit 1)`
  const reach = await reachWith(ctx, { organization })
  if (!reach || (reach.teams !== null && !reach.teams.includes(teamId))) throw notFound()
  return reach
}

/** Whether a project, of which the organization is known to have it, is among those that are reached. */
export const sees = (projects: ReachedProjects, projectId: string): boolean =>
  projects.kind === 'all' || projects.ids.includes(projectId) === (projects.kind === 'only')

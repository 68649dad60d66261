import type { Database, Db } from '../../../db/database.ts'
import { batchedLookup } from '../../../db/batched-lookup.ts'
import { MAX_LIST_LENGTH, sql, type Sql } from '../../../db/sql.ts'
import type { CallerContext, Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { cacheCatalog, findCatalog, joinCatalog, type TaskCatalog } from './queries/catalog.ts'
import { findProject, type ProjectWithRole } from './queries/find.ts'
import {
  joinVisibility,
  selectById,
  selectByLookup,
  visibilityColumns,
  type OrgFragment,
  type VisibilityQuery,
  type VisibilityRow,
} from './queries/visibility-columns.ts'

export type { OrgFragment }
export { projectRoles, type ProjectRole, type ProjectWithRole } from './queries/find.ts'

/** Admits organization admins, project members and, for a public project, every organization member except guests. */
export function canReadProject(
  ctx: CallerContext,
  project: Pick<ProjectWithRole, 'org_id' | 'project_id' | 'visibility' | 'my_role'>,
): boolean {
  const { allowedProjectIds } = ctx.caller
  if (allowedProjectIds && !allowedProjectIds.includes(project.project_id)) return false
  if (project.my_role !== null || ctx.caller.isOrgAdmin(project.org_id)) return true
  return project.visibility === 'public' && ctx.caller.requireMembership(project.org_id).role === 'member'
}

/** Admits project owners, project editors and organization admins. */
export const canEditProject = (ctx: Context, project: Pick<ProjectWithRole, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || project.my_role === 'editor' || ctx.caller.isOrgAdmin(project.org_id)

/** Admits project owners and organization admins, who alone can change visibility and members. */
export const canManageProject = (ctx: Context, project: Pick<ProjectWithRole, 'org_id' | 'my_role'>): boolean =>
  project.my_role === 'owner' || ctx.caller.isOrgAdmin(project.org_id)

/** Returns the project, locked for update in a transaction that writes. Throws 404 unless it is visible. */
export async function loadReadableProject(
  ctx: Context,
  projectId: string,
  lock: 'none' | 'share' | 'update' = ctx.inTransaction ? 'update' : 'none',
): Promise<ProjectWithRole> {
  const project = await findProject(ctx, projectId, lock)
  if (!project || !canReadProject(ctx, project)) throw notFound()
  return project
}

/** Returns the project, locked for update. Throws 404 unless it is visible, 403 unless the caller may edit it. */
export async function loadProjectForUpdate(ctx: Context, projectId: string): Promise<ProjectWithRole> {
  return requireEditor(ctx, await loadReadableProject(ctx, projectId, 'update'))
}

/** Returns the project, share-locked: concurrent inserts into it do not block each other. Throws 404 or 403. */
export async function lockProjectForInsert(ctx: Context, projectId: string): Promise<ProjectWithRole> {
  return requireEditor(ctx, await loadReadableProject(ctx, projectId, 'share'))
}

function requireEditor(ctx: Context, project: ProjectWithRole): ProjectWithRole {
  if (!canEditProject(ctx, project))
    throw forbidden('Only project owners, project editors and organization admins can do this.')
  return project
}

/** Returns the subject fields of every event about a project and its members. */
export const buildProjectSubject = ({ org_id, project_id }: Pick<ProjectWithRole, 'org_id' | 'project_id'>) => ({
  org_id,
  resource_type: 'project',
  resource_id: project_id,
  project_id,
})

/** Projects of an organization that are visible to the caller, as an allow-list or a deny-list, whichever is shorter. */
export type VisibleProjects = { kind: 'all' } | { kind: 'except'; ids: string[] } | { kind: 'only'; ids: string[] }

/**
 * Projects, teams and tasks of an organization that are visible to the caller; one statement resolves it per request.
 */
export interface OrgVisibility {
  org_id: string
  isOrgAdmin: boolean
  projects: VisibleProjects
  /** IDs of projects that the caller owns, and whose restricted tasks are visible to them. */
  ownedProjectIds: string[]
  /** IDs of projects that the caller owns or edits. */
  editableProjectIds: string[]
  /** IDs of teams whose tasks without a project are visible; null stands for every team. */
  visibleTeamIds: string[] | null
  /** IDs of teams that the caller is a member of. */
  joinedTeamIds: string[]
  /** False for a token limited to projects: tasks without a project are hidden from it. */
  includesTasksWithoutProject: boolean
  /** Prefixes and custom fields of the organization; null if they must be loaded. */
  catalog: TaskCatalog | null
}

/** Resolves the visibility in an organization and the additional columns; returns null without an organization. */
export async function findVisibility<More extends object = object>(
  ctx: Context,
  query: VisibilityQuery,
): Promise<(OrgVisibility & More) | null> {
  const organization = await resolveOrgId(ctx, query.organization)
  if (organization === null) return null
  const statement =
    typeof organization === 'string'
      ? selectById<VisibilityRow & More>(ctx, sql`${organization}::uuid`, query)
      : selectByLookup<VisibilityRow & More>(ctx, organization, query)
  const [row] = await ctx.db.query(statement, { plan: 'generic' })
  if (row) cacheCatalog(ctx.services.database, row)
  return row ? { ...row, ...toVisibility(ctx, row) } : null
}

/** Looks up the ID of the organization by a separate statement if the tables are sharded. */
async function resolveOrgId(ctx: Context, organization: string | Sql): Promise<string | Sql | null> {
  if (typeof organization === 'string' || !ctx.database.sharded) return organization
  const [row] = await ctx.db.query(sql<{ org_id: string | null }>`select ${organization} as org_id`)
  return row!.org_id
}

function toVisibility(ctx: Context, row: VisibilityRow): OrgVisibility {
  const { role } = ctx.caller.requireMembership(row.org_id)
  const admin = ctx.caller.isOrgAdmin(row.org_id)
  const memberProjectIds = new Set(row.member_project_ids)
  const hidden = admin
    ? row.deleted_project_ids
    : [...row.deleted_project_ids, ...row.private_project_ids.filter((id) => !memberProjectIds.has(id))]
  const visibleByDefault: VisibleProjects = hidden.length === 0 ? { kind: 'all' } : { kind: 'except', ids: hidden }
  const { allowedProjectIds } = ctx.caller
  let projects: VisibleProjects = role === 'guest' ? { kind: 'only', ids: row.member_project_ids } : visibleByDefault
  if (allowedProjectIds)
    projects = { kind: 'only', ids: allowedProjectIds.filter((id) => isVisibleProject(projects, id)) }
  const { org_id, member_team_ids } = row
  const teams = role === 'guest' ? member_team_ids : null
  return {
    org_id,
    isOrgAdmin: admin,
    projects,
    ownedProjectIds: row.owned_project_ids,
    editableProjectIds: row.editable_project_ids,
    joinedTeamIds: member_team_ids,
    visibleTeamIds: teams,
    includesTasksWithoutProject: !allowedProjectIds,
    catalog: findCatalog(ctx.services.database, row),
  }
}

/** Returns the id, or else an expression for the organization of the project among those of the caller. */
export const toOrgIdExpression = (ctx: Context, orgId: string | null, projectId: string | null): string | Sql =>
  orgId ??
  sql`(select p.org_id from projects p
    where ${sql.orgIn('p.org_id', ctx.caller.orgIds)} and p.project_id = ${projectId} and p.deleted_at is null limit 1)`

/** Loads the visibility by an organization or a project id, with additional columns in the same statement. */
export type VisibilityLoader = <More extends object>(
  ctx: Context,
  orgId: string | null,
  projectId: string | null,
  columns?: OrgFragment,
) => Promise<(OrgVisibility & More) | null>

const findVisibilityByIds: VisibilityLoader = (ctx, orgId, projectId, columns) =>
  findVisibility(ctx, { organization: toOrgIdExpression(ctx, orgId, projectId), columns })

/** Custom loader or additional columns; either of them bypasses the batched lookup. */
interface VisibilityOptions {
  find?: VisibilityLoader | undefined
  columns?: OrgFragment | undefined
}

interface VisibilityKey {
  user_id: string
  org_id: string
}

const toVisibilityKey = ({ user_id, org_id }: VisibilityKey) => `${user_id} ${org_id}`

function selectVisibilities(database: Database, wanted: VisibilityKey[]): Sql<VisibilityRow & VisibilityKey> {
  const orgIds = [...new Set(wanted.map(({ org_id }) => org_id))]
  const firsts = new Map(wanted.toReversed().map((one) => [one.org_id, one]))
  // The first row of each organization has its catalog.
  const rows = wanted.map((one) => [one.user_id, one.org_id, firsts.get(one.org_id) === one ? 'yes' : 'no'])
  const catalog = joinCatalog(database, orgIds, sql`o.org_id`, sql`o.is_first`)
  return sql<VisibilityRow & VisibilityKey>`
    select o.user_id, o.org_id, ${visibilityColumns}
    from (select w.user_id::uuid as user_id, w.org_id::uuid as org_id, w.is_first = 'yes' as is_first
        from (values ${sql.rows(rows)}) w (user_id, org_id, is_first)
        where w.org_id is not null) o,
      ${joinVisibility(sql`o.user_id`, sql`o.org_id`, catalog)}`
}

/** Runs one statement per key, for sharded tables. */
const findShardedVisibilities = async (
  db: Db,
  database: Database,
  wanted: VisibilityKey[],
): Promise<(VisibilityRow & VisibilityKey)[]> => {
  const find = ({ user_id, org_id }: VisibilityKey) => {
    const org = sql`${org_id}::uuid`
    return db.queryByKey(sql<VisibilityRow & VisibilityKey>`
      select ${user_id}::uuid as user_id, ${org} as org_id, ${visibilityColumns}
      from ${joinVisibility(user_id, org, joinCatalog(database, [org_id], org))}`)
  }
  return (await Promise.all(wanted.map(find))).flat()
}

async function findVisibilities(
  db: Db,
  database: Database,
  wanted: VisibilityKey[],
): Promise<(VisibilityRow & VisibilityKey)[]> {
  const rows = database.sharded
    ? await findShardedVisibilities(db, database, wanted)
    : await db.queryByKey(selectVisibilities(database, wanted))
  for (const row of rows) cacheCatalog(database, row)
  return rows
}

const lookUpVisibility = batchedLookup({
  find: (database, wanted) => findVisibilities(database.db, database, wanted),
  toKey: toVisibilityKey,
  rowToKey: toVisibilityKey,
})

/** Batches the lookup with those of concurrent requests. */
async function loadBatchedVisibility(ctx: Context, org_id: string): Promise<OrgVisibility> {
  const wanted = { user_id: ctx.user.user_id, org_id: org_id.toLowerCase() }
  return toVisibility(ctx, (await lookUpVisibility(ctx.services.database, wanted))!)
}

/**
 * Resolves the visibility in an organization of the caller. Plain reads are batched across requests; a transaction runs
 * its own statement, since it must see its own writes.
 */
export async function loadOrgVisibility<More extends object>(
  ctx: Context,
  orgId: string,
  { find, columns }: VisibilityOptions = {},
): Promise<OrgVisibility & More> {
  if (find || columns || ctx.inTransaction)
    return (await (find ?? findVisibilityByIds)<More>(ctx, orgId, null, columns))!
  return (await loadBatchedVisibility(ctx, orgId)) as OrgVisibility & More
}

/** Resolves the visibility in several organizations of the caller, in batches. */
export async function loadOrgVisibilities(ctx: Context, orgIds: readonly string[]): Promise<OrgVisibility[]> {
  if (!ctx.inTransaction) return Promise.all(orgIds.map((org_id) => loadBatchedVisibility(ctx, org_id)))
  const wanted = orgIds.map((org_id) => ({ user_id: ctx.user.user_id, org_id }))
  const found: OrgVisibility[] = []
  for (let i = 0; i < wanted.length; i += MAX_LIST_LENGTH) {
    const batch = wanted.slice(i, i + MAX_LIST_LENGTH)
    const rows = await findVisibilities(ctx.db, ctx.database, batch)
    found.push(...rows.map((row) => toVisibility(ctx, row)))
  }
  return found
}

/** Resolves the visibility in the organization of a project. Throws 404 unless the project is visible. */
export async function loadProjectVisibility<More extends object>(
  ctx: Context,
  projectId: string,
  { find = findVisibilityByIds, columns }: VisibilityOptions = {},
): Promise<OrgVisibility & More> {
  const visibility = await find<More>(ctx, null, projectId, columns)
  if (!visibility || !isVisibleProject(visibility.projects, projectId)) throw notFound()
  return visibility
}

/** Resolves the visibility in the organization of a team. Throws 404 unless the team is visible. */
export async function loadTeamVisibility(ctx: Context, teamId: string): Promise<OrgVisibility> {
  const organization = sql`(select t.org_id from teams t
    where ${sql.orgIn('t.org_id', ctx.caller.orgIds)} and t.team_id = ${teamId} and t.is_active limit 1)`
  const visibility = await findVisibility(ctx, { organization })
  if (!visibility || (visibility.visibleTeamIds !== null && !visibility.visibleTeamIds.includes(teamId)))
    throw notFound()
  return visibility
}

/** Tests whether a live project of the organization is visible. */
export function isVisibleProject(projects: VisibleProjects, projectId: string): boolean {
  if (projects.kind === 'all') return true
  const isNamed = projects.ids.includes(projectId)
  return projects.kind === 'only' ? isNamed : !isNamed
}

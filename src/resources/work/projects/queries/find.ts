import { sql, listColumns } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import * as s from '../../../../core/schema.ts'

export const projectRoles = s.namedEnum('ProjectRole', ['owner', 'editor', 'viewer'])
export type ProjectRole = (typeof projectRoles)[number]

export interface ProjectRow {
  org_id: string
  project_id: string
  name: string
  prefix: string
  description: string | null
  metadata: Record<string, unknown> | null
  status: string
  priority: string
  color: string | null
  icon: string | null
  start_date: string | null
  end_date: string | null
  owner: string | null
  owner_designation: string | null
  team_member_designations: { id: string; designation: string | null }[] | null
  visibility: 'public' | 'private'
  editors_can_add_members: boolean
  team_id: string | null
  /** True if a section of the project may mean a status; false saves the lookup. */
  has_status_sections: boolean
  position: number
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
}

/** A project and the role of the caller, which decides their rights. */
export interface ProjectWithRole extends ProjectRow {
  /** Role of the caller; null without an active membership. */
  my_role: ProjectRole | null
}

const names = [
  'org_id',
  'project_id',
  'name',
  'prefix',
  'description',
  'metadata',
  'status',
  'priority',
  'color',
  'icon',
  'start_date',
  'end_date',
  'owner',
  'owner_designation',
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
  'has_status_sections',
  'position',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'delete_reason',
]

export const projectColumns = listColumns(names)

const columns = projectColumns('p')
const locks = { none: sql``, share: sql`for share of p`, update: sql`for no key update of p` }

/**
 * Finds a live project among the caller's organizations. `share` blocks updates and deletion, but not other inserts.
 */
export async function findProject(
  ctx: Context,
  projectId: string,
  lock: keyof typeof locks,
): Promise<ProjectWithRole | undefined> {
  const [row] = await ctx.db.queryByKey(sql<ProjectWithRole>`
    select ${columns}, pm.project_role as my_role
    from projects p left join project_members pm
      on pm.org_id = p.org_id and pm.project_id = p.project_id and pm.user_id = ${ctx.user.user_id} and pm.is_active
    where ${sql.orgIn('p.org_id', ctx.caller.orgIds)} and p.project_id = ${projectId} and p.deleted_at is null
      ${locks[lock]}`)
  if (!row || lock !== 'update') return row
  // Read again: the transaction that this one waited for may have changed the caller's role.
  return { ...row, my_role: await findOwnRole(ctx, row) }
}

async function findOwnRole(ctx: Context, { org_id, project_id }: ProjectRow): Promise<ProjectRole | null> {
  const [mine] = await ctx.db.query(sql<{ project_role: ProjectRole }>`
    select project_role from project_members
    where org_id = ${org_id} and project_id = ${project_id} and user_id = ${ctx.user.user_id} and is_active`)
  return mine?.project_role ?? null
}

/** Returns those of these ids that are projects which are not deleted. */
export const listLiveProjects = async (ctx: Context, orgId: string, projectIds: string[]): Promise<string[]> => {
  const found = await ctx.db.query(sql<{ project_id: string }>`
    select project_id from projects
    where org_id = ${orgId} and project_id = any(${projectIds}::text[]) and deleted_at is null`)
  return found.map((row) => row.project_id)
}

import { words } from '../../kernel/schema.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrganizations } from '../../kernel/sql.ts'

export const projectRoles = words('ProjectRole', ['owner', 'editor', 'viewer'])
export type ProjectRole = (typeof projectRoles)[number]

export interface ProjectRow {
  org_id: string
  project_id: string
  name: string
  description: string | null
  metadata: Record<string, unknown> | null
  status: string
  priority: string
  start_date: string | null
  end_date: string | null
  owner: string | null
  owner_designation: string | null
  team_member_designations: { id: string; designation: string | null }[] | null
  visibility: 'public' | 'private'
  editors_can_add_members: boolean
  team_id: string | null
  position: number
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
}

/** A project and the caller's role in it; null without an active membership of it. */
export interface ProjectSeen extends ProjectRow {
  my_role: ProjectRole | null
}

export const projectColumns = [
  'org_id',
  'project_id',
  'name',
  'description',
  'metadata',
  'status',
  'priority',
  'start_date',
  'end_date',
  'owner',
  'owner_designation',
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
  'position',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'delete_reason',
] as const

const selected = projectColumns.map((name) => `p.${name}`).join(', ')

const findSql = (lock: string) =>
  inOrganizations(
    (match) => `
  SELECT ${selected}, pm.project_role AS my_role
  FROM projects p LEFT JOIN project_members pm
    ON pm.org_id = p.org_id AND pm.project_id = p.project_id AND pm.user_id = $3 AND pm.is_active
  WHERE ${match('p.org_id')} AND p.project_id = $2 AND p.deleted_at IS NULL ${lock}`,
  )

const locks = {
  none: findSql(''),
  share: findSql('FOR SHARE OF p'),
  update: findSql('FOR NO KEY UPDATE OF p'),
}

const roleSql = `
  SELECT project_role FROM project_members WHERE org_id = $1 AND project_id = $2 AND user_id = $3 AND is_active`

/**
 * A live project among the caller's organizations, with the caller's role in it.
 * `update` locks it for a change; `share` keeps it from being changed or deleted while something is put into it.
 */
export async function findProject(
  ctx: Context,
  projectId: string,
  lock: keyof typeof locks,
): Promise<ProjectSeen | undefined> {
  const { user_id } = ctx.user
  const [row] = await locks[lock]<ProjectSeen>(ctx.db, ctx.caller.orgIds, projectId, user_id)
  if (!row || lock !== 'update') return row
  // Whoever held the lock before may have changed the caller's role, which the statement that waited does not see.
  const [mine] = await query<{ project_role: ProjectRole }>(ctx.db, roleSql, [
    row.org_id,
    row.project_id,
    user_id,
  ])
  return { ...row, my_role: mine?.project_role ?? null }
}

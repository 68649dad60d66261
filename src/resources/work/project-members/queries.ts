import { sql, buildAssignments, and, escapeLike } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import { buildDesignationLabel } from '../../people/designations/queries.ts'
import type { ProjectRole, ProjectWithRole } from '../projects/policy.ts'
import { buildReadableProjectsCondition } from '../../people/organizations/readable-projects.ts'

export interface ProjectMemberRow extends AuditColumns {
  org_id: string
  project_id: string
  user_id: string
  username: string
  designation: string | null
  designation_id: string | null
  project_role: ProjectRole
  is_active: boolean
  /** False for an inactive member of the organization, who counts as inactive in its projects too. */
  in_organization: boolean
  deleted_at: string | null
  delete_reason: string | null
}

const columns = sql`pm.org_id, pm.project_id, pm.user_id, pm.username, ${buildDesignationLabel('pm')} as designation,
  pm.designation_id, pm.project_role, pm.is_active, m.is_active as in_organization, pm.version, pm.created_by,
  pm.updated_by, pm.created_at, pm.updated_at, pm.deleted_at, pm.delete_reason`

/** Joins memberships `pm` with organization memberships `m`, neither of them deleted. */
const membershipJoin = sql`project_members pm join organization_members m
  on m.org_id = pm.org_id and m.user_id = pm.user_id and m.deleted_at is null`

/** Finds a membership. Takes no lock: writers lock the project first. */
export const findProjectMember = (
  ctx: Context,
  { org_id, project_id }: Pick<ProjectWithRole, 'org_id' | 'project_id'>,
  userId: string,
) =>
  ctx.db.queryRow(sql<ProjectMemberRow>`
    select ${columns} from ${membershipJoin}
    where pm.org_id = ${org_id} and pm.project_id = ${project_id} and pm.user_id::text = ${userId.toLowerCase()}
      and pm.deleted_at is null`)

export async function saveProjectMember(
  ctx: Context,
  { org_id, project_id, user_id }: ProjectMemberRow,
  set: Record<string, unknown>,
): Promise<void> {
  const changed = { ...set, updated_by: ctx.user.username, updated_at: ctx.now }
  await ctx.db.query(
    sql`update project_members set ${buildAssignments(changed)}, version = version + 1
      where org_id = ${org_id} and project_id = ${project_id} and user_id = ${user_id}`,
    { plan: 'custom' },
  )
}

export const projectMemberSorts: ListSpec = {
  sorts: {
    username: [{ sql: 'pm.username_key', type: 'text' }],
    created_at: [{ sql: 'pm.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'pm.username_key', type: 'text' }],
  id: { sql: "(pm.project_id || ' ' || pm.user_id::text)", type: 'text' },
}

export function selectProjectMemberPage(
  ctx: Context,
  page: PageRequest,
  filter: { projectId: string | undefined; search: string | undefined; role: ProjectRole | undefined },
): Promise<ProjectMemberRow[]> {
  const { projectId, search, role } = filter
  const conditions = [
    ...(projectId === undefined ? [] : [sql`pm.project_id = ${projectId}`]),
    ...(search === undefined ? [] : [sql`pm.username_key like ${`%${escapeLike(normalizeForSearch(search))}%`}`]),
    ...(role === undefined ? [] : [sql`pm.project_role = ${role}`]),
  ]
  return selectPage<ProjectMemberRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ProjectMemberRow>`
      select ${columns}, ${sorts}
      from ${membershipJoin} join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id
      where pm.deleted_at is null and ${buildReadableProjectsCondition(ctx)} and ${and(conditions)} and ${where} ${order} ${limit}`,
  )
}

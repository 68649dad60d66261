import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { SYSTEM_ORG_ID } from '../../../../core/ids.ts'
import { selectPage, type PageRequest } from '../../../../http/pagination/pagination.ts'
import { and } from '../../../../core/sql-fragments.ts'
import { buildReadableProjectsCondition } from '../../organizations/readable-projects.ts'
import { withDefaultVisibility, designationColumns, type DesignationRow } from './designations.ts'

/** Number of uses of a designation. */
export interface DesignationUsage {
  members: number
  invites: number
  project_members: number
}

const canListInvitations = (ctx: Context, orgId: string): boolean =>
  ctx.caller.isOrgAdmin(orgId) && !ctx.caller.projectLimit

/** Builds columns and joins that count the uses of designations that the caller can read, with one scan per table. */
const countUsage = (ctx: Context, orgId: string) => ({
  counts: sql`coalesce(um.n, 0) as members, coalesce(ui.n, 0) as invites, coalesce(up.n, 0) as project_members`,
  joins: sql`
    left join (select designation_id, count(*)::int as n from organization_members
      where org_id = ${orgId} and designation_id is not null and deleted_at is null group by 1) um
      on um.designation_id = d.designation_id
    left join (select designation_id, count(*)::int as n from organization_invites
      where org_id = ${orgId} and designation_id is not null and status = 'pending' and expires_at > ${ctx.now}
        and ${canListInvitations(ctx, orgId)}
      group by 1) ui on ui.designation_id = d.designation_id
    left join (select pm.designation_id, count(*)::int as n from project_members pm
      join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id and ${buildReadableProjectsCondition(ctx)}
      where pm.org_id = ${orgId} and pm.designation_id is not null and pm.deleted_at is null group by 1) up
      on up.designation_id = d.designation_id`,
})

/** Filters of a list of designations. */
export interface DesignationFilter {
  /** Null lists only global designations. */
  orgId: string | null
  usage: boolean
  hidden: boolean
  inactive: boolean
}

/** Designation in a list, with its usage if requested. */
export type ListedDesignation = DesignationRow & Partial<DesignationUsage>

/** Returns a page of the global designations and those of the organization. */
export async function listDesignations(
  ctx: Context,
  filter: DesignationFilter,
  page: PageRequest,
): Promise<ListedDesignation[]> {
  const { orgId } = filter
  const owners = [SYSTEM_ORG_ID, ...(orgId === null ? [] : [orgId])]
  const conditions = [sql`d.org_id = any(${owners}::uuid[])`]
  if (!filter.inactive) conditions.push(sql`d.is_active`)
  if (!filter.hidden) conditions.push(sql`v.hidden is not true`)
  const usage = filter.usage && orgId !== null ? countUsage(ctx, orgId) : null
  const found = await selectPage<ListedDesignation>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ListedDesignation>`
      select ${designationColumns}, ${usage ? sql`${usage.counts}, ${sorts}` : sorts}
      from designations d
      left join designation_visibility v on v.org_id = ${orgId}::uuid and v.designation_id = d.designation_id
      ${usage ? usage.joins : sql``}
      where ${and(conditions)} and ${where} ${order} ${limit}`,
  )
  return orgId === null ? found : found.map(withDefaultVisibility)
}

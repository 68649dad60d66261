import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { systemOrganization } from '../../kernel/values/ids.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { every } from '../../kernel/sql.ts'
import { readableProjects } from '../organizations/access.ts'
import { asSeen, designationColumns, type DesignationRow } from './queries.ts'

/** How many rows of each kind point at a designation. */
export interface Usage {
  members: number
  invites: number
  project_members: number
}

/** Invitations are listed by owners and admins alone, and not with a token limited to projects. */
const seesInvitations = (ctx: Context, orgId: string): boolean =>
  ctx.caller.isOrgAdmin(orgId) && !ctx.caller.projectLimit

/**
 * How many rows of each kind point at each designation of the organization, as far as the caller can read them: places in
 * projects that it sees, and invitations when it may list these. `counts` are columns, `joins` what they are taken from:
 * each kind is gone through once.
 */
const usageOf = (ctx: Context, orgId: string) => ({
  counts: sql`coalesce(um.n, 0) as members, coalesce(ui.n, 0) as invites, coalesce(up.n, 0) as project_members`,
  joins: sql`
    left join (select designation_id, count(*)::int as n from organization_members
      where org_id = ${orgId} and designation_id is not null and deleted_at is null group by 1) um
      on um.designation_id = d.designation_id
    left join (select designation_id, count(*)::int as n from organization_invites
      where org_id = ${orgId} and designation_id is not null and status = 'pending' and expires_at > ${ctx.now}
        and ${seesInvitations(ctx, orgId)}
      group by 1) ui on ui.designation_id = d.designation_id
    left join (select pm.designation_id, count(*)::int as n from project_members pm
      join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id and ${readableProjects(ctx)}
      where pm.org_id = ${orgId} and pm.designation_id is not null and pm.deleted_at is null group by 1) up
      on up.designation_id = d.designation_id`,
})

/** Which of the designations are to be listed. */
export interface CatalogueAsked {
  /** Null asks for the global ones alone. */
  orgId: string | null
  usage: boolean
  hidden: boolean
  inactive: boolean
}

/** A designation in a list; how many rows point at it is there when that was asked for. */
export type ListedDesignation = DesignationRow & Partial<Usage>

/** A page of the global designations and the organization's own. */
export async function listDesignations(
  ctx: Context,
  asked: CatalogueAsked,
  page: ListQuery,
): Promise<ListedDesignation[]> {
  const { orgId } = asked
  const owners = [systemOrganization, ...(orgId === null ? [] : [orgId])]
  const conditions = [sql`d.org_id = any(${owners}::uuid[])`]
  if (!asked.inactive) conditions.push(sql`d.is_active`)
  if (!asked.hidden) conditions.push(sql`v.hidden is not true`)
  const usage = asked.usage && orgId !== null ? usageOf(ctx, orgId) : null
  const found = await selectPage<ListedDesignation>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ListedDesignation>`
      select ${designationColumns}, ${usage ? sql`${usage.counts}, ${sorts}` : sorts}
      from designations d
      left join designation_visibility v on v.org_id = ${orgId}::uuid and v.designation_id = d.designation_id
      ${usage ? usage.joins : sql``}
      where ${every(conditions)} and ${where} ${order} ${limit}`,
  )
  return orgId === null ? found : found.map(asSeen)
}

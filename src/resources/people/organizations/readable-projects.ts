import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'

/** Builds the condition that the caller can read project `p`. Pass `org` where the organization is known. */
export function buildReadableProjectsCondition(ctx: Context, org: Sql = sql`p.org_id`): Sql {
  const { caller } = ctx
  const memberOrgs = caller.orgIds.filter((orgId) => caller.requireMembership(orgId).role === 'member')
  const adminOrgs = caller.orgIds.filter((orgId) => caller.isOrgAdmin(orgId))
  const limit = caller.allowedProjectIds
  return sql`${sql.orgIn('p.org_id', caller.orgIds)} and p.deleted_at is null
    and ${limit ? sql`p.project_id = any(${limit}::text[])` : sql`true`}
    and (p.org_id = any(${adminOrgs}::uuid[]) or (p.visibility = 'public' and p.org_id = any(${memberOrgs}::uuid[]))
      or exists (select from project_members mine where mine.org_id = ${org} and mine.project_id = p.project_id
        and mine.user_id = ${ctx.user.user_id} and mine.is_active))`
}

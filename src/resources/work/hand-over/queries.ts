import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { HandOver } from './policy.ts'

const MAX_MILESTONES = 500

/** Passes open milestones of teams that the caller may edit and that both members are in; returns their IDs. */
export async function passMilestones(ctx: Context, { from, to }: HandOver): Promise<string[]> {
  const { org_id } = from
  const isAdmin = ctx.caller.isOrgAdmin(org_id)
  const rows = await ctx.db.query(sql<{ milestone_id: string; updated_at: string }>`
    select m.milestone_id, m.updated_at from milestones m
    where m.org_id = ${org_id} and m.owner_user_id = ${from.user_id} and m.is_active and m.status <> 'closed'
      and exists (select from team_members tm where tm.org_id = ${org_id} and tm.team_id = m.team_id
        and tm.user_id = ${to.user_id} and tm.is_active)
      and (${isAdmin}::boolean or exists (select from team_members tm where tm.org_id = ${org_id}
        and tm.team_id = m.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active and tm.team_role = 'owner'))
    order by m.milestone_id limit ${MAX_MILESTONES} for no key update of m`)
  if (rows.length === 0) return []
  ctx.advanceTimePast(rows)
  const ids = rows.map((row) => row.milestone_id)
  await ctx.db.query(sql`
    update milestones set owner_user_id = ${to.user_id}, version = version + 1, updated_by = ${ctx.user.username},
      updated_at = ${ctx.now}
    where org_id = ${org_id} and milestone_id = any(${ids}::text[])`)
  return ids
}

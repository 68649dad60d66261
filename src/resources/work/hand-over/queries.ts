import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { HandOver } from './policy.ts'

export const MAX_MILESTONES = 500

/** Share-locks the teams that the caller may edit and that the receiver is in; returns their IDs. */
async function lockTeams(ctx: Context, { from, to }: HandOver): Promise<string[]> {
  const { org_id } = from
  const found = await ctx.db.query(sql<{ team_id: string }>`
    select t.team_id from teams t
    where t.org_id = ${org_id} and t.is_active and t.team_id in (select m.team_id from milestones m
        where m.org_id = ${org_id} and m.owner_user_id = ${from.user_id} and m.is_active and m.status <> 'closed')
      and exists (select from team_members tm where tm.org_id = ${org_id} and tm.team_id = t.team_id
        and tm.user_id = ${to.user_id} and tm.is_active)
      and (${ctx.caller.isOrgAdmin(org_id)}::boolean or exists (select from team_members tm where tm.org_id = ${org_id}
        and tm.team_id = t.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active and tm.team_role = 'owner'))
    order by t.team_id for share of t`)
  return found.map((row) => row.team_id)
}

/** Passes open milestones of teams that the caller may edit and that the receiver is in; returns their IDs. */
export async function passMilestones(ctx: Context, handOver: HandOver): Promise<{ ids: string[]; hasMore: boolean }> {
  const { from, to } = handOver
  const { org_id } = from
  const teams = await lockTeams(ctx, handOver)
  if (teams.length === 0) return { ids: [], hasMore: false }
  const found = await ctx.db.query(sql<{ milestone_id: string; updated_at: string }>`
    select m.milestone_id, m.updated_at from milestones m
    where m.org_id = ${org_id} and m.owner_user_id = ${from.user_id} and m.is_active and m.status <> 'closed'
      and m.team_id = any(${teams}::text[])
    order by m.milestone_id limit ${MAX_MILESTONES + 1} for no key update of m`)
  const rows = found.slice(0, MAX_MILESTONES)
  ctx.advanceTimePast(rows)
  const ids = rows.map((row) => row.milestone_id)
  await ctx.db.query(sql`
    update milestones set owner_user_id = ${to.user_id}, version = version + 1, updated_by = ${ctx.user.username},
      updated_at = ${ctx.now}
    where org_id = ${org_id} and milestone_id = any(${ids}::text[])`)
  return { ids, hasMore: found.length > MAX_MILESTONES }
}

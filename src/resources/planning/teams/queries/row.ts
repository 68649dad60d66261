import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import * as s from '../../../../core/schema.ts'
import type { AuditColumns } from '../../../../core/resource-fields.ts'

export const teamRoles = s.namedEnum('TeamRole', ['owner', 'member'])
export type TeamRole = (typeof teamRoles)[number]

export interface TeamRow extends AuditColumns {
  org_id: string
  team_id: string
  name: string
  description: string | null
  is_active: boolean
}

/** Team with the caller's role, which is null when the caller is not in the team. */
export interface TeamWithRole extends TeamRow {
  my_role: TeamRole | null
}

export const teamColumns = sql`t.org_id, t.team_id, t.name, t.description, t.is_active, t.version, t.created_by, t.updated_by,
  t.created_at, t.updated_at`

/** Joins members of teams `tm` with their membership `m`, if that is active in the organization. */
export const activeTeamMembers = sql`team_members tm join organization_members m
  on m.org_id = tm.org_id and m.user_id = tm.user_id and m.is_active and m.deleted_at is null`

const locks = { none: sql``, share: sql`for share of t`, update: sql`for no key update of t` }

/** Row lock of a team: `update` to change it, `share` to add something to it. */
export type TeamLockMode = keyof typeof locks

/** Finds a team in the caller's organizations, with the caller's role. */
export async function findTeam(ctx: Context, teamId: string, lock: TeamLockMode): Promise<TeamWithRole | undefined> {
  const { user_id } = ctx.user
  const [row] = await ctx.db.queryByKey(sql<TeamWithRole>`
    select ${teamColumns}, tm.team_role as my_role
    from teams t left join team_members tm
      on tm.org_id = t.org_id and tm.team_id = t.team_id and tm.user_id = ${user_id} and tm.is_active
    where ${sql.orgIn('t.org_id', ctx.caller.orgIds)} and t.team_id = ${teamId} and t.is_active ${locks[lock]}`)
  if (!row || lock !== 'update') return row
  // Reads the role again: a transaction that this one waited for may have changed it.
  const [current] = await ctx.db.query(sql<{ team_role: TeamRole }>`
    select team_role from team_members
    where org_id = ${row.org_id} and team_id = ${row.team_id} and user_id = ${user_id} and is_active`)
  return { ...row, my_role: current?.team_role ?? null }
}

import { textOf } from '../../db/sql.ts'
import { words } from '../../kernel/schema.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, inOrganizations } from '../../kernel/sql.ts'

export const teamRoles = words('TeamRole', ['owner', 'member'])
export type TeamRole = (typeof teamRoles)[number]

export interface TeamRow {
  org_id: string
  team_id: string
  name: string
  description: string | null
  is_active: boolean
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

/** A team and the caller's role in it; null when it is not in the team. */
export interface TeamSeen extends TeamRow {
  my_role: TeamRole | null
}

const names = [
  'org_id',
  'team_id',
  'name',
  'description',
  'is_active',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const

/** The columns of `TeamRow`, of the table by this alias. */
export const teamColumns = (alias: string): string => textOf(columnsOf(names)(alias))

const findSql = (lock: string) =>
  inOrganizations(
    (match) => `
  SELECT ${teamColumns('t')}, tm.team_role AS my_role
  FROM teams t LEFT JOIN team_members tm
    ON tm.org_id = t.org_id AND tm.team_id = t.team_id AND tm.user_id = $3 AND tm.is_active
  WHERE ${match('t.org_id')} AND t.team_id = $2 AND t.is_active ${lock}`,
  )

const locks = {
  none: findSql(''),
  share: findSql('FOR SHARE OF t'),
  update: findSql('FOR NO KEY UPDATE OF t'),
}

/** How a team is looked up: `update` locks it for a change, `share` keeps it while something is put into it. */
export type TeamLock = keyof typeof locks

const roleSql = `
  SELECT team_role FROM team_members WHERE org_id = $1 AND team_id = $2 AND user_id = $3 AND is_active`

/** A live team among the caller's organizations, with the caller's role in it. */
export async function findTeam(ctx: Context, teamId: string, lock: TeamLock): Promise<TeamSeen | undefined> {
  const { user_id } = ctx.user
  const [row] = await locks[lock]<TeamSeen>(ctx.db, ctx.caller.orgIds, teamId, user_id)
  if (!row || lock !== 'update') return row
  // Whoever held the lock before may have changed the caller's role, which the statement that waited does not see.
  const values = [row.org_id, row.team_id, user_id]
  const [mine] = await query<{ team_role: TeamRole }>(ctx.db, roleSql, values)
  return { ...row, my_role: mine?.team_role ?? null }
}

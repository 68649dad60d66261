import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'

export interface MilestoneRow {
  org_id: string
  milestone_id: string
  team_id: string
  title: string
  description: string | null
  target_date: string
  owner_user_id: string | null
  status: 'open' | 'closed'
  closed_at: string | null
  closed_by: string | null
  is_active: boolean
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

const names: readonly (keyof MilestoneRow)[] = [
  'org_id',
  'milestone_id',
  'team_id',
  'title',
  'description',
  'target_date',
  'owner_user_id',
  'status',
  'closed_at',
  'closed_by',
  'is_active',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

/** The columns of `MilestoneRow`, of the table by this alias. */
export const milestoneColumns = columnsOf(names)

const lockSql = `
  SELECT ${milestoneColumns('m')} FROM milestones m
  WHERE m.org_id = $1 AND m.team_id = $2 AND m.milestone_id = $3 AND m.is_active FOR NO KEY UPDATE`

/** A live milestone of a team, locked for a change. */
export async function lockMilestone(
  ctx: Context,
  team: Pick<MilestoneRow, 'org_id' | 'team_id'>,
  milestoneId: string,
): Promise<MilestoneRow | undefined> {
  return (await query<MilestoneRow>(ctx.db, lockSql, [team.org_id, team.team_id, milestoneId]))[0]
}

import { sql } from '../../db/sql.ts'
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

export const milestoneColumns = columnsOf(names)
const columns = milestoneColumns('m')

/** Finds a milestone of a team and locks it until commit. */
export async function lockMilestone(
  ctx: Context,
  team: Pick<MilestoneRow, 'org_id' | 'team_id'>,
  milestoneId: string,
): Promise<MilestoneRow | undefined> {
  const [row] = await ctx.db.query(sql<MilestoneRow>`
    select ${columns} from milestones m
    where m.org_id = ${team.org_id} and m.team_id = ${team.team_id} and m.milestone_id = ${milestoneId}
      and m.is_active for no key update`)
  return row
}

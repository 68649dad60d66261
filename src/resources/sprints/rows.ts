import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'

export interface SprintRow {
  org_id: string
  sprint_id: string
  team_id: string
  name: string
  description: string | null
  goal: string | null
  start_date: string
  end_date: string
  status: 'active' | 'completed'
  completed_at: string | null
  completed_by: string | null
  is_active: boolean
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

const names: readonly (keyof SprintRow)[] = [
  'org_id',
  'sprint_id',
  'team_id',
  'name',
  'description',
  'goal',
  'start_date',
  'end_date',
  'status',
  'completed_at',
  'completed_by',
  'is_active',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

export const sprintColumns = columnsOf(names)
const columns = sprintColumns('s')

/** Locks sprints of a team in the order of their ids, and returns those that exist. */
export async function lockSprints(
  ctx: Context,
  team: Pick<SprintRow, 'org_id' | 'team_id'>,
  ids: readonly string[],
): Promise<Map<string, SprintRow>> {
  const found = await ctx.db.query(sql<SprintRow>`
    select ${columns} from sprints s
    where s.org_id = ${team.org_id} and s.team_id = ${team.team_id} and s.sprint_id = any(${ids}::text[])
      and s.is_active
    order by s.sprint_id for no key update`)
  return new Map(found.map((sprint) => [sprint.sprint_id, sprint]))
}

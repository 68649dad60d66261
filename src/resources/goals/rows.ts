import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'
import type { ProjectRole } from '../projects/rows.ts'

export interface GoalRow {
  org_id: string
  goal_id: string
  project_id: string
  name: string
  description: string | null
  target_date: string | null
  position: number
  status: 'open' | 'closed'
  closed_at: string | null
  closed_by: string | null
  converted_from_task_id: string | null
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

/** Goal with the project columns that determine the caller's permissions. */
export interface GoalSeen extends GoalRow {
  visibility: 'public' | 'private'
  my_role: ProjectRole | null
  project_team_id: string | null
}

const names: readonly (keyof GoalRow)[] = [
  'org_id',
  'goal_id',
  'project_id',
  'name',
  'description',
  'target_date',
  'position',
  'status',
  'closed_at',
  'closed_by',
  'converted_from_task_id',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]

export const goalColumns = columnsOf(names)
const columns = goalColumns('g')

/** Finds a goal in one of these projects, locked in a write. Does not check whether the caller can read it. */
export async function findGoal(
  ctx: Context,
  projectIds: string[],
  goalId: string,
): Promise<GoalSeen | undefined> {
  const { orgIds } = ctx.caller
  // Locks in a separate statement: one that waited for the lock would join the former project of the goal.
  if (ctx.locking)
    await ctx.db.lookUp(sql`
      select from goals where ${sql.among('org_id', orgIds)} and goal_id = ${goalId} and is_active for no key update`)
  const [row] = await ctx.db.lookUp(sql<GoalSeen>`
    select ${columns}, p.visibility, p.team_id as project_team_id, pm.project_role as my_role
    from goals g join projects p on p.org_id = g.org_id and p.project_id = g.project_id and p.deleted_at is null
    left join project_members pm on pm.org_id = g.org_id and pm.project_id = g.project_id
      and pm.user_id = ${ctx.user.user_id} and pm.is_active
    where ${sql.among('g.org_id', orgIds)} and g.goal_id = ${goalId} and g.project_id = any(${projectIds}::text[])
      and g.is_active`)
  return row
}

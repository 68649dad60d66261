import { textOf } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, inOrganizations } from '../../kernel/sql.ts'
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

/** A goal, and what decides the caller's rights on it. */
export interface GoalSeen extends GoalRow {
  visibility: 'public' | 'private'
  my_role: ProjectRole | null
  /** The team of its project. */
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

/** The columns of `GoalRow`, of the table by this alias. */
export const goalColumns = (alias: string): string => textOf(columnsOf(names)(alias))

const findOne = inOrganizations(
  (match) => `
  SELECT ${goalColumns('g')}, p.visibility, p.team_id AS project_team_id, pm.project_role AS my_role
  FROM goals g JOIN projects p ON p.org_id = g.org_id AND p.project_id = g.project_id AND p.deleted_at IS NULL
  LEFT JOIN project_members pm
    ON pm.org_id = g.org_id AND pm.project_id = g.project_id AND pm.user_id = $4 AND pm.is_active
  WHERE ${match('g.org_id')} AND g.goal_id = $2 AND g.project_id = ANY($3::text[]) AND g.is_active`,
)

const lockOne = inOrganizations(
  (match) => `SELECT FROM goals WHERE ${match('org_id')} AND goal_id = $2 AND is_active FOR NO KEY UPDATE`,
)

/** A live goal of one of these projects among the caller's organizations; locked on writes. Not yet judged. */
export async function findGoal(
  ctx: Context,
  projectIds: string[],
  goalId: string,
): Promise<GoalSeen | undefined> {
  // Read by a statement of its own: one that waited for the lock would see the project that the goal was in before.
  if (ctx.locking) await lockOne(ctx.db, ctx.caller.orgIds, goalId)
  const [row] = await findOne<GoalSeen>(ctx.db, ctx.caller.orgIds, goalId, projectIds, ctx.user.user_id)
  return row
}

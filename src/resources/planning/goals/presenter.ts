import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility, type ProjectVisibility } from '../../work/projects/policy.ts'
import { parseContainerTasks, type TaskCounts } from '../../work/tasks/queries/container-counts.ts'
import type { ProjectPrefixes } from '../../work/projects/queries/prefixes.ts'
import { presentTaskRows } from '../../work/tasks/presenter.ts'
import { countGoalTasks, type GoalWithCounts, type GoalRow } from './queries.ts'
import { goal } from './schema.ts'

export const presentGoal = (row: GoalRow, counts: TaskCounts) =>
  pickProperties(goal, { ...row, tasks_total: counts.total, tasks_completed: counts.completed, tasks: null })

export const presentGoalWithTasks = (
  ctx: Context,
  visibility: ProjectVisibility,
  row: GoalWithCounts,
  prefixes: ProjectPrefixes,
) => ({
  ...presentGoal(row, row.counts),
  tasks: presentTaskRows(ctx, visibility, parseContainerTasks(row.more ?? []), prefixes),
})

export async function respondWithGoal(ctx: Context, row: GoalRow, more: object = {}) {
  const counts = await countGoalTasks(ctx, await loadOrgVisibility(ctx, row.org_id), row.goal_id)
  return respond({ ...presentGoal(row, counts), ...more }, row.version)
}

export const sumTaskCounts = (counts: readonly TaskCounts[]): TaskCounts => ({
  total: counts.reduce((sum, one) => sum + one.total, 0),
  completed: counts.reduce((sum, one) => sum + one.completed, 0),
})

export const presentGoalTotals = (projectId: string, sums: TaskCounts) => ({
  project_id: projectId,
  goals_tasks_total: sums.total,
  goals_tasks_completed: sums.completed,
})

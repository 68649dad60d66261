import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility, type OrgVisibility } from '../../work/projects/policy.ts'
import { loadCatalogFor } from '../../work/projects/queries/catalog.ts'
import { parseGoalTasks, type TaskCounts } from '../../work/tasks/queries/container-counts.ts'
import { presentTaskRows } from '../../work/tasks/presenter.ts'
import { countGoalTasks, type GoalWithCounts, type GoalRow } from './queries.ts'
import { goal } from './schema.ts'

export const presentGoal = (row: GoalRow, counts: TaskCounts) =>
  pickProperties(goal, { ...row, tasks_total: counts.total, tasks_completed: counts.completed, tasks: null })

/** Returns goals as the schema `Goal` with tasks. */
export async function presentGoalsWithTasks(ctx: Context, visibility: OrgVisibility, rows: GoalWithCounts[]) {
  const goals = rows.map((row) => ({ row, tasks: parseGoalTasks(row.more ?? []) }))
  const all = goals.flatMap(({ tasks }) => tasks)
  const catalog = await loadCatalogFor(ctx, visibility, all)
  return goals.map(({ row, tasks }) => ({
    ...presentGoal(row, row.counts),
    tasks: presentTaskRows(ctx, visibility, tasks, catalog),
  }))
}

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

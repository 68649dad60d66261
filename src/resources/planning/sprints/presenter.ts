import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { resolveTimeZone } from '../../../auth/time-zone.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { computeBurndown } from './burndown.ts'
import { findSprint, type SprintHistory, type SprintWithCounts, type SprintRow } from './queries.ts'
import { formatDurationLabel, computeDurationWeeks } from './rules.ts'
import { sprint } from './schema.ts'

export function presentSprint(row: SprintWithCounts) {
  const duration_weeks = computeDurationWeeks(row.start_date, row.end_date)
  const duration_label = formatDurationLabel(duration_weeks)
  const { total: task_count, completed: completed_count } = row.counts
  return pickProperties(sprint, { ...row, duration_weeks, duration_label, task_count, completed_count })
}

export async function respondWithSprint(ctx: Context, { org_id, team_id, sprint_id }: SprintRow) {
  const row = (await findSprint(ctx, await loadOrgVisibility(ctx, org_id), team_id, sprint_id))!
  return respond(presentSprint(row), row.version)
}

export function presentBurndown(ctx: Context, { tasks, preferred, ...sprint }: SprintHistory) {
  const time_zone = resolveTimeZone(ctx, preferred)
  return { sprint_id: sprint.sprint_id, time_zone, days: computeBurndown(sprint, tasks, time_zone, ctx.millis) }
}

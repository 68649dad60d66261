import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { findSprint, type SprintWithCounts, type SprintRow } from './queries.ts'
import { formatDurationLabel, computeDurationWeeks } from './rules.ts'

/** Returns the schema `Sprint`. */
export function presentSprint(row: SprintWithCounts) {
  const weeks = computeDurationWeeks(row.start_date, row.end_date)
  return {
    sprint_id: row.sprint_id,
    org_id: row.org_id,
    team_id: row.team_id,
    name: row.name,
    start_date: row.start_date,
    end_date: row.end_date,
    description: row.description,
    goal: row.goal,
    status: row.status,
    completed_at: row.completed_at,
    completed_by: row.completed_by,
    created_by: row.created_by,
    updated_by: row.updated_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    is_active: row.is_active,
    duration_weeks: weeks,
    duration_label: formatDurationLabel(weeks),
    task_count: row.counts.total,
    completed_count: row.counts.completed,
  }
}

/** Reads a sprint again and returns it as the response to a write. */
export async function respondWithSprint(ctx: Context, { org_id, team_id, sprint_id }: SprintRow) {
  const row = (await findSprint(ctx, await loadOrgVisibility(ctx, org_id), team_id, sprint_id))!
  return respond(presentSprint(row), row.version)
}

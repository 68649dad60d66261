import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { reachOf } from '../projects/access.ts'
import { findSprint, type SprintListed, type SprintRow } from './queries.ts'
import { labelOf, weeksOf } from './rules.ts'

/** Returns the schema `Sprint`. */
export function presentSprint(row: SprintListed) {
  const weeks = weeksOf(row.start_date, row.end_date)
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
    duration_label: labelOf(weeks),
    task_count: row.counts.total,
    completed_count: row.counts.completed,
  }
}

/** Reads a sprint again and returns it as the response to a write. */
export async function sprintAnswer(ctx: Context, { org_id, team_id, sprint_id }: SprintRow) {
  const row = (await findSprint(ctx, await reachOf(ctx, org_id), team_id, sprint_id))!
  return answer(presentSprint(row), row.version)
}

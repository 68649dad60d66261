import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { findMilestone, type MilestoneWithCounts, type MilestoneRow } from './queries.ts'

/** Returns the schema `Milestone`. */
export const presentMilestone = (row: MilestoneWithCounts) => ({
  milestone_id: row.milestone_id,
  org_id: row.org_id,
  team_id: row.team_id,
  title: row.title,
  target_date: row.target_date,
  description: row.description,
  owner_user_id: row.owner_user_id,
  status: row.status,
  closed_at: row.closed_at,
  closed_by: row.closed_by,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  is_active: row.is_active,
  stop_id: row.stop_id,
  task_count: row.counts.total,
  completed_count: row.counts.completed,
})

/** Reads a milestone again and returns it as the response to a write. */
export async function respondWithMilestone(ctx: Context, { org_id, team_id, milestone_id }: MilestoneRow) {
  const row = (await findMilestone(ctx, await loadOrgVisibility(ctx, org_id), team_id, milestone_id))!
  return respond(presentMilestone(row), row.version)
}

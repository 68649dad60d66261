import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { findMilestone, type MilestoneWithCounts, type MilestoneRow } from './queries.ts'
import { milestone } from './schema.ts'

export const presentMilestone = (row: MilestoneWithCounts) =>
  pickProperties(milestone, { ...row, task_count: row.counts.total, completed_count: row.counts.completed })

export async function respondWithMilestone(ctx: Context, { org_id, team_id, milestone_id }: MilestoneRow) {
  const row = (await findMilestone(ctx, await loadOrgVisibility(ctx, org_id), team_id, milestone_id))!
  return respond(presentMilestone(row), row.version)
}

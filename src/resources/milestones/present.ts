import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { reachOf } from '../projects/access.ts'
import { findMilestone, presentMilestone } from './queries.ts'
import type { MilestoneRow } from './rows.ts'

/** A milestone as the answer of a write. */
export async function milestoneAnswer(ctx: Context, { org_id, team_id, milestone_id }: MilestoneRow) {
  const row = (await findMilestone(ctx, await reachOf(ctx, org_id), team_id, milestone_id))!
  return answer(presentMilestone(row), row.version)
}

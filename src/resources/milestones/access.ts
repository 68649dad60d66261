import { wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditTeam, readableTeam, requireEditor, type TeamSeen } from '../teams/access.ts'
import { lockMilestone, type MilestoneRow } from './rows.ts'
import { changesStatusAlone } from './rules.ts'
import type { MilestoneUpdate } from './schemas.ts'

type ById = { ctx: Context; params: { team_id: string; milestone_id: string } }

async function milestoneAndTeam({ ctx, params }: ById): Promise<[MilestoneRow, TeamSeen]> {
  const team = await readableTeam(ctx, params.team_id, 'share')
  const milestone = await lockMilestone(ctx, team, params.milestone_id)
  if (!milestone) throw notFound()
  return [milestone, team]
}

/** The milestone, locked for a change: 404 when the caller does not see it, 403 when it may not edit the team. */
export async function editableMilestone(call: ById): Promise<MilestoneRow> {
  const [milestone, team] = await milestoneAndTeam(call)
  requireEditor(call.ctx, team)
  return milestone
}

/**
 * The same for the change that a body asks for. The owner of a milestone may change its status too, while they are in
 * the team.
 */
export async function changeableMilestone(call: ById & { body: MilestoneUpdate }): Promise<MilestoneRow> {
  const { ctx, body } = call
  const [milestone, team] = await milestoneAndTeam(call)
  if (canEditTeam(ctx, team)) return milestone
  wholeOrganization(ctx)
  if (team.my_role === null || milestone.owner_user_id !== ctx.user.user_id)
    throw forbidden('Only owners of the team, org admins and, for its status, its owner may do this.')
  if (!changesStatusAlone(body)) throw forbidden("The milestone's owner changes its status and nothing else.")
  return milestone
}

/** How every event about a milestone names it. */
export const asMilestone = ({ org_id, milestone_id }: Pick<MilestoneRow, 'org_id' | 'milestone_id'>) => ({
  org_id,
  resource_type: 'milestone',
  resource_id: milestone_id,
})

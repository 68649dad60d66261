import { createSubject } from '../../../core/change-event.ts'
import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Call } from '../../../core/context.ts'
import { forbidden, requireFound } from '../../../core/errors.ts'
import { canEditTeam, loadReadableTeam, requireTeamEditor, type TeamWithRole } from '../teams/policy.ts'
import { lockMilestone, type MilestoneRow } from './queries.ts'
import { updatesOnlyStatus } from './rules.ts'
import type { MilestoneUpdate } from './schema.ts'

type MilestoneCall = Call<{ team_id: string; milestone_id: string }>

async function lockMilestoneAndTeam({ ctx, params }: MilestoneCall): Promise<[MilestoneRow, TeamWithRole]> {
  const team = await loadReadableTeam(ctx, params.team_id, 'share')
  const milestone = requireFound(await lockMilestone(ctx, team, params.milestone_id))
  return [milestone, team]
}

/** Returns the locked milestone. Throws 404 or 403 unless the caller may edit its team. */
export async function loadMilestoneForEdit(call: MilestoneCall): Promise<MilestoneRow> {
  const [milestone, team] = await lockMilestoneAndTeam(call)
  requireTeamEditor(call.ctx, team)
  return milestone
}

/** Returns the locked milestone. Throws 404 or 403 unless the caller may make this update. */
export async function loadMilestoneForUpdate(call: MilestoneCall & { body: MilestoneUpdate }): Promise<MilestoneRow> {
  const { ctx, body } = call
  const [milestone, team] = await lockMilestoneAndTeam(call)
  if (canEditTeam(ctx, team)) return milestone
  rejectProjectScopedToken(ctx)
  if (team.my_role === null || milestone.owner_user_id !== ctx.user.user_id)
    throw forbidden('Only team owners, organization admins and the milestone owner can update this milestone.')
  if (!updatesOnlyStatus(body)) throw forbidden('The milestone owner can update only the status.')
  return milestone
}

export const buildMilestoneSubject = createSubject('milestone', 'milestone_id')

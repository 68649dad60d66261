import { createSubject } from '../../../core/change-event.ts'
import type { Call } from '../../../core/context.ts'
import { requireFound } from '../../../core/errors.ts'
import { loadReadableTeam, requireTeamEditor } from '../teams/policy.ts'
import { lockSprints, type SprintRow } from './queries.ts'

type SprintCall = Call<{ team_id: string; sprint_id: string }>

/** Throws 404 or 403 unless the caller may edit the team. Sprints are locked before their tasks. */
export async function loadSprintForUpdate(
  { ctx, params }: SprintCall,
  otherId?: string | null,
): Promise<SprintRow & { other: SprintRow | undefined }> {
  const team = await loadReadableTeam(ctx, params.team_id, 'share')
  const found = await lockSprints(ctx, team, [params.sprint_id, ...(otherId == null ? [] : [otherId])])
  const sprint = requireFound(found.get(params.sprint_id))
  requireTeamEditor(ctx, team)
  return { ...sprint, other: found.get(otherId ?? '') }
}

export const buildSprintSubject = createSubject('sprint', 'sprint_id')

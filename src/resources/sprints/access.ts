import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { readableTeam, requireEditor } from '../teams/access.ts'
import { lockSprints, type SprintRow } from './rows.ts'

export type ById = { ctx: Context; params: { team_id: string; sprint_id: string } }

/**
 * The sprint, locked for a change, and another one of its team, which is locked too if it is there: 404 when the caller
 * does not see the sprint, 403 when it may not edit the team. Sprints are locked before the tasks in them.
 */
export async function editableSprint(
  { ctx, params }: ById,
  otherId?: string | null,
): Promise<SprintRow & { other: SprintRow | undefined }> {
  const team = await readableTeam(ctx, params.team_id, 'share')
  const found = await lockSprints(ctx, team, [params.sprint_id, ...(otherId == null ? [] : [otherId])])
  const sprint = found.get(params.sprint_id)
  if (!sprint) throw notFound()
  requireEditor(ctx, team)
  return { ...sprint, other: found.get(otherId ?? '') }
}

/** How every event about a sprint names it. */
export const asSprint = ({ org_id, sprint_id }: Pick<SprintRow, 'org_id' | 'sprint_id'>) => ({
  org_id,
  resource_type: 'sprint',
  resource_id: sprint_id,
})

import type { Call, Context } from '../../../core/context.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import { requireRoadmapEditor } from '../journeys/policy.ts'
import { loadReadableProject, type ProjectWithRole } from '../../work/projects/policy.ts'
import { findStop, lockPinnableMilestone, type StopRow } from './queries.ts'

type StopCall = Call<{ project_id: string; stop_id: string }>

export interface StopForUpdate extends StopRow {
  project: ProjectWithRole
}

export async function loadStopForUpdate({ ctx, params }: StopCall): Promise<StopForUpdate> {
  const project = await loadReadableProject(ctx, params.project_id)
  const stop = requireFound(await findStop(ctx, project, params.stop_id))
  requireRoadmapEditor(ctx, project)
  return { ...stop, project }
}

/** Locks the stop and the milestone. Throws 404 or 403 unless the caller may edit the stop and can read the milestone. */
export async function lockStopAndMilestone(call: {
  ctx: Context
  params: { project_id: string; stop_id: string; milestone_id: string }
}) {
  const { ctx, params } = call
  const stop = await loadStopForUpdate(call)
  const milestone = await lockPinnableMilestone(ctx, stop.org_id, params.milestone_id)
  if (!milestone || (!milestone.joined && ctx.caller.requireMembership(stop.org_id).role === 'guest')) throw notFound()
  return { ...stop, milestone }
}

export const buildStopSubject = (row: Pick<StopRow, 'org_id' | 'stop_id' | 'project_id'>) => ({
  org_id: row.org_id,
  resource_type: 'roadmap_stop',
  resource_id: row.stop_id,
  project_id: row.project_id,
})

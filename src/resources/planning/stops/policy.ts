import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { requireRoadmapEditor } from '../journeys/policy.ts'
import { loadVisibleProject, type ProjectWithRole } from '../../work/projects/policy.ts'
import { findStop, type StopRow } from './queries.ts'

type StopCall = { ctx: Context; params: { project_id: string; stop_id: string } }

/** Locks the project and returns the stop. Throws 404 or 403 unless the caller may edit the roadmap. */
export async function loadStopForUpdate({ ctx, params }: StopCall): Promise<StopRow & { project: ProjectWithRole }> {
  const project = await loadVisibleProject(ctx, params.project_id)
  const stop = await findStop(ctx, project, params.stop_id)
  if (!stop) throw notFound()
  requireRoadmapEditor(ctx, project)
  return { ...stop, project }
}

/** Identifies a stop in events. */
export const stopSubject = (row: Pick<StopRow, 'org_id' | 'stop_id' | 'project_id'>) => ({
  org_id: row.org_id,
  resource_type: 'roadmap_stop',
  resource_id: row.stop_id,
  project_id: row.project_id,
})

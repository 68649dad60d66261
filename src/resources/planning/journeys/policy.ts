import type { Call, Context } from '../../../core/context.ts'
import { forbidden, requireFound } from '../../../core/errors.ts'
import { canEditProject, loadReadableProject, type ProjectWithRole } from '../../work/projects/policy.ts'
import { listJourneys, type JourneyRow } from './queries.ts'

export function requireRoadmapEditor(ctx: Context, project: ProjectWithRole): void {
  if (!canEditProject(ctx, project))
    throw forbidden('Only owners and editors of the project and organization admins can change its roadmap.')
}

/** Locks the project. Throws 404 or 403 unless the caller may edit the roadmap. */
export async function loadJourneyForUpdate({ ctx, params }: Call<{ project_id: string; journey_id: string }>): Promise<{
  project: ProjectWithRole
  journeys: JourneyRow[]
  journey: JourneyRow
  version: number
}> {
  const project = await loadReadableProject(ctx, params.project_id)
  const journeys = await listJourneys(ctx, project)
  const journey = requireFound(journeys.find((one) => one.journey_id === params.journey_id))
  requireRoadmapEditor(ctx, project)
  return { project, journeys, journey, version: journey.version }
}

export const buildJourneySubject = (row: Pick<JourneyRow, 'org_id' | 'journey_id' | 'project_id'>) => ({
  org_id: row.org_id,
  resource_type: 'roadmap_journey',
  resource_id: row.journey_id,
  project_id: row.project_id,
})

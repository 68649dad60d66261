import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditProject, readableProject, type ProjectSeen } from '../projects/access.ts'
import { listJourneys, type JourneyRow } from './queries.ts'

/** 403 unless the caller may change the roadmap of the project. */
export function requireDrawing(ctx: Context, project: ProjectSeen): void {
  if (!canEditProject(ctx, project))
    throw forbidden("Only the project's owners and editors and org admins may change its roadmap.")
}

/**
 * A line of a project for a change, with all lines of the project: 404 when the caller does not see it, 403 when it may
 * not change the roadmap. The project is locked, since everything of a roadmap changes under that lock.
 */
export async function editableJourney({
  ctx,
  params,
}: {
  ctx: Context
  params: { project_id: string; journey_id: string }
}): Promise<{ project: ProjectSeen; journeys: JourneyRow[]; journey: JourneyRow; version: number }> {
  const project = await readableProject(ctx, params.project_id)
  const journeys = await listJourneys(ctx, project)
  const journey = journeys.find((one) => one.journey_id === params.journey_id)
  if (!journey) throw notFound()
  requireDrawing(ctx, project)
  return { project, journeys, journey, version: journey.version }
}

/** How events name a line. */
export const asJourney = (row: Pick<JourneyRow, 'org_id' | 'journey_id' | 'project_id'>) => ({
  org_id: row.org_id,
  resource_type: 'roadmap_journey',
  resource_id: row.journey_id,
  project_id: row.project_id,
})

import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { requireDrawing } from '../journeys/access.ts'
import { readableProject, type ProjectSeen } from '../projects/access.ts'
import { findStop, type StopRow } from './queries.ts'

type ById = { ctx: Context; params: { project_id: string; stop_id: string } }

/**
 * A stop of a project, which is locked, for a change: 404 when the caller does not see it, 403 when it may not change
 * the roadmap.
 */
export async function editableStop({ ctx, params }: ById): Promise<StopRow & { project: ProjectSeen }> {
  const project = await readableProject(ctx, params.project_id)
  const stop = await findStop(ctx, project, params.stop_id)
  if (!stop) throw notFound()
  requireDrawing(ctx, project)
  return { ...stop, project }
}

/** How events name a stop. */
export const asStop = (row: Pick<StopRow, 'org_id' | 'stop_id' | 'project_id'>) => ({
  org_id: row.org_id,
  resource_type: 'roadmap_stop',
  resource_id: row.stop_id,
  project_id: row.project_id,
})

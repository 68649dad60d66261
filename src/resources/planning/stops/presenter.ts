import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import { findStopWithRoadmap } from '../roadmap/queries.ts'
import { listStopPositions, presentStop } from '../roadmap/presenter.ts'
import { requireFound } from '../../../core/errors.ts'
import { respond } from '../../../http/result.ts'
export async function respondWithStop(
  ctx: Context,
  visibility: OrgVisibility,
  params: { project_id: string; stop_id: string },
) {
  const found = requireFound(await findStopWithRoadmap(ctx, visibility, params))
  const positions = listStopPositions(found.map).get(params.stop_id) ?? []
  return respond(presentStop(found.map, found.stop, positions), found.stop.version)
}

import type { Context } from '../../kernel/context.ts'
import { atPlace, requireListed } from '../../kernel/lists/order.ts'
import { listJourneys, listStopsOn, placeStops } from '../journeys/queries.ts'
import type { ProjectSeen } from '../projects/access.ts'
import { leaveLines, type StopRow } from './queries.ts'

/** Requires that these are lines of the project, each once; 422 otherwise. */
export async function requireLines(ctx: Context, project: ProjectSeen, journeyIds: string[]): Promise<void> {
  const present = (await listJourneys(ctx, project)).map((one) => one.journey_id)
  requireListed(journeyIds, present, ['body', 'journey_ids'], 'journey of the project')
}

/**
 * Puts a stop on exactly these lines: at a place on each, or, without one, where it is or at the end. Whether anything
 * about its lines or places has changed.
 */
export async function putOnLines(
  ctx: Context,
  stop: StopRow,
  journeyIds: string[],
  place: number | null,
): Promise<boolean> {
  const { org_id, stop_id } = stop
  const leaving = stop.journey_ids.filter((id) => !journeyIds.includes(id))
  const on = await listStopsOn(ctx, org_id, [...journeyIds, ...leaving])
  const orderOf = (id: string) => on.filter((one) => one.journey_id === id).map((one) => one.stop_id)
  let moved = leaving.length > 0
  if (leaving.length > 0) await leaveLines(ctx, stop, leaving)
  for (const journey_id of journeyIds) {
    const before = orderOf(journey_id)
    const after = place === null && before.includes(stop_id) ? before : atPlace(before, stop_id, place)
    if (after.length === before.length && after.every((id, i) => id === before[i])) continue
    moved = true
    await placeStops(ctx, { org_id, journey_id }, after)
  }
  for (const journey_id of leaving)
    await placeStops(
      ctx,
      { org_id, journey_id },
      orderOf(journey_id).filter((id) => id !== stop_id),
    )
  return moved
}

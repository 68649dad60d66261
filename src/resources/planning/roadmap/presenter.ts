import { pickProperties } from '../../../core/resource-fields.ts'
import type { ProjectRoadmap, StopWithCounts } from './queries.ts'
import { journeySchema, stopSchema } from './schema.ts'

interface StopPosition {
  journey_id: string
  position: number
}

export function listStopPositions({ lines }: ProjectRoadmap): Map<string, StopPosition[]> {
  const positions = new Map<string, StopPosition[]>()
  for (const { journey_id, stops } of lines)
    for (const { stop_id, position } of stops)
      positions.set(stop_id, [...(positions.get(stop_id) ?? []), { journey_id, position }])
  return positions
}

/** `position` defaults to the position on the first journey of the stop. */
export const presentStop = (
  { project_id }: ProjectRoadmap,
  stop: StopWithCounts,
  positions: StopPosition[],
  position = positions[0]?.position ?? 1,
) =>
  pickProperties(stopSchema, {
    ...stop,
    project_id,
    position,
    journey_ids: positions.map(({ journey_id }) => journey_id),
  })

export function presentJourneys(map: ProjectRoadmap) {
  const positions = listStopPositions(map)
  const stops = new Map(map.stops.map((stop) => [stop.stop_id, stop]))
  return map.lines.map((journey) =>
    pickProperties(journeySchema, {
      ...journey,
      project_id: map.project_id,
      stops: journey.stops.map(({ stop_id, position }) =>
        presentStop(map, stops.get(stop_id)!, positions.get(stop_id)!, position),
      ),
    }),
  )
}

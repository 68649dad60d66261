import { countDaysBetween } from '../../components/util/dates.ts'
import { COLUMN_PX, HEAD_PX, ROW_PX, type MapLine, type MapProject } from './layout.ts'

/** A stop counts as reached once it has tasks and all are completed. */
export const isReached = ({ done, total }: { done: number; total: number }): boolean => total > 0 && done === total

export const isOverdueStop = (
  stop: { target_date: string | null; done: number; total: number },
  today: string,
): boolean => stop.target_date !== null && stop.target_date < today && !isReached(stop)

/** Returns the position of today on a line, between the stops dated before and after it. */
export function findFront({ stops }: Pick<MapLine, 'stops'>, today: string): number {
  const dated = stops.filter(({ stop }) => stop.target_date !== null)
  if (dated.length === 0) return findEndOfReached(stops)
  const next = dated.findIndex(({ stop }) => stop.target_date! > today)
  if (next < 0) return dated.at(-1)!.x + COLUMN_PX / 2
  const after = dated[next]!
  const before = dated[next - 1]
  if (!before) return Math.min(findEndOfReached(stops), after.x - COLUMN_PX / 2)
  const days = countDaysBetween(before.stop.target_date!, after.stop.target_date!)
  const part = countDaysBetween(before.stop.target_date!, today) / days
  return before.x + part * (after.x - before.x)
}

/** Without dates, everything up to the first open stop lies behind. */
function findEndOfReached(stops: MapLine['stops']): number {
  const open = stops.findIndex(({ stop }) => !isReached(stop))
  const last = open < 0 ? stops.at(-1) : stops[open - 1]
  return last ? last.x + COLUMN_PX / 2 : 0
}

interface FrontPoint {
  x: number
  y: number
}

/** Returns the front of a project from top to bottom, as a stair with a step between lines. */
export function listFrontPoints({ top, bottom, lines }: MapProject, today: string): FrontPoint[] {
  const first = top + HEAD_PX
  return lines.flatMap((line, row) => {
    const x = findFront(line, today)
    const end = row === lines.length - 1 ? bottom : first + (row + 1) * ROW_PX
    return [
      { x, y: first + row * ROW_PX },
      { x, y: end },
    ]
  })
}

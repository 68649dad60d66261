import type { BurndownDay } from '@svc/sdk'
import { addDays, countDaysBetween } from '../../components/util/dates.ts'

export const CHART = { width: 640, height: 180, left: 32, right: 12, top: 20, bottom: 24 }

export interface ChartPoint {
  x: number
  y: number
}

export interface ScopeMark extends ChartPoint {
  added: number
  removed: number
}

export interface BurndownPlot {
  /** Open tasks: one point at the end of each day. */
  line: ChartPoint[]
  /** Line from all tasks at the start to none at the end of the sprint. */
  ideal: [ChartPoint, ChartPoint]
  /** Days on which tasks were added or removed, except the first one, on which sprints are filled. */
  marks: ScopeMark[]
  /** Values of the horizontal grid lines. */
  grid: { value: number; y: number }[]
}

/** Returns a step of 1, 2 or 5 times a power of ten that divides the height into at most four parts. */
function findStep(top: number): number {
  for (let unit = 1; ; unit *= 10) for (const factor of [1, 2, 5]) if (top <= unit * factor * 4) return unit * factor
}

export function plotBurndown(days: readonly BurndownDay[], endDate: string): BurndownPlot {
  const from = days[0]?.day ?? endDate
  const length = Math.max(1, countDaysBetween(from, addDays(endDate, 1)))
  const most = Math.max(1, ...days.map(({ remaining }) => remaining))
  const step = findStep(most)
  const top = Math.ceil(most / step) * step
  const toX = (day: number) => CHART.left + (day / length) * (CHART.width - CHART.left - CHART.right)
  const toY = (value: number) => CHART.height - CHART.bottom - (value / top) * (CHART.height - CHART.top - CHART.bottom)
  const points = days.map(({ remaining }, index) => ({ x: toX(index + 1), y: toY(remaining) }))
  const start = days[0] ? days[0].remaining + days[0].completed : 0
  return {
    line: days[0] ? [{ x: toX(0), y: toY(Math.min(start, top)) }, ...points] : [],
    ideal: [
      { x: toX(0), y: toY(Math.min(start, top)) },
      { x: toX(length), y: toY(0) },
    ],
    marks: days.flatMap(({ added, removed }, index) =>
      index > 0 && added + removed > 0 ? [{ ...points[index]!, added, removed }] : [],
    ),
    grid: Array.from({ length: top / step + 1 }, (_, line) => ({ value: line * step, y: toY(line * step) })),
  }
}

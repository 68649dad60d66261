import type { Roadmap } from '@svc/sdk'
import { assignColumns } from './columns.ts'
import { wrapText, type MeasureText } from './wrap-text.ts'

export const COLUMN_PX = 148
export const ROW_PX = 88
export const HEAD_PX = 44
export const RING_PX = 9
export const LINE_HEIGHT_PX = 15
const LABEL_WIDTH_PX = COLUMN_PX - 16
const LABEL_GAP_PX = 6
const DATE_HEIGHT_PX = 16
const MARGIN_PX = 24
/** Distance of a line from the top of its row: two lines of text and the ring are above it. */
const LINE_OFFSET_PX = 2 * LINE_HEIGHT_PX + LABEL_GAP_PX + RING_PX + 4

export type ApiProject = Roadmap['projects'][number]
type ApiStop = ApiProject['journeys'][number]['stops'][number]

export interface Box {
  x1: number
  y1: number
  x2: number
  y2: number
}

export interface MapStop {
  stop: ApiStop
  x: number
  /** Heights of its lines, ascending. Two or more make a junction. */
  ys: number[]
  label: string[]
  labelBox: Box
  dateBox: Box
  /** Names of lines whose order it contradicts. */
  contradicts: string[]
}

export interface MapLine {
  id: string
  name: string
  color: string
  y: number
  /** End of the line; it begins at the left edge. */
  x2: number
  /** Stops from left to right. */
  stops: MapStop[]
}

export interface MapProject {
  id: string
  name: string
  canEdit: boolean
  top: number
  bottom: number
  lines: MapLine[]
  stops: MapStop[]
}

export interface MapLayout {
  projects: MapProject[]
  width: number
  height: number
}

/** Lays out a roadmap as a metro map: lines from top to bottom in their order, stops in columns from left to right. */
export function layoutRoadmap(projects: readonly ApiProject[], measure: MeasureText): MapLayout {
  let top = 0
  const placed = projects.map((project) => {
    const map = layoutProject(project, top, measure)
    top = map.bottom
    return map
  })
  const ends = placed.flatMap(({ stops }) => stops.map(({ x }) => x + COLUMN_PX / 2))
  return { projects: placed, width: Math.max(COLUMN_PX, ...ends) + MARGIN_PX, height: top }
}

function layoutProject(project: ApiProject, top: number, measure: MeasureText): MapProject {
  const { project_id: id, name, can_edit: canEdit, journeys } = project
  const stops = layoutStops(project, top, measure)
  const lines = journeys.map(({ journey_id, name, color, stops: own }, row) => {
    const onLine = own.map(({ stop_id }) => stops.get(stop_id)!).toSorted((a, b) => a.x - b.x)
    const x2 = onLine.at(-1)?.x ?? COLUMN_PX / 2
    return { id: journey_id, name, color, y: toLineY(top, row), x2, stops: onLine }
  })
  const bottom = top + HEAD_PX + journeys.length * ROW_PX
  return { id, name, canEdit, top, bottom, lines, stops: [...stops.values()] }
}

const toLineY = (top: number, row: number): number => top + HEAD_PX + row * ROW_PX + LINE_OFFSET_PX

function layoutStops({ journeys }: ApiProject, top: number, measure: MeasureText): Map<string, MapStop> {
  const rows = new Map<string, { stop: ApiStop; rows: number[] }>()
  for (const [row, { stops }] of journeys.entries())
    for (const stop of stops) {
      const found = rows.get(stop.stop_id) ?? { stop, rows: [] }
      rows.set(stop.stop_id, { ...found, rows: [...found.rows, row] })
    }
  const { columns, contradictions } = assignColumns(
    [...rows].map(([id, { stop, rows }]) => ({ id, targetDate: stop.target_date, rows })),
    journeys.map(({ journey_id: id, stops }) => ({ id, stops: stops.map(({ stop_id }) => stop_id) })),
  )
  const names = new Map(journeys.map(({ journey_id, name }) => [journey_id, name]))
  const toMapStop = ([id, { stop, rows }]: [string, { stop: ApiStop; rows: number[] }]): [string, MapStop] => {
    const ys = rows.map((row) => toLineY(top, row))
    const contradicts = (contradictions.get(id) ?? []).map((line) => names.get(line)!)
    return [id, { ...placeStop(stop, (columns.get(id)! + 0.5) * COLUMN_PX, ys, measure), contradicts }]
  }
  return new Map([...rows].map(toMapStop))
}

/** Places the title above the first line of a stop and the date below the last one. */
function placeStop(stop: ApiStop, x: number, ys: number[], measure: MeasureText): Omit<MapStop, 'contradicts'> {
  const label = wrapText(stop.title, LABEL_WIDTH_PX, 2, measure)
  const [x1, x2] = [x - LABEL_WIDTH_PX / 2, x + LABEL_WIDTH_PX / 2]
  const above = ys[0]! - RING_PX - LABEL_GAP_PX
  const below = ys.at(-1)! + RING_PX + LABEL_GAP_PX / 2
  return {
    stop,
    x,
    ys,
    label,
    labelBox: { x1, x2, y1: above - label.length * LINE_HEIGHT_PX, y2: above },
    dateBox: { x1, x2, y1: below, y2: below + DATE_HEIGHT_PX },
  }
}

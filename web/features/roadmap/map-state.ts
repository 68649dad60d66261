import { signal } from '@preact/signals'
import { findFront } from './front.ts'
import { COLUMN_PX, ROW_PX, type Box, type MapLayout, type MapLine } from './layout.ts'
import { getToday } from '../../components/util/dates.ts'
import { getStopElementId } from './map-drawing.tsx'

const zooms = [0.5, 0.75, 1, 1.5] as const
/** The drawn part is larger than the visible one and changes in steps, so that most scrolling draws nothing. */
const TILE_PX = 400

interface Cursor {
  stop: string
  /** Height of the line on which keys move, since a junction is on several. */
  y: number
}

/** State of the map that is shown: its zoom, the part that is drawn, and the stop that keys act on. */
export class MapState {
  readonly zoom = signal(1)
  readonly view = signal<Box>({ x1: 0, y1: 0, x2: 2 * TILE_PX, y2: 2 * TILE_PX })
  readonly cursor = signal<Cursor | undefined>(undefined)
  layout: MapLayout
  box: HTMLElement | null = null

  constructor(layout: MapLayout) {
    this.layout = layout
  }

  readonly measure = (): void => {
    if (!this.box) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box
    const zoom = this.zoom.peek()
    const roundDown = (value: number) => (Math.floor(value / zoom / TILE_PX) - 1) * TILE_PX
    const roundUp = (value: number) => (Math.ceil(value / zoom / TILE_PX) + 1) * TILE_PX
    const next = {
      x1: roundDown(scrollLeft),
      y1: roundDown(scrollTop),
      x2: roundUp(scrollLeft + clientWidth),
      y2: roundUp(scrollTop + clientHeight),
    }
    const { x1, y1, x2, y2 } = this.view.peek()
    if (x1 !== next.x1 || y1 !== next.y1 || x2 !== next.x2 || y2 !== next.y2) this.view.value = next
  }

  listLines = (): MapLine[] =>
    this.layout.projects.flatMap(({ lines }) => lines).filter(({ stops }) => stops.length > 0)

  findCurrentLine = (): MapLine | undefined => {
    const cursor = this.cursor.peek()
    const lines = this.listLines()
    return lines.find(({ y, stops }) => y === cursor?.y && stops.some(({ stop }) => stop.stop_id === cursor.stop))
  }

  /** Selects a stop, scrolls it into view and focuses it. */
  moveTo(stop: string, y: number): void {
    const line = this.listLines().find((one) => one.y === y)
    const placed = line?.stops.find((one) => one.stop.stop_id === stop)
    if (!placed) return
    this.cursor.value = { stop, y }
    this.reveal(placed.x, y)
    requestAnimationFrame(() => document.getElementById(getStopElementId(stop))?.focus({ preventScroll: true }))
  }

  reveal(x: number, y: number): void {
    const { box } = this
    if (!box) return
    const zoom = this.zoom.peek()
    const names = box.querySelector('.map-names')?.clientWidth ?? 0
    const [left, top] = [x * zoom, y * zoom]
    const margin = { x: COLUMN_PX * zoom * 0.6, y: ROW_PX * zoom * 0.75 }
    const width = box.clientWidth - names
    if (left - margin.x < box.scrollLeft) box.scrollLeft = left - margin.x
    else if (left + margin.x > box.scrollLeft + width) box.scrollLeft = left + margin.x - width
    if (top - margin.y < box.scrollTop) box.scrollTop = top - margin.y
    else if (top + margin.y > box.scrollTop + box.clientHeight) box.scrollTop = top + margin.y - box.clientHeight
    this.measure()
  }

  pan(columns: number, rows: number): void {
    this.box?.scrollBy({ left: columns * COLUMN_PX * this.zoom.peek(), top: rows * ROW_PX * this.zoom.peek() })
  }

  /** Changes the zoom and keeps the middle in its place. */
  changeZoom(by: number): void {
    const before = this.zoom.peek()
    const next = zooms[zooms.indexOf(before as 1) + by]
    const { box } = this
    if (next === undefined || !box) return
    const middle = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2] as const
    this.zoom.value = next
    requestAnimationFrame(() => {
      box.scrollLeft = (middle[0] / before) * next - box.clientWidth / 2
      box.scrollTop = (middle[1] / before) * next - box.clientHeight / 2
      this.measure()
    })
  }

  showToday(): void {
    const line = this.findCurrentLine() ?? this.listLines()[0]
    if (!line || !this.box) return
    this.box.scrollLeft = findFront(line, getToday()) * this.zoom.peek() - this.box.clientWidth / 2
    this.measure()
  }
}

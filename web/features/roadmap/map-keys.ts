import { useCommands, type Command } from '../../commands/commands.ts'
import { roadmapTexts as messages } from '../../messages/roadmap.ts'
import type { MapStop } from './layout.ts'
import type { MapState } from './map-state.ts'

/** Moves along the line; without a current stop to the first one. */
function moveAlong(state: MapState, by: number): void {
  const line = state.findCurrentLine()
  if (!line) return moveToFirst(state)
  const index = line.stops.findIndex(({ stop }) => stop.stop_id === state.cursor.peek()?.stop)
  const next = line.stops[index + by]
  if (next) state.moveTo(next.stop.stop_id, line.y)
}

function moveToFirst(state: MapState): void {
  const [line] = state.listLines()
  if (line) state.moveTo(line.stops[0]!.stop.stop_id, line.y)
}

function moveToEnd(state: MapState, at: 0 | -1): void {
  const line = state.findCurrentLine() ?? state.listLines()[0]
  const stop = line?.stops.at(at)
  if (line && stop) state.moveTo(stop.stop.stop_id, line.y)
}

/** Moves to the next line: at a junction it stays at the stop, otherwise it goes to the nearest one. */
function moveAcross(state: MapState, by: number): void {
  const lines = state.listLines()
  const line = state.findCurrentLine()
  if (!line) return moveToFirst(state)
  const here = line.stops.find(({ stop }) => stop.stop_id === state.cursor.peek()?.stop)!
  const next = lines[lines.indexOf(line) + by]
  if (!next) return
  const computeDistance = ({ x }: MapStop) => Math.abs(x - here.x)
  const nearest = next.stops.reduce((first, other) => (computeDistance(other) < computeDistance(first) ? other : first))
  state.moveTo(nearest.stop.stop_id, next.y)
}

export function useMapKeys(state: MapState, onOpen: (id: string) => void): void {
  const isChosen = () => state.cursor.peek() !== undefined
  const rows: [string, string, string, () => void, (() => boolean)?][] = [
    ['next', messages.nextStop, 'ArrowRight', () => moveAlong(state, 1)],
    ['previous', messages.previousStop, 'ArrowLeft', () => moveAlong(state, -1)],
    ['below', messages.lineBelow, 'ArrowDown or j', () => moveAcross(state, 1)],
    ['above', messages.lineAbove, 'ArrowUp or k', () => moveAcross(state, -1)],
    ['first', messages.firstStop, 'Home', () => moveToEnd(state, 0)],
    ['last', messages.lastStop, 'End', () => moveToEnd(state, -1)],
    ['open', messages.open, 'Enter or Space', () => onOpen(state.cursor.peek()!.stop), isChosen],
    ['pan-right', messages.panRight, 'Shift+ArrowRight', () => state.pan(1, 0)],
    ['pan-left', messages.panLeft, 'Shift+ArrowLeft', () => state.pan(-1, 0)],
    ['pan-down', messages.panDown, 'Shift+ArrowDown', () => state.pan(0, 1)],
    ['pan-up', messages.panUp, 'Shift+ArrowUp', () => state.pan(0, -1)],
    ['zoom-in', messages.zoomIn, '+', () => state.changeZoom(1)],
    ['zoom-out', messages.zoomOut, '-', () => state.changeZoom(-1)],
    ['today', messages.showToday, 't', () => state.showToday()],
  ]
  const toCommand = ([id, title, keys, run, when = () => true]: (typeof rows)[number]): Command => ({
    id: `roadmap-${id}`,
    title,
    section: messages.section,
    keys,
    when,
    unlisted: true,
    run,
  })
  useCommands(rows.map(toCommand), 'list')
}

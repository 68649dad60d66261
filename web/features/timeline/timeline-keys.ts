import { useCommands } from '../../commands/commands.ts'
import { getStore } from '../../store/current-store.ts'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { buildCurrentTaskRows, toKeyCommands, type CommandRow } from '../tasks/layout-commands.ts'
import { buildSelectionCommands } from '../tasks/selection-commands.ts'
import { scales } from '../views/view-query.ts'
import { updateViewQuery } from '../views/view-state.ts'
import { shiftBars } from './change-dates.ts'
import { findSpan, type BarPart } from './spans.ts'
import { panSteps } from './timeline-scale.ts'
import { getTimelineRowId, type TimelineState } from './timeline-state.ts'

const toReadingDirection = (by: number): number => (document.documentElement.dir === 'rtl' ? -by : by)

function step(state: TimelineState, by: number): void {
  const ids = state.tasks.listLoadedIds()
  const id = state.selection.current.peek()
  const next = id === undefined ? ids[0] : ids[ids.indexOf(id) + by]
  if (next !== undefined) state.focus(next)
}

function focusEnd({ tasks, focus }: TimelineState, index: 0 | -1): void {
  const id = tasks.listLoadedIds().at(index)
  if (id !== undefined) focus(id)
}

function shift(state: TimelineState, part: BarPart, by: number): void {
  const id = state.selection.current.peek()
  if (shiftBars(state.selection.targets.peek(), part, toReadingDirection(by)) === undefined || id === undefined) return
  const task = getStore().row('tasks', id).peek()
  const span = task && findSpan(task)
  if (span) state.reveal(span.from, span.to)
  state.focus(id)
}

function zoom({ scale }: TimelineState, by: number): void {
  const next = scales[scales.indexOf(scale.peek()) + by]
  if (next) updateViewQuery({ scale: next === 'week' ? null : next })
}

function listCommandRows(state: TimelineState): CommandRow[] {
  const { selection, scale } = state
  const hasTargets = () => selection.targets.peek().length > 0
  const pan = (by: number) => () => state.pan(toReadingDirection(by) * panSteps[scale.peek()])
  const move = (part: BarPart, by: number) => () => shift(state, part, by)
  return [
    ['next', messages.nextTask, 'j or ArrowDown', () => step(state, 1)],
    ['before', messages.previousTask, 'k or ArrowUp', () => step(state, -1)],
    ['first', messages.firstTask, 'Home', () => focusEnd(state, 0)],
    ['last', messages.lastTask, 'End', () => focusEnd(state, -1)],
    ['later', messages.later, 'ArrowRight', pan(1)],
    ['earlier', messages.earlier, 'ArrowLeft', pan(-1)],
    ['zoom-in', messages.zoomIn, '+', () => zoom(state, -1)],
    ['zoom-out', messages.zoomOut, '-', () => zoom(state, 1)],
    ['day-later', messages.dayLater, 'Alt+ArrowRight', move('whole', 1), hasTargets],
    ['day-earlier', messages.dayEarlier, 'Alt+ArrowLeft', move('whole', -1), hasTargets],
    ['longer', messages.longer, 'Alt+Shift+ArrowRight', move('end', 1), hasTargets],
    ['shorter', messages.shorter, 'Alt+Shift+ArrowLeft', move('end', -1), hasTargets],
    ...buildCurrentTaskRows(selection),
  ]
}

export function useTimelineKeys(state: TimelineState, box: { current: HTMLElement | null }): void {
  const { selection } = state
  const anchor = () => document.getElementById(getTimelineRowId(selection.current.peek() ?? '')) ?? box.current!
  const own = toKeyCommands('timeline', messages.section, listCommandRows(state))
  useCommands([...own, ...buildSelectionCommands(selection, anchor)], 'list')
}

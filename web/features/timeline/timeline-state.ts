import { computed, signal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { addDays } from '../../components/util/dates.ts'
import { focusInList } from '../../components/util/focus.ts'
import { createSelection } from '../tasks/selection.ts'
import { viewState } from '../views/view-state.ts'
import type { Scale } from '../views/view-query.ts'
import type { BarPart } from './spans.ts'
import { dayWidths, findWindowStart, type TimeWindow } from './timeline-scale.ts'
import type { TimelineTasks } from './timeline-tasks.ts'

export const getTimelineRowId = (id: string): string => `timeline-${id}`

/** Bar that is dragged, and by how many days. */
interface BarDrag {
  id: string
  part: BarPart
  days: number
}

/** Pointer that drags a dependency from the end of a task's bar, in viewport coordinates, and the row below it. */
interface DependencyDrag {
  from: { x: number; y: number }
  to: { x: number; y: number }
  target: Task | undefined
}

export class TimelineState {
  readonly selection = createSelection()
  readonly drag = signal<BarDrag | undefined>()
  readonly dependency = signal<DependencyDrag | undefined>()
  readonly width = signal(0)
  readonly #from = signal<string | undefined>()
  readonly tasks: TimelineTasks

  constructor(tasks: TimelineTasks) {
    this.tasks = tasks
  }

  readonly scale = computed((): Scale => viewState.value.query.scale ?? 'week')
  readonly window = computed((): TimeWindow => {
    const dayWidth = dayWidths[this.scale.value]
    const days = Math.max(1, Math.ceil(this.width.value / dayWidth))
    return { from: this.#from.value ?? findWindowStart(days), days, dayWidth }
  })

  pan = (days: number): void => void (this.#from.value = addDays(this.window.peek().from, days))
  showToday = (): void => void (this.#from.value = undefined)

  /** Shows a span, by panning if it is outside of the window. */
  reveal(from: string, to: string): void {
    const { from: start, days } = this.window.peek()
    if (to < start || from >= addDays(start, days)) this.#from.value = addDays(from, -Math.floor(days / 4))
  }

  moveTo = (id: string): void => this.selection.moveTo(id)

  focus = (id: string): void => {
    this.selection.moveTo(id)
    const focusElement = () => {
      if (this.selection.current.peek() === id) focusInList(document.getElementById(getTimelineRowId(id)))
    }
    requestAnimationFrame(() => requestAnimationFrame(focusElement))
  }
}

import { signal } from '@preact/signals'
import { setQuery } from '../../location.ts'
import { focusInList } from '../../components/util/focus.ts'
import { createSelection } from '../tasks/selection.ts'
import type { CalendarTasks } from './calendar-tasks.ts'
import { movePeriod, type Period } from './calendar-dates.ts'

/** Stands for the tray of tasks without a due date where a day is expected. */
export const TRAY = ''

export const getDayElementId = (day: string): string => `calendar-day-${day}`
export const getCalendarTaskId = (id: string): string => `calendar-task-${id}`

/** The focused day, and the task in it, of a calendar. */
export class CalendarCursor {
  readonly selection = createSelection()
  readonly day = signal<string>(TRAY)
  /** Replaced when another period is shown. */
  tasks: CalendarTasks
  days: readonly string[]
  period: Period
  #wanted: string | undefined

  constructor(tasks: CalendarTasks, days: readonly string[], period: Period) {
    this.tasks = tasks
    this.days = days
    this.period = period
  }

  listIds = (day: string): string[] => {
    const { undated, byDay } = this.tasks
    return (day === TRAY ? undated.peek() : (byDay.peek().get(day) ?? [])).map(({ task_id }) => task_id)
  }

  listAllIds = (): string[] => [...this.days.flatMap(this.listIds), ...this.listIds(TRAY)]

  findDay = (id: string): string | undefined => [...this.days, TRAY].find((day) => this.listIds(day).includes(id))

  set = (day: string, id: string | undefined): void => {
    this.day.value = day
    this.selection.moveTo(id)
  }

  /** Makes a task or, without one, its day current, and focuses it once it is rendered. */
  focus = (day: string, id: string | undefined): void => {
    this.set(day, id)
    if (day !== TRAY && !this.days.includes(day)) setQuery({ on: day }, { replace: true })
    this.#wanted = id === undefined ? getDayElementId(day) : getCalendarTaskId(id)
    requestAnimationFrame(() => requestAnimationFrame(this.focusWanted))
  }

  /** Focuses the requested element once it is rendered, as a period may still be loading. */
  focusWanted = (): void => {
    const element = this.#wanted === undefined ? null : document.getElementById(this.#wanted)
    if (!element) return
    this.#wanted = undefined
    focusInList(element)
  }

  focusDay = (day: string, atEnd = false): void => this.focus(day, this.listIds(day).at(atEnd ? -1 : 0))

  showPeriod(by: number): void {
    const day = movePeriod(this.day.peek() || this.days[0]!, this.period, by)
    setQuery({ on: day }, { replace: true })
    this.focus(day, undefined)
  }

  moveTo = (id: string): void => {
    const day = this.findDay(id)
    if (day !== undefined) this.set(day, id)
  }
}

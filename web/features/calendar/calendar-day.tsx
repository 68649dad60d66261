import { useComputed, type Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { openQuickAdd, quickAddDefaults } from '../../commands/dialog-state.ts'
import { calendarTexts as messages } from '../../messages/calendar.ts'
import { isQuickAddTarget } from '../members/permissions.ts'
import { boardDragModule } from '../board/drag-module.ts'
import { Button } from '../../components/button.tsx'
import { formatFullDay, getToday } from '../../components/util/dates.ts'
import { viewState } from '../views/view-state.ts'
import { formatDayNumber, formatWeekday } from './calendar-dates.ts'
import { getDayElementId, TRAY, type CalendarCursor } from './calendar-cursor.ts'
import { CalendarTask } from './calendar-task.tsx'

/** Tasks that a day shows more with each press of its button. */
const STEP_TASKS = 60

interface Props {
  day: string
  tasks: readonly Task[]
  /** Number of tasks that fit. */
  limit: number
  isOther: boolean
  /** True if Tab stops here while nothing is focused. */
  isStart: boolean
  cursor: CalendarCursor
  dropDay: Signal<string | null | undefined>
}

export function CalendarDay({ day, tasks, limit, isOther, isStart, cursor, dropDay }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const isOver = useComputed(() => dropDay.value === day).value
  const isStop = useComputed(() => {
    const hasTask = cursor.selection.current.value !== undefined
    return !hasTask && (cursor.day.value === day || (cursor.day.value === TRAY && isStart))
  }).value
  useDropTarget(element, day)
  const isToday = day === getToday()
  const names = [
    'calendar-day',
    isOther && 'calendar-day-other',
    isToday && 'calendar-day-today',
    isOver && 'calendar-day-over',
    tasks.length === 0 && 'calendar-day-empty',
  ]
  const fullDay = isToday ? `${formatFullDay(day)} (${messages.isToday})` : formatFullDay(day)
  return (
    <div
      ref={element}
      id={getDayElementId(day)}
      class={names.filter(Boolean).join(' ')}
      role="group"
      aria-label={messages.day(fullDay, tasks.length)}
      tabIndex={isStop ? 0 : -1}
      data-home={(isStop && cursor.day.value === day) || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) cursor.set(day, undefined)
      }}
    >
      <DayHeader day={day} />
      {tasks.length > 0 && <DayTasks {...{ day, tasks, limit, cursor }} />}
    </div>
  )
}

function DayTasks({ day, tasks, limit, cursor }: Pick<Props, 'day' | 'tasks' | 'limit' | 'cursor'>) {
  const [extra, setExtra] = useState(0)
  const current = cursor.selection.current.value
  const currentIndex = current === undefined ? -1 : tasks.findIndex(({ task_id }) => task_id === current)
  // The last line is taken by the button if not all tasks fit.
  const fitting = tasks.length > limit + extra ? limit + extra - 1 : tasks.length
  const shown = tasks.slice(0, Math.max(fitting, currentIndex + 1))
  return (
    <>
      <ul class="calendar-list">
        {shown.map((task) => (
          <CalendarTask key={task.task_id} task={task} day={day} cursor={cursor} isStop={false} />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button kind="quiet" small class="calendar-more" onClick={() => setExtra(extra + STEP_TASKS)}>
          {messages.more(tasks.length - shown.length)}
        </Button>
      )}
    </>
  )
}

function DayHeader({ day }: { day: string }) {
  const add = () => openQuickAdd({ ...quickAddDefaults.peek(), due_date: day })
  return (
    <div class="calendar-day-head">
      <span class="calendar-day-name">{formatWeekday(day)}</span>
      <time class="calendar-day-number" dateTime={day}>
        {formatDayNumber(day)}
      </time>
      {isQuickAddTarget(viewState.value.container) && (
        <Button
          kind="quiet"
          small
          icon="plus"
          class="calendar-add"
          title={messages.add(formatFullDay(day))}
          onClick={add}
        />
      )}
    </div>
  )
}

/** Lets tasks be dropped on an element: on a day, or on the tray, whose key is null. */
export function useDropTarget(element: { current: HTMLElement | null }, day: string | null): void {
  const dragModule = boardDragModule.value
  useEffect(
    () => dragModule?.enableColumnDrop(element.current!, day === null ? element.current : null, day),
    [dragModule, day],
  )
}

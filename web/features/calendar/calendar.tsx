import { effect, useComputed, useSignal, type Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { locationWithoutTask, setQuery } from '../../location.ts'
import { quickAddDefaults } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { calendarTexts as messages } from '../../messages/calendar.ts'
import { listTexts } from '../../messages/tasks.ts'
import { useDragModule } from '../board/drag-module.ts'
import { BulkBar } from '../task-list/bulk-bar.tsx'
import { listTasksBetween } from '../tasks/layout-commands.ts'
import { createRowClickHandler } from '../tasks/row-clicks.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import { viewState } from '../views/view-state.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { readSetting, writeSetting } from '../../components/util/browser-settings.ts'
import { getToday } from '../../components/util/dates.ts'
import { toPixels } from '../../components/util/row-heights.ts'
import { CalendarBar, type Tray } from './calendar-bar.tsx'
import { CalendarCursor } from './calendar-cursor.ts'
import { listPeriodDays, movePeriod, formatWeekday, type Period } from './calendar-dates.ts'
import { CalendarDay } from './calendar-day.tsx'
import { useCalendarKeys } from './calendar-keys.ts'
import { CalendarTasks, MAX_CALENDAR_TASKS } from './calendar-tasks.ts'
import { CalendarTray } from './calendar-tray.tsx'
import { dropOnDay } from './move-dates.ts'
import './calendar.css'

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const showDay = (on: string): void => setQuery({ on }, { replace: true })

/** Shows the tasks of a list by due date, in a month or a week. */
export function Calendar() {
  const { query, container } = viewState.value
  const period: Period = query.scale === 'week' ? 'week' : 'month'
  const on = locationWithoutTask.value.query.get('on')
  const shownDay = isDay(on) ? on : getToday()
  const days = useMemo(() => listPeriodDays(shownDay, period), [shownDay, period])
  const tasks = useMemo(() => new CalendarTasks(query, container, days), [days[0], days.at(-1)])
  useEffect(() => tasks.dispose, [tasks])
  const cursor = useMemo(() => new CalendarCursor(tasks, days, period), [])
  Object.assign(cursor, { tasks, days, period })
  const box = useRef<HTMLDivElement>(null)
  const dropDay = useSignal<string | null | undefined>(undefined)
  const tray = useTrayState(cursor)
  useCalendarKeys(cursor, box)
  useCalendarOrder(cursor)
  useDueDateOfNewTasks(cursor)
  useDragging(box, cursor, dropDay)
  const onClick = useMemo(() => createRowClickHandler(buildClickActions(cursor)), [])
  const problem = tasks.problem.value
  if (problem !== undefined && tasks.count.value === undefined)
    return <ErrorMessage problem={problem} retry={tasks.reload} />
  return (
    <>
      <CalendarBar
        {...{ shownDay, tasks, cursor, tray }}
        onShow={showDay}
        step={(by) => movePeriod(shownDay, period, by)}
      />
      <TooMany count={tasks.count.value ?? 0} />
      <div ref={box} class="calendar" role="group" aria-label={messages.label} onClick={onClick} data-region="list">
        <Days {...{ tasks, cursor, shownDay, dropDay }} />
        {tray.isOpen && tasks.hasTray.value && <CalendarTray {...{ tasks, cursor, dropDay }} />}
      </div>
      <SelectionBar cursor={cursor} />
    </>
  )
}

const SelectionBar = ({ cursor: { selection, listAllIds } }: { cursor: CalendarCursor }) => (
  <BulkBar
    selection={selection}
    total={listAllIds().length}
    listIds={listAllIds}
    onSelectAll={() => selection.select(listAllIds())}
  />
)

const TooMany = ({ count }: { count: number }) =>
  count > MAX_CALENDAR_TASKS ? (
    <p class="calendar-hint calendar-notice" role="status">
      {messages.tooMany(MAX_CALENDAR_TASKS, count)}
    </p>
  ) : null

interface DaysProps {
  tasks: CalendarTasks
  cursor: CalendarCursor
  shownDay: string
  dropDay: Signal<string | null | undefined>
}

function Days({ tasks, cursor, shownDay, dropDay }: DaysProps) {
  const { days, period } = cursor
  const grid = useRef<HTMLDivElement>(null)
  const limit = useDayLimit(grid, days.length, period)
  const byDay = tasks.byDay.value
  const isEmpty = byDay.size === 0 && !tasks.isLoading.value
  const today = getToday()
  const start = days.includes(today) ? today : days[0]
  return (
    <div class={`calendar-grid calendar-${period}`} ref={grid} aria-busy={tasks.isLoading.value}>
      {days.slice(0, 7).map((day) => (
        <span key={day} class="calendar-weekday" aria-hidden="true">
          {formatWeekday(day)}
        </span>
      ))}
      {days.map((day) => (
        <CalendarDay
          key={day}
          day={day}
          tasks={byDay.get(day) ?? []}
          limit={limit}
          isOther={period === 'month' && day.slice(0, 7) !== shownDay.slice(0, 7)}
          isStart={day === start}
          {...{ cursor, dropDay }}
        />
      ))}
      {isEmpty && <p class="calendar-empty">{messages.empty}</p>}
    </div>
  )
}

const [HEAD_HEIGHT_PX, TASK_HEIGHT_PX, WEEKDAYS_HEIGHT_PX] = [toPixels(33 / 16), toPixels(26 / 16), toPixels(28 / 16)]
/** Numbers of tasks per day that keep the rendered tasks of a period below 500. */
const [MAX_WEEK_TASKS, MAX_MONTH_TASKS, MIN_MONTH_TASKS] = [60, 11, 2]

/** Returns the number of tasks that fit into a day; on a phone, days are below each other and grow. */
function useDayLimit(grid: { current: HTMLElement | null }, count: number, period: Period): number {
  const [limit, setLimit] = useState(MIN_MONTH_TASKS)
  useLayoutEffect(() => {
    const measure = () => {
      const { clientHeight } = grid.current!
      const height = (clientHeight - WEEKDAYS_HEIGHT_PX) / (count / 7) - HEAD_HEIGHT_PX
      const fitting = Math.floor(height / TASK_HEIGHT_PX)
      const isColumn = getComputedStyle(grid.current!).display !== 'grid'
      setLimit(isColumn ? MAX_MONTH_TASKS : Math.min(MAX_MONTH_TASKS, Math.max(MIN_MONTH_TASKS, fitting)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid.current!)
    return () => observer.disconnect()
  }, [count])
  return period === 'week' ? MAX_WEEK_TASKS : limit
}

/** Returns whether the tray is open: as the user chose, else if the window has room and it has tasks. */
function useTrayState(cursor: CalendarCursor): Tray {
  const chosen = useSignal(readSetting('calendar-tray'))
  const isOpen =
    chosen.value === null
      ? cursor.tasks.undated.value.length > 0 && matchMedia('(width >= 60rem)').matches
      : chosen.value === 'open'
  const toggle = () => {
    chosen.value = isOpen ? 'closed' : 'open'
    writeSetting('calendar-tray', chosen.value)
  }
  return { isOpen, toggle }
}

function useCalendarOrder(cursor: CalendarCursor): void {
  const total = useComputed(() => cursor.tasks.count.value)
  useLayoutEffect(
    () =>
      setTaskOrder({
        listIds: cursor.listAllIds,
        total,
        moveTo: cursor.moveTo,
        selected: cursor.selection.selected,
      }),
    [],
  )
}

/** Gives new tasks the due date of the focused day. */
function useDueDateOfNewTasks(cursor: CalendarCursor): void {
  useLayoutEffect(
    () =>
      effect(() => {
        const day = cursor.day.value
        const { due_date: _, ...others } = quickAddDefaults.peek()
        quickAddDefaults.value = { ...others, ...(day && { due_date: day }) }
      }),
    [],
  )
}

function useDragging(
  box: { current: HTMLElement | null },
  { selection }: CalendarCursor,
  dropDay: Signal<string | null | undefined>,
): void {
  const dragModule = useDragModule(listTexts.noDragging)
  useEffect(() => {
    if (!dragModule || !box.current) return
    return dragModule.monitorBoardDrag(box.current, {
      over: (target) => void (dropDay.value = target?.key),
      drop: (id, { key }) => {
        const task = getStore().row('tasks', id).peek()
        const selected = selection.selected.peek()
        if (task && task.due_date !== key) dropOnDay(task, selected.has(id) ? [...selected] : [id], key)
      },
    })
  }, [dragModule])
}

const buildClickActions = ({ selection, moveTo, listAllIds }: CalendarCursor) => ({
  selection,
  moveTo,
  toggle: selection.toggle,
  markTo: (id: string) => selection.select(listTasksBetween(listAllIds(), selection.current.peek(), id)),
})

import { useComputed, type Signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { calendarTexts as messages } from '../../messages/calendar.ts'
import { Button } from '../../components/button.tsx'
import { TRAY, type CalendarCursor } from './calendar-cursor.ts'
import type { CalendarTasks } from './calendar-tasks.ts'
import { useDropTarget } from './calendar-day.tsx'
import { CalendarTask } from './calendar-task.tsx'

const STEP_TASKS = 50

interface Props {
  tasks: CalendarTasks
  cursor: CalendarCursor
  dropDay: Signal<string | null | undefined>
}

/** Tasks without a due date, beside the calendar. */
export function CalendarTray({ tasks, cursor, dropDay }: Props) {
  const element = useRef<HTMLElement>(null)
  const [limit, setLimit] = useState(STEP_TASKS)
  const isOver = useComputed(() => dropDay.value === null).value
  useDropTarget(element, null)
  const undated = tasks.undated.value
  const current = undated.findIndex(({ task_id }) => task_id === cursor.selection.current.value)
  const shown = undated.slice(0, Math.max(limit, current + 1))
  return (
    <section
      ref={element}
      class={isOver ? 'calendar-tray calendar-day-over' : 'calendar-tray'}
      aria-label={messages.showTray}
    >
      <h2>{messages.tray}</h2>
      <p class="calendar-hint">{undated.length === 0 ? messages.emptyTray : messages.trayHint}</p>
      {shown.length > 0 && (
        <ul class="calendar-list">
          {shown.map((task, index) => (
            <CalendarTask
              key={task.task_id}
              task={task}
              day={TRAY}
              cursor={cursor}
              isStop={current < 0 && index === 0}
            />
          ))}
        </ul>
      )}
      {shown.length < undated.length && (
        <Button kind="quiet" small onClick={() => setLimit(limit + STEP_TASKS)}>
          {messages.more(undated.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

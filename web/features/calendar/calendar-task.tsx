import { useComputed } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { buildTaskUrl } from '../../location.ts'
import { boardDragModule } from '../board/drag-module.ts'
import { getStore } from '../../store/current-store.ts'
import { UserName } from '../members/user-name.tsx'
import { isOverdue } from '../tasks/overdue.ts'
import { PriorityIcon } from '../tasks/priority-icon.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { isFinished } from '../tasks/open-statuses.ts'
import { getCalendarTaskId, type CalendarCursor } from './calendar-cursor.ts'

interface Props {
  task: Task
  day: string
  cursor: CalendarCursor
  isStop: boolean
}

/** Task in a day or in the tray. Clicks are handled by the calendar (event delegation by `data-id` and `data-field`). */
export function CalendarTask({ task, day, cursor, isStop }: Props) {
  const { task_id: id, key, title, status, priority, assignee, has_edit_access } = task
  const element = useRef<HTMLLIElement>(null)
  const { selection } = cursor
  const isCurrent = useComputed(() => selection.current.value === id).value
  const isMarked = useComputed(() => selection.selected.value.has(id)).value
  useDraggable(element, id)
  useLayoutEffect(cursor.focusWanted, [])
  const names = ['calendar-task', isFinished(status) && 'calendar-task-done', isOverdue(task) && 'calendar-task-late']
  return (
    <li
      ref={element}
      class={[...names, isMarked && 'calendar-task-marked'].filter(Boolean).join(' ')}
      data-id={id}
      aria-current={isCurrent || undefined}
    >
      <span class="calendar-task-status" data-field={has_edit_access ? 'status' : undefined}>
        <StatusIcon value={status} named />
      </span>
      <a
        id={getCalendarTaskId(id)}
        class="calendar-task-title"
        href={buildTaskUrl(id)}
        dir="auto"
        draggable={false}
        tabIndex={isStop || isCurrent ? 0 : -1}
        data-home={isCurrent || undefined}
        title={key ? `${key} ${title}` : title}
        onFocus={() => cursor.set(day, id)}
      >
        {title}
      </a>
      {priority !== 'none' && <PriorityIcon value={priority} named />}
      {assignee !== null && <UserName username={assignee} bare />}
    </li>
  )
}

function useDraggable(element: { current: HTMLElement | null }, id: string): void {
  const dragModule = boardDragModule.value
  useEffect(() => {
    const canDrag = () => getStore().row('tasks', id).peek()?.has_edit_access ?? false
    return dragModule?.enableCardDrag(element.current!, { id, isManual: false, canDrag })
  }, [dragModule, id])
}

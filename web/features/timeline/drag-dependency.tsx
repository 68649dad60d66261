import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { setDependency } from '../tasks/dependency-mutations.ts'
import { showUndoToast } from '../tasks/task-mutations.ts'
import { followDrag } from './follow-drag.ts'
import type { TimelineState } from './timeline-state.ts'

const findTask = (element: Element | null): Task | undefined => {
  const id = element?.closest<HTMLElement>('.timeline-row')?.dataset['id']
  return id === undefined ? undefined : (getStore().row('tasks', id).peek() ?? undefined)
}

/** Returns the task below the pointer if it can wait for another one. */
function findTarget({ clientX, clientY }: PointerEvent, blocker: Task): Task | undefined {
  const task = findTask(document.elementFromPoint(clientX, clientY))
  const waitsForTask = task && blocker.dependencies?.includes(task.task_id)
  const canWait = task?.has_edit_access && task.task_id !== blocker.task_id && !waitsForTask
  return canWait && !task.dependencies?.includes(blocker.task_id) ? task : undefined
}

/** Adds a dependency by a drag from the end of a bar to the row of the task that is to wait for it. */
export function dragDependency(element: HTMLElement, { dependency }: TimelineState, start: PointerEvent): void {
  const blocker = findTask(start.target as Element)
  if (!blocker) return
  const from = { x: start.clientX, y: start.clientY }
  followDrag(element, start, {
    onMove: (event) =>
      void (dependency.value = {
        from,
        to: { x: event.clientX, y: event.clientY },
        target: findTarget(event, blocker),
      }),
    onEnd(isDropped) {
      const target = dependency.peek()?.target
      dependency.value = undefined
      if (isDropped && target) showUndoToast(setDependency(target, blocker, 'add'))
    },
  })
}

export function DependencyLine({ state }: { state: TimelineState }) {
  const drag = state.dependency.value
  if (!drag) return null
  const { from, to, target } = drag
  return (
    <svg class={`timeline-drawn timeline-arrow ${target ? '' : 'timeline-arrow-done'}`} aria-hidden="true">
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
    </svg>
  )
}

import type { Task } from '@svc/sdk'
import { useEffect, useMemo } from 'preact/hooks'
import { isTemporaryId } from '../../store/row-store.ts'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { PopoverButton, RowButton } from '../../components/popover-button.tsx'
import { setDependency } from '../tasks/dependency-mutations.ts'
import { TaskFinder } from '../tasks/task-finder.tsx'
import { TaskLink, useLoadedTask } from '../tasks/task-link.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelSection } from './panel-section.tsx'
import { isTaskCompleted } from './task-actions.ts'

export function TaskDependencies({ task }: { task: Task }) {
  const ids = task.dependencies ?? []
  if (ids.length === 0 && !task.has_edit_access) return null
  const addButton = (
    <PopoverButton
      small
      icon="plus"
      title={messages.addDependency}
      renderPopover={(anchor, close) => (
        <TaskFinder
          anchor={anchor}
          label={messages.addDependency}
          without={[task.task_id, ...ids]}
          onPick={(blocker) => setDependency(task, blocker, 'add')}
          onClose={close}
        />
      )}
    />
  )
  return (
    <PanelSection title={messages.waitsFor} count={ids.length || undefined} actions={task.has_edit_access && addButton}>
      {!isTaskCompleted(task) && <BlockedHint ids={ids} />}
      <ul class="task-rows">
        {ids.map((id) => (
          <Dependency key={id} task={task} id={id} />
        ))}
      </ul>
    </PanelSection>
  )
}

/** Tasks that depend on this one. They are changed themselves, so each must be editable. */
export const BlockedTasks = ({ task }: { task: Task }) =>
  isTemporaryId(task.task_id) ? null : <BlockedList task={task} />

function BlockedList({ task }: { task: Task }) {
  const { task_id } = task
  const list = useMemo(
    () => getStore().list('tasks', { filter: { blocked_by: [task_id] }, sort_by: 'created_at' }),
    [task_id],
  )
  useEffect(() => {
    list.setVisibleRange(0, MAX_SHOWN)
    return () => list.close()
  }, [list])
  const ids = list.ids.value.filter((id) => id !== undefined)
  if (ids.length === 0 && !task.has_edit_access) return null
  const addButton = (
    <PopoverButton
      small
      icon="plus"
      title={messages.addBlocked}
      renderPopover={(anchor, close) => (
        <TaskFinder
          anchor={anchor}
          label={messages.addBlocked}
          without={[task_id, ...ids]}
          onPick={(blocked) => void addBlocker(blocked.task_id, task)}
          onClose={close}
        />
      )}
    />
  )
  return (
    <PanelSection title={messages.blocks} count={ids.length || undefined} actions={task.has_edit_access && addButton}>
      <ul class="task-rows">
        {ids.map((id) => (
          <BlockedTask key={id} blocker={task} id={id} />
        ))}
      </ul>
    </PanelSection>
  )
}

const MAX_SHOWN = 100

function BlockedTask({ blocker, id }: { blocker: Task; id: string }) {
  const task = useLoadedTask(id)
  if (task === null) return null
  return (
    <li class="task-row-line">
      <TaskLink id={id} />
      {task?.has_edit_access && (
        <RowButton
          icon="x"
          title={messages.removeDependency(task.title)}
          onClick={() => setDependency(task, blocker, 'remove')}
        />
      )}
    </li>
  )
}

async function addBlocker(id: string, blocker: Task): Promise<void> {
  const task = await getStore().read('tasks', id)
  if (task) setDependency(task, blocker, 'add')
}

function BlockedHint({ ids }: { ids: readonly string[] }) {
  const openIds = ids.filter((id) => {
    const row = getStore().row('tasks', id).value
    return row && !isTaskCompleted(row)
  })
  if (openIds.length === 0) return null
  return (
    <p class="task-blocked">
      <Icon name="blocked" size={14} /> {messages.blockedBy(openIds.length)}
    </p>
  )
}

function Dependency({ task, id }: { task: Task; id: string }) {
  const blocker = useLoadedTask(id)
  if (blocker === null) return null
  return (
    <li class="task-row-line">
      <TaskLink id={id} />
      {task.has_edit_access && blocker && (
        <RowButton
          icon="x"
          title={messages.removeDependency(blocker.title)}
          onClick={() => setDependency(task, blocker, 'remove')}
        />
      )}
    </li>
  )
}

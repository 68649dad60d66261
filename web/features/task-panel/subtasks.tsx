import type { InverseMutation } from '../../store/types.ts'
import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { buildProvisionalTask } from '../tasks/provisional-task.ts'
import { UserName } from '../members/user-name.tsx'
import { canAddSubtask } from '../tasks/task-permissions.ts'
import { TaskLink, useLoadedTask } from '../tasks/task-link.tsx'
import { Button } from '../../components/button.tsx'
import { useFocusOnMount } from '../../components/util/focus.ts'
import { PanelSection } from './panel-section.tsx'
import { isTaskCompleted, toggleTaskCompleted } from './task-actions.ts'

export function TaskSubtasks({ task }: { task: Task }) {
  const isAdding = useSignal(false)
  const ids = task.sub_tasks ?? []
  const canAdd = canAddSubtask(task)
  const doneCount = ids.filter((id) => {
    const row = getStore().row('tasks', id).value
    return row && isTaskCompleted(row)
  }).length
  if (ids.length === 0 && !canAdd) return null
  return (
    <PanelSection
      title={messages.subtasks}
      count={ids.length > 0 ? messages.done(doneCount, ids.length) : undefined}
      actions={
        canAdd && (
          <Button
            kind="quiet"
            small
            icon="plus"
            title={messages.addSubtask}
            onClick={() => void (isAdding.value = true)}
          />
        )
      }
    >
      {ids.length > 0 && (
        <ul class="task-rows">
          {ids.map((id) => (
            <SubTask key={id} parent={task} id={id} />
          ))}
        </ul>
      )}
      {isAdding.value && <AddSubTask parent={task} close={() => void (isAdding.value = false)} />}
    </PanelSection>
  )
}

function SubTask({ parent, id }: { parent: Task; id: string }) {
  const task = useLoadedTask(id)
  if (task === null) return null
  return (
    <li class="task-row-line">
      {task && (
        <input
          type="checkbox"
          checked={isTaskCompleted(task)}
          disabled={!task.has_edit_access}
          aria-label={isTaskCompleted(task) ? messages.untick(task.title) : messages.tick(task.title)}
          onChange={() => toggleTaskCompleted(task)}
        />
      )}
      <TaskLink id={id} status={false} />
      {task?.assignee && <UserName username={task.assignee} bare size={20} />}
      {parent.has_edit_access && task?.has_edit_access && (
        <Button
          kind="quiet"
          small
          icon="x"
          title={messages.free(task.title)}
          onClick={() => detachSubTask(parent, task)}
        />
      )}
    </li>
  )
}

function AddSubTask({ parent, close }: { parent: Task; close: () => void }) {
  const draft = getStore().openDraft(`subtask:${parent.task_id}`)
  const field = useFocusOnMount<HTMLInputElement>()
  const add = () => {
    const title = draft.peek().trim()
    if (!title) return close()
    createSubTask(parent, title)
    draft.value = ''
  }
  return (
    <input
      class="task-line-field"
      dir="auto"
      ref={field}
      aria-label={messages.addSubtask}
      placeholder={messages.subtaskTitle}
      value={draft.value}
      onInput={(event) => void (draft.value = event.currentTarget.value)}
      onBlur={() => draft.peek().trim() || close()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') add()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        draft.value = ''
        close()
      }}
    />
  )
}

/** Creates a task in the project or team of the parent, then makes it a subtask. */
function createSubTask(parent: Task, title: string): void {
  const id = getStore().createTemporaryId()
  const { task_id, project_id, team_id, sub_tasks } = parent
  const body = { title, project_id, ...(project_id === null && { team_id }) }
  const optimisticTask = { ...buildProvisionalTask(body, id), is_subtask: true }
  getStore().mutate({
    method: 'tasks.create',
    args: [body],
    rows: { kind: 'tasks', id },
    optimisticPatches: { type: 'create', kind: 'tasks', id, row: optimisticTask },
    label: messages.madeSubtask(title),
  })
  getStore().mutate({
    method: 'tasks.addSubtask',
    args: [task_id, { subtask_id: id }],
    rows: { kind: 'tasks', id: task_id },
    optimisticPatches: { type: 'patch', kind: 'tasks', id: task_id, patch: { sub_tasks: [...(sub_tasks ?? []), id] } },
    label: messages.madeSubtask(title),
  })
}

function detachSubTask(parent: Task, task: Task): void {
  const buildMutation = (call: string, ids: string[], lastArg: unknown): InverseMutation => ({
    method: call,
    args: [parent.task_id, lastArg],
    rows: { kind: 'tasks' as const, id: parent.task_id },
    optimisticPatches: {
      type: 'patch' as const,
      kind: 'tasks' as const,
      id: parent.task_id,
      patch: { sub_tasks: ids },
    },
    label: messages.freed(task.title),
  })
  const remainingIds = parent.sub_tasks.filter((id) => id !== task.task_id)
  getStore().mutate({
    ...buildMutation('tasks.removeSubtask', remainingIds, task.task_id),
    inverse: buildMutation('tasks.addSubtask', parent.sub_tasks, { subtask_id: task.task_id }),
  })
}

import type { Inverse } from '../../data/data.ts'
import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { newTask } from '../../parts/new-task.ts'
import { Person } from '../../parts/person.tsx'
import { mayAddSubtask } from '../../parts/task-rights.ts'
import { TaskLink, useTask } from '../../parts/task-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from './section.tsx'
import { isDone, tick } from './task-actions.ts'

export function SubTasks({ task }: { task: Task }) {
  const isAdding = useSignal(false)
  const ids = task.sub_tasks ?? []
  const canAdd = mayAddSubtask(task)
  const doneCount = ids.filter((id) => {
    const row = data().row('tasks', id).value
    return row && isDone(row)
  }).length
  if (ids.length === 0 && !canAdd) return null
  return (
    <Section
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
    </Section>
  )
}

function SubTask({ parent, id }: { parent: Task; id: string }) {
  const task = useTask(id)
  if (task === null) return null
  return (
    <li class="task-row-line">
      {task && (
        <input
          type="checkbox"
          checked={isDone(task)}
          disabled={!task.has_edit_access}
          aria-label={isDone(task) ? messages.untick(task.title) : messages.tick(task.title)}
          onChange={() => tick(task)}
        />
      )}
      <TaskLink id={id} status={false} />
      {task?.assignee && <Person username={task.assignee} bare size={20} />}
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
  const draft = data().draft(`subtask:${parent.task_id}`)
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
      ref={(input) => input?.focus()}
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
  const id = data().newId()
  const { task_id, project_id, team_id, sub_tasks } = parent
  const body = { title, project_id, ...(project_id === null && { team_id }) }
  const optimisticTask = { ...newTask(body, id), is_subtask: true }
  data().write({
    call: 'tasks.create',
    args: [body],
    about: { kind: 'tasks', id },
    shown: { kind: 'tasks', id, made: optimisticTask },
    said: messages.madeSubtask(title),
  })
  data().write({
    call: 'tasks.addSubtask',
    args: [task_id, { subtask_id: id }],
    about: { kind: 'tasks', id: task_id },
    shown: { kind: 'tasks', id: task_id, patch: { sub_tasks: [...(sub_tasks ?? []), id] } },
    said: messages.madeSubtask(title),
  })
}

function detachSubTask(parent: Task, task: Task): void {
  const buildMutation = (call: string, ids: string[], lastArg: unknown): Inverse => ({
    call,
    args: [parent.task_id, lastArg],
    about: { kind: 'tasks' as const, id: parent.task_id },
    shown: { kind: 'tasks' as const, id: parent.task_id, patch: { sub_tasks: ids } },
    said: messages.freed(task.title),
  })
  const remainingIds = parent.sub_tasks.filter((id) => id !== task.task_id)
  data().write({
    ...buildMutation('tasks.removeSubtask', remainingIds, task.task_id),
    undo: buildMutation('tasks.addSubtask', parent.sub_tasks, { subtask_id: task.task_id }),
  })
}

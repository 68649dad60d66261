import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { Opener, RowButton } from '../../parts/opener.tsx'
import { TaskFinder } from '../../parts/task-finder.tsx'
import { TaskLink, useTask } from '../../parts/task-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from './section.tsx'
import { isDone } from './task-actions.ts'

/** The tasks that this one waits for. */
export function Dependencies({ task }: { task: Task }) {
  const ids = task.dependencies ?? []
  if (ids.length === 0 && !task.has_edit_access) return null
  const add = (
    <Opener
      small
      icon="plus"
      title={messages.addDependency}
      opened={(anchor, close) => (
        <TaskFinder
          anchor={anchor}
          label={messages.addDependency}
          without={[task.task_id, ...ids]}
          onPick={(other) => change(task, other, 'add')}
          onClose={close}
        />
      )}
    />
  )
  return (
    <Section title={messages.waitsFor} count={ids.length || undefined} actions={task.has_edit_access && add}>
      {!isDone(task) && <Blocked ids={ids} />}
      <ul class="task-rows">
        {ids.map((id) => (
          <Dependency key={id} task={task} id={id} />
        ))}
      </ul>
    </Section>
  )
}

function Blocked({ ids }: { ids: readonly string[] }) {
  const open = ids.filter((id) => {
    const row = data().row('tasks', id).value
    return row && !isDone(row)
  })
  if (open.length === 0) return null
  return (
    <p class="task-blocked">
      <Icon name="blocked" size={14} /> {messages.blockedBy(open.length)}
    </p>
  )
}

function Dependency({ task, id }: { task: Task; id: string }) {
  const other = useTask(id)
  if (other === null) return null
  return (
    <li class="task-row-line">
      <TaskLink id={id} />
      {task.has_edit_access && other && (
        <RowButton
          icon="x"
          title={messages.removeDependency(other.title)}
          onClick={() => change(task, other, 'remove')}
        />
      )}
    </li>
  )
}

function change(task: Task, other: Pick<Task, 'task_id' | 'title'>, what: 'add' | 'remove'): void {
  const rest = (task.dependencies ?? []).filter((id) => id !== other.task_id)
  const step = (adds: boolean) => ({
    call: adds ? 'tasks.addDependency' : 'tasks.removeDependency',
    args: [task.task_id, adds ? { dependency_id: other.task_id } : other.task_id],
    about: { kind: 'tasks' as const, id: task.task_id },
    shown: {
      kind: 'tasks' as const,
      id: task.task_id,
      patch: { dependencies: adds ? [...rest, other.task_id] : rest },
    },
    said: adds ? messages.dependencyAdded(other.title) : messages.dependencyRemoved(other.title),
  })
  data().write({ ...step(what === 'add'), undo: step(what !== 'add') })
}

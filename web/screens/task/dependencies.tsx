import type { Inverse } from '../../data/data.ts'
import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { Opener, RowButton } from '../../parts/opener.tsx'
import { TaskFinder } from '../../parts/task-finder.tsx'
import { TaskLink, useTask } from '../../parts/task-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from './section.tsx'
import { isDone } from './task-actions.ts'

/** Tasks that block a task, with controls to add and remove them. */
export function Dependencies({ task }: { task: Task }) {
  const ids = task.dependencies ?? []
  if (ids.length === 0 && !task.has_edit_access) return null
  const addButton = (
    <Opener
      small
      icon="plus"
      title={messages.addDependency}
      opened={(anchor, close) => (
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
    <Section
      title={messages.waitsFor}
      count={ids.length || undefined}
      actions={task.has_edit_access && addButton}
    >
      {!isDone(task) && <BlockedHint ids={ids} />}
      <ul class="task-rows">
        {ids.map((id) => (
          <Dependency key={id} task={task} id={id} />
        ))}
      </ul>
    </Section>
  )
}

function BlockedHint({ ids }: { ids: readonly string[] }) {
  const openIds = ids.filter((id) => {
    const row = data().row('tasks', id).value
    return row && !isDone(row)
  })
  if (openIds.length === 0) return null
  return (
    <p class="task-blocked">
      <Icon name="blocked" size={14} /> {messages.blockedBy(openIds.length)}
    </p>
  )
}

function Dependency({ task, id }: { task: Task; id: string }) {
  const blocker = useTask(id)
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

function setDependency(task: Task, blocker: Pick<Task, 'task_id' | 'title'>, action: 'add' | 'remove'): void {
  const otherIds = (task.dependencies ?? []).filter((id) => id !== blocker.task_id)
  const buildMutation = (isAdd: boolean): Inverse => ({
    call: isAdd ? 'tasks.addDependency' : 'tasks.removeDependency',
    args: [task.task_id, isAdd ? { dependency_id: blocker.task_id } : blocker.task_id],
    about: { kind: 'tasks' as const, id: task.task_id },
    shown: {
      kind: 'tasks' as const,
      id: task.task_id,
      patch: { dependencies: isAdd ? [...otherIds, blocker.task_id] : otherIds },
    },
    said: isAdd ? messages.dependencyAdded(blocker.title) : messages.dependencyRemoved(blocker.title),
  })
  data().write({ ...buildMutation(action === 'add'), undo: buildMutation(action !== 'add') })
}

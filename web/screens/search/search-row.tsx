import { here, taskAddress } from '../../address.ts'
import { data } from '../../data/current.ts'
import type { List } from '../../data/data.ts'
import { names } from '../../parts/names.ts'
import { Person } from '../../parts/person.tsx'
import { StatusIcon } from '../../parts/status.tsx'

export function SearchRow({ list, index }: { list: List<'tasks'>; index: number }) {
  const id = list.ids.value[index]
  const task = id === undefined ? undefined : data().row('tasks', id).value
  if (!task) return <div role="listitem" class="search-row" />
  const project = task.project_id && names('projects').get(task.project_id)
  return (
    <div role="listitem">
      <a
        class="search-row"
        href={taskAddress(task.task_id)}
        aria-current={here.value.query.get('task') === task.task_id || undefined}
      >
        <StatusIcon value={task.status} named />
        <span class="search-title one-line" dir="auto">
          {task.title}
        </span>
        {project && (
          <span class="search-place one-line" dir="auto">
            {project}
          </span>
        )}
        {task.assignee && <Person username={task.assignee} bare />}
      </a>
    </div>
  )
}

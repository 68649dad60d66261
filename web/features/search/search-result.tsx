import { currentLocation, buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import type { RowList } from '../../store/types.ts'
import { getNamesById } from '../tasks/names-by-id.ts'
import { UserName } from '../members/user-name.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'

export function SearchResult({ list, index }: { list: RowList<'tasks'>; index: number }) {
  const id = list.ids.value[index]
  const task = id === undefined ? undefined : getStore().row('tasks', id).value
  if (!task) return <div role="listitem" class="search-row" />
  const project = task.project_id && getNamesById('projects').get(task.project_id)
  return (
    <div role="listitem">
      <a
        class="search-row"
        href={buildTaskUrl(task.task_id)}
        aria-current={currentLocation.value.query.get('task') === task.task_id || undefined}
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
        {task.assignee && <UserName username={task.assignee} bare />}
      </a>
    </div>
  )
}

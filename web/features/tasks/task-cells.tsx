import type { VNode } from 'preact'
import type { Task } from '@svc/sdk'
import { columnLabels, listTexts } from '../../messages/tasks.ts'
import { typeNames } from '../../messages/enums.ts'
import { getHueClass } from '../../components/avatar.tsx'
import { ProjectMark } from '../../components/project-mark.tsx'
import { formatRelativeTime, formatDay, formatDateTime } from '../../components/util/dates.ts'
import type { BuiltInColumn, TaskColumn } from '../views/view-query.ts'
import { isCustomName } from '../views/filter-names.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { getStore } from '../../store/current-store.ts'
import { getNamesById } from './names-by-id.ts'
import { isOverdue } from './overdue.ts'
import { UserName } from '../members/user-name.tsx'
import type { PickerField } from './picker-field.ts'
import { getTaskTeam } from './task-container.ts'
import { formatList } from '../../components/util/intl.ts'

const pickerFields: Partial<Record<BuiltInColumn, PickerField>> = {
  project: 'project',
  tags: 'tags',
  sprint: 'sprint',
  milestone: 'milestone',
  goal: 'goal',
  task_type: 'type',
  start_date: 'start',
  due_date: 'due',
  assignee: 'assignee',
}

const columnWidths: Record<BuiltInColumn, string> = {
  project: 'minmax(6rem, 10rem)',
  tags: 'minmax(4rem, 12rem)',
  sprint: 'minmax(5rem, 8rem)',
  milestone: 'minmax(5rem, 9rem)',
  goal: 'minmax(5rem, 9rem)',
  task_type: '4.5rem',
  start_date: '5.5rem',
  due_date: '5.5rem',
  created_at: '5.5rem',
  updated_at: '5.5rem',
  created_by: 'minmax(5rem, 8rem)',
  assignee: 'minmax(5rem, 8rem)',
}

export const getColumnWidth = (column: TaskColumn): string =>
  isCustomName(column)
    ? (getCustomFieldDisplay()?.getCustomColumnWidth(column) ?? 'minmax(5rem, 8rem)')
    : columnWidths[column]

const renderName = (name: string | undefined) => (name === undefined ? null : <bdi class="one-line">{name}</bdi>)
const renderDay = (date: string | null, late?: { class: string; title: string }) =>
  date && (
    <time dateTime={date} {...late}>
      {formatDay(date)}
    </time>
  )
const renderTime = (iso: string | null) =>
  iso && (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelativeTime(iso)}
    </time>
  )

const renderers: Record<BuiltInColumn, (task: Task) => unknown> = {
  project: ({ project_id }) => {
    const name = project_id === null ? undefined : getNamesById('projects').get(project_id)
    return (
      name !== undefined && (
        <>
          <ProjectMark {...getStore().row('projects', project_id!).value} project_id={project_id!} />
          {renderName(name)}
        </>
      )
    )
  },
  tags: ({ tags }) => tags.length > 0 && TagList({ tags }),
  sprint: (task) =>
    renderName(task.sprint_id === null ? undefined : getNamesById('sprints', getTaskTeam(task)).get(task.sprint_id)),
  milestone: (task) =>
    renderName(
      task.milestone_id === null ? undefined : getNamesById('milestones', getTaskTeam(task)).get(task.milestone_id),
    ),
  goal: (task) =>
    renderName(task.goal_id === null ? undefined : getNamesById('goals', task.project_id).get(task.goal_id)),
  task_type: ({ task_type }) => task_type !== 'task' && typeNames[task_type],
  start_date: ({ start_date }) => renderDay(start_date),
  due_date: (task) =>
    renderDay(task.due_date, isOverdue(task) ? { class: 'task-row-overdue', title: listTexts.overdue } : undefined),
  created_at: ({ created_at }) => renderTime(created_at),
  updated_at: ({ updated_at }) => renderTime(updated_at),
  created_by: ({ created_by }) => created_by !== null && UserName({ username: created_by }),
  assignee: ({ assignee }) => assignee !== null && UserName({ username: assignee }),
}

export const renderTaskCell = (column: TaskColumn, task: Task): VNode =>
  isCustomName(column)
    ? (getCustomFieldDisplay()?.renderCustomCell(column, task) ?? <span key={column} role="gridcell" />)
    : renderBuiltInCell(column, task)

const renderBuiltInCell = (column: BuiltInColumn, task: Task): VNode => (
  <span
    key={column}
    role="gridcell"
    class={`task-row-cell task-row-${column}`}
    data-field={task.has_edit_access ? pickerFields[column] : undefined}
    title={columnLabels[column]}
  >
    {renderers[column](task) as VNode}
  </span>
)

export const TagList = ({ tags, max = 2 }: { tags: readonly string[]; max?: number }) => (
  <span class="task-cell-tags" title={formatList(tags)}>
    {tags.slice(0, max).map((tag) => (
      <span key={tag} class="task-cell-tag">
        <span class={`task-cell-tag-dot ${getHueClass(tag)}`} aria-hidden="true" />
        <bdi class="one-line">{tag}</bdi>
      </span>
    ))}
    {tags.length > max && <span class="task-cell-tag task-cell-more">+{tags.length - max}</span>}
  </span>
)

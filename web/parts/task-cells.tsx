import type { VNode } from 'preact'
import type { Task } from '@svc/sdk'
import { columnLabels, text } from '../messages/tasks.ts'
import { typeNames } from '../messages/words.ts'
import { hueOf } from '../ui/avatar.tsx'
import { ago, day, moment } from '../ui/time.ts'
import type { Column } from './filter-question.ts'
import { names } from './names.ts'
import { isOverdue } from './overdue.ts'
import { Person } from './person.tsx'
import type { Field } from './task-fields.tsx'
import { teamOf } from './task-home.ts'

/** Which picker a cell opens; what nobody sets opens none. */
const fields: Partial<Record<Column, Field>> = {
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

/** How wide a column is. Names may take more where there is room. */
export const widths: Record<Column, string> = {
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

const named = (name: string | undefined) => (name === undefined ? null : <bdi class="one-line">{name}</bdi>)
const onDay = (date: string | null, late?: { class: string; title: string }) =>
  date && (
    <time dateTime={date} {...late}>
      {day(date)}
    </time>
  )
const at = (iso: string | null) =>
  iso && (
    <time dateTime={iso} title={moment(iso)}>
      {ago(iso)}
    </time>
  )

const contents: Record<Column, (task: Task) => unknown> = {
  project: (task) => named(task.project_id === null ? undefined : names('projects').get(task.project_id)),
  tags: ({ tags }) => tags.length > 0 && Tags({ tags }),
  sprint: (task) =>
    named(task.sprint_id === null ? undefined : names('sprints', teamOf(task)).get(task.sprint_id)),
  milestone: (task) =>
    named(task.milestone_id === null ? undefined : names('milestones', teamOf(task)).get(task.milestone_id)),
  goal: (task) =>
    named(task.goal_id === null ? undefined : names('goals', task.project_id).get(task.goal_id)),
  task_type: ({ task_type }) => task_type !== 'task' && typeNames[task_type],
  start_date: ({ start_date }) => onDay(start_date),
  due_date: (task) =>
    onDay(task.due_date, isOverdue(task) ? { class: 'task-row-late', title: text.overdue } : undefined),
  created_at: ({ created_at }) => at(created_at),
  updated_at: ({ updated_at }) => at(updated_at),
  created_by: ({ created_by }) => created_by !== null && Person({ username: created_by }),
  assignee: ({ assignee }) => assignee !== null && Person({ username: assignee }),
}

/** One attribute of a task in its row. */
export const taskCell = (column: Column, task: Task): VNode => (
  <span
    key={column}
    role="gridcell"
    class={`task-row-cell task-row-${column}`}
    data-field={task.has_edit_access ? fields[column] : undefined}
    title={columnLabels[column]}
  >
    {contents[column](task) as VNode}
  </span>
)

/** The first tags, and how many more there are. */
export const Tags = ({ tags, most = 2 }: { tags: readonly string[]; most?: number }) => (
  <span class="task-cell-tags" title={tags.join(', ')}>
    {tags.slice(0, most).map((tag) => (
      <span key={tag} class="task-cell-tag">
        <span class={`task-cell-tag-dot ${hueOf(tag)}`} aria-hidden="true" />
        <bdi class="one-line">{tag}</bdi>
      </span>
    ))}
    {tags.length > most && <span class="task-cell-tag task-cell-more">+{tags.length - most}</span>}
  </span>
)

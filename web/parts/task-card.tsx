import { useComputed } from '@preact/signals'
import type { Ref, VNode } from 'preact'
import type { Task, TaskSummary } from '@svc/sdk'
import { taskAddress } from '../address.ts'
import { data } from '../data/current.ts'
import { text } from '../messages/tasks.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { day } from '../ui/time.ts'
import type { Grouping } from './filter-question.ts'
import { Person } from './person.tsx'
import { PriorityIcon } from './priority.tsx'
import { sawTags } from './seen-tags.ts'
import type { Selection } from './selection.ts'
import { StatusIcon } from './status.tsx'
import { isOverdue } from './overdue.ts'
import { Tags } from './task-cells.tsx'
import './task-card.css'

interface Props {
  id: string
  /** Field that the board is grouped by, which cards do not show. */
  group: Grouping
  selection: Selection
  /** True if Tab stops at this card: the first one of a column and the current one. */
  isStop: boolean
  edge?: 'top' | 'bottom' | undefined
  cardRef?: Ref<HTMLElement>
  onMove: (id: string, anchor: Element) => void
}

export const cardId = (id: string): string => `card-${id}`

/** Card of a task. Clicks are handled by the board (event delegation by `data-id` and `data-field`). */
export function TaskCard({ id, group, selection, isStop, edge, cardRef, onMove }: Props): VNode {
  const current = useComputed(() => selection.cursor.value === id).value
  const marked = useComputed(() => selection.marked.value.has(id)).value
  const task = data().row('tasks', id).value
  if (!task) return <article class="task-card task-card-waiting" />
  sawTags(task.tags)
  const names = [
    'task-card',
    current && 'task-card-current',
    marked && 'task-card-marked',
    edge && `task-card-${edge}`,
  ]
  return (
    <article
      ref={cardRef}
      id={cardId(id)}
      class={names.filter(Boolean).join(' ')}
      aria-label={text.card(task.title)}
      tabIndex={isStop || current ? 0 : -1}
      data-id={id}
      data-home={current || undefined}
      onFocus={() => selection.moveTo(id)}
    >
      <a class="task-card-title" tabIndex={-1} href={taskAddress(id)} draggable={false}>
        <bdi>{task.title}</bdi>
      </a>
      {task.has_edit_access && (
        <Button
          class="task-card-move"
          kind="quiet"
          small
          icon="more"
          title={text.move}
          onClick={(event) => onMove(id, event.currentTarget)}
        />
      )}
      <CardFooter task={task as TaskSummary} group={group} />
    </article>
  )
}

const toFieldName = (task: Task, name: string) => (task.has_edit_access ? name : undefined)

function CardFooter({ task, group }: { task: TaskSummary; group: Grouping }) {
  const { status, priority, due_date, tags } = task
  return (
    <div class="task-card-foot">
      {group !== 'status' && (
        <span class="task-card-field" data-field={toFieldName(task, 'status')}>
          <StatusIcon value={status} named />
        </span>
      )}
      {group !== 'priority' && (
        <span class="task-card-field" data-field={toFieldName(task, 'priority')}>
          <PriorityIcon value={priority} named />
        </span>
      )}
      {due_date !== null && (
        <time
          class={isOverdue(task) ? 'task-card-due task-card-overdue' : 'task-card-due'}
          dateTime={due_date}
          data-field={toFieldName(task, 'due')}
        >
          {day(due_date)}
        </time>
      )}
      {tags.length > 0 && <Tags tags={tags} max={1} />}
      <CardCounts task={task} group={group} />
    </div>
  )
}

function CardCounts({ task, group }: { task: TaskSummary; group: Grouping }) {
  // List responses contain neither number; they are shown once the task is loaded.
  const { sub_tasks = [], comments = 0, assignee } = task
  return (
    <span class="task-card-rest">
      {sub_tasks.length > 0 && (
        <span class="task-card-count" title={text.subtasks(sub_tasks.length)}>
          <Icon name="subtasks" size={12} />
          {sub_tasks.length}
        </span>
      )}
      {Boolean(comments) && (
        <span class="task-card-count" title={text.comments(comments!)}>
          <Icon name="comment" size={12} />
          {comments}
        </span>
      )}
      {assignee !== null && group !== 'assignee' && (
        <span data-field={toFieldName(task, 'assignee')}>
          <Person username={assignee} bare />
        </span>
      )}
    </span>
  )
}

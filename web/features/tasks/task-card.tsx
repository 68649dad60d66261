import { useComputed } from '@preact/signals'
import type { Ref, VNode } from 'preact'
import type { Task, TaskSummary } from '@svc/sdk'
import { buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { commonTexts } from '../../messages/common.ts'
import { listTexts } from '../../messages/tasks.ts'
import { MoreButton } from '../../components/more-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { formatDay } from '../../components/util/dates.ts'
import type { Grouping } from '../views/view-query.ts'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { listCardFields } from '../fields/fields.ts'
import { UserName } from '../members/user-name.tsx'
import { renderClaimBadge } from '../claims/claim-badge.tsx'
import { PriorityIcon } from './priority-icon.tsx'
import { rememberTags } from './known-tags.ts'
import type { TaskSelection } from './selection.ts'
import { StatusIcon } from './status-icon.tsx'
import { isOverdue } from './overdue.ts'
import { TagList } from './task-cells.tsx'
import './task-card.css'

interface Props {
  id: string
  /** Attributes that the position of the card shows. */
  groups: readonly Grouping[]
  selection: TaskSelection
  /** True if Tab stops at this card: the first one of a column and the current one. */
  isStop: boolean
  edge?: 'top' | 'bottom' | undefined
  cardRef?: Ref<HTMLElement>
}

export const getTaskCardId = (id: string): string => `card-${id}`

/** Card of a task. Clicks are handled by the board (event delegation by `data-id` and `data-field`). */
export function TaskCard({ id, groups, selection, isStop, edge, cardRef }: Props): VNode {
  const current = useComputed(() => selection.current.value === id).value
  const marked = useComputed(() => selection.selected.value.has(id)).value
  const task = getStore().row('tasks', id).value
  if (!task) return <article class="task-card task-card-waiting" />
  rememberTags(task.tags)
  const isTall = listCardFields(task.project_id).length > 0
  const names = ['task-card', current && 'task-card-current', marked && 'task-card-marked', edge && `task-card-${edge}`]
  return (
    <article
      ref={cardRef}
      id={getTaskCardId(id)}
      class={[...names, isTall && 'task-card-tall'].filter(Boolean).join(' ')}
      aria-label={listTexts.card(task.title)}
      tabIndex={isStop || current ? 0 : -1}
      data-id={id}
      data-home={current || undefined}
      onFocus={() => selection.moveTo(id)}
    >
      <a class="task-card-title" tabIndex={-1} href={buildTaskUrl(id)} draggable={false}>
        {task.key && <span class="task-card-key">{task.key}</span>}
        <bdi>{task.title}</bdi>
      </a>
      <MoreButton class="task-card-move" title={commonTexts.actions(task.title)} />
      <CustomFields task={task} groups={groups} />
      <CardFooter task={task as TaskSummary} groups={groups} />
    </article>
  )
}

function CustomFields({ task, groups }: { task: Task; groups: readonly Grouping[] }) {
  const Display = getCustomFieldDisplay()
  return Display ? <Display.CardFields task={task} hidden={groups} /> : null
}

const toFieldName = (task: Task, name: string) => (task.has_edit_access ? name : undefined)

function CardFooter({ task, groups }: { task: TaskSummary; groups: readonly Grouping[] }) {
  const { status, priority, due_date, tags } = task
  return (
    <div class="task-card-foot">
      {!groups.includes('status') && (
        <span class="task-card-field" data-field={toFieldName(task, 'status')}>
          <StatusIcon value={status} named />
        </span>
      )}
      {!groups.includes('priority') && (
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
          {formatDay(due_date)}
        </time>
      )}
      {tags.length > 0 && <TagList tags={tags} max={1} />}
      <CardCounts task={task} hasAssignee={!groups.includes('assignee')} />
    </div>
  )
}

function CardCounts({ task, hasAssignee }: { task: TaskSummary; hasAssignee: boolean }) {
  // List responses contain neither number; they are shown once the task is loaded.
  const { sub_tasks = [], comments = 0, assignee } = task
  return (
    <span class="task-card-rest">
      {renderClaimBadge(task.claim)}
      {sub_tasks.length > 0 && (
        <span class="task-card-count" title={listTexts.subtasks(sub_tasks.length)}>
          <Icon name="subtasks" size={12} />
          {sub_tasks.length}
        </span>
      )}
      {Boolean(comments) && (
        <span class="task-card-count" title={listTexts.comments(comments!)}>
          <Icon name="comment" size={12} />
          {comments}
        </span>
      )}
      {assignee !== null && hasAssignee && (
        <span data-field={toFieldName(task, 'assignee')}>
          <UserName username={assignee} bare />
        </span>
      )}
    </span>
  )
}

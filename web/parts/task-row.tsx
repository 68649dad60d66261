import { computed } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { taskAddress } from '../address.ts'
import { data } from '../data/current.ts'
import { text } from '../messages/tasks.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from './filter-question.ts'
import { PriorityIcon } from './priority.tsx'
import { sawTags } from './seen-tags.ts'
import type { Selection } from './selection.ts'
import { StatusIcon } from './status.tsx'
import { taskCell } from './task-cells.tsx'
import './task-row.css'

/** What all rows of a list share; the same object as long as nothing of it changes, so that rows are not drawn for it. */
export interface RowSettings {
  columns: readonly Column[]
  /** In little room a row has two lines. */
  narrow: boolean
  selection: Selection
  /** Whether the title of a task is being written in its row. */
  isEditing: (id: string) => boolean
  /** Takes the title as it was written, or null when the person thought better of it. */
  onTitle: (id: string, title: string | null) => void
  /** What is done with a task right in its row. */
  action?: { label: string; run: (task: Task) => void } | undefined
}

interface Props {
  id: string
  /** Its place among all rows, for screen readers. */
  index: number
  settings: RowSettings
}

export const rowId = (id: string): string => `row-${id}`

/**
 * A task as a row. It is one component, and its cells are plain elements, since a screen of them is drawn in a frame. Presses
 * are judged by the list from `data-id` and `data-field`. Its elements may be those of another task before.
 */
export function TaskRow({ id, index, settings }: Props): VNode {
  const { selection, columns, narrow, isEditing, action } = settings
  const { current, marked } = useStanding(selection, id)
  const task = data().row('tasks', id).value
  if (!task) return <WaitingRow index={index} />
  sawTags(task.tags)
  const names = [
    'task-row',
    narrow && 'task-row-narrow',
    current && 'task-row-current',
    marked && 'task-row-marked',
  ]
  return (
    <div
      id={rowId(id)}
      role="row"
      class={names.filter(Boolean).join(' ')}
      aria-rowindex={index + 1}
      aria-selected={marked}
      data-id={id}
    >
      {marks(task, marked)}
      <span role="gridcell" class="task-row-title" data-title>
        {isEditing(id) ? (
          <TitleField key={id} title={task.title} onDone={(title) => settings.onTitle(id, title)} />
        ) : (
          <a class="one-line" tabIndex={-1} href={taskAddress(id)} dir="auto">
            {task.title}
          </a>
        )}
        {action && acting(task, action)}
      </span>
      {columns.map((column) => taskCell(column, task))}
    </div>
  )
}

/** How a task stands in the selection; a row is drawn anew when that changes for its own task. */
function useStanding(selection: Selection, id: string) {
  const standing = useMemo(
    () => ({
      current: computed(() => selection.cursor.value === id),
      marked: computed(() => selection.marked.value.has(id)),
    }),
    [selection, id],
  )
  return { current: standing.current.value, marked: standing.marked.value }
}

const acting = (task: Task, { label, run }: NonNullable<RowSettings['action']>) => (
  <Button kind="quiet" small onClick={() => run(task)}>
    {label}
  </Button>
)

/** The place of a task that is not read yet. */
export const WaitingRow = ({ index }: { index: number }) => (
  <div role="row" class="task-row task-row-waiting" aria-rowindex={index + 1} aria-busy="true" />
)

/**
 * Whether it is marked, its priority and its status: what every row begins with. Icons and people are called rather than made
 * components of, since a frame of a quick scroll draws twenty rows and would have a hundred of these.
 */
const marks = ({ title, priority, status, has_edit_access }: Task, marked: boolean) => [
  <span key="mark" role="gridcell" class="task-row-mark" data-mark>
    <input type="checkbox" tabIndex={-1} checked={marked} aria-label={text.select(title)} />
  </span>,
  <span
    key="priority"
    role="gridcell"
    class="task-row-priority"
    data-field={has_edit_access ? 'priority' : undefined}
  >
    {PriorityIcon({ value: priority, named: true })}
  </span>,
  <span
    key="status"
    role="gridcell"
    class="task-row-status"
    data-field={has_edit_access ? 'status' : undefined}
  >
    {StatusIcon({ value: status, named: true })}
  </span>,
]

function TitleField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const keys = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? event.currentTarget.value : null)
  }
  return (
    <input
      ref={(input) => input?.select()}
      class="task-row-field"
      dir="auto"
      aria-label={text.editTitle}
      value={title}
      onKeyDown={keys}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  )
}

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

/** Settings shared by all rows. Identical between renders unless something changed, so that rows are not rendered again. */
export interface RowSettings {
  columns: readonly Column[]
  /** True if a row has two lines, in a narrow list. */
  narrow: boolean
  selection: Selection
  /** Returns whether the title of a task is being edited in its row. */
  isEditing: (id: string) => boolean
  /** Receives the new title, or null if the edit was canceled. */
  onTitle: (id: string, title: string | null) => void
  action?: { label: string; run: (task: Task) => void } | undefined
}

interface Props {
  id: string
  /** Position among all rows, for screen readers. */
  index: number
  settings: RowSettings
}

export const rowId = (id: string): string => `row-${id}`

/**
 * Row of a task. Its cells are plain elements instead of components, since a full screen renders in one frame. Clicks are
 * handled by the list (event delegation by `data-id` and `data-field`). Its elements may be recycled from another task.
 */
export function TaskRow({ id, index, settings }: Props): VNode {
  const { selection, columns, narrow, isEditing, action } = settings
  const { current, marked } = useSelectionState(selection, id)
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
      {renderLeadingCells(task, marked)}
      <span role="gridcell" class="task-row-title" data-title>
        {isEditing(id) ? (
          <TitleField key={id} title={task.title} onDone={(title) => settings.onTitle(id, title)} />
        ) : (
          <a class="one-line" tabIndex={-1} href={taskAddress(id)} dir="auto">
            {task.title}
          </a>
        )}
        {action && renderAction(task, action)}
      </span>
      {columns.map((column) => taskCell(column, task))}
    </div>
  )
}

/** Returns the selection state of a task. Renders the row again only when its own state changes. */
function useSelectionState(selection: Selection, id: string) {
  const state = useMemo(
    () => ({
      current: computed(() => selection.cursor.value === id),
      marked: computed(() => selection.marked.value.has(id)),
    }),
    [selection, id],
  )
  return { current: state.current.value, marked: state.marked.value }
}

const renderAction = (task: Task, { label, run }: NonNullable<RowSettings['action']>) => (
  <Button kind="quiet" small onClick={() => run(task)}>
    {label}
  </Button>
)

export const WaitingRow = ({ index }: { index: number }) => (
  <div role="row" class="task-row task-row-waiting" aria-rowindex={index + 1} aria-busy="true" />
)

/**
 * Renders the checkbox, the priority and the status. Icons are called as functions rather than rendered as components, since
 * one frame of a quick scroll renders twenty rows.
 */
const renderLeadingCells = ({ title, priority, status, has_edit_access }: Task, marked: boolean) => [
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
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
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
      onKeyDown={onKeyDown}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  )
}

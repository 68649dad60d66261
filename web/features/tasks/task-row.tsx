import { computed } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { commonTexts } from '../../messages/common.ts'
import { listTexts } from '../../messages/tasks.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { MoreButton } from '../../components/more-button.tsx'
import type { TaskColumn } from '../views/view-query.ts'
import { renderClaimBadge } from '../claims/claim-badge.tsx'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { rememberTags } from './known-tags.ts'
import type { TaskSelection } from './selection.ts'
import { SubtaskCount } from './subtask-count.tsx'
import { StatusIcon } from './status-icon.tsx'
import { renderTaskCell } from './task-cells.tsx'
import './task-row.css'

/** Settings shared by all rows. Identical between renders unless something changed, so that rows are not rendered again. */
export interface TaskRowSettings {
  columns: readonly TaskColumn[]
  isNarrow: boolean
  selection: TaskSelection
  isEditing: (id: string) => boolean
  /** Receives the new title, or null if the edit was canceled. */
  onTitleChange: (id: string, title: string | null) => void
  action?: { label: string; run: (task: Task) => void } | undefined
}

interface Props {
  id: string
  index: number
  settings: TaskRowSettings
  /** True if the task is current in another row, as it is in several groups. */
  isRepeated?: boolean
  nesting?: TaskNesting | undefined
}

export interface TaskNesting {
  depth: number
  /** Undefined if it has no subtasks in the list. */
  isCollapsed: boolean | undefined
  toggle: (id: string) => void
}

export const getTaskRowId = (id: string): string => `row-${id}`

/** Row of plain elements, since a full screen renders in one frame. They may be recycled from another task. */
export function TaskRow({ id, index, settings, isRepeated, nesting }: Props): VNode {
  const { selection, columns, isNarrow } = settings
  const { current, marked } = useSelectionState(selection, id)
  const task = getStore().row('tasks', id).value
  if (!task) return <TaskRowPlaceholder index={index} />
  rememberTags(task.tags)
  const names = [
    'task-row',
    isNarrow && 'task-row-narrow',
    current && !isRepeated && 'task-row-current',
    marked && 'task-row-marked',
  ]
  return (
    <div
      id={isRepeated ? undefined : getTaskRowId(id)}
      role="row"
      class={names.filter(Boolean).join(' ')}
      aria-rowindex={index + 1}
      aria-selected={marked}
      data-id={id}
    >
      {renderLeadingCells(task, marked)}
      {renderTitleCell(id, task, settings, nesting)}
      {columns.map((column) => renderTaskCell(column, task))}
    </div>
  )
}

function renderTitleCell(
  id: string,
  task: Task,
  { columns, isEditing, onTitleChange, action }: TaskRowSettings,
  nesting: TaskNesting | undefined,
): VNode {
  const Display = getCustomFieldDisplay()
  return (
    <span role="gridcell" class="task-row-title" style={{ '--indent': nesting && getIndent(nesting) }} data-title>
      {nesting?.isCollapsed !== undefined && renderFold(id, task.title, nesting)}
      {task.key && <span class="task-row-key">{task.key}</span>}
      {isEditing(id) ? (
        <TitleField key={id} title={task.title} onDone={(title) => onTitleChange(id, title)} />
      ) : (
        <a class="one-line" tabIndex={-1} href={buildTaskUrl(id)} dir="auto">
          {task.title}
        </a>
      )}
      {task.sub_tasks && task.sub_tasks.length > 0 && <SubtaskCount parent={id} ids={task.sub_tasks} />}
      {renderClaimBadge(task.claim)}
      {Display && <Display.CardFields task={task} hidden={columns} />}
      {action && renderAction(task, action)}
      {MoreButton({ class: 'task-row-more', title: commonTexts.actions(task.title) })}
    </span>
  )
}

/** Returns the steps by which a title is indented; one of them is the place of the button that folds subtasks. */
const getIndent = ({ depth, isCollapsed }: TaskNesting): number | undefined =>
  depth === 0 ? undefined : depth + Number(isCollapsed === undefined)

const renderFold = (id: string, title: string, { isCollapsed, toggle }: TaskNesting) => (
  <button
    type="button"
    class="button button-quiet button-small button-bare task-row-fold"
    tabIndex={-1}
    title={listTexts.subtasksOf(title)}
    aria-label={listTexts.subtasksOf(title)}
    aria-expanded={!isCollapsed}
    onClick={() => toggle(id)}
  >
    {Icon({ name: isCollapsed ? 'chevron-right' : 'chevron-down', size: 14 })}
  </button>
)

/** Returns the selection state of a task. Renders the row again only when its own state changes. */
function useSelectionState(selection: TaskSelection, id: string) {
  const state = useMemo(
    () => ({
      current: computed(() => selection.current.value === id),
      marked: computed(() => selection.selected.value.has(id)),
    }),
    [selection, id],
  )
  return { current: state.current.value, marked: state.marked.value }
}

const renderAction = (task: Task, { label, run }: NonNullable<TaskRowSettings['action']>) => (
  <Button kind="quiet" small onClick={() => run(task)}>
    {label}
  </Button>
)

export const TaskRowPlaceholder = ({ index }: { index: number }) => (
  <div role="row" class="task-row task-row-waiting" aria-rowindex={index + 1} aria-busy="true" />
)

/** Calls icons as functions, not as components: one frame of a quick scroll renders twenty rows. */
const renderLeadingCells = ({ title, priority, status, has_edit_access }: Task, marked: boolean) => [
  <span key="mark" role="gridcell" class="task-row-mark" data-mark>
    <input type="checkbox" tabIndex={-1} checked={marked} aria-label={listTexts.select(title)} />
  </span>,
  <span key="priority" role="gridcell" class="task-row-priority" data-field={has_edit_access ? 'priority' : undefined}>
    {PriorityIcon({ value: priority, named: true })}
  </span>,
  <span key="status" role="gridcell" class="task-row-status" data-field={has_edit_access ? 'status' : undefined}>
    {StatusIcon({ value: status, named: true })}
  </span>,
]

/** Edits a title. The text is state of its own: an update of the row while the user types does not replace it. */
function TitleField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.select(), [])
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? event.currentTarget.value : null)
  }
  return (
    <input
      ref={field}
      class="task-row-field"
      dir="auto"
      aria-label={listTexts.editTitle}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  )
}

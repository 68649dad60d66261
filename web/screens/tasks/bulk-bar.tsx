import { useEffect } from 'preact/hooks'
import { text } from '../../messages/tasks.ts'
import type { Selection } from '../../parts/selection.ts'
import { asked } from '../../parts/asked.ts'
import { bulkProgress } from '../../parts/bulk.ts'
import { tasksOf } from '../../parts/task-changes.ts'
import { deleteTasks, restoreTasks } from '../../parts/task-deletion.ts'
import { openField, type Field } from '../../parts/task-fields.tsx'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import './bulk-bar.css'

const fieldButtons: [Field, string, IconName, string][] = [
  ['status', text.status, 'check-circle', 's'],
  ['assignee', text.assignee, 'person', 'a'],
  ['priority', text.priority, 'flag', 'p'],
  ['due', text.due, 'calendar', 'd'],
  ['tags', text.tags, 'tag', 'l'],
  ['move', text.move, 'arrow-right', 'm'],
]

interface Props {
  selection: Selection
  /** Number of selectable tasks. */
  total: number
  onSelectAll: () => void
}

/**
 * Toolbar below the list with the actions for selected tasks and the progress of a bulk operation; shown while tasks are
 * selected.
 */
export const BulkBar = (props: Props) => (
  <>
    <Progress />
    {props.selection.marked.value.size > 0 && <Bar {...props} />}
  </>
)

function Progress() {
  const operation = bulkProgress.value
  if (!operation) return null
  const label = text.progress(operation.label, operation.done, operation.total)
  return (
    <div class="bulk-bar bulk-bar-going" role="status">
      <span class="one-line">{label}</span>
      <progress max={operation.total} value={operation.done} aria-label={label} />
    </div>
  )
}

function Bar({ selection, total, onSelectAll }: Props) {
  const ids = [...selection.marked.value]
  useEffect(() => {
    // The bar covers part of the list, possibly the row that was selected last.
    const lastSelected = document.querySelector(`[data-id="${CSS.escape(ids.at(-1)!)}"]`)
    lastSelected?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div class="bulk-bar" role="toolbar" aria-label={text.selected(ids.length)} data-region="list">
      <span class="bulk-bar-head">
        <span class="bulk-bar-count">{text.selected(ids.length)}</span>
        {ids.length < total && (
          <Button kind="quiet" small onClick={onSelectAll}>
            {text.selectAllOf(total)}
          </Button>
        )}
      </span>
      <Actions ids={ids} onDone={selection.clear} />
      <Button
        kind="quiet"
        small
        icon="x"
        title={text.clearSelection}
        keys="Escape"
        onClick={selection.clear}
      />
    </div>
  )
}

function Actions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const runAndClear = (action: () => void) => () => {
    action()
    onDone()
  }
  if (asked.value.question.filters.deleted)
    return (
      <Button kind="quiet" small icon="undo" onClick={runAndClear(() => restoreTasks(tasksOf(ids)))}>
        {text.restore}
      </Button>
    )
  return (
    <>
      <Fields ids={ids} />
      <Button
        kind="quiet"
        small
        icon="trash"
        title={text.delete}
        onClick={runAndClear(() => deleteTasks(ids))}
      />
    </>
  )
}

const Fields = ({ ids }: { ids: readonly string[] }) =>
  fieldButtons.map(([field, label, icon, keys]) => (
    <Button
      key={field}
      kind="quiet"
      small
      icon={icon}
      title={label}
      keys={keys}
      onClick={(event) => void openField(ids, field, event.currentTarget)}
    >
      <span class="bulk-bar-word">{label}</span>
    </Button>
  ))

import { useEffect } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import type { TaskSelection } from '../tasks/selection.ts'
import { viewState } from '../views/view-state.ts'
import { bulkProgress } from '../tasks/bulk-progress.ts'
import { getLoadedTasks } from '../tasks/task-mutations.ts'
import { deleteTasks, restoreTasks } from '../tasks/task-deletion.ts'
import { openFieldPicker } from '../tasks/open-field-picker.tsx'
import type { PickerField } from '../tasks/picker-field.ts'
import { listContainerFields } from '../fields/container-fields.ts'
import { openFieldMenu } from '../fields/open-value-editor.ts'
import { Button } from '../../components/button.tsx'
import type { IconName } from '../../components/icon.tsx'
import './bulk-bar.css'

const fieldButtons: [PickerField, string, IconName, string][] = [
  ['status', listTexts.status, 'check-circle', 's'],
  ['assignee', listTexts.assignee, 'person', 'a'],
  ['priority', listTexts.priority, 'flag', 'p'],
  ['due', listTexts.due, 'calendar', 'd'],
  ['tags', listTexts.tags, 'tag', 'l'],
  ['move', listTexts.move, 'arrow-right', 'm'],
]

export interface BulkBarProps {
  selection: TaskSelection
  total: number
  onSelectAll: () => void
}

export function BulkProgress() {
  const operation = bulkProgress.value
  if (!operation) return null
  const label = listMenuTexts.progress(operation.label, operation.done, operation.total)
  return (
    <div class="bulk-bar bulk-bar-going" role="status">
      <span class="one-line">{label}</span>
      <progress max={operation.total} value={operation.done} aria-label={label} />
    </div>
  )
}

export function BulkActions({ selection, total, onSelectAll }: BulkBarProps) {
  const ids = [...selection.selected.value]
  useEffect(() => {
    // The bar covers part of the list, possibly the row that was selected last.
    const lastSelected = document.querySelector(`[data-id="${CSS.escape(ids.at(-1)!)}"]`)
    lastSelected?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div class="bulk-bar" role="toolbar" aria-label={listMenuTexts.selected(ids.length)} data-region="list">
      <span class="bulk-bar-head">
        <span class="bulk-bar-count">{listMenuTexts.selected(ids.length)}</span>
        {ids.length < total && (
          <Button kind="quiet" small onClick={onSelectAll}>
            {listMenuTexts.selectAllOf(total)}
          </Button>
        )}
      </span>
      <Actions ids={ids} onDone={selection.clear} />
      <Button kind="quiet" small icon="x" title={listTexts.clearSelection} keys="Escape" onClick={selection.clear} />
    </div>
  )
}

function Actions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const runAndClear = (action: () => void) => () => {
    action()
    onDone()
  }
  if (viewState.value.query.filters.deleted)
    return (
      <Button kind="quiet" small icon="undo" onClick={runAndClear(() => restoreTasks(getLoadedTasks(ids)))}>
        {listTexts.restore}
      </Button>
    )
  return (
    <>
      <Fields ids={ids} />
      <CustomFields ids={ids} />
      <Button kind="quiet" small icon="trash" title={listTexts.delete} onClick={runAndClear(() => deleteTasks(ids))} />
    </>
  )
}

function CustomFields({ ids }: { ids: readonly string[] }) {
  const fields = listContainerFields(viewState.value.container)
  if (fields.length === 0) return null
  return (
    <Button
      kind="quiet"
      small
      icon="select"
      title={listMenuTexts.customField}
      onClick={(event) => void openFieldMenu(ids, fields, event.currentTarget)}
    >
      <span class="bulk-bar-word">{listMenuTexts.customField}</span>
    </Button>
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
      onClick={(event) => void openFieldPicker(ids, field, event.currentTarget)}
    >
      <span class="bulk-bar-word">{label}</span>
    </Button>
  ))

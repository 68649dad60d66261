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

const offered: [Field, string, IconName, string][] = [
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
  markAll: () => void
}

/**
 * Toolbar below the list with the actions for selected tasks and the progress of a bulk operation; shown while tasks are
 * selected.
 */
export const BulkBar = (props: Props) => (
  <>
    <Going />
    {props.selection.marked.value.size > 0 && <Bar {...props} />}
  </>
)

function Going() {
  const now = bulkProgress.value
  if (!now) return null
  const said = text.progress(now.label, now.done, now.total)
  return (
    <div class="bulk-bar bulk-bar-going" role="status">
      <span class="one-line">{said}</span>
      <progress max={now.total} value={now.done} aria-label={said} />
    </div>
  )
}

function Bar({ selection, total, markAll }: Props) {
  const ids = [...selection.marked.value]
  useEffect(() => {
    // What was marked last stays in sight, though there is less room now.
    const marked = document.querySelector(`[data-id="${CSS.escape(ids.at(-1)!)}"]`)
    marked?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div class="bulk-bar" role="toolbar" aria-label={text.selected(ids.length)} data-region="list">
      <span class="bulk-bar-head">
        <span class="bulk-bar-count">{text.selected(ids.length)}</span>
        {ids.length < total && (
          <Button kind="quiet" small onClick={markAll}>
            {text.selectAllOf(total)}
          </Button>
        )}
      </span>
      <Actions ids={ids} done={selection.clear} />
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

/** Deleted tasks are brought back, and others changed. */
function Actions({ ids, done }: { ids: readonly string[]; done: () => void }) {
  const act = (what: () => void) => () => {
    what()
    done()
  }
  if (asked.value.question.filters.deleted)
    return (
      <Button kind="quiet" small icon="undo" onClick={act(() => restoreTasks(tasksOf(ids)))}>
        {text.restore}
      </Button>
    )
  return (
    <>
      <Fields ids={ids} />
      <Button kind="quiet" small icon="trash" title={text.delete} onClick={act(() => deleteTasks(ids))} />
    </>
  )
}

const Fields = ({ ids }: { ids: readonly string[] }) =>
  offered.map(([field, label, icon, keys]) => (
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

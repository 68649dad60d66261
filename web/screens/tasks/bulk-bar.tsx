import { text } from '../../messages/tasks.ts'
import type { Selection } from '../../parts/selection.ts'
import { deleteTasks } from '../../parts/task-changes.ts'
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

/** What can be done with the marked tasks. It is there while some are marked. */
export function BulkBar({ selection, known }: { selection: Selection; known: () => readonly string[] }) {
  const ids = [...selection.marked.value]
  if (ids.length === 0) return null
  const all = known().length
  return (
    <div class="bulk-bar" role="toolbar" aria-label={text.selected(ids.length)}>
      <span class="bulk-bar-count">{text.selected(ids.length)}</span>
      {ids.length < all && (
        <Button kind="quiet" small onClick={() => selection.mark(known())}>
          {text.selectAll}
        </Button>
      )}
      <Fields ids={ids} />
      <Button
        kind="quiet"
        small
        icon="trash"
        title={text.delete}
        onClick={() => {
          deleteTasks(ids)
          selection.clear()
        }}
      />
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

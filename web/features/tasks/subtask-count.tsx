import { useEffect } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { Icon } from '../../components/icon.tsx'

const BATCH_DELAY_MS = 100
const MAX_PARENTS = 50
const waiting = new Set<string>()
const requested = new Set<string>()

/** Reads the subtasks of several parents with one request. */
function readSubtasks(parent: string): void {
  if (requested.has(parent)) return
  requested.add(parent)
  waiting.add(parent)
  if (waiting.size === 1) setTimeout(readWaiting, BATCH_DELAY_MS, getStore())
}

function readWaiting(store: ReturnType<typeof getStore>): void {
  const parents = [...waiting]
  waiting.clear()
  for (let from = 0; from < parents.length; from += MAX_PARENTS) {
    const batch = parents.slice(from, from + MAX_PARENTS)
    store
      .collect('tasks', { filter: { parent: batch } }, () => true)
      .catch(() => undefined)
      .finally(() => batch.forEach((id) => requested.delete(id)))
  }
}

/** Shows how many subtasks of a task are completed, once all of them are known. */
export function SubtaskCount({ parent, ids }: { parent: string; ids: readonly string[] }) {
  const rows = ids.map((id) => getStore().row('tasks', id).value)
  const isKnown = rows.every((row) => row !== undefined)
  useEffect(() => {
    if (!isKnown) readSubtasks(parent)
  }, [parent, isKnown])
  const known = rows.filter((row) => row !== null)
  const done = known.filter((row) => row?.status === 'completed').length
  const label = isKnown ? listTexts.subtasksDone(done, known.length) : listTexts.subtasks(ids.length)
  return (
    <span class="task-row-subtasks" role="img" aria-label={label} title={label}>
      <Icon name="subtasks" size={12} />
      {isKnown ? `${done}/${known.length}` : ids.length}
    </span>
  )
}

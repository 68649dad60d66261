import { getStore } from '../../store/current-store.ts'
import type { ListQuery } from '../../store/types.ts'
import { listTexts } from '../../messages/tasks.ts'
import { showErrorToast } from '../../components/util/load-chunk.ts'
import { startProgress } from './bulk-progress.ts'
import type { TaskSelection } from './selection.ts'

/** Selects all tasks of several queries, loaded ones first. Stops when the selection is cleared. */
export async function selectAll(
  selection: TaskSelection,
  known: readonly string[],
  queries: readonly ListQuery[],
  total: number,
): Promise<void> {
  selection.select(known)
  if (known.length >= total) return
  const { add, end } = startProgress(listTexts.selecting, total)
  const select = (ids: readonly string[]) => {
    if (selection.selected.peek().size === 0) return false
    selection.select(ids)
    add(ids.length)
    return true
  }
  try {
    for (const query of queries) await getStore().collect('tasks', query, select)
  } catch (problem) {
    showErrorToast(problem, () => void selectAll(selection, known, queries, total))
  } finally {
    end()
  }
}

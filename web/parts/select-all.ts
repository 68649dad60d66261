import { data } from '../data/current.ts'
import type { ListQuery } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { tellFailure } from '../ui/late.ts'
import { beginProgress } from './bulk.ts'
import type { Selection } from './selection.ts'

/** Selects all tasks of several queries, loaded ones first. Stops when the selection is cleared. */
export async function selectAll(
  selection: Selection,
  known: readonly string[],
  queries: readonly ListQuery[],
  total: number,
): Promise<void> {
  selection.mark(known)
  if (known.length >= total) return
  const { add, end } = beginProgress(text.selecting, total)
  const select = (ids: readonly string[]) => {
    if (selection.marked.peek().size === 0) return false
    selection.mark(ids)
    add(ids.length)
    return true
  }
  try {
    for (const query of queries) await data().collect('tasks', query, select)
  } catch (problem) {
    tellFailure(problem, () => void selectAll(selection, known, queries, total))
  } finally {
    end()
  }
}

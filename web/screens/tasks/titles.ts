import { useSignal } from '@preact/signals'
import { useCallback } from 'preact/hooks'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { changeable } from '../../parts/task-changes.ts'

/** Edits titles inline, one at a time, for tasks that the user can edit. */
export function useTitles() {
  const editing = useSignal<string | undefined>(undefined)
  const isEditing = useCallback((id: string) => editing.value === id, [])
  const onTitle = useCallback((id: string, title: string | null) => {
    if (editing.peek() !== id) return
    editing.value = undefined
    const before = data().row('tasks', id).peek()
    const after = title?.trim()
    if (before && after && after !== before.title)
      data().change('tasks', id, { title: after }, text.renamed(before.title, after))
    document.querySelector<HTMLElement>('.task-table-rows')?.focus()
  }, [])
  const edit = useCallback((id: string) => {
    if (changeable([id]).length > 0) editing.value = id
  }, [])
  return { isEditing, onTitle, edit }
}

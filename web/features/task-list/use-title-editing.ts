import { useSignal } from '@preact/signals'
import { useCallback } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { listEditableTasks } from '../tasks/task-mutations.ts'

export function useTitleEditing() {
  const editing = useSignal<string | undefined>(undefined)
  const isEditing = useCallback((id: string) => editing.value === id, [])
  const onTitleChange = useCallback((id: string, title: string | null) => {
    if (editing.peek() !== id) return
    editing.value = undefined
    const before = getStore().row('tasks', id).peek()
    const after = title?.trim()
    if (before && after && after !== before.title)
      getStore().update('tasks', id, { title: after }, listTexts.renamed(before.title, after))
    document.querySelector<HTMLElement>('.task-table-rows')?.focus()
  }, [])
  const edit = useCallback((id: string) => {
    if (listEditableTasks([id]).length > 0) editing.value = id
  }, [])
  return { isEditing, onTitleChange, edit }
}

import { goWith } from '../../address.ts'
import { openField, type Field } from '../../parts/task-fields.tsx'
import type { Cursor } from './cursor.ts'
import type { TaskRows } from './rows.ts'

interface Needs {
  rows: TaskRows
  cursor: Cursor
  edit: (id: string) => void
}

/**
 * What a press in the list does, judged by where it lands: a field opens its picker, the mark marks (with Shift all from the
 * last one), anything else opens the task. One listener serves all rows.
 */
export function usePresses({ cursor, edit }: Needs) {
  const { selection } = cursor
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (id === undefined || target.closest('.task-row-field')) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || target.closest('[data-mark]')) {
      if (target.closest('a') && !event.shiftKey) return
      event.preventDefault()
      if (event.shiftKey) cursor.markTo(id)
      else cursor.toggle(id)
      return
    }
    cursor.moveTo(id)
    const field = target.closest<HTMLElement>('[data-field]')
    if (field) {
      const marked = selection.marked.peek()
      void openField(marked.has(id) ? [...marked] : [id], field.dataset['field'] as Field, field)
    } else goWith({ task: id })
    event.preventDefault()
  }
  const onDblClick = (event: MouseEvent) => {
    const title = (event.target as Element).closest<HTMLElement>('[data-title]')
    const id = title?.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (id !== undefined) edit(id)
  }
  return { onClick, onDblClick }
}

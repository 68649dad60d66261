import { goWith } from '../address.ts'
import { asked } from './asked.ts'
import { openField, type Field } from './task-fields.tsx'
import type { Selection } from './selection.ts'

interface Handlers {
  selection: Selection
  moveTo: (id: string) => void
  toggle: (id: string) => void
  /** Selects the range from the last selected task to this one. */
  markTo: (id: string) => void
}

/**
 * Creates the click handler of a list or board: a field opens its picker, the checkbox selects (with Shift a range), anything
 * else opens the task. One listener serves all rows.
 */
export function pressesOf({ selection, moveTo, toggle, markTo }: Handlers): (event: MouseEvent) => void {
  return (event) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (id === undefined || target.closest('input[type=text], button')) return
    if (event.shiftKey || target.closest('[data-mark]')) {
      if (event.shiftKey) markTo(id)
      else toggle(id)
      // A prevented default would leave the checkbox out of step with the selection, which renders it.
      if (!target.closest('[data-mark]')) event.preventDefault()
      return
    }
    // With these keys the browser opens a link in a new tab.
    if (event.metaKey || event.ctrlKey) return target.closest('a') ? undefined : toggle(id)
    event.preventDefault()
    // Deleted tasks cannot be opened, only selected to restore them.
    if (asked.peek().question.filters.deleted) return toggle(id)
    moveTo(id)
    const field = target.closest<HTMLElement>('[data-field]')
    const marked = selection.marked.peek()
    if (!field) goWith({ task: id })
    else void openField(marked.has(id) ? [...marked] : [id], field.dataset['field'] as Field, field)
  }
}

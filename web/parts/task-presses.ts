import { goWith } from '../address.ts'
import { asked } from './asked.ts'
import { openField, type Field } from './task-fields.tsx'
import type { Selection } from './selection.ts'

interface Needs {
  selection: Selection
  moveTo: (id: string) => void
  toggle: (id: string) => void
  /** Marks from the last one to this. */
  markTo: (id: string) => void
}

/**
 * What a press in a list or on a board does, judged by where it lands: a field opens its picker, the mark marks (with Shift
 * all from the last one), anything else opens the task. One listener serves all rows.
 */
export function pressesOf({ selection, moveTo, toggle, markTo }: Needs): (event: MouseEvent) => void {
  return (event) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (id === undefined || target.closest('input[type=text], button')) return
    if (event.shiftKey || target.closest('[data-mark]')) {
      if (event.shiftKey) markTo(id)
      else toggle(id)
      // What is marked is drawn by the selection, which the box of the mark must not be ahead of.
      if (!target.closest('[data-mark]')) event.preventDefault()
      return
    }
    // Held down, these open a link in a tab of its own.
    if (event.metaKey || event.ctrlKey) return target.closest('a') ? undefined : toggle(id)
    event.preventDefault()
    // A deleted task is nowhere to be opened: it is marked, to be brought back.
    if (asked.peek().question.filters.deleted) return toggle(id)
    moveTo(id)
    const field = target.closest<HTMLElement>('[data-field]')
    const marked = selection.marked.peek()
    if (!field) goWith({ task: id })
    else void openField(marked.has(id) ? [...marked] : [id], field.dataset['field'] as Field, field)
  }
}

import { setQuery } from '../../location.ts'
import { viewState } from '../views/view-state.ts'
import { openFieldPicker } from './open-field-picker.tsx'
import type { PickerField } from './picker-field.ts'
import type { TaskSelection } from './selection.ts'

interface Handlers {
  selection: TaskSelection
  moveTo: (id: string, row?: Element) => void
  toggle: (id: string) => void
  markTo: (id: string, row?: Element) => void
}

/** Handles clicks of all rows: a field opens its picker, the checkbox selects, anything else opens the task. */
export function createRowClickHandler({ selection, moveTo, toggle, markTo }: Handlers): (event: MouseEvent) => void {
  return (event) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
    if (id === undefined || target.closest('input[type=text], button')) return
    if (event.shiftKey || target.closest('[data-mark]')) {
      if (event.shiftKey) markTo(id, target)
      else toggle(id)
      // A prevented default would leave the checkbox out of step with the selection, which renders it.
      if (!target.closest('[data-mark]')) event.preventDefault()
      return
    }
    // With these keys the browser opens a link in a new tab.
    if (event.metaKey || event.ctrlKey) return target.closest('a') ? undefined : toggle(id)
    event.preventDefault()
    // Deleted tasks cannot be opened, only selected to restore them.
    if (viewState.peek().query.filters.deleted) return toggle(id)
    moveTo(id, target)
    const field = target.closest<HTMLElement>('[data-field]')
    const marked = selection.selected.peek()
    if (!field) setQuery({ task: id })
    else void openFieldPicker(marked.has(id) ? [...marked] : [id], field.dataset['field'] as PickerField, field)
  }
}

import { closeTask, goWith, here } from '../../address.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { rowId } from '../../parts/task-row.tsx'
import { fieldCommands } from '../../parts/task-commands.ts'
import type { Cursor } from './cursor.ts'
import type { TaskRows } from './rows.ts'

interface Needs {
  box: { current: HTMLElement | null }
  rows: TaskRows
  cursor: Cursor
  edit: (id: string) => void
}

/** Whether keys are meant for the list: nothing else on the page has the focus. */
const isFree = (box: HTMLElement | null): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || (box?.contains(focused) ?? false)
}

/** What keys do in the list: moving about, marking, opening, and changing what is marked. */
export function useListKeys(needs: Needs): void {
  const { box, cursor } = needs
  const { selection } = cursor
  const anchor = () => {
    const id = selection.cursor.peek()
    const row = id === undefined ? null : document.getElementById(rowId(id))
    return row?.querySelector('[data-title]') ?? box.current!
  }
  useCommands([...moving(needs), ...marking(needs), ...fieldCommands(selection, anchor)])
}

type Listed = [id: string, title: string, keys: string, run: () => void]

/** Commands of one kind, as a table: what moves about is done by its keys alone and not found in the palette. */
const commandsOf = (table: Listed[], when: () => boolean, unlisted = false): Command[] =>
  table.map(([id, title, keys, run]) => ({
    id: `tasks.${id}`,
    title,
    section: text.sectionTasks,
    keys,
    when,
    unlisted,
    run,
  }))

function moving({ box, cursor, edit }: Needs): Command[] {
  const current = () => cursor.selection.cursor.peek()
  const free = () => isFree(box.current)
  const stand = () => free() && current() !== undefined && !asked.peek().question.filters.deleted
  const open = () => goWith({ task: current()! })
  const isOpen = () => here.peek().query.get('task') === current()
  const peek = () => (isOpen() ? closeTask() : goWith({ task: current()! }, { replace: true }))
  const steps: Listed[] = [
    ['next', text.nextTask, 'j or ArrowDown', () => cursor.step(1)],
    ['before', text.previousTask, 'k or ArrowUp', () => cursor.step(-1)],
    ['first', text.firstTask, 'Home', cursor.toFirst],
    ['last', text.lastTask, 'End', cursor.toLast],
  ]
  const opening: Listed[] = [
    ['open', text.open, 'Enter', open],
    ['peek', text.peek, 'Space', peek],
    ['edit', text.edit, 'F2', () => edit(current()!)],
  ]
  return [...commandsOf(steps, free, true), ...commandsOf(opening, stand, true)]
}

function marking({ box, rows, cursor }: Needs): Command[] {
  const { selection } = cursor
  const current = () => selection.cursor.peek()
  const free = () => isFree(box.current)
  const stand = () => free() && current() !== undefined
  const step = (by: number) => {
    selection.mark([current()!])
    cursor.step(by)
    selection.mark([current()!])
  }
  const marks: Listed[] = [['mark', text.mark, 'x', () => cursor.toggle(current()!)]]
  const stretches: Listed[] = [
    ['mark-next', text.markNext, 'Shift+j or Shift+ArrowDown', () => step(1)],
    ['mark-before', text.markBefore, 'Shift+k or Shift+ArrowUp', () => step(-1)],
  ]
  return [
    ...commandsOf(marks, stand),
    ...commandsOf(stretches, stand, true),
    ...commandsOf([['mark-all', text.selectAll, 'Mod+a', () => selection.mark(rows.known())]], free),
    ...commandsOf(
      [['unmark', text.clearSelection, 'Escape', selection.clear]],
      () => selection.marked.peek().size > 0,
    ),
  ]
}

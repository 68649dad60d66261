import { closeTask, goWith, here } from '../../address.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { selectAll } from '../../parts/select-all.ts'
import { rowId } from '../../parts/task-row.tsx'
import { announceMark, selectionCommands } from '../../parts/selection-commands.ts'
import { enterPanel } from '../../ui/focus.ts'
import type { Cursor } from './cursor.ts'
import type { TaskRows } from './rows.ts'

/** Selects all tasks of the open groups. */
export const markAll = (rows: TaskRows, { selection }: Cursor): void =>
  void selectAll(selection, rows.known(), rows.queries(), rows.openCount.peek())

interface Needs {
  box: { current: HTMLElement | null }
  rows: TaskRows
  cursor: Cursor
  edit: (id: string) => void
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
  useCommands([...moving(needs), ...marking(needs), ...selectionCommands(selection, anchor)], 'list')
}

type Listed = [id: string, title: string, keys: string, run: () => void]

/** Moves the focus to the grid, so that screen readers follow its current row. */
const focusing = (box: Needs['box'], table: Listed[]): Listed[] =>
  table.map(([id, title, keys, run]) => [
    id,
    title,
    keys,
    () => {
      box.current?.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })
      run()
    },
  ])

/** Commands of one kind, as a table: what moves about is done by its keys alone and not found in the palette. */
const commandsOf = (table: Listed[], when?: () => boolean, unlisted = false): Command[] =>
  table.map(([id, title, keys, run]) => ({
    id: `tasks.${id}`,
    title,
    section: text.sectionTasks,
    keys,
    ...(when && { when }),
    unlisted,
    run,
  }))

function moving({ box, cursor, edit }: Needs): Command[] {
  const current = () => cursor.selection.cursor.peek()
  const stand = () => current() !== undefined && !asked.peek().question.filters.deleted
  const open = () => {
    goWith({ task: current()! })
    enterPanel()
  }
  const isOpen = () => here.peek().query.get('task') === current()
  const peek = () => (isOpen() ? closeTask() : goWith({ task: current()! }, { replace: true }))
  const steps = focusing(box, [
    ['next', text.nextTask, 'j or ArrowDown', () => cursor.step(1)],
    ['before', text.previousTask, 'k or ArrowUp', () => cursor.step(-1)],
    ['first', text.firstTask, 'Home', cursor.toFirst],
    ['last', text.lastTask, 'End', cursor.toLast],
  ])
  const opening: Listed[] = [
    ['open', text.open, 'Enter', open],
    ['peek', text.peek, 'Space', peek],
    ['edit', text.edit, 'F2', () => edit(current()!)],
  ]
  return [...commandsOf(steps, undefined, true), ...commandsOf(opening, stand, true)]
}

function marking({ box, rows, cursor }: Needs): Command[] {
  const { selection } = cursor
  const current = () => selection.cursor.peek()
  const stand = () => current() !== undefined
  const step = (by: number) => {
    selection.mark([current()!])
    cursor.step(by)
    selection.mark([current()!])
  }
  const toggle = () => {
    cursor.toggle(current()!)
    announceMark(selection)
  }
  const marks = focusing(box, [['mark', text.mark, 'x', toggle]])
  const stretches = focusing(box, [
    ['mark-next', text.markNext, 'Shift+j or Shift+ArrowDown', () => step(1)],
    ['mark-before', text.markBefore, 'Shift+k or Shift+ArrowUp', () => step(-1)],
  ])
  return [
    ...commandsOf(marks, stand),
    ...commandsOf(stretches, stand, true),
    ...commandsOf([['mark-all', text.selectAll, 'Mod+a', () => markAll(rows, cursor)]]),
    ...commandsOf(
      [['unmark', text.clearSelection, 'Escape', selection.clear]],
      () => selection.marked.peek().size > 0,
    ),
  ]
}

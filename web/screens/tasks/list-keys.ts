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
  void selectAll(selection, rows.listLoadedIds(), rows.listQueries(), rows.openCount.peek())

interface ListContext {
  box: { current: HTMLElement | null }
  rows: TaskRows
  cursor: Cursor
  edit: (id: string) => void
}

export function useListKeys(context: ListContext): void {
  const { box, cursor } = context
  const { selection } = cursor
  const anchor = () => {
    const id = selection.cursor.peek()
    const row = id === undefined ? null : document.getElementById(rowId(id))
    return row?.querySelector('[data-title]') ?? box.current!
  }
  useCommands(
    [...buildNavigation(context), ...buildSelection(context), ...selectionCommands(selection, anchor)],
    'list',
  )
}

type CommandRow = [id: string, title: string, keys: string, run: () => void]

/** Moves the focus to the grid, so that screen readers follow its current row. */
const withFocus = (box: ListContext['box'], table: CommandRow[]): CommandRow[] =>
  table.map(([id, title, keys, run]) => [
    id,
    title,
    keys,
    () => {
      box.current?.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })
      run()
    },
  ])

/** Converts rows to commands. `unlisted` commands work by key only and are not in the command palette. */
const toCommands = (table: CommandRow[], when?: () => boolean, unlisted = false): Command[] =>
  table.map(([id, title, keys, run]) => ({
    id: `tasks.${id}`,
    title,
    section: text.sectionTasks,
    keys,
    ...(when && { when }),
    unlisted,
    run,
  }))

function buildNavigation({ box, cursor, edit }: ListContext): Command[] {
  const getCurrentId = () => cursor.selection.cursor.peek()
  const canOpen = () => getCurrentId() !== undefined && !asked.peek().question.filters.deleted
  const open = () => {
    goWith({ task: getCurrentId()! })
    enterPanel()
  }
  const isOpen = () => here.peek().query.get('task') === getCurrentId()
  const togglePeek = () => (isOpen() ? closeTask() : goWith({ task: getCurrentId()! }, { replace: true }))
  const stepCommands = withFocus(box, [
    ['next', text.nextTask, 'j or ArrowDown', () => cursor.step(1)],
    ['before', text.previousTask, 'k or ArrowUp', () => cursor.step(-1)],
    ['first', text.firstTask, 'Home', cursor.toFirst],
    ['last', text.lastTask, 'End', cursor.toLast],
  ])
  const openCommands: CommandRow[] = [
    ['open', text.open, 'Enter', open],
    ['peek', text.peek, 'Space', togglePeek],
    ['edit', text.edit, 'F2', () => edit(getCurrentId()!)],
  ]
  return [...toCommands(stepCommands, undefined, true), ...toCommands(openCommands, canOpen, true)]
}

function buildSelection({ box, rows, cursor }: ListContext): Command[] {
  const { selection } = cursor
  const getCurrentId = () => selection.cursor.peek()
  const hasCurrent = () => getCurrentId() !== undefined
  const extendSelection = (delta: number) => {
    selection.mark([getCurrentId()!])
    cursor.step(delta)
    selection.mark([getCurrentId()!])
  }
  const toggle = () => {
    cursor.toggle(getCurrentId()!)
    announceMark(selection)
  }
  const toggleCommands = withFocus(box, [['mark', text.mark, 'x', toggle]])
  const rangeCommands = withFocus(box, [
    ['mark-next', text.markNext, 'Shift+j or Shift+ArrowDown', () => extendSelection(1)],
    ['mark-before', text.markBefore, 'Shift+k or Shift+ArrowUp', () => extendSelection(-1)],
  ])
  return [
    ...toCommands(toggleCommands, hasCurrent),
    ...toCommands(rangeCommands, hasCurrent, true),
    ...toCommands([['mark-all', text.selectAll, 'Mod+a', () => markAll(rows, cursor)]]),
    ...toCommands(
      [['unmark', text.clearSelection, 'Escape', selection.clear]],
      () => selection.marked.peek().size > 0,
    ),
  ]
}

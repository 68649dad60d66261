import { closeTask, setQuery, currentLocation } from '../../location.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import type { IconName } from '../../components/icon.tsx'
import { listTexts } from '../../messages/tasks.ts'
import { viewState } from '../views/view-state.ts'
import { startSelectAll } from '../tasks/start-select-all.ts'
import { getTaskRowId } from '../tasks/task-row.tsx'
import { announceSelection, buildSelectionCommands } from '../tasks/selection-commands.ts'
import { enterPanel } from '../../components/util/focus.ts'
import { useSectionKeys } from '../sections/section-commands.ts'
import type { ListCursor } from './list-cursor.ts'
import type { TaskRows } from './task-rows.ts'

export const selectAllRows = (rows: TaskRows, { selection }: ListCursor): void =>
  startSelectAll(selection, rows.listLoadedIds(), rows.listQueries(), rows.openCount.peek())

interface ListContext {
  box: { current: HTMLElement | null }
  rows: TaskRows
  cursor: ListCursor
  edit: (id: string) => void
}

export function useListKeys(context: ListContext): void {
  const { box, rows, cursor } = context
  const { selection } = cursor
  useSectionKeys('list', () => rows.findTask(selection.current.peek() ?? '')?.range.key)
  const anchor = () => {
    const id = selection.current.peek()
    const row = id === undefined ? null : document.getElementById(getTaskRowId(id))
    return row?.querySelector('[data-title]') ?? box.current!
  }
  useCommands(
    [...buildNavigation(context), ...buildSelection(context), ...buildSelectionCommands(selection, anchor)],
    'list',
  )
}

type CommandRow = [id: string, title: string, keys: string, run: () => void, menu?: IconName]

/** Moves the focus to the grid, so that screen readers follow its current row. */
const withFocus = (box: ListContext['box'], table: CommandRow[]): CommandRow[] =>
  table.map(([id, title, keys, run, ...menu]) => [
    id,
    title,
    keys,
    () => {
      box.current?.querySelector<HTMLElement>('[data-home]')?.focus({ preventScroll: true })
      run()
    },
    ...menu,
  ])

/** Converts rows to commands. `unlisted` commands work by key only and are not in the command palette. */
const toCommands = (table: CommandRow[], when?: () => boolean, unlisted = false): Command[] =>
  table.map(([id, title, keys, run, menu]) => ({
    id: `tasks.${id}`,
    title,
    section: listTexts.sectionTasks,
    keys,
    ...(when && { when }),
    menu,
    unlisted,
    run,
  }))

function buildNavigation({ box, cursor, edit }: ListContext): Command[] {
  const getCurrentId = () => cursor.selection.current.peek()
  const canOpen = () => getCurrentId() !== undefined && !viewState.peek().query.filters.deleted
  const open = () => {
    setQuery({ task: getCurrentId()! })
    enterPanel()
  }
  const isOpen = () => currentLocation.peek().query.get('task') === getCurrentId()
  const togglePeek = () => (isOpen() ? closeTask() : setQuery({ task: getCurrentId()! }, { replace: true }))
  const stepCommands = withFocus(box, [
    ['next', listTexts.nextTask, 'j or ArrowDown', () => cursor.step(1)],
    ['before', listTexts.previousTask, 'k or ArrowUp', () => cursor.step(-1)],
    ['first', listTexts.firstTask, 'Home', cursor.toFirst],
    ['last', listTexts.lastTask, 'End', cursor.toLast],
  ])
  const openCommands: CommandRow[] = [
    ['open', listTexts.open, 'Enter', open, 'task'],
    ['peek', listTexts.peek, 'Space', togglePeek, 'sidebar'],
    ['edit', listTexts.edit, 'F2', () => edit(getCurrentId()!), 'edit'],
  ]
  return [...toCommands(stepCommands, undefined, true), ...toCommands(openCommands, canOpen, true)]
}

function buildSelection({ box, rows, cursor }: ListContext): Command[] {
  const { selection } = cursor
  const getCurrentId = () => selection.current.peek()
  const hasCurrent = () => getCurrentId() !== undefined
  const extendSelection = (delta: number) => {
    selection.select([getCurrentId()!])
    cursor.step(delta)
    selection.select([getCurrentId()!])
  }
  const toggle = () => {
    cursor.toggle(getCurrentId()!)
    announceSelection(selection)
  }
  const toggleCommands = withFocus(box, [['mark', listTexts.mark, 'x', toggle, 'check']])
  const rangeCommands = withFocus(box, [
    ['mark-next', listTexts.markNext, 'Shift+j or Shift+ArrowDown', () => extendSelection(1)],
    ['mark-before', listTexts.markBefore, 'Shift+k or Shift+ArrowUp', () => extendSelection(-1)],
  ])
  return [
    ...toCommands(toggleCommands, hasCurrent),
    ...toCommands(rangeCommands, hasCurrent, true),
    ...toCommands([['mark-all', listTexts.selectAll, 'Mod+a', () => selectAllRows(rows, cursor)]]),
    ...toCommands(
      [['unmark', listTexts.clearSelection, 'Escape', selection.clear]],
      () => selection.selected.peek().size > 0,
    ),
  ]
}

import { closeTask, currentLocation, setQuery } from '../../location.ts'
import type { Command } from '../../commands/commands.ts'
import type { IconName } from '../../components/icon.tsx'
import { listTexts } from '../../messages/tasks.ts'
import { enterPanel } from '../../components/util/focus.ts'
import type { TaskSelection } from './selection.ts'
import { announceSelection } from './selection-commands.ts'

export type CommandRow = [
  id: string,
  title: string,
  keys: string,
  run: () => void,
  when?: () => boolean,
  menu?: IconName,
]

/** Returns the commands that every layout has for its current task. */
export function buildCurrentTaskRows(selection: TaskSelection): CommandRow[] {
  const getCurrentId = () => selection.current.peek()!
  const hasCurrent = () => selection.current.peek() !== undefined
  const open = () => {
    setQuery({ task: getCurrentId() })
    enterPanel()
  }
  const isOpen = () => currentLocation.peek().query.get('task') === getCurrentId()
  const togglePeek = () => (isOpen() ? closeTask() : setQuery({ task: getCurrentId() }, { replace: true }))
  const toggle = () => {
    selection.toggle(getCurrentId())
    announceSelection(selection)
  }
  return [
    ['open', listTexts.open, 'Enter', open, hasCurrent, 'task'],
    ['peek', listTexts.peek, 'Space', togglePeek, hasCurrent, 'sidebar'],
    ['mark', listTexts.mark, 'x', toggle, hasCurrent, 'check'],
    ['unmark', listTexts.clearSelection, 'Escape', selection.clear, () => selection.selected.peek().size > 0],
  ]
}

/** Converts rows to commands that work by key only. */
export const toKeyCommands = (prefix: string, section: string, table: readonly CommandRow[]): Command[] =>
  table.map(([id, title, keys, run, when, menu]) => ({
    id: `${prefix}.${id}`,
    title,
    section,
    keys,
    unlisted: true,
    ...(when && { when }),
    menu,
    run,
  }))

/** Returns the tasks from the current one to another, for a click with Shift. */
export function listTasksBetween(ids: readonly string[], current: string | undefined, id: string): readonly string[] {
  const from = ids.indexOf(current ?? id)
  const to = ids.indexOf(id)
  return from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

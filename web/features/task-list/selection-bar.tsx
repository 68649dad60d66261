import { effect, untracked } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import { useCommands } from '../../commands/commands.ts'
import { Button } from '../../components/button.tsx'
import { getGroupName, listGroupChoices } from '../views/groups.tsx'
import { viewState } from '../views/view-state.ts'
import { BulkActions, type BulkBarProps } from './bulk-actions.tsx'
import type { ListCursor } from './list-cursor.ts'
import { MovedTasks, type Moved, type Places } from './moved-tasks.ts'
import type { TaskRows } from './task-rows.ts'

export { BulkProgress } from './bulk-actions.tsx'

export interface SelectionBarProps extends BulkBarProps {
  /** Loaded tasks that are shown. */
  listIds: () => readonly string[]
  /** List with groups, of which tasks can be moved to another one. */
  list?: Shown
}

interface Shown {
  rows: TaskRows
  cursor: ListCursor
}

/** Limit of the filter by ids. */
const MAX_SHOWN = 100

export function SelectionBar(props: SelectionBarProps) {
  const { selection, list, listIds } = props
  const tasks = useMemo(
    () =>
      new MovedTasks(selection, {
        query: list?.rows.query ?? { ...viewState.peek().query, group: null },
        listPlaces: list?.rows.listPlaces ?? ((): Places => new Map(listIds().map((id) => [id, null]))),
      }),
    [],
  )
  useEffect(() => tasks.watch(), [])
  if (selection.selected.value.size > 0) return <BulkActions {...props} />
  return tasks.moved.value ? <MovedBar {...props} moved={tasks.moved.value} onClose={tasks.forget} /> : null
}

interface MovedBarProps extends SelectionBarProps {
  moved: Moved
  onClose: () => void
}

function MovedBar({ moved, list, onClose }: MovedBarProps) {
  const { ids, key } = moved
  const group = list?.rows.query.group
  const isInList = group && key !== undefined
  const text = isInList
    ? listTexts.movedMany(
        ids.length,
        getGroupName(group, key, listGroupChoices(group, viewState.value.container)).label,
      )
    : listMenuTexts.movedOut(ids.length)
  const showTasks = () => {
    onClose()
    if (isInList) showInGroup(list!, ids, key)
    else navigate(`/o/${getStore().org}/tasks?group=none&filter[id]=${ids.join(',')}`)
  }
  useCommands(
    [
      {
        id: 'tasks.unmark-moved',
        title: listTexts.clearSelection,
        section: '',
        keys: 'Escape',
        unlisted: true,
        run: onClose,
      },
    ],
    'list',
  )
  return (
    <div class="bulk-bar" role="status" data-region="list">
      <span class="bulk-bar-count">{text}</span>
      {(isInList || ids.length <= MAX_SHOWN) && (
        <Button kind="quiet" small onClick={showTasks}>
          {listMenuTexts.showMoved}
        </Button>
      )}
      <Button kind="quiet" small icon="x" title={listTexts.clearSelection} keys="Escape" onClick={onClose} />
    </div>
  )
}

/** Expands a group and selects tasks in it. They become visible when its rows are loaded, for which it is scrolled into view. */
function showInGroup({ rows, cursor }: Shown, ids: readonly string[], key: string | null): void {
  const range = rows.ranges.peek()?.find((one) => one.key === key)
  if (range?.isCollapsed) rows.toggle(key)
  cursor.selection.select(ids)
  cursor.row.value = range?.start
  const end = effect(() => {
    const isWanted = cursor.selection.selected.value.has(ids[0]!)
    const id = ids.find((one) => rows.findRow(one) !== undefined)
    if (isWanted && id !== undefined) untracked(() => cursor.moveTo(id))
    if (!isWanted || id !== undefined) queueMicrotask(() => end())
  })
}

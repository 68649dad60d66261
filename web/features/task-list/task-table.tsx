import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { commands } from '../../commands/commands.ts'
import { listTexts } from '../../messages/tasks.ts'
import { updateViewQuery, viewState } from '../views/view-state.ts'
import { listGroupChoices } from '../views/groups.tsx'
import { getColumnWidth } from '../tasks/task-cells.tsx'
import { restoreTasks } from '../tasks/task-deletion.ts'
import { createRowClickHandler } from '../tasks/row-clicks.ts'
import { getTaskRowId, TaskRow, TaskRowPlaceholder, type TaskRowSettings } from '../tasks/task-row.tsx'
import type { TaskColumn } from '../views/view-query.ts'
import { toPixels } from '../../components/util/row-heights.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnHeaders } from './column-headers.tsx'
import { GroupHeader } from './group-header.tsx'
import { TaskRows } from './task-rows.ts'
import { selectAllRows, useListKeys } from './list-keys.ts'
import { ListCursor } from './list-cursor.ts'
import { useStablePlace } from './use-stable-place.ts'
import { useTitleEditing } from './use-title-editing.ts'
import './task-table.css'

const rowHeights = { wide: toPixels(2.125), narrow: toPixels(3.75), head: toPixels(2) }
/** Widths in pixels below which only due date and assignee are shown, and below which a row has two lines. */
const [SLIM_BELOW_PX, NARROW_BELOW_PX] = [toPixels(47.5), toPixels(28.75)]

type WidthClass = 'wide' | 'slim' | 'narrow'
const toWidthClass = (width: number): WidthClass =>
  width < NARROW_BELOW_PX ? 'narrow' : width < SLIM_BELOW_PX ? 'slim' : 'wide'

const selectColumns = (columns: readonly TaskColumn[], widthClass: WidthClass): readonly TaskColumn[] =>
  widthClass === 'slim' ? columns.filter((name) => name === 'due_date' || name === 'assignee') : columns

const fitColumnWidth = (name: TaskColumn, widthClass: WidthClass): string =>
  widthClass === 'slim' && name === 'assignee' ? '1.5rem' : getColumnWidth(name)

const toGridColumns = (columns: readonly TaskColumn[], widthClass: WidthClass): string =>
  columns.map((name) => fitColumnWidth(name, widthClass)).join(' ') || '0'

const restoreAction = { label: listTexts.restore, run: (task: Task) => restoreTasks([task]) }

/** Renders the task list. Its parent remounts it when the query changes. */
export function TaskTable() {
  const { query, container } = viewState.value
  const rows = useMemo(
    () => new TaskRows(query, container, () => (query.group ? listGroupChoices(query.group, container) : [])),
    [],
  )
  const cursor = useMemo(() => new ListCursor(rows), [])
  useEffect(
    () => () => {
      cursor.dispose()
      rows.dispose()
    },
    [],
  )
  const problem = rows.problem.value
  if (problem !== undefined && rows.count.value === 0) return <ErrorMessage problem={problem} retry={rows.reload} />
  if (rows.ranges.value === undefined || rows.total.value === undefined)
    return <Skeleton rows={14} height={rowHeights.wide} />
  if (rows.total.value === 0 && rows.count.value === 0) return <EmptyList />
  return (
    <>
      <Table rows={rows} cursor={cursor} columns={query.columns} />
      <BulkBar
        selection={cursor.selection}
        listIds={rows.listLoadedIds}
        list={{ rows, cursor }}
        total={rows.openCount.value}
        onSelectAll={() => selectAllRows(rows, cursor)}
      />
    </>
  )
}

function EmptyList() {
  const isFiltered = Object.keys(viewState.value.query.filters).length > 0
  if (isFiltered)
    return (
      <EmptyState
        text={listTexts.emptyFiltered}
        action={{ label: listTexts.emptyFilteredAction, run: () => updateViewQuery({ filters: {} }) }}
      />
    )
  const create = commands.value.find(({ keys }) => keys === 'c')
  return (
    <EmptyState text={listTexts.empty} {...(create && { action: { label: listTexts.emptyAction, run: create.run } })} />
  )
}

interface TableProps {
  rows: TaskRows
  cursor: ListCursor
  columns: readonly TaskColumn[]
}

function Table({ rows, cursor, columns: selectedColumns }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const widthClass = useWidthClass(box)
  const isNarrow = widthClass === 'narrow'
  const columns = selectColumns(selectedColumns, widthClass)
  const { isEditing, onTitleChange, edit } = useTitleEditing()
  const action = rows.query.filters.deleted && restoreAction
  const settings = useSettings({ columns, isNarrow, selection: cursor.selection, isEditing, onTitleChange, action })
  const onClick = useMemo(() => createRowClickHandler(cursor), [])
  useListKeys({ box, rows, cursor, edit })
  useStablePlace({ box, rows, cursor })
  const rowHeight = useRowHeight(rows, isNarrow ? rowHeights.narrow : rowHeights.wide)
  return (
    <div
      ref={box}
      class={`task-table task-table-${widthClass}`}
      style={{ '--task-columns': toGridColumns(columns, widthClass) }}
      onClick={onClick}
      onDblClick={(event) => editClickedTitle(event, edit)}
      data-region="list"
    >
      <VirtualList
        class="task-table-rows"
        label={listTexts.table}
        role="grid"
        data-home
        count={rows.count.value}
        rowHeight={rowHeight}
        row={(index) => <ListRow index={index} rows={rows} settings={settings} />}
        recycled
        onRangeChange={rows.loadRange}
        scrollToIndex={cursor.row.value}
        head={isNarrow ? undefined : <ColumnHeaders columns={columns} />}
        aria-multiselectable
        aria-rowcount={rows.count.value}
        aria-activedescendant={useRenderedRowId(cursor)}
      />
    </div>
  )
}

/** Returns a constant height for lists without groups: measuring each row would slow down long lists. */
function useRowHeight(rows: TaskRows, height: number): number | ((index: number) => number) {
  const ranges = rows.ranges.value
  const getRowHeight = useCallback(
    (index: number) => (rows.getRow(index)?.kind === 'head' ? rowHeights.head : height),
    [height, ranges],
  )
  const isUniform = height === rowHeights.head || rows.query.group === null
  return isUniform ? height : getRowHeight
}

const RENDER_DELAY_MS = 60

function useRenderedRowId({ selection }: ListCursor): string | undefined {
  const [, rerender] = useState({})
  const id = selection.current.value
  const isRendered = id !== undefined && document.getElementById(getTaskRowId(id)) !== null
  useEffect(() => {
    if (isRendered) return
    const timer = setTimeout(() => rerender({}), RENDER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id, isRendered])
  return isRendered ? getTaskRowId(id) : undefined
}

function editClickedTitle(event: MouseEvent, edit: (id: string) => void): void {
  const target = event.target as Element
  const title = target.closest('button') ? null : target.closest('[data-title]')
  const id = title?.closest<HTMLElement>('[data-id]')?.dataset['id']
  if (id !== undefined) edit(id)
}

function ListRow({ index, rows, settings }: { index: number; rows: TaskRows; settings: TaskRowSettings }) {
  const row = rows.getRow(index)
  if (row === undefined) return <div />
  if (row.kind === 'head') return <GroupHeader range={row.range} index={index} rows={rows} />
  if (row.id === undefined) return <TaskRowPlaceholder index={index} />
  return (
    <TaskRow
      id={row.id}
      index={index}
      settings={settings}
      isRepeated={rows.isRepeated({ range: row.range, id: row.id })}
      nesting={rows.getNesting(row.range.key, row.id)}
    />
  )
}

function useWidthClass(box: { current: HTMLElement | null }): WidthClass {
  const [widthClass, setWidthClass] = useState(() => toWidthClass(innerWidth))
  useLayoutEffect(() => {
    const measure = () => setWidthClass(toWidthClass(box.current!.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return widthClass
}

function useSettings(settings: TaskRowSettings): TaskRowSettings {
  const { columns, isNarrow, selection, isEditing, onTitleChange } = settings
  return useMemo(() => settings, [columns.join(), isNarrow, selection, isEditing, onTitleChange])
}

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { commands } from '../../commands/commands.ts'
import { text, columnLabels } from '../../messages/tasks.ts'
import { ask, asked } from '../../parts/asked.ts'
import { choicesOf } from '../../parts/groups.tsx'
import { widths } from '../../parts/task-cells.tsx'
import { restoreTasks } from '../../parts/task-deletion.ts'
import { pressesOf } from '../../parts/task-presses.ts'
import { rowId, TaskRow, WaitingRow, type RowSettings } from '../../parts/task-row.tsx'
import type { Column } from '../../parts/filter-question.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { GroupHead } from './group-head.tsx'
import { TaskRows } from './rows.ts'
import { markAll, useListKeys } from './list-keys.ts'
import { Cursor } from './cursor.ts'
import { useTitles } from './titles.ts'
import './task-table.css'

const rowHeights = { wide: 36, narrow: 60, head: 36 }
/** Widths in pixels below which only due date and assignee are shown, and below which a row has two lines. */
const [SLIM_BELOW_PX, NARROW_BELOW_PX] = [760, 460]

type WidthClass = 'wide' | 'slim' | 'narrow'
const toWidthClass = (width: number): WidthClass =>
  width < NARROW_BELOW_PX ? 'narrow' : width < SLIM_BELOW_PX ? 'slim' : 'wide'

const selectColumns = (columns: readonly Column[], widthClass: WidthClass): readonly Column[] =>
  widthClass === 'slim' ? columns.filter((name) => name === 'due_date' || name === 'assignee') : columns

const getColumnWidth = (name: Column, widthClass: WidthClass): string =>
  widthClass === 'slim' && name === 'assignee' ? '1.5rem' : widths[name]

const restoreAction = { label: text.restore, run: (task: Task) => restoreTasks([task]) }

/** Renders the task list. Its parent remounts it when the query changes. */
export function TaskTable() {
  const { question: query, place: container } = asked.value
  const rows = useMemo(
    () => new TaskRows(query, container, () => (query.group ? choicesOf(query.group, container) : [])),
    [],
  )
  const cursor = useMemo(() => new Cursor(rows), [])
  useEffect(
    () => () => {
      cursor.dispose()
      rows.dispose()
    },
    [],
  )
  const problem = rows.problem.value
  if (problem !== undefined && rows.count.value === 0)
    return <Failure problem={problem} retry={rows.reload} />
  if (rows.ranges.value === undefined || rows.total.value === undefined)
    return <Skeleton rows={14} height={36} />
  if (rows.total.value === 0) return <EmptyList />
  return (
    <>
      <Table rows={rows} cursor={cursor} columns={query.columns} />
      <BulkBar
        selection={cursor.selection}
        total={rows.openCount.value}
        onSelectAll={() => markAll(rows, cursor)}
      />
    </>
  )
}

function EmptyList() {
  const isFiltered = Object.keys(asked.value.question.filters).length > 0
  if (isFiltered)
    return (
      <Empty
        text={text.emptyFiltered}
        action={{ label: text.emptyFilteredAction, run: () => ask({ filters: {} }) }}
      />
    )
  const create = commands.value.find(({ keys }) => keys === 'c')
  return <Empty text={text.empty} {...(create && { action: { label: text.emptyAction, run: create.run } })} />
}

interface TableProps {
  rows: TaskRows
  cursor: Cursor
  columns: readonly Column[]
}

function Table({ rows, cursor, columns: selectedColumns }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const widthClass = useWidthClass(box)
  const isNarrow = widthClass === 'narrow'
  const columns = selectColumns(selectedColumns, widthClass)
  const { isEditing, onTitle, edit } = useTitles()
  const action = rows.query.filters.deleted && restoreAction
  const { selection } = cursor
  const settings = useSettings({ columns, narrow: isNarrow, selection, isEditing, onTitle, action })
  const onClick = useMemo(() => pressesOf(cursor), [])
  useListKeys({ box, rows, cursor, edit })
  const rowHeight = useRowHeight(rows, isNarrow ? rowHeights.narrow : rowHeights.wide)
  return (
    <div
      ref={box}
      class={`task-table task-table-${widthClass}`}
      style={{ '--task-columns': columns.map((name) => getColumnWidth(name, widthClass)).join(' ') || '0' }}
      onClick={onClick}
      onDblClick={(event) => editClickedTitle(event, edit)}
      data-region="list"
    >
      <Virtual
        class="task-table-rows"
        label={text.table}
        role="grid"
        data-home
        count={rows.count.value}
        rowHeight={rowHeight}
        row={(index) => <ListRow index={index} rows={rows} settings={settings} />}
        recycled
        onSee={rows.loadRange}
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

/** Returns the id of the current row's element if it is rendered; updates when a row is scrolled into view. */
function useRenderedRowId({ selection }: Cursor): string | undefined {
  const [, rerender] = useState({})
  const id = selection.cursor.value
  const isRendered = id !== undefined && document.getElementById(rowId(id)) !== null
  useEffect(() => {
    if (isRendered) return
    const timer = setTimeout(() => rerender({}), RENDER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id, isRendered])
  return isRendered ? rowId(id) : undefined
}

function editClickedTitle(event: MouseEvent, edit: (id: string) => void): void {
  const title = (event.target as Element).closest('[data-title]')
  const id = title?.closest<HTMLElement>('[data-id]')?.dataset['id']
  if (id !== undefined) edit(id)
}

function ListRow({ index, rows, settings }: { index: number; rows: TaskRows; settings: RowSettings }) {
  const row = rows.getRow(index)
  if (row === undefined) return <div />
  if (row.kind === 'head') return <GroupHead range={row.range} index={index} rows={rows} />
  if (row.id === undefined) return <WaitingRow index={index} />
  return <TaskRow id={row.id} index={index} settings={settings} />
}

const ColumnHeaders = ({ columns }: { columns: readonly Column[] }) => (
  <div class="task-row task-table-head" role="row">
    <span role="columnheader" class="task-table-untitled">
      <span class="hidden-text">{text.mark}</span>
    </span>
    <span role="columnheader">
      <span class="hidden-text">{text.priority}</span>
    </span>
    <span role="columnheader">
      <span class="hidden-text">{text.status}</span>
    </span>
    <span role="columnheader">{text.title}</span>
    {columns.map((name) => (
      <span key={name} role="columnheader" class={`task-table-head-${name}`}>
        {columnLabels[name]}
      </span>
    ))}
  </div>
)

/** Returns the width class of the list, which is narrower on phones and beside an open task. */
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

function useSettings(settings: RowSettings): RowSettings {
  const { columns, narrow: isNarrow, selection, isEditing, onTitle } = settings
  return useMemo(() => settings, [columns.join(), isNarrow, selection, isEditing, onTitle])
}

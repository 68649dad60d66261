import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { text, columnLabels } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { choicesOf } from '../../parts/groups.tsx'
import { widths } from '../../parts/task-cells.tsx'
import { restoreTasks } from '../../parts/task-deletion.ts'
import { pressesOf } from '../../parts/task-presses.ts'
import { rowId, TaskRow, WaitingRow, type RowSettings } from '../../parts/task-row.tsx'
import type { Column } from '../../parts/filter-question.ts'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { GroupHead } from './group-head.tsx'
import { Nothing } from './nothing.tsx'
import { TaskRows } from './rows.ts'
import { markAll, useListKeys } from './list-keys.ts'
import { Cursor } from './cursor.ts'
import { useTitles } from './titles.ts'
import './task-table.css'

const heights = { wide: 36, narrow: 60, head: 36 }
/** Below the first width only the day and the assignee stand beside the title, below the second a row has two lines. */
const [slimBelow, narrowBelow] = [760, 460]

type Room = 'wide' | 'slim' | 'narrow'
const roomOf = (width: number): Room => (width < narrowBelow ? 'narrow' : width < slimBelow ? 'slim' : 'wide')

/** The columns that have room. */
const fitting = (columns: readonly Column[], room: Room): readonly Column[] =>
  room === 'slim' ? columns.filter((name) => name === 'due_date' || name === 'assignee') : columns

const widthOf = (name: Column, room: Room): string =>
  room === 'slim' && name === 'assignee' ? '1.5rem' : widths[name]

const restoring = { label: text.restore, run: (task: Task) => restoreTasks([task]) }

/** The list itself. Another question makes another one. */
export function TaskTable() {
  const { question, place } = asked.value
  const rows = useMemo(
    () => new TaskRows(question, place, () => (question.group ? choicesOf(question.group, place) : [])),
    [],
  )
  const cursor = useMemo(() => new Cursor(rows), [])
  useEffect(
    () => () => {
      cursor.leave()
      rows.leave()
    },
    [],
  )
  const problem = rows.problem.value
  if (problem !== undefined && rows.count.value === 0)
    return <Failure problem={problem} retry={rows.reload} />
  if (rows.stretches.value === undefined || rows.total.value === undefined)
    return <Skeleton rows={14} height={36} />
  if (rows.total.value === 0) return <Nothing />
  return (
    <>
      <Table rows={rows} cursor={cursor} columns={question.columns} />
      <BulkBar
        selection={cursor.selection}
        total={rows.openCount.value}
        markAll={() => markAll(rows, cursor)}
      />
    </>
  )
}

interface TableProps {
  rows: TaskRows
  cursor: Cursor
  columns: readonly Column[]
}

function Table({ rows, cursor, columns: chosen }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const narrow = room === 'narrow'
  const columns = fitting(chosen, room)
  const { isEditing, onTitle, edit } = useTitles()
  const action = rows.question.filters.deleted && restoring
  const settings = useSettings({ columns, narrow, selection: cursor.selection, isEditing, onTitle, action })
  const onClick = useMemo(() => pressesOf(cursor), [])
  useListKeys({ box, rows, cursor, edit })
  const rowHeight = useRowHeight(rows, narrow ? heights.narrow : heights.wide)
  return (
    <div
      ref={box}
      class={`task-table task-table-${room}`}
      style={{ '--task-columns': columns.map((name) => widthOf(name, room)).join(' ') || '0' }}
      onClick={onClick}
      onDblClick={(event) => editIn(event, edit)}
      data-region="list"
    >
      <Virtual
        class="task-table-rows"
        label={text.table}
        role="grid"
        data-home
        count={rows.count.value}
        rowHeight={rowHeight}
        row={(index) => <Drawn index={index} rows={rows} settings={settings} />}
        recycled
        onSee={rows.see}
        scrollToIndex={cursor.row.value}
        head={narrow ? undefined : <ColumnHeads columns={columns} />}
        aria-multiselectable
        aria-rowcount={rows.count.value}
        aria-activedescendant={useDrawnId(cursor)}
      />
    </div>
  )
}

/** The height of each row; of a list without groups it is one number, however long the list is. */
function useRowHeight(rows: TaskRows, height: number): number | ((index: number) => number) {
  const stretches = rows.stretches.value
  const each = useCallback(
    (index: number) => (rows.at(index)?.kind === 'head' ? heights.head : height),
    [height, stretches],
  )
  const isAlike = height === heights.head || rows.question.group === null
  return isAlike ? height : each
}

const drawnMs = 60

/** Returns the id of the current row's element if it is rendered; updates when a row is scrolled into view. */
function useDrawnId({ selection }: Cursor): string | undefined {
  const [, draw] = useState({})
  const id = selection.cursor.value
  const isDrawn = id !== undefined && document.getElementById(rowId(id)) !== null
  useEffect(() => {
    if (isDrawn) return
    const later = setTimeout(() => draw({}), drawnMs)
    return () => clearTimeout(later)
  }, [id, isDrawn])
  return isDrawn ? rowId(id) : undefined
}

/** A second press on a title writes it anew. */
function editIn(event: MouseEvent, edit: (id: string) => void): void {
  const title = (event.target as Element).closest('[data-title]')
  const id = title?.closest<HTMLElement>('[data-id]')?.dataset['id']
  if (id !== undefined) edit(id)
}

function Drawn({ index, rows, settings }: { index: number; rows: TaskRows; settings: RowSettings }) {
  const row = rows.at(index)
  if (row === undefined) return <div />
  if (row.kind === 'head') return <GroupHead stretch={row.stretch} index={index} rows={rows} />
  if (row.id === undefined) return <WaitingRow index={index} />
  return <TaskRow id={row.id} index={index} settings={settings} />
}

const ColumnHeads = ({ columns }: { columns: readonly Column[] }) => (
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

/** How much room there is for the list: less on a phone, or beside an open task. */
function useRoom(box: { current: HTMLElement | null }): Room {
  const [room, setRoom] = useState(() => roomOf(innerWidth))
  useLayoutEffect(() => {
    const measure = () => setRoom(roomOf(box.current!.clientWidth))
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  return room
}

function useSettings(settings: RowSettings): RowSettings {
  const { columns, narrow, selection, isEditing, onTitle } = settings
  return useMemo(() => settings, [columns.join(), narrow, selection, isEditing, onTitle])
}

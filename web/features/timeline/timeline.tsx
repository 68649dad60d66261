import { useComputed } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { BulkBar } from '../task-list/bulk-bar.tsx'
import { listTasksBetween } from '../tasks/layout-commands.ts'
import { createRowClickHandler } from '../tasks/row-clicks.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import { viewState } from '../views/view-state.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { TimelineAxis } from './timeline-axis.tsx'
import { useTimelineKeys } from './timeline-keys.ts'
import { ROW_HEIGHT_PX, TimelineRow } from './timeline-row.tsx'
import { TimelineState } from './timeline-state.ts'
import { TimelineTools } from './timeline-tools.tsx'
import { TimelineTable } from './timeline-table.tsx'
import { TimelineTasks } from './timeline-tasks.ts'
import { DependencyLine } from './drag-dependency.tsx'
import { useBarDrag } from './use-bar-drag.ts'
import './timeline.css'

/** Shows the tasks of a list as bars from start to due date, with arrows between tasks that wait for each other. */
export function Timeline() {
  const { query, container } = viewState.value
  const tasks = useMemo(() => new TimelineTasks(query, container), [])
  useEffect(() => () => tasks.list.close(), [])
  const { list } = tasks
  if (list.state.value === 'failed') return <ErrorMessage problem={list.problem.value} retry={() => list.reload()} />
  if (list.count.value === undefined) return <Skeleton rows={14} height={ROW_HEIGHT_PX} />
  if (list.count.value === 0) return <EmptyState text={messages.empty} />
  return <Chart tasks={tasks} />
}

function Chart({ tasks }: { tasks: TimelineTasks }) {
  const state = useMemo(() => new TimelineState(tasks), [])
  const [isTable, setTable] = useState(false)
  const { selection } = state
  useTimelineOrder(state)
  return (
    <>
      <TimelineTools state={state} isTable={isTable} onTable={setTable} />
      {isTable ? <TimelineTable tasks={tasks} /> : <Rows state={state} />}
      <BulkBar
        selection={selection}
        total={tasks.count.value}
        listIds={tasks.listLoadedIds}
        onSelectAll={() => selection.select(tasks.listLoadedIds())}
      />
    </>
  )
}

function Rows({ state }: { state: TimelineState }) {
  const box = useRef<HTMLDivElement>(null)
  const { tasks, selection } = state
  useTimelineKeys(state, box)
  useBarDrag(box, state)
  useLaneWidth(box, state)
  const onClick = useMemo(() => createRowClickHandler(buildClickActions(state)), [])
  const currentRow = useComputed(() => tasks.findRow(selection.current.value ?? '')).value
  const { dayWidth } = state.window.value
  return (
    <div
      ref={box}
      class={`timeline timeline-${state.scale.value}`}
      style={{ '--timeline-day': `${dayWidth}px` }}
      onClick={onClick}
      data-region="list"
    >
      <VirtualList
        label={messages.label}
        count={tasks.count.value}
        rowHeight={ROW_HEIGHT_PX}
        row={(row) => <TimelineRow key={tasks.getId(row) ?? row} row={row} state={state} />}
        onRangeChange={(from, to) => tasks.list.setVisibleRange(from, to)}
        scrollToIndex={currentRow}
        head={<TimelineAxis state={state} />}
        tabIndex={-1}
      />
      <DependencyLine state={state} />
    </div>
  )
}

function useLaneWidth(box: { current: HTMLElement | null }, { width }: TimelineState): void {
  useLayoutEffect(() => {
    const lane = box.current!.querySelector('.timeline-axis .timeline-lane')!
    const measure = () => void (width.value = lane.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(lane)
    return () => observer.disconnect()
  }, [])
}

function useTimelineOrder({ tasks, selection, moveTo }: TimelineState): void {
  useLayoutEffect(
    () => setTaskOrder({ listIds: tasks.listLoadedIds, total: tasks.count, moveTo, selected: selection.selected }),
    [],
  )
}

const buildClickActions = ({ selection, tasks, moveTo }: TimelineState) => ({
  selection,
  moveTo,
  toggle: selection.toggle,
  markTo: (id: string) => selection.select(listTasksBetween(tasks.listLoadedIds(), selection.current.peek(), id)),
})

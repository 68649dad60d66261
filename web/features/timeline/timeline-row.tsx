import { useComputed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { Icon } from '../../components/icon.tsx'
import { addDays, getToday } from '../../components/util/dates.ts'
import { toPixels } from '../../components/util/row-heights.ts'
import { isOverdue } from '../tasks/overdue.ts'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { findSpan, moveDates, type Span } from './spans.ts'
import { toX, type TimeWindow } from './timeline-scale.ts'
import { getTimelineRowId, type TimelineState } from './timeline-state.ts'
import { formatSpan, listBlockerNames, toTitleWithKey, readBlockers, type Blocker } from './timeline-tasks.ts'
import { formatList } from '../../components/util/intl.ts'

export const ROW_HEIGHT_PX = toPixels(2.25)

interface Props {
  row: number
  state: TimelineState
}

export function TimelineRow({ row, state }: Props) {
  const id = state.tasks.getId(row)
  const task = id === undefined ? undefined : getStore().row('tasks', id).value
  if (!task) return <div class="timeline-row timeline-row-waiting" role="listitem" aria-busy="true" />
  return <LoadedRow key={task.task_id} row={row} task={task} state={state} />
}

function LoadedRow({ row, task, state }: Props & { task: Task }) {
  const { task_id: id } = task
  const { selection, tasks, drag, dependency } = state
  const isMarked = useComputed(() => selection.selected.value.has(id)).value
  const isTarget = useComputed(() => dependency.value?.target?.task_id === id).value
  useEffect(() => readBlockers(task), [task.dependencies?.join()])
  const dragged = useComputed(() => (drag.value?.id === id ? drag.value : undefined)).value
  const dates = dragged ? { ...task, ...moveDates(task, dragged.part, dragged.days) } : task
  const blockers = tasks.listBlockers(dates)
  return (
    <div
      class={`timeline-row ${isMarked || isTarget ? 'timeline-row-marked' : ''}`}
      role="listitem"
      aria-posinset={row + 1}
      aria-setsize={tasks.count.value}
      data-id={id}
    >
      <Name {...{ row, task: dates, state, blockers }} />
      <Lane {...{ row, task: dates, state, blockers }} />
    </div>
  )
}

interface RowProps extends Props {
  task: Task
  blockers: readonly Blocker[]
}

function Name({ row, task, state: { selection }, blockers }: RowProps) {
  const { task_id: id, key, title, status, has_edit_access } = task
  const isCurrent = useComputed(() => selection.current.value === id).value
  const isStart = useComputed(() => row === 0 && selection.current.value === undefined).value
  const late = blockers.filter(({ isLate }) => isLate)
  const waits = blockers.length > 0 ? messages.waits(listBlockerNames(blockers)) : ''
  return (
    <span class="timeline-name">
      <span class="timeline-status" data-field={has_edit_access ? 'status' : undefined}>
        <StatusIcon value={status} named />
      </span>
      {key && (
        <span class="timeline-key" aria-hidden="true">
          {key}
        </span>
      )}
      <a
        id={getTimelineRowId(id)}
        href={buildTaskUrl(id)}
        class="timeline-title one-line"
        dir="auto"
        draggable={false}
        tabIndex={isCurrent || isStart ? 0 : -1}
        data-home={isCurrent || undefined}
        aria-label={messages.row(toTitleWithKey(task), formatSpan(task), waits)}
        onFocus={() => selection.moveTo(id)}
      >
        {title}
      </a>
      {late.length > 0 && (
        <span class="timeline-late" title={messages.lateMark(formatList(late.map((one) => one.task.title)))}>
          <Icon name="warning" size={14} />
        </span>
      )}
    </span>
  )
}

/** Bar and arrows of a task. The link of the row says the same in words. */
function Lane({ row, task, state, blockers }: RowProps) {
  const window = state.window.value
  const span = findSpan(task)
  return (
    <div class="timeline-lane" aria-hidden="true">
      <span class="timeline-now" style={{ insetInlineStart: `${toX(window, getToday()) + window.dayWidth / 2}px` }} />
      {span && <Bar {...{ task, span, window }} />}
      {span && blockers.length > 0 && <Arrows {...{ row, span, window, blockers, width: state.width.value }} />}
    </div>
  )
}

function Bar({ task, span, window }: { task: Task; span: Span; window: TimeWindow }) {
  const { task_id, title, status, start_date, due_date, has_edit_access } = task
  const x = toX(window, span.from)
  const width = toX(window, addDays(span.to, 1)) - x
  const isDone = status === 'completed' || status === 'archived'
  const names = ['timeline-bar', isDone && 'timeline-bar-done', isOverdue(task) && 'timeline-bar-overdue']
  const isPoint = start_date === null || due_date === null
  return (
    <span
      class={[...names, isPoint && 'timeline-bar-point'].filter(Boolean).join(' ')}
      style={{ insetInlineStart: `${x}px`, inlineSize: `${width}px` }}
      title={`${toTitleWithKey(task)}: ${formatSpan(task)}`}
      data-bar={has_edit_access ? task_id : undefined}
    >
      {has_edit_access && <span class="timeline-grip" data-part="start" />}
      {width + Math.min(0, x) > 60 && (
        <span class="timeline-bar-text one-line" dir="auto" style={{ marginInlineStart: `${Math.max(0, -x)}px` }}>
          {title}
        </span>
      )}
      {has_edit_access && <span class="timeline-grip timeline-grip-end" data-part="end" />}
      <span class="timeline-dependency" title={messages.dragDependency} />
    </span>
  )
}

interface ArrowsProps {
  row: number
  span: Span
  window: TimeWindow
  blockers: readonly Blocker[]
  width: number
}

function Arrows({ row, span, window, blockers, width }: ArrowsProps) {
  const end = { x: toX(window, span.from), y: ROW_HEIGHT_PX / 2 }
  return (
    <svg class="timeline-arrows" width={width} height={ROW_HEIGHT_PX}>
      {blockers.map(({ task, row: other, isLate, isOpen }) => {
        const blocked = findSpan(task)
        if (other === undefined || !blocked) return null
        const start = { x: toX(window, addDays(blocked.to, 1)), y: end.y + (other - row) * ROW_HEIGHT_PX }
        return <Arrow key={task.task_id} start={start} {...{ end, isLate, isOpen }} />
      })}
    </svg>
  )
}

interface Point {
  x: number
  y: number
}

const [BEND_PX, HEAD_PX] = [8, 4]

interface ArrowProps {
  start: Point
  end: Point
  isLate: boolean
  isOpen: boolean
}

/** Arrow from the end of a bar to the start of another one; a late one is dashed, one of a completed task is faint. */
function Arrow({ start, end, isLate, isOpen }: ArrowProps) {
  const down = end.y > start.y ? 1 : -1
  const edge = end.y - (down * ROW_HEIGHT_PX) / 2
  const direct = `M${start.x} ${start.y}H${Math.max(start.x + BEND_PX, end.x - BEND_PX)}V${end.y}H${end.x}`
  const around = `M${start.x} ${start.y}h${BEND_PX}V${edge}H${end.x - BEND_PX}V${end.y}H${end.x}`
  const path = start.x + 2 * BEND_PX <= end.x ? direct : around
  const head = `M${end.x - HEAD_PX} ${end.y - HEAD_PX}L${end.x} ${end.y}l${-HEAD_PX} ${HEAD_PX}`
  return (
    <g class={`timeline-arrow ${isLate ? 'timeline-arrow-late' : isOpen ? '' : 'timeline-arrow-done'}`}>
      <path d={path} />
      <path d={head} class="timeline-arrow-head" />
    </g>
  )
}

import type { Signal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { buildTaskUrl } from '../../location.ts'
import { myWorkTexts as messages } from '../../messages/my-work.ts'
import { statusNames } from '../../messages/enums.ts'
import { PopoverButton } from '../../components/popover-button.tsx'
import { PriorityIcon } from '../tasks/priority-icon.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { openFieldPicker } from '../tasks/open-field-picker.tsx'
import { RowName } from '../tasks/row-name.tsx'
import { Icon } from '../../components/icon.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { isPhone } from '../../components/top-bar.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { isOverdue } from '../tasks/overdue.ts'
import { formatDay } from '../../components/util/dates.ts'
import { registerDraggable, registerDropTarget } from './drag-registry.ts'
import { moveTaskToLane, type LanePositions } from './lane-positions.ts'
import type { PlanLane, WorkPlan } from './plan.ts'
import { formatNumber } from '../../messages/plural.ts'

export interface LaneBoard {
  plan: WorkPlan
  positions: LanePositions
  cursor: Signal<string | undefined>
}

const days = {
  overdue: { name: messages.overdue, icon: 'warning', hint: messages.overdueHint },
  today: { name: messages.today, icon: 'calendar', hint: messages.todayHint },
} as const

interface ColumnProps {
  board: LaneBoard
  lane?: PlanLane
  /** Shows tasks that are due, instead of a lane. */
  day?: keyof typeof days
}

/** Lane with its tasks, or tasks due before or on this day. */
export function LaneColumn({ board, lane, day = 'overdue' }: ColumnProps) {
  const { name, icon, hint } = lane ? { name: lane.name, icon: null, hint: null } : days[day]
  const tasks = lane?.tasks ?? board.plan[day]
  const section = useRef<HTMLElement>(null)
  useEffect(() => (lane ? registerDropTarget(section.current!, { lane: lane.id }) : undefined), [lane?.id])
  return (
    <section class={lane ? 'my-work-lane' : `my-work-lane my-work-day my-work-${day}`} ref={section} aria-label={name}>
      <header class="my-work-head">
        {icon && <Icon name={icon} size={14} />}
        <h2 dir="auto">{name}</h2>
        <span class="my-work-count">{formatNumber(tasks.length)}</span>
        {hint && <span class="my-work-hint">{hint}</span>}
      </header>
      <ul class="my-work-list">
        {tasks.map((task) => (
          <TaskCard key={task.task_id} board={board} task={task} />
        ))}
      </ul>
      {lane && tasks.length === 0 && (
        <p class="my-work-hint">{isPhone.value ? messages.emptyLaneOnPhone : messages.emptyLane}</p>
      )}
    </section>
  )
}

export const getMyWorkCardId = (id: string): string => `my-work-${id}`

function TaskCard({ board, task }: { board: LaneBoard; task: Task }) {
  const { task_id: id } = task
  const card = useRef<HTMLLIElement>(null)
  const isCurrent = board.cursor.value === id
  useEffect(() => registerDraggable(card.current!, { task: id }), [id])
  useEffect(() => {
    if (isCurrent) card.current!.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li
      ref={card}
      id={getMyWorkCardId(id)}
      class={isCurrent ? 'my-work-card my-work-card-current' : 'my-work-card'}
      aria-current={isCurrent || undefined}
      data-id={id}
    >
      <StatusButton task={task} />
      <a
        class="my-work-title"
        href={buildTaskUrl(id)}
        dir="auto"
        draggable={false}
        data-home={isCurrent || undefined}
        onFocus={() => void (board.cursor.value = id)}
      >
        {task.title}
      </a>
      <MoveButton board={board} task={task} />
      <Details task={task} />
    </li>
  )
}

function StatusButton({ task: { task_id, status, has_edit_access } }: { task: Task }) {
  const name = `${messages.status}: ${statusNames[status]}`
  return (
    <button
      type="button"
      class="my-work-status"
      title={name}
      aria-label={name}
      disabled={!has_edit_access}
      onClick={(event) => void openFieldPicker([task_id], 'status', event.currentTarget)}
    >
      <StatusIcon value={status} />
    </button>
  )
}

function Details({ task }: { task: Task }) {
  const { due_date, priority, project_id } = task
  if (due_date === null && priority === 'none' && project_id === null) return null
  return (
    <span class="my-work-facts">
      {priority !== 'none' && <PriorityIcon value={priority} named />}
      {due_date !== null && (
        <span class={isOverdue(task) ? 'my-work-late' : undefined}>
          <span class="hidden-text">{messages.due('')}</span>
          {formatDay(due_date)}
        </span>
      )}
      {project_id !== null && (
        <span class="one-line">
          <RowName kind="projects" id={project_id} />
        </span>
      )}
    </span>
  )
}

const MoveButton = ({ board, task }: { board: LaneBoard; task: Task }) => (
  <PopoverButton
    small
    icon="more"
    class="my-work-move"
    title={messages.moveToOf(task.title)}
    renderPopover={(anchor, close) => (
      <Menu anchor={anchor} label={messages.moveTo} items={buildMoveItems(board, task)} onClose={close} />
    )}
  />
)

export function openLaneMenu(board: LaneBoard, task: Task, anchor: Element): void {
  openLayer(
    (close) => <Menu anchor={anchor} label={messages.moveTo} items={buildMoveItems(board, task)} onClose={close} />,
    anchor,
  )
}

function buildMoveItems({ plan, positions }: LaneBoard, task: Task): MenuItem[] {
  const currentLane = positions.get(task.task_id)?.lane
  const lanes: MenuItem[] = plan.lanes.map(({ id, name }) => ({
    id,
    label: name,
    icon: 'section',
    checked: id === currentLane,
    onSelect: () => moveTaskToLane(task, { id, name }, undefined, positions),
  }))
  if (currentLane === undefined) return lanes
  const removeFromLanes = () => moveTaskToLane(task, null, undefined, positions)
  return [...lanes, { id: 'out', label: messages.out, icon: 'x', hasSeparator: true, onSelect: removeFromLanes }]
}

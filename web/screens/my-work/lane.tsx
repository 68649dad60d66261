import type { Signal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { taskAddress } from '../../address.ts'
import { myWork as messages } from '../../messages/my-work.ts'
import { statusNames } from '../../messages/words.ts'
import { Opener } from '../../parts/opener.tsx'
import { PriorityIcon } from '../../parts/priority.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { openField } from '../../parts/task-fields.tsx'
import { Named } from '../../parts/named.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openLayer } from '../../ui/layer.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { isOverdue } from '../../parts/overdue.ts'
import { day } from '../../ui/time.ts'
import { dragOf, dropOn } from './dragging.ts'
import { moveTo, type Places } from './places.ts'
import type { Lane, Plan } from './plan.ts'

export interface Board {
  plan: Plan
  positions: Places
  /** Id of the current task. */
  cursor: Signal<string | undefined>
}

/** Lane with its tasks; without `lane`, the overdue tasks. */
export function LaneColumn({ board, lane }: { board: Board; lane: Lane | undefined }) {
  const tasks = lane?.tasks ?? board.plan.overdue
  const name = lane?.name ?? messages.overdue
  const section = useRef<HTMLElement>(null)
  useEffect(() => (lane ? dropOn(section.current!, { lane: lane.id }) : undefined), [lane?.id])
  return (
    <section class={lane ? 'my-work-lane' : 'my-work-lane my-work-overdue'} ref={section} aria-label={name}>
      <header class="my-work-head">
        {!lane && <Icon name="warning" size={14} />}
        <h2 dir="auto">{name}</h2>
        <span class="my-work-count">{tasks.length}</span>
        {!lane && <span class="my-work-hint">{messages.overdueHint}</span>}
      </header>
      <ul class="my-work-list">
        {tasks.map((task) => (
          <TaskCard key={task.task_id} board={board} task={task} />
        ))}
      </ul>
      {lane && tasks.length === 0 && <p class="my-work-hint">{messages.emptyLane}</p>}
    </section>
  )
}

export const cardId = (id: string): string => `my-work-${id}`

function TaskCard({ board, task }: { board: Board; task: Task }) {
  const { task_id: id } = task
  const card = useRef<HTMLLIElement>(null)
  const isCurrent = board.cursor.value === id
  useEffect(() => dragOf(card.current!, { task: id }), [id])
  useEffect(() => {
    if (isCurrent) card.current!.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li
      ref={card}
      id={cardId(id)}
      class={isCurrent ? 'my-work-card my-work-card-current' : 'my-work-card'}
      aria-current={isCurrent || undefined}
      data-id={id}
    >
      <StatusButton task={task} />
      <a
        class="my-work-title"
        href={taskAddress(id)}
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
      onClick={(event) => void openField([task_id], 'status', event.currentTarget)}
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
          {day(due_date)}
        </span>
      )}
      {project_id !== null && (
        <span class="one-line">
          <Named kind="projects" id={project_id} />
        </span>
      )}
    </span>
  )
}

const MoveButton = ({ board, task }: { board: Board; task: Task }) => (
  <Opener
    small
    icon="more"
    class="my-work-move"
    title={messages.moveToOf(task.title)}
    opened={(anchor, close) => (
      <Menu anchor={anchor} label={messages.moveTo} items={buildMoveItems(board, task)} onClose={close} />
    )}
  />
)

export function openMoves(board: Board, task: Task, anchor: Element): void {
  openLayer(
    (close) => (
      <Menu anchor={anchor} label={messages.moveTo} items={buildMoveItems(board, task)} onClose={close} />
    ),
    anchor,
  )
}

function buildMoveItems({ plan, positions }: Board, task: Task): MenuItem[] {
  const currentLane = positions.get(task.task_id)?.lane
  const lanes: MenuItem[] = plan.lanes.map(({ id, name }) => ({
    id,
    label: name,
    icon: 'section',
    checked: id === currentLane,
    onSelect: () => moveTo(task, { id, name }, undefined, positions),
  }))
  if (currentLane === undefined) return lanes
  const removeFromLanes = () => moveTo(task, null, undefined, positions)
  return [...lanes, { id: 'out', label: messages.out, icon: 'x', apart: true, onSelect: removeFromLanes }]
}

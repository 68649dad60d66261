import { useComputed, useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { currentLocation, setQuery } from '../../location.ts'
import { openQuickAdd, quickAddDefaults } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { myWorkTexts as messages } from '../../messages/my-work.ts'
import { getMyUsername } from '../members/members.ts'
import { canAddTasks } from '../members/permissions.ts'
import { openStatuses } from '../tasks/open-statuses.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import { isPhone, TopBar } from '../../components/top-bar.tsx'
import { Menu } from '../../components/menu.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { getToday } from '../../components/util/dates.ts'
import { useMyWorkKeys } from './my-work-keys.ts'
import { LaneColumn, type LaneBoard } from './lane.tsx'
import { useLanePositions } from './lane-positions.ts'
import { buildPlan, listPlanColumns } from './plan.ts'
import './my-work.css'

const scope = { section_scope: 'user:me' }

/** Returns the open tasks assigned to the user, and those of others in the user's lanes; undefined while loading. */
function useTasks(lanes: readonly string[] | undefined): readonly Task[] | undefined {
  const assigned = getStore().all('tasks', {
    ...scope,
    filter: { assignee: 'me', status: openStatuses },
  }).value
  const inLanes = lanes?.length
    ? getStore().all('tasks', { ...scope, filter: { section: lanes, status: openStatuses } }).value
    : undefined
  if (!assigned) return undefined
  const assignedIds = new Set(assigned.map(({ task_id }) => task_id))
  const all = [...assigned, ...(inLanes ?? []).filter(({ task_id }) => !assignedIds.has(task_id))]
  return all.filter(({ status }) => openStatuses.includes(status))
}

export function MyWorkScreen() {
  const sections = getStore().all('sections', {}, [], 'sections.mine').value
  const lanes = sections && [...sections].sort((a, b) => a.position - b.position)
  const { positions, isLoaded } = useLanePositions(lanes)
  const laneIds = lanes?.map(({ section_id }) => section_id)
  const tasks = useTasks(laneIds)
  // Tasks of others that were removed from the lanes may still be in the list.
  const visibleTasks = tasks?.filter(
    ({ task_id, assignee }) => assignee === getMyUsername() || positions.value.has(task_id),
  )
  const cursor = useSignal<string | undefined>(undefined)
  const plan =
    visibleTasks && lanes && isLoaded ? buildPlan(visibleTasks, lanes, positions.value, getToday()) : undefined
  useQuickAddDefaults()
  return (
    <>
      <TopBar title={messages.title} icon="target" beside={<Count count={visibleTasks?.length} />}>
        {canAddTasks() && !isPhone.value && (
          <Button kind="quiet" icon="plus" keys="c" onClick={() => openQuickAdd(quickAddDefaults.value)}>
            {messages.newTask}
          </Button>
        )}
        <LayoutButton />
      </TopBar>
      {plan ? (
        <Plan board={{ plan, positions: positions.value, cursor }} />
      ) : (
        <div class="my-work-waiting">
          <Skeleton rows={6} height={56} />
        </div>
      )}
    </>
  )
}

const LayoutButton = () => (
  <PopoverButton
    icon="layers"
    title={layoutTexts.layout}
    renderPopover={(anchor, close) => (
      <Menu
        anchor={anchor}
        label={layoutTexts.layout}
        items={(['board', 'calendar', 'timeline'] as const).map((view) => ({
          id: view,
          label: layoutTexts[view],
          icon: view,
          onSelect: () => setQuery({ view }),
        }))}
        onClose={close}
      />
    )}
  />
)

const Count = ({ count }: { count: number | undefined }) =>
  count ? <span class="my-work-count">{messages.count(count)}</span> : null

function useQuickAddDefaults() {
  useLayoutEffect(() => {
    quickAddDefaults.value = { assignee: getMyUsername() ?? '' }
    return () => void (quickAddDefaults.value = {})
  }, [])
}

function Plan({ board }: { board: LaneBoard }) {
  const { plan, cursor } = board
  const currentBoard = useSignal(board)
  currentBoard.value = board
  const order = useComputed(() =>
    listPlanColumns(currentBoard.value.plan).flatMap((tasks) => tasks.map(({ task_id }) => task_id)),
  )
  const total = useComputed(() => order.value.length)
  useLayoutEffect(
    () => setTaskOrder({ listIds: () => order.value, total, moveTo: (id) => void (cursor.value = id) }),
    [],
  )
  const openTaskId = currentLocation.value.query.get('task')
  useEffect(() => {
    if (openTaskId && order.peek().includes(openTaskId)) cursor.value = openTaskId
  }, [openTaskId])
  useMyWorkKeys(() => currentBoard.peek())
  useStablePosition(board)
  useDragging(() => currentBoard.peek())
  if (order.value.length === 0) return <EmptyPlan />
  return (
    <div class="my-work" data-region="list" tabIndex={-1}>
      {plan.overdue.length > 0 && <LaneColumn board={board} day="overdue" />}
      {plan.today.length > 0 && <LaneColumn board={board} day="today" />}
      <div class="my-work-lanes">
        {plan.lanes.map((lane) => (
          <LaneColumn key={lane.id} board={board} lane={lane} />
        ))}
      </div>
    </div>
  )
}

function EmptyPlan() {
  const action = { label: messages.newTask, run: () => openQuickAdd(quickAddDefaults.value) }
  return <EmptyState text={messages.empty} {...(canAddTasks() && { action })} />
}

function useStablePosition({ plan, cursor }: LaneBoard) {
  const lastPosition = useRef<[lane: number, index: number] | undefined>(undefined)
  const lanes = listPlanColumns(plan)
  const id = cursor.value
  useEffect(() => {
    const indexIn = (tasks: readonly Task[]) => tasks.findIndex(({ task_id }) => task_id === id)
    const lane = lanes.findIndex((tasks) => indexIn(tasks) >= 0)
    if (lane >= 0) {
      lastPosition.current = [lane, indexIn(lanes[lane]!)]
    } else if (lastPosition.current && id !== undefined && id !== currentLocation.peek().query.get('task')) {
      const tasks = lanes[lastPosition.current[0]] ?? []
      cursor.value = tasks[Math.min(lastPosition.current[1], tasks.length - 1)]?.task_id
    }
  })
}

function useDragging(board: () => LaneBoard) {
  useEffect(() => {
    let stopDragging: (() => void) | undefined
    const cancel = loadOptionalChunk(
      () => import('./drag-and-drop.ts'),
      messages.noDragging,
      ({ enableMyWorkDrag }) => (stopDragging = enableMyWorkDrag(board)),
    )
    return () => {
      cancel()
      stopDragging?.()
    }
  }, [])
}

import { useComputed, useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { taskStatusWords } from '@svc/sdk/words'
import { useEffect, useRef } from 'preact/hooks'
import { here } from '../../address.ts'
import { openQuickAdd, placeToAdd } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { myWork as messages } from '../../messages/my-work.ts'
import { myUsername } from '../../parts/people.ts'
import { mayAddTasks } from '../../parts/rights.ts'
import { setOrder } from '../../parts/task-order.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { bringSoon } from '../../ui/late.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { today } from '../../ui/time.ts'
import { usePlanKeys } from './keys.ts'
import { LaneColumn, type Board } from './lane.tsx'
import { usePlaces } from './places.ts'
import { planOf } from './plan.ts'
import './my-work.css'

const CLOSED_STATUSES = ['completed', 'archived']
const OPEN_STATUSES = taskStatusWords.filter((status) => !CLOSED_STATUSES.includes(status))

const scope = { section_scope: 'user:me' }

/** Returns the open tasks assigned to the user, and those of others in the user's lanes; undefined while loading. */
function useTasks(lanes: readonly string[] | undefined): readonly Task[] | undefined {
  const assigned = data().all('tasks', { ...scope, filter: { assignee: 'me', status: OPEN_STATUSES } }).value
  const inLanes = lanes?.length
    ? data().all('tasks', { ...scope, filter: { section: lanes, status: OPEN_STATUSES } }).value
    : undefined
  if (!assigned) return undefined
  const assignedIds = new Set(assigned.map(({ task_id }) => task_id))
  const all = [...assigned, ...(inLanes ?? []).filter(({ task_id }) => !assignedIds.has(task_id))]
  return all.filter(({ status }) => OPEN_STATUSES.includes(status))
}

export function MyWorkScreen() {
  const sections = data().all('sections', {}, [], 'sections.mine').value
  const lanes = sections && [...sections].sort((a, b) => a.position - b.position)
  const { positions, isLoaded } = usePlaces(lanes)
  const laneIds = lanes?.map(({ section_id }) => section_id)
  const tasks = useTasks(laneIds)
  // Tasks of others that were removed from the lanes may still be in the list.
  const visibleTasks = tasks?.filter(
    ({ task_id, assignee }) => assignee === myUsername() || positions.value.has(task_id),
  )
  const cursor = useSignal<string | undefined>(undefined)
  const plan =
    visibleTasks && lanes && isLoaded ? planOf(visibleTasks, lanes, positions.value, today()) : undefined
  useQuickAddDefaults()
  return (
    <>
      <TopBar title={messages.title} icon="task" beside={<Count count={visibleTasks?.length} />}>
        {mayAddTasks() && (
          <Button kind="quiet" icon="plus" keys="c" onClick={() => openQuickAdd(placeToAdd.value)}>
            {messages.newTask}
          </Button>
        )}
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

const Count = ({ count }: { count: number | undefined }) =>
  count ? <span class="my-work-count">{messages.count(count)}</span> : null

function useQuickAddDefaults() {
  useEffect(() => {
    placeToAdd.value = { assignee: myUsername() ?? '' }
    return () => void (placeToAdd.value = {})
  }, [])
}

function Plan({ board }: { board: Board }) {
  const { plan, cursor } = board
  const currentBoard = useSignal(board)
  currentBoard.value = board
  const order = useComputed(() =>
    [currentBoard.value.plan.overdue, ...currentBoard.value.plan.lanes.map(({ tasks }) => tasks)].flatMap(
      (tasks) => tasks.map(({ task_id }) => task_id),
    ),
  )
  const total = useComputed(() => order.value.length)
  useEffect(() => setOrder({ known: () => order.value, total, moveTo: (id) => void (cursor.value = id) }), [])
  const openTaskId = here.value.query.get('task')
  useEffect(() => {
    if (openTaskId && order.peek().includes(openTaskId)) cursor.value = openTaskId
  }, [openTaskId])
  usePlanKeys(() => currentBoard.peek())
  useStablePosition(board)
  useDragging(() => currentBoard.peek())
  if (order.value.length === 0)
    return (
      <Empty
        text={messages.empty}
        {...(mayAddTasks() && {
          action: { label: messages.newTask, run: () => openQuickAdd(placeToAdd.value) },
        })}
      />
    )
  return (
    <div class="my-work" data-region="list" tabIndex={-1}>
      {plan.overdue.length > 0 && <LaneColumn board={board} lane={undefined} />}
      <div class="my-work-lanes">
        {plan.lanes.map((lane) => (
          <LaneColumn key={lane.id} board={board} lane={lane} />
        ))}
      </div>
    </div>
  )
}

/** Makes the next task current when a change moves the current task out of the plan. */
function useStablePosition({ plan, cursor }: Board) {
  const lastPosition = useRef<[lane: number, index: number] | undefined>(undefined)
  const lanes = [plan.overdue, ...plan.lanes.map(({ tasks }) => tasks)]
  const id = cursor.value
  useEffect(() => {
    const indexIn = (tasks: readonly Task[]) => tasks.findIndex(({ task_id }) => task_id === id)
    const lane = lanes.findIndex((tasks) => indexIn(tasks) >= 0)
    if (lane >= 0) {
      lastPosition.current = [lane, indexIn(lanes[lane]!)]
    } else if (lastPosition.current && id !== undefined && id !== here.peek().query.get('task')) {
      const tasks = lanes[lastPosition.current[0]] ?? []
      cursor.value = tasks[Math.min(lastPosition.current[1], tasks.length - 1)]?.task_id
    }
  })
}

/** Loads drag and drop after the first render. Cards can be moved by keys and menu before. */
function useDragging(board: () => Board) {
  useEffect(() => {
    let stopDragging: (() => void) | undefined
    const cancel = bringSoon(
      () => import('./drag.ts'),
      messages.noDragging,
      ({ letDrag }) => (stopDragging = letDrag(board)),
    )
    return () => {
      cancel()
      stopDragging?.()
    }
  }, [])
}

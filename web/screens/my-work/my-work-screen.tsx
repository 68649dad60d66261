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

const over = ['completed', 'archived']
const open = taskStatusWords.filter((status) => !over.includes(status))

const scope = { section_scope: 'user:me' }

/** The tasks of the person, and those of others that they have put into lanes of their own. */
function useTasks(lanes: readonly string[] | undefined): readonly Task[] | undefined {
  const mine = data().all('tasks', { ...scope, filter: { assignee: 'me', status: open } }).value
  const sorted = lanes?.length
    ? data().all('tasks', { ...scope, filter: { section: lanes, status: open } }).value
    : undefined
  if (!mine) return undefined
  const ids = new Set(mine.map(({ task_id }) => task_id))
  const all = [...mine, ...(sorted ?? []).filter(({ task_id }) => !ids.has(task_id))]
  return all.filter(({ status }) => open.includes(status))
}

/** What the person has to do, as they have planned it: what is overdue, and their lanes. */
export function MyWorkScreen() {
  const sections = data().all('sections', {}, [], 'sections.mine').value
  const lanes = sections && [...sections].sort((a, b) => a.position - b.position)
  const { places, isThere } = usePlaces(lanes)
  const ids = lanes?.map(({ section_id }) => section_id)
  const tasks = useTasks(ids)
  // Tasks of others that were taken out of the lanes are nobody's business here any more.
  const shown = tasks?.filter(
    ({ task_id, assignee }) => assignee === myUsername() || places.value.has(task_id),
  )
  const cursor = useSignal<string | undefined>(undefined)
  const plan = shown && lanes && isThere ? planOf(shown, lanes, places.value, today()) : undefined
  usePlaceToAdd()
  return (
    <>
      <TopBar title={messages.title} icon="task" beside={<Count count={shown?.length} />}>
        {mayAddTasks() && (
          <Button kind="quiet" icon="plus" keys="c" onClick={() => openQuickAdd(placeToAdd.value)}>
            {messages.newTask}
          </Button>
        )}
      </TopBar>
      {plan ? (
        <Planned board={{ plan, places: places.value, cursor }} />
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

function usePlaceToAdd() {
  useEffect(() => {
    placeToAdd.value = { assignee: myUsername() ?? '' }
    return () => void (placeToAdd.value = {})
  }, [])
}

function Planned({ board }: { board: Board }) {
  const { plan, cursor } = board
  const now = useSignal(board)
  now.value = board
  const order = useComputed(() =>
    [now.value.plan.overdue, ...now.value.plan.lanes.map(({ tasks }) => tasks)].flatMap((tasks) =>
      tasks.map(({ task_id }) => task_id),
    ),
  )
  const total = useComputed(() => order.value.length)
  useEffect(() => setOrder({ known: () => order.value, total, moveTo: (id) => void (cursor.value = id) }), [])
  const opened = here.value.query.get('task')
  useEffect(() => {
    if (opened && order.peek().includes(opened)) cursor.value = opened
  }, [opened])
  usePlanKeys(() => now.peek())
  useStaying(board)
  useDragging(() => now.peek())
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
function useStaying({ plan, cursor }: Board) {
  const last = useRef<[lane: number, index: number] | undefined>(undefined)
  const lanes = [plan.overdue, ...plan.lanes.map(({ tasks }) => tasks)]
  const id = cursor.value
  useEffect(() => {
    const indexIn = (tasks: readonly Task[]) => tasks.findIndex(({ task_id }) => task_id === id)
    const lane = lanes.findIndex((tasks) => indexIn(tasks) >= 0)
    if (lane >= 0) {
      last.current = [lane, indexIn(lanes[lane]!)]
    } else if (last.current && id !== undefined && id !== here.peek().query.get('task')) {
      const tasks = lanes[last.current[0]] ?? []
      cursor.value = tasks[Math.min(last.current[1], tasks.length - 1)]?.task_id
    }
  })
}

/** Dragging comes when it is first needed; keys and the menu do the same. */
function useDragging(board: () => Board) {
  useEffect(() => {
    let end: (() => void) | undefined
    const forget = bringSoon(
      () => import('./drag.ts'),
      messages.noDragging,
      ({ letDrag }) => (end = letDrag(board)),
    )
    return () => {
      forget()
      end?.()
    }
  }, [])
}

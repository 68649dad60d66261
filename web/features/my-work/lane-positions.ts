import { batch, signal, useComputed, useSignal, type ReadonlySignal } from '@preact/signals'
import type { Section, Task } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import type { InverseMutation } from '../../store/types.ts'
import { myWorkTexts as messages } from '../../messages/my-work.ts'
import { useQuery } from '../../store/use-query.ts'
import { getMyUsername } from '../members/members.ts'
import type { TaskNeighbor } from '../tasks/task-mutations.ts'
import { findNextInLane, type LanePosition } from './plan.ts'

export type LanePositions = ReadonlyMap<string, LanePosition>

/** Position at the end of a lane, until the server returns the real one. */
const END_POSITION = 1e11

/** Optimistic positions of pending moves; null means that the task was removed from the lanes. */
const pendingMoves = signal<ReadonlyMap<string, LanePosition | null>>(new Map())

interface PositionsPage {
  data: { task_id: string; section_id: string | null; section_position: number | null }[]
}

/** Loads positions, which are private and not in the event stream, with the screen and after each move. */
export function useLanePositions(lanes: readonly Section[] | undefined): {
  positions: ReadonlySignal<LanePositions>
  isLoaded: boolean
} {
  const ids = lanes?.map(({ section_id }) => section_id) ?? []
  const stored = useSignal<LanePositions>(new Map())
  const reloads = useSignal(0)
  const query = useQuery(`positions ${ids.join()} ${reloads.value}`, async (svc) => {
    if (ids.length === 0) return false
    const params = { org_id: getStore().org, section_scope: 'user:me', limit: 1000, 'filter[section]': ids }
    const page = await svc.request<PositionsPage>('GET', '/v1/tasks', { query: params })
    batch(() => {
      stored.value = toPositions(page)
      // Pending moves keep their optimistic positions.
      if (getStore().pendingCount.peek() === 0) pendingMoves.value = new Map()
    })
    return true
  })
  useEffect(() => subscribeToReload(() => void (reloads.value += 1)), [])
  const positions = useComputed(() => {
    const all = new Map(stored.value)
    for (const [id, position] of pendingMoves.value) {
      if (position) all.set(id, position)
      else all.delete(id)
    }
    return all
  })
  return { positions, isLoaded: lanes !== undefined && query.value === true }
}

const toPositions = ({ data }: PositionsPage): LanePositions =>
  new Map(
    data.flatMap(({ task_id, section_id, section_position }) =>
      section_id === null ? [] : [[task_id, { lane: section_id, position: section_position ?? 0 }] as const],
    ),
  )

function subscribeToReload(reload: () => void): () => void {
  let previous = 0
  const unsubscribe = getStore().pendingCount.subscribe((current) => {
    if (previous > 0 && current === 0) reload()
    previous = current
  })
  const onVisible = () => document.visibilityState === 'visible' && reload()
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Moves a task to a position in a lane, or to its end; without a lane, removes it from the lanes. */
export function moveTaskToLane(
  task: Task,
  lane: { id: string; name: string } | null,
  target: { position: number; neighbor: TaskNeighbor } | undefined,
  positions: LanePositions,
): void {
  const { task_id: id, title } = task
  const previous = positions.get(id)
  const buildMutation = (laneId: string | null, neighbor: TaskNeighbor | undefined): InverseMutation => ({
    method: 'tasks.setSection',
    args: [id, { scope_type: 'user', scope_id: getMyUsername(), section_id: laneId, ...neighbor }],
    rows: { kind: 'tasks', id },
    // The neighbor has to be in the lane first, so moves into it are sent one at a time.
    queue: `order ${laneId ?? previous?.lane}`,
    label: lane ? messages.moved(title, lane.name) : messages.movedOut(title),
  })
  pendingMoves.value = new Map(pendingMoves.value).set(
    id,
    lane && { lane: lane.id, position: target?.position ?? END_POSITION },
  )
  const { response } = getStore().mutate({
    ...buildMutation(lane?.id ?? null, target?.neighbor),
    inverse: buildMutation(previous?.lane ?? null, previous && findNextInLane(previous, positions)),
  })
  response.catch(() => {
    pendingMoves.value = new Map([...pendingMoves.value].filter(([one]) => one !== id))
  })
}

import { batch, signal, useComputed, useSignal, type ReadonlySignal } from '@preact/signals'
import type { Section, Task } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { data } from '../../data/current.ts'
import type { Inverse } from '../../data/data.ts'
import { myWork as messages } from '../../messages/my-work.ts'
import { useAsk } from '../../parts/ask.ts'
import { myUsername } from '../../parts/people.ts'
import type { Beside } from '../../parts/task-changes.ts'
import { neighbourOf, type Place } from './plan.ts'

export type Places = ReadonlyMap<string, Place>

/** The end of a lane, until the server has said which number that is. */
const atEnd = 1e11

/** Moves on their way, laid over what the server has told; null takes a task out of the lanes. */
const moved = signal<ReadonlyMap<string, Place | null>>(new Map())

interface Told {
  data: { task_id: string; section_id: string | null; section_position: number | null }[]
}

/**
 * Where tasks lie in the person's own lanes. Nobody else sees these places, and no event tells of them: they are read for this
 * screen, and again when what the person did has arrived.
 */
export function usePlaces(lanes: readonly Section[] | undefined): {
  places: ReadonlySignal<Places>
  isThere: boolean
} {
  const ids = lanes?.map(({ section_id }) => section_id) ?? []
  const told = useSignal<Places>(new Map())
  const turn = useSignal(0)
  const asked = useAsk(`places ${ids.join()} ${turn.value}`, async (svc) => {
    if (ids.length === 0) return false
    const query = { org_id: data().org, section_scope: 'user:me', limit: 1000, 'filter[section]': ids }
    const page = await svc.request<Told>('GET', '/v1/tasks', { query })
    batch(() => {
      told.value = placesOf(page)
      // What is still on its way stays on top.
      if (data().waiting.peek() === 0) moved.value = new Map()
    })
    return true
  })
  useEffect(() => readAgain(() => void (turn.value += 1)), [])
  const places = useComputed(() => {
    const all = new Map(told.value)
    for (const [id, place] of moved.value) {
      if (place) all.set(id, place)
      else all.delete(id)
    }
    return all
  })
  return { places, isThere: lanes !== undefined && asked.value === true }
}

const placesOf = ({ data }: Told): Places =>
  new Map(
    data.flatMap(({ task_id, section_id, section_position }) =>
      section_id === null ? [] : [[task_id, { lane: section_id, position: section_position ?? 0 }] as const],
    ),
  )

/** Has them read when the last change on its way was answered, and when the person comes back to the page. */
function readAgain(read: () => void): () => void {
  let before = 0
  const end = data().waiting.subscribe((now) => {
    if (before > 0 && now === 0) read()
    before = now
  })
  const shown = () => document.visibilityState === 'visible' && read()
  document.addEventListener('visibilitychange', shown)
  return () => {
    end()
    document.removeEventListener('visibilitychange', shown)
  }
}

/** Puts a task into one of the person's lanes, before another or at the end; without a lane it is taken out of them. */
export function moveTo(
  task: Task,
  lane: { id: string; name: string } | null,
  place: { position: number; beside: Beside } | undefined,
  places: Places,
): void {
  const { task_id: id, title } = task
  const was = places.get(id)
  const step = (to: string | null, beside: Beside | undefined): Inverse => ({
    call: 'tasks.setSection',
    args: [
      id,
      {
        scope_type: 'user',
        scope_id: myUsername(),
        section_id: to,
        ...beside,
      },
    ],
    // Moves of one task go out one after the other, so that the last one stands.
    about: { kind: 'tasks', id },
    // The neighbor has to be in the lane first, so moves into it are sent one at a time.
    queue: `order ${to ?? was?.lane}`,
    said: lane ? messages.moved(title, lane.name) : messages.movedOut(title),
  })
  moved.value = new Map(moved.value).set(id, lane && { lane: lane.id, position: place?.position ?? atEnd })
  const { answer } = data().write({
    ...step(lane?.id ?? null, place?.beside),
    undo: step(was?.lane ?? null, was && neighbourOf(was, places)),
  })
  answer.catch(() => {
    moved.value = new Map([...moved.value].filter(([one]) => one !== id))
  })
}

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { takeAll, type Told } from './dragging.ts'
import { moveWithin } from './keys.ts'
import type { Board } from './lane.tsx'

type Data = Record<string, unknown>

const over = 'my-work-over'

/** Marks what a card would be dropped on, and at which of its edges. */
const mark = (element: HTMLElement, edge: string | null) => {
  if (edge === null) delete element.dataset.over
  else element.dataset.over = edge
}

function card(element: HTMLElement, task: string): () => void {
  return combine(
    draggable({
      element,
      getInitialData: () => ({ task }),
      onDragStart: () => element.classList.add('my-work-dragged'),
      onDrop: () => element.classList.remove('my-work-dragged'),
    }),
    dropTargetForElements({
      element,
      getData: ({ input }) =>
        attachClosestEdge({ task }, { element, input, allowedEdges: ['top', 'bottom'] }),
      canDrop: ({ source }) => source.data.task !== task,
      onDrag: ({ self }) => mark(element, extractClosestEdge(self.data)),
      onDragLeave: () => mark(element, null),
      onDrop: () => mark(element, null),
    }),
  )
}

function lane(element: HTMLElement, id: string): () => void {
  const turn = (on: boolean) => () => void element.classList.toggle(over, on)
  return dropTargetForElements({
    element,
    getData: () => ({ lane: id }),
    onDragEnter: turn(true),
    onDragLeave: turn(false),
    onDrop: turn(false),
  })
}

const take = (element: HTMLElement, told: Told): (() => void) =>
  'task' in told ? card(element, told.task) : lane(element, told.lane)

/** Lets cards be dragged between the lanes and within them, until it is ended. */
export function letDrag(board: () => Board): () => void {
  const end = takeAll(take)
  const stop = monitorForElements({
    onDrop: ({ source, location }) => {
      const targets = location.current.dropTargets.map(({ data }) => data as Data)
      const laneId = targets.find((one) => 'lane' in one)?.lane as string | undefined
      const beside = targets.find((one) => 'task' in one)
      if (laneId !== undefined) drop(board(), source.data.task as string, laneId, beside)
    },
  })
  return () => {
    end()
    stop()
  }
}

function drop(board: Board, id: string, laneId: string, beside: Data | undefined): void {
  const lane = board.plan.lanes.find((one) => one.id === laneId)
  if (!lane) return
  const others = lane.tasks.filter(({ task_id }) => task_id !== id)
  const at = others.findIndex(({ task_id }) => task_id === beside?.task)
  const after = beside && extractClosestEdge(beside) === 'bottom' ? 1 : 0
  moveWithin(board, id, lane, at < 0 ? others.length : at + after)
}

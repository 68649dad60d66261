import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { initializeDragAndDrop, type DragData } from './drag-registry.ts'
import { moveToLaneIndex } from './my-work-keys.ts'
import type { LaneBoard } from './lane.tsx'

type Data = Record<string, unknown>

const overClass = 'my-work-over'

const setDropIndicator = (element: HTMLElement, edge: string | null) => {
  if (edge === null) delete element.dataset.over
  else element.dataset.over = edge
}

function registerCard(element: HTMLElement, taskId: string): () => void {
  return combine(
    draggable({
      element,
      getInitialData: () => ({ task: taskId }),
      onDragStart: () => element.classList.add('my-work-dragged'),
      onDrop: () => element.classList.remove('my-work-dragged'),
    }),
    dropTargetForElements({
      element,
      getData: ({ input }) => attachClosestEdge({ task: taskId }, { element, input, allowedEdges: ['top', 'bottom'] }),
      canDrop: ({ source }) => source.data.task !== taskId,
      onDrag: ({ self }) => setDropIndicator(element, extractClosestEdge(self.data)),
      onDragLeave: () => setDropIndicator(element, null),
      onDrop: () => setDropIndicator(element, null),
    }),
  )
}

function registerLane(element: HTMLElement, id: string): () => void {
  const toggleOver = (on: boolean) => () => void element.classList.toggle(overClass, on)
  return dropTargetForElements({
    element,
    getData: () => ({ lane: id }),
    onDragEnter: toggleOver(true),
    onDragLeave: toggleOver(false),
    onDrop: toggleOver(false),
  })
}

const register = (element: HTMLElement, info: DragData): (() => void) =>
  'task' in info ? registerCard(element, info.task) : registerLane(element, info.lane)

export function enableMyWorkDrag(board: () => LaneBoard): () => void {
  const unregister = initializeDragAndDrop(register)
  const stopMonitor = monitorForElements({
    onDrop: ({ source, location }) => {
      const targets = location.current.dropTargets.map(({ data }) => data as Data)
      const laneId = targets.find((one) => 'lane' in one)?.lane as string | undefined
      const neighbor = targets.find((one) => 'task' in one)
      if (laneId !== undefined) drop(board(), source.data.task as string, laneId, neighbor)
    },
  })
  return () => {
    unregister()
    stopMonitor()
  }
}

function drop(board: LaneBoard, id: string, laneId: string, neighbor: Data | undefined): void {
  const target = board.plan.lanes.find((one) => one.id === laneId)
  if (!target) return
  const otherTasks = target.tasks.filter(({ task_id }) => task_id !== id)
  const targetIndex = otherTasks.findIndex(({ task_id }) => task_id === neighbor?.task)
  const offset = neighbor && extractClosestEdge(neighbor) === 'bottom' ? 1 : 0
  moveToLaneIndex(board, id, target, targetIndex < 0 ? otherTasks.length : targetIndex + offset)
}

import type { Task } from '@svc/sdk'
import { setQuery } from '../../location.ts'
import type { IconName } from '../../components/icon.tsx'
import { useCommands, type Command } from '../../commands/commands.ts'
import { myWorkTexts as messages } from '../../messages/my-work.ts'
import { openFieldPicker } from '../tasks/open-field-picker.tsx'
import type { PickerField } from '../tasks/picker-field.ts'
import { announce } from '../../components/util/announce.ts'
import { enterPanel, focusInList } from '../../components/util/focus.ts'
import { getMyWorkCardId, openLaneMenu, type LaneBoard } from './lane.tsx'
import { moveTaskToLane } from './lane-positions.ts'
import { findNeighborAtIndex, estimateLanePosition, listPlanColumns, type PlanLane } from './plan.ts'

/** Current task with its lane and position; the lane of overdue tasks and those due today is negative. */
interface Current {
  task: Task
  lane: number
  index: number
}

const listColumns = ({ plan }: LaneBoard): readonly (readonly Task[])[] => listPlanColumns(plan)

/** Columns before the lanes: overdue and today. */
const DAY_COLUMNS = 2

function findCurrent(board: LaneBoard): Current | undefined {
  const id = board.cursor.value
  for (const [column, tasks] of listColumns(board).entries()) {
    const index = tasks.findIndex(({ task_id }) => task_id === id)
    if (index >= 0) return { task: tasks[index]!, lane: column - DAY_COLUMNS, index }
  }
  return undefined
}

/** Moves a task to an index of a lane, not counting the task itself. */
export function moveToLaneIndex(board: LaneBoard, id: string, lane: PlanLane, index: number): void {
  const task = listColumns(board)
    .flat()
    .find(({ task_id }) => task_id === id)
  if (!task) return
  const otherTasks = lane.tasks.filter(({ task_id }) => task_id !== id)
  const neighbor = findNeighborAtIndex(otherTasks, index, board.positions)
  const position = estimateLanePosition(otherTasks, index, board.positions)
  const target = neighbor && position !== undefined ? { neighbor, position } : undefined
  moveTaskToLane(task, lane, target, board.positions)
  announce(messages.moved(task.title, lane.name))
}

function setCurrent(board: LaneBoard, task: Task | undefined): void {
  if (!task) return
  board.cursor.value = task.task_id
  focusCard(task.task_id)
}

function focusCard(id: string): void {
  const focusLink = () => focusInList(document.getElementById(getMyWorkCardId(id))?.querySelector('a'))
  focusLink()
  requestAnimationFrame(() => requestAnimationFrame(focusLink))
}

function moveCursor(board: LaneBoard, delta: number): void {
  const all = listColumns(board).flat()
  const current = all.findIndex(({ task_id }) => task_id === board.cursor.value)
  setCurrent(board, current < 0 ? all[0] : all[current + delta])
}

function moveCursorToLane(board: LaneBoard, delta: number): void {
  const current = findCurrent(board)
  if (!current) return moveCursor(board, 1)
  const all = listColumns(board)
  for (let column = current.lane + DAY_COLUMNS + delta; column >= 0 && column < all.length; column += delta) {
    const tasks = all[column]!
    if (tasks.length > 0) return setCurrent(board, tasks[Math.min(current.index, tasks.length - 1)])
  }
}

function moveToLane(board: LaneBoard, delta: number): void {
  const current = findCurrent(board)
  const lane = current && board.plan.lanes[Math.max(current.lane, 0) + (current.lane < 0 && delta > 0 ? 1 : delta)]
  if (!current || !lane) return
  moveToLaneIndex(board, current.task.task_id, lane, 0)
  focusCard(current.task.task_id)
}

function moveInLane(board: LaneBoard, delta: number): void {
  const current = findCurrent(board)
  const lane = current && board.plan.lanes[current.lane]
  if (!current || !lane) return
  const index = current.index + delta
  if (index < 0 || index >= lane.tasks.length) return
  moveToLaneIndex(board, current.task.task_id, lane, index)
  announce(messages.placed(current.task.title, index + 1, lane.tasks.length))
  focusCard(current.task.task_id)
}

const findCard = ({ task }: Current): Element => document.getElementById(getMyWorkCardId(task.task_id)) ?? document.body

const fields: [PickerField, string, string, IconName][] = [
  ['status', messages.status, 's', 'check-circle'],
  ['priority', messages.priority, 'p', 'flag'],
  ['due', messages.dueKey, 'd', 'calendar'],
]

function buildCommandFactories(board: () => LaneBoard) {
  const { section } = messages
  const command = (id: string, title: string, keys: string, run: () => void): Command => ({
    id: `my-work.${id}`,
    title,
    section,
    keys,
    unlisted: true,
    run,
  })
  const taskCommand = (
    id: string,
    title: string,
    keys: string,
    run: (at: Current) => void,
    menu?: IconName,
  ): Command => ({
    ...command(id, title, keys, () => {
      const current = findCurrent(board())
      if (current) run(current)
    }),
    unlisted: false,
    menu,
    when: () => findCurrent(board()) !== undefined,
  })
  return { command, taskCommand }
}

export function useMyWorkKeys(board: () => LaneBoard): void {
  const open = ({ task }: Current) => {
    setQuery({ task: task.task_id })
    enterPanel()
  }
  const { command, taskCommand } = buildCommandFactories(board)
  const list = [
    command('next', messages.next, 'j or ArrowDown', () => moveCursor(board(), 1)),
    command('previous', messages.previous, 'k or ArrowUp', () => moveCursor(board(), -1)),
    command('after', messages.laneAfter, 'ArrowRight', () => moveCursorToLane(board(), 1)),
    command('before', messages.laneBefore, 'ArrowLeft', () => moveCursorToLane(board(), -1)),
    taskCommand('open', messages.open, 'Enter or o', open, 'task'),
    taskCommand('move-after', messages.moveAfter, 'Alt+ArrowRight', () => moveToLane(board(), 1)),
    taskCommand('move-before', messages.moveBefore, 'Alt+ArrowLeft', () => moveToLane(board(), -1)),
    taskCommand('move-up', messages.moveUp, 'Alt+ArrowUp', () => moveInLane(board(), -1)),
    taskCommand('move-down', messages.moveDown, 'Alt+ArrowDown', () => moveInLane(board(), 1)),
    taskCommand('move', messages.moveTo, 'm', (at) => openLaneMenu(board(), at.task, findCard(at)), 'arrow-right'),
    ...fields.map(([field, title, key, icon]) =>
      taskCommand(field, title, key, (at) => void openFieldPicker([at.task.task_id], field, findCard(at)), icon),
    ),
  ]
  useCommands(list, 'list')
}

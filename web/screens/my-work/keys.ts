import type { Task } from '@svc/sdk'
import { goWith } from '../../address.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import { myWork as messages } from '../../messages/my-work.ts'
import { openField, type Field } from '../../parts/task-fields.tsx'
import { announce } from '../../ui/announce.ts'
import { enterPanel, focusInList } from '../../ui/focus.ts'
import { openMoves } from './move-menu.tsx'
import { cardId, type Board } from './lane.tsx'
import { moveTo } from './places.ts'
import { neighbourAt, positionAt, type Lane } from './plan.ts'

/** The task under the keys, with the tasks beside which it stands; lane −1 is what is overdue. */
interface At {
  task: Task
  lane: number
  index: number
}

const columns = ({ plan }: Board): readonly (readonly Task[])[] => [
  plan.overdue,
  ...plan.lanes.map(({ tasks }) => tasks),
]

function atCursor(board: Board): At | undefined {
  const id = board.cursor.value
  for (const [column, tasks] of columns(board).entries()) {
    const index = tasks.findIndex(({ task_id }) => task_id === id)
    if (index >= 0) return { task: tasks[index]!, lane: column - 1, index }
  }
  return undefined
}

/** Puts a task at a place of a lane; the others of the lane are counted without it. */
export function moveWithin(board: Board, id: string, lane: Lane, index: number): void {
  const task = columns(board)
    .flat()
    .find(({ task_id }) => task_id === id)
  if (!task) return
  const others = lane.tasks.filter(({ task_id }) => task_id !== id)
  const beside = neighbourAt(others, index, board.places)
  const position = positionAt(others, index, board.places)
  const place = beside && position !== undefined ? { beside, position } : undefined
  moveTo(task, lane, place, board.places)
  announce(messages.moved(task.title, lane.name))
}

function stand(board: Board, task: Task | undefined): void {
  if (!task) return
  board.cursor.value = task.task_id
  focusCard(task.task_id)
}

/** Moves the focus to a card, which may be rendered elsewhere in the next frame. */
function focusCard(id: string): void {
  const focus = () => focusInList(document.getElementById(cardId(id))?.querySelector('a'))
  focus()
  requestAnimationFrame(() => requestAnimationFrame(focus))
}

/** To the next task, or the one before, through all the lanes. */
function step(board: Board, by: number): void {
  const all = columns(board).flat()
  const at = all.findIndex(({ task_id }) => task_id === board.cursor.value)
  stand(board, at < 0 ? all[0] : all[at + by])
}

/** To the lane beside, at about the same height; empty ones are passed over. */
function cross(board: Board, by: number): void {
  const at = atCursor(board)
  if (!at) return step(board, 1)
  const all = columns(board)
  for (let column = at.lane + 1 + by; column >= 0 && column < all.length; column += by) {
    const tasks = all[column]!
    if (tasks.length > 0) return stand(board, tasks[Math.min(at.index, tasks.length - 1)])
  }
}

function carry(board: Board, by: number): void {
  const at = atCursor(board)
  const lane = at && board.plan.lanes[Math.max(at.lane, 0) + (at.lane < 0 && by > 0 ? 1 : by)]
  if (!at || !lane) return
  moveWithin(board, at.task.task_id, lane, 0)
  focusCard(at.task.task_id)
}

function shift(board: Board, by: number): void {
  const at = atCursor(board)
  const lane = at && board.plan.lanes[at.lane]
  if (!at || !lane) return
  const index = at.index + by
  if (index < 0 || index >= lane.tasks.length) return
  moveWithin(board, at.task.task_id, lane, index)
  announce(messages.placed(at.task.title, index + 1, lane.tasks.length))
  focusCard(at.task.task_id)
}

const cardOf = ({ task }: At): Element => document.getElementById(cardId(task.task_id)) ?? document.body

const fields: [Field, string, string][] = [
  ['status', messages.status, 's'],
  ['priority', messages.priority, 'p'],
  ['due', messages.dueKey, 'd'],
]

/** The keys of the screen: a day is planned with them alone. */
export function usePlanKeys(board: () => Board): void {
  const { section } = messages
  const open = ({ task }: At) => {
    goWith({ task: task.task_id })
    enterPanel()
  }
  const on = (id: string, title: string, keys: string, run: () => void): Command => ({
    id: `my-work.${id}`,
    title,
    section,
    keys,
    unlisted: true,
    run,
  })
  const act = (id: string, title: string, keys: string, run: (at: At) => void): Command => ({
    ...on(id, title, keys, () => {
      const at = atCursor(board())
      if (at) run(at)
    }),
    unlisted: false,
    when: () => atCursor(board()) !== undefined,
  })
  const list = [
    on('next', messages.next, 'j or ArrowDown', () => step(board(), 1)),
    on('previous', messages.previous, 'k or ArrowUp', () => step(board(), -1)),
    on('after', messages.laneAfter, 'ArrowRight', () => cross(board(), 1)),
    on('before', messages.laneBefore, 'ArrowLeft', () => cross(board(), -1)),
    act('open', messages.open, 'Enter or o', open),
    act('move-after', messages.moveAfter, 'Alt+ArrowRight', () => carry(board(), 1)),
    act('move-before', messages.moveBefore, 'Alt+ArrowLeft', () => carry(board(), -1)),
    act('move-up', messages.moveUp, 'Alt+ArrowUp', () => shift(board(), -1)),
    act('move-down', messages.moveDown, 'Alt+ArrowDown', () => shift(board(), 1)),
    act('move', messages.moveTo, 'm', (at) => openMoves(board(), at.task, cardOf(at))),
    ...fields.map(([field, title, key]) =>
      act(field, title, key, (at) => void openField([at.task.task_id], field, cardOf(at))),
    ),
  ]
  useCommands(list, 'list')
}

import type { Task } from '@svc/sdk'
import { expect, test } from 'vitest'
import {
  findNeighborAtIndex,
  findNextInLane,
  buildPlan,
  estimateLanePosition,
  type LanePosition,
} from '../../../web/features/my-work/plan.ts'

const sections = ['Assigned', 'Doing', 'Later'].map((name) => ({ section_id: name, name }))
const buildTask = (task_id: string, due_date: string | null = null) => ({ task_id, due_date, title: task_id }) as Task
const listPlan = (tasks: Task[], positions: Record<string, LanePosition> = {}) => {
  const { overdue, today, lanes: found } = buildPlan(tasks, sections, new Map(Object.entries(positions)), '2031-05-12')
  const listIds = (some: readonly Task[]) => some.map(({ task_id }) => task_id).join(' ')
  return [listIds(overdue), listIds(today), ...found.map(({ tasks }) => listIds(tasks))]
}

test('tasks are in the user’s order, and overdue ones come first until they are planned', () => {
  const tasks = [
    buildTask('a'),
    buildTask('b', '2031-05-13'),
    buildTask('c', '2031-05-11'),
    buildTask('d', '2031-05-01'),
  ]
  expect(listPlan(tasks)).toEqual(['d c', '', 'b a', '', ''])
  expect(listPlan(tasks, { c: { lane: 'Doing', position: 1 }, a: { lane: 'Assigned', position: 5 } })).toEqual([
    'd',
    '',
    'a b',
    'c',
    '',
  ])
  // Deleting a section releases its tasks.
  expect(listPlan([buildTask('a')], { a: { lane: 'Gone', position: 1 } })).toEqual(['', '', 'a', '', ''])
})

test('tasks due today are apart until they are planned, in the user’s order', () => {
  const tasks = [buildTask('a', '2031-05-12'), buildTask('b', '2031-05-12'), buildTask('c', '2031-05-12')]
  expect(listPlan(tasks)).toEqual(['', 'a b c', '', '', ''])
  expect(listPlan(tasks, { b: { lane: 'Assigned', position: 1 }, c: { lane: 'Doing', position: 1 } })).toEqual([
    '',
    'b a',
    '',
    'c',
    '',
  ])
})

test('a position between two tasks is between their numbers, and the server chooses one at the end', () => {
  const tasks = [buildTask('a'), buildTask('b'), buildTask('c')]
  const places = new Map([
    ['a', { lane: 'Doing', position: 1 }],
    ['b', { lane: 'Doing', position: 2 }],
  ])
  expect([0, 1, 2, 3].map((index) => estimateLanePosition(tasks, index, places))).toEqual([
    0,
    1.5,
    undefined,
    undefined,
  ])
})

test('a position is sent as the following task, and as none at the end or before a task without a position', () => {
  const tasks = [buildTask('a'), buildTask('b'), buildTask('c')]
  const places = new Map([
    ['b', { lane: 'Doing', position: 2 }],
    ['a', { lane: 'Doing', position: 1 }],
    ['x', { lane: 'Later', position: 1.5 }],
  ])
  expect([0, 1, 2, 3].map((index) => findNeighborAtIndex(tasks, index, places))).toEqual([
    { before: 'a' },
    { before: 'b' },
    undefined,
    undefined,
  ])
  expect(findNextInLane({ lane: 'Doing', position: 1 }, places)).toEqual({ before: 'b' })
  expect(findNextInLane({ lane: 'Doing', position: 2 }, places)).toBeUndefined()
})

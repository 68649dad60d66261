import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { requireBuild } from './support/build.ts'
import { Sizes } from './support/sizes.ts'

requireBuild()
const sizes = new Sizes(resolve('dist-web'))
/** What somebody loads who comes to the console, which leads to their own work. */
const first = ['index.html', 'features/my-work/my-work-screen.tsx']
const list = 'features/task-list/task-list-screen.tsx'

/** Parts that are loaded when they are asked for, with what is there by then, and the kilobytes that they may add to it. */
const parts: [names: string[], there: string[], limit: number][] = [
  [['features/board/board-screen.tsx', 'features/board/drag-and-drop.ts'], [list], 16],
  [['features/quick-add/quick-add-dialog.tsx'], [], 16],
  [[list], [], 24],
  // A board that is opened by its address brings what it shares with the list.
  [['features/board/board-screen.tsx', 'features/board/drag-and-drop.ts'], [], 32],
  [['features/task-panel/task-panel.tsx'], [], 30],
]

const added = (names: string[], there: string[]) => {
  const known = sizes.filesOf(...first, ...there)
  const own = [...sizes.filesOf(...names)].filter((file) => !known.has(file))
  return sizes.kilobytes(own, '.js')
}

test('the first screen takes 60 KB of script and 12 KB of styles at most', () => {
  const files = sizes.filesOf(...first)
  expect(sizes.kilobytes(files, '.js')).toBeLessThanOrEqual(60)
  expect(sizes.kilobytes(files, '.css')).toBeLessThanOrEqual(12)
})

test.each(parts)('%s adds no more than it may', (names, there, limit) => {
  expect(added(names, there)).toBeLessThanOrEqual(limit)
})

test('no other part that is loaded later adds more than 25 KB', () => {
  const heavy = sizes.late.filter((name) => added([name], []) > 25)
  expect(heavy).toEqual([])
})

test('all of it is 220 KB of script at most', () => {
  expect(sizes.kilobytes(sizes.all, '.js')).toBeLessThanOrEqual(220)
})

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { requireBuild } from './support/build.ts'
import { ChunkSizes } from './support/sizes.ts'

requireBuild()
const sizes = new ChunkSizes(resolve('dist-web'))
/** Sources of the start page, which is the user's own work. */
const first = ['index.html', 'start.tsx', 'features/my-work/my-work-screen.tsx']
const list = 'features/task-list/task-list-screen.tsx'

/** Lazy parts, with the parts loaded before and the kilobytes that they may add. */
const parts: [names: string[], there: string[], limit: number][] = [
  [['features/board/board-screen.tsx', 'features/board/drag-and-drop.ts'], [list], 16],
  [['features/quick-add/quick-add-dialog.tsx'], [], 16],
  [[list], [], 24],
  [['features/calendar/calendar.tsx', 'features/board/drag-and-drop.ts'], [list], 16],
  [['features/calendar/calendar.tsx'], [list], 12],
  [['features/timeline/timeline.tsx'], [list], 18],
  [['features/roadmap/roadmap-screen.tsx', 'features/roadmap/export-map.tsx'], [], 20],
  // A board opened by its URL includes what it shares with the list.
  [['features/board/board-screen.tsx', 'features/board/drag-and-drop.ts'], [], 32],
  [['features/task-panel/task-panel.tsx'], [], 30],
]

const listAddedFiles = (names: string[], there: string[]) => {
  const known = sizes.listFiles(...first, ...there)
  const own = [...sizes.listFiles(...names)].filter((file) => !known.has(file))
  return sizes.measureKilobytes(own, '.js')
}

test('the first screen takes at most 60 KB of scripts and 12 KB of styles', () => {
  const files = sizes.listFiles(...first)
  expect(sizes.measureKilobytes(files, '.js')).toBeLessThanOrEqual(60)
  expect(sizes.measureKilobytes(files, '.css')).toBeLessThanOrEqual(12)
})

test.each(parts)('%s stays within its budget', (names, there, limit) => {
  expect(listAddedFiles(names, there)).toBeLessThanOrEqual(limit)
})

test('no other lazy part adds more than 25 KB', () => {
  const parts = sizes.lazySources.filter((name) => !name.includes('/catalogue-'))
  expect(parts.filter((name) => listAddedFiles([name], []) > 25)).toEqual([])
})

test('all scripts of a user, with the largest translation, take at most 340 KB', () => {
  const translations = [...sizes.all].filter((file) => file.includes('/catalogue-'))
  expect(translations.length).toBeGreaterThan(0)
  const shared = [...sizes.all].filter((file) => !translations.includes(file))
  const largest = Math.max(...translations.map((file) => sizes.measureKilobytes([file], '.js')))
  expect(sizes.measureKilobytes(shared, '.js') + largest).toBeLessThanOrEqual(340)
})

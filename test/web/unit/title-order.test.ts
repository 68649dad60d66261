import { expect, test } from 'vitest'
import { createComparator } from '../../../web/store/query-matching.ts'

const sortRows = (titles: string[], sort_order: string) =>
  titles
    .map((title) => ({ title }))
    .toSorted(createComparator('tasks', { sort_by: 'title', sort_order } as never) as never)
    .map(({ title }) => title)

test('titles sort as on the server: numbers by value, accents beside their letters', () => {
  const titles = ['(a)', 'Äpfel', 'Apfelmus', 'part 1', 'Part 2', 'Part 10', 'v1.9', 'v1.10', 'Zebra']
  expect(sortRows(titles.toReversed(), 'asc')).toEqual(titles)
  expect(sortRows(titles, 'desc')).toEqual(titles.toReversed())
})

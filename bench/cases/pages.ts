import { toSortKey } from '../../src/core/text.ts'
import { pathOf, type Api, type Page, type Place } from '../api.ts'
import { projects } from '../organization.ts'
import { Random } from '../random.ts'

/** A list of which pages are asked, and what the floor is asked it with. */
export interface List {
  id: string
  name: string
  query: Record<string, string>
  values: unknown[]
}

const status = 'not_started,in_progress,completed'

export const byTitle: List = {
  id: 'title',
  name: 'list 100 by title',
  query: { sort_by: 'title' },
  values: [],
}
export const byDueDate: List = {
  id: 'due',
  name: 'list 100 of a project and three statuses, by due date',
  query: { 'filter[project]': projects[0]!.project_id, 'filter[status]': status, sort_by: 'due_date' },
  values: [projects[0]!.project_id, status.split(',')],
}

/** The path at which the floor answers this page. */
export function floorPathOf({ id, values }: List, { before }: Place): string {
  const [name, more] = placeOf(id, before)
  return pathOf(`/page/${name}`, { v: JSON.stringify([...values, ...more]) })
}

function placeOf(id: string, before: Place['before']): [string, unknown[]] {
  if (!before) return [id, []]
  if (id === 'title') return ['title_after', [toSortKey(before.title), before.task_id]]
  if (before.due_date === null) return ['due_none', [before.task_id]]
  return ['due_after', [before.due_date, before.task_id]]
}

const mostPages = 900

/**
 * Many places of a list in a random order, all over it: each is asked once before any is asked again, so that what it
 * shows was not shown lately. They are found by walking, in long strides where the list is long.
 */
export async function pagesAtRandom(api: Api, list: List, tasks: number): Promise<Place[]> {
  const { query } = list
  const stride = Math.min(1000, Math.max(100, Math.floor(tasks / mostPages)))
  const first: Place = { path: pathOf('/v1/tasks', query), page: 1, before: null }
  const places = [first]
  for (let cursor = ''; places.length < mostPages;) {
    const strided = { ...query, limit: stride, ...(cursor !== '' && { cursor }) }
    const { body } = await api.get<Page>(pathOf('/v1/tasks', strided))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
    const path = pathOf('/v1/tasks', { ...query, cursor })
    places.push({ path, page: places.length + 1, before: body.data.at(-1)! })
  }
  const full = places.filter((place, i) => isFull(list, place, places[i + 1]))
  return full.length === 0 ? [first] : shuffled(full)
}

/** Of the last place there may be less than a page; one that ends among the tasks without a date is two of the floor's. */
function isFull({ id }: List, place: Place, next: Place | undefined): boolean {
  if (!next) return false
  const dateless = ({ before }: Place) => placeOf(id, before)[0] === 'due_none'
  return dateless(place) === dateless(next)
}

/** The same order in every run. */
function shuffled<T>(items: T[]): T[] {
  const random = new Random(5)
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

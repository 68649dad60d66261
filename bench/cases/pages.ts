import { toSortKey } from '../../src/core/text.ts'
import { buildPath, type ApiClient, type Page, type PagePosition } from '../api-client.ts'
import { projects } from '../data/organization.ts'
import { Random } from '../data/random.ts'

/** A list with the parameters of its baseline statement. */
export interface List {
  id: string
  name: string
  query: Record<string, string>
  values: unknown[]
}

const statuses = 'not_started,in_progress,completed'

export const byTitle: List = {
  id: 'title',
  name: 'list 100 by title',
  query: { sort_by: 'title' },
  values: [],
}
export const byDueDate: List = {
  id: 'due',
  name: 'list 100 of a project and three statuses, by due date',
  query: { 'filter[project]': projects[0]!.project_id, 'filter[status]': statuses, sort_by: 'due_date' },
  values: [projects[0]!.project_id, statuses.split(',')],
}

export function buildBaselinePath({ id, values }: List, { before }: PagePosition): string {
  const [name, cursor] = toBaselineCursor(id, before)
  return buildPath(`/page/${name}`, { v: JSON.stringify([...values, ...cursor]) })
}

function toBaselineCursor(id: string, before: PagePosition['before']): [statement: string, values: unknown[]] {
  if (!before) return [id, []]
  if (id === 'title') return ['title_after', [toSortKey(before.title), before.task_id]]
  if (before.due_date === null) return ['due_none', [before.task_id]]
  return ['due_after', [before.due_date, before.task_id]]
}

const MAX_PAGES = 900

/** Returns up to 900 full pages from all over a list in random order, so that consecutive requests share no rows. */
export async function findRandomPages(api: ApiClient, list: List, tasks: number): Promise<PagePosition[]> {
  const { query } = list
  const limit = Math.min(1000, Math.max(100, Math.floor(tasks / MAX_PAGES)))
  const first: PagePosition = { path: buildPath('/v1/tasks', query), page: 1, before: null }
  const positions = [first]
  for (let cursor = ''; positions.length < MAX_PAGES;) {
    const path = buildPath('/v1/tasks', { ...query, limit, ...(cursor !== '' && { cursor }) })
    const { body } = await api.get<Page>(path)
    if (body.next_cursor === null) break
    cursor = body.next_cursor
    const next = buildPath('/v1/tasks', { ...query, cursor })
    positions.push({ path: next, page: positions.length + 1, before: body.data.at(-1)! })
  }
  const full = positions.filter((position, i) => isFullPage(list, position, positions[i + 1]))
  return full.length === 0 ? [first] : shuffle(full)
}

/** Excludes the last page, and the one where the baseline needs a second statement for tasks without a due date. */
function isFullPage({ id }: List, position: PagePosition, next: PagePosition | undefined): boolean {
  if (!next) return false
  const isWithoutDate = ({ before }: PagePosition) => toBaselineCursor(id, before)[0] === 'due_none'
  return isWithoutDate(position) === isWithoutDate(next)
}

/** Uses the same order in every run. */
function shuffle<T>(items: T[]): T[] {
  const random = new Random(5)
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** What a view may ask, and what it is called: no database here. */
import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { readFilters, type Filters, type FilterSpecs } from '../../kernel/lists/filter.ts'
import { readOrder, type ListQuery, type ListSpec, type Order } from '../../kernel/paging.ts'
import { invalidParameter, Problem } from '../../kernel/problem.ts'
import { readQuery } from '../../kernel/request/validate.ts'
import type { Reach } from '../projects/access.ts'
import { projectListing } from '../projects/listing.ts'
import { taskListing } from '../tasks/listing.ts'
import type { ViewQuery, ViewResource } from './rows.ts'

/** A list as a view asks it: what it takes, a check of what was asked, and its answer. */
interface Listing {
  query: { properties: object }
  filters: FilterSpecs
  list: ListSpec
  check?(asked: object): void
  answer(
    ctx: Context,
    reach: Reach,
    asked: { query: object; list: ListQuery; filters: Filters },
  ): Promise<Answer>
}

/** The lists that can be queried. */
export const listings: Record<ViewResource, Listing> = { task: taskListing, project: projectListing }

/** A change of a query, in which null takes a parameter out. */
export type Patch = Record<string, string | string[] | null>

/** A change of a query with every filter under its full name, which wins where the short name is given too. */
export function fullNames(resource: ViewResource, query: Patch): Patch {
  const named = Object.entries(query).map(([name, value]) => {
    const full = Object.hasOwn(listings[resource].filters, name) ? `filter[${name}]` : name
    return { name, full, value }
  })
  const kept = named.filter(({ name, full }) => name === full || !Object.hasOwn(query, full))
  return Object.fromEntries(kept.map(({ full, value }) => [full, value]))
}

/** A query as its list reads it; throws the problems that the list throws. */
export function readAsked(
  resource: ViewResource,
  query: ViewQuery,
): { query: object; filters: Filters; order: Order } {
  const listing = listings[resource]
  const asked = readQuery(listing.query as never, query)
  const filters = readFilters(listing.filters, query)
  const order = readOrder(listing.list, query)
  listing.check?.(asked)
  return { query: asked, filters, order }
}

/** What reading a query gives. A problem with the query is moved to the body, in which the query was sent. */
function inBody<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error.moved((loc) => ['body', ...loc]) : error
  }
}

/**
 * A query as it is kept: its values as the list reads them, so that a text with commas becomes a list. Like the list it
 * throws 400 for a value that the list does not take, and other than the list also for a parameter that it does not know.
 */
export const normalized = (resource: ViewResource, query: ViewQuery): ViewQuery =>
  inBody(() => readToKeep(resource, query))

function readToKeep(resource: ViewResource, query: ViewQuery): ViewQuery {
  const listing = listings[resource]
  const plain = Object.keys(listing.query.properties).filter((name) => name !== 'org_id')
  const known = [...plain, 'sort_by', 'sort_order']
  const entries = Object.entries(query).filter(([, value]) => value.length > 0)
  for (const [name] of entries)
    if (!known.includes(name) && !name.startsWith('filter['))
      throw invalidParameter(name.slice(0, 100), `A view can't ask the ${resource} list for this.`, [
        ...known,
        ...Object.keys(listing.filters).map((filter) => `filter[${filter}]`),
      ])
  const { filters } = readAsked(resource, Object.fromEntries(entries))
  const kept: ViewQuery = {}
  for (const [name, value] of entries) {
    if (!name.startsWith('filter[')) kept[name] = value
    const values = [...new Set(filters[/^filter\[(.*)\]$/.exec(name)?.[1] ?? ''])]
    if (values.length > 0) kept[name] = values.length === 1 && typeof value === 'string' ? values[0]! : values
  }
  return kept
}

const longest = 120

/** What the `n`th copy of a view is called. */
export function copyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`
  const points = [...name]
  const room = longest - suffix.length
  return (points.length <= room ? name : points.slice(0, room).join('').trimEnd()) + suffix
}

import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { readFilters, type Filters, type FilterSpecs } from '../../kernel/lists/filter.ts'
import { readOrder, type ListQuery, type ListSpec, type Order } from '../../kernel/paging.ts'
import { invalidParameter, Problem } from '../../kernel/problem.ts'
import { readQuery } from '../../kernel/request/validate.ts'
import type { Reach } from '../projects/access.ts'
import { projectListing } from '../projects/listing.ts'
import { taskListing } from '../tasks/listing.ts'
import type { ViewQuery, ViewResource } from './schemas.ts'

/** A list operation that a view can run: its parameters, their validation and the handler. */
interface Listing {
  query: { properties: object }
  filters: FilterSpecs
  list: ListSpec
  check?(query: object): void
  answer(
    ctx: Context,
    visibility: Reach,
    request: { query: object; list: ListQuery; filters: Filters },
  ): Promise<Answer>
}

export const listings: Record<ViewResource, Listing> = { task: taskListing, project: projectListing }

/** A merge patch of a query; null removes a parameter. */
export type Patch = Record<string, string | string[] | null>

/** Expands short filter names to `filter[…]`; the full name takes precedence. */
export function fullNames(resource: ViewResource, query: Patch): Patch {
  const named = Object.entries(query).map(([name, value]) => {
    const full = Object.hasOwn(listings[resource].filters, name) ? `filter[${name}]` : name
    return { name, full, value }
  })
  const effective = named.filter(({ name, full }) => name === full || !Object.hasOwn(query, full))
  return Object.fromEntries(effective.map(({ full, value }) => [full, value]))
}

/** Parses a query like a request to its list, with the same problems. */
export function readAsked(
  resource: ViewResource,
  query: ViewQuery,
): { query: object; filters: Filters; order: Order } {
  const listing = listings[resource]
  const parsed = readQuery(listing.query as never, query)
  const filters = readFilters(listing.filters, query)
  const order = readOrder(listing.list, query)
  listing.check?.(parsed)
  return { query: parsed, filters, order }
}

/** Moves problems of a query to the location of the body that contains it. */
function withBodyLocation<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error.moved((loc) => ['body', ...loc]) : error
  }
}

/**
 * Returns a query with values as its list parses them. Throws 400 for values that the list rejects and, unlike the
 * list, for unknown parameters.
 */
export const normalized = (resource: ViewResource, query: ViewQuery): ViewQuery =>
  withBodyLocation(() => normalizeQuery(resource, query))

function normalizeQuery(resource: ViewResource, query: ViewQuery): ViewQuery {
  const listing = listings[resource]
  const plain = Object.keys(listing.query.properties).filter((name) => name !== 'org_id')
  const known = [...plain, 'sort_by', 'sort_order']
  const entries = Object.entries(query).filter(([, value]) => value.length > 0)
  for (const [name] of entries)
    if (!known.includes(name) && !name.startsWith('filter['))
      throw invalidParameter(name.slice(0, 100), `Not a parameter of the ${resource} list.`, [
        ...known,
        ...Object.keys(listing.filters).map((filter) => `filter[${filter}]`),
      ])
  const { filters } = readAsked(resource, Object.fromEntries(entries))
  const normalizedQuery: ViewQuery = {}
  for (const [name, value] of entries) {
    if (!name.startsWith('filter[')) normalizedQuery[name] = value
    const values = [...new Set(filters[/^filter\[(.*)\]$/.exec(name)?.[1] ?? ''])]
    if (values.length > 0)
      normalizedQuery[name] = values.length === 1 && typeof value === 'string' ? values[0]! : values
  }
  return normalizedQuery
}

const MAX_NAME_LENGTH = 120

/** Returns the name of the `n`th copy of a view, truncated to the maximum length. */
export function copyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`
  const characters = [...name]
  const maxLength = MAX_NAME_LENGTH - suffix.length
  return (characters.length <= maxLength ? name : characters.slice(0, maxLength).join('').trimEnd()) + suffix
}

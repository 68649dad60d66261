import type { OperationResult } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findFilterSpec, parseFilters, type Filters, type FilterSpecs } from '../../../http/pagination/filters.ts'
import { parseListOrder, type PageRequest, type ListSpec, type ListOrder } from '../../../http/pagination/pagination.ts'
import { invalidParameter, Problem } from '../../../core/errors.ts'
import { parseQueryParameters } from '../../../http/validate.ts'
import type { ProjectVisibility } from '../projects/policy.ts'
import { projectListQuery } from '../projects/list-operation.ts'
import { taskListHandler } from '../tasks/list-operations.ts'
import type { ViewQuery, ViewResource } from './schema.ts'

interface Listing {
  query: { properties: object }
  filters: FilterSpecs
  list: ListSpec
  check?(query: object): void
  answer(
    ctx: Context,
    visibility: ProjectVisibility,
    request: { query: object; list: PageRequest; filters: Filters },
  ): Promise<OperationResult>
}

export const viewListQueries: Record<ViewResource, Listing> = { task: taskListHandler, project: projectListQuery }

export type ViewQueryPatch = Record<string, string | string[] | null>

/** Expands short filter names to `filter[…]`; the full name takes precedence. */
export function expandFilterNames(resource: ViewResource, query: ViewQueryPatch): ViewQueryPatch {
  const named = Object.entries(query).map(([name, value]) => {
    const full = findFilterSpec(viewListQueries[resource].filters, name) ? `filter[${name}]` : name
    return { name, full, value }
  })
  const effective = named.filter(({ name, full }) => name === full || !Object.hasOwn(query, full))
  return Object.fromEntries(effective.map(({ full, value }) => [full, value]))
}

/** Parses a query like a request to its list, with the same problems. */
export function parseViewQuery(
  resource: ViewResource,
  query: ViewQuery,
): { query: object; filters: Filters; order: ListOrder } {
  const listing = viewListQueries[resource]
  const parsed = parseQueryParameters(listing.query as never, query)
  const filters = parseFilters(listing.filters, query)
  const order = parseListOrder(listing.list, query)
  listing.check?.(parsed)
  return { query: parsed, filters, order }
}

/** Moves problems of a query to the location of the body that contains it. */
function withBodyLocation<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error.withErrorPaths((loc) => ['body', ...loc]) : error
  }
}

/** Throws 400 for values that the list rejects and, unlike the list, for unknown parameters. */
export const normalizeViewQuery = (resource: ViewResource, query: ViewQuery): ViewQuery =>
  withBodyLocation(() => normalizeQuery(resource, query))

function normalizeQuery(resource: ViewResource, query: ViewQuery): ViewQuery {
  const listing = viewListQueries[resource]
  const plain = Object.keys(listing.query.properties).filter((name) => name !== 'org_id')
  const known = [...plain, 'sort_by', 'sort_order']
  const entries = Object.entries(query).filter(([, value]) => value.length > 0)
  for (const [name] of entries)
    if (!known.includes(name) && !name.startsWith('filter['))
      throw invalidParameter(name.slice(0, 100), `Not a parameter of the ${resource} list.`, [
        ...known,
        ...Object.keys(listing.filters).map((filter) => `filter[${filter}]`),
      ])
  const { filters } = parseViewQuery(resource, Object.fromEntries(entries))
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
export function buildCopyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`
  const characters = [...name]
  const maxLength = MAX_NAME_LENGTH - suffix.length
  return (characters.length <= maxLength ? name : characters.slice(0, maxLength).join('').trimEnd()) + suffix
}

import { invalidParameter, Problem } from '../../core/errors.ts'
import { parseQueryParameters } from '../validate.ts'
import { findFilterSpec, parseFilters, type Filters, type FilterSpecs } from './filters.ts'
import { parseListOrder, type ListOrder, type ListSpec } from './pagination.ts'

/** Query of a list as a value in a body: its parameters by name. */
export type ListQuery = Record<string, string | string[]>

/** A merge patch of a query; null removes a parameter. */
export type ListQueryPatch = Record<string, string | string[] | null>

/** Parameters of a list and their validation. */
export interface QueryableList {
  query: { properties: object }
  filters: FilterSpecs
  list: ListSpec
  /** Throws the errors of the list that its query schema cannot express. */
  check?(query: object): void
}

/** Expands short filter names to `filter[…]`; the full name takes precedence. */
export function expandFilterNames({ filters }: QueryableList, query: ListQueryPatch): ListQueryPatch {
  const named = Object.entries(query).map(([name, value]) => {
    const full = findFilterSpec(filters, name) ? `filter[${name}]` : name
    return { name, full, value }
  })
  const effective = named.filter(({ name, full }) => name === full || !Object.hasOwn(query, full))
  return Object.fromEntries(effective.map(({ full, value }) => [full, value]))
}

/** Parses a query like a request to its list, with the same problems. */
export function parseListQuery(
  listing: QueryableList,
  query: ListQuery,
): { query: object; filters: Filters; order: ListOrder } {
  const parsed = parseQueryParameters(listing.query as never, query)
  const filters = parseFilters(listing.filters, query)
  const order = parseListOrder(listing.list, query)
  listing.check?.(parsed)
  return { query: parsed, filters, order }
}

/** Moves problems of a query to the location of the body that contains it. */
export function withBodyLocation<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Problem ? error.withErrorPaths((loc) => ['body', ...loc]) : error
  }
}

/**
 * Returns a query with values as its list parses them. Throws 400 for values that the list rejects and, unlike the
 * list, for unknown parameters. `resource` names the rows of the list, for errors.
 */
export const normalizeListQuery = (resource: string, listing: QueryableList, query: ListQuery): ListQuery =>
  withBodyLocation(() => normalizeQuery(resource, listing, query))

function normalizeQuery(resource: string, listing: QueryableList, query: ListQuery): ListQuery {
  const plain = Object.keys(listing.query.properties).filter((name) => name !== 'org_id')
  const known = [...plain, 'sort_by', 'sort_order']
  const entries = Object.entries(query).filter(([, value]) => value.length > 0)
  for (const [name] of entries)
    if (!known.includes(name) && !name.startsWith('filter['))
      throw invalidParameter(name.slice(0, 100), `Not a parameter of the ${resource} list.`, [
        ...known,
        ...Object.keys(listing.filters).map((filter) => `filter[${filter}]`),
      ])
  const { filters } = parseListQuery(listing, Object.fromEntries(entries))
  const normalizedQuery: ListQuery = {}
  for (const [name, value] of entries) {
    if (!name.startsWith('filter[')) normalizedQuery[name] = value
    const values = [...new Set(filters[/^filter\[(.*)\]$/.exec(name)?.[1] ?? ''])]
    if (values.length > 0)
      normalizedQuery[name] = values.length === 1 && typeof value === 'string' ? values[0]! : values
  }
  return normalizedQuery
}

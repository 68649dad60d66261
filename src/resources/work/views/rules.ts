import type { OperationResult } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import type { Filters } from '../../../http/pagination/filters.ts'
import {
  expandFilterNames,
  normalizeListQuery,
  parseListQuery,
  type ListQueryPatch,
  type QueryableList,
} from '../../../http/pagination/list-query.ts'
import type { PageRequest } from '../../../http/pagination/pagination.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { projectListQuery } from '../projects/list-operation.ts'
import { taskListHandler } from '../tasks/list-operations.ts'
import type { ViewQuery, ViewResource } from './schema.ts'

/** A list operation that a view can run: its parameters, their validation and the handler. */
interface Listing extends QueryableList {
  answer(
    ctx: Context,
    visibility: OrgVisibility,
    request: { query: object; list: PageRequest; filters: Filters },
  ): Promise<OperationResult>
}

export const viewListQueries: Record<ViewResource, Listing> = { task: taskListHandler, project: projectListQuery }

/** Expands short filter names to `filter[…]`; the full name takes precedence. */
export const expandViewFilters = (resource: ViewResource, query: ListQueryPatch): ListQueryPatch =>
  expandFilterNames(viewListQueries[resource], query)

/** Parses a query like a request to its list, with the same problems. */
export const parseViewQuery = (resource: ViewResource, query: ViewQuery) =>
  parseListQuery(viewListQueries[resource], query)

/** Throws 400 for values that the list rejects and, unlike the list, for unknown parameters. */
export const normalizeViewQuery = (resource: ViewResource, query: ViewQuery): ViewQuery =>
  normalizeListQuery(resource, viewListQueries[resource], query)

const MAX_NAME_LENGTH = 120

/** Returns the name of the `n`th copy of a view, truncated to the maximum length. */
export function buildCopyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`
  const characters = [...name]
  const maxLength = MAX_NAME_LENGTH - suffix.length
  return (characters.length <= maxLength ? name : characters.slice(0, maxLength).join('').trimEnd()) + suffix
}

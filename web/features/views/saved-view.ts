import type { View } from '@svc/sdk'
import {
  findIn,
  getDefaultViewQuery,
  layouts,
  scales,
  parseColumns,
  parseFilters,
  parseGroup,
  parseSorting,
  type TaskContainer,
  type TaskFilters,
  type ViewQuery,
} from './view-query.ts'

export type SavedView = Pick<View, 'query' | 'display'>

/** Parameters of the list that mean a filter, beside `filter[…]`. */
const filterByParam: Record<string, string> = {
  search: 'search',
  status: 'status',
  project_id: 'project',
  unfiled: 'project',
}

export const getFilterName = (param: string): string | undefined =>
  filterByParam[param] ?? /^filter\[(.+)\]$/.exec(param)?.[1]

const toText = (value: unknown) => (typeof value === 'string' ? value : null)

/** Parses all filters of a view, also unknown ones: the server accepted them. */
function parseSavedFilters(query: View['query']): TaskFilters {
  const params = Object.entries(query).flatMap(([param, value]): [string, string][] => {
    const name = getFilterName(param)
    if (name === undefined || value == null || (name !== param && `filter[${name}]` in query && param in filterByParam))
      return []
    if (param === 'unfiled') return String(value) === 'true' ? [['filter[project]', '__unfiled__']] : []
    return [[`filter[${name}]`, String(value)]]
  })
  return parseFilters(params, () => true)
}

export function fromSavedView({ query, display }: SavedView, container: TaskContainer): ViewQuery {
  const layout = findIn(layouts, toText(display['layout'])) ?? 'list'
  const defaults = getDefaultViewQuery(container, layout)
  const { [container.kind]: _container, ...filters } = parseSavedFilters(query)
  const columns = Array.isArray(display['columns']) ? display['columns'].map(String) : undefined
  return {
    filters: filters as TaskFilters,
    sort: parseSorting(toText(query['sort_by']), defaults),
    isDescending: query['sort_order'] === 'desc',
    group: parseGroup(toText(display['group']), defaults.group),
    lanes: parseGroup(toText(display['lanes']), null),
    columns: parseColumns(columns, defaults),
    layout,
    scale: findIn(scales, toText(display['scale'])) ?? null,
  }
}

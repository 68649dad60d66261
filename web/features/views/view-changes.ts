import type { View } from '@svc/sdk'
import { isEqual, mergeRow } from '../../store/rows.ts'
import { fromSavedView, getFilterName, type SavedView } from './saved-view.ts'
import { buildSavedQuery, type TaskContainer, type TaskFilters, type ViewQuery } from './view-query.ts'

type SavedQuery = Record<string, string | string[] | null>

/**
 * Builds the body of a view. With `before`, builds an update that contains only what changed, since the view may have
 * parameters that this version of the console does not know. Updates are merged: null removes a parameter.
 */
export function toSavedView(viewQuery: ViewQuery, container: TaskContainer, before?: SavedView) {
  const shown = before && fromSavedView(before, container)
  const query = before ? diffFilters(viewQuery.filters, shown!.filters, before.query) : {}
  const { filter, sort_by, sort_order, section_scope } = buildSavedQuery(viewQuery, container)
  for (const [name, value] of Object.entries(filter))
    if (!isEqual(value, shown?.filters[name])) query[`filter[${name}]`] = value
  if (viewQuery.sort !== shown?.sort || viewQuery.isDescending !== shown.isDescending)
    Object.assign(query, { sort_by, sort_order })
  if (section_scope !== undefined) query['section_scope'] = section_scope
  else if (shown && buildSavedQuery(shown, container).section_scope !== undefined) query['section_scope'] = null
  return { query, display: buildDisplay(viewQuery, shown, before) }
}

/** Returns null for each parameter that means a filter which changed. */
function diffFilters(filters: TaskFilters, shown: TaskFilters, stored: View['query']): SavedQuery {
  const isChanged = (name: string | undefined) =>
    name !== undefined && name in shown && !isEqual(filters[name], shown[name])
  return Object.fromEntries(
    Object.keys(stored)
      .filter((param) => isChanged(getFilterName(param)))
      .map((param) => [param, null]),
  )
}

function buildDisplay({ layout, scale, group, lanes, columns }: ViewQuery, shown?: ViewQuery, before?: SavedView) {
  const stored = before?.display['columns']
  // Columns of other versions stay where they are: after those that are shown.
  const others = Array.isArray(stored) && shown ? stored.map(String).filter((one) => !isIn(shown.columns, one)) : []
  return {
    ...(layout !== shown?.layout && { layout }),
    ...(scale !== (shown?.scale ?? null) && { scale }),
    ...(group !== shown?.group && { group: group ?? 'none' }),
    ...(lanes !== (shown?.lanes ?? null) && { lanes: lanes ?? 'none' }),
    ...(!isEqual(columns, shown?.columns) && { columns: [...columns, ...others] }),
  }
}

const isIn = (values: readonly string[], value: string): boolean => values.includes(value)

/** Builds a new view, with everything that the view it is made from has. */
export function toNewView(viewQuery: ViewQuery, container: TaskContainer, origin?: SavedView) {
  if (!origin) return toSavedView(viewQuery, container)
  const { query, display } = origin
  return mergeRow({ query, display }, toSavedView(viewQuery, container, origin)) as typeof origin
}

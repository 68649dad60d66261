import { computed } from '@preact/signals'
import type { View } from '@svc/sdk'
import { buildUrlWithQuery, setQuery, currentLocation, locationWithoutTask } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { savePreferences } from '../../components/util/preferences.ts'
import { findPlace, readDisplay } from './list-display.ts'
import { fromSavedView } from './saved-view.ts'
import {
  allTasks,
  findIn,
  getDefaultViewQuery,
  parseViewQuery,
  hasViewQuery,
  layouts,
  toUrlParams,
  type Layout,
  type TaskContainer,
  type ViewQuery,
} from './view-query.ts'

interface ViewState {
  container: TaskContainer
  query: ViewQuery
  /** Query without URL parameters: that of the saved view, or the default one. */
  baseQuery: ViewQuery
  /** Saved view; null if it does not exist, undefined if it is not loaded yet or the URL names none. */
  savedView: View | null | undefined
  isLoading: boolean
  isModified: boolean
  /** True in My work. */
  isOwn: boolean
}

const parsePath = (path: string): { kind: string; id: string } => {
  const [, kind = '', id = ''] = /^\/o\/[^/]+\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  return { kind, id: decodeURIComponent(id) }
}

const toViewContainer = ({ scope_type, scope_id }: View): TaskContainer =>
  scope_type === 'user' ? allTasks : { kind: scope_type, id: scope_id }

const toContainer = ({ kind, id }: { kind: string; id: string }): TaskContainer =>
  kind === 'p' ? { kind: 'project', id } : kind === 'team' ? { kind: 'team', id } : allTasks

function getBaseQuery(container: TaskContainer, query: URLSearchParams, isOwn: boolean): ViewQuery {
  const base = getDefaultViewQuery(container, findIn(layouts, query.get('view')))
  return isOwn ? { ...base, filters: { assignee: ['me'] } } : base
}

export const viewState = computed((): ViewState => {
  const { path, query } = locationWithoutTask.value
  const target = parsePath(path)
  const view = target.kind === 'v' ? getStore().row('views', target.id).value : undefined
  const container = view ? toViewContainer(view) : toContainer(target)
  const isOwn = target.kind === 'my'
  const base = view ? fromSavedView(view, container) : getBaseQuery(container, query, isOwn)
  const viewQuery = parseViewQuery(query, base)
  const changed =
    Boolean(view) && (hasViewQuery(query) || viewQuery.layout !== base.layout || viewQuery.scale !== base.scale)
  return {
    container: container,
    query: viewQuery,
    baseQuery: base,
    savedView: view,
    isLoading: target.kind === 'v' && view === undefined,
    isModified: changed,
    isOwn,
  }
})

export function updateViewQuery(change: Partial<ViewQuery>): void {
  const { query: viewQuery, baseQuery, savedView } = viewState.value
  const params = toUrlParams({ ...viewQuery, ...change }, baseQuery, Boolean(savedView), viewQuery.filters)
  // A filter does not make the display of a link the user's own.
  if (!change.filters) rememberDisplay(params)
  setQuery(params)
}

/** Saves how a list is shown; nothing for a saved view, which has a display of its own. */
function rememberDisplay(params: Record<string, string | null>): void {
  const { pathname, searchParams } = new URL(buildUrlWithQuery(params), location.href)
  const place = findPlace(pathname)
  if (place) void savePreferences({ display: { [place]: readDisplay(searchParams) } })
}

/** Shows the tasks in another layout; a scale belongs to the one that it was chosen in. */
export const showLayout = (layout: Layout): void => updateViewQuery({ layout, scale: null })

export const setFilter = (name: string, values: readonly string[]): void => setFilters({ [name]: values })

export function setFilters(changes: Record<string, readonly string[]>): void {
  const filters: Record<string, readonly string[] | undefined> = { ...viewState.value.query.filters }
  for (const [name, values] of Object.entries(changes)) {
    delete filters[name]
    if (values.length > 0) filters[name] = values
  }
  updateViewQuery({ filters: filters as ViewQuery['filters'] })
}

export function resetToSavedView(): void {
  const names = [...currentLocation.value.query.keys()].filter((name) => name !== 'task')
  setQuery(Object.fromEntries(names.map((name) => [name, null])))
}

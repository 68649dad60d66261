import { taskGroupingValues, tasksListSortValues } from '@svc/sdk/enums'
import { addDays, getToday } from '../../components/util/dates.ts'
import { isFinished, openStatuses } from '../tasks/open-statuses.ts'
import { narrowToDueGroup } from './due-groups.ts'
import {
  filterNames,
  isCustomName,
  isSupportedFilter,
  parseCustomFilter,
  type CustomName,
  type SupportedFilter,
} from './filter-names.ts'

export const taskGroupings = taskGroupingValues
export type Grouping = (typeof taskGroupings)[number] | CustomName

/** Groups that a task is not moved between, which a board would do. */
export const listGroupings: readonly string[] = ['tags', 'due_date', 'team'] satisfies Grouping[]

export const taskColumns = [
  'project',
  'tags',
  'sprint',
  'milestone',
  'goal',
  'task_type',
  'start_date',
  'due_date',
  'created_at',
  'updated_at',
  'created_by',
  'assignee',
] as const
export type BuiltInColumn = (typeof taskColumns)[number]
export type TaskColumn = BuiltInColumn | CustomName

/** Sortings in the menu. A saved view may have any other one of the API. */
export const taskSortings = [
  'priority',
  'due_date',
  'updated_at',
  'created_at',
  'title',
  'status',
  'assignee',
  'start_date',
  'section_position',
] as const
export type Sorting = (typeof tasksListSortValues)[number] | CustomName

/** Filters by name, also those of a saved view that this version of the console does not know. */
export type TaskFilters = { readonly [name in SupportedFilter]?: readonly string[] } & {
  readonly [name: string]: readonly string[] | undefined
}

export interface ViewQuery {
  filters: TaskFilters
  sort: Sorting
  isDescending: boolean
  group: Grouping | null
  /** Attribute of the lanes of a board. */
  lanes: Grouping | null
  columns: readonly TaskColumn[]
  layout: Layout
  /** Period of a calendar, or zoom of a timeline; null for that of the layout. */
  scale: Scale | null
}

export interface TaskContainer {
  kind: 'all' | 'project' | 'team'
  id: string
}

export const layouts = ['list', 'board', 'calendar', 'timeline'] as const
export type Layout = (typeof layouts)[number]

export const scales = ['day', 'week', 'month'] as const
export type Scale = (typeof scales)[number]

export const allTasks: TaskContainer = { kind: 'all', id: '' }

export const findIn = <T extends string>(values: readonly T[], value: string | null | undefined): T | undefined =>
  values.find((candidate) => candidate === value)

/** Returns the query of a list without parameters. A timeline is in the order of its bars. */
export const getDefaultViewQuery = (container: TaskContainer, layout: Layout = 'list'): ViewQuery => ({
  filters: {},
  sort: layout === 'timeline' ? 'due_date' : 'priority',
  isDescending: false,
  group: 'status',
  lanes: null,
  columns:
    container.kind === 'project' ? ['tags', 'due_date', 'assignee'] : ['project', 'tags', 'due_date', 'assignee'],
  layout: 'list',
  scale: null,
})

export const parseGroup = (group: string | null, base: Grouping | null): Grouping | null =>
  group === 'none' ? null : (findName(taskGroupings, group) ?? base)

/** Returns whether a board can have lanes by an attribute. */
export const canHaveLanes = (name: Grouping): boolean => name !== 'section' && !listGroupings.includes(name)

/** Returns the attribute of the lanes that a board shows. */
export const getLanes = ({ layout, lanes, group }: ViewQuery): Grouping | null =>
  layout === 'board' && lanes && lanes !== (group ?? 'status') && canHaveLanes(lanes) ? lanes : null

export const parseColumns = (columns: readonly string[] | undefined, base: ViewQuery): readonly TaskColumn[] =>
  columns ? [...taskColumns.filter((name) => columns.includes(name)), ...columns.filter(isCustomName)] : base.columns

export const parseSorting = (sort: string | null | undefined, base: ViewQuery): Sorting =>
  findName(tasksListSortValues, sort) ?? base.sort

/** Returns a name of the API, or that of a custom field. */
const findName = <T extends string>(
  values: readonly T[],
  name: string | null | undefined,
): T | CustomName | undefined => (name && isCustomName(name) ? name : findIn(values, name))

const queryParams = ['sort', 'group', 'lanes', 'columns']

/** Returns whether URL parameters set a query, which then replaces that of the saved view. */
export const hasViewQuery = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => queryParams.includes(name) || name.startsWith('filter['))

const isKnownFilter = (name: string) => isSupportedFilter(name) || parseCustomFilter(name) !== undefined

/** Parses filters of parameters. `isAccepted` tells which names are filters; others are ignored. */
export function parseFilters(
  query: Iterable<readonly [string, string]>,
  isAccepted: (name: string) => boolean = isKnownFilter,
): TaskFilters {
  const filters: Record<string, string[]> = {}
  for (const [name, value] of query) {
    const filter = /^filter\[([\w.]+)\]$/.exec(name)?.[1]
    if (filter === undefined || !isAccepted(filter) || value === '') continue
    const values = filter === 'search' ? [value] : value.split(',').filter((one) => one !== '')
    filters[filter] = [...new Set([...(filters[filter] ?? []), ...values])]
  }
  return filters
}

export function parseViewQuery(query: URLSearchParams, base: ViewQuery): ViewQuery {
  const layout = findIn(layouts, query.get('view')) ?? base.layout
  const scale = findIn(scales, query.get('scale')) ?? base.scale
  if (!hasViewQuery(query)) return { ...base, layout, scale }
  const sort = query.get('sort')?.replace(/^-/, '')
  return {
    filters: parseFilters(query, (name) => isKnownFilter(name) || name in base.filters),
    sort: parseSorting(sort, base),
    isDescending: sort === undefined ? base.isDescending : query.get('sort')!.startsWith('-'),
    group: parseGroup(query.get('group'), base.group),
    lanes: parseGroup(query.get('lanes'), base.lanes),
    columns: parseColumns(query.get('columns')?.split(','), base),
    layout,
    scale,
  }
}

/** Returns URL parameters; null for those equal to `base`. Over a saved view `sort` is set, since a URL without it has the order of the view. */
export function toUrlParams(
  viewQuery: ViewQuery,
  base: ViewQuery,
  isOverView = false,
  previous: TaskFilters = {},
): Record<string, string | null> {
  const params: Record<string, string | null> = {}
  const names = [viewQuery.filters, base.filters, previous].flatMap((filters) => Object.keys(filters))
  for (const name of new Set([...filterNames, ...names]))
    params[`filter[${name}]`] = viewQuery.filters[name]?.join(',') || null
  const sort = (viewQuery.isDescending ? '-' : '') + viewQuery.sort
  const isSameSort = viewQuery.sort === base.sort && viewQuery.isDescending === base.isDescending
  params['sort'] = isSameSort && !isOverView ? null : sort
  params['group'] = viewQuery.group === base.group ? null : (viewQuery.group ?? 'none')
  params['lanes'] = viewQuery.lanes === base.lanes ? null : (viewQuery.lanes ?? 'none')
  params['columns'] = viewQuery.columns.join() === base.columns.join() ? null : viewQuery.columns.join(',')
  params['view'] = viewQuery.layout === base.layout ? null : viewQuery.layout
  params['scale'] = viewQuery.scale === base.scale ? null : viewQuery.scale
  return params
}

interface TaskQuery {
  [name: string]: unknown
  filter: Record<string, string[]>
  sort_by: Sorting
  sort_order: 'asc' | 'desc'
  section_scope?: string
}

const getSectionScope = (container: TaskContainer): string =>
  container.kind === 'all' ? 'user:me' : `${container.kind}:${container.id}`

const BEFORE_ALL_DATES = '0001-01-01'

/** Builds the overdue filter of badges and emails: before today here, and open. The server's has archived tasks. */
function resolveOverdue(query: TaskQuery): TaskQuery {
  const { overdue, ...filter } = query.filter
  if (!overdue) return query
  const [before = ''] = filter['due_before'] ?? []
  const yesterday = addDays(getToday(), -1)
  filter['due_before'] = [before && before < yesterday ? before : yesterday]
  const status = filter['status']?.filter((one) => !isFinished(one)) ?? openStatuses
  if (status.length === 0) return { ...query, filter: { ...filter, due_before: [BEFORE_ALL_DATES] } }
  return { ...query, filter: { ...filter, status } }
}

/** Returns whether lists of a query include the section of each task in the container. */
export const hasSections = ({ group, sort, filters }: ViewQuery): boolean =>
  group === 'section' || sort === 'section_position' || filters.section !== undefined

/** Builds the query to save, which contains `overdue` itself, as its meaning changes every day. */
export function buildSavedQuery(viewQuery: ViewQuery, container: TaskContainer): TaskQuery {
  const filter: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(viewQuery.filters)) if (values) filter[name] = [...values]
  if (container.kind !== 'all') filter[container.kind] = [container.id]
  return {
    filter,
    sort_by: viewQuery.sort,
    sort_order: viewQuery.isDescending ? 'desc' : 'asc',
    ...(hasSections(viewQuery) && { section_scope: getSectionScope(container) }),
  }
}

export const buildTaskQuery = (viewQuery: ViewQuery, container: TaskContainer): TaskQuery =>
  resolveOverdue(buildSavedQuery(viewQuery, container))

const toFilterValue = (group: Grouping, key: string | null): string =>
  key ?? (group === 'project' ? '__unfiled__' : '__none__')

/** Builds the query of a group; with `lane`, of its part in this lane of a board. */
export function buildGroupQuery(
  viewQuery: ViewQuery,
  container: TaskContainer,
  key: string | null,
  lane?: string | null,
): TaskQuery {
  const query = buildSavedQuery(viewQuery, container)
  const { group, lanes } = viewQuery
  if (group === 'due_date') query.filter = { ...query.filter, ...narrowToDueGroup(key, query.filter) }
  else if (group) query.filter[group] = [toFilterValue(group, key)]
  if (lane !== undefined && lanes) query.filter[lanes] = [toFilterValue(lanes, lane)]
  return resolveOverdue(query)
}

export function buildCountQuery(
  viewQuery: ViewQuery,
  container: TaskContainer,
  group_by: Grouping,
): Record<string, unknown> {
  const { filter, section_scope } = buildTaskQuery({ ...viewQuery, group: group_by }, container)
  return { filter, group_by, ...(section_scope !== undefined && { section_scope }) }
}

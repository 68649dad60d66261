import type { View } from '@svc/sdk'
import { taskGroupingWords, taskStatusWords } from '@svc/sdk/words'
import { daysAfter, today } from '../ui/time.ts'
import { filterNames, isFilter, type KnownFilter } from './filter-names.ts'

/** Fields that tasks can be grouped by, as in `GET /v1/tasks/count`. */
export const groupings = taskGroupingWords
export type Grouping = (typeof groupings)[number]

/** Columns of the task table after the title, in their order. */
export const columnNames = [
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
export type Column = (typeof columnNames)[number]

export const sortings = [
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
export type Sorting = (typeof sortings)[number]

export type Filters = Partial<Record<KnownFilter, readonly string[]>>

/** Filters, order and layout of a task list. Stored in the URL or in a saved view. */
export interface Question {
  filters: Filters
  sort: Sorting
  descending: boolean
  group: Grouping | null
  columns: readonly Column[]
  layout: (typeof layouts)[number]
}

/** Scope of a task list: all tasks, one project or one team. */
export interface Place {
  kind: 'all' | 'project' | 'team'
  id: string
}

const layouts = ['list', 'board'] as const

export const everywhere: Place = { kind: 'all', id: '' }

const findIn = <T extends string>(values: readonly T[], value: string | null | undefined): T | undefined =>
  values.find((candidate) => candidate === value)

export const plainQuestion = (container: Place): Question => ({
  filters: {},
  sort: 'priority',
  descending: false,
  group: 'status',
  columns:
    container.kind === 'project'
      ? ['tags', 'due_date', 'assignee']
      : ['project', 'tags', 'due_date', 'assignee'],
  layout: 'list',
})

const parseGroup = (group: string | null, base: Question): Grouping | null =>
  group === 'none' ? null : (findIn(groupings, group) ?? base.group)

const parseColumns = (columns: readonly string[] | undefined, base: Question): readonly Column[] =>
  columns ? columnNames.filter((name) => columns.includes(name)) : base.columns

const queryParams = ['sort', 'group', 'columns']

/** Returns whether URL parameters set a query, which then replaces that of the saved view. */
export const saysQuestion = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => queryParams.includes(name) || name.startsWith('filter['))

function parseFilters(query: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const [name, value] of query) {
    const filter = /^filter\[(\w+)\]$/.exec(name)?.[1]
    if (filter === undefined || !isFilter(filter) || value === '') continue
    const values = filter === 'search' ? [value] : value.split(',').filter((one) => one !== '')
    filters[filter] = [...new Set([...(filters[filter] ?? []), ...values])]
  }
  return filters
}

/** Parses a query from URL parameters; missing ones are taken from `base`. */
export function readQuestion(query: URLSearchParams, base: Question): Question {
  const layout = findIn(layouts, query.get('view')) ?? base.layout
  if (!saysQuestion(query)) return { ...base, layout }
  const sort = query.get('sort')?.replace(/^-/, '')
  return {
    filters: parseFilters(query),
    sort: findIn(sortings, sort) ?? base.sort,
    descending: sort === undefined ? base.descending : query.get('sort')!.startsWith('-'),
    group: parseGroup(query.get('group'), base),
    columns: parseColumns(query.get('columns')?.split(','), base),
    layout,
  }
}

/**
 * Returns the URL parameters of a query; null for those equal to `base`. Over a saved view `sort` is always set, since a URL
 * without any parameter means the query of the view.
 */
export function writeQuestion(
  viewQuery: Question,
  base: Question,
  isOverView = false,
): Record<string, string | null> {
  const params: Record<string, string | null> = {}
  for (const name of filterNames) params[`filter[${name}]`] = viewQuery.filters[name]?.join(',') || null
  const sort = (viewQuery.descending ? '-' : '') + viewQuery.sort
  const isSameSort = viewQuery.sort === base.sort && viewQuery.descending === base.descending
  params['sort'] = isSameSort && !isOverView ? null : sort
  params['group'] = viewQuery.group === base.group ? null : (viewQuery.group ?? 'none')
  params['columns'] = viewQuery.columns.join() === base.columns.join() ? null : viewQuery.columns.join(',')
  params['view'] = viewQuery.layout === base.layout ? null : viewQuery.layout
  return params
}

export function questionOfView(
  { query, display }: Pick<View, 'query' | 'display'>,
  container: Place,
): Question {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    const filter = name === 'search' || name === 'status' ? `filter[${name}]` : name
    if (filter.startsWith('filter[')) params.set(filter, String(value))
  }
  const toText = (value: unknown) => (typeof value === 'string' ? value : null)
  const defaults = plainQuestion(container)
  const filters = parseFilters(params)
  if (container.kind !== 'all') delete filters[container.kind]
  const columns = Array.isArray(display['columns']) ? display['columns'].map(String) : undefined
  return {
    filters,
    sort: findIn(sortings, toText(query['sort_by'])) ?? defaults.sort,
    descending: query['sort_order'] === 'desc',
    group: parseGroup(toText(display['group']), defaults),
    columns: parseColumns(columns, defaults),
    layout: findIn(layouts, toText(display['layout'])) ?? 'list',
  }
}

/**
 * Converts a query to the body of a saved view. Updates are merged, so properties of `before` that are no longer set become
 * null.
 */
export function viewOfQuestion(viewQuery: Question, container: Place, before?: View['query']) {
  const query: Record<string, string | string[] | null> = {}
  for (const name of Object.keys(before ?? {})) query[name] = null
  const { filter, sort_by, sort_order, section_scope } = buildSavedQuery(viewQuery, container)
  for (const [name, value] of Object.entries(filter)) query[`filter[${name}]`] = value
  Object.assign(query, { sort_by, sort_order, ...(section_scope !== undefined && { section_scope }) })
  const display = {
    layout: viewQuery.layout,
    group: viewQuery.group ?? 'none',
    columns: [...viewQuery.columns],
  }
  return { query, display }
}

export interface TaskQuery {
  [name: string]: unknown
  filter: Record<string, string[]>
  sort_by: Sorting
  sort_order: 'asc' | 'desc'
  section_scope?: string
}

/** Returns the section scope of a container, as in `section_scope`. */
export const sectionScopeOf = (container: Place): string =>
  container.kind === 'all' ? 'user:me' : `${container.kind}:${container.id}`

const isFinished = (status: string) => status === 'completed' || status === 'archived'
const openStatuses = taskStatusWords.filter((status) => !isFinished(status))
const BEFORE_ALL_DATES = '0001-01-01'

/**
 * Builds the query for overdue tasks as in badges, emails and reminders: due before today in the user's time zone, neither
 * completed nor archived. The server's own filter includes archived tasks.
 */
function resolveOverdue(query: TaskQuery): TaskQuery {
  const { overdue, ...filter } = query.filter
  if (!overdue) return query
  const [before = ''] = filter['due_before'] ?? []
  const yesterday = daysAfter(today(), -1)
  filter['due_before'] = [before && before < yesterday ? before : yesterday]
  const status = filter['status']?.filter((one) => !isFinished(one)) ?? openStatuses
  if (status.length === 0) return { ...query, filter: { ...filter, due_before: [BEFORE_ALL_DATES] } }
  return { ...query, filter: { ...filter, status } }
}

/** Builds the query to save, which contains `overdue` itself, as its meaning changes every day. */
function buildSavedQuery(viewQuery: Question, container: Place): TaskQuery {
  const filter: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(viewQuery.filters)) filter[name] = [...values]
  if (container.kind !== 'all') filter[container.kind] = [container.id]
  const hasSections =
    viewQuery.group === 'section' || viewQuery.sort === 'section_position' || filter['section'] !== undefined
  return {
    filter,
    sort_by: viewQuery.sort,
    sort_order: viewQuery.descending ? 'desc' : 'asc',
    ...(hasSections && { section_scope: sectionScopeOf(container) }),
  }
}

/** Builds the query that lists the tasks of a container today. */
export const queryOf = (viewQuery: Question, container: Place): TaskQuery =>
  resolveOverdue(buildSavedQuery(viewQuery, container))

export function queryOfGroup(viewQuery: Question, container: Place, key: string | null): TaskQuery {
  const query = buildSavedQuery(viewQuery, container)
  if (viewQuery.group) query.filter[viewQuery.group] = [key ?? '__none__']
  return resolveOverdue(query)
}

export function countOf(viewQuery: Question, container: Place, group_by: Grouping): Record<string, unknown> {
  const { filter, section_scope } = queryOf({ ...viewQuery, group: group_by }, container)
  return { filter, group_by, ...(section_scope !== undefined && { section_scope }) }
}

import type { View } from '@svc/sdk'
import { taskGroupingWords, taskStatusWords } from '@svc/sdk/words'
import { daysAfter, today } from '../ui/time.ts'
import { filterNames, isFilter, type KnownFilter } from './filter-names.ts'

/** What tasks can be grouped by: what `GET /v1/tasks/count` counts by. */
export const groupings = taskGroupingWords
export type Grouping = (typeof groupings)[number]

/** The columns of the table beside the title, in their order. */
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

/** What lists can be sorted by, as the address says it. */
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

/** What a person asks of the tasks, and how they are laid out. All of it stands in the address, or in a saved view. */
export interface Question {
  filters: Filters
  sort: Sorting
  descending: boolean
  group: Grouping | null
  columns: readonly Column[]
  layout: 'list' | 'board'
}

/** Where a question is asked: everywhere, or in one project or team. */
export interface Place {
  kind: 'all' | 'project' | 'team'
  id: string
}

export const everywhere: Place = { kind: 'all', id: '' }

const oneOf = <T extends string>(words: readonly T[], word: string | null | undefined): T | undefined =>
  words.find((known) => known === word)

/** What is asked where nobody has said anything. */
export const plainQuestion = (place: Place): Question => ({
  filters: {},
  sort: 'priority',
  descending: false,
  group: 'status',
  columns:
    place.kind === 'project' ? ['tags', 'due_date', 'assignee'] : ['project', 'tags', 'due_date', 'assignee'],
  layout: 'list',
})

const ownNames = ['sort', 'group', 'columns']

/** Whether an address says itself what is asked, so that a view's question does not count. */
export const saysQuestion = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => ownNames.includes(name) || name.startsWith('filter['))

function filtersOf(query: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const [name, value] of query) {
    const filter = /^filter\[(\w+)\]$/.exec(name)?.[1]
    if (filter === undefined || !isFilter(filter) || value === '') continue
    const values = filter === 'search' ? [value] : value.split(',').filter((one) => one !== '')
    filters[filter] = [...new Set([...(filters[filter] ?? []), ...values])]
  }
  return filters
}

/** Reads a question from an address; what the address does not say is as in `base`. */
export function readQuestion(query: URLSearchParams, base: Question): Question {
  const layout = oneOf(['list', 'board'] as const, query.get('view')) ?? base.layout
  if (!saysQuestion(query)) return { ...base, layout }
  const sort = query.get('sort')?.replace(/^-/, '')
  const group = query.get('group')
  const columns = query.get('columns')?.split(',')
  return {
    filters: filtersOf(query),
    sort: oneOf(sortings, sort) ?? base.sort,
    descending: sort === undefined ? base.descending : query.get('sort')!.startsWith('-'),
    group: group === 'none' ? null : (oneOf(groupings, group) ?? base.group),
    columns: columns ? columnNames.filter((name) => columns.includes(name)) : base.columns,
    layout,
  }
}

/**
 * A question as names of the address, null for what need not be said because `base` says it. Over a view one name is always
 * there, or an address without filters would mean those of the view.
 */
export function writeQuestion(
  question: Question,
  base: Question,
  overView = false,
): Record<string, string | null> {
  const names: Record<string, string | null> = {}
  for (const name of filterNames) names[`filter[${name}]`] = question.filters[name]?.join(',') || null
  const sort = (question.descending ? '-' : '') + question.sort
  const sameSort = question.sort === base.sort && question.descending === base.descending
  names['sort'] = sameSort && !overView ? null : sort
  names['group'] = question.group === base.group ? null : (question.group ?? 'none')
  names['columns'] = question.columns.join() === base.columns.join() ? null : question.columns.join(',')
  names['view'] = question.layout === base.layout ? null : question.layout
  return names
}

/** The question that a saved view asks. */
export function questionOfView({ query, display }: Pick<View, 'query' | 'display'>, place: Place): Question {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    const filter = name === 'search' || name === 'status' ? `filter[${name}]` : name
    if (filter.startsWith('filter[')) params.set(filter, String(value))
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const plain = plainQuestion(place)
  const filters = filtersOf(params)
  if (place.kind !== 'all') delete filters[place.kind]
  const columns = Array.isArray(display['columns']) ? display['columns'].map(String) : undefined
  const group = text(display['group'])
  return {
    filters,
    sort: oneOf(sortings, text(query['sort_by'])) ?? plain.sort,
    descending: query['sort_order'] === 'desc',
    group: group === 'none' ? null : (oneOf(groupings, group) ?? plain.group),
    columns: columns ? columnNames.filter((name) => columns.includes(name)) : plain.columns,
    layout: oneOf(['list', 'board'] as const, text(display['layout'])) ?? 'list',
  }
}

/**
 * A question as a view is asked to keep it. Changes of a view are merged, so what `before` asked and this does not is taken
 * away by name.
 */
export function viewOfQuestion(question: Question, place: Place, before?: View['query']) {
  const query: Record<string, string | string[] | null> = {}
  for (const name of Object.keys(before ?? {})) query[name] = null
  const { filter, sort_by, sort_order, section_scope } = asSaid(question, place)
  for (const [name, value] of Object.entries(filter)) query[`filter[${name}]`] = value
  Object.assign(query, { sort_by, sort_order, ...(section_scope !== undefined && { section_scope }) })
  const display = {
    layout: question.layout,
    group: question.group ?? 'none',
    columns: [...question.columns],
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

/** Whose sections count in a place. */
export const sectionScopeOf = (place: Place): string =>
  place.kind === 'all' ? 'user:me' : `${place.kind}:${place.id}`

const isOver = (status: string) => status === 'completed' || status === 'archived'
const notOver = taskStatusWords.filter((status) => !isOver(status))
/** Date before all due dates. */
const never = '0001-01-01'

/**
 * Builds the query for overdue tasks as in badges, emails and reminders: due before today in the user's time zone, neither
 * completed nor archived. The server's own filter includes archived tasks.
 */
function inPersonsDay(query: TaskQuery): TaskQuery {
  const { overdue, ...filter } = query.filter
  if (!overdue) return query
  const [before = ''] = filter['due_before'] ?? []
  const yesterday = daysAfter(today(), -1)
  filter['due_before'] = [before && before < yesterday ? before : yesterday]
  const status = filter['status']?.filter((one) => !isOver(one)) ?? notOver
  if (status.length === 0) return { ...query, filter: { ...filter, due_before: [never] } }
  return { ...query, filter: { ...filter, status } }
}

/** A question in a place, as it is kept: “overdue” means something else every day. */
function asSaid(question: Question, place: Place): TaskQuery {
  const filter: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(question.filters)) filter[name] = [...values]
  if (place.kind !== 'all') filter[place.kind] = [place.id]
  const sections =
    question.group === 'section' || question.sort === 'section_position' || filter['section'] !== undefined
  return {
    filter,
    sort_by: question.sort,
    sort_order: question.descending ? 'desc' : 'asc',
    ...(sections && { section_scope: sectionScopeOf(place) }),
  }
}

/** What the list of tasks is asked for a question in a place, today. */
export const queryOf = (question: Question, place: Place): TaskQuery => inPersonsDay(asSaid(question, place))

/** The same question for one of its groups. */
export function queryOfGroup(question: Question, place: Place, key: string | null): TaskQuery {
  const query = asSaid(question, place)
  if (question.group) query.filter[question.group] = [key ?? '__none__']
  return inPersonsDay(query)
}

/** The question of how many there are in each group: order is no part of it. */
export function countOf(question: Question, place: Place, group_by: Grouping): Record<string, unknown> {
  const { filter, section_scope } = queryOf({ ...question, group: group_by }, place)
  return { filter, group_by, ...(section_scope !== undefined && { section_scope }) }
}

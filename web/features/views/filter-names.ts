import type { TasksListQuery } from '@svc/sdk'

type FilterName = keyof NonNullable<TasksListQuery['filter']>

type FilterKind = 'choice' | 'day' | 'flag' | 'text'

export const filterKinds = {
  status: 'choice',
  assignee: 'choice',
  priority: 'choice',
  project: 'choice',
  tags: 'choice',
  due_before: 'day',
  due_after: 'day',
  undated: 'flag',
  overdue: 'flag',
  section: 'choice',
  sprint: 'choice',
  milestone: 'choice',
  goal: 'choice',
  team: 'choice',
  task_type: 'choice',
  parent: 'choice',
  blocked_by: 'choice',
  created_after: 'day',
  created_before: 'day',
  updated_after: 'day',
  search: 'text',
  search_fields: 'choice',
  id: 'choice',
  key: 'choice',
  external: 'choice',
  claimed: 'choice',
  involves: 'choice',
  deleted: 'flag',
} as const satisfies Partial<Record<FilterName, FilterKind>> & Record<string, FilterKind>

export type SupportedFilter = keyof typeof filterKinds

export const filterNames = Object.keys(filterKinds) as SupportedFilter[]

/** Filters that are not in the menu: they have their own field, or come from a URL. */
export const hiddenFilters: readonly SupportedFilter[] = [
  'search',
  'search_fields',
  'id',
  'key',
  'external',
  'blocked_by',
  'involves',
]

export const isSupportedFilter = (name: string): name is SupportedFilter => name in filterKinds

/** Filters with one value only. */
export const singleFilters: readonly SupportedFilter[] = ['claimed']
/** Name of a custom field in filters, columns, sorting and groups. */
export type CustomName = `custom.${string}`

const customName = /^custom\.[a-z][a-z0-9_]{0,39}$/
const customFilter = /^custom\.([a-z][a-z0-9_]{0,39})(?:\.(from|to))?$/

export const isCustomName = (name: string): name is CustomName => customName.test(name)
export const getFieldKey = (name: CustomName): string => name.slice('custom.'.length)
export const toCustomName = (key: string): CustomName => `custom.${key}`

interface CustomFilter {
  key: string
  bound: 'from' | 'to' | undefined
}

/** Returns the field of a filter such as `custom.effort.from`, and which end of a range it is. */
export function parseCustomFilter(name: string): CustomFilter | undefined {
  const [, key, bound] = customFilter.exec(name) ?? []
  return key === undefined ? undefined : { key, bound: bound as CustomFilter['bound'] }
}

import type { TasksListQuery } from '@svc/sdk'

type FilterName = keyof NonNullable<TasksListQuery['filter']>

type FilterKind = 'choice' | 'day' | 'flag' | 'text'

interface FilterRow {
  kind: FilterKind
  /** True for filters that are not in the menu: they have their own field, or come from a URL. */
  isHidden?: boolean
  /** True for filters with one value only. */
  isSingle?: boolean
  /** True if every task has one value of a closed set: “is not” selects all others. */
  canBeNegated?: boolean
  /** True if values can be typed. */
  isFreeText?: boolean
}

const filterRows = {
  status: { kind: 'choice', canBeNegated: true },
  assignee: { kind: 'choice' },
  priority: { kind: 'choice', canBeNegated: true },
  project: { kind: 'choice' },
  tags: { kind: 'choice', isFreeText: true },
  due_before: { kind: 'day' },
  due_after: { kind: 'day' },
  start_before: { kind: 'day' },
  start_after: { kind: 'day' },
  undated: { kind: 'flag' },
  overdue: { kind: 'flag' },
  section: { kind: 'choice' },
  sprint: { kind: 'choice' },
  milestone: { kind: 'choice' },
  goal: { kind: 'choice' },
  team: { kind: 'choice' },
  task_type: { kind: 'choice', canBeNegated: true },
  parent: { kind: 'choice', isFreeText: true },
  blocked_by: { kind: 'choice', isHidden: true },
  stop: { kind: 'choice', isHidden: true },
  created_after: { kind: 'day' },
  created_before: { kind: 'day' },
  updated_after: { kind: 'day' },
  search: { kind: 'text', isHidden: true },
  search_fields: { kind: 'choice', isHidden: true },
  id: { kind: 'choice', isHidden: true },
  key: { kind: 'choice', isHidden: true },
  external: { kind: 'choice', isHidden: true },
  claimed: { kind: 'choice', isSingle: true },
  involves: { kind: 'choice', isHidden: true },
  deleted: { kind: 'flag' },
} as const satisfies Partial<Record<FilterName, FilterRow>> & Record<string, FilterRow>

export type SupportedFilter = keyof typeof filterRows

/** Filters of the filter bar, the menus and the command palette, in their order. */
export const filterTable: Readonly<Record<SupportedFilter, FilterRow>> = filterRows

export const filterNames = Object.keys(filterTable) as SupportedFilter[]

export const isSupportedFilter = (name: string): name is SupportedFilter => name in filterTable

/** Returns the filters that a user adds to the tasks of a container. */
export const listAddableFilters = (containerKind: string): SupportedFilter[] =>
  filterNames.filter((name) => !filterTable[name].isHidden && name !== containerKind)

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

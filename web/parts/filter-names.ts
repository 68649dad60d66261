import type { TasksListQuery } from '@svc/sdk'

/** The filters of the task list, as its operation names them. */
export type FilterName = keyof NonNullable<TasksListQuery['filter']>

/** How a person says what a filter takes: picked from a list, a day, yes or no, or a text. */
export type FilterKind = 'choice' | 'day' | 'flag' | 'text'

/** Every filter that the screens offer, in the order of the menu. */
export const filterKinds = {
  status: 'choice',
  assignee: 'choice',
  priority: 'choice',
  project: 'choice',
  tags: 'choice',
  due_before: 'day',
  due_after: 'day',
  overdue: 'flag',
  section: 'choice',
  sprint: 'choice',
  milestone: 'choice',
  goal: 'choice',
  team: 'choice',
  task_type: 'choice',
  parent: 'choice',
  created_after: 'day',
  created_before: 'day',
  updated_after: 'day',
  search: 'text',
  search_fields: 'choice',
  id: 'choice',
  deleted: 'flag',
} as const satisfies Partial<Record<FilterName, FilterKind>> & Record<string, FilterKind>

export type KnownFilter = keyof typeof filterKinds

export const filterNames = Object.keys(filterKinds) as KnownFilter[]

/** Those that the menu leaves out: they have a field of their own, or come with an address. */
export const unlisted: readonly KnownFilter[] = ['search', 'search_fields', 'id']

export const isFilter = (name: string): name is KnownFilter => name in filterKinds

/** What stands for “none of them” in an open filter. */
export const noneOf: Partial<Record<KnownFilter, string>> = {
  assignee: '__none__',
  project: '__unfiled__',
  section: '__none__',
  sprint: '__none__',
  milestone: '__none__',
  goal: '__none__',
  team: '__none__',
  parent: '__none__',
}

import type { FieldType } from '@svc/sdk'
import type { ListQuery } from './types.ts'
import { getRowId, type AnyRow, type RowKind } from './rows.ts'

export interface ListUser {
  username: string | null
}

/** Types of custom fields by key. */
type FieldTypes = ReadonlyMap<string, FieldType>

type MatchResult = boolean | undefined

const NON_FILTER_PARAMS = new Set([
  'org_id',
  'limit',
  'cursor',
  'offset',
  'sort_by',
  'sort_order',
  'fields',
  'group_by',
  'then_by',
  'include_inaccessible',
  'section_scope',
  'include_members',
  'include_archived',
])

const FILTER_FIELDS: Record<string, string> = {
  project: 'project_id',
  team: 'team_id',
  goal: 'goal_id',
  milestone: 'milestone_id',
  sprint: 'sprint_id',
  section: 'section_id',
  id: 'task_id',
}

const NONE_VALUES = new Set(['__none__', '__unfiled__'])

/** Returns whether a query includes a row; undefined where only the server knows. */
export function matchesQuery(
  kind: RowKind,
  query: ListQuery,
  path: readonly string[],
  row: AnyRow,
  user: ListUser,
  fieldTypes: FieldTypes = new Map(),
): MatchResult {
  const results = [...listConditions(query)].map(([name, wanted]) =>
    name.startsWith('custom.')
      ? matchCustomField(name.slice(7), wanted, row, user, fieldTypes)
      : matchCondition(name, wanted, row, user),
  )
  for (const id of path) results.push(Object.values(row).includes(id))
  if (kind === 'notifications' && !hasCondition(query, 'done')) results.push(row.done === false)
  if (kind === 'taskComments') results.push(row.parent_comment_id == null)
  if (results.includes(false)) return false
  return results.includes(undefined) ? undefined : true
}

const hasCondition = (query: ListQuery, name: string): boolean =>
  [...listConditions(query)].some(([condition]) => condition === name)

function* listConditions(query: ListQuery): Generator<[name: string, wanted: string[]]> {
  for (const [name, value] of Object.entries(query)) {
    if (value == null || NON_FILTER_PARAMS.has(name)) continue
    if (name === 'filter') yield* listConditions(value as ListQuery)
    else yield [/^filter\[(.*)\]$/.exec(name)?.[1] ?? name, [value].flat().flatMap((one) => String(one).split(','))]
  }
}

function matchCondition(name: string, wanted: string[], row: AnyRow, { username }: ListUser): MatchResult {
  const special = SPECIAL_FILTERS[name]
  if (special) return special(wanted, row)
  const value = row[FILTER_FIELDS[name] ?? name]
  // Only the server matches texts, claims, and days in the user's time zone, which rows do not contain.
  // A task also belongs to the team of its project.
  if (value === undefined || (name === 'team' && value === null)) return undefined
  const isMatch = matchValue(value, wanted) || (name === 'assignee' && value === username && wanted.includes('me'))
  // Sections are looked up in every scope.
  return isMatch || (name !== 'team' && name !== 'section') ? isMatch : undefined
}

const matchValue = (value: unknown, wanted: readonly string[]): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? wanted.some((one) => NONE_VALUES.has(one))
    : [value].flat().some((one) => wanted.includes(String(one)))

/** Texts are matched by the server, which ignores case. */
function matchCustomField(
  name: string,
  wanted: string[],
  { custom }: AnyRow,
  { username }: ListUser,
  fieldTypes: FieldTypes,
): MatchResult {
  const [key, bound] = name.split('.') as [string, string?]
  const type = fieldTypes.get(key)
  if (!custom || type === undefined || type === 'text' || type === 'url') return undefined
  const value = (custom as AnyRow)[key] ?? (type === 'checkbox' ? false : null)
  if (value === null) return wanted.includes('__none__')
  if (bound !== undefined) return isWithin(value, bound, wanted[0]!)
  if (type === 'number') return wanted.some((one) => Number(one) === value)
  const isMine = (one: unknown) => one === username && wanted.includes('me')
  return [value].flat().some((one) => wanted.includes(String(one)) || isMine(one))
}

function isWithin(value: unknown, bound: string, limit: string): boolean {
  const [one, other] = typeof value === 'number' ? [value, Number(limit)] : [String(value), limit]
  return bound === 'from' ? one >= other : one <= other
}

type SpecialFilter = (wanted: string[], row: AnyRow) => MatchResult

function matchDay(field: string, bound: 'from' | 'to'): SpecialFilter {
  return (wanted, row) =>
    row[field] === undefined ? undefined : row[field] !== null && isWithin(row[field], bound, wanted[0]!)
}

const SPECIAL_FILTERS: Record<string, SpecialFilter> = {
  due_after: matchDay('due_date', 'from'),
  due_before: matchDay('due_date', 'to'),
  start_after: matchDay('start_date', 'from'),
  start_before: matchDay('start_date', 'to'),
  undated: (_, row) => (row.due_date === undefined ? undefined : row.due_date === null),
  unread: (_, row) => row.read === false,
  done: (_, row) => row.done === true,
  parent: (wanted, row) => (wanted.includes('__none__') ? matchTopLevel(row) : undefined),
  // Former keys are known to the server only.
  key: () => undefined,
}

const matchTopLevel = ({ is_subtask }: AnyRow): MatchResult => (is_subtask === undefined ? undefined : !is_subtask)

/** Returns the comparator of a query; undefined for orders that only the server knows. */
export function createComparator(kind: RowKind, query: ListQuery): ((a: AnyRow, b: AnyRow) => number) | undefined {
  const by = (query.sort_by as string | undefined) ?? DEFAULT_SORT[kind]
  const direction = query.sort_order === 'desc' ? -1 : 1
  if (!by || by.startsWith('custom.')) return undefined
  const ranks = kind === 'tasks' ? TASK_RANKS[by] : undefined
  const toKey = (row: AnyRow) => (ranks && row[by] !== null ? ranks.indexOf(row[by] as string) : toSortKey(row[by]))
  return (a, b) => {
    const [one, other] = [toKey(a), toKey(b)]
    if (one === other) return direction * compare(getRowId(kind, a), getRowId(kind, b))
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    if (NAME_FIELDS.has(by)) return direction * collator.compare(String(one), String(other))
    return direction * compare(one, other)
  }
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : Number(a > b))

const NAME_FIELDS = new Set(['title', 'name', 'label', 'resource_name'])
/** The root collation, which English uses, with numeric order. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** Orders of the values that the server sorts tasks by. */
export const TASK_RANKS: Partial<Record<string, readonly string[]>> = {
  status: ['backlog', 'in_progress', 'not_started', 'blocked', 'completed', 'on_hold', 'archived'],
  priority: ['critical', 'high', 'medium', 'low', 'none'],
}

const DEFAULT_SORT: Partial<Record<RowKind, string>> = {
  tasks: 'title',
  sections: 'position',
  goals: 'position',
  fields: 'position',
  projects: 'position',
  teams: 'name',
  taskComments: 'created_at',
  views: 'name',
}

function toSortKey(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  return value == null ? undefined : String(value).toLowerCase()
}

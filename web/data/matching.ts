import type { ListQuery } from './data.ts'
import type { AnyRow, Kind } from './rows.ts'

/** Of whom it is asked. */
export interface Asker {
  username: string | null
}

type Verdict = boolean | undefined

/** Parameters that choose no rows. */
const shaping = new Set([
  'org_id',
  'limit',
  'cursor',
  'offset',
  'sort_by',
  'sort_order',
  'fields',
  'group_by',
  'include_inaccessible',
  'section_scope',
  'include_members',
])

/** Where a filter has another name than the attribute. */
const attributes: Record<string, string> = {
  project: 'project_id',
  team: 'team_id',
  goal: 'goal_id',
  milestone: 'milestone_id',
  sprint: 'sprint_id',
  section: 'section_id',
  id: 'task_id',
}

const none = new Set(['__none__', '__unfiled__'])

/**
 * Whether a list with this query has the row, as far as that can be told here: undefined where only the server knows. It says
 * at once where a row that was just changed belongs; the list is read again in any case.
 */
export function matches(
  kind: Kind,
  query: ListQuery,
  path: readonly string[],
  row: AnyRow,
  asker: Asker,
): Verdict {
  const verdicts = [...conditions(query)].map(([name, wanted]) => verdict(name, wanted, row, asker))
  for (const id of path) verdicts.push(Object.values(row).includes(id))
  if (kind === 'notifications' && !isAsked(query, 'done')) verdicts.push(row.done === false)
  if (kind === 'taskComments') verdicts.push(row.parent_comment_id == null)
  if (verdicts.includes(false)) return false
  return verdicts.includes(undefined) ? undefined : true
}

const isAsked = (query: ListQuery, name: string): boolean =>
  [...conditions(query)].some(([condition]) => condition === name)

/** What a query demands, by name: filters with the others, since they are told alike. */
function* conditions(query: ListQuery): Generator<[name: string, wanted: string[]]> {
  for (const [name, value] of Object.entries(query)) {
    if (value == null || shaping.has(name)) continue
    if (name === 'filter') yield* conditions(value as ListQuery)
    else
      yield [
        /^filter\[(.*)\]$/.exec(name)?.[1] ?? name,
        [value].flat().flatMap((one) => String(one).split(',')),
      ]
  }
}

function verdict(name: string, wanted: string[], row: AnyRow, { username }: Asker): Verdict {
  const special = specials[name]
  if (special) return special(wanted, row)
  const value = row[attributes[name] ?? name]
  if (value === undefined) return undefined
  if (value === null) return wanted.some((one) => none.has(one))
  if (Array.isArray(value)) return value.some((one) => wanted.includes(String(one)))
  if (name === 'assignee' && value === username && wanted.includes('me')) return true
  if (wanted.includes(String(value))) return true
  // A task is also of the team of its project, and a section is looked for in every scope.
  return name === 'team' || name === 'section' ? undefined : false
}

type Special = (wanted: string[], row: AnyRow) => Verdict

const specials: Record<string, Special> = {
  due_after: (wanted, row) => row.due_date != null && String(row.due_date) >= wanted[0]!,
  due_before: (wanted, row) => row.due_date != null && String(row.due_date) <= wanted[0]!,
  // The console asks for days before the person's own: what the server's `overdue` has, by the day in UTC, it alone knows.
  overdue: () => undefined,
  unread: (_, row) => row.read === false,
  done: (_, row) => row.done === true,
  parent: (wanted, row) => (wanted.includes('__none__') ? isOnTop(row) : parentOf(wanted, row)),
  search: () => undefined,
  search_fields: () => undefined,
  deleted: () => undefined,
}

const isOnTop = ({ is_subtask }: AnyRow): Verdict => (is_subtask === undefined ? undefined : !is_subtask)

const parentOf = (wanted: string[], row: AnyRow): Verdict =>
  row.parent_id === undefined ? undefined : wanted.includes(String(row.parent_id))

/** Says which of two rows comes first in a list with this query; undefined where that can't be told here. */
export function orderOf(kind: Kind, query: ListQuery): ((a: AnyRow, b: AnyRow) => number) | undefined {
  const by = (query.sort_by as string | undefined) ?? natural[kind]
  const turn = query.sort_order === 'desc' ? -1 : 1
  if (!by || ranked.has(by)) return undefined
  return (a, b) => {
    const [one, other] = [keyOf(a[by]), keyOf(b[by])]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    if (named.has(by)) return turn * collator.compare(String(one), String(other))
    return one < other ? -turn : Number(one > other) * turn
  }
}

/** Collator for names: the root collation, which English uses, with numeric order. */
const named = new Set(['title', 'name', 'label', 'resource_name'])
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** Sorted by a rank that the server knows. */
const ranked = new Set(['status', 'priority', 'task_type'])

const natural: Partial<Record<Kind, string>> = {
  tasks: 'title',
  sections: 'position',
  goals: 'position',
  projects: 'position',
  teams: 'name',
  taskComments: 'created_at',
  views: 'name',
}

function keyOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  return value == null ? undefined : String(value).toLowerCase()
}

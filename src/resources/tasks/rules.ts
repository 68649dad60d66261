import { invalid } from '../../kernel/problem.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { blankValues, storedColumns, writable } from './attributes.ts'
import type { TaskRow } from './rows.ts'
import type { TaskUpdate } from './schemas.ts'

/** Returns a task with default values. */
export const blankTask = (orgId: string, taskId: string, username: string, now: string): TaskRow => ({
  ...blankValues(),
  org_id: orgId,
  task_id: taskId,
  created_by: username,
  updated_by: username,
  created_at: now,
  updated_at: now,
})

/**
 * Returns the task with a partial update applied; references are not resolved yet. Throws 422 for invalid
 * combinations.
 */
export function applyUpdate<T extends TaskRow>(stored: T, body: TaskUpdate, creating = false): T {
  const wanted: Record<string, unknown> = { ...stored }
  for (const { name, onNull, normalize } of writable) {
    const value = body[name]
    if (value === undefined || (value === null && onNull === 'changes nothing')) continue
    if (value === null) wanted[name] = onNull === 'empties' ? [] : null
    else wanted[name] = normalize ? normalize(value) : value
  }
  const task = wanted as unknown as T
  if (body.org_id != null && body.org_id.toLowerCase() !== stored.org_id)
    throw invalid(['body', 'org_id'], 'Tasks cannot be moved to another organization: omit `org_id`.')
  if (task.tracker_id !== stored.tracker_id && !(creating && task.task_type === 'bug'))
    throw invalid(['body', 'tracker_id'], '`tracker_id` can be set only when a bug is created.')
  if (body.type_data !== undefined)
    task.type_data = mergeTypeData(task.task_type, stored.type_data, body.type_data)
  return task
}

const bugKeys = [
  'bug_status',
  'bug_kind',
  'environment',
  'steps_to_reproduce',
  'expected_result',
  'actual_result',
  'recommendation',
]
/** Read-only keys, ignored because clients send back objects as they read them. */
const bugReadOnly = ['legacy_bug_id', 'tracker_id', 'reporter', 'estimated_time', 'actual_time', 'closed_at']

function mergeTypeData(
  taskType: string,
  stored: TaskRow['type_data'],
  patch: Record<string, unknown> | null,
) {
  if (patch === null) return null
  const accepted: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    const location = ['body', 'type_data', key]
    if (key.startsWith('goal_')) throw invalid(location, 'Keys that begin with `goal_` are not allowed.')
    if (taskType === 'bug' && bugReadOnly.includes(key)) continue
    if (taskType === 'bug' && !bugKeys.includes(key))
      throw invalid(location, `Bugs accept only ${bugKeys.join(', ')}.`)
    accepted[key] = value
  }
  const merged = mergeFreeForm(stored, accepted, ['body', 'type_data'])
  return Object.keys(merged).length === 0 ? null : merged
}

/** Columns written on a change, sort keys and ranks included. */
export const writtenColumns: readonly string[] = storedColumns.map(({ name }) => name)

/** Returns the values of a task for `writableColumns`, in the same order. */
export const writtenValues = (task: TaskRow): unknown[] =>
  storedColumns.map(({ source, convert }) => convert(task[source]))

const attributeByColumn = new Map(storedColumns.map(({ name, source }) => [name, source]))

/** Returns whether the changed columns belong to more than one attribute. */
export const changesSeveral = (columns: object): boolean =>
  new Set(Object.keys(columns).map((name) => attributeByColumn.get(name))).size > 1

/** Returns the columns in which two states of a task differ, with their new values. */
export function changedColumns(stored: TaskRow, wanted: TaskRow): Record<string, unknown> {
  const changed = storedColumns.flatMap(({ name, source, convert }) => {
    if (isSame(stored[source], wanted[source])) return []
    const value = convert(wanted[source])
    return isSame(convert(stored[source]), value) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(changed)
}

const isSame = (a: unknown, b: unknown) =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => item === b[i]))

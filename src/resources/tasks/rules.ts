import { invalid } from '../../kernel/problem.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { blankValues, storedColumns, writable } from './attributes.ts'
import type { TaskRow } from './rows.ts'
import type { TaskUpdate } from './schemas.ts'

/** A task before anything is said of it. */
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
 * The task as the body of a partial update wants it, before anything that it names is looked up; 422 for what no task can
 * be. A bug takes its tracker's id when it is created, which `creating` says.
 */
export function applyUpdate<T extends TaskRow>(stored: T, body: TaskUpdate, creating = false): T {
  const wanted: Record<string, unknown> = { ...stored }
  for (const { name, onNull, taken } of writable) {
    const given = body[name]
    if (given === undefined || (given === null && onNull === 'changes nothing')) continue
    if (given === null) wanted[name] = onNull === 'empties' ? [] : null
    else wanted[name] = taken ? taken(given) : given
  }
  const task = wanted as unknown as T
  if (body.org_id != null && body.org_id.toLowerCase() !== stored.org_id)
    throw invalid(['body', 'org_id'], "A task stays in its organization: this is not the task's.")
  if (task.tracker_id !== stored.tracker_id && !(creating && task.task_type === 'bug'))
    throw invalid(['body', 'tracker_id'], 'Only a bug takes a tracker_id, on its creation.')
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
/** Keys that clients send back as they read them: they are taken and not kept. */
const bugReadOnly = ['legacy_bug_id', 'tracker_id', 'reporter', 'estimated_time', 'actual_time', 'closed_at']

function mergeTypeData(
  taskType: string,
  stored: TaskRow['type_data'],
  patch: Record<string, unknown> | null,
) {
  if (patch === null) return null
  const accepted: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    const loc = ['body', 'type_data', key]
    if (key.startsWith('goal_')) throw invalid(loc, 'Keys beginning with goal_ are not allowed.')
    if (taskType === 'bug' && bugReadOnly.includes(key)) continue
    if (taskType === 'bug' && !bugKeys.includes(key)) throw invalid(loc, `A bug takes ${bugKeys.join(', ')}.`)
    accepted[key] = value
  }
  const merged = mergeFreeForm(stored, accepted, ['body', 'type_data'])
  return Object.keys(merged).length === 0 ? null : merged
}

/** The columns that a change of a task writes, sort keys and ranks included. */
export const writtenColumns: readonly string[] = storedColumns.map(({ name }) => name)

/** The values of a task in `writtenColumns`, one for each. */
export const writtenValues = (task: TaskRow): unknown[] => storedColumns.map(({ from, of }) => of(task[from]))

const attributeOf = new Map(storedColumns.map(({ name, from }) => [name, from]))

/** Whether these changed columns tell of more than one attribute. */
export const changesSeveral = (columns: object): boolean =>
  new Set(Object.keys(columns).map((name) => attributeOf.get(name))).size > 1

/** The columns in which one state of a task differs from another, with what they are to hold. */
export function changedColumns(stored: TaskRow, wanted: TaskRow): Record<string, unknown> {
  const changed = storedColumns.flatMap(({ name, from, of }) => {
    if (same(stored[from], wanted[from])) return []
    const value = of(wanted[from])
    return same(of(stored[from]), value) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(changed)
}

const same = (a: unknown, b: unknown) =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => item === b[i]))

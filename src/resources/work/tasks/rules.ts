import { invalid } from '../../../core/errors.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import type { FieldValue, FieldValues } from '../fields/kinds.ts'
import { buildDefaultTaskValues, writableColumnSpecs, writableAttributes } from './attributes.ts'
import type { RestorableTask, TaskDependency } from './queries/deleted.ts'
import type { TaskRow } from './queries/rows.ts'
import type { TaskStatus, TaskUpdate } from './schema.ts'

export const buildBlankTask = (orgId: string, taskId: string, username: string, now: string): TaskRow => ({
  ...buildDefaultTaskValues(),
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
export function applyTaskUpdate<T extends TaskRow>(stored: T, body: TaskUpdate, creating = false): T {
  const wanted: Record<string, unknown> = { ...stored }
  for (const { name, onNull, normalize } of writableAttributes) {
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
  // Merged when its fields are known.
  task.custom = stored.custom
  if (body.type_data !== undefined) task.type_data = mergeTypeData(task.task_type, stored.type_data, body.type_data)
  return task
}

export const bugKeys = [
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

/** Merges a patch into the data of a type. Throws 422 for keys that the type does not accept. */
export function mergeTypeData(taskType: string, stored: TaskRow['type_data'], patch: Record<string, unknown> | null) {
  if (patch === null) return null
  const accepted: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    const location = ['body', 'type_data', key]
    if (key.startsWith('goal_')) throw invalid(location, 'Keys that begin with `goal_` are not allowed.')
    if (taskType === 'bug' && bugReadOnly.includes(key)) continue
    if (taskType === 'bug' && !bugKeys.includes(key)) throw invalid(location, `Bugs accept only ${bugKeys.join(', ')}.`)
    accepted[key] = value
  }
  const merged = mergeFreeFormObject(stored, accepted, ['body', 'type_data'])
  return Object.keys(merged).length === 0 ? null : merged
}

/** Returns a value with an option replaced; null, no value, for an empty option, which stands for all values. */
export function replaceOption(value: FieldValue | null, option: string, by: string | null): FieldValue | null {
  if (value === null || option === '' || by === null) return null
  if (!Array.isArray(value)) return value === option ? by : value
  return [...new Set(value.map((item) => (item === option ? by : item)))]
}

/** Returns the changed values of custom fields by key, null for none; null if nothing differs. */
export const diffCustomValues = (before: FieldValues, after: FieldValues) =>
  before === after
    ? null
    : (findChangedAttributes(before, after, [...new Set([...Object.keys(before), ...Object.keys(after)])]) as {
        before: Record<string, FieldValue | null>
        after: Record<string, FieldValue | null>
      } | null)

/** Merges values by key; null removes one. Returns the stored object if nothing changes. Throws 422 above 16 KB. */
export function mergeCustomValues(
  stored: FieldValues,
  patch: Readonly<Record<string, FieldValue | null>>,
): FieldValues {
  const entries = Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(entries) as FieldValues
  if (!diffCustomValues(stored, merged)) return stored
  return mergeFreeFormObject(null, merged, ['body', 'custom']) as FieldValues
}

/** Columns written on a change, sort keys and ranks included. */
export const writableColumns: readonly string[] = writableColumnSpecs.map(({ name }) => name)

export const toColumnValues = (task: TaskRow): unknown[] =>
  writableColumnSpecs.map(({ source, convert }) => convert(task[source]))

const attributeByColumn = new Map(writableColumnSpecs.map(({ name, source }) => [name, source]))

/** Returns whether the changed columns belong to more than one attribute. */
export const changesMultipleAttributes = (columns: object): boolean =>
  new Set(Object.keys(columns).map((name) => attributeByColumn.get(name))).size > 1

export function diffTaskColumns(stored: TaskRow, wanted: TaskRow): Record<string, unknown> {
  const changed = writableColumnSpecs.flatMap(({ name, source, convert }) => {
    if (isSame(stored[source], wanted[source])) return []
    const value = convert(wanted[source])
    return isSame(convert(stored[source]), value) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(changed)
}

const isSame = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => item === b[i]))

/** Fields whose references can be lost in a restoration. */
export const lostReferenceFields = [
  'parent',
  'sub_tasks',
  'dependencies',
  'dependents',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'section_id',
  'stop_id',
] as const
export interface LostReference {
  task_id: string
  field: (typeof lostReferenceFields)[number]
  id: string
}

export const containerFields = ['team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const

/** Returns the containers that a deleted task cannot return to. */
export const findLostContainers = (task: RestorableTask): LostReference[] => [
  ...containerFields
    .filter((field) => task[field] !== null && task.restorable[field] === null)
    .map((field) => ({ task_id: task.task_id, field, id: task[field]! })),
  ...task.sections
    .filter((id) => !task.restorable.sections.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'section_id' as const, id })),
  ...task.stops
    .filter((id) => !task.restorable.stops.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'stop_id' as const, id })),
]

/** Returns the first task and its descendants to restore; descendants of a task that stays deleted stay deleted. */
export function selectTasksToRestore(
  first: RestorableTask,
  others: readonly RestorableTask[],
  canRestore: (task: RestorableTask) => boolean,
): RestorableTask[] {
  const restored = [first]
  // The loop also visits the tasks that it adds.
  for (const { task_id } of restored)
    restored.push(...others.filter((task) => task.parent_task_id === task_id && canRestore(task)))
  return restored
}

/** Returns the dependencies that can be added, one after another, to the existing ones without forming a cycle. */
export function filterAcyclic(
  existing: ReadonlyMap<string, readonly string[]>,
  candidates: readonly TaskDependency[],
): TaskDependency[] {
  const edges = new Map([...existing].map(([task, dependencies]) => [task, [...dependencies]]))
  const leadsTo = (from: string, to: string): boolean => {
    const visited = new Set([from])
    for (const id of visited) {
      if (id === to) return true
      for (const next of edges.get(id) ?? []) visited.add(next)
    }
    return false
  }
  return candidates.filter(({ task, dependency }) => {
    if (leadsTo(dependency, task)) return false
    edges.set(task, [...(edges.get(task) ?? []), dependency])
    return true
  })
}

/** Section of a project, with the status that its tasks have, null for any. */
export interface ProjectSection {
  section_id: string
  name_key: string
  status: TaskStatus | null
}

/** Change of a task that can decide its section of the project or, by its section, its status. */
export type PlacementCause =
  | { kind: 'put' | 'status'; section: Omit<ProjectSection, 'name_key'> | null }
  /** Created in the project, or moved to it from a section with the name. */
  | { kind: 'arrival'; formerName: string | null }

interface Placement {
  section_id: string | null
  status: TaskStatus
}

/**
 * Decides section and status of a task after a change, from the sections of its project in their order: a task in a section
 * that means a status has this status. The only place where this is decided.
 */
export function decidePlacement(
  cause: PlacementCause,
  status: TaskStatus,
  sections: readonly ProjectSection[],
): Placement {
  const hasSameStatus = (section: Omit<ProjectSection, 'name_key'>) =>
    section.status === null || section.status === status
  const first = sections.find((section) => section.status === status)?.section_id ?? null
  switch (cause.kind) {
    case 'put':
      return { section_id: cause.section?.section_id ?? null, status: cause.section?.status ?? status }
    case 'status':
      if (cause.section === null || hasSameStatus(cause.section))
        return { section_id: cause.section?.section_id ?? null, status }
      return { section_id: first, status }
    case 'arrival': {
      const sameName = sections.find(({ name_key }) => name_key === cause.formerName)
      return { section_id: sameName && hasSameStatus(sameName) ? sameName.section_id : first, status }
    }
  }
}

/** Event of a task with its changed attributes. */
export interface PastChange {
  task_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  created_at: string
}

/** Time during which a task had a status, section or sprint that it no longer has; a null value for none. */
export interface Span {
  task_id: string
  what: 'status' | 'section' | 'sprint'
  value: string | null
  entered_at: string
  left_at: string
}

const spanAttributes = [
  ['status', 'status'],
  ['section', 'section_id'],
  ['sprint', 'sprint_id'],
] as const

/** Builds the spans of a task from events of tasks, in their order; ignores sections that are not of a project. */
export function buildSpans(
  { task_id, created_at }: { task_id: string; created_at: string },
  all: readonly PastChange[],
  isProjectSection: (id: unknown) => boolean,
): Span[] {
  const changes = all.filter((change) => change.task_id === task_id)
  return spanAttributes.flatMap(([what, name]) => {
    const spans: Span[] = []
    let entered_at = created_at
    for (const { before, after, created_at: left_at } of changes) {
      const [was, is] = [before?.[name] ?? null, after[name] ?? null]
      const isChange = before !== null && name in before && was !== is
      const isOfProject = what !== 'section' || [was, is].some(isProjectSection)
      if (!isChange || !isOfProject || left_at <= entered_at) continue
      const value = what === 'section' && !isProjectSection(was) ? null : (was as string | null)
      spans.push({ task_id, what, value, entered_at, left_at })
      entered_at = left_at
    }
    return spans
  })
}

import type { ScopeType, Task, TaskUpdate } from '@svc/sdk'
import { data } from '../data/current.ts'
import { followWrites } from './bulk.ts'
import type { About, Inverse, Overlay, Pending } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { announce } from '../ui/announce.ts'
import { toast } from '../ui/toast.tsx'

/** Maximum number of tasks in a bulk request, as set by the server. */
const MAX_BULK_TASKS = 200
/** Limits requests that change tags, which block all other requests on the embedded database. */
const MAX_TAGGED_TASKS = 20

export type TaskPatch = Partial<Task> & TaskUpdate

export interface Said {
  field: string
  value: string
}

const toRef = (id: string): About => ({ kind: 'tasks', id })
const toPatch = (id: string, patch: Record<string, unknown>): Overlay => ({ kind: 'tasks', id, patch })

export const tasksOf = (ids: readonly string[]): Task[] =>
  ids.flatMap((id) => data().row('tasks', id).peek() ?? [])

/** Returns the loaded tasks that the user can edit. Shows a toast about the others. */
export function changeable(ids: readonly string[]): Task[] {
  const all = tasksOf(ids)
  const editable = all.filter((task) => task.has_edit_access)
  const skipped = all.length - editable.length
  if (skipped > 0)
    toast({ text: all.length === 1 ? text.readOnly : text.readOnlySome(skipped), kind: 'wrong' })
  return editable
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isChanged = (task: Task, patch: TaskPatch): boolean =>
  Object.entries(patch).some(([name, value]) => !isEqual(task[name as keyof Task], value))

/**
 * Applies the same patch to tasks in one undo step: one by PATCH, many by atomic requests of up to 200. Skips tasks that
 * would not change. Rejects if the user can edit none of them.
 */
export function changeTasks(ids: readonly string[], patch: TaskPatch, labels: Said): Promise<unknown> {
  const editable = changeable(ids)
  const tasks = editable.filter((task) => isChanged(task, patch))
  const field = labels.field.toLowerCase()
  if (tasks.length > 1) {
    const label = text.setMany(tasks.length, field, labels.value)
    announce(label)
    return updateGroups([{ tasks, patch }], label)
  } else if (tasks.length === 1) {
    const [{ task_id, title }] = tasks as [Task]
    const label = text.set(title, field, labels.value)
    announce(label)
    return data().change('tasks', task_id, patch, label).answer
  }
  return editable.length > 0 && tasks.length === 0 ? Promise.resolve() : reject()
}

/** Returns a rejection without an unhandled error, since a toast was shown. */
function reject(): Promise<never> {
  const failure = Promise.reject(new Error(text.readOnly))
  failure.catch(() => undefined)
  return failure
}

interface TaskGroup {
  tasks: readonly Task[]
  patch: TaskPatch
}

function updateGroups(groups: readonly TaskGroup[], label: string): Promise<unknown> {
  const batches = groups.flatMap(({ tasks, patch }) => {
    const size = 'tags' in patch ? MAX_TAGGED_TASKS : MAX_BULK_TASKS
    return Array.from({ length: Math.ceil(tasks.length / size) }, (_, part) => ({
      patch,
      tasks: tasks.slice(part * size, (part + 1) * size),
    }))
  })
  const writes = data().together(label, () =>
    batches.map(({ tasks, patch }) => ({
      size: tasks.length,
      answer: updateGroup(tasks, patch, label).answer,
    })),
  )
  followWrites(label, writes)
  return Promise.all(writes.map(({ answer }) => answer))
}

function updateGroup(tasks: readonly Task[], patch: TaskPatch, label: string): Pending {
  if (tasks.length === 1) return data().change('tasks', tasks[0]!.task_id, patch, label)
  const previous = new Map<string, { before: Record<string, unknown>; tasks: Task[] }>()
  for (const task of tasks) {
    const before = Object.fromEntries(Object.keys(patch).map((name) => [name, task[name as keyof Task]]))
    const group = previous.get(JSON.stringify(before)) ?? { before, tasks: [] }
    group.tasks.push(task)
    previous.set(JSON.stringify(before), group)
  }
  const undo = [...previous.values()].map(({ before, tasks }) => buildBulkUpdate(tasks, before, label))
  return data().write({ ...buildBulkUpdate(tasks, { ...patch }, label), undo })
}

function buildBulkUpdate(tasks: readonly Task[], changes: Record<string, unknown>, label: string): Inverse {
  const ids = tasks.map(({ task_id }) => task_id)
  return {
    call: 'tasks.bulkUpdate',
    args: [{ task_ids: ids, changes }],
    about: ids.map(toRef),
    shown: ids.map((id) => toPatch(id, changes)),
    said: label,
  }
}

/** Changes the tags of tasks. Tasks with the same resulting tags share a request. */
export function changeTags(ids: readonly string[], change: (tags: string[]) => string[]): void {
  const byTags = new Map<string, { tags: string[]; tasks: Task[] }>()
  for (const task of changeable(ids)) {
    const tags = change(task.tags)
    if (isEqual(tags, task.tags)) continue
    const group = byTags.get(JSON.stringify(tags)) ?? { tags, tasks: [] }
    group.tasks.push(task)
    byTags.set(JSON.stringify(tags), group)
  }
  const groups = [...byTags.values()].map(({ tags, tasks }) => ({ tasks, patch: { tags } }))
  const count = groups.reduce((sum, { tasks }) => sum + tasks.length, 0)
  const [first] = groups
  if (!first) return
  const value = first.patch.tags.join(', ') || text.noTags
  const field = text.tags.toLowerCase()
  const label = count === 1 ? text.set(first.tasks[0]!.title, field, value) : text.changedTags(count)
  announce(label)
  void updateGroups(groups, label)
}

/** Target of a move to a section of a project, a team or the user. */
export interface SectionPlace {
  scope_type: ScopeType
  scope_id: string
  section_id: string | null
  /** Task next to which it is inserted; the end by default. */
  beside?: Beside | undefined
  /** Provisional position until the server has computed the final one. */
  position?: number | null
  back?: Beside | undefined
}

/** Position in a section next to another task; the server computes the number. */
export type Beside = { before: string } | { after: string }

export interface Sectioned {
  section_id?: string | null
  section_position?: number | null
}

export function putIntoSection(task: Task & Sectioned, target: SectionPlace, name: string): Pending {
  const { section_id, position = null, beside, back, ...scope } = target
  const label = text.moved(task.title, name)
  const buildMove = (
    sectionId: string | null,
    newPosition: number | null,
    neighbor: Beside | { position: number } | undefined,
  ): Inverse => ({
    call: 'tasks.setSection',
    args: [task.task_id, { ...scope, section_id: sectionId, ...(sectionId !== null && neighbor) }],
    about: toRef(task.task_id),
    // The neighbor has to be in the section first, so moves into it are sent one at a time.
    queue: `order ${sectionId ?? section_id}`,
    shown: toPatch(task.task_id, { section_id: sectionId, section_position: newPosition }),
    said: label,
  })
  const oldPosition = task.section_position ?? null
  return data().write({
    ...buildMove(section_id, position, beside),
    undo: buildMove(
      task.section_id ?? null,
      oldPosition,
      back ?? (oldPosition === null ? undefined : { position: oldPosition }),
    ),
  })
}

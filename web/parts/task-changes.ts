import type { ScopeType, Task, TaskUpdate } from '@svc/sdk'
import { data } from '../data/current.ts'
import { followWrites } from './bulk.ts'
import type { About, Inverse, Overlay, Pending } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { announce } from '../ui/announce.ts'
import { toast } from '../ui/toast.tsx'

/** How many tasks one bulk request takes. */
const mostAtOnce = 200
/** Limits requests that change tags, which block all other requests on the embedded database. */
const MAX_TAGGED_AT_ONCE = 20

export type TaskPatch = Partial<Task> & TaskUpdate

/** What a change sets, in words: the attribute and its new value. */
export interface Said {
  field: string
  value: string
}

const about = (id: string): About => ({ kind: 'tasks', id })
const shown = (id: string, patch: Record<string, unknown>): Overlay => ({ kind: 'tasks', id, patch })

/** The tasks of these that are known here. */
export const tasksOf = (ids: readonly string[]): Task[] =>
  ids.flatMap((id) => data().row('tasks', id).peek() ?? [])

/** Those that the person may change; of the others it is said that they are left out. */
export function changeable(ids: readonly string[]): Task[] {
  const all = tasksOf(ids)
  const mine = all.filter((task) => task.has_edit_access)
  const left = all.length - mine.length
  if (left > 0) toast({ text: all.length === 1 ? text.readOnly : text.readOnlySome(left), kind: 'wrong' })
  return mine
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const differs = (task: Task, patch: TaskPatch): boolean =>
  Object.entries(patch).some(([name, value]) => !same(task[name as keyof Task], value))

/**
 * Changes tasks alike in one undo step: one by PATCH, many by atomic requests of up to 200. Skips unchanged tasks. Returns
 * the response; rejects if nothing could be changed.
 */
export function changeTasks(ids: readonly string[], patch: TaskPatch, said: Said): Promise<unknown> {
  const may = changeable(ids)
  const tasks = may.filter((task) => differs(task, patch))
  const field = said.field.toLowerCase()
  if (tasks.length > 1) {
    const inWords = text.setMany(tasks.length, field, said.value)
    announce(inWords)
    return changeMany([{ tasks, patch }], inWords)
  } else if (tasks.length === 1) {
    const [{ task_id, title }] = tasks as [Task]
    const inWords = text.set(title, field, said.value)
    announce(inWords)
    return data().change('tasks', task_id, patch, inWords).answer
  }
  return may.length > 0 && tasks.length === 0 ? Promise.resolve() : refused()
}

/** A failure that nobody need look at: what is wrong was said. */
function refused(): Promise<never> {
  const failure = Promise.reject(new Error(text.readOnly))
  failure.catch(() => undefined)
  return failure
}

interface Alike {
  tasks: readonly Task[]
  patch: TaskPatch
}

/** Changes groups of tasks, each alike, in one undo step. */
function changeMany(groups: readonly Alike[], said: string): Promise<unknown> {
  const parts = groups.flatMap(({ tasks, patch }) => {
    const size = 'tags' in patch ? MAX_TAGGED_AT_ONCE : mostAtOnce
    return Array.from({ length: Math.ceil(tasks.length / size) }, (_, part) => ({
      patch,
      tasks: tasks.slice(part * size, (part + 1) * size),
    }))
  })
  const writes = data().together(said, () =>
    parts.map(({ tasks, patch }) => ({
      size: tasks.length,
      answer: changeAlike(tasks, patch, said).answer,
    })),
  )
  followWrites(said, writes)
  return Promise.all(writes.map(({ answer }) => answer))
}

function changeAlike(tasks: readonly Task[], patch: TaskPatch, said: string): Pending {
  if (tasks.length === 1) return data().change('tasks', tasks[0]!.task_id, patch, said)
  const back = new Map<string, { before: Record<string, unknown>; tasks: Task[] }>()
  for (const task of tasks) {
    const before = Object.fromEntries(Object.keys(patch).map((name) => [name, task[name as keyof Task]]))
    const group = back.get(JSON.stringify(before)) ?? { before, tasks: [] }
    group.tasks.push(task)
    back.set(JSON.stringify(before), group)
  }
  const undo = [...back.values()].map(({ before, tasks }) => together(tasks, before, said))
  return data().write({ ...together(tasks, { ...patch }, said), undo })
}

function together(tasks: readonly Task[], changes: Record<string, unknown>, said: string): Inverse {
  const ids = tasks.map(({ task_id }) => task_id)
  return {
    call: 'tasks.bulkUpdate',
    args: [{ task_ids: ids, changes }],
    about: ids.map(about),
    shown: ids.map((id) => shown(id, changes)),
    said,
  }
}

/** Sets a list of each task: the tasks that come out alike go together. */
export function changeTags(ids: readonly string[], change: (tags: string[]) => string[]): void {
  const alike = new Map<string, { tags: string[]; tasks: Task[] }>()
  for (const task of changeable(ids)) {
    const tags = change(task.tags)
    if (same(tags, task.tags)) continue
    const group = alike.get(JSON.stringify(tags)) ?? { tags, tasks: [] }
    group.tasks.push(task)
    alike.set(JSON.stringify(tags), group)
  }
  const groups = [...alike.values()].map(({ tags, tasks }) => ({ tasks, patch: { tags } }))
  const count = groups.reduce((sum, { tasks }) => sum + tasks.length, 0)
  const [first] = groups
  if (!first) return
  const value = first.patch.tags.join(', ') || text.noTags
  const field = text.tags.toLowerCase()
  const inWords = count === 1 ? text.set(first.tasks[0]!.title, field, value) : text.changedTags(count)
  announce(inWords)
  void changeMany(groups, inWords)
}

/** Where a task is put among the sections of a project, a team or oneself. */
export interface SectionPlace {
  scope_type: ScopeType
  scope_id: string
  section_id: string | null
  /** Task to place it next to; without one it goes to the end. */
  beside?: Beside | undefined
  /** Provisional position until the server has computed it. */
  position?: number | null
  /** Position to restore on undo. */
  back?: Beside | undefined
}

/** Position in a section next to another task; the server computes the number. */
export type Beside = { before: string } | { after: string }

export interface Sectioned {
  section_id?: string | null
  section_position?: number | null
}

/** Puts a task into a section of its project or team, or out of any. */
export function putIntoSection(task: Task & Sectioned, place: SectionPlace, name: string): Pending {
  const { section_id, position = null, beside, back, ...scope } = place
  const said = text.moved(task.title, name)
  const put = (
    to: string | null,
    at: number | null,
    where: Beside | { position: number } | undefined,
  ): Inverse => ({
    call: 'tasks.setSection',
    args: [task.task_id, { ...scope, section_id: to, ...(to !== null && where) }],
    about: about(task.task_id),
    // The neighbor has to be in the section first, so moves into it are sent one at a time.
    queue: `order ${to ?? section_id}`,
    shown: shown(task.task_id, { section_id: to, section_position: at }),
    said,
  })
  const was = task.section_position ?? null
  return data().write({
    ...put(section_id, position, beside),
    undo: put(task.section_id ?? null, was, back ?? (was === null ? undefined : { position: was })),
  })
}

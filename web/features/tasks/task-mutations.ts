import type { ScopeType, Task, TaskUpdate } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { buildInversePatch, isEqual as isSameValue, mergeRow } from '../../store/rows.ts'
import { trackMutationProgress } from './bulk-progress.ts'
import type { RowRef, InverseMutation, OptimisticPatch, PendingMutation } from '../../store/types.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { listTexts } from '../../messages/tasks.ts'
import { placeByStatus } from '../sections/section-rules.ts'
import { getShownProject } from './shown-sections.ts'
import { listContainerSections } from './choices.tsx'
import { announce } from '../../components/util/announce.ts'
import { showToast } from '../../components/toast.tsx'
import { formatList } from '../../components/util/intl.ts'

const MAX_BULK_TASKS = 200
/** Limits requests that change tags, which block all other requests on the embedded database. */
const MAX_TAGGED_TASKS = 20

export type TaskPatch = Partial<Task> & TaskUpdate

interface FieldChangeLabel {
  field: string
  value: string
  /** True for the name of a custom field, which keeps its capital letters. */
  isName?: boolean
  /** Label of the undo step that the change is a part of. */
  step?: string | undefined
}

const toRef = (id: string): RowRef => ({ kind: 'tasks', id })
const toPatch = (id: string, patch: Record<string, unknown>): OptimisticPatch => ({
  type: 'patch',
  kind: 'tasks',
  id,
  patch,
})

export const getLoadedTasks = (ids: readonly string[]): Task[] =>
  ids.flatMap((id) => getStore().row('tasks', id).peek() ?? [])

export function listEditableTasks(ids: readonly string[]): Task[] {
  const all = getLoadedTasks(ids)
  const editable = all.filter((task) => task.has_edit_access)
  const skipped = all.length - editable.length
  if (skipped > 0)
    showToast({
      text: all.length === 1 ? listTexts.readOnly : listTexts.readOnlySome(skipped),
      kind: 'wrong',
    })
  return editable
}

/** Shows what was changed, with a button that undoes this step even if others followed. */
export const showUndoToast = (label: string): void =>
  showToast({ text: label, action: { label: layoutTexts.undo, run: () => getStore().undo(label) } })

/** Announces a change; touch screens, which have no key to undo it, get a button for that. */
export const reportChange = (label: string): void =>
  matchMedia('(hover: none)').matches ? showUndoToast(label) : announce(label)

const isChanged = (task: Task, patch: TaskPatch): boolean =>
  Object.entries(mergeRow({ ...task }, { ...patch })).some(
    ([name, value]) => name in patch && !isSameValue(value, task[name as keyof Task]),
  )

/** Patches tasks in one undo step: one by PATCH, many by atomic requests. Rejects if none can be edited. */
export function updateTasks(ids: readonly string[], patch: TaskPatch, labels: FieldChangeLabel): Promise<unknown> {
  const editable = listEditableTasks(ids)
  const tasks = editable.filter((task) => isChanged(task, patch))
  const field = labels.isName ? labels.field : listTexts.fieldInText(labels.field)
  if (tasks.length > 1) {
    const label = labels.step ?? listTexts.setMany(tasks.length, field, labels.value)
    showUndoToast(label)
    return updateGroups([{ tasks, patch }], label)
  } else if (tasks.length === 1) {
    const [{ task_id, title }] = tasks as [Task]
    const label = labels.step ?? listTexts.set(title, field, labels.value)
    reportChange(label)
    return updateTask(task_id, patch, label).response
  }
  return editable.length > 0 && tasks.length === 0 ? Promise.resolve() : reject()
}

/** Returns a rejection without an unhandled error, since a toast was shown. */
function reject(): Promise<never> {
  const failure = Promise.reject(new Error(listTexts.readOnly))
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
  const writes = getStore().together(label, () =>
    batches.map(({ tasks, patch }) => ({
      size: tasks.length,
      answer: updateGroup(tasks, patch, label).response,
    })),
  )
  trackMutationProgress(label, writes)
  return Promise.all(writes.map(({ answer }) => answer))
}

function updateGroup(tasks: readonly Task[], patch: TaskPatch, label: string): PendingMutation {
  if (tasks.length === 1) return updateTask(tasks[0]!.task_id, patch, label)
  const previous = new Map<string, { before: Record<string, unknown>; tasks: Task[] }>()
  for (const task of tasks) {
    const before = buildInversePatch({ ...task }, { ...patch })
    const group = previous.get(JSON.stringify(before)) ?? { before, tasks: [] }
    group.tasks.push(task)
    previous.set(JSON.stringify(before), group)
  }
  const undo = [...previous.values()].map(({ before, tasks }) => buildBulkUpdate(tasks, before, label))
  return getStore().mutate({ ...buildBulkUpdate(tasks, { ...patch }, label), inverse: undo })
}

function buildBulkUpdate(tasks: readonly Task[], changes: Record<string, unknown>, label: string): InverseMutation {
  const ids = tasks.map(({ task_id }) => task_id)
  return {
    method: 'tasks.bulkUpdate',
    args: [{ task_ids: ids, changes }],
    rows: ids.map(toRef),
    optimisticPatches: tasks.map((task) => toPatch(task.task_id, { ...changes, ...predictSection(task, changes) })),
    label: label,
  }
}

/** Updates a task. A change of its status also shows the section that the server puts it into. */
function updateTask(id: string, patch: TaskPatch, label: string): PendingMutation {
  const task = getStore().row('tasks', id).peek() as (Task & SectionFields) | null | undefined
  const section = task && predictSection(task, patch)
  if (!task || !section) return getStore().update('tasks', id, patch, label)
  const build = (change: Record<string, unknown>, shown: SectionFields): InverseMutation => ({
    method: 'tasks.update',
    args: [id, change],
    rows: toRef(id),
    optimisticPatches: toPatch(id, { ...change, ...shown }),
    label,
  })
  const back = Object.fromEntries(Object.keys(patch).map((name) => [name, task[name as keyof Task] ?? null]))
  const { section_id = null, section_position = null } = task
  const isMoved = section.section_id !== section_id && section_id !== null
  const returned = isMoved && buildSectionMove(task, section_id, section_position, label)
  return getStore().mutate({
    ...build({ ...patch }, section),
    inverse: [build(back, { section_id }), ...(returned ? [returned] : [])],
  })
}

const buildSectionMove = (
  { task_id, project_id }: Task,
  section_id: string,
  section_position: number | null,
  label: string,
): InverseMutation => ({
  method: 'tasks.setSection',
  args: [
    task_id,
    {
      scope_type: 'project',
      scope_id: project_id,
      section_id,
      ...(section_position !== null && { position: section_position }),
    },
  ],
  rows: toRef(task_id),
  optimisticPatches: toPatch(task_id, { section_id, section_position }),
  label,
})

/** Returns the section that a change of the status leads to; undefined where the sections of the project are not shown. */
function predictSection(task: Task & SectionFields, patch: TaskPatch): SectionFields | undefined {
  const id = getShownProject()
  if (!patch.status || id === undefined || task.project_id !== id || task.section_id === undefined) return undefined
  const sections = listContainerSections({ kind: 'project', id })
  return { section_id: placeByStatus(sections, task.section_id, patch.status) }
}

/** Changes the tags of tasks. Tasks with the same resulting tags share a request. */
export function updateTags(ids: readonly string[], change: (tags: string[]) => string[]): void {
  updateTasksInGroups(
    listEditableTasks(ids),
    (task) => ({ tags: change(task.tags) }),
    listTexts.fieldInText(listTexts.tags),
    ({ tags }) => formatList(tags!) || listTexts.noTags,
  )
}

/** Changes each task in its own way, in one undo step, and returns its label. Tasks with the same change share a request. */
export function updateTasksInGroups(
  tasks: readonly Task[],
  change: (task: Task) => TaskPatch,
  field: string,
  toText: (patch: TaskPatch) => string,
): string | undefined {
  const byPatch = new Map<string, { patch: TaskPatch; tasks: Task[] }>()
  for (const task of tasks) {
    const patch = change(task)
    if (!isChanged(task, patch)) continue
    const group = byPatch.get(JSON.stringify(patch)) ?? { patch, tasks: [] }
    group.tasks.push(task)
    byPatch.set(JSON.stringify(patch), group)
  }
  const groups = [...byPatch.values()]
  const count = groups.reduce((sum, group) => sum + group.tasks.length, 0)
  const [first] = groups
  if (!first) return undefined
  const label =
    count === 1 ? listTexts.set(first.tasks[0]!.title, field, toText(first.patch)) : listTexts.changedMany(field, count)
  if (count > 1) showUndoToast(label)
  else reportChange(label)
  void updateGroups(groups, label).catch(() => undefined)
  return label
}

interface SectionTarget {
  scope_type: ScopeType
  scope_id: string
  section_id: string | null
  /** Task next to which it is inserted; the end by default. */
  neighbor?: TaskNeighbor | undefined
  /** Provisional position until the server has computed the final one. */
  position?: number | null
  previousNeighbor?: TaskNeighbor | undefined
}

export type TaskNeighbor = { before: string } | { after: string }

export interface SectionFields {
  section_id?: string | null
  section_position?: number | null
}

/** Moves a task. A section that means a status gives it this status. */
export function moveToSection(task: Task & SectionFields, target: SectionTarget, name: string): PendingMutation {
  const { section_id, position = null, neighbor: beside, previousNeighbor, ...scope } = target
  const label = listTexts.moved(task.title, name)
  const sections = scope.scope_type === 'project' ? listContainerSections({ kind: 'project', id: scope.scope_id }) : []
  const getStatus = (id: string | null | undefined) => sections.find((one) => one.section_id === id)?.status
  const buildMove = (
    sectionId: string | null,
    newPosition: number | null,
    neighbor: TaskNeighbor | { position: number } | undefined,
  ): InverseMutation => ({
    method: 'tasks.setSection',
    args: [task.task_id, { ...scope, section_id: sectionId, ...(sectionId !== null && neighbor) }],
    rows: toRef(task.task_id),
    // The neighbor has to be in the section first, so moves into it are sent one at a time.
    queue: `order ${sectionId ?? section_id}`,
    optimisticPatches: toPatch(task.task_id, {
      section_id: sectionId,
      section_position: newPosition,
      ...(getStatus(sectionId) && { status: getStatus(sectionId) }),
    }),
    label: label,
  })
  const oldPosition = task.section_position ?? null
  const back = buildMove(
    task.section_id ?? null,
    oldPosition,
    previousNeighbor ?? (oldPosition === null ? undefined : { position: oldPosition }),
  )
  const status = getStatus(section_id) ?? task.status
  // The section it came from gives it back its status only if it means one.
  const isStatusLost = status !== task.status && getStatus(task.section_id) !== task.status
  const statusBack = { method: 'tasks.update', args: [task.task_id, { status: task.status }], label }
  const restored = {
    ...statusBack,
    rows: toRef(task.task_id),
    optimisticPatches: toPatch(task.task_id, { status: task.status }),
  }
  return getStore().mutate({
    ...buildMove(section_id, position, beside),
    inverse: isStatusLost ? [restored, back] : back,
  })
}

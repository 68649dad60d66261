import type { Context } from '../../../../core/context.ts'
import { canDeleteTask, canReadTask } from '../policy.ts'
import {
  findAncestorIds,
  findTransitiveDependencies,
  findTasksIncludingDeleted,
  type RestorableTask,
  recordDependents,
  restoreChildLinks,
  restoreDependentLinks,
  restoreParentLink,
  undeleteTasks,
  insertTaskSearch,
  type RestoredTaskRow,
  type TaskDependency,
} from '../queries/deleted.ts'
import { emitLinkEvents } from './links.ts'
import { placeTasks, type SectionChange } from './placement.ts'
import {
  selectTasksToRestore,
  containerFields,
  findLostContainers,
  filterAcyclic,
  type LostReference,
} from '../rules.ts'

export interface RestoreResult {
  sub_tasks: string[]
  dependents: string[]
  missing: LostReference[]
}

interface Restoration {
  ctx: Context
  orgId: string
  restored: RestorableTask[]
  /** Tasks to restore and all linked tasks, live or deleted. */
  known: Map<string, RestorableTask>
  missing: LostReference[]
}

/**
 * Restores a deleted task, those of the `others` deleted with it that the caller may delete, and the links of other tasks
 * to them. Returns what was and was not restored, as far as the caller can read it.
 */
export async function restoreTaskTree(
  ctx: Context,
  first: RestorableTask,
  others: RestorableTask[],
): Promise<RestoreResult> {
  const canRestore = (task: RestorableTask) => canReadTask(ctx, task) && canDeleteTask(ctx, task)
  const tasks = selectTasksToRestore(first, others, canRestore)
  const linked = tasks.flatMap((task) => [...task.sub_tasks, ...task.dependencies, ...task.dependents])
  const ids = [...linked, ...(first.parent_task_id === null ? [] : [first.parent_task_id])]
  const found = await findTasksIncludingDeleted(ctx, first.org_id, [...new Set(ids)])
  const known = new Map([...found, ...tasks].map((task) => [task.task_id, task]))
  const restoration = {
    ctx,
    orgId: first.org_id,
    restored: tasks,
    known,
    missing: tasks.flatMap(findLostContainers),
  }
  const children = await findOrphanedChildren(restoration)
  const rows = tasks.map((task) => buildRow(restoration, task, children))
  await undeleteTasks(ctx, restoration.orgId, rows)
  await insertTaskSearch(ctx, restoration.orgId, tasks)
  const inColumns = tasks.filter((task) => task.project_has_status_sections)
  const placed = await placeTasks(
    ctx,
    restoration.orgId,
    inColumns.map((task) => ({ ...task, former_project_id: task.project_id })),
  )
  if (rows[0]!.parent_task_id !== null) await restoreParentLink(ctx, first)
  await restoreChildLinks(ctx, restoration.orgId, children)
  const dependencies = await restoreDependencies(restoration)
  emitRestored(restoration, rows, placed)
  emitRestoredLinks(restoration, rows[0]!, children, dependencies)
  return presentResult(restoration, dependencies)
}

const isLive = (restoration: Restoration, id: string): boolean => {
  const task = restoration.known.get(id)
  return task !== undefined && (task.deleted_at === null || restoration.restored.includes(task))
}

/** Returns the subtasks that lost their parent by its deletion and still have none. */
async function findOrphanedChildren({
  ctx,
  orgId,
  restored,
  known,
}: Restoration): Promise<{ child: string; parent: string }[]> {
  const free = restored.flatMap(({ task_id, sub_tasks }) =>
    sub_tasks.flatMap((child) => {
      const task = known.get(child)
      return task?.deleted_at === null && task.parent_task_id === null ? [{ child, parent: task_id }] : []
    }),
  )
  if (free.length === 0) return []
  const ancestors = await findAncestorIds(ctx, orgId, restored[0]!.parent_task_id)
  return free.filter(({ child }) => !ancestors.includes(child))
}

/** Returns the values of a restored task; adds references that cannot be restored to the missing ones. */
function buildRow(
  restoration: Restoration,
  task: RestorableTask,
  children: readonly { child: string; parent: string }[],
): RestoredTaskRow {
  const { task_id, parent_task_id, restorable } = task
  const addMissing = (field: LostReference['field'], id: string) =>
    void restoration.missing.push({ task_id, field, id })
  const isOwn = (id: string) =>
    restoration.restored.some((one) => one.task_id === id && one.parent_task_id === task_id) ||
    children.some(({ child, parent }) => child === id && parent === task_id)
  const sub_tasks = task.sub_tasks.filter((id) => isOwn(id) || addMissing('sub_tasks', id))
  const dependencies = task.dependencies.filter((id) => isLive(restoration, id) || addMissing('dependencies', id))
  const orphaned = parent_task_id !== null && !isLive(restoration, parent_task_id)
  if (orphaned) addMissing('parent', parent_task_id)
  const { team_id, sprint_id, milestone_id, goal_id } = restorable
  const parent = orphaned ? null : parent_task_id
  return {
    task_id,
    parent_task_id: parent,
    team_id,
    sprint_id,
    milestone_id,
    goal_id,
    sub_tasks,
    dependencies,
  }
}

/** Restores dependencies on the restored tasks, except those that would form a cycle. Returns those of live tasks. */
async function restoreDependencies(restoration: Restoration): Promise<TaskDependency[]> {
  const { ctx, orgId, restored, known, missing } = restoration
  const candidates = restored.flatMap(({ task_id, dependents }) =>
    dependents.filter((id) => known.has(id)).map((task) => ({ task, dependency: task_id })),
  )
  const live = candidates.filter(({ task }) => isLive(restoration, task))
  const existing =
    live.length === 0 ? new Map<string, string[]>() : await findTransitiveDependencies(ctx, orgId, toIds(restored))
  const accepted = filterAcyclic(existing, live)
  for (const one of live)
    if (!accepted.includes(one)) missing.push({ task_id: one.dependency, field: 'dependents', id: one.task })
  await restoreDependentLinks(ctx, orgId, [...accepted, ...candidates.filter((one) => !live.includes(one))])
  const onDeleted = restored.flatMap(({ task_id, dependencies }) =>
    dependencies
      .filter((id) => known.has(id) && !isLive(restoration, id))
      .map((dependency) => ({ task: task_id, dependency })),
  )
  await recordDependents(ctx, orgId, onDeleted)
  return accepted
}

const toIds = (tasks: readonly RestorableTask[]): string[] => tasks.map((task) => task.task_id)

/** Emits an event for each restored task, with its lost containers and its new section if its old one has another status. */
function emitRestored(
  { ctx, restored }: Restoration,
  rows: readonly RestoredTaskRow[],
  placed: ReadonlyMap<string, SectionChange>,
): void {
  restored.forEach((task, i) => {
    const lost = containerFields.filter((name) => task[name] !== rows[i]![name])
    const section = placed.get(task.task_id)
    const before = { ...Object.fromEntries(lost.map((name) => [name, task[name]])), ...section?.before }
    ctx.emit({
      org_id: task.org_id,
      type: 'task.restored',
      resource_type: 'task',
      resource_id: task.task_id,
      project_id: task.project_id,
      before: Object.keys(before).length === 0 ? null : before,
      after: {
        title: task.title,
        status: task.status,
        ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
        ...section?.after,
      },
    })
  })
}

/** Emits an event for each restored link of other tasks. */
function emitRestoredLinks(
  { ctx, known }: Restoration,
  first: RestoredTaskRow,
  children: readonly { child: string; parent: string }[],
  dependencies: readonly TaskDependency[],
): void {
  const emitLink = (kind: 'subtask' | 'dependency', of: string, id: string) =>
    emitLinkEvents(ctx, known.get(of)!, kind, { added: [id], removed: [] })
  if (first.parent_task_id !== null) emitLink('subtask', first.parent_task_id, first.task_id)
  for (const { child, parent } of children) emitLink('subtask', parent, child)
  for (const { task, dependency } of dependencies) emitLink('dependency', task, dependency)
}

/** Returns the result without tasks that the caller can't read. */
function presentResult(
  { ctx, restored, known, missing }: Restoration,
  dependencies: readonly TaskDependency[],
): RestoreResult {
  const isTask = ({ field }: LostReference) => ['parent', 'sub_tasks', 'dependencies', 'dependents'].includes(field)
  const canRead = (id: string) => {
    const task = known.get(id)
    return task !== undefined && canReadTask(ctx, task)
  }
  return {
    sub_tasks: toIds(restored.slice(1)),
    dependents: [...new Set(dependencies.map(({ task }) => task))].filter(canRead),
    missing: missing.filter((lost) => !isTask(lost) || canRead(lost.id)),
  }
}

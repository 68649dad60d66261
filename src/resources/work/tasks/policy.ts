import { digestLinks } from '../../../http/result.ts'
import type { HeldClaims } from '../../../http/if-claim.ts'
import type { CallerContext, Context } from '../../../core/context.ts'
import { forbidden, notFound, unknownReference } from '../../../core/errors.ts'
import { canEditProject, canReadProject } from '../projects/policy.ts'
import { lockHeldClaims } from './queries/claims.ts'
import { lockContainers, lockLinksForTasks, lockRelatedTasks } from './queries/locks.ts'
import {
  findTask,
  findTasks,
  type ResourceAccess,
  type TaskAccess,
  type TaskRow,
  type TaskWithAccess,
} from './queries/rows.ts'
import { hasLinkChanges, type TaskUpdate } from './schema.ts'

const toProject = (task: TaskAccess) => ({
  org_id: task.org_id,
  project_id: task.project_id!,
  visibility: task.project_visibility!,
  my_role: task.my_role,
})

/** Returns whether the caller may read a task. Same rule as the SQL condition `buildVisibleTasksCondition`. */
export function canReadTask(ctx: CallerContext, task: TaskAccess): boolean {
  if (task.project_deleted || !canReadProjectOrTeam(ctx, task)) return false
  if (!task.restricted || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.my_role === 'owner' || task.restricted_to_user_ids.includes(ctx.user.user_id)
}

/** Returns whether the caller can see the task's project or team, ignoring the restriction of the task itself. */
export function canReadProjectOrTeam(ctx: CallerContext, task: TaskAccess): boolean {
  if (task.project_id !== null) return canReadProject(ctx, toProject(task))
  if (ctx.caller.allowedProjectIds) return false
  if (ctx.caller.isOrgAdmin(task.org_id)) return true
  if (task.team_id !== null)
    return ctx.caller.requireMembership(task.org_id).role !== 'guest' || task.my_team_role !== null
  return isCreatorOrAssignee(ctx, task)
}

const isCreatorOrAssignee = (ctx: CallerContext, task: TaskAccess) =>
  task.created_by === ctx.user.username || task.assignee === ctx.user.username

export function canEditTask(ctx: Context, task: TaskAccess): boolean {
  if (isCreatorOrAssignee(ctx, task)) return true
  if (task.project_id !== null) return canEditProject(ctx, task)
  return ctx.caller.isOrgAdmin(task.org_id) || task.my_team_role !== null
}

export function canDeleteTask(ctx: Context, task: TaskAccess): boolean {
  if (task.created_by === ctx.user.username || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.project_id !== null && canEditProject(ctx, task)
}

/** Returns whether the caller may see the id of a resource other than a task: requires read access to its project or team. */
export function canReadResource(ctx: CallerContext, resource: ResourceAccess): boolean {
  const { org_id, project_id, visibility, my_role, is_team_member } = resource
  if (project_id !== null)
    return visibility !== null && canReadProject(ctx, { org_id, project_id, visibility, my_role })
  return is_team_member || ctx.caller.requireMembership(org_id).role !== 'guest'
}

/** Returns whether all readers of `task` can also read `other`. Same rule as the SQL `readerSubsetCondition`. */
export function isReaderSubset(task: TaskAccess, other: TaskAccess): boolean {
  const isAllowedOnOther = (ids: readonly string[]) => ids.every((id) => other.restricted_to_user_ids.includes(id))
  if (other.restricted && !(task.restricted && isAllowedOnOther(task.restricted_to_user_ids))) return false
  if (task.project_id !== null || other.project_id !== null) return task.project_id === other.project_id
  if (task.team_id !== null || other.team_id !== null) return task.team_id === other.team_id
  const readers = [other.created_by, other.assignee]
  return (
    task.created_by !== null &&
    [task.created_by, task.assignee ?? task.created_by].every((username) => readers.includes(username))
  )
}

export interface ReadableLinks {
  parent: string | null
  sub_tasks: string[]
  dependencies: string[]
}

const noLinks: ReadableLinks = { parent: null, sub_tasks: [], dependencies: [] }

/** Loads the readable linked tasks of tasks in one organization; returns a function that filters a task's links. */
export async function loadReadableLinks(
  ctx: Context,
  tasks: readonly TaskRow[],
): Promise<(task: TaskRow) => ReadableLinks> {
  const ids = new Set<string>()
  for (const { parent_task_id, sub_tasks, dependencies } of tasks) {
    if (parent_task_id !== null) ids.add(parent_task_id)
    for (const id of sub_tasks) ids.add(id)
    for (const id of dependencies) ids.add(id)
  }
  if (ids.size === 0) return () => noLinks
  const found = await findTasks(ctx, [tasks[0]!.org_id], [...ids], false)
  const readable = new Set(found.filter((other) => canReadTask(ctx, other)).map((other) => other.task_id))
  return ({ parent_task_id, sub_tasks, dependencies }) => ({
    parent: parent_task_id !== null && readable.has(parent_task_id) ? parent_task_id : null,
    sub_tasks: sub_tasks.filter((id) => readable.has(id)),
    dependencies: dependencies.filter((id) => readable.has(id)),
  })
}

/** Returns a digest of the visible links, the second part of the ETag; empty for a task without visible links. */
export const computeLinksDigest = ({ parent, sub_tasks, dependencies }: ReadableLinks): string =>
  parent === null && sub_tasks.length + dependencies.length === 0 ? '' : digestLinks([parent, sub_tasks, dependencies])

/** Returns the task of a read, prefetched or else loaded. Throws 404 unless the caller may read it. */
export async function loadPrefetchedTask({ ctx, params }: TaskRequest): Promise<TaskWithAccess> {
  const prefetched = ctx.prefetched as Promise<TaskWithAccess | undefined> | undefined
  if (!prefetched) return loadReadableTask({ ctx, params })
  const task = await prefetched
  if (!task || !canReadTask(ctx, task)) throw notFound()
  return task
}

type TaskRequest = { ctx: Context; params: { task_id: string } }

/** Returns the task with the id, locked on writes. Throws 404 unless the caller may read it. */
export async function loadReadableTask({
  ctx,
  params,
}: TaskRequest): Promise<TaskWithAccess & { linksDigest?: () => Promise<string> }> {
  const task = await findTask(ctx, params.task_id)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  // Only writes compare If-Match.
  if (!ctx.inTransaction) return task
  // Assigned to the row itself, because copying an object with so many fields is slow.
  return Object.assign(task, {
    linksDigest: async () => computeLinksDigest((await loadReadableLinks(ctx, [task]))(task)),
  })
}

/** Returns the task with the id, locked. Throws 404 unless the caller may read it, 403 unless they may edit it. */
export async function loadEditableTask(request: TaskRequest): ReturnType<typeof loadReadableTask> {
  const task = await loadReadableTask(request)
  requireTaskEditor(request.ctx, task)
  return task
}

/** Returns the task with the id, locked together with its linked tasks and the tasks to link. */
export async function loadTaskForLinking(
  request: TaskRequest,
  others: readonly string[] = [],
): Promise<TaskWithAccess> {
  const { ctx, params } = request
  lockLinksForTasks(ctx, [params.task_id])
  lockRelatedTasks(ctx, [params.task_id, ...others], 'linksChanged')
  return loadEditableTask(request)
}

/** Returns the task to update. Locks in the common order: organization links, containers, then tasks. */
export async function loadTaskForUpdate(request: TaskRequest & { body: TaskUpdate }): Promise<TaskWithAccess> {
  const { ctx, params, body } = request
  const updatesLinks = hasLinkChanges(body)
  if (updatesLinks) lockLinksForTasks(ctx, [params.task_id])
  lockContainers(ctx, body)
  if (updatesLinks) lockRelatedTasks(ctx, [params.task_id, ...(body.sub_tasks ?? [])], 'linksChanged')
  const task = await loadEditableTask(request)
  return updatesLinks ? Object.assign(task, { replacesLinks: true }) : task
}

/** Returns the claims that the caller holds of these tasks, locked; for `lockClaims` of operations. */
export const lockClaimsByIds = (ctx: Context, orgId: string, taskIds: readonly string[]): Promise<HeldClaims> =>
  lockHeldClaims(
    ctx,
    taskIds.map((task_id) => ({ org_id: orgId, task_id })),
  )

/** Returns the claim that the caller holds of the task that the target is or belongs to, locked. */
export const lockTaskClaim = ({
  ctx,
  target,
}: {
  ctx: Context
  target: Pick<TaskRow, 'org_id' | 'task_id'>
}): Promise<HeldClaims> => lockHeldClaims(ctx, [target])

export function requireTaskEditor(ctx: Context, task: TaskWithAccess): void {
  if (!canEditTask(ctx, task))
    throw forbidden(`Changing task ${task.task_id} requires edit access to its project or team.`)
}

/** Returns the tasks referenced in a body, in its order. Throws 422 at the first that the caller can't read. */
export async function loadReferencedTasks(
  ctx: Context,
  orgIds: string[],
  taskIds: string[],
  locate: (taskId: string) => (string | number)[],
  lock: boolean,
): Promise<TaskWithAccess[]> {
  const found = new Map((await findTasks(ctx, orgIds, taskIds, lock)).map((task) => [task.task_id, task]))
  return taskIds.map((taskId) => {
    const task = found.get(taskId)
    if (!task || !canReadTask(ctx, task)) throw unknownReference(locate(taskId), 'task')
    return task
  })
}

/**
 * Names the property of `before` with the ids of the users to whom a moved task was restricted; null if it was not. Used
 * by access checks only: no response contains it.
 */
export const FORMER_READERS_KEY = 'was_restricted_to'
export const getFormerRestriction = (task: { restricted: boolean; restricted_to_user_ids: string[] }) => ({
  [FORMER_READERS_KEY]: task.restricted ? task.restricted_to_user_ids : null,
})

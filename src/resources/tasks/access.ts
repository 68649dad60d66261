import { facetOf } from '../../kernel/answer.ts'
import type { Asker, Context } from '../../kernel/context.ts'
import { forbidden, notFound, unknownReference } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { holdPlaces, lockLinksOf, lockWithKin } from './queries.ts'
import {
  findTask,
  findTasks,
  type PlaceJudged,
  type TaskJudged,
  type TaskRow,
  type TaskSeen,
} from './rows.ts'
import { changesLinks, type TaskUpdate } from './schemas.ts'

const toProject = (task: TaskJudged) => ({
  org_id: task.org_id,
  project_id: task.project_id!,
  visibility: task.project_visibility!,
  my_role: task.my_role,
})

/** Returns whether the caller may read a task. Same rule as the SQL condition `buildVisibleTasksCondition`. */
export function canReadTask(ctx: Asker, task: TaskJudged): boolean {
  if (task.project_deleted || !isPlacedInReach(ctx, task)) return false
  if (!task.restricted || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.my_role === 'owner' || task.restricted_to_user_ids.includes(ctx.user.user_id)
}

/** Returns whether the caller can see the task's project or team, ignoring the restriction of the task itself. */
export function isPlacedInReach(ctx: Asker, task: TaskJudged): boolean {
  if (task.project_id !== null) return canReadProject(ctx, toProject(task))
  if (ctx.caller.projectLimit) return false
  if (ctx.caller.isOrgAdmin(task.org_id)) return true
  if (task.team_id !== null)
    return ctx.caller.memberOf(task.org_id).role !== 'guest' || task.my_team_role !== null
  return isCreatorOrAssignee(ctx, task)
}

const isCreatorOrAssignee = (ctx: Asker, task: TaskJudged) =>
  task.created_by === ctx.user.username || task.assignee === ctx.user.username

export function canEditTask(ctx: Context, task: TaskJudged): boolean {
  if (isCreatorOrAssignee(ctx, task)) return true
  if (task.project_id !== null) return canEditProject(ctx, task)
  return ctx.caller.isOrgAdmin(task.org_id) || task.my_team_role !== null
}

export function canDeleteTask(ctx: Context, task: TaskJudged): boolean {
  if (task.created_by === ctx.user.username || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.project_id !== null && canEditProject(ctx, task)
}

/** Returns whether the caller may see the id of a container: requires read access to its project or team. */
export function canReadPlace(ctx: Asker, container: PlaceJudged): boolean {
  const { org_id, project_id, visibility, my_role, joined } = container
  if (project_id !== null)
    return visibility !== null && canReadProject(ctx, { org_id, project_id, visibility, my_role })
  return joined || ctx.caller.memberOf(org_id).role !== 'guest'
}

/** Returns whether all readers of `task` can also read `other`. Same rule as the SQL `readerSubsetCondition`. */
export function seenAlike(task: TaskJudged, other: TaskJudged): boolean {
  const isAllowedOnOther = (ids: readonly string[]) =>
    ids.every((id) => other.restricted_to_user_ids.includes(id))
  if (other.restricted && !(task.restricted && isAllowedOnOther(task.restricted_to_user_ids))) return false
  if (task.project_id !== null || other.project_id !== null) return task.project_id === other.project_id
  if (task.team_id !== null || other.team_id !== null) return task.team_id === other.team_id
  const readers = [other.created_by, other.assignee]
  return (
    task.created_by !== null &&
    [task.created_by, task.assignee ?? task.created_by].every((username) => readers.includes(username))
  )
}

export interface LinksSeen {
  parent: string | null
  sub_tasks: string[]
  dependencies: string[]
}

const noLinks: LinksSeen = { parent: null, sub_tasks: [], dependencies: [] }

/** Loads the readable linked tasks of tasks in one organization; returns a function that filters a task's links. */
export async function linksSeen(
  ctx: Context,
  tasks: readonly TaskRow[],
): Promise<(task: TaskRow) => LinksSeen> {
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
export const linksFacet = ({ parent, sub_tasks, dependencies }: LinksSeen): string =>
  parent === null && sub_tasks.length + dependencies.length === 0
    ? ''
    : facetOf([parent, sub_tasks, dependencies])

/** Returns the prefetched task. Throws 404 unless the caller may read it. */
export async function readableAhead({ ctx, params }: TaskRequest): Promise<TaskSeen> {
  const prefetched = ctx.ahead as Promise<TaskSeen | undefined> | undefined
  if (!prefetched) return readableTask({ ctx, params })
  const task = await prefetched
  if (!task || !canReadTask(ctx, task)) throw notFound()
  return task
}

type TaskRequest = { ctx: Context; params: { task_id: string } }

/** Returns the task in the path, locked on writes. Throws 404 unless the caller may read it. */
export async function readableTask({
  ctx,
  params,
}: TaskRequest): Promise<TaskSeen & { facet?: () => Promise<string> }> {
  const task = await findTask(ctx, params.task_id)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  // Only writes compare If-Match.
  if (!ctx.locking) return task
  // Assigned to the row itself, because copying an object with so many fields is slow.
  return Object.assign(task, { facet: async () => linksFacet((await linksSeen(ctx, [task]))(task)) })
}

/** Returns the task in the path, locked. Throws 404 unless the caller may read it, 403 unless they may edit it. */
export async function editableTask(request: TaskRequest): ReturnType<typeof readableTask> {
  const task = await readableTask(request)
  requireEdit(request.ctx, task)
  return task
}

/** Returns the task in the path, locked together with its linked tasks and the tasks to link. */
export async function linkableTask(request: TaskRequest, others: readonly string[] = []): Promise<TaskSeen> {
  const { ctx, params } = request
  lockLinksOf(ctx, [params.task_id])
  lockWithKin(ctx, [params.task_id, ...others], 'relinked')
  return editableTask(request)
}

/** Returns the task to update. Locks in the common order: organization links, containers, then tasks. */
export async function changeableTask(request: TaskRequest & { body: TaskUpdate }): Promise<TaskSeen> {
  const { ctx, params, body } = request
  const updatesLinks = changesLinks(body)
  if (updatesLinks) lockLinksOf(ctx, [params.task_id])
  holdPlaces(ctx, body)
  if (updatesLinks) lockWithKin(ctx, [params.task_id, ...(body.sub_tasks ?? [])], 'relinked')
  const task = await editableTask(request)
  return updatesLinks ? Object.assign(task, { replacesFacet: true }) : task
}

export function requireEdit(ctx: Context, task: TaskSeen): void {
  if (!canEditTask(ctx, task))
    throw forbidden(`Changing task ${task.task_id} requires edit access to its project or team.`)
}

/** Returns the tasks referenced in a body, in its order. Throws 422 at the first that the caller can't read. */
export async function namedTasks(
  ctx: Context,
  orgIds: string[],
  taskIds: string[],
  locate: (taskId: string) => (string | number)[],
  lock: boolean,
): Promise<TaskSeen[]> {
  const found = new Map((await findTasks(ctx, orgIds, taskIds, lock)).map((task) => [task.task_id, task]))
  return taskIds.map((taskId) => {
    const task = found.get(taskId)
    if (!task || !canReadTask(ctx, task)) throw unknownReference(locate(taskId), 'task')
    return task
  })
}

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

const projectOf = (task: TaskJudged) => ({
  org_id: task.org_id,
  project_id: task.project_id!,
  visibility: task.project_visibility!,
  my_role: task.my_role,
})

/** Whether the caller may read a task; the same rule as the condition `visibleTasks` in SQL. */
export function canReadTask(ctx: Asker, task: TaskJudged): boolean {
  if (task.project_deleted || !isPlacedInReach(ctx, task)) return false
  if (!task.restricted || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.my_role === 'owner' || task.restricted_to_user_ids.includes(ctx.user.user_id)
}

/** Whether a task lies where the caller may look, restrictions aside. */
export function isPlacedInReach(ctx: Asker, task: TaskJudged): boolean {
  if (task.project_id !== null) return canReadProject(ctx, projectOf(task))
  if (ctx.caller.projectLimit) return false
  if (ctx.caller.isOrgAdmin(task.org_id)) return true
  if (task.team_id !== null)
    return ctx.caller.memberOf(task.org_id).role !== 'guest' || task.my_team_role !== null
  return isOwn(ctx, task)
}

const isOwn = (ctx: Asker, task: TaskJudged) =>
  task.created_by === ctx.user.username || task.assignee === ctx.user.username

/** Whether the caller, who can read it, may change a task. */
export function canEditTask(ctx: Context, task: TaskJudged): boolean {
  if (isOwn(ctx, task)) return true
  if (task.project_id !== null) return canEditProject(ctx, task)
  return ctx.caller.isOrgAdmin(task.org_id) || task.my_team_role !== null
}

/**
 * Whether the caller, who can read a task, may delete it: owners and editors of its project, its creator and org admins
 * may.
 */
export function canDeleteTask(ctx: Context, task: TaskJudged): boolean {
  if (task.created_by === ctx.user.username || ctx.caller.isOrgAdmin(task.org_id)) return true
  return task.project_id !== null && canEditProject(ctx, task)
}

/** Whether the caller may know of a place: those may who read its project or its team. */
export function canReadPlace(ctx: Asker, place: PlaceJudged): boolean {
  const { org_id, project_id, visibility, my_role, joined } = place
  if (project_id !== null)
    return visibility !== null && canReadProject(ctx, { org_id, project_id, visibility, my_role })
  return joined || ctx.caller.memberOf(org_id).role !== 'guest'
}

/**
 * Whether whoever reads the one task reads the other too, by where they lie and whom they are restricted to. What happens
 * to a link of two such tasks is a change of the one that all its readers may see.
 */
export function seenAlike(task: TaskJudged, other: TaskJudged): boolean {
  const within = (ids: readonly string[]) => ids.every((id) => other.restricted_to_user_ids.includes(id))
  if (other.restricted && !(task.restricted && within(task.restricted_to_user_ids))) return false
  if (task.project_id !== null || other.project_id !== null) return task.project_id === other.project_id
  if (task.team_id !== null || other.team_id !== null) return task.team_id === other.team_id
  const people = [other.created_by, other.assignee]
  return (
    task.created_by !== null &&
    [task.created_by, task.assignee ?? task.created_by].every((one) => people.includes(one))
  )
}

/** The links of a task as the caller sees them. */
export interface LinksSeen {
  parent: string | null
  sub_tasks: string[]
  dependencies: string[]
}

const unlinked: LinksSeen = { parent: null, sub_tasks: [], dependencies: [] }

/** Looks up which links of these tasks of one organization the caller sees: those to tasks that it can read. */
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
  if (ids.size === 0) return () => unlinked
  const found = await findTasks(ctx, [tasks[0]!.org_id], [...ids], false)
  const readable = new Set(found.filter((other) => canReadTask(ctx, other)).map((other) => other.task_id))
  return ({ parent_task_id, sub_tasks, dependencies }) => ({
    parent: parent_task_id !== null && readable.has(parent_task_id) ? parent_task_id : null,
    sub_tasks: sub_tasks.filter((id) => readable.has(id)),
    dependencies: dependencies.filter((id) => readable.has(id)),
  })
}

/** What If-Match compares of a task's links; nothing for a task without any that the caller sees. */
export const linksFacet = ({ parent, sub_tasks, dependencies }: LinksSeen): string =>
  parent === null && sub_tasks.length + dependencies.length === 0
    ? ''
    : facetOf([parent, sub_tasks, dependencies])

/** The task that was looked up ahead; 404 unless the caller may read it. */
export async function readableAhead({ ctx, params }: ById): Promise<TaskSeen> {
  const ahead = ctx.ahead as Promise<TaskSeen | undefined> | undefined
  if (!ahead) return readableTask({ ctx, params })
  const task = await ahead
  if (!task || !canReadTask(ctx, task)) throw notFound()
  return task
}

type ById = { ctx: Context; params: { task_id: string } }

/** The task that the path names, locked on writes; 404 unless the caller may read it. */
export async function readableTask({
  ctx,
  params,
}: ById): Promise<TaskSeen & { facet?: () => Promise<string> }> {
  const task = await findTask(ctx, params.task_id)
  if (!task || !canReadTask(ctx, task)) throw notFound()
  // If-Match is compared in the transaction of a write. A read goes without what it would never ask for.
  if (!ctx.locking) return task
  // Put on the row itself: a copy of so many fields, with one more, is slow to make and to read.
  return Object.assign(task, { facet: async () => linksFacet((await linksSeen(ctx, [task]))(task)) })
}

/** The task to be changed: 404 where the caller may not read it, 403 where it may read it alone. */
export async function editableTask(call: ById): ReturnType<typeof readableTask> {
  const task = await readableTask(call)
  requireEdit(call.ctx, task)
  return task
}

/** The task whose links are to be changed, locked with those that it has and those that are to be linked. */
export async function linkableTask(call: ById, others: readonly string[] = []): Promise<TaskSeen> {
  const { ctx, params } = call
  lockLinksOf(ctx, [params.task_id])
  lockWithKin(ctx, [params.task_id, ...others], 'relinked')
  return editableTask(call)
}

/** The task to be changed as the body says. What the change needs is locked in the order of all: links, places, tasks. */
export async function changeableTask(call: ById & { body: TaskUpdate }): Promise<TaskSeen> {
  const { ctx, params, body } = call
  const relinks = changesLinks(body)
  if (relinks) lockLinksOf(ctx, [params.task_id])
  holdPlaces(ctx, body)
  if (relinks) lockWithKin(ctx, [params.task_id, ...(body.sub_tasks ?? [])], 'relinked')
  const task = await editableTask(call)
  return relinks ? Object.assign(task, { replacesFacet: true }) : task
}

/** 403 unless the caller may change the task. */
export function requireEdit(ctx: Context, task: TaskSeen): void {
  if (!canEditTask(ctx, task)) throw forbidden(`You may not change the task ${task.task_id}.`)
}

/**
 * The tasks that a body names, in its order, locked when asked; 422 at the place of the first that the caller can't
 * read.
 */
export async function namedTasks(
  ctx: Context,
  orgIds: string[],
  taskIds: string[],
  locOf: (taskId: string) => (string | number)[],
  lock: boolean,
): Promise<TaskSeen[]> {
  const found = new Map((await findTasks(ctx, orgIds, taskIds, lock)).map((task) => [task.task_id, task]))
  return taskIds.map((taskId) => {
    const task = found.get(taskId)
    if (!task || !canReadTask(ctx, task)) throw unknownReference(locOf(taskId), 'task')
    return task
  })
}

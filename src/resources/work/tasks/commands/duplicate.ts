import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../../core/context.ts'
import { conflict, invalid } from '../../../../core/errors.ts'
import { canReadTask } from '../policy.ts'
import { loadCopyContext } from '../queries/duplicate.ts'
import { findTasks, type TaskWithAccess } from '../queries/rows.ts'
import { measureSearchContent } from '../queries/search.ts'
import { pickCopiedValues, type CopyContext } from '../copy-rules.ts'
import { createTask, type NewTaskLocation } from './create.ts'
import { takeNumbers } from './numbers.ts'

export const MAX_COPIED_SUBTASKS = 50
/** Maximum text that one request indexes for search, during which the embedded database serves no other request. */
const MAX_COPIED_TEXT_BYTES = 250_000

/**
 * Returns a task and, if wanted, its subtasks at all levels that the caller can read in the same project or, without one, in
 * the same team, parents first. Stops at the level that exceeds the limit.
 */
export async function loadOriginals(
  ctx: Context,
  task: TaskWithAccess,
  withSubtasks: boolean,
): Promise<TaskWithAccess[]> {
  const isBeside = ({ project_id, team_id }: TaskWithAccess) =>
    project_id === task.project_id && (project_id !== null || team_id === task.team_id)
  const originals = [task]
  let parents = withSubtasks ? [task] : []
  while (parents.length > 0 && originals.length <= MAX_COPIED_SUBTASKS + 1) {
    const ids = parents.flatMap((parent) => parent.sub_tasks)
    const found = await findTasks(ctx, [task.org_id], ids, false)
    const copied = found.filter((child) => isBeside(child) && canReadTask(ctx, child))
    const byId = new Map(copied.map((child) => [child.task_id, child]))
    parents = ids.flatMap((id) => byId.get(id) ?? [])
    originals.push(...parents)
  }
  return originals
}

/** Throws 422 for too many subtasks, or too much text with them. */
function requireSmallCopy(originals: readonly TaskWithAccess[]): void {
  if (originals.length === 1) return
  if (originals.length > MAX_COPIED_SUBTASKS + 1) throw tooLarge(`more than ${MAX_COPIED_SUBTASKS} subtasks`)
  const total = originals.reduce((sum, original) => sum + measureSearchContent(original), 0)
  if (total > MAX_COPIED_TEXT_BYTES) throw tooLarge(`more than ${MAX_COPIED_TEXT_BYTES} bytes of text`)
}

const tooLarge = (what: string) =>
  invalid(['body', 'subtasks'], `The task and its subtasks have ${what}. Duplicate it without them.`, 'too_large')

/** Reads tasks again after their containers were locked; undefined for those that the caller can no longer read. */
export async function reloadOriginals(
  ctx: Context,
  originals: readonly TaskWithAccess[],
): Promise<(TaskWithAccess | undefined)[]> {
  const ids = originals.map((original) => original.task_id)
  const found = await findTasks(ctx, [originals[0]!.org_id], ids, false)
  const readable = new Map(found.filter((task) => canReadTask(ctx, task)).map((task) => [task.task_id, task]))
  return ids.map((id) => readable.get(id))
}

const lockedFields = [
  'project_id',
  'goal_id',
  'milestone_id',
  'sprint_id',
  'team_id',
  'restricted_to_user_ids',
] as const

/** A task with its subtasks, before and after their containers were locked, and where they are copied. */
export interface TasksToCopy {
  location: Pick<NewTaskLocation, 'org_id' | 'project'>
  originals: readonly TaskWithAccess[]
  current: readonly (TaskWithAccess | undefined)[]
}

/** Returns the current tasks. Throws 409 if what was locked is no longer what they have. */
function requireLocked({ originals, current }: TasksToCopy): TaskWithAccess[] {
  return originals.map((original, i) => {
    const task = current[i]
    if (!task || lockedFields.some((name) => !isDeepStrictEqual(task[name], original[name])))
      throw conflict('A task was moved, restricted or deleted at the same time. Send the request again.')
    return task
  })
}

/** Creates copies of a task and its subtasks; returns the copy of the first. Throws 409 or 422 if they cannot be copied. */
export async function duplicateTasks(
  ctx: Context,
  tasksToCopy: TasksToCopy,
  title: string | null,
): Promise<TaskWithAccess> {
  const { location } = tasksToCopy
  requireSmallCopy(tasksToCopy.originals)
  const originals = requireLocked(tasksToCopy)
  const context = await loadCopyContext(ctx, originals)
  const first = location.project ? await takeNumbers(ctx, location.project, originals.length) : null
  const copies = new Map<string, TaskWithAccess>()
  // A task is created with its subtasks, which therefore come first.
  for (const [i, original] of [...originals.entries()].reverse()) {
    const sub_tasks = original.sub_tasks.flatMap((id) => copies.get(id)?.task_id ?? [])
    const takeNumber = first === null ? null : () => Promise.resolve(first + i)
    const named = { ...original, title: i === 0 ? (title ?? original.title) : original.title, is_subtask: i > 0 }
    copies.set(original.task_id, await createCopy(ctx, { ...location, takeNumber }, named, context, sub_tasks))
  }
  return copies.get(originals[0]!.task_id)!
}

function createCopy(
  ctx: Context,
  location: NewTaskLocation,
  original: TaskWithAccess,
  context: CopyContext,
  sub_tasks: string[],
): Promise<TaskWithAccess> {
  const values = pickCopiedValues(original, context)
  const { my_team_role } = original
  const { org_id, title } = original
  const body = { org_id, title, custom: values.custom!, sub_tasks }
  const section = context.sections.get(original.task_id) ?? null
  return createTask(ctx, location, body, { values: { ...values, my_team_role }, section })
}

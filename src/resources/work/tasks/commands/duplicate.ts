import type { Context } from '../../../../core/context.ts'
import { conflict, invalid } from '../../../../core/errors.ts'
import { canReadTask } from '../policy.ts'
import { loadCopyFacts } from '../queries/duplicate.ts'
import { findTasks, type TaskWithAccess } from '../queries/rows.ts'
import { measureSearchContent } from '../queries/search.ts'
import { pickCopiedValues, type CopyFacts } from '../copy-rules.ts'
import { createTask, type NewTaskLocation } from './create.ts'
import { prepareTaskNumber } from './numbers.ts'

export const MAX_COPIED_SUBTASKS = 50
/** Maximum text that one request indexes for search, during which the embedded database serves no other request. */
const MAX_COPIED_TEXT_BYTES = 250_000

/**
 * Returns a task and, if wanted, its subtasks at all levels that the caller can read in the same project, parents first.
 * Throws 422 for too many.
 */
export async function loadOriginals(
  ctx: Context,
  task: TaskWithAccess,
  withSubtasks: boolean,
): Promise<TaskWithAccess[]> {
  const originals = [task]
  let parents = withSubtasks ? [task] : []
  while (parents.length > 0) {
    const ids = parents.flatMap((parent) => parent.sub_tasks)
    const found = await findTasks(ctx, [task.org_id], ids, false)
    const copied = found.filter((child) => child.project_id === task.project_id && canReadTask(ctx, child))
    const byId = new Map(copied.map((child) => [child.task_id, child]))
    parents = ids.flatMap((id) => byId.get(id) ?? [])
    originals.push(...parents)
    if (originals.length > MAX_COPIED_SUBTASKS + 1) throw tooLarge(`more than ${MAX_COPIED_SUBTASKS} subtasks`)
  }
  if (originals.length > 1) requireSmallText(originals)
  return originals
}

function requireSmallText(originals: readonly TaskWithAccess[]): void {
  const total = originals.reduce((sum, original) => sum + measureSearchContent(original), 0)
  if (total > MAX_COPIED_TEXT_BYTES) throw tooLarge(`more than ${MAX_COPIED_TEXT_BYTES} bytes of text`)
}

const tooLarge = (what: string) =>
  invalid(['body', 'subtasks'], `The task and its subtasks have ${what}. Duplicate it without them.`, 'too_large')

const lockedFields = ['project_id', 'goal_id', 'milestone_id', 'sprint_id', 'team_id'] as const

/** Reads tasks again after their containers were locked. Throws 409 if one changed its container in the meantime. */
export async function reloadOriginals(ctx: Context, originals: readonly TaskWithAccess[]): Promise<TaskWithAccess[]> {
  const ids = originals.map((original) => original.task_id)
  const found = new Map((await findTasks(ctx, [originals[0]!.org_id], ids, false)).map((task) => [task.task_id, task]))
  return originals.map((original) => {
    const task = found.get(original.task_id)
    if (!task || lockedFields.some((name) => task[name] !== original[name]))
      throw conflict('The task was moved at the same time. Send the request again.')
    return task
  })
}

/** Creates copies of a task and its subtasks, given parents first; returns the copy of the first. */
export async function duplicateTasks(
  ctx: Context,
  location: NewTaskLocation,
  originals: readonly TaskWithAccess[],
  title: string | null,
): Promise<TaskWithAccess> {
  const facts = await loadCopyFacts(ctx, originals)
  const numbers = await takeNumbers(ctx, location, originals.length)
  const copies = new Map<string, TaskWithAccess>()
  // A task is created with its subtasks, which therefore come first.
  for (const [i, original] of [...originals.entries()].reverse()) {
    const sub_tasks = original.sub_tasks.flatMap((id) => copies.get(id)?.task_id ?? [])
    const takeNumber = numbers ? () => Promise.resolve(numbers[i]!) : null
    const named = { ...original, title: i === 0 ? (title ?? original.title) : original.title, is_subtask: i > 0 }
    copies.set(original.task_id, await createCopy(ctx, { ...location, takeNumber }, named, facts, sub_tasks))
  }
  return copies.get(originals[0]!.task_id)!
}

/** Takes the numbers of the copies in the order of their originals. */
async function takeNumbers(
  ctx: Context,
  { org_id, project, takeNumber }: NewTaskLocation,
  count: number,
): Promise<number[] | null> {
  if (!takeNumber || !project) return null
  const numbers = [await takeNumber()]
  const { project_id } = project
  while (numbers.length < count) numbers.push(await prepareTaskNumber(ctx, { org_id, project_id }, false)())
  return numbers
}

function createCopy(
  ctx: Context,
  location: NewTaskLocation,
  original: TaskWithAccess,
  facts: CopyFacts,
  sub_tasks: string[],
): Promise<TaskWithAccess> {
  const values = pickCopiedValues(original, facts)
  const { my_team_role } = original
  const { org_id, title } = original
  const body = { org_id, title, custom: values.custom!, sub_tasks }
  const section = facts.sections.get(original.task_id) ?? null
  return createTask(ctx, location, body, { values: { ...values, my_team_role }, section })
}

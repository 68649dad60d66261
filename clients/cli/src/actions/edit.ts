import type { Task, TaskSectionSet, TaskUpdate } from '@svc/sdk'
import type { Context } from '../context.ts'
import { CliError, exitCodes, isApiError, usageError } from '../errors.ts'
import { parseTaskChanges, type BuildTaskUpdate } from '../input/set-option.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { printResult, type ListFlags } from '../output/rows.ts'
import { isReadableTask, toShortName } from '../output/tasks.ts'
import { diffTask, toChange } from '../session/undoable-change.ts'
import { recordCommand } from '../session/undo-log.ts'
import { resolveTasks } from '../session/resolve-task.ts'
import { findSections } from '../session/sections.ts'
import { openSession, type Session } from '../session/session.ts'
import { buildTaskQuery, type ListTasksFlags } from './list.ts'
import { groupBy, mapConcurrently } from '../parallel.ts'

interface EditFlags extends ListFlags {
  filter?: string
  set: readonly string[]
  yes?: boolean
}

const MAX_BATCH = 200
/** Smaller for searchable text, whose updates block other requests on the embedded database. */
const MAX_TEXT_BATCH = 20
const MAX_ATTEMPTS = 5

export async function editTasks(context: Context, flags: EditFlags, ...ids: string[]): Promise<void> {
  if (ids.length > 0 === (flags.filter !== undefined))
    throw usageError("Pass either task ids or a filter: --filter 'status=backlog mine'")
  if (flags.set.length === 0) throw usageError('Pass the fields to change: --set status=completed')
  const session = openSession(context, flags)
  const change = await parseTaskChanges(session, flags.set)
  if (ids.length > 0) return changeTasks(context, session, ids, change, 'Changed', flags)
  const tasks = await findTasks(context, session, flags)
  if (tasks.length === 0)
    return printResult(context, { updated: 0, tasks: [] }, 'No tasks match: nothing changed', flags)
  await requireConfirmation(
    context,
    `Set ${flags.set.join(', ')} on ${formatTaskCount(tasks.length)}?`,
    flags.yes ?? false,
  )
  return changeMany(context, session, tasks, change, 'Changed', flags, true)
}

async function findTasks(context: Context, session: Session, { filter }: ListTasksFlags): Promise<Task[]> {
  const query = { ...(await buildTaskQuery(session, { filter: filter! })), limit: 1000 }
  return (await session.svc.tasks.list(query, { signal: context.signal }).toArray()).filter(isReadableTask)
}

/** Changes tasks by id or key and records the previous values for undo. */
export async function changeTasks(
  context: Context,
  session: Session,
  names: readonly string[],
  change: BuildTaskUpdate,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const ids = await resolveTasks(session, names, context.signal)
  const [only] = ids
  if (ids.length === 1) return changeOne(context, session, only!, change, verb, flags)
  const read = (id: string) => session.svc.tasks.read(id, { signal: context.signal })
  const tasks = await mapConcurrently([...new Set(ids)], read)
  return changeMany(context, session, tasks, change, verb, flags)
}

/** Changes one task; after a version conflict, reads it again and retries. */
async function changeOne(
  context: Context,
  session: Session,
  id: string,
  change: BuildTaskUpdate,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const { tasks } = session.svc
  for (let attempt = 1; ; attempt++) {
    const before = await tasks.read(id, { signal: context.signal })
    const changes = change(before)
    const sections = await findSectionsToLeave(session, [before], changes, context.signal)
    try {
      const task = await tasks.update(before, changes, { signal: context.signal })
      const name = toShortName(task)
      await recordCommand(context, session, `${verb} ${task.task_id}`, [
        toChange(before, task, sections.get(task.task_id)),
      ])
      return printResult(context, task, `${verb} ${name}  ${task.title}`, flags)
    } catch (error) {
      if (!isVersionConflict(error) || attempt >= MAX_ATTEMPTS) throw error
    }
  }
}

interface BulkProgress {
  change: BuildTaskUpdate
  initial: readonly Task[]
  done: ChangedTask[]
  /** Skips tasks whose same fields another user has changed, since the filter may no longer match. */
  isFiltered: boolean
  skipped: Task[]
}

type ChangedTask = [before: Task, after: Task, sections: TaskSectionSet[] | undefined]

/** Changes many tasks in batches, each of which is atomic. */
async function changeMany(
  context: Context,
  session: Session,
  tasks: Task[],
  change: BuildTaskUpdate,
  verb: string,
  flags: ListFlags,
  isFiltered = false,
): Promise<void> {
  const progress: BulkProgress = { change, initial: tasks, done: [], isFiltered, skipped: [] }
  const { done, skipped } = progress
  try {
    for (const batch of toBatches(tasks, change)) await changeBatch(context, session, batch, progress)
  } finally {
    const changes = done.map(([before, task, sections]) => toChange(before, task, sections))
    await recordCommand(context, session, `${verb} ${formatTaskCount(done.length)}`, changes)
    for (const task of skipped)
      context.note(
        `${toShortName(task)}  ${task.title}: skipped, because ${task.updated_by ?? 'another user'} has changed it`,
      )
    if (done.length < tasks.length) context.note(`${done.length} of ${formatTaskCount(tasks.length)} changed`)
  }
  if (skipped.length > 0)
    throw new CliError(
      `Skipped ${formatTaskCount(skipped.length)}, changed by another user. Run the command again to change them too.`,
      exitCodes.conflict,
    )
  const after = done.map(([, task]) => task)
  const shown = { updated: after.length, tasks: after }
  if (flags.ids) return context.out(after.map(({ task_id }) => `${task_id}\n`).join(''))
  printResult(context, shown, `${verb} ${formatTaskCount(after.length)}. Undo: svc undo`, flags)
}

/** Changes a batch at the versions read; after a conflict, reads and batches its tasks again. */
async function changeBatch(
  context: Context,
  session: Session,
  batch: Task[],
  progress: BulkProgress,
  attempt = 1,
): Promise<void> {
  const { signal } = context
  const changes = progress.change(batch[0]!)
  const sections = await findSectionsToLeave(session, batch, changes, signal)
  const task_ids = batch.map(({ task_id }) => task_id)
  const versions = Object.fromEntries(batch.map(({ task_id, version }) => [task_id, version]))
  try {
    const { tasks } = await session.svc.tasks.bulkUpdate({ task_ids, changes, versions }, { signal })
    const after = new Map(tasks.map((task) => [task.task_id, task]))
    for (const task of batch) progress.done.push([task, after.get(task.task_id)!, sections.get(task.task_id)])
  } catch (error) {
    if (!isVersionConflict(error) || attempt >= MAX_ATTEMPTS) throw error
    const read = await mapConcurrently(task_ids, (id) => session.svc.tasks.read(id, { signal }))
    for (const retried of toBatches(skipChanged(read, progress), progress.change))
      await changeBatch(context, session, retried, progress, attempt + 1)
  }
}

/** Skips tasks of a filter whose fields another user has changed, and reports them. */
function skipChanged(read: Task[], { change, initial, isFiltered, skipped }: BulkProgress): Task[] {
  if (!isFiltered) return read
  const initialById = new Map(initial.map((task) => [task.task_id, task]))
  const isChanged = (task: Task) => {
    const wanted = Object.keys(change(task))
    const differs = diffTask(initialById.get(task.task_id)!, task)
    return wanted.some((name) => Object.hasOwn(differs, name))
  }
  skipped.push(...read.filter(isChanged))
  return read.filter((task) => !isChanged(task))
}

const isVersionConflict = (error: unknown): boolean => isApiError(error) && error.status === 412

const findSectionsToLeave = (session: Session, tasks: Task[], changes: TaskUpdate, signal: AbortSignal) =>
  'project_id' in changes || 'team_id' in changes
    ? findSections(session, tasks, signal)
    : new Map<string, TaskSectionSet[]>()

export const formatTaskCount = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

const changesSearchText = (changes: TaskUpdate): boolean =>
  'title' in changes || 'description' in changes || 'tags' in changes

/** Batches tasks that receive the same changes. */
const toBatches = (tasks: Task[], change: BuildTaskUpdate): Task[][] =>
  [...groupBy(tasks, (task) => JSON.stringify(change(task))).values()].flatMap((group) => {
    const size = changesSearchText(change(group[0]!)) ? MAX_TEXT_BATCH : MAX_BATCH
    return Array.from({ length: Math.ceil(group.length / size) }, (_, at) => group.slice(at * size, (at + 1) * size))
  })

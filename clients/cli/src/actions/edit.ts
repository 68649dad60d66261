import type { Task, TaskSectionSet, TaskUpdate } from '@svc/sdk'
import type { Context } from '../context.ts'
import { CliError, exitCodes, isRefusal, usageError } from '../errors.ts'
import { changesOf, type ChangeOf } from '../input/changes.ts'
import { confirm } from '../input/confirm.ts'
import { printDone, type ListFlags } from '../output/rows.ts'
import { isWhole } from '../output/tasks.ts'
import { differing, toChange } from '../session/change.ts'
import { remember } from '../session/journal.ts'
import { findSections } from '../session/sections.ts'
import { openSession, type Session } from '../session/session.ts'
import { queryOf, type ListTasksFlags } from './list.ts'
import { groupBy, inParallel } from '../parallel.ts'

interface EditFlags extends ListFlags {
  filter?: string
  set: readonly string[]
  yes?: boolean
}

/** As many as one request changes. */
const MAX_BATCH = 200
/** Limits batches that change searchable text, which block all other requests on the embedded database. */
const MAX_TEXT_BATCH = 20
const MAX_ATTEMPTS = 5

/** Changes tasks by id, or all that a filter finds. */
export async function editTasks(context: Context, flags: EditFlags, ...ids: string[]): Promise<void> {
  if (ids.length > 0 === (flags.filter !== undefined))
    throw usageError("Say which tasks: by their ids, or with --filter 'status=backlog mine'")
  if (flags.set.length === 0) throw usageError('Say what to change: --set status=completed')
  const session = openSession(context, flags)
  const change = await changesOf(session, flags.set)
  if (ids.length > 0) return changeTasks(context, session, ids, change, 'Changed', flags)
  const tasks = await found(context, session, flags)
  if (tasks.length === 0)
    return printDone(context, { updated: 0, tasks: [] }, 'No tasks: nothing changed', flags)
  await confirm(context, `Set ${flags.set.join(', ')} on ${counted(tasks.length)}?`, flags.yes ?? false)
  return changeMany(context, session, tasks, change, 'Changed', flags, true)
}

async function found(context: Context, session: Session, { filter }: ListTasksFlags): Promise<Task[]> {
  const query = { ...(await queryOf(session, { filter: filter! })), limit: 1000 }
  return (await session.svc.tasks.list(query, { signal: context.signal }).toArray()).filter(isWhole)
}

/** Changes tasks whose ids are known, and remembers what they were. */
export async function changeTasks(
  context: Context,
  session: Session,
  ids: readonly string[],
  change: ChangeOf,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const [only] = ids
  if (ids.length === 1) return changeOne(context, session, only!, change, verb, flags)
  const read = (id: string) => session.svc.tasks.read(id, { signal: context.signal })
  const tasks = await inParallel([...new Set(ids)], read)
  return changeMany(context, session, tasks, change, verb, flags)
}

/** Changes one task, and reads it again if another user has changed it since. */
async function changeOne(
  context: Context,
  session: Session,
  id: string,
  change: ChangeOf,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const { tasks } = session.svc
  for (let attempt = 1; ; attempt++) {
    const before = await tasks.read(id, { signal: context.signal })
    const changes = change(before)
    const sections = await sectionsToLose(session, [before], changes, context.signal)
    try {
      const task = await tasks.update(before, changes, { signal: context.signal })
      const { task_id, title } = task
      await remember(context, session, `${verb} ${task_id}`, [toChange(before, task, sections.get(task_id))])
      return printDone(context, task, `${verb} ${task_id}  ${title}`, flags)
    } catch (error) {
      if (!isStale(error) || attempt >= MAX_ATTEMPTS) throw error
    }
  }
}

/** Result of changing a group of tasks alike. */
interface Work {
  change: ChangeOf
  /** Tasks as first read. */
  first: readonly Task[]
  done: Changed[]
  /** Skips tasks whose same fields another user has changed, since the filter may no longer match them. */
  isFiltered: boolean
  left: Task[]
}

type Changed = [before: Task, after: Task, sections: TaskSectionSet[] | undefined]

/** Changes many tasks alike in batches, each of which is atomic. */
async function changeMany(
  context: Context,
  session: Session,
  tasks: Task[],
  change: ChangeOf,
  verb: string,
  flags: ListFlags,
  isFiltered = false,
): Promise<void> {
  const work: Work = { change, first: tasks, done: [], isFiltered, left: [] }
  const { done, left } = work
  try {
    for (const batch of toBatches(tasks, change)) await changeBatch(context, session, batch, work)
  } finally {
    const changes = done.map(([before, task, sections]) => toChange(before, task, sections))
    await remember(context, session, `${verb} ${counted(done.length)}`, changes)
    for (const { task_id, title, updated_by } of left)
      context.note(`${task_id}  ${title}: skipped, since ${updated_by ?? 'another user'} has changed it`)
    if (done.length < tasks.length) context.note(`${done.length} of ${counted(tasks.length)} changed`)
  }
  if (left.length > 0)
    throw new CliError(`Another user has changed ${counted(left.length)} meanwhile`, exitCodes.conflict)
  const after = done.map(([, task]) => task)
  const shown = { updated: after.length, tasks: after }
  if (flags.ids) return context.out(after.map(({ task_id }) => `${task_id}\n`).join(''))
  printDone(context, shown, `${verb} ${counted(after.length)}. To undo it: svc undo`, flags)
}

/** Changes a batch at the versions read; after a conflict, reads and groups its tasks again. */
async function changeBatch(
  context: Context,
  session: Session,
  batch: Task[],
  work: Work,
  attempt = 1,
): Promise<void> {
  const { signal } = context
  const changes = work.change(batch[0]!)
  const sections = await sectionsToLose(session, batch, changes, signal)
  const task_ids = batch.map(({ task_id }) => task_id)
  const versions = Object.fromEntries(batch.map(({ task_id, version }) => [task_id, version]))
  try {
    const { tasks } = await session.svc.tasks.bulkUpdate({ task_ids, changes, versions }, { signal })
    const after = new Map(tasks.map((task) => [task.task_id, task]))
    for (const task of batch) work.done.push([task, after.get(task.task_id)!, sections.get(task.task_id)])
  } catch (error) {
    if (!isStale(error) || attempt >= MAX_ATTEMPTS) throw error
    const read = await inParallel(task_ids, (id) => session.svc.tasks.read(id, { signal }))
    for (const again of toBatches(withoutChanged(read, work), work.change))
      await changeBatch(context, session, again, work, attempt + 1)
  }
}

/** Skips tasks of a filter whose fields another user has changed, and reports them. */
function withoutChanged(read: Task[], { change, first, isFiltered, left }: Work): Task[] {
  if (!isFiltered) return read
  const firsts = new Map(first.map((task) => [task.task_id, task]))
  const isChanged = (task: Task) => {
    const wanted = Object.keys(change(task))
    const differs = differing(firsts.get(task.task_id)!, task)
    return wanted.some((name) => Object.hasOwn(differs, name))
  }
  left.push(...read.filter(isChanged))
  return read.filter((task) => !isChanged(task))
}

const isStale = (error: unknown): boolean => isRefusal(error) && error.status === 412

/** Finds the sections that tasks leave when their project or team changes. */
const sectionsToLose = (session: Session, tasks: Task[], changes: TaskUpdate, signal: AbortSignal) =>
  'project_id' in changes || 'team_id' in changes
    ? findSections(session, tasks, signal)
    : new Map<string, TaskSectionSet[]>()

export const counted = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

const changesText = (changes: TaskUpdate): boolean =>
  'title' in changes || 'description' in changes || 'tags' in changes

/** Groups tasks that are changed alike. */
const toBatches = (tasks: Task[], change: ChangeOf): Task[][] =>
  [...groupBy(tasks, (task) => JSON.stringify(change(task))).values()].flatMap((group) => {
    const size = changesText(change(group[0]!)) ? MAX_TEXT_BATCH : MAX_BATCH
    return Array.from({ length: Math.ceil(group.length / size) }, (_, at) =>
      group.slice(at * size, (at + 1) * size),
    )
  })

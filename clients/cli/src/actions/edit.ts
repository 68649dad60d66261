import type { Task, TaskSectionSet, TaskUpdate } from '@svc/sdk'
import type { Context } from '../context.ts'
import { isRefusal, usageError } from '../errors.ts'
import { changesOf, type ChangeOf } from '../input/changes.ts'
import { confirm } from '../input/confirm.ts'
import { printDone, type ListFlags } from '../output/rows.ts'
import { isWhole } from '../output/tasks.ts'
import { toChange, type Change } from '../session/change.ts'
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
/** Limits batches that change searched text, for which a server with the embedded database serves nobody else meanwhile. */
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
  return changeMany(context, session, tasks, change, 'Changed', flags)
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

/** Changes one task, which is read anew where someone else changed it in between. */
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

/** Changes many tasks alike, a batch at a time; those of a batch all or none. */
async function changeMany(
  context: Context,
  session: Session,
  tasks: Task[],
  change: ChangeOf,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const done: Change[] = []
  const after: Task[] = []
  try {
    for (const batch of toBatches(tasks, change)) {
      const changed = await changeBatch(context, session, batch, change)
      for (const [before, task, sections] of changed) {
        done.push(toChange(before, task, sections))
        after.push(task)
      }
    }
  } finally {
    await remember(context, session, `${verb} ${counted(done.length)}`, done)
    if (done.length < tasks.length) context.note(`${done.length} of ${counted(tasks.length)} changed`)
  }
  const shown = { updated: after.length, tasks: after }
  if (flags.ids) return context.out(after.map(({ task_id }) => `${task_id}\n`).join(''))
  printDone(context, shown, `${verb} ${counted(after.length)}. To undo it: svc undo`, flags)
}

/** Changes a batch as it was read; where someone else changed one in between, all are read anew. */
async function changeBatch(
  { signal }: Context,
  session: Session,
  batch: Task[],
  change: ChangeOf,
): Promise<[before: Task, after: Task, sections: TaskSectionSet[] | undefined][]> {
  const ids = batch.map(({ task_id }) => task_id)
  let read = batch
  for (let attempt = 1; ; attempt++) {
    const changes = change(read[0]!)
    const sections = await sectionsToLose(session, read, changes, signal)
    const versions = Object.fromEntries(read.map(({ task_id, version }) => [task_id, version]))
    try {
      const { tasks } = await session.svc.tasks.bulkUpdate({ task_ids: ids, changes, versions }, { signal })
      const after = new Map(tasks.map((task) => [task.task_id, task]))
      return read.map((task) => [task, after.get(task.task_id)!, sections.get(task.task_id)])
    } catch (error) {
      if (!isStale(error) || attempt >= MAX_ATTEMPTS) throw error
      read = await inParallel(ids, (id) => session.svc.tasks.read(id, { signal }))
    }
  }
}

const isStale = (error: unknown): boolean => isRefusal(error) && error.status === 412

/** Finds the sections of tasks that a change of project or team takes them out of. */
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

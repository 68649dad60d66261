import type { Task, TaskUpdate } from '@svc/sdk'
import type { Context } from '../context.ts'
import { exitCodes, CliError, usageError } from '../errors.ts'
import { changesOf, type ChangeOf } from '../input/changes.ts'
import { confirm } from '../input/confirm.ts'
import { printDone, type ListFlags } from '../output/rows.ts'
import { isWhole } from '../output/tasks.ts'
import { remember, replacedBy, type Change } from '../session/journal.ts'
import { openSession, type Session } from '../session/session.ts'
import { queryOf, type ListTasksFlags } from './list.ts'
import { inParallel } from './parallel.ts'

interface EditFlags extends ListFlags {
  filter?: string
  set: readonly string[]
  yes?: boolean
}

/** As many as one request changes. */
const batch = 200

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

/** One task is read, changed, and read anew where somebody changed it in between. */
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
    try {
      const { data: task, tag } = await tasks
        .update(before, changes, { signal: context.signal })
        .withResponse()
      const { task_id, title } = task
      const line = `${verb} ${task_id}  ${title}`
      await remember(context, session, `${verb} ${task_id}`, [
        { task_id, title, before: replacedBy(before, changes), ...(tag && { tag }) },
      ])
      return printDone(context, task, line, flags)
    } catch (error) {
      if ((error as { status?: number }).status !== 412 || attempt >= 5) throw error
    }
  }
}

/** Many are changed alike, a batch at a time; those of a batch all or none. */
async function changeMany(
  context: Context,
  session: Session,
  tasks: Task[],
  change: ChangeOf,
  verb: string,
  flags: ListFlags,
): Promise<void> {
  const batches = batchesOf(tasks, change)
  const done: Change[] = []
  const after: Task[] = []
  try {
    for (const { changes, group } of batches) {
      const body = { task_ids: group.map(({ task_id }) => task_id), changes }
      const answer = await session.svc.tasks.bulkUpdate(body, { signal: context.signal })
      const stamps = new Map(answer.tasks.map((task) => [task.task_id, task.updated_at]))
      after.push(...answer.tasks)
      for (const task of group) {
        const { task_id, title } = task
        done.push({
          task_id,
          title,
          before: replacedBy(task, changes),
          updated_at: stamps.get(task_id) ?? null,
        })
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

const counted = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** Tasks that are changed alike go together. */
function batchesOf(tasks: Task[], change: ChangeOf): { changes: TaskUpdate; group: Task[] }[] {
  const groups = new Map<string, { changes: TaskUpdate; group: Task[] }>()
  for (const task of tasks) {
    const changes = change(task)
    const key = JSON.stringify(changes)
    const known = groups.get(key)
    if (known) known.group.push(task)
    else groups.set(key, { changes, group: [task] })
  }
  return [...groups.values()].flatMap(({ changes, group }) =>
    Array.from({ length: Math.ceil(group.length / batch) }, (_, at) => ({
      changes,
      group: group.slice(at * batch, (at + 1) * batch),
    })),
  )
}

interface MoveFlags extends ListFlags {
  to: string
}

/** Moves tasks to another project, or out of any. */
export async function moveTasks(context: Context, flags: MoveFlags, ...ids: string[]): Promise<void> {
  const session = openSession(context, flags)
  const change = await changesOf(session, [`project=${flags.to}`])
  return changeTasks(context, session, needed(ids), change, 'Moved', flags)
}

export async function startTasks(context: Context, flags: ListFlags, ...ids: string[]): Promise<void> {
  const session = openSession(context, flags)
  return changeTasks(context, session, needed(ids), () => ({ status: 'in_progress' }), 'Started', flags)
}

export async function completeTasks(context: Context, flags: ListFlags, ...ids: string[]): Promise<void> {
  const session = openSession(context, flags)
  return changeTasks(context, session, needed(ids), () => ({ status: 'completed' }), 'Completed', flags)
}

function needed(ids: string[]): string[] {
  if (ids.length === 0) throw new CliError('Say which tasks, by their ids', exitCodes.usage)
  return ids
}

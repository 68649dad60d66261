import type { Context } from '../context.ts'
import { exitCodes, CliError } from '../errors.ts'
import { parseTaskChanges } from '../input/set-option.ts'
import { printResult, type ListFlags } from '../output/rows.ts'
import type { Change } from '../session/undoable-change.ts'
import { recordCommand } from '../session/undo-log.ts'
import { resolveDeletedTask, resolveTask } from '../session/resolve-task.ts'
import { openSession } from '../session/session.ts'
import { changeTasks, formatTaskCount } from './edit.ts'

interface ToFlags extends ListFlags {
  to: string
}

export const moveTasks = (context: Context, flags: ToFlags, ...ids: string[]): Promise<void> =>
  setField(context, flags, ids, `project=${flags.to}`, 'Moved')

export const assignTasks = (context: Context, flags: ToFlags, ...ids: string[]): Promise<void> =>
  setField(context, flags, ids, `assignee=${flags.to}`, 'Assigned')

export const startTasks = (context: Context, flags: ListFlags, ...ids: string[]): Promise<void> =>
  setField(context, flags, ids, 'status=in_progress', 'Started')

export const completeTasks = (context: Context, flags: ListFlags, ...ids: string[]): Promise<void> =>
  setField(context, flags, ids, 'status=completed', 'Completed')

export const reopenTasks = (context: Context, flags: ListFlags, ...ids: string[]): Promise<void> =>
  setField(context, flags, ids, 'status=not_started', 'Reopened')

async function setField(context: Context, flags: ListFlags, ids: string[], setting: string, verb: string) {
  requireIds(ids)
  const session = openSession(context, flags)
  const change = await parseTaskChanges(session, [setting])
  return changeTasks(context, session, ids, change, verb, flags)
}

/** Deletes tasks, each at the version that was read. */
export const deleteTasks = (context: Context, flags: ListFlags, ...ids: string[]): Promise<void> =>
  changeEach(context, flags, ids, 'Deleted', async (session, name) => {
    const { svc } = session
    const before = await svc.tasks.read(await resolveTask(session, name, context.signal), { signal: context.signal })
    await svc.tasks.delete(before, { signal: context.signal })
    const { task_id, title, version } = before
    return { task_id, title, did: 'deleted', from: version }
  })

export const restoreTasks = (context: Context, flags: ListFlags, ...ids: string[]): Promise<void> =>
  changeEach(context, flags, ids, 'Restored', async (session, name) => {
    const { svc } = session
    const id = await resolveDeletedTask(session, name, context.signal)
    const { task_id, title, version, restored } = await svc.tasks.restore(id, { signal: context.signal })
    for (const { task_id: of, field, id: lost } of restored.missing)
      context.note(`${of}: ${field} ${lost ?? ''} was not restored`)
    return { task_id, title, did: 'restored', version }
  })

export const duplicateTasks = (
  context: Context,
  flags: ListFlags & { subtasks?: boolean },
  ...ids: string[]
): Promise<void> =>
  changeEach(context, flags, ids, 'Duplicated', async (session, name) => {
    const id = await resolveTask(session, name, context.signal)
    const { svc } = session
    const body = { subtasks: flags.subtasks ?? false }
    const { task_id, title, version } = await svc.tasks.duplicate(id, body, { signal: context.signal })
    return { task_id, title, did: 'added', version }
  })

/** Changes tasks one at a time; after a failure, still records the earlier changes for undo. */
async function changeEach(
  context: Context,
  flags: ListFlags,
  ids: string[],
  verb: string,
  change: (session: ReturnType<typeof openSession>, id: string) => Promise<Change>,
): Promise<void> {
  requireIds(ids)
  const session = openSession(context, flags)
  const done: Change[] = []
  try {
    for (const id of new Set(ids)) done.push(await change(session, id))
  } finally {
    const what = done.length === 1 ? done[0]!.task_id : formatTaskCount(done.length)
    await recordCommand(context, session, `${verb} ${what}`, done)
  }
  const task_ids = done.map(({ task_id }) => task_id)
  if (flags.ids) return context.out(task_ids.map((id) => `${id}\n`).join(''))
  const named = done.length === 1 ? `${done[0]!.task_id}  ${done[0]!.title}` : formatTaskCount(done.length)
  printResult(context, { task_ids }, `${verb} ${named}. Undo: svc undo`, flags)
}

function requireIds(ids: string[]): void {
  if (ids.length === 0) throw new CliError('Pass one or more task ids', exitCodes.usage)
}

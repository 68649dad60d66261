import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes, isRefusal } from '../errors.ts'
import { printDone } from '../output/rows.ts'
import { readJournal, settleEntry, type Change } from '../session/journal.ts'
import { openSession, type Session } from '../session/session.ts'
import { inParallel } from './parallel.ts'

/** What became of one change that was to be undone. */
interface Outcome {
  change: Change
  /** Why it was left as it is; undefined: it was undone. */
  refused?: string
  /** It can't be undone later either. */
  final?: boolean
}

/** Undoes the last change that was made here: what somebody has changed since stays as it is. */
export async function undo(context: Context, flags: CommonFlags): Promise<void> {
  const session = openSession(context, flags)
  const [entry] = readJournal(context, session)
  if (!entry) throw new CliError('There is nothing to undo here')
  const outcomes = await inParallel(entry.changes, (change) => putBack(session, change, context.signal))
  const refused = outcomes.filter((one) => one.refused !== undefined)
  const left = refused.filter(({ final }) => !final).map(({ change }) => change)
  await settleEntry(context, session, entry, left)
  for (const { change, refused: why } of refused) context.note(`${change.task_id}  ${change.title}: ${why}`)
  const done = outcomes.length - refused.length
  if (refused.length > 0)
    throw new CliError(`Undone: ${entry.what}, ${done} of ${outcomes.length}`, exitCodes.conflict)
  const undone = outcomes.map(({ change }) => change.task_id)
  printDone(context, { undone: entry.what, at: entry.at, task_ids: undone }, `Undone: ${entry.what}`, flags)
}

async function putBack(session: Session, change: Change, signal: AbortSignal): Promise<Outcome> {
  const { tasks } = session.svc
  try {
    const ifMatch = change.tag ?? (await tagOfUnchanged(session, change, signal))
    if (ifMatch === undefined)
      return { change, refused: await changedBy(session, change, signal), final: true }
    if (change.before) await tasks.update(change.task_id, change.before, { ifMatch, signal })
    else await tasks.delete(change.task_id, { ifMatch, signal })
    return { change }
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.status === 412)
      return { change, refused: await changedBy(session, change, signal), final: true }
    if (error.status === 404)
      return { change, refused: 'it is gone, and what was deleted does not come back', final: true }
    return { change, refused: error.message }
  }
}

/** The tag of a task of a bulk change, where nobody has changed it since. */
async function tagOfUnchanged(session: Session, { task_id, updated_at }: Change, signal: AbortSignal) {
  const { data, tag } = await session.svc.tasks.read(task_id, { signal }).withResponse()
  return data.updated_at === updated_at ? tag : undefined
}

async function changedBy(session: Session, { task_id }: Change, signal: AbortSignal): Promise<string> {
  const now = await session.svc.tasks.read(task_id, { signal }).then(
    (task) => task,
    () => undefined,
  )
  if (!now) return 'it was changed since'
  return `${now.updated_by ?? 'somebody'} has changed it since (${now.updated_at ?? ''})`
}

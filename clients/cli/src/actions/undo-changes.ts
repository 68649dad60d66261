import type { Task, TaskUpdate } from '@svc/sdk'
import { isApiError, type ApiError } from '../errors.ts'
import { diffTask, type Change } from '../session/undoable-change.ts'
import type { Session } from '../session/session.ts'
import { groupBy, mapConcurrently } from '../parallel.ts'

interface UndoOutcome {
  change: Change
  /** Reason why it was not undone; undefined if it was. */
  refused?: string
  /** True if it cannot be undone later either. */
  final?: boolean
  missing?: string[]
  version?: number
}

const MAX_BATCH = 200

/** Undoes changes, batching those that restore the same fields. */
export async function undoChanges(session: Session, changes: Change[], signal: AbortSignal): Promise<UndoOutcome[]> {
  const groups = groupBy(changes, ({ did, before, sections }) =>
    did === 'changed' && !sections ? JSON.stringify(before) : '',
  )
  const outcomes: UndoOutcome[] = []
  for (const [key, group] of groups)
    for (let at = 0; at < group.length; at += MAX_BATCH) {
      const batch = group.slice(at, at + MAX_BATCH)
      const batchOutcomes = key && batch.length > 1 ? await undoBatch(session, batch, signal) : undefined
      outcomes.push(
        ...(batchOutcomes ?? (await mapConcurrently(batch, (change) => undoChange(session, change, signal)))),
      )
    }
  return outcomes
}

/** Undoes a batch in one request; undefined if it is refused, so that each change is tried separately. */
async function undoBatch({ svc }: Session, batch: Change[], signal: AbortSignal): Promise<UndoOutcome[] | undefined> {
  const body = {
    task_ids: batch.map(({ task_id }) => task_id),
    changes: batch[0]!.before!,
    versions: Object.fromEntries(batch.map(({ task_id, version }) => [task_id, version!])),
  }
  try {
    const { tasks } = await svc.tasks.bulkUpdate(body, { signal })
    const now = new Map(tasks.map((task) => [task.task_id, task]))
    return batch.map((change) => toOutcome(change, now.get(change.task_id)!))
  } catch (error) {
    if (isApiError(error)) return undefined
    throw error
  }
}

async function undoChange(session: Session, change: Change, signal: AbortSignal): Promise<UndoOutcome> {
  const { tasks } = session.svc
  const { task_id, did, version, made } = change
  try {
    if (did === 'changed') return await restoreFields(session, change, signal)
    if (did === 'deleted') {
      const task = await tasks.restore(task_id, { signal })
      const missing = task.restored.missing.map(({ field, id }) => `${field} ${id ?? ''} was not restored`)
      return { change, version: task.version, missing }
    }
    if (did === 'commented') await session.svc.taskComments.delete(made!, { signal })
    else if (did === 'attached') await session.svc.taskAttachments.delete(made!, { signal })
    else await tasks.delete(task_id, { ifMatch: `"${version}-"`, signal })
    return { change }
  } catch (error) {
    if (!isApiError(error)) throw error
    return toRefusedOutcome(session, change, error, signal)
  }
}

/** Restores the fields of a task, then its sections. Skips and reports references to deleted objects. */
async function restoreFields(session: Session, change: Change, signal: AbortSignal): Promise<UndoOutcome> {
  const { task_id, sections = [] } = change
  const { tasks } = session.svc
  const missing: string[] = []
  let wanted = change.before ?? {}
  const ifMatch = `"${change.version}-"`
  let task: Task | undefined
  while (!task) {
    try {
      task = await tasks.update(task_id, wanted, { ifMatch, signal })
    } catch (error) {
      const invalidFields = isApiError(error) && error.status === 422 ? namedFields(error, wanted) : []
      if (invalidFields.length === 0) throw error
      for (const [name, why] of invalidFields) missing.push(`${name} was not restored: ${why}`)
      wanted = Object.fromEntries(
        Object.entries(wanted).filter(([name]) => !invalidFields.some(([one]) => one === name)),
      )
    }
  }
  let { version } = task
  for (const section of sections)
    try {
      const options = { ifMatch: `"${version}-"`, signal }
      const { tag = '' } = await tasks.setSection(task_id, section, options).withResponse()
      version = Number(/\d+/.exec(tag)?.[0] ?? version)
    } catch (error) {
      if (!isApiError(error)) throw error
      missing.push(`section ${section.section_id} was not restored: ${error.message}`)
    }
  return toOutcome({ ...change, before: wanted }, { ...task, version }, missing)
}

/** Lists the fields that were not restored although nothing was refused. */
function toOutcome(change: Change, task: Task, missing: string[] = []): UndoOutcome {
  const before = change.before ?? {}
  const differs = Object.keys(
    diffTask({ ...task, ...before, custom: { ...task.custom, ...before.custom } } as Task, task),
  )
  return {
    change,
    version: task.version,
    missing: [...missing, ...differs.map((name) => `${name} was not restored`)],
  }
}

/** Returns the fields of an update that an error names, with its message for each. */
const namedFields = ({ errors }: ApiError, wanted: TaskUpdate): [string, string][] =>
  errors.flatMap(({ loc = [], msg = '' }) =>
    loc[0] === 'body' && Object.hasOwn(wanted, loc[1] ?? '') ? [[String(loc[1]), msg]] : [],
  )

async function toRefusedOutcome(
  session: Session,
  change: Change,
  error: ApiError,
  signal: AbortSignal,
): Promise<UndoOutcome> {
  if (error.status === 412) return { change, refused: await describeConflict(session, change, signal), final: true }
  if (error.status === 404)
    return {
      change,
      refused: 'it was deleted by another user, or is no longer visible to you',
      final: true,
    }
  return { change, refused: error.message }
}

async function describeConflict({ svc }: Session, { task_id }: Change, signal: AbortSignal): Promise<string> {
  try {
    const { updated_by, updated_at } = await svc.tasks.read(task_id, { signal })
    return `${updated_by ?? 'another user'} has changed it since (${updated_at ?? ''})`
  } catch (error) {
    if (isApiError(error)) return 'it has changed since'
    throw error
  }
}

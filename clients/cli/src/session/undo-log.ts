import { join } from 'node:path'
import { readJson, writeJson } from '../config/files.ts'
import { getStateFolder } from '../config/folders.ts'
import { withLock } from '../config/lock.ts'
import type { Context } from '../context.ts'
import type { Change } from './undoable-change.ts'
import type { Session } from './session.ts'

const MAX_ENTRIES = 20

export interface UndoEntry {
  at: string
  /** Description: `Started T…`. */
  what: string
  url: string
  org: string | null
  changes: Change[]
}

/** Version change of a restored task. */
interface VersionChange {
  task_id: string
  from: number
  to: number
}

const toFile = (context: Context, session: Session): string =>
  join(getStateFolder(context.env), 'undo', `${encodeURIComponent(session.context ?? session.url)}.json`)

export async function recordCommand(
  context: Context,
  session: Session,
  what: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
  const { url, org = null } = session
  const entry: UndoEntry = { at: new Date().toISOString(), what, url, org, changes }
  await updateLog(context, session, (entries) => [entry, ...entries].slice(0, MAX_ENTRIES))
}

/** Reads the undoable commands, latest first. */
export const readUndoLog = (context: Context, session: Session): UndoEntry[] =>
  readJson<UndoEntry[]>(toFile(context, session), []).filter(
    ({ url, org, changes }) =>
      // Entries of older CLI versions have no `did`.
      url === session.url && org === (session.org ?? null) && changes.every(({ did }) => did),
  )

/** Removes an entry, except changes that were not undone, and updates the versions in earlier entries. */
export const completeUndo = (
  context: Context,
  session: Session,
  entry: UndoEntry,
  remaining: Change[],
  renumbered: readonly VersionChange[],
): Promise<void> =>
  updateLog(context, session, (entries) =>
    entries.flatMap((one) => {
      if (one.at !== entry.at || one.what !== entry.what) return [renumber(one, renumbered)]
      return remaining.length > 0 ? [{ ...one, changes: remaining }] : []
    }),
  )

function renumber(entry: UndoEntry, renumbered: readonly VersionChange[]): UndoEntry {
  const changes = entry.changes.map((change) => {
    const match = renumbered.find(({ task_id, from }) => task_id === change.task_id && from === change.version)
    return match ? { ...change, version: match.to } : change
  })
  return { ...entry, changes }
}

async function updateLog(context: Context, session: Session, change: (entries: UndoEntry[]) => UndoEntry[]) {
  const file = toFile(context, session)
  await withLock(`${file}.lock`, async () => writeJson(file, change(readJson<UndoEntry[]>(file, []))))
}

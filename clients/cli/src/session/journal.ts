import { join } from 'node:path'
import { readJson, writeJson } from '../config/files.ts'
import { stateFolder } from '../config/folders.ts'
import { withLock } from '../config/lock.ts'
import type { Context } from '../context.ts'
import type { Change } from './change.ts'
import type { Session } from './session.ts'

/** How many changes are remembered, the latest first. */
const MAX_ENTRIES = 20

/** Command with its change of each task. */
export interface Entry {
  at: string
  /** Description: `Started T…`. */
  what: string
  url: string
  org: string | null
  changes: Change[]
}

/** Restored task: the version that replaces an earlier one. */
export interface Renumbered {
  task_id: string
  from: number
  to: number
}

const toFile = (context: Context, session: Session): string =>
  join(stateFolder(context.env), 'undo', `${encodeURIComponent(session.context ?? session.url)}.json`)

/** Remembers what was done, so that it can be undone. */
export async function remember(
  context: Context,
  session: Session,
  what: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
  const { url, org = null } = session
  const entry: Entry = { at: new Date().toISOString(), what, url, org, changes }
  await rewrite(context, session, (entries) => [entry, ...entries].slice(0, MAX_ENTRIES))
}

/** Reads the undoable commands, latest first. */
export const readJournal = (context: Context, session: Session): Entry[] =>
  readJson<Entry[]>(toFile(context, session), []).filter(
    ({ url, org, changes }) =>
      // An older version of this program wrote no `did`.
      url === session.url && org === (session.org ?? null) && changes.every(({ did }) => did),
  )

/**
 * Removes an entry, except for changes that were not undone. Writes the new versions of its tasks into earlier entries, so
 * that they can be undone next.
 */
export const settleEntry = (
  context: Context,
  session: Session,
  entry: Entry,
  left: Change[],
  renumbered: readonly Renumbered[],
): Promise<void> =>
  rewrite(context, session, (entries) =>
    entries.flatMap((one) => {
      if (one.at !== entry.at || one.what !== entry.what) return [renumber(one, renumbered)]
      return left.length > 0 ? [{ ...one, changes: left }] : []
    }),
  )

function renumber(entry: Entry, renumbered: readonly Renumbered[]): Entry {
  const changes = entry.changes.map((change) => {
    const found = renumbered.find(
      ({ task_id, from }) => task_id === change.task_id && from === change.version,
    )
    return found ? { ...change, version: found.to } : change
  })
  return { ...entry, changes }
}

async function rewrite(context: Context, session: Session, change: (entries: Entry[]) => Entry[]) {
  const file = toFile(context, session)
  await withLock(`${file}.lock`, async () => writeJson(file, change(readJson<Entry[]>(file, []))))
}

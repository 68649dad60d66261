import { join } from 'node:path'
import type { Task, TaskUpdate } from '@svc/sdk'
import { readJson, writeJson } from '../config/files.ts'
import { stateFolder } from '../config/folders.ts'
import { withLock } from '../config/lock.ts'
import type { Context } from '../context.ts'
import type { Session } from './session.ts'

/** How many changes are remembered, the latest first. */
const remembered = 20

/** What a task was before, and what tells whether somebody has changed it since. */
export interface Change {
  task_id: string
  title: string
  /** What it had in place of what was set; undefined: it was made, and undoing deletes it. */
  before?: TaskUpdate
  /** Its tag after the change. */
  tag?: string
  /** When it was changed, where the answer had no tag. */
  updated_at?: string | null
}

export interface Entry {
  at: string
  /** What was done, as it is told: `Started T…`. */
  what: string
  url: string
  org: string | null
  changes: Change[]
}

const fileOf = (context: Context, session: Session): string =>
  join(stateFolder(context.env), 'undo', `${encodeURIComponent(session.context ?? session.url)}.json`)

/** Remembers what was done, so that it can be undone. */
export async function remember(
  context: Context,
  session: Session,
  what: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
  const entry: Entry = {
    at: new Date().toISOString(),
    what,
    url: session.url,
    org: session.org ?? null,
    changes,
  }
  await rewrite(context, session, (entries) => [entry, ...entries].slice(0, remembered))
}

export const readJournal = (context: Context, session: Session): Entry[] =>
  readJson<Entry[]>(fileOf(context, session), []).filter(
    ({ url, org }) => url === session.url && org === (session.org ?? null),
  )

/** Puts what is left of an entry in its place; nothing left removes it. */
export const settleEntry = (
  context: Context,
  session: Session,
  entry: Entry,
  left: Change[],
): Promise<void> =>
  rewrite(context, session, (entries) =>
    entries.flatMap((one) =>
      one.at !== entry.at || one.what !== entry.what
        ? [one]
        : left.length > 0
          ? [{ ...one, changes: left }]
          : [],
    ),
  )

async function rewrite(context: Context, session: Session, change: (entries: Entry[]) => Entry[]) {
  const file = fileOf(context, session)
  await withLock(`${file}.lock`, async () => writeJson(file, change(readJson<Entry[]>(file, []))))
}

/** The part of a task that some changes replace. */
export const replacedBy = (task: Task, changes: TaskUpdate): TaskUpdate =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, task[name as keyof Task]])) as TaskUpdate

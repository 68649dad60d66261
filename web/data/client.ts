import { batch, computed, signal } from '@preact/signals'
import type { Me } from '@svc/sdk'
import { createClient, whoAsks } from '../api/client.ts'
import { connection } from '../api/reach.ts'
import { openSnapshot } from './cache.ts'
import { pageOf } from './calls.ts'
import { setData } from './current.ts'
import type { Data, Inverse, Pending, Write } from './data.ts'
import { openKeep } from './keep.ts'
import { Parts, type Making } from './make.ts'
import { inverse, pathOf, type AnyRow, type Kind } from './rows.ts'
import { withIds } from './mutations.ts'
import { keep, type Question } from './placing.ts'
import { lightFields } from './store.ts'
import { openChannel } from './tabs.ts'

export function createData(options: Making): { data: Data; parts: Parts } {
  const parts = new Parts(options)
  const { store, outbox, undo, reading, live } = parts
  const enqueue = (mutation: Write): Pending => {
    // Temporary ids are known in this tab only; the server's ids outlive it.
    const resolved = withIds(mutation, (id) => store.idNow(id)) as Write
    const { id, ...pending } = outbox.add(resolved)
    undo.note(id, resolved)
    return pending
  }
  const data = {
    me: signal(options.me),
    org: options.org,
    row: (kind: Kind, id: string) => store.row(kind, id),
    known: (kind: Kind) => store.known(kind),
    read(kind: Kind, id: string) {
      const found = reading.read(kind, id)
      // Screens may ignore the promise; failed reads are retried when the connection is back.
      found.catch(() => {})
      return found
    },
    ...buildListMethods(parts),
    change: (kind: Kind, id: string, patch: AnyRow, label: string) =>
      enqueue(buildUpdate(parts, kind, id, patch, label)),
    write: enqueue,
    newId: () => store.newId(),
    idNow: (id: string) => store.idNow(id),
    version: (kind: Kind, id: string) => store.version(kind, id),
    changed: (kind: Kind, id?: string) => live.changed(kind, id),
    ...buildUndoMethods(parts),
    conflicts: outbox.conflicts,
    refusals: outbox.refusals,
    waiting: outbox.waiting,
    connection: computed(() => connection.value),
    lasts: options.keep.lasts,
    hasUnsent: () => parts.hasUnsent(),
    unread: parts.unreadNow,
    draft: (name: string) => parts.drafts.draft(name),
  } satisfies { [Name in keyof Data]: unknown }
  // The store is untyped by kind; `DataStore` maps each kind to its row type.
  return { data: data as unknown as Data, parts }
}

const buildUndoMethods = ({ undo }: Parts) => ({
  undo: undo.undo,
  redo: undo.redo,
  together: <T>(label: string, run: () => T): T => batch(() => undo.together(label, run)),
  canUndo: undo.canUndo,
  canRedo: undo.canRedo,
})

const COLLECT_PAGE_SIZE = 1000

function buildListMethods({ lists, store, svc }: Parts) {
  const toListQuery = (
    kind: Kind,
    query: Question['query'],
    path: string[],
    call = `${kind}.list`,
  ): Question => ({
    kind,
    // Lists read some fields of tasks; opening a task reads the others.
    query: call === 'tasks.list' ? { fields: lightFields, ...query } : query,
    path,
    call,
  })
  return {
    list: (kind: Kind, query: Question['query'], path: string[] = [], call?: string) =>
      lists.list(toListQuery(kind, query, path, call)),
    all: (kind: Kind, query: Question['query'] = {}, path: string[] = [], call?: string) =>
      lists.all(toListQuery(kind, query, path, call)).rows,
    count: (query: Question['query']) => lists.count(query),
    async collect(kind: Kind, query: Question['query'], take: (ids: readonly string[]) => boolean) {
      const listQuery = toListQuery(kind, query, [])
      let cursor: string | null | undefined
      do {
        const position = { limit: COLLECT_PAGE_SIZE, ...(cursor && { cursor }) }
        const page = await pageOf(svc, listQuery.call, [], { ...listQuery.query, ...position })
        if (!take(keep(store, listQuery, page.data))) return
        cursor = page.next_cursor
      } while (cursor)
    },
  }
}

/** Builds the mutation that updates fields of a row, with its inverse. */
function buildUpdate({ store }: Parts, kind: Kind, id: string, patch: AnyRow, label: string): Write {
  const row = store.row(kind, id).peek()
  if (!row) throw new Error(`cannot change ${kind} ${id}, which was not read`)
  const path = pathOf(kind, id, row)
  const build = (patch: AnyRow): Inverse => ({
    call: `${kind}.update`,
    args: [...path, patch],
    about: { kind, id },
    shown: { kind, id, patch },
    said: label,
  })
  return { ...build(patch), undo: build(inverse(row, patch)) }
}

/** The user of the session, announced between tabs; null after sign-out. */
type SessionUser = string | null

const CHANNEL_NAME = 'svc-person'
let openServices: Parts | undefined
let isSigningOut = false

/**
 * Opens an organization from its snapshot and returns a function that closes it. `onAnother` is called when
 * the session belongs to another user.
 */
export function openData(org: string, me: Me, onAnother: () => void): () => void {
  const storage = openKeep(me.principal.id)
  let parts: Parts | undefined
  const channel = openChannel<SessionUser>(CHANNEL_NAME, (userId) => {
    if (userId === me.principal.id || isSigningOut) return
    if (userId === null) parts?.forget()
    onAnother()
  })
  let isClosed = false
  const load = async () => {
    const snapshot = await openSnapshot(storage, org)
    if (isClosed) return
    const clientFor = (headers?: Record<string, string>) =>
      createClient(org, { headers: { ...headers, 'x-person': me.principal.id } })
    const created = createData({ me, org, clientFor, readUser: whoAsks, onAnother, keep: storage, snapshot })
    openServices = parts = created.parts
    setData(created.data)
    void readSessionEnd(parts, org)
    if (await parts.start()) channel.post(me.principal.id)
  }
  void load()
  return () => {
    isClosed = true
    channel.close()
    parts?.close()
    setData(undefined)
  }
}

/** Deletes the stored data of a user who signed out, in all tabs. */
export async function forget(userId: string): Promise<void> {
  isSigningOut = true
  openServices?.forget()
  const channel = openChannel<SessionUser>(CHANNEL_NAME, () => {})
  channel.post(null)
  channel.close()
  await openKeep(userId).clear()
}

/** Reads when the session ends, after which the snapshot is not used. */
async function readSessionEnd({ cache }: Parts, org: string): Promise<void> {
  const sessions = createClient(org).request<Sessions>('GET', '/v1/me/sessions')
  const current = (await sessions.catch(() => undefined))?.data.find((session) => session.current)
  if (current) cache.until = Date.parse(current.expires_at)
}

interface Sessions {
  data: { current: boolean; expires_at: string }[]
}

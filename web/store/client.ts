import { batch } from '@preact/signals'
import type { Me } from '@svc/sdk'
import { createApiClient, readCurrentUser } from '../api/client.ts'
import { connection, setLockHandler } from '../api/connection.ts'
import { loadSnapshot } from './snapshot.ts'
import { readListPage } from './calls.ts'
import { setStore } from './current-store.ts'
import type { DataStore, InverseMutation, MutationBase, PendingMutation, Mutation } from './types.ts'
import { openStorage } from './storage.ts'
import { DataClient, type DataClientOptions } from './data-client.ts'
import { buildInversePatch, getRowPath, type AnyRow, type RowKind } from './rows.ts'
import { replaceIds } from './mutations.ts'
import { storePage, type ListRequest } from './list-order.ts'
import { createTemporaryId, LIST_FIELDS } from './row-store.ts'
import { openChannel } from './tabs.ts'

export function createDataStore(options: DataClientOptions): { data: DataStore; parts: DataClient } {
  const parts = new DataClient(options)
  const { store, outbox, undo, reader, live } = parts
  const enqueue = (mutation: Mutation, base?: MutationBase): PendingMutation => {
    // Temporary ids are known in this tab only; the server's ids outlive it.
    const resolved = replaceIds(mutation, (id) => store.resolveId(id)) as Mutation
    const { id, ...pending } = outbox.add(resolved, base)
    undo.record(id, resolved)
    return pending
  }
  const data = {
    me: parts.me,
    org: options.org,
    row: (kind: RowKind, id: string) => store.row(kind, id),
    listKnown: (kind: RowKind) => store.listKnown(kind),
    read(kind: RowKind, id: string) {
      const found = reader.read(kind, id)
      // Screens may ignore the promise; failed reads are retried when the connection is back.
      found.catch(() => {})
      return found
    },
    ...buildListMethods(parts),
    update: (kind: RowKind, id: string, patch: AnyRow, label: string, base?: MutationBase) =>
      enqueue(buildUpdate(parts, kind, id, patch, label), base),
    mutate: enqueue,
    createTemporaryId,
    resolveId: (id: string) => store.resolveId(id),
    notifyChanged: (kind: RowKind, id?: string) => live.notifyChanged(kind, id),
    ...buildUndoMethods(parts),
    conflicts: outbox.conflicts,
    refusals: outbox.refusals,
    pendingCount: outbox.pendingCount,
    connection,
    isPersistent: options.storage.isPersistent,
    hasUnsent: () => parts.hasUnsent(),
    unreadCount: parts.unreadCount,
    openDraft: (name: string) => parts.drafts.openDraft(name),
  } satisfies { [Name in keyof DataStore]: unknown }
  // The store is untyped by kind; `DataStore` maps each kind to its row type.
  return { data: data as unknown as DataStore, parts }
}

const buildUndoMethods = ({ undo }: DataClient) => ({
  undo: undo.undo,
  redo: undo.redo,
  together: <T>(label: string, run: () => T): T => batch(() => undo.group(label, run)),
  canUndo: undo.canUndo,
  canRedo: undo.canRedo,
})

const COLLECT_PAGE_SIZE = 1000

function buildListMethods({ lists, store, svc }: DataClient) {
  const toListQuery = (
    kind: RowKind,
    query: ListRequest['query'],
    path: string[],
    call = `${kind}.list`,
  ): ListRequest => ({
    kind,
    // Lists read some fields of tasks; opening a task reads the others.
    query: call === 'tasks.list' ? { fields: LIST_FIELDS, ...query } : query,
    path,
    method: call,
  })
  return {
    list: (kind: RowKind, query: ListRequest['query'], path: string[] = [], call?: string) =>
      lists.list(toListQuery(kind, query, path, call)),
    all: (kind: RowKind, query: ListRequest['query'] = {}, path: string[] = [], call?: string) =>
      lists.all(toListQuery(kind, query, path, call)).rows,
    count: (query: ListRequest['query']) => lists.count(query),
    matches: (query: ListRequest['query'], id: string) => lists.matches(toListQuery('tasks', query, []), id),
    async collect(kind: RowKind, query: ListRequest['query'], take: (ids: readonly string[]) => boolean) {
      const listQuery = toListQuery(kind, query, [])
      let cursor: string | null | undefined
      do {
        const position = { limit: COLLECT_PAGE_SIZE, ...(cursor && { cursor }) }
        const page = await readListPage(svc, listQuery.method, [], { ...listQuery.query, ...position })
        if (!take(storePage(store, listQuery, page.data))) return
        cursor = page.next_cursor
      } while (cursor)
    },
  }
}

function buildUpdate({ store }: DataClient, kind: RowKind, id: string, patch: AnyRow, label: string): Mutation {
  const row = store.row(kind, id).peek()
  if (!row) throw new Error(`cannot change ${kind} ${id}, which was not read`)
  const path = getRowPath(kind, id, row)
  const build = (patch: AnyRow): InverseMutation => ({
    method: `${kind}.update`,
    args: [...path, patch],
    rows: { kind, id },
    optimisticPatches: { type: 'patch', kind, id, patch },
    label,
  })
  return { ...build(patch), inverse: build(buildInversePatch(row, patch)) }
}

/** The user of the session, announced between tabs; null after sign-out. */
type SessionUser = string | null

const CHANNEL_NAME = 'svc-person'
let openServices: DataClient | undefined
let isSigningOut = false

/** Opens an organization from its snapshot; the result closes it. `onAnother`: the session is another user's. */
export function openStore(org: string, me: Me, onAnother: () => void): () => void {
  const storage = openStorage(me.principal.id)
  let parts: DataClient | undefined
  const channel = openChannel<SessionUser>(CHANNEL_NAME, (userId) => {
    if (userId === me.principal.id || isSigningOut) return
    if (userId === null) parts?.forget()
    onAnother()
  })
  let isClosed = false
  const load = async () => {
    const snapshot = await loadSnapshot(storage, org)
    if (isClosed) return
    const createClient = (headers?: Record<string, string>) =>
      createApiClient(org, { headers: { ...headers, 'x-person': me.principal.id } })
    const created = createDataStore({
      me,
      org,
      createClient,
      readUser: readCurrentUser,
      onUserChanged: onAnother,
      storage,
      snapshot,
    })
    openServices = parts = created.parts
    setLockHandler(() => created.parts.leaveIfRefused())
    setStore(created.data)
    void readSessionEnd(parts, org)
    if (await parts.start()) channel.post(me.principal.id)
  }
  void load()
  return () => {
    isClosed = true
    channel.close()
    parts?.close()
    setLockHandler(undefined)
    setStore(undefined)
  }
}

export async function deleteStoredData(userId: string): Promise<void> {
  isSigningOut = true
  openServices?.forget()
  const channel = openChannel<SessionUser>(CHANNEL_NAME, () => {})
  channel.post(null)
  channel.close()
  await openStorage(userId).clear()
}

/** Reads when the session ends, after which the snapshot is not used. */
async function readSessionEnd({ cache }: DataClient, org: string): Promise<void> {
  const sessions = createApiClient(org).request<Sessions>('GET', '/v1/me/sessions')
  const current = (await sessions.catch(() => undefined))?.data.find((session) => session.current)
  if (current) cache.until = Date.parse(current.expires_at)
}

interface Sessions {
  data: { current: boolean; expires_at: string }[]
}

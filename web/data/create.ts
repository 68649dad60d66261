import { batch, computed, signal } from '@preact/signals'
import { connection } from '../api/reach.ts'
import type { Data, Pending, Write } from './data.ts'
import { Parts, type Making } from './make.ts'
import { withIds } from './entry.ts'
import { pageOf } from './calls.ts'
import { inverse } from './merge.ts'
import { keep, type Question } from './placing.ts'
import { lightFields } from './store.ts'
import { pathOf, type AnyRow, type Kind } from './rows.ts'

/** The data of an organization as screens have it, and what closes it. */
export function createData(making: Making): { data: Data; parts: Parts } {
  const parts = new Parts(making)
  const { store, outbox, undo, reading, live } = parts
  const write = (wanted: Write): Pending => {
    // Ids that were given here are known in this tab alone; the server's own outlive it.
    const named = withIds(wanted, (id) => store.idNow(id)) as Write
    const { id, ...pending } = outbox.add(named)
    undo.note(id, named)
    return pending
  }
  const data = {
    me: signal(making.me),
    org: making.org,
    row: (kind: Kind, id: string) => store.row(kind, id),
    known: (kind: Kind) => store.known(kind),
    read(kind: Kind, id: string) {
      const found = reading.read(kind, id)
      // A screen that only wants the row to come need not look at how: what failed is read again with the connection.
      found.catch(() => {})
      return found
    },
    ...questions(parts),
    change: (kind: Kind, id: string, patch: AnyRow, said: string) =>
      write(changeOf(parts, kind, id, patch, said)),
    write,
    newId: () => store.newId(),
    idNow: (id: string) => store.idNow(id),
    version: (kind: Kind, id: string) => store.version(kind, id),
    changed: (kind: Kind, id?: string) => live.changed(kind, id),
    ...steps(parts),
    conflicts: outbox.conflicts,
    refusals: outbox.refusals,
    waiting: outbox.waiting,
    connection: computed(() => connection.value),
    lasts: making.keep.lasts,
    hasUnsent: () => parts.hasUnsent(),
    unread: parts.unreadNow,
    draft: (name: string) => parts.drafts.draft(name),
  }
  // The store keeps rows of every kind alike; the contract says of which type those of each kind are.
  return { data: data as unknown as Data, parts }
}

const steps = ({ undo }: Parts) => ({
  undo: undo.undo,
  redo: undo.redo,
  together: <T>(said: string, act: () => T): T => batch(() => undo.together(said, act)),
  canUndo: undo.canUndo,
  canRedo: undo.canRedo,
})

/** Page size when all rows are read. */
const pageSize = 1000

function questions({ lists, store, svc }: Parts) {
  const question = (
    kind: Kind,
    query: Question['query'],
    path: string[],
    call = `${kind}.list`,
  ): Question => ({
    kind,
    // Lists show some attributes of tasks; the others are read when one is opened.
    query: call === 'tasks.list' ? { fields: lightFields, ...query } : query,
    path,
    call,
  })
  return {
    list: (kind: Kind, query: Question['query'], path: string[] = [], call?: string) =>
      lists.list(question(kind, query, path, call)),
    all: (kind: Kind, query: Question['query'] = {}, path: string[] = [], call?: string) =>
      lists.all(question(kind, query, path, call)).rows,
    count: (query: Question['query']) => lists.count(query),
    async collect(kind: Kind, query: Question['query'], take: (ids: readonly string[]) => boolean) {
      const asked = question(kind, query, [])
      let cursor: string | null | undefined
      do {
        const place = { limit: pageSize, ...(cursor && { cursor }) }
        const page = await pageOf(svc, asked.call, [], { ...asked.query, ...place })
        if (!take(keep(store, asked, page.data))) return
        cursor = page.next_cursor
      } while (cursor)
    },
  }
}

/** The write that changes attributes of a row, and the one that takes it back. */
function changeOf({ store }: Parts, kind: Kind, id: string, patch: AnyRow, said: string): Write {
  const row = store.row(kind, id).peek()
  if (!row) throw new Error(`${kind} ${id} is not there to be changed`)
  const path = pathOf(kind, id, row)
  const side = (patch: AnyRow) => ({
    call: `${kind}.update`,
    args: [...path, patch],
    about: { kind, id },
    shown: { kind, id, patch },
    said,
  })
  return { ...side(patch), undo: side(inverse(row, patch)) }
}

import type { Problem } from '@svc/sdk'
import type { RowRef, Conflict, MutationBase, OptimisticPatch, Mutation } from './types.ts'
import { ID_FIELDS, type AnyRow, type RowKind } from './rows.ts'
import { isTemporaryId, type RowStore } from './row-store.ts'

export interface OutboxEntry {
  /** Sorts by creation time. */
  id: string
  /** Idempotency-Key; replaced when a response requires a different request. */
  key: string
  method: string
  args: unknown[]
  rows: readonly RowRef[]
  queue?: string | undefined
  optimisticPatches: readonly OptimisticPatch[]
  label: string
  /** Version that each row was shown in, by its row key. */
  base: Record<string, number | undefined>
  /** Previous values of the changed fields, by row key; all fields of rows to be deleted. */
  before: Record<string, AnyRow>
  incompleteRows?: string[]
  /** Time of the first attempt under its key, in milliseconds. */
  sentAt?: number
  /** `conflict`: waits for the user's decision. `refused`: stored until the user dismisses it. */
  state: 'pending' | 'conflict' | 'refused'
  conflict?: ConflictDetails
  problem?: Problem
  tries: number
  rebased?: number
}

export interface ConflictDetails extends Pick<Conflict, 'reason' | 'row' | 'by' | 'at'> {
  fields: (Conflict['fields'][number] & { row: string })[]
  /** Current versions, which "keep mine" is based on. */
  versions: Record<string, number | undefined>
}

export const toRowKey = ({ kind, id }: RowRef): string => `${kind} ${id}`

export const createsRow = (entry: OutboxEntry, ref: RowRef): boolean =>
  entry.optimisticPatches.some(({ type, kind, id }) => type === 'create' && id === ref.id && kind === ref.kind)

export function getPatch(entry: OutboxEntry, ref: RowRef): AnyRow {
  const patches = entry.optimisticPatches.flatMap((one) =>
    one.type === 'patch' && one.kind === ref.kind && one.id === ref.id ? [one.patch] : [],
  )
  return Object.assign({}, ...patches) as AnyRow
}

export const deletesRow = (entry: OutboxEntry, ref: RowRef): boolean =>
  entry.optimisticPatches.some(({ type, kind, id }) => type === 'delete' && id === ref.id && kind === ref.kind)

export function replaceIds(value: unknown, resolveId: (id: string) => string): unknown {
  if (typeof value === 'string') return resolveId(value)
  if (Array.isArray(value)) return value.map((one) => replaceIds(one, resolveId))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [resolveId(name), replaceIds(one, resolveId)]))
}

export function replaceEntryIds(entry: OutboxEntry, resolveId: (id: string) => string): OutboxEntry {
  const renameKeys = <T>(record: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const [kind, ...id] = name.split(' ')
        return [`${kind} ${resolveId(id.join(' '))}`, value]
      }),
    )
  const { args, rows, optimisticPatches } = replaceIds({ ...entry }, resolveId) as OutboxEntry
  const incompleteRows = Object.keys(
    renameKeys(Object.fromEntries((entry.incompleteRows ?? []).map((name) => [name, true]))),
  )
  return {
    ...entry,
    args,
    rows,
    optimisticPatches,
    base: renameKeys(entry.base),
    before: renameKeys(entry.before),
    incompleteRows,
  }
}

export function* listTemporaryIds(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isTemporaryId(value)) yield value
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* listTemporaryIds(one)
  }
}

let lastTime = 0
/** Returns an id that sorts after the known ones, even when a clock was set back. */
export function createEntryId(known: readonly { id: string }[]): string {
  for (const { id } of known) lastTime = Math.max(lastTime, Number.parseInt(id, 10))
  lastTime = Math.max(lastTime + 1, Date.now())
  return `${String(lastTime).padStart(15, '0')}-${crypto.getRandomValues(new Uint16Array(1))[0]!}`
}

export const createIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Returns the rows that an entry changes. Restoring a task changes none of the rows that exist. */
export const listChangedRows = ({ method, args, rows }: OutboxEntry): readonly RowRef[] =>
  method === 'tasks.restore' ? [{ kind: 'tasks', id: args[0] as string }] : rows

export function createEntry(
  { method, args, rows = [], optimisticPatches = [], label, queue }: Mutation,
  { base = {}, before = {} }: MutationBase,
  store: RowStore,
  id: string,
): OutboxEntry {
  const entry: OutboxEntry = {
    id,
    key: createIdempotencyKey(),
    method,
    args,
    rows: [rows].flat(),
    queue,
    optimisticPatches: [optimisticPatches].flat(),
    label,
    base: { ...base },
    before: { ...before },
    state: 'pending',
    tries: 0,
  }
  for (const one of entry.rows) if (!createsRow(entry, one)) recordBase(entry, one, store)
  return entry
}

function recordBase(entry: OutboxEntry, ref: RowRef, store: RowStore): void {
  const name = toRowKey(ref)
  const names = Object.keys(getPatch(entry, ref))
  const shown = store.row(ref.kind, ref.id).peek() ?? {}
  if (deletesRow(entry, ref) && !entry.before[name]) {
    entry.before[name] = shown
    if (!store.isComplete(ref.kind, ref.id, -Infinity)) (entry.incompleteRows ??= []).push(name)
  }
  entry.before[name] ??= pickValues(shown, names)
  if (!(name in entry.base)) entry.base[name] = store.getVersion(ref.kind, ref.id, names)
}

/** Returns the named values of a row. A missing `section_id` is unknown, as only some lists include it. */
const pickValues = (row: AnyRow, names: string[]): AnyRow =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? (name === 'section_id' ? undefined : null)]))

export interface MutationResult {
  id: string
  kinds: RowKind[]
  rows: { kind: RowKind; row: AnyRow; version: number | undefined }[]
  /** Confirmed changes to fields that the response omits. */
  patches: { kind: RowKind; id: string; patch: AnyRow }[]
  deletedRows: RowRef[]
  assignedIds: [temporary: string, assigned: string][]
  /** Version of each row before and after, deleted rows included. */
  versionBumps: Record<string, [from: number | undefined, to: number]>
}

/** Returns the result without rows of a response; without any, what was shown holds until rows are read again. */
export function createEmptyResult({ id, method, rows, optimisticPatches }: OutboxEntry): MutationResult {
  const resource = method.split('.')[0]!
  const kinds = new Set(rows.map(({ kind }) => kind))
  if (resource in ID_FIELDS) kinds.add(resource as RowKind)
  const patches = rows.length > 0 ? [] : optimisticPatches.filter((one) => one.type === 'patch')
  return { id, kinds: [...kinds], rows: [], patches, deletedRows: [], assignedIds: [], versionBumps: {} }
}

export function applyVersionBumps(
  entry: OutboxEntry,
  { versionBumps }: MutationResult,
  resolveId: (id: string) => string,
): OutboxEntry {
  if (entry.sentAt !== undefined) return entry
  const base = { ...entry.base }
  let isChanged = false
  for (const ref of listChangedRows(entry)) {
    const [from, to] = versionBumps[toRowKey({ ...ref, id: resolveId(ref.id) })] ?? []
    const name = toRowKey(ref)
    if (to === undefined || createsRow(entry, ref) || base[name] !== from) continue
    base[name] = to
    isChanged = true
  }
  return isChanged ? { ...entry, base } : entry
}

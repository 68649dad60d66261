import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { FieldType } from '@svc/sdk'
import type { OptimisticPatch } from './types.ts'
import { ID_FIELDS, getRowId, mergeRow, type AnyRow, type RowKind } from './rows.ts'

/** The state of a row from the server (null: deleted or hidden). */
interface CachedRow {
  row: AnyRow | null
  version: number
  /** Version at which all fields were read; list rows have only some. */
  completeVersion: number
  /** Version at which its section was read; only some lists include it. */
  sectionVersion: number
  readAt: number
}

export interface PutOptions {
  isComplete?: boolean
  /** It was read because it changed: lists are notified even if it was unknown. */
  isChange?: boolean
  /** From the snapshot; read again when it is opened. */
  isSnapshot?: boolean
  /** Time of the request: a row that was dropped since then is not stored. */
  requestedAt?: number | undefined
  /** Version from the ETag, where the row has none. */
  version?: number | undefined
}

export class RowStore {
  #rows = new Map<string, Signal<CachedRow | undefined>>()
  #patches = new Map<string, Signal<readonly OptimisticPatch[]>>()
  #composed = new Map<string, ReadonlySignal<AnyRow | null | undefined>>()
  #names = signal<ReadonlyMap<string, string>>(new Map())
  putCount = 0
  readonly fieldTypes = new Map<string, FieldType>()
  #watchers = new Set<(kind: RowKind, id: string) => void>()
  #created = signal<readonly { kind: RowKind; id: string }[]>([])

  row(kind: RowKind, id: string): ReadonlySignal<AnyRow | null | undefined> {
    const key = `${kind} ${id}`
    let composed = this.#composed.get(key)
    if (!composed) {
      composed = computed(() => this.#compose(kind, isTemporaryId(id) ? this.resolveId(id) : id, id))
      this.#composed.set(key, composed)
    }
    return composed
  }

  #compose(kind: RowKind, id: string, shownId: string): AnyRow | null | undefined {
    let row = this.#getRow(kind, id).value?.row
    const changes = this.#getPatches(kind, id).value
    const earlier = shownId === id ? [] : this.#getPatches(kind, shownId).value
    for (const change of [...earlier, ...changes]) {
      if (change.type === 'delete') row = null
      else if (change.type === 'create') row ??= { [ID_FIELDS[kind]]: shownId, ...change.row }
      else row &&= mergeRow(row, change.patch)
    }
    return row
  }

  getServerRow(kind: RowKind, id: string): AnyRow | null | undefined {
    return this.#getRow(kind, this.resolveId(id)).peek()?.row
  }

  /** Returns the version of a row; where the last read omitted these fields, the version at which they were read. */
  getVersion(kind: RowKind, id: string, names: readonly string[] = []): number | undefined {
    const cached = this.#getRow(kind, this.resolveId(id)).peek()
    if (!cached?.row || !cached.version) return undefined
    if (names.includes('section_id')) return cached.sectionVersion || undefined
    const isComplete = cached.completeVersion === cached.version || names.every((name) => LIST_FIELD_SET.has(name))
    return (isComplete ? cached.version : cached.completeVersion) || undefined
  }

  isComplete(kind: RowKind, id: string, since: number): boolean {
    const cached = this.#getRow(kind, this.resolveId(id)).peek()
    return cached !== undefined && cached.completeVersion >= cached.version && cached.readAt >= since
  }

  /** Stores a row from the server, unless a later version is known. */
  put(
    kind: RowKind,
    row: AnyRow,
    { isComplete = true, isChange = false, isSnapshot = false, requestedAt, version: etagVersion }: PutOptions = {},
  ): void {
    const id = getRowId(kind, row)
    const cell = this.#getRow(kind, id)
    const before = cell.peek()
    const version = (row.version as number | undefined) ?? etagVersion ?? before?.version ?? 0
    if (before && version < before.version) return
    if (before?.row === null && requestedAt! < before.readAt) return
    const knownFields = before?.row ?? {}
    this.putCount++
    if (kind === 'fields') this.fieldTypes.set(row.key as string, row.type as FieldType)
    cell.value = {
      row: { ...knownFields, ...row },
      version,
      completeVersion: isComplete ? version : (before?.completeVersion ?? 0),
      sectionVersion: 'section_id' in row ? version : (before?.sectionVersion ?? 0),
      readAt: isSnapshot ? -Infinity : performance.now(),
    }
    if (before ? version !== before.version || !before.row : isChange) this.#notify(kind, id)
    if (!before && isChange) this.#created.value = [...this.#created.peek(), { kind, id }]
  }

  listCreated(kind: RowKind, name: string, value: string): AnyRow[] {
    const ids = this.#created.value.filter((one) => one.kind === kind).map(({ id }) => this.resolveId(id))
    return [...new Set(ids)]
      .map((id) => this.row(kind, id).value)
      .filter((row) => row != null && row[name] === value) as AnyRow[]
  }

  listKnown(kind: RowKind): AnyRow[] {
    const ids = [...this.#rows.keys()].filter((key) => key.startsWith(`${kind} `))
    return ids.map((key) => this.row(kind, key.slice(kind.length + 1)).peek()).filter((row) => row != null)
  }

  /** Applies confirmed changes that the response omitted. */
  patch(kind: RowKind, id: string, patch: AnyRow): void {
    const cached = this.#getRow(kind, id)
    const before = cached.peek()
    if (before?.row) cached.value = { ...before, row: mergeRow(before.row, patch) }
  }

  /** Invalidates all versions after a database restore, so that the next read wins. */
  invalidateVersions(): void {
    batch(() => {
      for (const cached of this.#rows.values()) {
        const before = cached.peek()
        if (before) cached.value = { ...before, version: 0, completeVersion: -1, sectionVersion: 0, readAt: -Infinity }
      }
    })
  }

  /** Records that a mutation of this user changed the version but not the section. */
  recordOwnChange(name: string, from: number | undefined, to: number): void {
    const cached = this.#rows.get(name)
    const before = cached?.peek()
    if (before && from && before.sectionVersion === from) cached!.value = { ...before, sectionVersion: to }
  }

  drop(kind: RowKind, id: string): void {
    const cached = this.#getRow(kind, id)
    cached.value = {
      row: null,
      version: cached.peek()?.version ?? 0,
      completeVersion: 0,
      sectionVersion: 0,
      readAt: performance.now(),
    }
    this.#notify(kind, id)
  }

  applyPatches(patches: readonly OptimisticPatch[]): void {
    this.replacePatches([], patches)
  }

  /** Replaces patches in their place: those of later mutations still apply after them. */
  replacePatches(former: readonly OptimisticPatch[], patches: readonly OptimisticPatch[]): void {
    const positions = new Map<string, number>()
    for (const patch of former) {
      const position = this.#getPatches(patch.kind, patch.id).peek().indexOf(patch)
      const key = `${patch.kind} ${patch.id}`
      if (position !== -1) positions.set(key, Math.min(position, positions.get(key) ?? position))
    }
    this.removePatches(former)
    for (const patch of patches) {
      const pending = this.#getPatches(patch.kind, patch.id)
      const key = `${patch.kind} ${patch.id}`
      const position = positions.get(key) ?? pending.peek().length
      pending.value = pending.peek().toSpliced(position, 0, patch)
      positions.set(key, position + 1)
      if (patch.type === 'create') this.#created.value = [...this.#created.peek(), patch]
      this.#notify(patch.kind, this.resolveId(patch.id))
    }
  }

  removePatches(patches: readonly OptimisticPatch[]): void {
    for (const patch of patches) {
      const pending = this.#getPatches(patch.kind, patch.id)
      pending.value = pending.peek().filter((one) => one !== patch)
      this.#notify(patch.kind, this.resolveId(patch.id))
    }
  }

  hasPatches(kind: RowKind, id: string): boolean {
    return this.#getPatches(kind, id).peek().length > 0
  }

  isUnassigned(id: string): boolean {
    return isTemporaryId(id) && this.resolveId(id) === id
  }

  resolveId(id: string): string {
    return isTemporaryId(id) ? (this.#names.value.get(id) ?? id) : id
  }

  assignId(from: string, to: string): void {
    this.#names.value = new Map(this.#names.peek()).set(from, to)
  }

  watch(listener: (kind: RowKind, id: string) => void): () => void {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  *listRows(): Generator<[kind: RowKind, row: AnyRow, isComplete: boolean]> {
    for (const [key, { value }] of this.#rows)
      if (value?.row) yield [key.split(' ', 1)[0] as RowKind, value.row, value.completeVersion >= value.version]
  }

  #notify(kind: RowKind, id: string): void {
    for (const listener of this.#watchers) listener(kind, id)
  }

  #getRow(kind: RowKind, id: string): Signal<CachedRow | undefined> {
    return getOrCreate(this.#rows, `${kind} ${id}`, () => signal<CachedRow | undefined>(undefined))
  }

  #getPatches(kind: RowKind, id: string): Signal<readonly OptimisticPatch[]> {
    return getOrCreate(this.#patches, `${kind} ${id}`, () => signal<readonly OptimisticPatch[]>([]))
  }
}

function getOrCreate<T>(map: Map<string, T>, key: string, create: () => T): T {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

export const LIST_FIELDS = [
  'key',
  'title',
  'status',
  'priority',
  'task_type',
  'assignee',
  'start_date',
  'due_date',
  'tags',
  'custom',
  'project_id',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'section_id',
  'section_position',
  'has_edit_access',
  'restricted_to',
  'claim',
  'created_by',
  'created_at',
  'updated_at',
] as const

const LIST_FIELD_SET: ReadonlySet<string> = new Set(LIST_FIELDS)

/** Format of temporary ids, which no text of a user matches by chance. */
const form = /^new-[0-9a-f]{32}$/

export const isTemporaryId = (id: string): boolean => form.test(id)

export function createTemporaryId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return `new-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

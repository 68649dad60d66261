import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Overlay } from './data.ts'
import { isMade, madeId } from './made.ts'
import { merged } from './merge.ts'
import { idOf, keyOf, type AnyRow, type Kind } from './rows.ts'

/** What is known of a row: as the server gave it last (null: it is gone), and when. */
interface Held {
  row: AnyRow | null
  version: number
  /** The version at which all of its attributes were read: a light row of a list brings only some. */
  wholeAt: number
  /** The version at which it was read among which sections it lies, which some lists alone tell. */
  placedAt: number
  readAt: number
}

/** How a row came: from a list that may have left attributes out, or whole. */
export interface PutOptions {
  whole?: boolean
  /** It was asked for because it changed: lists are told of it even if it was not known before. */
  news?: boolean
  /** It was kept from an earlier visit, and is read again as soon as it is opened. */
  cached?: boolean
  /** The version that the answer's tag tells, where the row itself says none. */
  version?: number | undefined
}

/** The rows, each once, whatever asked for it; and what is shown: the row with the changes on their way on top. */
export class Store {
  #held = new Map<string, Signal<Held | undefined>>()
  #overlays = new Map<string, Signal<readonly Overlay[]>>()
  #shown = new Map<string, ReadonlySignal<AnyRow | null | undefined>>()
  #names = signal<ReadonlyMap<string, string>>(new Map())
  /** How many rows have come so far. */
  puts = 0
  #watchers = new Set<(kind: Kind, id: string) => void>()
  /** Rows that were made since the page was opened, here or elsewhere. */
  #fresh = signal<readonly { kind: Kind; id: string }[]>([])

  /** The row as it is shown: undefined where it was not read, null where it is gone. */
  row(kind: Kind, id: string): ReadonlySignal<AnyRow | null | undefined> {
    const key = `${kind} ${id}`
    let shown = this.#shown.get(key)
    if (!shown) {
      shown = computed(() => this.#compose(kind, isMade(id) ? this.idNow(id) : id, id))
      this.#shown.set(key, shown)
    }
    return shown
  }

  #compose(kind: Kind, id: string, as: string): AnyRow | null | undefined {
    let row = this.#heldOf(kind, id).value?.row
    const overlays = this.#overlaysOf(kind, id).value
    const earlier = as === id ? [] : this.#overlaysOf(kind, as).value
    for (const overlay of [...earlier, ...overlays]) {
      if ('gone' in overlay) row = null
      else if ('made' in overlay) row ??= { [idOf[kind]]: as, ...overlay.made }
      else row &&= merged(row, overlay.patch)
    }
    return row
  }

  /** The row as the server gave it, without what is on its way. */
  server(kind: Kind, id: string): AnyRow | null | undefined {
    return this.#heldOf(kind, this.idNow(id)).peek()?.row
  }

  /** The version of the row, by what was read last, or where that left these attributes out, by when they were read. */
  version(kind: Kind, id: string, names: readonly string[] = []): number | undefined {
    const held = this.#heldOf(kind, this.idNow(id)).peek()
    if (!held?.row || !held.version) return undefined
    if (names.includes('section_id')) return held.placedAt || undefined
    const all = held.wholeAt === held.version || names.every((name) => light.has(name))
    return (all ? held.version : held.wholeAt) || undefined
  }

  /** Whether all attributes were read, and not before a moment. */
  isWhole(kind: Kind, id: string, since: number): boolean {
    const held = this.#heldOf(kind, this.idNow(id)).peek()
    return held !== undefined && held.wholeAt >= held.version && held.readAt >= since
  }

  /** Takes a row that the server gave, unless a later one is known. */
  put(
    kind: Kind,
    row: AnyRow,
    { whole = true, news = false, cached = false, version: told }: PutOptions = {},
  ): void {
    const id = keyOf(kind, row)
    const held = this.#heldOf(kind, id)
    const before = held.peek()
    const version = (row.version as number | undefined) ?? told ?? before?.version ?? 0
    if (before && version < before.version) return
    const same = before?.row ?? {}
    this.puts++
    held.value = {
      row: { ...same, ...row },
      version,
      wholeAt: whole ? version : (before?.wholeAt ?? 0),
      placedAt: 'section_id' in row ? version : (before?.placedAt ?? 0),
      readAt: cached ? -Infinity : performance.now(),
    }
    if (before ? version !== before.version || !before.row : news) this.#tell(kind, id)
    if (!before && news) this.#fresh.value = [...this.#fresh.peek(), { kind, id }]
  }

  /** Rows made since the page was opened that say this of an attribute, as they are shown. */
  madeIn(kind: Kind, name: string, value: string): AnyRow[] {
    const ids = this.#fresh.value.filter((one) => one.kind === kind).map(({ id }) => this.idNow(id))
    return [...new Set(ids)]
      .map((id) => this.row(kind, id).value)
      .filter((row) => row != null && row[name] === value) as AnyRow[]
  }

  /** The rows of a kind that are known, as they are shown. */
  known(kind: Kind): AnyRow[] {
    const ids = [...this.#held.keys()].filter((key) => key.startsWith(`${kind} `))
    return ids.map((key) => this.row(kind, key.slice(kind.length + 1)).peek()).filter((row) => row != null)
  }

  /** Takes it that attributes of a row are as they were shown, which the server's answer did not say. */
  patch(kind: Kind, id: string, patch: AnyRow): void {
    const held = this.#heldOf(kind, id)
    const before = held.peek()
    if (before?.row) held.value = { ...before, row: merged(before.row, patch) }
  }

  /** Takes it that versions may have gone back, as in a database that was put back: what is read next counts, whatever it is. */
  doubt(): void {
    batch(() => {
      for (const held of this.#held.values()) {
        const before = held.peek()
        if (before) held.value = { ...before, version: 0, wholeAt: -1, placedAt: 0, readAt: -Infinity }
      }
    })
  }

  /** Takes it that a person's own write lifted a row from one version to another: that did not move it. */
  lifted(name: string, from: number | undefined, to: number): void {
    const held = this.#held.get(name)
    const before = held?.peek()
    if (before && from && before.placedAt === from) held!.value = { ...before, placedAt: to }
  }

  /** Takes it that a row is gone: deleted, or hidden from this person. */
  drop(kind: Kind, id: string): void {
    const held = this.#heldOf(kind, id)
    held.value = {
      row: null,
      version: held.peek()?.version ?? 0,
      wholeAt: 0,
      placedAt: 0,
      readAt: performance.now(),
    }
    this.#tell(kind, id)
  }

  /** Shows changes on top of rows until they are taken away again. */
  lay(overlays: readonly Overlay[]): void {
    for (const overlay of overlays) {
      const laid = this.#overlaysOf(overlay.kind, overlay.id)
      laid.value = [...laid.peek(), overlay]
      if ('made' in overlay) this.#fresh.value = [...this.#fresh.peek(), overlay]
      this.#tell(overlay.kind, this.idNow(overlay.id))
    }
  }

  lift(overlays: readonly Overlay[]): void {
    for (const overlay of overlays) {
      const laid = this.#overlaysOf(overlay.kind, overlay.id)
      laid.value = laid.peek().filter((one) => one !== overlay)
      this.#tell(overlay.kind, this.idNow(overlay.id))
    }
  }

  /** Whether something is on its way to a row. */
  isLaid(kind: Kind, id: string): boolean {
    return this.#overlaysOf(kind, id).peek().length > 0
  }

  newId(): string {
    return madeId()
  }

  isNew(id: string): boolean {
    return isMade(id) && this.idNow(id) === id
  }

  /** The server's id of a row that was made here. */
  idNow(id: string): string {
    return isMade(id) ? (this.#names.value.get(id) ?? id) : id
  }

  /** Takes it that the server has given a row that was made here an id of its own. */
  rename(from: string, to: string): void {
    this.#names.value = new Map(this.#names.peek()).set(from, to)
  }

  /** Told of each row that is another than before, by what was read or by what is on its way. */
  watch(told: (kind: Kind, id: string) => void): () => void {
    this.#watchers.add(told)
    return () => this.#watchers.delete(told)
  }

  /** Every row that is held, for the cache. */
  *held(): Generator<[kind: Kind, row: AnyRow, whole: boolean]> {
    for (const [key, { value }] of this.#held)
      if (value?.row) yield [key.split(' ', 1)[0] as Kind, value.row, value.wholeAt >= value.version]
  }

  #tell(kind: Kind, id: string): void {
    for (const told of this.#watchers) told(kind, id)
  }

  #heldOf(kind: Kind, id: string): Signal<Held | undefined> {
    return lazily(this.#held, `${kind} ${id}`, () => signal<Held | undefined>(undefined))
  }

  #overlaysOf(kind: Kind, id: string): Signal<readonly Overlay[]> {
    return lazily(this.#overlays, `${kind} ${id}`, () => signal<readonly Overlay[]>([]))
  }
}

function lazily<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

/** What rows of long lists bring; everything else is read when a row is opened. */
export const lightFields = [
  'title',
  'status',
  'priority',
  'task_type',
  'assignee',
  'start_date',
  'due_date',
  'tags',
  'project_id',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'section_id',
  'section_position',
  'has_edit_access',
  'restricted_to',
  'created_by',
  'created_at',
  'updated_at',
] as const

const light: ReadonlySet<string> = new Set(lightFields)

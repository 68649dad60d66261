import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Me, SvcProblem } from '@svc/sdk'
import type { AnyRow, RowKind, RowTypes } from './rows.ts'

export interface RowList<K extends RowKind> {
  /** Row ids by position; undefined for rows that were not read yet. */
  ids: ReadonlySignal<readonly (string | undefined)[]>
  count: ReadonlySignal<number | undefined>
  state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  problem: ReadonlySignal<SvcProblem | Error | undefined>
  setVisibleRange(from: number, to: number): void
  reload(): void
  close(): void
  readonly kind: K
}

export type ListQuery = Record<string, unknown>

export interface RowRef {
  kind: RowKind
  id: string
}

/** A change made by the user and not confirmed by the server yet. It is stored until then. */
export interface Mutation {
  method: string
  /** Arguments of the method: ids, body and query. They may contain temporary ids. */
  args: unknown[]
  /** Rows that it changes, sent in order with If-Match. A creation refers to the new row by its temporary id. */
  rows?: RowRef | readonly RowRef[]
  /** Mutations of one name are sent in order. The name of a row, `tasks T1`, waits for that row's mutations. */
  queue?: string
  optimisticPatches?: OptimisticPatch | readonly OptimisticPatch[]
  /** Short description for undo and errors: `Moved “Order rope” to Done`. */
  label: string
  /** The inverse mutation; several where tasks that were changed together had different values before. */
  inverse?: InverseMutation | readonly InverseMutation[]
}

/** Versions and values that a mutation is based on by row key, where these are not the ones shown. */
export interface MutationBase {
  base?: Record<string, number | undefined>
  before?: Record<string, AnyRow>
}

export type InverseMutation = Pick<Mutation, 'method' | 'args' | 'rows' | 'queue' | 'optimisticPatches' | 'label'>

export type OptimisticPatch =
  | { type: 'patch'; kind: RowKind; id: string; patch: Record<string, unknown> }
  | { type: 'create'; kind: RowKind; id: string; row: Record<string, unknown> }
  | { type: 'delete'; kind: RowKind; id: string }

export interface PendingMutation {
  key: string
  /** Resolves to the response; rejects when the server refused it or the user discarded it. May be ignored. */
  response: Promise<unknown>
}

export interface Conflict {
  key: string
  /** undefined where the mutation refers to no row. */
  row: RowRef | undefined
  label: string
  /** `old`: sent more than 23 hours ago without a response, so sending it again might apply it twice. */
  reason: 'changed' | 'deleting' | 'old'
  fields: { name: string; before: unknown; mine: unknown; theirs: unknown }[]
  by: string | undefined
  at: string | undefined
  keepMine(): void
  takeTheirs(): void
}

export interface RefusedMutation {
  label: string
  problem: SvcProblem
  mutation: Mutation
  dismiss(): void
}

export interface DataStore {
  /** The signed-in user, as the last response has it. */
  me: Signal<Me>
  org: string
  /** The row with pending changes applied. undefined: not read yet; null: deleted or hidden. */
  row<K extends RowKind>(kind: K, id: string): ReadonlySignal<RowTypes[K] | null | undefined>
  /** Rows of a kind that were read already, for local search. Not reactive. */
  listKnown<K extends RowKind>(kind: K): readonly RowTypes[K][]
  read<K extends RowKind>(kind: K, id: string): Promise<RowTypes[K] | null>
  /** A long list. `path` has the ids of the URL path; `call` is the SDK method if not `list`: `views.rows`. */
  list<K extends RowKind>(kind: K, query: ListQuery, path?: string[], call?: string): RowList<K>
  /** A short list of at most 1,000 rows, undefined until read. Equal queries share one signal. */
  all<K extends RowKind>(
    kind: K,
    query?: ListQuery,
    path?: string[],
    call?: string,
  ): ReadonlySignal<readonly RowTypes[K][] | undefined>
  /** Reads all rows of a query page by page and passes the ids of each page to `take` until it returns false. */
  collect<K extends RowKind>(kind: K, query: ListQuery, take: (ids: readonly string[]) => boolean): Promise<void>
  count(query: ListQuery): LiveCounts
  /** Returns whether a task list includes a task; undefined where only the server knows. */
  matches(query: ListQuery, id: string): boolean | undefined

  /** Updates fields of a row with If-Match of the version shown, or of `base`, which a form was filled with. */
  update<K extends RowKind>(
    kind: K,
    id: string,
    patch: Partial<RowTypes[K]>,
    label: string,
    base?: MutationBase,
  ): PendingMutation
  mutate(mutation: Mutation): PendingMutation
  /** Creates a temporary id for a row; it stays valid after the server has assigned its own. */
  createTemporaryId(): string
  resolveId(id: string): string
  notifyChanged(kind: RowKind, id?: string): void
  /** Undoes the last step, or the last one with this label. */
  undo(label?: string): void
  redo(): void
  /** Groups all mutations of a function into one undo step. */
  together<T>(label: string, run: () => T): T
  canUndo: ReadonlySignal<string | undefined>
  canRedo: ReadonlySignal<string | undefined>

  conflicts: ReadonlySignal<readonly Conflict[]>
  refusals: ReadonlySignal<readonly RefusedMutation[]>
  pendingCount: ReadonlySignal<number>
  connection: ReadonlySignal<'online' | 'offline' | 'signed-out'>
  /** Returns whether mutations or drafts are unsent in any organization. */
  hasUnsent(): Promise<boolean>
  /** False where the browser stores nothing, or its storage is full. */
  isPersistent: ReadonlySignal<boolean>
  unreadCount: ReadonlySignal<number>

  openDraft(name: string): Signal<string>
}

export interface LiveCounts {
  value: ReadonlySignal<TaskCounts | undefined>
  problem: ReadonlySignal<unknown>
  reload(): void
}

export interface TaskCounts {
  count: number
  groups?: { key: string | null; count: number; groups?: { key: string | null; count: number }[] }[]
}

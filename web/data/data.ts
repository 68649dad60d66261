import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Me, SvcProblem } from '@svc/sdk'
import type { Kind, Rows } from './rows.ts'

/** A list of the API, read page by page as the screen scrolls and updated from the event stream. */
export interface List<K extends Kind> {
  /** Row ids by position; undefined for rows that were not read yet. */
  ids: ReadonlySignal<readonly (string | undefined)[]>
  count: ReadonlySignal<number | undefined>
  state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  problem: ReadonlySignal<SvcProblem | Error | undefined>
  /** Reads the rows between two positions, unless they were read already. */
  see(from: number, to: number): void
  reload(): void
  leave(): void
  readonly kind: K
}

export type ListQuery = Record<string, unknown>

export interface About {
  kind: Kind
  id: string
}

/** A change made by the user and not confirmed by the server yet. It is stored until then. */
export interface Write {
  /** Name of the SDK method, such as `tasks.update`. */
  call: string
  /** Arguments of the method: ids, body and query. They may contain temporary ids. */
  args: unknown[]
  /**
   * Rows that it changes. Mutations of one row are sent in order, with If-Match of the version that was
   * shown. A mutation that creates a row refers to that row by its temporary id, not to its container. For
   * `tasks.bulkUpdate` all of its tasks; their versions are added to the body when it is sent.
   */
  about?: About | readonly About[]
  /**
   * Name of a queue: mutations with the same name are sent in order though they change different rows. Also
   * the kind and id of a row, `tasks T1`, to wait for the mutations of that row.
   */
  queue?: string
  /** Changes shown until the server has responded. */
  shown?: Overlay | readonly Overlay[]
  /** Short description for undo and errors: `Moved “Order rope” to Done`. */
  said: string
  /** The inverse mutation; several where tasks that were changed together had different values before. */
  undo?: Inverse | readonly Inverse[]
}

export type Inverse = Pick<Write, 'call' | 'args' | 'about' | 'queue' | 'shown' | 'said'>

export type Overlay =
  | { kind: Kind; id: string; patch: Record<string, unknown> }
  | { kind: Kind; id: string; made: Record<string, unknown> }
  | { kind: Kind; id: string; gone: true }

export interface Pending {
  key: string
  /** Resolves to the response; rejects when the server refused it or the user discarded it. May be ignored. */
  answer: Promise<unknown>
}

/** Two users changed the same fields, and the user has to choose. */
export interface Conflict {
  key: string
  /** undefined where the mutation refers to no row. */
  about: About | undefined
  said: string
  /**
   * `changed`: another user changed the same fields. `deleting`: a row to be deleted was changed. `old`: it
   * was sent more than 23 hours ago without a response, so sending it again might apply it twice.
   */
  why: 'changed' | 'deleting' | 'old'
  fields: { name: string; before: unknown; mine: unknown; theirs: unknown }[]
  /** The other user and the time of the change, as far as the history says. */
  by: string | undefined
  at: string | undefined
  keepMine(): void
  takeTheirs(): void
}

/** A mutation that the server refused; stored until the user dismisses it. */
export interface Refusal {
  said: string
  problem: SvcProblem
  write: Write
  dismiss(): void
}

/** The client that screens use to read and change data of one organization. */
export interface Data {
  me: ReadonlySignal<Me>
  org: string
  /** The row with pending changes applied. undefined: not read yet; null: deleted or hidden. */
  row<K extends Kind>(kind: K, id: string): ReadonlySignal<Rows[K] | null | undefined>
  /** Rows of a kind that were read already, for local search. Not reactive. */
  known<K extends Kind>(kind: K): readonly Rows[K][]
  /** Reads all fields of a row, unless they were read a short time ago. */
  read<K extends Kind>(kind: K, id: string): Promise<Rows[K] | null>
  /**
   * A long list. `path` contains ids of the URL path, such as a team's. `call` is the SDK method where it is
   * not the kind's own `list`: `views.rows`, `teams.listTasks`, `goals.org`, `sections.mine`.
   */
  list<K extends Kind>(kind: K, query: ListQuery, path?: string[], call?: string): List<K>
  /** A short list of at most 1,000 rows, undefined until read. Equal queries share one signal. */
  all<K extends Kind>(
    kind: K,
    query?: ListQuery,
    path?: string[],
    call?: string,
  ): ReadonlySignal<readonly Rows[K][] | undefined>
  /** Reads all rows of a query page by page and passes the ids of each page to `take` until it returns false. */
  collect<K extends Kind>(kind: K, query: ListQuery, take: (ids: readonly string[]) => boolean): Promise<void>
  /** Number of tasks, grouped by `group_by` if the query has it. Updated from the event stream. */
  count(query: ListQuery): Counted

  /** Updates fields of a row with If-Match of the version shown, and an inverse for undo. */
  change<K extends Kind>(kind: K, id: string, patch: Partial<Rows[K]>, label: string): Pending
  write(mutation: Write): Pending
  /** Creates a temporary id for a row; it stays valid after the server has assigned its own. */
  newId(): string
  /** Returns the server's id for a temporary id once known; other ids unchanged. */
  idNow(id: string): string
  /** Returns the version of a row as shown, for `If-Match` and the `versions` of a bulk update. */
  version(kind: Kind, id: string): number | undefined
  /** Notifies the user's tabs of a change that has no event. */
  changed(kind: Kind, id?: string): void
  undo(): void
  redo(): void
  /** Groups all mutations of a function into one undo step. */
  together<T>(label: string, run: () => T): T
  /** Label of the next step to undo or redo; undefined where there is none. */
  canUndo: ReadonlySignal<string | undefined>
  canRedo: ReadonlySignal<string | undefined>

  conflicts: ReadonlySignal<readonly Conflict[]>
  refusals: ReadonlySignal<readonly Refusal[]>
  waiting: ReadonlySignal<number>
  connection: ReadonlySignal<'online' | 'offline' | 'signed-out'>
  /** Returns whether mutations or drafts are unsent in any organization. */
  hasUnsent(): Promise<boolean>
  /** False where the browser stores nothing, or its storage is full. */
  lasts: ReadonlySignal<boolean>
  unread: ReadonlySignal<number>

  draft(name: string): Signal<string>
}

export interface Counted {
  value: ReadonlySignal<TaskCounts | undefined>
  problem: ReadonlySignal<unknown>
  reload(): void
}

export interface TaskCounts {
  count: number
  groups?: { key: string | null; count: number }[]
}

import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Me, SvcProblem } from '@svc/sdk'
import type { Kind, Rows } from './rows.ts'

/** A list as the API gives it, read page by page where the screen shows it, and kept as it is now by the stream. */
export interface List<K extends Kind> {
  /** Ids by their place; a hole is a row that was not read yet. */
  ids: ReadonlySignal<readonly (string | undefined)[]>
  /** How long the list is, once that is known. */
  count: ReadonlySignal<number | undefined>
  state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  problem: ReadonlySignal<SvcProblem | Error | undefined>
  /** Has the rows from one place to another read, if they were not: what is about to be seen. */
  see(from: number, to: number): void
  reload(): void
  /** The screen shows it no more. */
  leave(): void
  readonly kind: K
}

/** What a screen asks of a list: the query of the operation, as the SDK takes it. */
export type ListQuery = Record<string, unknown>

/** A row by its kind and id. */
export interface About {
  kind: Kind
  id: string
}

/** A change that a person made, on its way to the server. All of it survives the tab. */
export interface Write {
  /** The method of the SDK: `tasks.update`. */
  call: string
  /** Its ids, body and query, in that order; the id of a row that was made here and is not answered yet may be among them. */
  args: unknown[]
  /**
   * What is changed. Its changes go out one after the other, and only if the row is as it was shown (If-Match). A write that
   * makes a row is about that row (with an id by `newId`), and not about what it is made in. For `tasks.bulkUpdate` all of
   * its tasks: their versions are put into the body when it is sent.
   */
  about?: About | readonly About[]
  /**
   * A name of any kind: writes with the same one go out one after the other, without being about the same row. Also the kind
   * and id of a row, `tasks T1`, to wait for the writes about that.
   */
  queue?: string
  /** What is shown until the server has answered. */
  shown?: Overlay | readonly Overlay[]
  /** What the person did, in a few words: `Moved “Order rope” to Done`. */
  said: string
  /** Takes it back: the inverse write, or several where tasks that were changed alike differed before. */
  undo?: Inverse | readonly Inverse[]
}

/** A write that takes another one back. */
export type Inverse = Pick<Write, 'call' | 'args' | 'about' | 'queue' | 'shown' | 'said'>

export type Overlay =
  | { kind: Kind; id: string; patch: Record<string, unknown> }
  | { kind: Kind; id: string; made: Record<string, unknown> }
  | { kind: Kind; id: string; gone: true }

/** A write under way. */
export interface Pending {
  /** Its Idempotency-Key, which it keeps until it is answered. */
  key: string
  /** The answer; rejected when the server refused it or the person gave it up. Nobody need look at it. */
  answer: Promise<unknown>
}

/** Two people changed the same attributes, and the second has to say what is to be. */
export interface Conflict {
  /** The write that waits for the answer. */
  key: string
  /** undefined where nothing tells what the write was about: something to be made. */
  about: About | undefined
  said: string
  /**
   * `changed`: somebody changed the same. `deleting`: what is to be deleted was changed meanwhile. `old`: it was sent more
   * than 23 hours ago and nobody knows whether it arrived, so that sending it again might do it twice.
   */
  why: 'changed' | 'deleting' | 'old'
  fields: { name: string; before: unknown; mine: unknown; theirs: unknown }[]
  /** Who changed it meanwhile and when, as far as the history tells. */
  by: string | undefined
  at: string | undefined
  keepMine(): void
  takeTheirs(): void
}

/** A write that the server refused for good; its text is kept until the person has seen it. */
export interface Refusal {
  said: string
  problem: SvcProblem
  write: Write
  dismiss(): void
}

/** What screens have of the data. */
export interface Data {
  /** The person, and the organization that they look at. */
  me: ReadonlySignal<Me>
  org: string
  /** The row as it is shown: the server's with the changes on their way on top. undefined: not read; null: gone. */
  row<K extends Kind>(kind: K, id: string): ReadonlySignal<Rows[K] | null | undefined>
  /** The rows of a kind that this page knows already: what can be searched without asking. No signal. */
  known<K extends Kind>(kind: K): readonly Rows[K][]
  /** Has a row read, whole, again if it is old. */
  read<K extends Kind>(kind: K, id: string): Promise<Rows[K] | null>
  /**
   * A long list. `path` are ids of the path (a team's sprints). `call` is the method of the SDK where it is not the kind's own
   * `list`: `views.rows` with the view in the path, `teams.listTasks`, `goals.org`, `sections.mine`.
   */
  list<K extends Kind>(kind: K, query: ListQuery, path?: string[], call?: string): List<K>
  /** A short list, whole (1,000 rows at most): undefined until it is there. One signal for one question, kept live. */
  all<K extends Kind>(
    kind: K,
    query?: ListQuery,
    path?: string[],
    call?: string,
  ): ReadonlySignal<readonly Rows[K][] | undefined>
  /** Reads all rows of a query page by page, and passes the ids of each page to `take` until it returns false. */
  collect<K extends Kind>(kind: K, query: ListQuery, take: (ids: readonly string[]) => boolean): Promise<void>
  /** How many tasks there are, by `group_by` if the query says so; kept live. */
  count(query: ListQuery): Counted

  /** Changes attributes of a row: a PATCH with the version that is shown, and its inverse for undo. */
  change<K extends Kind>(kind: K, id: string, patch: Partial<Rows[K]>, said: string): Pending
  write(write: Write): Pending
  /** An id for a row that is made here. Once the server has given it one, both name it. */
  newId(): string
  /** The server's id of a row that was made here, once it has one; else the same. */
  idNow(id: string): string
  /** The version that a row is shown in: what `If-Match` and the `versions` of a bulk update take. */
  version(kind: Kind, id: string): number | undefined
  /** Tells the person's own tabs that rows of a kind changed by a request of its own, of which no event tells. */
  changed(kind: Kind, id?: string): void
  undo(): void
  redo(): void
  /** Groups all mutations of a function into one undo step. */
  together<T>(said: string, act: () => T): T
  /** What the next step back, or forth, takes back or does again; undefined where there is none. */
  canUndo: ReadonlySignal<string | undefined>
  canRedo: ReadonlySignal<string | undefined>

  conflicts: ReadonlySignal<readonly Conflict[]>
  refusals: ReadonlySignal<readonly Refusal[]>
  /** Writes not answered yet, and whether the server can be reached. */
  waiting: ReadonlySignal<number>
  connection: ReadonlySignal<'online' | 'offline' | 'signed-out'>
  /** Whether anything that the person wrote would be lost with what the browser keeps: in any organization, drafts too. */
  hasUnsent(): Promise<boolean>
  /** Whether what waits outlives the tab: not where the browser keeps nothing, or has no room. */
  lasts: ReadonlySignal<boolean>
  /** Unread notifications. */
  unread: ReadonlySignal<number>

  /** A text that a person has begun and not sent; it survives the tab. */
  draft(name: string): Signal<string>
}

/** A number that is read while somebody looks at it. */
export interface Counted {
  value: ReadonlySignal<TaskCounts | undefined>
  /** Why it could not be read the last time. */
  problem: ReadonlySignal<unknown>
  reload(): void
}

/** How many tasks there are. */
export interface TaskCounts {
  count: number
  groups?: { key: string | null; count: number }[]
}

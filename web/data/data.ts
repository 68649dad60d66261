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

/** A change that a person made, on its way to the server. All of it survives the tab. */
export interface Write {
  /** The method of the SDK: `tasks.update`. */
  call: string
  /** Its ids, body and query, in that order; the id of a row that was made here and is not answered yet may be among them. */
  args: unknown[]
  /**
   * What is changed. Its changes go out one after the other, and only if the row is as it was shown (If-Match). Of several
   * tasks (`tasks.bulkUpdate`) the outbox puts the versions into the body as `versions`.
   */
  about?: About | readonly About[]
  /** What is shown until the server has answered. */
  shown?: Overlay | readonly Overlay[]
  /** What the person did, in a few words: `Moved “Order rope” to Done`. */
  said: string
  /** Takes it back: the inverse write, or several where tasks that were changed alike differed before. */
  undo?: Inverse | readonly Inverse[]
}

export interface About {
  kind: Kind
  id: string
}

export type Inverse = Pick<Write, 'call' | 'args' | 'about' | 'shown' | 'said'>

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
  about: About
  said: string
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
  /** Has a row read, whole, again if it is old. */
  read<K extends Kind>(kind: K, id: string): Promise<Rows[K] | null>
  /** A long list. `path` are ids of the path (a team's sprints). */
  list<K extends Kind>(kind: K, query: ListQuery, path?: string[]): List<K>
  /** A short list, whole (1,000 rows at most): undefined until it is there. One signal for one question, kept live. */
  all<K extends Kind>(
    kind: K,
    query?: ListQuery,
    path?: string[],
  ): ReadonlySignal<readonly Rows[K][] | undefined>
  /** How many tasks there are, by `group_by` if the query says so; kept live. */
  count(query: ListQuery): ReadonlySignal<TaskCounts | undefined>

  /** Changes attributes of a row: a PATCH with the version that is shown, and its inverse for undo. */
  change<K extends Kind>(kind: K, id: string, patch: Partial<Rows[K]>, said: string): Pending
  write(write: Write): Pending
  undo(): void
  redo(): void
  canUndo: ReadonlySignal<string | undefined>

  conflicts: ReadonlySignal<readonly Conflict[]>
  refusals: ReadonlySignal<readonly Refusal[]>
  /** Writes not answered yet, and whether the server can be reached. */
  waiting: ReadonlySignal<number>
  connection: ReadonlySignal<'online' | 'offline' | 'signed-out'>
  /** Unread notifications. */
  unread: ReadonlySignal<number>

  /** A text that a person has begun and not sent; it survives the tab. */
  draft(name: string): Signal<string>
}

export interface TaskCounts {
  count: number
  groups?: { key: string | null; count: number }[]
}

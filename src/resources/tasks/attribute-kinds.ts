import { nullable, type TUnsafe } from '../../kernel/schema.ts'

/** What may be said of any attribute; `V` is its value in a row. */
interface Facts<V> {
  /** Whether the events of a task tell its changes. */
  told?: true
  /** Whether a restricted row says it all the same. */
  unmasked?: true
  /** What a restricted row says in its place, where that is not the value of a blank task. */
  mask?: V | null
  /** Makes the value that is wanted of the one that a body gives, where these differ. */
  taken?: (given: V) => V
  /** Makes what its column takes, where that is not the value itself. */
  stored?: (value: V) => unknown
  /** Further columns that follow from it, each with what makes its value. */
  further?: Readonly<Record<string, (value: V) => unknown>>
}

/** An attribute: a column of a task's row, with its value in a task of which nothing was said. */
export interface Attribute<V> extends Facts<V> {
  blank: V
}

/** An attribute that answers show, by which schema. */
export interface Shown<S> {
  shown: TUnsafe<S>
}

/** An attribute that a client may write, by which schema, and what `null` does to it in an update. */
export interface Writable<B> {
  body: TUnsafe<B>
  onNull: 'clears' | 'empties' | 'changes nothing'
}

/** An attribute that may have no value: `null` clears it. */
export const clearable = <T>(
  body: TUnsafe<T>,
  shown: TUnsafe<T>,
  facts: Facts<T | null> = {},
): Attribute<T | null> & Writable<T> & Shown<T | null> => ({
  body,
  onNull: 'clears',
  shown: nullable(shown),
  blank: null,
  ...facts,
})

/** A list that a body replaces as a whole: `null` empties it. */
export const replaced = <T>(
  body: TUnsafe<T[]>,
  shown: TUnsafe<T[]>,
  facts: Facts<T[]> = {},
): Attribute<T[]> & Writable<T[]> & Shown<T[]> => ({ body, onNull: 'empties', shown, blank: [], ...facts })

/** An attribute that keeps its value once it has one: `null` changes nothing. */
export const lasting = <T, B extends T>(
  body: TUnsafe<B>,
  shown: TUnsafe<T>,
  blank: T,
  facts: Facts<T> = {},
): Attribute<T> & Writable<B> & Shown<T> => ({ body, onNull: 'changes nothing', shown, blank, ...facts })

/** An attribute that the server alone writes. */
export const kept = <T, S>(shown: TUnsafe<S>, blank: T, facts: Facts<T> = {}): Attribute<T> & Shown<S> => ({
  shown,
  blank,
  ...facts,
})

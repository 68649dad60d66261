import { nullable, type TUnsafe } from '../../kernel/schema.ts'

/** Options of an attribute; `V` is its value in a row. */
interface AttributeOptions<V> {
  /** Included in `task.created` and `task.updated` events. */
  inEvents?: true
  /** Shown in restricted rows. */
  unmasked?: true
  /** Value in restricted rows, if it differs from the default. */
  mask?: V | null
  /** Converts the value in a body to the value to store. */
  normalize?: (value: V) => V
  /** Converts the value to the parameter for its column. */
  toColumn?: (value: V) => unknown
  /** Derived columns, each with the function that computes its value. */
  derivedColumns?: Readonly<Record<string, (value: V) => unknown>>
}

export interface Attribute<V> extends AttributeOptions<V> {
  blank: V
}

export interface Shown<S> {
  shown: TUnsafe<S>
}

/** Attribute in request bodies, with its schema and the effect of `null` in an update. */
export interface Writable<B> {
  body: TUnsafe<B>
  onNull: 'clears' | 'empties' | 'changes nothing'
}

/** Declares a nullable attribute; `null` clears it. */
export const clearable = <T>(
  body: TUnsafe<T>,
  shown: TUnsafe<T>,
  options: AttributeOptions<T | null> = {},
): Attribute<T | null> & Writable<T> & Shown<T | null> => ({
  body,
  onNull: 'clears',
  shown: nullable(shown),
  blank: null,
  ...options,
})

/** Declares a list that a body replaces as a whole; `null` empties it. */
export const replaced = <T>(
  body: TUnsafe<T[]>,
  shown: TUnsafe<T[]>,
  options: AttributeOptions<T[]> = {},
): Attribute<T[]> & Writable<T[]> & Shown<T[]> => ({ body, onNull: 'empties', shown, blank: [], ...options })

/** Declares an attribute that always has a value; `null` changes nothing. */
export const lasting = <T, B extends T>(
  body: TUnsafe<B>,
  shown: TUnsafe<T>,
  blank: T,
  options: AttributeOptions<T> = {},
): Attribute<T> & Writable<B> & Shown<T> => ({ body, onNull: 'changes nothing', shown, blank, ...options })

export const kept = <T, S>(
  shown: TUnsafe<S>,
  blank: T,
  options: AttributeOptions<T> = {},
): Attribute<T> & Shown<S> => ({
  shown,
  blank,
  ...options,
})

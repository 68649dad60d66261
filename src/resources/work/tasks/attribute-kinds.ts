import * as s from '../../../core/schema.ts'

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

export interface TaskAttribute<V> extends AttributeOptions<V> {
  defaultValue: V
}

export interface ResponseAttribute<S> {
  responseSchema: s.TUnsafe<S>
}

/** Attribute in request bodies, with its schema and the effect of `null` in an update. */
export interface WritableAttribute<B> {
  bodySchema: s.TUnsafe<B>
  onNull: 'clears' | 'empties' | 'changes nothing'
}

/** Declares a nullable attribute; `null` clears it. */
export const clearableAttribute = <T>(
  bodySchema: s.TUnsafe<T>,
  responseSchema: s.TUnsafe<T>,
  options: AttributeOptions<T | null> = {},
): TaskAttribute<T | null> & WritableAttribute<T> & ResponseAttribute<T | null> => ({
  bodySchema,
  onNull: 'clears',
  responseSchema: s.nullable(responseSchema),
  defaultValue: null,
  ...options,
})

/** Declares a list that a body replaces as a whole; `null` empties it. */
export const listAttribute = <T>(
  bodySchema: s.TUnsafe<T[]>,
  responseSchema: s.TUnsafe<T[]>,
  options: AttributeOptions<T[]> = {},
): TaskAttribute<T[]> & WritableAttribute<T[]> & ResponseAttribute<T[]> => ({
  bodySchema,
  onNull: 'empties',
  responseSchema,
  defaultValue: [],
  ...options,
})

/** Declares an attribute that a body cannot set to null: `null` changes nothing. */
export const nonNullAttribute = <T, B extends T>(
  bodySchema: s.TUnsafe<B>,
  responseSchema: s.TUnsafe<T>,
  defaultValue: T,
  options: AttributeOptions<T> = {},
): TaskAttribute<T> & WritableAttribute<B> & ResponseAttribute<T> => ({
  bodySchema,
  onNull: 'changes nothing',
  responseSchema,
  defaultValue,
  ...options,
})

export const readOnlyAttribute = <T, S>(
  responseSchema: s.TUnsafe<S>,
  defaultValue: T,
  options: AttributeOptions<T> = {},
): TaskAttribute<T> & ResponseAttribute<S> => ({
  responseSchema,
  defaultValue,
  ...options,
})

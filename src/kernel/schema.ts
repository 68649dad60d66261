import type { Static, TArray, TOptional, TSchema, TUnsafe, Type } from 'typebox'
import { timeOfDayPattern } from './values/zones.ts'

/**
 * Small JSON Schema builders: one source for validation, types and the OpenAPI document. Of TypeBox there are the types
 * alone: to load the rest of it, for the four builders that are wanted, was a tenth of the time of a start.
 */

/** A schema as it is written, which stands for this type. */
export const schemaOf = <T>(schema: object): TUnsafe<T> => ({ ...schema }) as TUnsafe<T>

/** The schemas of properties that may be left out. */
const leaveable = new WeakSet<object>()

/** A property that may be left out. */
export const optional = ((schema: TSchema) => {
  const copy = { ...schema }
  leaveable.add(copy)
  return copy
}) as typeof Type.Optional

/** An object with these properties, all needed unless they are `optional`. */
export const object = ((properties: Record<string, TSchema>, more: object = {}) => {
  const required = Object.keys(properties).filter((name) => !leaveable.has(properties[name]!))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...more }
}) as typeof Type.Object

/**
 * What an empty text in a query is, where it is not 422: `ignored`, as if it were left out; `judged` by the operation,
 * which answers 400 for what it does not take.
 */
export type OnEmpty = 'ignored' | 'judged'

interface TextLimits {
  min?: number
  max?: number
  pattern?: string
  /** Requires a visible character. */
  visible?: boolean
  /** Error text for a pattern that does not match. */
  inWords?: string
  format?: string
  description?: string
  deprecated?: boolean
  onEmpty?: OnEmpty
}

/** A string of `min` to `max` code points. */
export function text(limits: TextLimits = {}): TUnsafe<string> {
  const { min, max, ...rest } = limits
  // The OpenAPI document contains only the pattern, which every such text matches.
  const pattern = limits.visible ? { pattern: '\\S' } : {}
  return schemaOf<string>({
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...pattern,
    ...rest,
  })
}

const titles = new WeakMap<readonly string[], string>()

/** A closed set of words, with the name it has in the OpenAPI document wherever a schema or filter takes it. */
export function words<const V extends readonly string[]>(title: string, values: V): V {
  titles.set(values, title)
  return values
}

/** One of a set of words. */
export function oneOf<const V extends readonly string[]>(values: V, more: object = {}): TUnsafe<V[number]> {
  const title = titles.get(values)
  return schemaOf<V[number]>({
    type: 'string',
    enum: [...values],
    ...(title === undefined ? {} : { title }),
    ...more,
  })
}

/**
 * The same schema, marked as what only older clients send. `description` says what takes its place, or what becomes of
 * it.
 */
export const older = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
  deprecated: true,
})

/** A parameter of the query that older clients send and nothing reads. */
export const unread = () =>
  optional({ ...older(text({ onEmpty: 'ignored' }), 'Deprecated, and ignored.'), unbound: true })

/** Fields of a body that the server owns: checked for their types, accepted, never trusted. */
export function ignored<P extends Record<string, TSchema>>(properties: P): P {
  const said = Object.entries(properties).map(([name, schema]) => [
    name,
    older(schema, 'Kept by the server: accepted and not used.'),
  ])
  return Object.fromEntries(said) as P
}

/** What every address on the web looks like: http or https, a host, and no name or password before it. */
export const webAddressPattern = '^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$'
/** An address on the web: http or https, and no name or password in it. */
export const webAddress = (description: string) =>
  text({ max: 2000, pattern: webAddressPattern, description })

/** An e-mail address, internationalised ones (RFC 6531) among them. */
export const mailAddress = (description?: string) =>
  text({ format: 'idn-email', max: 254, ...(description !== undefined && { description }) })

/** The same schema, which allows `null` too. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const copy = { ...(schema as Record<string, unknown>) }
  copy.type = ([] as unknown[]).concat(copy.type, 'null')
  if (Array.isArray(copy.enum)) copy.enum = [...copy.enum, null]
  return schemaOf<Static<S> | null>(copy)
}

/** A date-time of RFC 3339. */
export const dateTime = (more: object = {}) =>
  schemaOf<string>({ type: 'string', format: 'date-time', ...more })
/** A day, as YYYY-MM-DD. */
export const date = (more: object = {}) => schemaOf<string>({ type: 'string', format: 'date', ...more })
/** A time of day, as HH:MM. */
export const timeOfDay = (description: string) =>
  text({ pattern: timeOfDayPattern, inWords: 'must be a time of day as in 09:30', description })
/** A name of the time zone database (IANA). Whether there is such a zone is judged by the rules of the resource. */
export const timeZone = (description: string) => text({ max: 64, description })
/** A UUID of RFC 9562. */
export const uuid = (more: object = {}) => schemaOf<string>({ type: 'string', format: 'uuid', ...more })
/** `true` or `false`. */
export const bool = (more: object = {}) => schemaOf<boolean>({ type: 'boolean', ...more })
/** An integer. */
export const int = (more: object = {}) => schemaOf<number>({ type: 'integer', ...more })
/** The version of what is answered, which is the one in its ETag. */
export const version = int({ description: 'Rises with every change. For `If-Match: "<version>-"`.' })
/** Any number of JSON. */
export const num = (more: object = {}) => schemaOf<number>({ type: 'number', ...more })
/** An array of items of one schema. */
export const list = <S extends TSchema>(items: S, more: object = {}): TUnsafe<Static<S>[]> =>
  schemaOf<Static<S>[]>({ type: 'array', items, ...more })

/** A free-form object of at most 16 KB and 5 levels. */
export const freeForm = (more: object = {}): TUnsafe<Record<string, unknown>> =>
  schemaOf<Record<string, unknown>>({ type: 'object', freeForm: true, ...more })

type Nullables<P> = { [K in keyof P]: P[K] extends TSchema ? TOptional<TUnsafe<Static<P[K]> | null>> : never }

/** The same properties, each of which may be left out and may be `null`. */
export function nullables<P extends Record<string, TSchema>>(properties: P): Nullables<P> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, optional(nullable(schema))])
  return Object.fromEntries(entries) as Nullables<P>
}

const unnamedOrg = { description: 'The organization. May be left out when you use an access token.' }
/** A query's text to look for; nothing to look for leaves nothing out. */
export const searched = (description: string) => optional(text({ description, onEmpty: 'ignored' }))
/** The organization of a query. */
export const askedOrgId = optional(text(unnamedOrg))
/** The organization of a body, which what is made belongs to. */
export const namedOrgId = optional(text({ min: 1, ...unnamedOrg }))

/**
 * An object of such properties: the body of a partial update. What `clears` names is emptied by `null`; elsewhere `null`
 * is taken like an absent field, which the OpenAPI document does not offer.
 */
export function partial<P extends Record<string, TSchema>>(
  properties: P,
  { title, clears = [] }: { title: string; clears?: readonly (keyof P & string)[] },
) {
  const taken = nullables(properties)
  for (const name of Object.keys(properties)) {
    if (!clears.includes(name)) Object.assign(taken[name]!, { nullIgnored: true })
  }
  return object(taken, { title })
}

/** `Task` of `TaskSummary`, whose pages are simply those of tasks. */
const pageTitle = ({ title }: { title?: string }): { title?: string } =>
  title ? { title: `${title.replace(/Summary$/, '')}Page` } : {}

/** The answer of a paged list: `data` and the cursor of the next page, `null` on the last. */
export function pageOf<S extends TSchema>(
  item: S,
  more: Record<string, TSchema> = {},
  named?: { title: string },
) {
  return object(
    {
      data: { type: 'array', items: item } as TArray<S>,
      next_cursor: nullable(
        text({ description: 'Send it back as `cursor` for the next page; null on the last page.' }),
      ),
      ...more,
    },
    named ?? pageTitle(item as { title?: string }),
  )
}

/** `{ok: true}`. */
export const acknowledgement = object(
  { ok: bool({ description: 'Always true.' }) },
  { title: 'Acknowledgement' },
)

export type { Static, TSchema, TUnsafe }

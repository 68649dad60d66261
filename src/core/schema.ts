import type { Static, TArray, TOptional, TSchema, TUnsafe, Type } from 'typebox'
import { TIME_OF_DAY_PATTERN } from './time-zones.ts'

/** Only the types of TypeBox are used: loading the rest takes a tenth of the startup time. */

export const rawSchema = <T>(schema: object): TUnsafe<T> => ({ ...schema }) as TUnsafe<T>

const optionalSchemas = new WeakSet<object>()

export const optional = ((schema: TSchema) => {
  const copy = { ...schema }
  optionalSchemas.add(copy)
  return copy
}) as typeof Type.Optional

export const object = ((properties: Record<string, TSchema>, more: object = {}) => {
  const required = Object.keys(properties).filter((name) => !optionalSchemas.has(properties[name]!))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...more }
}) as typeof Type.Object

/** Returns an object schema that is a component of the OpenAPI document. */
export const namedObject = ((title: string, properties: Record<string, TSchema>, more: object = {}) =>
  object(properties, { title, ...more })) as <P extends Record<string, TSchema>>(
  title: string,
  properties: P,
  more?: object,
) => ReturnType<typeof Type.Object<P>>

/** Handling of an empty query value, which is otherwise 422: treated as absent, or passed to the operation. */
export type EmptyValueHandling = 'ignored' | 'validated'

interface TextLimits {
  min?: number
  max?: number
  pattern?: string
  visible?: boolean
  /** Error text for a pattern that does not match. */
  patternMessage?: string
  format?: string
  description?: string
  deprecated?: boolean
  onEmpty?: EmptyValueHandling
}

/** Further properties of a schema, or only its description. */
type Details = object | string
const toProperties = (details: Details): object => (typeof details === 'string' ? { description: details } : details)

/** Returns a string schema of `min` to `max` code points. */
export function text(details: TextLimits | string = {}): TUnsafe<string> {
  const limits: TextLimits = toProperties(details)
  const { min, max, ...rest } = limits
  // The OpenAPI document contains only the pattern, which every such text matches.
  const pattern = limits.visible ? { pattern: '\\S' } : {}
  return rawSchema<string>({
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...pattern,
    ...rest,
  })
}

/** Returns a schema of 1 to `max` code points, not all of them white space. */
export const nonBlankText = (max: number, description: string) => text({ min: 1, max, visible: true, description })

const titles = new WeakMap<readonly string[], string>()

export function namedEnum<const V extends readonly string[]>(title: string, values: V): V {
  titles.set(values, title)
  return values
}

export function stringEnum<const V extends readonly string[]>(values: V, details: Details = {}): TUnsafe<V[number]> {
  const title = titles.get(values)
  return rawSchema<V[number]>({
    type: 'string',
    enum: [...values],
    ...(title === undefined ? {} : { title }),
    ...toProperties(details),
  })
}

export const deprecatedField = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
  deprecated: true,
})

export const ignoredParam = () =>
  optional({ ...deprecatedField(text({ onEmpty: 'ignored' }), 'Deprecated and ignored.'), notInCursor: true })

/** Marks body fields as read-only: validated, accepted and ignored. */
export function readOnlyFields<P extends Record<string, TSchema>>(properties: P): P {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    deprecatedField(schema, 'Read-only: accepted and ignored.'),
  ])
  return Object.fromEntries(entries) as P
}

export const webUrlPattern = '^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$'
export const webUrl = (description: string) => text({ max: 2000, pattern: webUrlPattern, description })

export const emailAddress = (description?: string) =>
  text({ format: 'idn-email', max: 254, ...(description !== undefined && { description }) })

export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const copy = { ...(schema as Record<string, unknown>) }
  copy.type = ([] as unknown[]).concat(copy.type, 'null')
  if (Array.isArray(copy.enum)) copy.enum = [...copy.enum, null]
  return rawSchema<Static<S> | null>(copy)
}

export const dateTime = (details: Details = {}) =>
  rawSchema<string>({ type: 'string', format: 'date-time', ...toProperties(details) })
export const date = (details: Details = {}) =>
  rawSchema<string>({ type: 'string', format: 'date', ...toProperties(details) })
export const timeOfDay = (description: string) =>
  text({ pattern: TIME_OF_DAY_PATTERN, patternMessage: 'must be a time of day as in 09:30', description })
export const timeZone = (description: string) => text({ max: 64, description })
export const uuid = (details: Details = {}) =>
  rawSchema<string>({ type: 'string', format: 'uuid', ...toProperties(details) })
export const bool = (details: Details = {}) => rawSchema<boolean>({ type: 'boolean', ...toProperties(details) })
export const int = (details: Details = {}) => rawSchema<number>({ type: 'integer', ...toProperties(details) })
/** Returns an integer schema with limits, both inclusive. */
export const intBetween = (minimum: number, maximum: number, description: string) =>
  int({ minimum, maximum, description })
export const versionField = int({
  description: 'Increases with every change. Use it as `If-Match: "<version>-"`.',
})
export const num = (details: Details = {}) => rawSchema<number>({ type: 'number', ...toProperties(details) })
export const array = <S extends TSchema>(items: S, details: Details = {}): TUnsafe<Static<S>[]> =>
  rawSchema<Static<S>[]>({ type: 'array', items, ...toProperties(details) })

/** Returns a free-form object schema of at most 16 KB and 5 levels. */
export const freeForm = (details: Details = {}): TUnsafe<Record<string, unknown>> =>
  rawSchema<Record<string, unknown>>({ type: 'object', freeForm: true, ...toProperties(details) })

export const optionalNullable = <S extends TSchema>(schema: S) => optional(nullable(schema))

type Nullables<P> = { [K in keyof P]: P[K] extends TSchema ? TOptional<TUnsafe<Static<P[K]> | null>> : never }

export function optionalNullables<P extends Record<string, TSchema>>(properties: P): Nullables<P> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, optionalNullable(schema)])
  return Object.fromEntries(entries) as Nullables<P>
}

const orgIdOptions = {
  description: 'Organization id. Optional with an access token, whose organization is the default.',
}
export const searchParam = (description: string) => optional(text({ description, onEmpty: 'ignored' }))
export const orgIdParam = optional(text(orgIdOptions))
export const orgIdField = optional(text({ min: 1, ...orgIdOptions }))

/** `null` clears the fields in `clears`, and counts as absent in others. The OpenAPI document shows both as nullable. */
export function partialUpdate<P extends Record<string, TSchema>>(
  title: string,
  clears: readonly (keyof NoInfer<P> & string)[],
  properties: P,
) {
  const schemas = optionalNullables(properties)
  for (const name of Object.keys(properties)) {
    if (!clears.includes(name)) Object.assign(schemas[name]!, { nullMeansAbsent: true })
  }
  return namedObject(title, schemas)
}

const pageTitle = ({ title }: { title?: string }): { title?: string } =>
  title ? { title: `${title.replace(/Summary$/, '')}Page` } : {}

export function pageSchema<S extends TSchema>(
  item: S,
  more: Record<string, TSchema> = {},
  options?: { title: string },
) {
  return object(
    {
      data: { type: 'array', items: item } as TArray<S>,
      next_cursor: nullable(
        text({ description: 'Cursor of the next page, to send as `cursor`; null on the last page.' }),
      ),
      ...more,
    },
    options ?? pageTitle(item as { title?: string }),
  )
}

export const okResponse = namedObject('Acknowledgement', { ok: bool('Always true.') })

export type { Static, TSchema, TUnsafe }

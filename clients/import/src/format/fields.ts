/** A JSON schema; the format needs few of its keywords. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A property of a row. */
export interface Field<T> {
  readonly schema: JsonSchema
  readonly required: boolean
  /** The kind whose rows the value names. */
  readonly ref?: string
  /** Returns the end of the sentence "PROPERTY must …" if a value is invalid. */
  check(value: unknown): string | undefined
  /** Carries the type; has no value. */
  readonly type?: T
}

export type FieldType<F> = F extends Field<infer T> ? T : never

const MAX_TEXT_LENGTH = 1_000_000
const MAX_ID_LENGTH = 500

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function field<T>(schema: JsonSchema, check: Field<T>['check']): Field<T> {
  return { schema, required: false, check }
}

/** Declares a property that each row has. */
export const required = <T>(declared: Field<T>) => ({ ...declared, required: true as const })

function checkText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'be a string'
  if (value.length > maxLength) return `have at most ${maxLength} characters`
  // PostgreSQL cannot store it.
  if (value.includes('\0')) return 'not contain the character U+0000'
  if (!isWellFormed(value)) return 'not contain half of a surrogate pair'
  return undefined
}

/** `String.prototype.isWellFormed`, which the types lack. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()

export const text = (description: string, maxLength = MAX_TEXT_LENGTH) =>
  field<string>({ type: 'string', maxLength, description }, (value) => checkText(value, maxLength))

export const id = (description: string) =>
  field<string>({ type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH, description }, (value) =>
    value === '' ? 'not be empty' : checkText(value, MAX_ID_LENGTH),
  )

/** Declares a property that has the id of another row. */
export const ref = (kind: string, description: string): Field<string> & { ref: string } => ({
  ...id(description),
  ref: kind,
})

export const flag = (description: string) =>
  field<boolean>({ type: 'boolean', description }, (value) =>
    typeof value === 'boolean' ? undefined : 'be true or false',
  )

export const integer = (description: string) =>
  field<number>({ type: 'integer', description }, (value) =>
    Number.isSafeInteger(value) ? undefined : 'be an integer',
  )

export const decimal = (description: string) =>
  field<number>({ type: 'number', description }, (value) =>
    typeof value === 'number' && Number.isFinite(value) ? undefined : 'be a number',
  )

export const choice = <const T extends readonly string[]>(values: T, description: string) =>
  field<T[number]>({ enum: values, description }, (value) =>
    values.includes(value as string) ? undefined : `be one of ${values.join(', ')}`,
  )

/** Declares a calendar day, YYYY-MM-DD. */
export const day = (description: string) =>
  field<string>({ type: 'string', format: 'date', description }, (value) =>
    isDay(value) ? undefined : 'be a date, YYYY-MM-DD',
  )

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) && value >= '0001-01-01'
}

/** Declares a time in UTC, YYYY-MM-DDTHH:MM:SS.sssZ. */
export const time = (description: string) =>
  field<string>({ type: 'string', format: 'date-time', description }, (value) =>
    isTime(value) ? undefined : 'be a time in UTC, such as 2026-03-01T09:30:00.000Z',
  )

const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value))

export const list = <T>(item: Field<T>, description: string, maxItems = 10_000): Field<T[]> => ({
  ...field<T[]>({ type: 'array', items: item.schema, maxItems, description }, (value) => {
    if (!Array.isArray(value)) return 'be an array'
    if (value.length > maxItems) return `have at most ${maxItems} items`
    for (const [index, each] of value.entries()) {
      const problem = item.check(each)
      if (problem) return `be valid: item ${index + 1} must ${problem}`
    }
    return undefined
  }),
  ...(item.ref !== undefined && { ref: item.ref }),
})

type Fields = Readonly<Record<string, Field<unknown>>>

export type RowType<F extends Fields> = {
  [K in keyof F as F[K]['required'] extends true ? K : never]: FieldType<F[K]>
} & { [K in keyof F as F[K]['required'] extends true ? never : K]?: FieldType<F[K]> | null }

export function buildObjectSchema(fields: Fields, description: string): JsonSchema {
  const properties = Object.entries(fields).map(([name, { schema, required: always }]) => [
    name,
    always ? schema : toNullable(schema),
  ])
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(properties),
    required: Object.keys(fields).filter((name) => fields[name]!.required),
    additionalProperties: false,
  }
}

function toNullable({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  if (Array.isArray(values)) return { enum: [...values, null], ...rest }
  return type === undefined ? rest : { type: [type, 'null'], ...rest }
}

/** Declares an object with these properties and no others. */
export const record = <F extends Fields>(fields: F, description: string) =>
  field<RowType<F>>(buildObjectSchema(fields, description), (value) => {
    if (!isObject(value)) return 'be an object'
    const problem = findFieldProblem(fields, value)
    return problem && `be valid: ${problem}`
  })

/** Declares an object or array with any content. */
export const json = (description: string) =>
  field<unknown>({ description }, (value) =>
    isStorable(value) ? undefined : 'contain neither the character U+0000 nor half of a surrogate pair',
  )

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return checkText(value, Infinity) === undefined
  if (Array.isArray(value)) return value.every(isStorable)
  return !isObject(value) || Object.entries(value).every(([name, each]) => isStorable(name) && isStorable(each))
}

/** Returns a sentence about the first invalid property, if any. */
function findFieldProblem(fields: Fields, row: Record<string, unknown>): string | undefined {
  for (const name of Object.keys(row)) if (!Object.hasOwn(fields, name)) return `${name} is not a known property`
  for (const [name, declared] of Object.entries(fields)) {
    const value = row[name]
    if (value === undefined || value === null) {
      if (declared.required) return `${name} is missing`
      continue
    }
    const problem = declared.check(value)
    if (problem) return `${name} must ${problem}`
  }
  return undefined
}

/** Returns why a value is not a valid row; undefined if it is valid. */
export const findRowProblem = (fields: Fields, row: unknown) =>
  isObject(row) ? findFieldProblem(fields, row) : 'the row must be an object'

export interface KindDeclaration {
  readonly description: string
  readonly fields: Readonly<Record<string, Field<unknown>>>
  /** The property that names the row's parent of the same kind, which must not form cycles. */
  readonly parent?: string
}

/** Checks of JSON values that other services have written. */
import { DataError } from '../format/errors.ts'

/** Types of optional properties: a text, a number, anything, an object with such properties, or a list of one. */
export interface ObjectShape {
  readonly [property: string]: Shape
}
export type Shape = 'text' | 'number' | ObjectShape | readonly [Shape]

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the first property that does not have its type, with the problem. Absent and null properties are valid. */
export function findFault(value: unknown, shape: Shape, path = ''): string | undefined {
  if (shape === 'text') return typeof value === 'string' ? undefined : `${path} is not a text.`
  if (shape === 'number') return typeof value === 'number' ? undefined : `${path} is not a number.`
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path} is not a list.`
    return findFirst(value.entries(), ([i, item]) => findFault(item, shape[0] as Shape, `${path}[${i}]`))
  }
  if (!isObject(value)) return `${path || 'it'} is not an object.`
  return findFirst(Object.entries(shape), ([name, inner]) =>
    value[name] == null ? undefined : findFault(value[name], inner as Shape, path ? `${path}.${name}` : name),
  )
}

function findFirst<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found) return found
  }
  return undefined
}

/** Throws a `DataError` with the place unless the value has the shape. */
export function requireShape(value: unknown, shape: Shape, { line, place }: { line?: number; place: string }): void {
  const fault = findFault(value, shape)
  if (fault) throw new DataError('file', line, `${place}: ${fault}`)
}

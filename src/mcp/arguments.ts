import type { ErrorObject } from 'ajv'
import type { ErrorItem } from '../core/errors.ts'
import { toErrorItems } from '../http/validation-errors.ts'
import { getArgumentValidator } from './catalogue.ts'
import type { JsonSchema } from './schemas.ts'
import type { Tool } from './tool.ts'
import { escapeInvisible } from './untrusted.ts'

const MAX_ERRORS = 20

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Normalizes the arguments that models send: drops null for unused arguments (strict function calling), wraps a single
 * text into a list, and parses free-form objects from JSON.
 */
export function normalizeArguments(schema: JsonSchema, value: unknown): unknown {
  if (schema.type === 'array') {
    const list = typeof value === 'string' ? [value] : value
    return Array.isArray(list) ? list.map((one) => normalizeArguments(schema.items as JsonSchema, one)) : list
  }
  if (schema.type !== 'object') return value
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (!properties) return typeof value === 'string' ? parseJson(value) : value
  if (!isObject(value)) return value
  const used = Object.entries(value).filter(([name, one]) => one !== null || !Object.hasOwn(properties, name))
  return Object.fromEntries(
    used.map(([name, one]) => [
      name,
      Object.hasOwn(properties, name) ? normalizeArguments(properties[name]!, one) : one,
    ]),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

interface ArgumentErrors {
  whole: ErrorItem[]
  items: ReadonlyMap<number, ErrorItem[]>
}

export function findArgumentErrors(tool: Tool, args: unknown): ArgumentErrors {
  const check = getArgumentValidator(tool)
  const whole: ErrorItem[] = []
  const items = new Map<number, ErrorItem[]>()
  for (const error of check(args) ? [] : (check.errors ?? [])) {
    const [, list, index] = /^\/(\w+)\/(\d+)/.exec(error.instancePath) ?? []
    const isItemError = list !== undefined && list === tool.batch
    const errors = isItemError ? (items.get(Number(index)) ?? []) : whole
    if (isItemError) items.set(Number(index), errors)
    if (errors.length < MAX_ERRORS) errors.push(toErrorItem(error))
  }
  return { whole, items }
}

function toErrorItem(error: ErrorObject): ErrorItem {
  const item = toErrorItems([error], 'arguments')[0]!
  if (error.keyword !== 'additionalProperties') return item
  const { additionalProperty } = error.params as { additionalProperty: string }
  return { ...item, msg: 'Unknown argument.', loc: [...item.loc!.slice(0, -1), escapeInvisible(additionalProperty)] }
}

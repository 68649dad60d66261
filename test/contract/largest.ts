import type { AnyOperation } from '../../src/http/operation.ts'
import type { Prepared } from './call.ts'

type Schema = Record<string, unknown>

/**
 * Builds text that is expensive to normalize, index and compare: varying letters with the maximum of combining marks.
 */
export function buildExpensiveText(length: number): string {
  const parts: string[] = []
  for (let i = 0, left = length; left > 0; i++) {
    const marks = Math.min(i % 3 === 0 ? 30 : 0, left - 1)
    const marked = '\u0323\u0301\u0302'.repeat(10).slice(0, marks)
    parts.push(String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)) + marked)
    left -= marks + 1
  }
  return parts.join('')
}

/** Builds an object of five levels and the maximum size of a free-form one. */
function buildDeepObject(share: number): object {
  const wide = Object.fromEntries(Array.from({ length: Math.floor(900 * share) }, (_, i) => [`k${i}`, i]))
  return { a: { b: { c: { d: wide } } } }
}

/** Builds the largest value of a schema; undefined for ids and enums, whose prepared values stay. */
export function buildLargest(schema: Schema, share: number): unknown {
  const type = [schema.type ?? []].flat()[0]
  if (schema.freeForm && type === 'object') return buildDeepObject(share)
  if (schema.freeForm) return Array.from({ length: Math.floor(100 * share) }, (_, i) => ({ a: 'x'.repeat(100), i }))
  if (type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    const filled = properties.map(([name, property]) => [name, buildLargest(property, share)] as const)
    return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
  }
  if (type === 'array') {
    const items = (schema.items ?? {}) as Schema
    if (buildLargest(items, 1) === undefined) return undefined
    const count = Math.floor(Math.min((schema.maxItems as number | undefined) ?? 100, 200) * share)
    return Array.from({ length: count }, (_, i) => {
      const item = buildLargest(items, share)
      return typeof item === 'string' ? `${i}${item}`.slice(0, (items.maxLength as number | undefined) ?? 1000) : item
    })
  }
  const free = type === 'string' && !schema.format && !schema.enum
  if (!free || (schema.pattern && !['\\S', '^\\s*[^,\\s][^,]*$'].includes(schema.pattern as string))) return undefined
  const max = schema.maxLength as number | undefined
  return max === undefined || max <= 64
    ? schema.pattern
      ? buildExpensiveText(max ?? 50)
      : undefined
    : buildExpensiveText(Math.floor(max * share))
}

/** Builds query values, one name at a time, repeated up to the limit of the headers. */
function buildFullQueries(op: AnyOperation, share: number): [string, string[]][] {
  const room = Math.floor(12_000 * share)
  const full: [string, string[]][] = []
  for (const [key, { kind }] of Object.entries(op.filters ?? {})) {
    const name = `filter[${key}]`
    if (kind === 'text') full.push([name, Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(room / 12, 'ab'))])
    if (kind === 'values')
      full.push([name, [Array.from({ length: room / 10 }, (_, i) => (i % 2 ? `P${i}` : `x${i}`)).join()]])
  }
  const properties = (op.query as Schema | undefined)?.properties ?? {}
  for (const [name, { type, enum: closed, format }] of Object.entries(properties as Record<string, Schema>)) {
    if (type === 'string' && !closed && !format) full.push([name, ['ab'.repeat(room / 2)]])
    if (type === 'array') full.push([name, [Array.from({ length: room / 10 }, (_, i) => `x${i}`).join()]])
  }
  return full
}

export interface LargeCall {
  what: string
  body: unknown
  query: Record<string, string | string[]>
}

/** Builds calls with the largest input: the whole body, and each large query value separately. */
export function buildLargestCalls(op: AnyOperation, prepared: Prepared, share: number): LargeCall[] {
  const calls = buildFullQueries(op, share).map(([name, values]) => ({
    what: name,
    body: prepared.body,
    query: { ...prepared.query, [name]: values },
  }))
  if (!op.body || op.upload) return calls
  const large = buildLargest(op.body as Schema, share) as object
  const body = { ...(prepared.body as object | undefined), ...large, ...selectIds(prepared.body) }
  return [{ what: 'body', body, query: prepared.query ?? {} }, ...calls]
}

/** Selects the ids of a prepared body, which cannot be generated. */
const selectIds = (body: unknown): object =>
  Object.fromEntries(Object.entries((body ?? {}) as object).filter(([name]) => /(^|_)ids?$/.test(name)))

/** Removes the fields that a 422 response rejects; undefined if none can be omitted. */
export function removeRejectedFields(body: unknown, errors: { loc: (string | number)[] }[]): object | undefined {
  const copy = structuredClone(body) as Record<string, unknown>
  let left = 0
  for (const { loc } of errors) {
    const [, first, second] = loc as string[]
    const within = first === 'changes' ? (copy.changes as Record<string, unknown>) : copy
    const name = first === 'changes' ? second! : first!
    if (within && name in within) {
      delete within[name]
      left++
    }
  }
  return left > 0 ? copy : undefined
}

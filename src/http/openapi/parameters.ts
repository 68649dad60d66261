import type { FilterSpec } from '../pagination/filters.ts'
import { isWrite, listPathParams, type AnyOperation } from '../operation.ts'
import * as s from '../../core/schema.ts'
import { toPascalCase, shareComponent, type Components, type JsonObject } from './components.ts'
import { toPublicSchema } from './schemas.ts'

export function buildParameters(op: AnyOperation, components: Components): JsonObject[] {
  return [
    ...buildPathParameters(op),
    ...buildQueryParameters(op, components),
    ...buildListParameters(op, components),
    ...buildFilterParameters(op, components),
    ...buildHeaderParameters(op),
  ]
}

export function shareParameters(lists: readonly JsonObject[][], components: Components): JsonObject[][] {
  const uses = new Map<string, number>()
  for (const one of lists.flat()) uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1)
  const textByName = new Map<string, [text: string, count: number]>()
  for (const [text, count] of uses) {
    const key = getComponentName(JSON.parse(text) as JsonObject)
    if (count > Math.max(1, textByName.get(key)?.[1] ?? 0)) textByName.set(key, [text, count])
  }
  const isShared = (one: JsonObject) => textByName.get(getComponentName(one))?.[0] === JSON.stringify(one)
  return lists.map((list) =>
    list.map((one) => (isShared(one) ? shareComponent(components, 'parameters', getComponentName(one), one) : one)),
  )
}

const getComponentName = (one: JsonObject): string =>
  toPascalCase(String(one.name)) + (one.in === 'query' ? 'Query' : '')

/** Returns a default description: `Task id.` for `task_id`. */
const describeParameter = (name: string): string => {
  const label = name.replaceAll('_', ' ')
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}.`
}

function buildPathParameters(op: AnyOperation): JsonObject[] {
  return listPathParams(op).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: op.params?.[name] ?? describeParameter(name),
    schema: { type: 'string' },
  }))
}

function buildQueryParameters(op: AnyOperation, components: Components): JsonObject[] {
  const schema = op.query as { properties?: Record<string, JsonObject>; required?: string[] } | undefined
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, deprecated, ...rest } = property
    const parameter: JsonObject = { name, in: 'query' }
    if (schema?.required?.includes(name)) parameter.required = true
    if (deprecated) parameter.deprecated = true
    // Comma-separated. Repeated parameters, the OpenAPI default, are accepted too.
    if (rest.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
    return {
      ...parameter,
      description: description ?? describeParameter(name),
      schema: toPublicSchema(rest, components),
    }
  })
}

const buildQuery = (name: string, description: string, schema: unknown): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
})

function buildListParameters(op: AnyOperation, components: Components): JsonObject[] {
  if (!op.list) return []
  const { sorts, defaultLimit = 100, unsortable, customSorts } = op.list
  const paging = [
    buildQuery('limit', 'Maximum number of rows per page; values above 1000 are capped at 1000.', {
      type: 'integer',
      minimum: 1,
      default: defaultLimit,
    }),
    buildQuery('cursor', '`next_cursor` of the previous page, sent unchanged with the same query.', {
      type: 'string',
    }),
    buildQuery('offset', 'Number of rows to skip; ignored with a cursor.', {
      type: 'integer',
      minimum: 0,
      default: 0,
    }),
  ]
  if (unsortable) return paging
  const named = s.stringEnum(Object.keys(sorts), { title: `${toPascalCase(op.id)}Sort` })
  const sortBy = customSorts ? { anyOf: [named, { type: 'string', format: 'custom-field' }] } : named
  const sortOrder = s.stringEnum(['asc', 'desc'], { title: 'SortOrder' })
  return [
    ...paging,
    buildQuery('sort_by', 'Sort key. Without it, the list has its default order.', toPublicSchema(sortBy, components)),
    buildQuery(
      'sort_order',
      '`asc` (default) or `desc`, which reverses the order. Rows without a value come last in both.',
      toPublicSchema(sortOrder, components),
    ),
  ]
}

function buildFilterParameters(op: AnyOperation, components: Components): JsonObject[] {
  return Object.entries(op.filters ?? {}).map(([key, spec]) => ({
    ...buildQuery(`filter[${key}]`, spec.description, toPublicSchema(buildFilterSchema(spec), components)),
    ...(spec.kind === 'enum' || spec.kind === 'values' ? { style: 'form', explode: false } : {}),
  }))
}

function buildFilterSchema(spec: FilterSpec): unknown {
  switch (spec.kind) {
    case 'enum':
      return s.array(s.stringEnum(spec.values))
    case 'values':
      return s.array(s.text(), spec.maxValues === undefined ? {} : { maxItems: spec.maxValues })
    case 'flag':
      return s.stringEnum(['true'])
    case 'date':
      return s.date()
    default:
      return s.text()
  }
}

const buildHeader = (name: string, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...more },
})

export const supportsIfMatch = (op: AnyOperation): boolean =>
  isWrite(op) && (op.ifMatch === true || op.path.includes('{') || op.method === 'PATCH' || op.method === 'DELETE')

const requestHeaders = {
  lastEventId: buildHeader('Last-Event-ID', '`id` of the last event received from the stream; overrides `cursor`.'),
  ifNoneMatch: buildHeader('If-None-Match', 'ETag of a previous response; returns 304 if nothing has changed.'),
  range: buildHeader('Range', 'A single byte range, such as `bytes=0-1023`; several ranges return the whole file.'),
  ifRange: buildHeader(
    'If-Range',
    'ETag of the partial download: returns the range if it still matches, else the whole file.',
  ),
  ifMatch: buildHeader(
    'If-Match',
    'ETag of the last read, or `"7-"` for version 7 of a list row. Returns 412 if the resource has changed since; ' +
      'nothing is written.',
  ),
  ifClaim: buildHeader(
    'If-Claim',
    'Generation of the claim under which you write, or `task_id=generation` for each of several tasks. Returns 412 once ' +
      'you no longer hold it; nothing is written.',
  ),
  idempotencyKey: buildHeader(
    'Idempotency-Key',
    'Unique key of this request. A retry with the key within 24 hours returns the stored response.',
    { minLength: 1, maxLength: 255 },
  ),
}

function buildHeaderParameters(op: AnyOperation): JsonObject[] {
  if (op.scope === 'none') return []
  const result: JsonObject[] = []
  if (op.reply.live) result.push(requestHeaders.lastEventId)
  else if (op.method === 'GET') result.push(requestHeaders.ifNoneMatch)
  if (op.reply.file) result.push(requestHeaders.range, requestHeaders.ifRange)
  if (supportsIfMatch(op)) result.push(requestHeaders.ifMatch)
  if (op.lockClaims) result.push(requestHeaders.ifClaim)
  if (isWrite(op)) result.push(requestHeaders.idempotencyKey)
  return result
}

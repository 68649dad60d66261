import type { FilterSpec } from '../lists/filter.ts'
import { isWrite, type AnyOperation } from '../operation.ts'
import { date, list, oneOf, text } from '../schema.ts'
import { pascal, share, type Components, type Json } from './components.ts'
import { publish } from './schemas.ts'

/** Every parameter of an operation: path, query, paging, filters, and the headers it honours. */
export function parametersOf(op: AnyOperation, components: Components): Json[] {
  return [
    ...pathParameters(op),
    ...queryParameters(op, components),
    ...listParameters(op, components),
    ...filterParameters(op, components),
    ...headers(op),
  ]
}

/** Puts the parameters that several operations take alike among the components, and refers to them. */
export function shareParameters(lists: readonly Json[][], components: Components): Json[][] {
  const uses = new Map<string, number>()
  for (const one of lists.flat()) uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1)
  const most = new Map<string, [text: string, count: number]>()
  for (const [text, count] of uses) {
    const key = keyOf(JSON.parse(text) as Json)
    if (count > Math.max(1, most.get(key)?.[1] ?? 0)) most.set(key, [text, count])
  }
  const shared = (one: Json) => most.get(keyOf(one))?.[0] === JSON.stringify(one)
  return lists.map((list) =>
    list.map((one) => (shared(one) ? share(components, 'parameters', keyOf(one), one) : one)),
  )
}

/** `TaskId` in a path, `TaskIdQuery` in a query. */
const keyOf = (one: Json): string => pascal(String(one.name)) + (one.in === 'query' ? 'Query' : '')

type Properties = Record<string, { description?: string; type?: string }>

/** `The task.` of `task_id`. */
const named = (parameter: string): string => `The ${parameter.replace(/_id$/, '').replaceAll('_', ' ')}.`

function pathParameters(op: AnyOperation): Json[] {
  const properties = (op.params as { properties?: Properties } | undefined)?.properties ?? {}
  return [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: properties[name!]?.description ?? named(name!),
    schema: { type: 'string' },
  }))
}

/** A list of which the values are separated by commas, as clients are to send it. */
const separated: Json = { style: 'form', explode: false }

function queryParameters(op: AnyOperation, components: Components): Json[] {
  const schema = op.query as { properties?: Record<string, Json>; required?: string[] } | undefined
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, deprecated, ...rest } = property
    const parameter: Json = { name, in: 'query' }
    if (schema?.required?.includes(name)) parameter.required = true
    if (deprecated) parameter.deprecated = true
    if (property.type === 'array') Object.assign(parameter, separated)
    return { ...parameter, description: description ?? named(name), schema: publish(rest, components) }
  })
}

const query = (name: string, description: string, schema: unknown): Json => ({
  name,
  in: 'query',
  description,
  schema,
})

function listParameters(op: AnyOperation, components: Components): Json[] {
  if (!op.list) return []
  const { sorts, defaultLimit = 100, unsortable } = op.list
  const paging = [
    query('limit', 'Rows a page; more than 1000 means 1000.', {
      type: 'integer',
      minimum: 1,
      default: defaultLimit,
    }),
    query('cursor', '`next_cursor` of the page before, sent back as it is with the same query.', {
      type: 'string',
    }),
    query('offset', 'Rows to skip; ignored with a cursor.', { type: 'integer', minimum: 0, default: 0 }),
  ]
  if (unsortable) return paging
  const sortBy = oneOf(Object.keys(sorts), { title: `${pascal(op.id)}Sort` })
  const sortOrder = oneOf(['asc', 'desc'], { title: 'SortOrder' })
  return [
    ...paging,
    query(
      'sort_by',
      'What to sort by; without it the list has its natural order.',
      publish(sortBy, components),
    ),
    query(
      'sort_order',
      '`asc` unless told; `desc` turns the order round; rows without a value stay last.',
      publish(sortOrder, components),
    ),
  ]
}

function filterParameters(op: AnyOperation, components: Components): Json[] {
  return Object.entries(op.filters ?? {}).map(([key, spec]) => ({
    ...query(`filter[${key}]`, spec.description, publish(filterSchema(spec), components)),
    ...(spec.kind === 'closed' || spec.kind === 'open' ? separated : {}),
  }))
}

function filterSchema(spec: FilterSpec): unknown {
  switch (spec.kind) {
    case 'closed':
      return list(oneOf(spec.values))
    case 'open':
      return list(text(), spec.most === undefined ? {} : { maxItems: spec.most })
    case 'flag':
      return oneOf(['true'])
    case 'date':
      return date()
    default:
      return text()
  }
}

const header = (name: string, description: string, more: Json = {}): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...more },
})

/** Whether a write acts on one existing resource or below one, and so honours If-Match. */
export const actsOnOne = (op: AnyOperation): boolean =>
  isWrite(op) && (op.path.includes('{') || op.method === 'PATCH')

function headers(op: AnyOperation): Json[] {
  if (op.scope === 'none') return []
  const result: Json[] = []
  if (op.reply.live)
    result.push(
      header(
        'Last-Event-ID',
        'The `id` of the last event that you had of a stream; takes the place of `cursor`.',
      ),
    )
  else if (op.method === 'GET')
    result.push(header('If-None-Match', 'An ETag: 304 when nothing has changed since.'))
  if (op.reply.file)
    result.push(
      header('Range', 'A part of the file, as in `bytes=0-1023`; several parts are answered with the whole.'),
      header('If-Range', 'The ETag of what you have: the part when it is still that, else the whole file.'),
    )
  if (actsOnOne(op))
    result.push(
      header(
        'If-Match',
        'The ETag you read, or `"7-"` for the version 7 that a row of a list says: 412 when it has changed since, and ' +
          'nothing is written.',
      ),
    )
  if (isWrite(op))
    result.push(
      header(
        'Idempotency-Key',
        'Any name for this request, kept 24 hours: a retry gets the first answer again.',
        {
          minLength: 1,
          maxLength: 255,
        },
      ),
    )
  return result
}

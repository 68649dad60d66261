import type { FilterSpec } from '../lists/filter.ts'
import { isWrite, type AnyOperation } from '../operation.ts'

type Json = Record<string, unknown>

/** Every parameter of an operation: path, query, paging, filters, and the headers it honours. */
export function parametersOf(op: AnyOperation): Json[] {
  return [
    ...pathParameters(op),
    ...queryParameters(op),
    ...listParameters(op),
    ...filterParameters(op),
    ...headers(op),
  ]
}

type Properties = Record<string, { description?: string; type?: string; onEmpty?: string }>

function pathParameters(op: AnyOperation): Json[] {
  const properties = (op.params as { properties?: Properties } | undefined)?.properties ?? {}
  return [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: properties[name!]?.description ?? name,
    schema: { type: 'string' },
  }))
}

function queryParameters(op: AnyOperation): Json[] {
  const schema = op.query as { properties?: Properties; required?: string[] } | undefined
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, onEmpty: _, ...rest } = property
    const parameter: Json = {
      name,
      in: 'query',
      required: schema?.required?.includes(name) ?? false,
      schema: rest,
    }
    if (description) parameter.description = description
    return parameter
  })
}

const query = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  description,
  schema,
})

function listParameters(op: AnyOperation): Json[] {
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
  return [
    ...paging,
    query('sort_by', 'What to sort by; without it the list has its natural order.', {
      type: 'string',
      enum: Object.keys(sorts),
    }),
    query('sort_order', '`desc` turns the order round; rows without a value stay last.', {
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
    }),
  ]
}

function filterParameters(op: AnyOperation): Json[] {
  return Object.entries(op.filters ?? {}).map(([key, spec]) => ({
    ...query(`filter[${key}]`, spec.description, filterSchema(spec)),
    ...(spec.kind === 'closed' || spec.kind === 'open' ? { style: 'form', explode: false } : {}),
  }))
}

function filterSchema(spec: FilterSpec): Json {
  switch (spec.kind) {
    case 'closed':
      return { type: 'array', items: { type: 'string', enum: [...spec.values] } }
    case 'open':
      return { type: 'array', items: { type: 'string' } }
    case 'flag':
      return { type: 'string', enum: ['true'] }
    case 'date':
      return { type: 'string', format: 'date' }
    default:
      return { type: 'string' }
  }
}

const header = (name: string, description: string, more: Json = {}): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...more },
})

/** Whether a write acts on one existing resource or below one, and so honours If-Match. */
export const actsOnOne = (op: AnyOperation): boolean => isWrite(op) && op.path.includes('{')

function headers(op: AnyOperation): Json[] {
  if (op.scope === 'none') return []
  const result: Json[] = []
  if (op.method === 'GET')
    result.push(header('If-None-Match', 'An ETag: 304 when nothing has changed since.'))
  if (op.reply.file)
    result.push(
      header('Range', 'A part of the file, as in `bytes=0-1023`; several parts are answered with the whole.'),
      header('If-Range', 'The ETag of what you have: the part when it is still that, else the whole file.'),
    )
  if (actsOnOne(op))
    result.push(
      header('If-Match', 'The ETag you read: 412 when it has changed since, and nothing is written.'),
    )
  if (op.method === 'POST')
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

import { isWrite, listPathParams, type AnyOperation } from '../../http/operation.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { ToolError } from '../errors.ts'
import { truncateValue, omitEmpty, MAX_RESULT_TOKENS, estimateTokens } from '../results.ts'
import {
  toFilterProperties,
  buildInputSchema,
  keyInput,
  buildOutputSchema,
  toToolSchema,
  toSortProperties,
  versionInput,
  type JsonSchema,
} from '../schemas.ts'
import { overwriteAnnotations, readAnnotations, type Tool } from '../tool.ts'

const MAX_OPERATIONS = 20

function explainUncallable(op: AnyOperation): string | undefined {
  if (op.scope === 'session') return 'This operation requires a browser session; access tokens cannot call it.'
  if (op.upload) return 'This operation uploads a file, which tools cannot send.'
  if (op.reply.file) return 'This operation returns a file. For files of tasks and projects, use get_file.'
  return op.deprecated && `This operation is deprecated. Use ${op.deprecated.successor} instead.`
}

const presentOperation = (op: AnyOperation) => ({
  id: op.id,
  method: op.method,
  path: op.path,
  summary: op.summary,
  scope: op.scope,
})

const presentDetails = (op: AnyOperation): JsonSchema => ({
  ...presentOperation(op),
  description: op.description,
  ...(op.path.includes('{') && { params: buildParamsSchema(op) }),
  ...((op.query ?? op.list ?? op.filters) && { query: buildQuerySchema(op) }),
  ...(op.body && {
    body: { ...toToolSchema(op.body as JsonSchema), required: (op.body as { required?: string[] }).required },
  }),
})

const buildParamsSchema = (op: AnyOperation): JsonSchema => {
  const properties = listPathParams(op).map((name) => {
    const description: string | undefined = op.params?.[name]
    return [name, { type: 'string', ...(description !== undefined && { description }) }]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const buildQuerySchema = (op: AnyOperation): JsonSchema => ({
  ...(toToolSchema((op.query ?? {}) as JsonSchema).properties as JsonSchema),
  ...(op.list && { limit: { type: 'integer' }, cursor: { type: 'string' }, ...toSortProperties(op) }),
  ...Object.fromEntries(
    Object.entries(op.filters ? toFilterProperties(op, {}) : {}).map(([name, schema]) => [`filter[${name}]`, schema]),
  ),
})

/** Scores an operation by the number of keywords in its texts; matches in id and summary count more. */
function scoreMatch(op: AnyOperation, words: readonly string[]): number {
  const text = normalizeForSearch(`${op.id} ${op.path} ${op.summary} ${op.description ?? ''}`)
  const head = normalizeForSearch(`${op.id} ${op.summary}`)
  return words.reduce((sum, word) => sum + (head.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0)
}

export const findOperationTool: Tool = {
  name: 'find_operation',
  title: 'Find an operation',
  description:
    'Searches API operations by keywords, or returns one by `id` with its parameters. For use with call_operation.',
  toolset: 'all',
  annotations: readAnnotations,
  requiredOperations: [],
  input: buildInputSchema({
    words: { type: 'string', description: 'Keywords, such as: webhook deliveries' },
    id: { type: 'string', description: 'Operation id, such as: webhooks.deliveries' },
  }),
  output: buildOutputSchema({
    operations: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
  }),
  async run({ api }, { words, id }: { words?: string; id?: string }) {
    const callable = [...api.all].filter((op) => !explainUncallable(op))
    if (id !== undefined) {
      const op = callable.find((one) => one.id === id)
      if (!op) throw unknownOperation(id, callable)
      return { data: { operations: [presentDetails(op)], truncated: false } }
    }
    const keywords = normalizeForSearch(words ?? '')
      .split(/\s+/)
      .filter(Boolean)
    const found = callable
      .map((op) => ({ op, fits: scoreMatch(op, keywords) }))
      .filter(({ fits }) => keywords.length === 0 || fits > 0)
      .sort((one, other) => other.fits - one.fits)
    const operations = found.slice(0, MAX_OPERATIONS).map(({ op }) => presentOperation(op))
    return { data: { operations, truncated: found.length > MAX_OPERATIONS }, rows: 'operations' }
  },
}

function unknownOperation(id: string, callable: readonly AnyOperation[]): ToolError {
  const words = normalizeForSearch(id)
    .split(/[^a-z]+/)
    .filter(Boolean)
  const near = callable
    .map((op) => ({ id: op.id, fits: scoreMatch(op, words) }))
    .filter(({ fits }) => fits > 0)
    .sort((one, other) => other.fits - one.fits)
  return new ToolError('Unknown operation, or not available to tools.', {
    candidates: near.slice(0, 10).map((one) => one.id),
  })
}

interface Args {
  id: string
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  version?: string
  idempotency_key?: string
}

export const callOperationTool: Tool = {
  name: 'call_operation',
  title: 'Call an operation',
  description:
    'Calls any operation that find_operation returns. It can change, delete or send anything that you are allowed to.',
  toolset: 'all',
  annotations: { ...overwriteAnnotations, idempotentHint: false, openWorldHint: true },
  requiredOperations: [],
  input: buildInputSchema(
    {
      id: { type: 'string' },
      params: { type: 'object', description: 'Path parameters; org_id is filled in.' },
      query: { type: 'object' },
      body: { type: 'object' },
      version: versionInput,
      idempotency_key: keyInput,
    },
    ['id'],
  ),
  output: buildOutputSchema({
    status: { type: 'integer' },
    version: { type: 'string' },
    truncated: { type: 'boolean' },
  }),
  async run({ api }, { id, params = {}, query = {}, body, version, idempotency_key: key }: Args) {
    const op = [...api.all].find((one) => one.id === id)
    if (!op)
      throw unknownOperation(
        id,
        [...api.all].filter((one) => !explainUncallable(one)),
      )
    const reason = explainUncallable(op)
    if (reason) throw new ToolError(reason)
    requireKnownParameters(op, params, query)
    const response = await api.call(id, { params, query, body, version, key })
    return {
      data: fitResponse(
        response.body,
        { status: response.status, ...omitEmpty({ version: response.version }) },
        isWrite(op),
      ),
    }
  },
}

/** Rejects unknown parameters, which the operation would ignore silently. */
function requireKnownParameters(op: AnyOperation, params: Record<string, string>, query: Record<string, unknown>) {
  const paths = listPathParams(op)
  const missing = paths.filter((name) => name !== 'org_id' && !(name in params))
  if (missing.length > 0) throw new ToolError('Path parameters are missing: see `missing`.', { missing })
  const known = [...Object.keys(buildQuerySchema(op)), 'offset']
  const unknown = [
    ...Object.keys(params).filter((name) => !paths.includes(name)),
    ...Object.keys(query).filter((name) => !known.includes(name)),
  ]
  if (unknown.length > 0)
    throw new ToolError('Some parameters are unknown: see `unknown`.', {
      unknown: unknown.slice(0, MAX_OPERATIONS),
      params: paths,
      query: known,
    })
}

/**
 * Fits a response into the token budget by truncating long texts and lists. Throws if it is still too large, except
 * after a write, which is already done.
 */
function fitResponse(body: unknown, head: Record<string, unknown>, written: boolean): Record<string, unknown> {
  const fitsLimit = (value: unknown) => 2 * estimateTokens(value ?? '') < MAX_RESULT_TOKENS - 500
  if (fitsLimit(body)) return { ...head, truncated: false, answer: body }
  for (const maxLength of [1000, 200, 50]) {
    const cut = truncateValue(body, maxLength)
    if (fitsLimit(cut)) return { ...head, truncated: true, answer: cut }
  }
  if (written) return { ...head, truncated: true, answer: 'Done. The response is too large to show.' }
  throw new ToolError('The response is too large. Request fewer rows with `limit`, or a single record.')
}

import { isWrite, type AnyOperation } from '../../http/operation.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { Unfit } from '../refusals.ts'
import { brief, lean, mostTokens, tokensOf } from '../results.ts'
import {
  filtersOf,
  inputOf,
  keyInput,
  outputOf,
  plain,
  sortsOf,
  versionInput,
  type Json,
} from '../schemas.ts'
import { overwriting, reading, type Tool } from '../tool.ts'

/** Operations that one answer lists. */
const mostFound = 20

/** Why an operation cannot be called by tools; undefined for one that can. */
export function uncallable(op: AnyOperation): string | undefined {
  if (op.scope === 'session') return 'It is for people alone, not for access tokens.'
  if (op.upload) return 'It takes a file, which no tool can send.'
  if (op.reply.file) return 'It answers with a file: use get_file for files of tasks and projects.'
  return op.deprecated && `It is retired: ${op.deprecated.successor} takes its place.`
}

const inShort = (op: AnyOperation) => ({
  id: op.id,
  method: op.method,
  path: op.path,
  summary: op.summary,
  scope: op.scope,
})

/** All that has to be known to call an operation. */
const whole = (op: AnyOperation): Json => ({
  ...inShort(op),
  description: op.description,
  ...(op.params && { params: plain(op.params as Json) }),
  ...((op.query ?? op.list ?? op.filters) && { query: queryOf(op) }),
  ...(op.body && {
    body: { ...plain(op.body as Json), required: (op.body as { required?: string[] }).required },
  }),
})

const queryOf = (op: AnyOperation): Json => ({
  ...(plain((op.query ?? {}) as Json).properties as Json),
  ...(op.list && { limit: { type: 'integer' }, cursor: { type: 'string' }, ...sortsOf(op) }),
  ...Object.fromEntries(
    Object.entries(op.filters ? filtersOf(op, {}) : {}).map(([name, schema]) => [`filter[${name}]`, schema]),
  ),
})

/** How well an operation fits what is looked for: how many of the words are in its texts. */
function fit(op: AnyOperation, words: readonly string[]): number {
  const text = normalizeForSearch(`${op.id} ${op.path} ${op.summary} ${op.description ?? ''}`)
  const head = normalizeForSearch(`${op.id} ${op.summary}`)
  return words.reduce((sum, word) => sum + (head.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0)
}

export const findOperation: Tool = {
  name: 'find_operation',
  title: 'Find an operation',
  description:
    'Finds operations of the API by words, or tells one by `id` with its parameters. For call_operation.',
  toolset: 'all',
  annotations: reading,
  needs: [],
  input: inputOf({
    words: { type: 'string', description: 'Such as: webhook deliveries' },
    id: { type: 'string', description: 'Such as: webhooks.deliveries' },
  }),
  output: outputOf({
    operations: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
  }),
  async run({ api }, { words, id }: { words?: string; id?: string }) {
    const callable = [...api.all].filter((op) => !uncallable(op))
    if (id !== undefined) {
      const op = callable.find((one) => one.id === id)
      if (!op) throw unknownOperation(id, callable)
      return { data: { operations: [whole(op)], truncated: false } }
    }
    const asked = normalizeForSearch(words ?? '')
      .split(/\s+/)
      .filter(Boolean)
    const found = callable
      .map((op) => ({ op, fits: fit(op, asked) }))
      .filter(({ fits }) => asked.length === 0 || fits > 0)
      .sort((one, other) => other.fits - one.fits)
    const operations = found.slice(0, mostFound).map(({ op }) => inShort(op))
    return { data: { operations, truncated: found.length > mostFound }, rows: 'operations' }
  },
}

function unknownOperation(id: string, callable: readonly AnyOperation[]): Unfit {
  const words = normalizeForSearch(id)
    .split(/[^a-z]+/)
    .filter(Boolean)
  const near = callable
    .map((op) => ({ id: op.id, fits: fit(op, words) }))
    .filter(({ fits }) => fits > 0)
    .sort((one, other) => other.fits - one.fits)
  return new Unfit('There is no such operation for tools.', {
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

export const callOperation: Tool = {
  name: 'call_operation',
  title: 'Call an operation',
  description:
    'Calls any operation that find_operation tells. It may change, delete or send out anything that you may.',
  toolset: 'all',
  annotations: { ...overwriting, idempotentHint: false, openWorldHint: true },
  needs: [],
  input: inputOf(
    {
      id: { type: 'string' },
      params: { type: 'object', description: 'Of the path; org_id is known.' },
      query: { type: 'object' },
      body: { type: 'object' },
      version: versionInput,
      idempotency_key: keyInput,
    },
    ['id'],
  ),
  output: outputOf({
    status: { type: 'integer' },
    version: { type: 'string' },
    truncated: { type: 'boolean' },
  }),
  async run({ api }, { id, params = {}, query = {}, body, version, idempotency_key: key }: Args) {
    const op = [...api.all].find((one) => one.id === id)
    if (!op)
      throw unknownOperation(
        id,
        [...api.all].filter((one) => !uncallable(one)),
      )
    const refusal = uncallable(op)
    if (refusal) throw new Unfit(refusal)
    requireNames(op, params, query)
    const answer = await api.call(id, { params, query, body, version, key })
    return {
      data: fitted(answer.body, { status: answer.status, ...lean({ version: answer.version }) }, isWrite(op)),
    }
  },
}

/** Refuses names that the operation does not know, which it would pass over without a word. */
function requireNames(
  op: AnyOperation,
  params: Record<string, string>,
  query: Record<string, unknown>,
): void {
  const paths = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const missing = paths.filter((name) => name !== 'org_id' && !(name in params))
  if (missing.length > 0) throw new Unfit('Parameters of the path are missing.', { missing })
  const known = [...Object.keys(queryOf(op)), 'offset']
  const unknown = [
    ...Object.keys(params).filter((name) => !paths.includes(name)),
    ...Object.keys(query).filter((name) => !known.includes(name)),
  ]
  if (unknown.length > 0)
    throw new Unfit('The operation has no such parameters.', {
      unknown: unknown.slice(0, mostFound),
      params: paths,
      query: known,
    })
}

/**
 * An answer that fits: a page is cut and says how to ask for less, a record has its long texts cut. What a write answered
 * is never refused, since it has been done.
 */
function fitted(body: unknown, told: Record<string, unknown>, written: boolean): Record<string, unknown> {
  const fits = (answer: unknown) => 2 * tokensOf(answer ?? '') < mostTokens - 500
  if (fits(body)) return { ...told, truncated: false, answer: body }
  for (const most of [1000, 200, 50]) {
    const cut = brief(body, most)
    if (fits(cut)) return { ...told, truncated: true, answer: cut }
  }
  if (written) return { ...told, truncated: true, answer: 'Done. The answer is too large to show.' }
  throw new Unfit('The answer is too large: ask for fewer rows with `limit`, or for a single one.')
}

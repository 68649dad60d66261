import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'

const app = await startApp()
const answer = await app.anonymous.get('/openapi.public.json')
const document = expectStatus(answer, 200)

// oxlint-disable-next-line typescript/no-explicit-any
type Part = any

/** Resolves a reference. */
const resolveReference = (part: Part): Part =>
  part.$ref
    ? resolveReference(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((at: Part, name: string) => at[name], document),
      )
    : part

const operations: Part[] = Object.values<Record<string, Part>>(document.paths).flatMap((methods) =>
  Object.values(methods),
)
const problems = operations.flatMap((op) =>
  Object.entries<Part>(op.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, part]) => ({ op, status: Number(status), response: resolveReference(part) })),
)

/** Yields every object within a value, with its path. */
function* listParts(value: Part, path: string[] = []): Generator<[Part, string[]]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [value, path]
  for (const [name, inner] of Object.entries(value)) yield* listParts(inner, [...path, name])
}

test('the document is small enough for generators, and repeats no schema', () => {
  expect(operations.length).toBeGreaterThan(190)
  // A budget per operation, which includes its share of common parts. A task alone takes five forms:
  // in a list, light, read, hidden and restored.
  expect(answer.text.length).toBeLessThan(4_000 * operations.length)
  const inline = [...listParts(document)].filter(
    ([part, path]) =>
      Array.isArray(part.enum) &&
      part.enum.length > 1 &&
      !(path.length === 3 && path[0] === 'components' && path[1] === 'schemas'),
  )
  expect(inline.map(([, path]) => path.join('/'))).toEqual([])
})

test('schemas have plain names', () => {
  const names = Object.keys(document.components.schemas)
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name) || /InDB$|Out$|Response$|Card/.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['Task', 'TaskSummary', 'TaskPage', 'TaskStatus', 'OrganizationRole']))
})

test('every problem declares its types and headers', () => {
  expect(problems.length).toBeGreaterThan(1000)
  for (const { op, status, response } of problems) {
    const where = `${op.operationId} ${status}`
    expect([where, response['x-problem-types'].length > 0]).toEqual([where, true])
    const needed = ['X-Request-ID']
    if (status === 401) needed.push('WWW-Authenticate')
    if (status === 429 || status === 503) needed.push('Retry-After')
    if (op.deprecated) needed.push('Deprecation', 'Sunset', 'Link')
    const headers = Object.keys(response.headers)
    expect([where, needed.filter((name) => !headers.includes(name))]).toEqual([where, []])
  }
})

test('updates are merge patches, and clearable fields accept null', () => {
  for (const op of operations.filter(({ operationId }) => /\.update(_patch)?$/.test(operationId)))
    expect([op.operationId, Object.keys(op.requestBody.content)]).toEqual([
      op.operationId,
      ['application/merge-patch+json'],
    ])
  const { TaskUpdate, SprintUpdate } = document.components.schemas
  const acceptsNull = (schema: Part) => JSON.stringify(schema).includes('"null"')
  expect(['description', 'due_date', 'tags'].filter((name) => !acceptsNull(TaskUpdate.properties[name]))).toEqual([])
  expect(['title', 'status', 'priority'].filter((name) => acceptsNull(TaskUpdate.properties[name]))).toEqual([])
  expect(acceptsNull(SprintUpdate.properties.start_date)).toBe(false)
})

test('every operation declares its SDK name, pagination and retries', () => {
  const names = operations.map((op) => `${op['x-sdk'].resource}.${op['x-sdk'].method}`)
  expect(new Set(names).size).toBe(names.length)
  for (const op of operations) {
    expect(['safe', 'with_idempotency_key', 'not_found_is_done']).toContain(op['x-sdk'].retry)
    const pages = op.parameters.map(resolveReference).some(({ name }: Part) => name === 'cursor')
    const pagination = op['x-sdk'].paging ?? op['x-sdk'].stream
    expect([op.operationId, pagination !== undefined]).toEqual([op.operationId, pages])
  }
})

test('the document declares the OAuth endpoints and every scope', () => {
  const { SvcOAuth, SvcToken } = document.components.securitySchemes
  const { authorizationUrl, tokenUrl, scopes } = SvcOAuth.flows.authorizationCode
  const base = document.servers[0].url
  expect([authorizationUrl, tokenUrl]).toEqual([`${base}/oauth/authorize`, `${base}/oauth/token`])
  expect(SvcToken.scheme).toBe('bearer')
  for (const op of operations)
    for (const requirement of op.security)
      for (const scope of requirement.SvcOAuth ?? []) expect(scopes).toHaveProperty(scope)
})

test('the examples of problems equal actual responses', async () => {
  const titles = new Map<string, string>()
  for (const { status, response } of problems)
    for (const example of Object.values<Part>(response.content['application/problem+json'].examples ?? {})) {
      const { value } = resolveReference(example)
      expect(value.status).toBe(status)
      expect(response['x-problem-types']).toContain(value.type)
      if (value.type === 'urn:svc:problem:validation') expect(value.detail).toEqual(value.errors)
      else expect(typeof value.detail).toBe('string')
      titles.set(`${status} ${value.type}`, value.title)
    }
  expect(titles.size).toBeGreaterThan(15)
  const responses = [await app.anonymous.get('/v1/me'), await app.anonymous.get('/v1/tasks')]
  const ada = await app.signIn('ada')
  responses.push(await ada.get('/v1/webhooks/events', { query: { limit: 0 } }), await ada.get('/v1/tasks/T0'))
  responses.push(await ada.get('/v1/organizations', { query: { sort_by: 'x' } }))
  for (const { status, body } of responses) expect(titles.get(`${status} ${body.type}`)).toBe(body.title)
})

test('the document is also served at /openapi.json, with a contact', async () => {
  const other = await app.anonymous.get('/openapi.json')
  expect([other.status, other.text, other.headers.etag]).toEqual([200, answer.text, answer.headers.etag])
  expect(document.info.contact.url).toBe(`${app.url}/about`)
})

test('every list in a query is separated by commas, as the server parses it', () => {
  const lists = operations.flatMap((op) =>
    (op.parameters ?? [])
      .map(resolveReference)
      .filter((one: Part) => one.in === 'query' && one.schema.type === 'array'),
  )
  expect(lists.map(({ name }: Part) => name)).toEqual(expect.arrayContaining(['fields', 'scope_ids', 'types']))
  expect(lists.filter(({ style, explode }: Part) => style !== 'form' || explode !== false)).toEqual([])
})

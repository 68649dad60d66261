import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { expect } from 'vitest'
import type { TSchema } from 'typebox'
import type { AnyOperation } from '../../src/http/operation.ts'
import { listProblemTypes } from '../../src/http/openapi/problems.ts'
import { problemTypes } from '../../src/core/errors.ts'
import { compileSchema, type SchemaValidator } from '../../src/http/validate.ts'
import { operations } from '../../src/operations.ts'
import type { Client, Reply } from '../support/client.ts'
import { calledIds, findCall } from './calls/index.ts'
import type { Prepared } from './call.ts'
import type { Fixture } from './fixtures.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default
type Document = Record<string, unknown>

export const getOperation = (id: string): AnyOperation => {
  const op = operations.find((op) => op.id === id)
  if (!op) throw new Error(`there is no operation ${id}`)
  return op
}

/** Operations with a test call; another test fails for those without. */
export const callable = operations.filter((op) => calledIds.includes(op.id))
export const reads = callable.filter((op) => op.method === 'GET')
export const writes = callable.filter((op) => op.method !== 'GET')
export const lists = callable.filter((op) => op.list)

export const nameOperations = (ops: readonly AnyOperation[]): [string, AnyOperation][] => ops.map((op) => [op.id, op])

export const prepare = async (fixture: Fixture, op: AnyOperation): Promise<Prepared> => findCall(op).prepare(fixture)

export const buildPath = (op: AnyOperation, { params = {} }: Prepared): string =>
  op.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => {
    if (params[name] === undefined) throw new Error(`${op.id}: the call has no parameter ${name}`)
    return encodeURIComponent(params[name])
  })

/** Sends a prepared call and checks the invariants of every response. */
export async function send(
  client: Client,
  op: AnyOperation,
  prepared: Prepared,
  more: { headers?: Record<string, string>; query?: Record<string, string | string[]>; method?: string } = {},
): Promise<Reply> {
  const path = buildPath(op, prepared)
  const reply = await client.send(more.method ?? op.method, path, {
    body: prepared.body,
    query: { ...prepared.query, ...more.query },
    headers: { ...prepared.headers, ...more.headers },
  })
  expectSound(reply, path)
  if (reply.status >= 400 && reply.text !== '')
    expect(listProblemTypes(op, reply.status), `${op.id} declares no ${reply.status}`).toContain(reply.body.type)
  return reply
}

/** Expects a request id, and only declared problems. */
export function expectSound(reply: Reply, path: string): void {
  expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  if (reply.status < 400 || reply.text === '') return
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json(;|$)/)
  const { body } = reply
  expect(problemTypes).toContain(body.type)
  expect(body).toMatchObject({
    status: reply.status,
    title: expect.any(String),
    instance: path,
    request_id: reply.headers['x-request-id'],
  })
  if (body.type === 'urn:svc:problem:validation') {
    expect(body.detail).toEqual(body.errors)
    for (const item of body.errors) expect(item).toMatchObject({ loc: expect.any(Array), msg: expect.any(String) })
  } else expect(body.detail).toEqual(expect.any(String))
  expect(reply.text).not.toMatch(/\bat \S+ \(|node_modules|SELECT |select .* from/)
}

/** Throws an error with the response unless it has the declared success status. */
export function expectSuccess(op: AnyOperation, reply: Reply): void {
  if (reply.status !== op.reply.status)
    throw new Error(`${op.id} returned ${reply.status}, not ${op.reply.status}: ${reply.text.slice(0, 1500)}`)
}

const checks = new Map<TSchema, SchemaValidator>()

/** Throws unless a body matches the schema without additional properties. */
export function expectSchema(schema: TSchema, body: unknown): void {
  let check = checks.get(schema)
  if (!check) checks.set(schema, (check = compileSchema(forbidAdditional(schema) as TSchema)))
  if (!check(body)) {
    const errors = check.errors!.slice(0, 5).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
    throw new Error(`not as declared: ${errors.join('; ')} in ${JSON.stringify(body).slice(0, 1500)}`)
  }
}

let documentValidator: Ajv2020 | undefined

/** Throws unless a response matches both its declaration and the published OpenAPI document. */
export function expectDocumented(document: Document, op: AnyOperation, { status, body }: Reply): void {
  expectSchema(op.reply.schema!, body)
  documentValidator ??= addFormats(new Ajv2020({ strict: false, unicodeRegExp: true })).addSchema(document, 'document')
  const steps = [
    'paths',
    op.path,
    op.method.toLowerCase(),
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ]
  const pointer = steps.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
  const check = documentValidator.compile({ $ref: `document#/${pointer.join('/')}` })
  if (!check(body))
    throw new Error(
      `not as documented: ${JSON.stringify(check.errors!.slice(0, 5))} in ${JSON.stringify(body).slice(0, 1500)}`,
    )
}

function forbidAdditional(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidAdditional)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, forbidAdditional(value)]))
  const open = 'additionalProperties' in copy || 'freeForm' in copy || 'patternProperties' in copy
  return 'properties' in copy && [copy.type].flat().includes('object') && !open
    ? { ...copy, additionalProperties: false }
    : copy
}

/** Returns the last event id of the event log, which a created world has filled. */
export async function loadLastEventId(fixture: Fixture): Promise<string> {
  const [row] = await fixture.app.sql<{ event_id: string }>(
    `SELECT event_id FROM events WHERE lineage > 0
     ORDER BY lineage DESC, tx DESC, ord DESC, event_id DESC LIMIT 1`,
  )
  return row!.event_id
}

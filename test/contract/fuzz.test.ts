import {
  asyncProperty,
  check,
  constant,
  constantFrom,
  dictionary,
  oneof,
  record,
  stringify,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWrite, type AnyOperation } from '../../src/http/operation.ts'
import { problemTypes } from '../../src/core/errors.ts'
import { startApp } from '../support/app.ts'
import type { Reply, RequestOptions } from '../support/client.ts'
import { formHeaders } from '../support/form.ts'
import type { Prepared } from './call.ts'
import { callable, buildPath, prepare, send } from './harness.ts'
import {
  generateBody,
  headerValues,
  anyValue,
  generateOneField,
  paths,
  queryValues,
  rawBodies,
  rawForms,
} from './arbitraries.ts'
import { createFixture, type Fixture } from './fixtures.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
process.stderr.write(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}\n`)

const app = await startApp()

interface Malformed {
  params: Record<string, string>
  query: Record<string, string | string[]>
  headers: Record<string, string>
  body:
    | { kind: 'as prepared' }
    | { kind: 'raw'; raw: Uint8Array | string }
    | { kind: 'form'; raw: Uint8Array }
    | { kind: 'json'; json: unknown }
    | { kind: 'fields'; fields: object }
}

function generateMalformed(op: AnyOperation): Arbitrary<Malformed> {
  const inPath = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const declared = Object.keys((op.query as { properties?: object } | undefined)?.properties ?? {})
  const filters = Object.keys(op.filters ?? {}).map((key) => `filter[${key}]`)
  const names = [
    ...declared,
    ...filters,
    'limit',
    'cursor',
    'offset',
    'sort_by',
    'sort_order',
    'filter[]',
    'filter[x',
    'x',
  ]
  const headers = ['if-match', 'if-none-match', 'idempotency-key', 'accept', 'content-type', 'x-request-id', 'range']
  const bodies: Arbitrary<Malformed['body']>[] = [
    record({ kind: constant('raw' as const), raw: rawBodies }),
    record({ kind: constant('json' as const), json: anyValue }),
  ]
  if (op.body) {
    const schema = op.body as Record<string, unknown>
    const few = record({ kind: constant('fields' as const), fields: generateOneField(schema) })
    bodies.push(few, few, few, record({ kind: constant('fields' as const), fields: generateBody(schema) }))
  }
  if (op.upload) {
    const whole = record({ kind: constant('form' as const), raw: rawForms })
    bodies.push(whole, whole, whole)
  }
  const untouched = { params: {}, query: {}, headers: {}, body: { kind: 'as prepared' as const } }
  const generateFields = (part: Partial<Record<keyof Malformed, Arbitrary<unknown>>>) =>
    record(part).map((invalid) => ({ ...untouched, ...(invalid as Partial<Malformed>) }))
  // Mostly one part is malformed, so that the call passes earlier checks; sometimes all parts are.
  const parts = {
    body: oneof(...bodies),
    query: dictionary(constantFrom(...names), queryValues, { minKeys: 1, maxKeys: 3 }),
    headers: dictionary(constantFrom(...headers), headerValues, { minKeys: 1, maxKeys: 2 }),
    params: dictionary(constantFrom('', ...inPath), paths, { minKeys: 1, maxKeys: 1 }),
  }
  return oneof(
    { weight: op.body ? 6 : 1, arbitrary: generateFields({ body: parts.body }) },
    { weight: op.method === 'GET' ? 6 : 1, arbitrary: generateFields({ query: parts.query }) },
    { weight: 1, arbitrary: generateFields({ headers: parts.headers }) },
    { weight: 1, arbitrary: generateFields({ params: parts.params }) },
    { weight: 1, arbitrary: generateFields(parts) },
  )
}

function buildSending(prepared: Prepared, { query, headers, body }: Malformed): RequestOptions {
  const sent =
    body.kind === 'raw' || body.kind === 'form'
      ? body.raw
      : body.kind === 'json'
        ? JSON.stringify(body.json)
        : body.kind === 'fields'
          ? JSON.stringify({ ...(prepared.body as object | undefined), ...body.fields })
          : prepared.body
  const asForm = body.kind === 'form' ? formHeaders : {}
  return {
    body: sent,
    query: { ...prepared.query, ...query },
    headers: { ...prepared.headers, ...asForm, ...headers },
  }
}

/** Expects no 5xx; an error must be a declared problem with its request id. */
function expectDecent(reply: Reply): void {
  if (reply.status >= 500) throw new Error(`${reply.status}: ${reply.text}`)
  expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  if (reply.status < 400) return
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(problemTypes).toContain(reply.body.type)
  expect(reply.body.status).toBe(reply.status)
  expect(reply.body.request_id).toBe(reply.headers['x-request-id'])
}

const shorten = (text: string): string => text.replaceAll(/(..?)\1{20,}/gu, '$1…')

let current: Promise<Fixture> | undefined
/** Returns a world shared by all operations, since creating one is slow; replaces it once calls in it fail. */
function useFixture(which: 'same' | 'another' = 'same'): Promise<Fixture> {
  if (which === 'another') current = undefined
  return (current ??= createFixture(app, 'fuzz'))
}

/** Prepares a call and verifies that it succeeds, unaffected by earlier calls. */
async function prepareCall(op: AnyOperation): Promise<Prepared> {
  // Only a failed preparation justifies another world; a fault in the response fails the test.
  const prepared = await prepare(await useFixture(), op).catch(() => undefined)
  const reply = prepared && (await send(prepared.as ?? (await useFixture()).owner, op, prepared))
  if (reply) expectDecent(reply)
  const usable = reply !== undefined && reply.status < 400
  if (usable && !isWrite(op)) return prepared!
  return prepare(await useFixture(usable ? 'same' : 'another'), op)
}

describe.each(callable.map((op, i) => [op.id, op, seed + i] as const))('%s', (_, op, seed) => {
  test('returns no 5xx for malformed input', { timeout: 20_000 + numRuns * 200 }, async () => {
    let prepared = await prepareCall(op)
    let lost = 0
    const prepareAgain = async () => {
      const again = lost < 2 ? await prepare(await useFixture(), op).catch(() => undefined) : undefined
      if (again) return again
      lost = 0
      return prepare(await useFixture('another'), op)
    }
    const result = await check(
      asyncProperty(generateMalformed(op), async (call) => {
        const path = buildPath(op, { ...prepared, params: { ...prepared.params, ...call.params } })
        const reply = await (prepared.as ?? (await useFixture()).owner).send(
          op.method,
          path,
          buildSending(prepared, call),
        )
        expectDecent(reply)
        // The resource may be deleted, and its container too.
        const gone = reply.status === 404 && Object.keys(call.params).length === 0
        lost = gone ? lost + 1 : 0
        if (gone || (op.method === 'DELETE' && reply.status < 300)) prepared = await prepareAgain()
      }),
      { numRuns, seed, endOnFailure: true },
    )
    const { failed, errorInstance, counterexample } = result
    if (failed)
      throw new Error(`${String(errorInstance)}\nseed ${seed} ${shorten(stringify(counterexample)).slice(0, 3000)}`)
  })
})

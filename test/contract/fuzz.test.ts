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
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { problemTypes } from '../../src/kernel/problem.ts'
import { startApp } from '../support/app.ts'
import type { Reply, Sending } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { callable, named, pathOf, prepare } from './harness.ts'
import { bodyOf, headerValues, junk, paths, queryValues, rawBodies } from './hostile.ts'
import { makeWorld } from './world.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 50)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
process.stderr.write(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}\n`)

const app = await startApp()
const world = await makeWorld(app)

interface Malformed {
  params: Record<string, string>
  query: Record<string, string | string[]>
  headers: Record<string, string>
  body:
    | { kind: 'as prepared' }
    | { kind: 'raw'; raw: Uint8Array | string }
    | { kind: 'json'; json: unknown }
    | { kind: 'fields'; fields: object }
}

const rarely = <T>(arbitrary: Arbitrary<T>, otherwise: T) =>
  oneof({ weight: 3, arbitrary: constant(otherwise) }, { weight: 1, arbitrary })

/** Calls of an operation, each wrong somewhere. */
function malformed(op: AnyOperation): Arbitrary<Malformed> {
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
  const headers = [
    'if-match',
    'if-none-match',
    'idempotency-key',
    'accept',
    'content-type',
    'x-request-id',
    'range',
  ]
  const bodies: Arbitrary<Malformed['body']>[] = [
    record({ kind: constant('raw' as const), raw: rawBodies }),
    record({ kind: constant('json' as const), json: junk }),
  ]
  if (op.body) {
    const fields = bodyOf(op.body as Record<string, unknown>)
    bodies.push(record({ kind: constant('fields' as const), fields }))
    bodies.push(record({ kind: constant('fields' as const), fields }))
  }
  return record({
    params: rarely(dictionary(constantFrom('', ...inPath), paths, { maxKeys: 1 }), {}),
    query: rarely(dictionary(constantFrom(...names), queryValues, { minKeys: 1, maxKeys: 3 }), {}),
    headers: rarely(dictionary(constantFrom(...headers), headerValues, { minKeys: 1, maxKeys: 2 }), {}),
    body: op.method === 'GET' ? rarely(oneof(...bodies), { kind: 'as prepared' }) : oneof(...bodies),
  })
}

function sendingOf(prepared: Prepared, { query, headers, body }: Malformed): Sending {
  const sent =
    body.kind === 'raw'
      ? body.raw
      : body.kind === 'json'
        ? JSON.stringify(body.json)
        : body.kind === 'fields'
          ? JSON.stringify({ ...(prepared.body as object | undefined), ...body.fields })
          : prepared.body
  return { body: sent, query: { ...prepared.query, ...query }, headers: { ...prepared.headers, ...headers } }
}

/** Never a fault of ours; a refusal is a problem of the catalogue with its request id. */
function expectDecent(reply: Reply): void {
  if (reply.status >= 500) throw new Error(`${reply.status}: ${reply.text}`)
  expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  if (reply.status < 400) return
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(problemTypes).toContain(reply.body.type)
  expect(reply.body.status).toBe(reply.status)
  expect(reply.body.request_id).toBe(reply.headers['x-request-id'])
}

describe.each(named(callable))('%s', (_, op) => {
  test('answers malformed input decently', { timeout: 20_000 + numRuns * 200 }, async () => {
    let prepared = await prepare(world, op)
    const result = await check(
      asyncProperty(malformed(op), async (call) => {
        const path = pathOf(op, { ...prepared, params: { ...prepared.params, ...call.params } })
        const reply = await (prepared.as ?? world.owner).send(op.method, path, sendingOf(prepared, call))
        expectDecent(reply)
        if (op.method === 'DELETE' && reply.status < 300) prepared = await prepare(world, op)
      }),
      { numRuns, seed, endOnFailure: true },
    )
    const { failed, errorInstance, counterexample } = result
    if (failed)
      throw new Error(
        `${String(errorInstance)}\nFUZZ_SEED=${seed} ${stringify(counterexample).slice(0, 3000)}`,
      )
  })
})

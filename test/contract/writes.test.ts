import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { findCall } from './calls/index.ts'
import { expectSuccess, loadLastEventId, nameOperations, getOperation, prepare, send, writes } from './harness.ts'
import { buildUniqueName, createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)

async function loadEtag(op: AnyOperation, prepared: Prepared, caller: Client): Promise<string> {
  if (prepared.etag !== undefined) return prepared.etag
  const read = getOperation(findCall(op).subject!)
  const { params, query } = prepared
  const reply = await send(caller, read, { ...(params && { params }), ...(query && { query }) })
  expectSuccess(read, reply)
  return reply.headers.etag!
}

describe.each(nameOperations(writes.filter((op) => findCall(op).subject !== undefined)))('%s', (_, op) => {
  test('returns 412 for a stale If-Match without writing, and succeeds for a current one', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const etag = await loadEtag(op, prepared, caller)
    const last = await loadLastEventId(fixture)
    const version = Number(/^"(\d+)-/.exec(etag)![1])
    const stale = [`"${version + 1}-x"`, `"${version - 1}-x"`, `W/${etag}`, '"x"', `W/${etag}, "${version + 7}-x"`]
    for (const match of stale) {
      const reply = await send(caller, op, prepared, { headers: { 'if-match': match } })
      expect([match, reply.status, reply.body.type]).toEqual([match, 412, 'urn:svc:problem:precondition-failed'])
    }
    expect(await loadEtag(op, prepared, caller)).toBe(etag)
    expect(await loadLastEventId(fixture)).toBe(last)
    const reply = await send(caller, op, prepared, { headers: { 'if-match': `"other", ${etag}` } })
    expectSuccess(op, reply)
  })

  test('accepts the version alone in If-Match', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const version = Number(/^"(\d+)-/.exec(await loadEtag(op, prepared, caller))![1])
    const headers = { 'if-match': `"${version + 1}-"` }
    expect((await send(caller, op, prepared, { headers })).status).toBe(412)
    expectSuccess(op, await send(caller, op, prepared, { headers: { 'if-match': `"other", "${version}-"` } }))
  })
})

describe.each(nameOperations(writes.filter((op) => findCall(op).subject === undefined)))('%s', (_, op) => {
  test('returns 400 for If-Match without writing, since it has no resource to compare', async () => {
    const prepared = await prepare(fixture, op)
    const last = await loadLastEventId(fixture)
    for (const match of ['"1-"', '*']) {
      const reply = await send(prepared.as ?? fixture.owner, op, prepared, { headers: { 'if-match': match } })
      const { type, errors } = reply.body
      expect([reply.status, type, errors?.[0].loc]).toEqual([
        400,
        'urn:svc:problem:invalid-parameter',
        ['header', 'If-Match'],
      ])
    }
    expect(await loadLastEventId(fixture)).toBe(last)
  })
})

describe.each(nameOperations(writes))('%s', (_, op) => {
  test('runs once per Idempotency-Key and rejects the key for another request', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    for (const key of ['', 'é'.normalize(), 'x'.repeat(256)]) {
      const { status, body } = await send(caller, op, prepared, { headers: { 'idempotency-key': key } })
      expect([key.length, status, body.type]).toEqual([key.length, 400, 'urn:svc:problem:idempotency-key-invalid'])
    }
    const headers = { 'idempotency-key': buildUniqueName(op.id) }
    const first = await send(caller, op, prepared, { headers })
    expectSuccess(op, first)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const last = await loadLastEventId(fixture)
    const again = await send(caller, op, prepared, { headers })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers.etag).toBe(first.headers.etag)
    const reused = [422, 'urn:svc:problem:idempotency-key-reused']
    const reply = await send(caller, op, prepared, { headers, query: { ...prepared.query, other: '1' } })
    expect([reply.status, reply.body.type]).toEqual(reused)
    if (typeof prepared.body === 'object' && op.body) {
      const body = { ...(prepared.body as object), never_seen: 1 }
      const other = await send(caller, op, { ...prepared, body }, { headers })
      expect([other.status, other.body.type]).toEqual(reused)
    }
    expect(await loadLastEventId(fixture)).toBe(last)
  })
})

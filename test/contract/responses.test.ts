import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Reply } from '../support/client.ts'
import { findCall } from './calls/index.ts'
import { callable, expectDocumented, expectSuccess, nameOperations, prepare, reads, send, writes } from './harness.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)
const { body: document } = await app.anonymous.get('/openapi.public.json')

/** Expects that the version in the body equals that of the ETag, and that a read with an ETag returns a version. */
function expectVersion(op: AnyOperation, { headers, body }: Reply): void {
  const said = (body as { version?: unknown } | null)?.version
  const version = Number(headers.etag!.slice(1).split('-')[0])
  if (said !== undefined || op.id.endsWith('.read')) expect(said ?? 0).toBe(version)
}

describe.each(nameOperations(callable))('%s', (_, op) => {
  test('returns a response that matches its declaration', async () => {
    const prepared = await prepare(fixture, op)
    const reply = await send(prepared.as ?? fixture.owner, op, prepared)
    expectSuccess(op, reply)
    expect(reply.headers.location !== undefined).toBe(reply.status === 201)
    if (op.reply.status === 204) return expect(reply.text).toBe('')
    if (reply.headers['content-type']?.startsWith('application/json')) expectDocumented(document, op, reply)
    if (op.scope === 'none' || op.reply.live) expect(reply.headers.etag).toBeUndefined()
    else {
      expect(reply.headers.etag).toMatch(/^"\d+-[\w-]+"$/)
      expectVersion(op, reply)
    }
    expect(reply.headers['cache-control']).toBe(
      op.reply.live ? 'no-store, no-transform' : 'private, no-cache, no-transform',
    )
  })

  test('returns the X-Request-Id of the request', async () => {
    const headers = { 'x-request-id': `given-${op.id}` }
    const reply = await send(app.anonymous, op, await prepare(fixture, op), { headers })
    expect(reply.headers['x-request-id']).toBe(`given-${op.id}`)
  })
})

const creates = callable.filter((op) => op.reply.status === 201)
describe.each(nameOperations(creates))('%s', (_, op) => {
  test('returns the Location of what it has created, also when it is repeated', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const headers = { 'idempotency-key': `location-${op.id}` }
    const { headers: sent, body } = await send(caller, op, prepared, { headers })
    expect(sent.location).toMatch(/^\/v1\/[^{}]+$/)
    expect(sent.location).not.toMatch(/undefined|null/)
    expect((await send(caller, op, prepared, { headers })).headers.location).toBe(sent.location)
    if (!reads.some(({ path }) => path === op.reply.created)) return
    const read = await caller.get(sent.location!)
    expect(read.status).toBe(200)
    expect(read.body.version).toBe((body as { version?: number }).version)
  })
})

describe.each(nameOperations(callable.filter((op) => op.scope !== 'none')))('%s', (_, op) => {
  test('returns 401 with WWW-Authenticate without a bearer token', async () => {
    const reply = await send(app.anonymous, op, await prepare(fixture, op))
    expect(reply.status).toBe(401)
    expect(reply.body.type).toBe('about:blank')
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
  })
})

describe.each(nameOperations(reads.filter((op) => op.scope !== 'none' && !op.reply.live)))('%s', (_, op) => {
  test('returns 304 for a matching If-None-Match, and HEAD returns the headers of GET', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const first = await send(caller, op, prepared)
    expectSuccess(op, first)
    const etag = first.headers.etag!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(caller, op, prepared, { headers: { 'if-none-match': known } })
      expect([known, again.status, again.text]).toEqual([known, 304, ''])
      expect(again.headers.etag).toBe(etag)
    }
    const other = await send(caller, op, prepared, { headers: { 'if-none-match': '"0-other"' } })
    expect(other.status).toBe(200)
    const head = await send(caller, op, prepared, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag])
    expect(head.headers['content-type']).toBe(first.headers['content-type'])
  })
})

describe.each(nameOperations(reads.filter((op) => op.scope !== 'none')))('%s', (_, op) => {
  test('sends at most three statements, or its declared maximum', async () => {
    // On sharded tables, memberships and containers are read by separate statements.
    const max = (op.maxStatements ?? 3) + (app.services.database.sharded ? 2 : 0)
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    for (let i = 0; i < 3; i++) await findCall(op).createAnotherRow?.(fixture, prepared, i)
    await send(caller, op, prepared)
    for (const limit of op.list ? ['1', '1000'] : ['']) {
      const countStatementsOfCall = async () => {
        const before = app.countStatements()
        expectSuccess(op, await send(caller, op, prepared, limit ? { query: { limit } } : {}))
        return app.countStatements() - before
      }
      let least = await countStatementsOfCall()
      // Jobs, such as the one that writes the activity of users, may send statements during a request.
      for (let retry = 0; retry < 4 && least > max; retry++) {
        await sleep(100 * 2 ** retry)
        least = Math.min(least, await countStatementsOfCall())
      }
      expect([limit, least <= max, least]).toEqual([limit, true, expect.anything()])
    }
  })
})

describe.each(nameOperations(callable.filter((op) => op.deprecated)))('%s, deprecated', (_, op) => {
  test('returns the deprecation headers on success and on errors', async () => {
    const prepared = await prepare(fixture, op)
    const responses = [
      await send(app.anonymous, op, prepared),
      await send(fixture.owner, op, prepared, { headers: { 'if-match': '"999999-x"' } }),
      await send(fixture.owner, op, prepared),
    ]
    expect(responses.map((reply) => reply.status)).toEqual([401, 412, op.reply.status])
    for (const { headers } of responses) {
      expect(headers.deprecation).toMatch(/^@\d+$/)
      expect(new Date(headers.sunset!).getTime()).toBeGreaterThan(Number(headers.deprecation!.slice(1)) * 1000)
      expect(headers.link).toMatch(/^<\/v1\/[^{}]+>; rel="successor-version"$/)
    }
  })
})

describe.each(nameOperations(writes))('%s', (_, op) => {
  test('records exactly the events that it declares', async () => {
    const prepared = await prepare(fixture, op)
    const id = `events-of-${op.id}`
    const reply = await send(prepared.as ?? fixture.owner, op, prepared, { headers: { 'x-request-id': id } })
    expectSuccess(op, reply)
    const rows = await app.sql<{ type: string }>('SELECT type FROM events WHERE request_id = $1', [id])
    const types = rows.map(({ type }) => type)
    expect(types.filter((type) => !Object.hasOwn(op.emits ?? {}, type))).toEqual([])
    if (op.emits && !findCall(op).mayEmitNothing) expect(types.length).toBeGreaterThan(0)
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client, type RequestOptions } from '../support/client.ts'
import { insertMembership, createOrganization, createTokenClient } from '../support/factories.ts'
import { buildUniqueName } from './fixtures.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')

const hour = 60 * 60 * 1000
const replayed = 'idempotent-replayed'

const buildTaskRequest = () => ({
  headers: { 'idempotency-key': buildUniqueName('key') },
  body: { org_id, title: buildUniqueName('Task') } as object,
})
const post = (client: Client, sending: RequestOptions) => client.post('/v1/tasks', sending)

describe('a repeated Idempotency-Key', () => {
  test('replays the response for 24 hours, then runs the request again', async () => {
    const sending = buildTaskRequest()
    const first = await post(ada, sending)
    app.clock.advance(24 * hour - 60_000)
    const again = await post(ada, sending)
    expect([again.body.task_id, again.headers[replayed]]).toEqual([first.body.task_id, 'true'])
    app.clock.advance(61_000)
    const afterExpiry = await post(ada, sending)
    expect(afterExpiry.status).toBe(200)
    expect(afterExpiry.headers[replayed]).toBeUndefined()
    expect(afterExpiry.body.task_id).not.toBe(first.body.task_id)
  })

  test('matches a body with other key order and white space', async () => {
    const { headers } = buildTaskRequest()
    const first = await post(ada, { headers, body: `{"org_id":"${org_id}","title":"Spelled","tags":["a"]}` })
    const again = await post(ada, {
      headers,
      body: `{ "tags": ["\\u0061"], "title" : "Spelled", "org_id": "${org_id}" }`,
    })
    expect([again.status, again.body, again.headers[replayed]]).toEqual([200, first.body, 'true'])
  })

  test('replays a large response byte for byte and stores it compressed', async () => {
    const { headers, body } = buildTaskRequest()
    const description = Array.from({ length: 2_000 }, (_, i) => `Line ${i} of the log — ünïcode 𝄞\n`).join('')
    const sending = { headers, body: { ...body, description } }
    const first = await post(ada, sending)
    const again = await post(ada, sending)
    expect([again.status, again.headers[replayed]]).toEqual([200, 'true'])
    expect(again.text).toBe(first.text)
    const [stored] = await app.sql<{ size: number }>(
      'SELECT length(body) AS size FROM idempotency_keys WHERE key = $1',
      [headers['idempotency-key']],
    )
    expect(stored!.size).toBeLessThan(first.text.length / 3)
  })

  test('is scoped to its user', async () => {
    const sending = buildTaskRequest()
    const first = await post(ada, sending)
    const bens = await post(ben, sending)
    expect(bens.status).toBe(200)
    expect(bens.headers[replayed]).toBeUndefined()
    expect(bens.body.task_id).not.toBe(first.body.task_id)
    const withToken = await post(await createTokenClient(ada, org_id), sending)
    expect([withToken.body.task_id, withToken.headers[replayed]]).toEqual([first.body.task_id, 'true'])
    const weak = await post(await createTokenClient(ada, org_id, { scopes: ['org:read'] }), sending)
    expect([weak.status, weak.body.type]).toEqual([403, 'urn:svc:problem:insufficient-scope'])
  })

  test('returns 403 to a user who has lost the permission', async () => {
    const carl = await app.signIn('carl')
    await insertMembership(carl, org_id, 'member')
    const sending = buildTaskRequest()
    expectStatus(await post(carl, sending), 200)
    expectStatus(await ada.patch(`/v1/organization-members/${carl.userId}/${org_id}`, { body: { role: 'guest' } }), 200)
    expect((await post(carl, sending)).status).toBe(403)
    expectStatus(await ada.delete(`/v1/organization-members/${carl.userId}/${org_id}`), 200)
    expect((await post(carl, sending)).status).toBe(403)
  })

  test('encrypts the stored response with a secret that is shown once', async () => {
    const sending = {
      headers: { 'idempotency-key': buildUniqueName('key') },
      body: { org_id, name: 'Kept', scopes: ['tasks:read'] },
    }
    const first = expectStatus(await ada.post('/v1/tokens', sending), 200)
    const again = await ada.post('/v1/tokens', sending)
    expect([again.body, again.headers[replayed]]).toEqual([first, 'true'])
    const rows = await app.sql<{ row: string }>('SELECT to_jsonb(k)::text AS row FROM idempotency_keys k')
    expect(rows.filter(({ row }) => row.includes(first.token) || row.includes('svc_live_'))).toEqual([])
  })
})

describe('an error response', () => {
  test('of a business rule is stored and replayed', async () => {
    const body = { org_id, email: 'dora@example.com' }
    const { id } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    const sending = { headers: { 'idempotency-key': buildUniqueName('key') }, body }
    expect((await ada.post('/v1/organization-invites', sending)).status).toBe(409)
    expectStatus(await ada.delete(`/v1/organization-invites/${id}`), 200)
    const again = await ada.post('/v1/organization-invites', sending)
    expect([again.status, again.headers[replayed]]).toEqual([409, 'true'])
    expect(again.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(again.body.request_id).toBe(again.headers['x-request-id'])
  })

  test('of a stale If-Match is stored and replayed', async () => {
    const { body: task } = await post(ada, buildTaskRequest())
    const headers = { 'idempotency-key': buildUniqueName('key'), 'if-match': '"99-x"' }
    const path = `/v1/tasks/${task.task_id}/project`
    expect((await ada.post(path, { headers, body: { project_id: null } })).status).toBe(412)
    const again = await ada.post(path, { headers, body: { project_id: null } })
    expect([again.status, again.headers[replayed]]).toEqual([412, 'true'])
  })

  test('of malformed input is not stored, so the corrected request may use the key', async () => {
    const { headers, body } = buildTaskRequest()
    expect((await post(ada, { headers, body: { ...body, title: 5 } })).status).toBe(422)
    expect((await post(ada, { headers, body: '{' })).status).toBe(422)
    expect((await post(ada, { headers, body })).status).toBe(200)
  })

  test('of a missing permission is not stored, so the request succeeds once it is granted', async () => {
    const eve = await app.signIn('eve')
    await insertMembership(eve, org_id, 'guest')
    const sending = buildTaskRequest()
    expect((await post(eve, sending)).status).toBe(403)
    await ada.patch(`/v1/organization-members/${eve.userId}/${org_id}`, { body: { role: 'member' } })
    const reply = await post(eve, sending)
    expect([reply.status, reply.headers[replayed]]).toEqual([200, undefined])
  })
})

describe('a repeated Idempotency-Key on PATCH, PUT and DELETE', () => {
  test('replays the response after the resource was changed or deleted', async () => {
    const { body: task, headers } = await post(ada, buildTaskRequest())
    const path = `/v1/tasks/${task.task_id}`
    for (const method of ['patch', 'put'] as const) {
      const keyed = { 'idempotency-key': buildUniqueName('key'), 'if-match': headers.etag! }
      const sending = { headers: keyed, body: { title: method } }
      const first = await ada[method](path, sending)
      expect(first.status).toBe(method === 'patch' ? 200 : 412)
      const again = await ada[method](path, sending)
      expect([again.status, again.headers.etag, again.headers[replayed]]).toEqual([
        first.status,
        first.headers.etag,
        'true',
      ])
    }
    const other = { headers: { 'idempotency-key': buildUniqueName('key') } }
    const [one, two] = await Promise.all([ada.delete(path, other), ada.delete(path, other)])
    const inFlight = [one, two].filter(({ status }) => status === 409)
    for (const { body } of inFlight) expect(body.type).toBe('urn:svc:problem:idempotency-key-in-flight')
    const done = [one, two].find(({ status }) => status === 200)!
    const again = await ada.delete(path, other)
    expect([again.status, again.body, again.headers[replayed]]).toEqual([200, done.body, 'true'])
    expect((await ada.delete(path)).status).toBe(404)
  })

  test('replays the response to a member who has left the organization', async () => {
    const fay = await app.signIn('fay')
    await insertMembership(fay, org_id, 'member')
    const path = `/v1/organization-members/${fay.userId}/${org_id}`
    const sending = { headers: { 'idempotency-key': buildUniqueName('key') } }
    const first = expectStatus(await fay.delete(path, sending), 200)
    const again = await fay.delete(path, sending)
    expect([again.status, again.body, again.headers[replayed]]).toEqual([200, first, 'true'])
    expect((await fay.delete(path)).status).toBe(404)
    const other = { headers: { 'idempotency-key': buildUniqueName('key') } }
    expect((await fay.delete(path.replace(fay.userId, ada.userId), other)).status).toBe(403)
  })

  test('returns an error to a user who has lost the permission', async () => {
    const dan = await app.signIn('dan')
    await insertMembership(dan, org_id, 'member')
    const { body: task } = await post(dan, buildTaskRequest())
    const sending = { headers: { 'idempotency-key': buildUniqueName('key') }, body: { title: 'Mine' } }
    const path = `/v1/tasks/${task.task_id}`
    expectStatus(await dan.patch(path, sending), 200)
    expectStatus(await ada.delete(`/v1/organization-members/${dan.userId}/${org_id}`), 200)
    expect((await dan.patch(path, sending)).status).toBeGreaterThanOrEqual(403)
  })

  test('adds no statement to a write without a key', async () => {
    const { body: task } = await post(ada, buildTaskRequest())
    const path = `/v1/tasks/${task.task_id}`
    const countStatements = async (headers: Record<string, string>, title: string) => {
      const before = app.countStatements()
      expectStatus(await ada.patch(path, { headers, body: { title } }), 200)
      return app.countStatements() - before
    }
    const plain = await countStatements({}, 'Plain')
    // On sharded tables the stored response is written by a separate statement.
    const more = app.services.database.sharded ? 2 : 1
    expect(await countStatements({ 'idempotency-key': buildUniqueName('key') }, 'Keyed')).toBe(plain + more)
  })
})

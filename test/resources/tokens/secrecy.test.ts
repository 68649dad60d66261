import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { dumpRows } from '../../support/dump.ts'
import { createOrganization, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  org = (await createOrganization(ada)).org_id
})

const buildBody = (values: object = {}) => ({
  org_id: org,
  name: 'Secret',
  scopes: ['tasks:read', 'org:write'],
  ...values,
})
const withKey = (key: string) => ({ 'idempotency-key': key })

it('a repeated Idempotency-Key returns the same token, and creates one', async () => {
  const first = await ada.post('/v1/tokens', { body: buildBody(), headers: withKey('one') })
  const again = await ada.post('/v1/tokens', { body: buildBody(), headers: withKey('one') })
  expect(expectStatus(first, 200).token).toMatch(/^svc_live_/)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const created = await app.sql('SELECT 1 FROM access_tokens WHERE org_id = $1', [org])
  expect(created).toHaveLength(1)
})

it('does not replay a stored response to a caller who could not create the token', async () => {
  expectStatus(await ada.post('/v1/tokens', { body: buildBody(), headers: withKey('two') }), 200)
  const weak = await createTokenClient(ada, org, { scopes: ['org:write'] })
  const refused = await weak.post('/v1/tokens', { body: buildBody(), headers: withKey('two') })
  expectStatus(refused, 403)
  expect(refused.text).not.toContain('svc_live_')
})

it('does not replay a stored response to a token of the same user in another organization', async () => {
  const elsewhere = (await createOrganization(ada, { name: 'Elsewhere' })).org_id
  const here = await createTokenClient(ada, org)
  const there = await createTokenClient(ada, elsewhere)
  const body = buildBody({ org_id: undefined })
  const first = expectStatus(await here.post('/v1/tokens', { body, headers: withKey('three') }), 200)
  const second = await there.post('/v1/tokens', { body, headers: withKey('three') })
  expect(second.status).toBe(422)
  expect(second.body.type).toBe('urn:svc:problem:idempotency-key-reused')
  expect(second.text).not.toContain(first.token)
})

it('no table contains a token in plain text after any operation', async () => {
  const created = expectStatus(await ada.post('/v1/tokens', { body: buildBody(), headers: withKey('four') }), 200)
  const client = app.createClient(created.token)
  const rotated = expectStatus(
    await client.post(`/v1/tokens/${created.token_id}/rotate`, { headers: withKey('four') }),
    422,
  )
  expect(rotated.type).toBe('urn:svc:problem:idempotency-key-reused')
  const next = expectStatus(
    await client.post(`/v1/tokens/${created.token_id}/rotate`, { headers: withKey('five') }),
    200,
  )
  const replay = await client.post(`/v1/tokens/${created.token_id}/rotate`, { headers: withKey('five') })
  expect(replay.body.token).toBe(next.token)
  expectStatus(await ada.delete(`/v1/tokens/${created.token_id}`), 200)

  const sealed = await app.sql<{ sealed: boolean }>('SELECT sealed FROM idempotency_keys WHERE status = 200')
  expect(sealed.length).toBeGreaterThan(1)
  expect(sealed.every((row) => row.sealed)).toBe(true)
  const dump = await dumpRows(app)
  expect(dump).toContain(created.token_prefix)
  for (const secret of [created.token, next.token] as string[]) {
    expect(dump).not.toContain(secret.slice(13, 41))
    expect(dump).not.toContain(Buffer.from(secret).toString('base64').slice(0, 40))
    // Only the hash is stored.
    expect(dump).toContain(createHash('sha256').update(secret).digest('hex'))
  }
})

it('list, read and audit log omit the token', async () => {
  const created = expectStatus(await ada.post('/v1/tokens', { body: buildBody() }), 200)
  const secret = created.token.slice(13)
  for (const path of [`/v1/tokens?org_id=${org}`, `/v1/tokens/${created.token_id}`, `/v1/audit?org_id=${org}`]) {
    const reply = await ada.get(path)
    expectStatus(reply, 200)
    expect(reply.text).toContain(created.token_id)
    expect(reply.text).not.toContain(secret)
    expect(reply.text).not.toContain('token_hash')
    expect(reply.text).not.toContain('sort_0')
  }
})

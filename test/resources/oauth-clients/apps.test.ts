import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertConnection,
  insertMembership,
  addMember,
  createOrganization,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const [ben, cleo] = [await app.signIn('ben'), await app.signIn('cleo')]
await addMember(ada, org_id, ben)
await insertMembership(cleo, org_id, 'guest')

const values = {
  org_id,
  name: 'Harbour board',
  redirect_uris: ['https://board.example.com/cb'],
  allowed_scopes: ['tasks:read', 'tasks:write'],
}
const register = async (more: object = {}) =>
  expectStatus(await ada.post('/v1/oauth/clients', { body: { ...values, ...more } }), 200)
const read = async (id: string) => expectStatus(await ada.get(`/v1/oauth/clients/${id}`), 200)
const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function readStored(id: string) {
  const [row] = await app.sql<{ now: string; before: string | null; all: string }>(
    `SELECT encode(secret_hash, 'hex') AS now, encode(previous_secret_hash, 'hex') AS before, to_jsonb(c)::text AS all
     FROM oauth_clients c WHERE client_id = $1`,
    [id],
  )
  return row!
}

describe('a registered app', () => {
  test('returns its secret once, and stores a hash', async () => {
    const created = await register({ homepage_url: 'https://board.example.com' })
    expect(created.client_id).toMatch(/^svcc_[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(created.client_secret).toMatch(/^svcs_[\w-]{43}$/)
    expect(created).toMatchObject({
      ...values,
      client_type: 'confidential',
      registration: 'developer',
      review_state: 'private',
      status: 'active',
      grants_count: 0,
      use_count: 0,
      created_by: 'ada',
      homepage_url: 'https://board.example.com',
      logo_url: null,
    })
    const { client_secret, ...rest } = created
    expect(await read(created.client_id)).toEqual(rest)
    const row = await readStored(created.client_id)
    expect(row.now).toBe(computeSha256(client_secret))
    expect(row.all).not.toContain(client_secret)
  })

  test('has no secret to rotate if public', async () => {
    const created = await register({ client_type: 'public' })
    expect(created.client_secret).toBeNull()
    const refused = await ada.post(`/v1/oauth/clients/${created.client_id}/rotate-secret`)
    expect([refused.status, refused.body.detail]).toEqual([409, 'A public app has no secret. Use PKCE instead.'])
  })

  test('cannot change its type', async () => {
    const { client_id } = await register()
    const body = { client_type: 'public', org_id, review_state: 'listed', registration: 'dynamic' }
    const changed = expectStatus(await ada.patch(`/v1/oauth/clients/${client_id}`, { body }), 200)
    expect(changed).toMatchObject({ client_type: 'confidential', review_state: 'private' })
  })

  test.each([
    ['a redirect to http elsewhere', { redirect_uris: ['https://a.example/cb', 'http://b.example/cb'] }, 1],
    ['a redirect with a fragment', { redirect_uris: ['https://a.example/cb#x'] }, 0],
    ['a redirect to a script', { redirect_uris: ['javascript:alert(1)'] }, 0],
    ['no redirect', { redirect_uris: [] }, undefined],
    ['eleven redirects', { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://a.example/${i}`) }, undefined],
    ['no scope', { allowed_scopes: [] }, undefined],
    ['an unknown scope', { allowed_scopes: ['tasks:all'] }, undefined],
    ['a long name', { name: 'x'.repeat(101) }, undefined],
    ['a link that is a script', { logo_url: 'javascript:alert(1)' }, undefined],
    ['a link with a password', { homepage_url: 'https://a:b@c.example' }, undefined],
  ])('rejects %s on create and update', async (_, invalid, index) => {
    const refused = await ada.post('/v1/oauth/clients', { body: { ...values, ...invalid } })
    expect([refused.status, refused.body.type]).toEqual([422, 'urn:svc:problem:validation'])
    const [name] = Object.keys(invalid)
    expect(refused.body.errors[0].loc).toEqual(expect.arrayContaining(['body', name]))
    if (index !== undefined) expect(refused.body.errors[0].loc).toEqual(['body', name, index])
    const { client_id } = await register()
    const before = await read(client_id)
    expect((await ada.patch(`/v1/oauth/clients/${client_id}`, { body: invalid })).status).toBe(422)
    expect(await read(client_id)).toEqual(before)
  })

  test('changes only the fields sent; null clears links', async () => {
    const { client_id } = await register({
      logo_url: 'https://a.example/l.png',
      privacy_url: 'https://a.example/p',
    })
    const patch = async (body: object) => expectStatus(await ada.patch(`/v1/oauth/clients/${client_id}`, { body }), 200)
    expect(await patch({ name: 'Quay board', logo_url: null })).toMatchObject({
      name: 'Quay board',
      logo_url: null,
      privacy_url: 'https://a.example/p',
      redirect_uris: values.redirect_uris,
    })
    const same = await ada.get(`/v1/oauth/clients/${client_id}`)
    await patch({ name: null, redirect_uris: null, allowed_scopes: null })
    expect((await ada.get(`/v1/oauth/clients/${client_id}`)).headers.etag).toBe(same.headers.etag)
    expect((await patch({ allowed_scopes: ['tasks:read', 'tasks:read'] })).allowed_scopes).toEqual(['tasks:read'])
  })

  test('is visible to owners and admins only', async () => {
    const { client_id } = await register()
    const outsider = await app.signIn('otto')
    await createOrganization(outsider)
    for (const person of [ben, cleo, outsider]) {
      expect((await person.get(`/v1/oauth/clients/${client_id}`)).status).toBe(404)
      expect((await person.delete(`/v1/oauth/clients/${client_id}`)).status).toBe(404)
      expect((await person.get('/v1/oauth/clients', { query: { org_id } })).status).toBe(403)
      expect((await person.post('/v1/oauth/clients', { body: values })).status).toBe(403)
    }
    expect((await ada.get('/v1/oauth/clients')).status).toBe(422)
    const scripted = await createTokenClient(ada, org_id, { scopes: ['admin'] })
    expect(expectStatus(await scripted.get('/v1/oauth/clients'), 200).data.length).toBeGreaterThan(0)
  })
})

describe('a rotated secret', () => {
  test('stays valid for 24 hours beside the new one, and ends with the next rotation', async () => {
    const first = await register()
    const rotate = async () => expectStatus(await ada.post(`/v1/oauth/clients/${first.client_id}/rotate-secret`), 200)
    const second = await rotate()
    expect(second.client_secret).not.toBe(first.client_secret)
    const grace = Date.parse(second.previous_secret_expires_at) - Date.parse(second.secret_rotated_at)
    expect(grace).toBe(24 * 3600_000)
    expect(await readStored(first.client_id)).toMatchObject({
      now: computeSha256(second.client_secret),
      before: computeSha256(first.client_secret),
    })
    const third = await rotate()
    expect(await readStored(first.client_id)).toMatchObject({
      now: computeSha256(third.client_secret),
      before: computeSha256(second.client_secret),
    })
  })
})

describe('a revoked app', () => {
  test('ends every connection and token in all organizations, and keeps its record', async () => {
    const { client_id } = await register()
    const other = await register()
    const elsewhere = await createOrganization(ben)
    const connections = [
      await insertConnection(ada, org_id, client_id),
      await insertConnection(ben, org_id, client_id),
      await insertConnection(ben, elsewhere.org_id, client_id),
    ]
    const spared = await insertConnection(ben, org_id, other.client_id)
    expect((await read(client_id)).grants_count).toBe(2)
    for (const { app } of connections) expectStatus(await app.get('/v1/me'), 200)

    const revoked = expectStatus(await ada.delete(`/v1/oauth/clients/${client_id}`), 200)
    expect(revoked).toMatchObject({ status: 'revoked', revoked_by: 'ada', grants_count: 0 })
    for (const { app } of connections) expect((await app.get('/v1/me')).body.type).toBe('urn:svc:problem:token-revoked')
    expectStatus(await spared.app.get('/v1/me'), 200)
    expect(await read(client_id)).toEqual(revoked)
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, resource_id: client_id } }), 200)
    expect(data.map((event: { action: string }) => event.action)).toEqual([
      'oauth_client.revoked',
      'oauth_client.created',
    ])
    expect(data[0].after).toEqual({ status: 'revoked', connections: 3, access_tokens: 3 })
  })

  test('cannot be changed', async () => {
    const { client_id } = await register()
    const first = await ada.delete(`/v1/oauth/clients/${client_id}`)
    const again = await ada.delete(`/v1/oauth/clients/${client_id}`)
    expect([again.status, again.text]).toEqual([200, first.text])
    for (const response of [
      await ada.patch(`/v1/oauth/clients/${client_id}`, { body: { name: 'Again' } }),
      await ada.post(`/v1/oauth/clients/${client_id}/rotate-secret`),
    ])
      expect([response.status, response.body.detail]).toEqual([409, 'The app is revoked. Create a new one.'])
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertConnection, addMember, createOrganization, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, ben)

const body = {
  org_id,
  name: 'Board',
  redirect_uris: ['https://a.example/cb'],
  allowed_scopes: ['tasks:read'],
}
const { client_id } = expectStatus(await ada.post('/v1/oauth/clients', { body }), 200)
const getClient = async () => expectStatus(await ada.get(`/v1/oauth/clients/${client_id}`), 200)
const listApps = async (person = ben) =>
  expectStatus(await person.get('/v1/me/connected-apps'), 200).data as { grant_id: string }[]
const isListed = async (grant_id: string, person = ben) =>
  (await listApps(person)).some((row) => row.grant_id === grant_id)
const revoked = 'urn:svc:problem:token-revoked'

describe('a connection', () => {
  test('is listed for its user only, with the app and the organization', async () => {
    const { grant_id } = await insertConnection(ben, org_id, client_id)
    expect((await listApps()).find((row) => row.grant_id === grant_id)).toMatchObject({
      client_id,
      client_name: 'Board',
      org_id,
      org_name: 'Harbour Works',
      scopes: ['tasks:read'],
      last_used_at: null,
    })
    expect(await isListed(grant_id, ada)).toBe(false)
  })

  test('rejects its tokens from the next request after its user disconnects it', async () => {
    const { grant_id, token_id, app: board } = await insertConnection(ben, org_id, client_id)
    expectStatus(await board.get('/v1/me'), 200)
    expect((await ada.delete(`/v1/me/connected-apps/${grant_id}`)).status).toBe(404)
    const path = `/v1/me/connected-apps/${grant_id}`
    expect(expectStatus(await ben.delete(path), 200)).toEqual({
      grant_id,
      status: 'revoked',
      access_revoked: 1,
    })
    expect((await board.get('/v1/me')).body.type).toBe(revoked)
    expect(await isListed(grant_id)).toBe(false)
    expect(expectStatus(await ben.delete(path), 200).access_revoked).toBe(0)
    expect(expectStatus(await ada.get(`/v1/tokens/${token_id}`), 200)).toMatchObject({
      status: 'revoked',
      revoke_reason: 'revoked_by_user',
      client_id,
    })
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, resource_id: grant_id } }), 200)
    expect(data).toMatchObject([{ action: 'oauth_grant.revoked', actor_username: 'ben' }])
  })

  test('ends when an admin revokes one of its tokens', async () => {
    const { grant_id, token_id, app: board } = await insertConnection(ben, org_id, client_id)
    expectStatus(await ada.delete(`/v1/tokens/${token_id}`), 200)
    expect((await board.get('/v1/me')).body.type).toBe(revoked)
    expect(await isListed(grant_id)).toBe(false)
  })

  test.each(['leaves', 'is deactivated'])('ends when its user %s', async (how) => {
    const cleo = await app.signIn(`cleo-${how.replace(' ', '-')}`)
    await addMember(ada, org_id, cleo)
    const { grant_id, token_id, app: board } = await insertConnection(cleo, org_id, client_id)
    const path = `/v1/organization-members/${cleo.userId}/${org_id}`
    if (how === 'leaves') expectStatus(await cleo.delete(path), 200)
    else expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
    expect((await board.get('/v1/me')).body.type).toBe(revoked)
    expect(await isListed(grant_id, cleo)).toBe(false)
    expect(expectStatus(await ada.get(`/v1/tokens/${token_id}`), 200).revoke_reason).toBe('org_exit')
    if (how !== 'leaves') {
      expectStatus(await ada.patch(path, { body: { is_active: true } }), 200)
      expect((await board.get('/v1/me')).body.type, 'activated again').toBe(revoked)
      expect(await isListed(grant_id, cleo)).toBe(false)
    }
  })

  test('expires after 30 days without use', async () => {
    const { grant_id } = await insertConnection(ben, org_id, client_id)
    const connected = (await getClient()).grants_count
    expect(connected).toBeGreaterThan(0)
    await app.sql('UPDATE oauth_grants SET expires_at = created_at WHERE client_id = $1', [client_id])
    expect(await isListed(grant_id)).toBe(false)
    expect((await getClient()).grants_count).toBe(0)
  })
})

test('counts each user once, and sums the requests of all tokens', async () => {
  const { app: one, grant_id } = await insertConnection(ben, org_id, client_id)
  const { app: two } = await insertConnection(ben, org_id, client_id)
  const { app: three } = await insertConnection(ada, org_id, client_id)
  await app.services.identity.flushActivity()
  const before = await getClient()
  expect(before.grants_count).toBe(2)
  for (const board of [one, one, two, three]) expectStatus(await board.get('/v1/me'), 200)
  expectStatus(await (await createTokenClient(ada, org_id)).get('/v1/me'), 200)
  await app.services.identity.flushActivity()
  const after = await getClient()
  expect(after.use_count - before.use_count).toBe(4)
  expect(Date.parse(after.last_used_at)).toBeGreaterThanOrEqual(Date.parse(before.created_at))
  const [row] = (await listApps()).filter((row) => row.grant_id === grant_id)
  expect(row).toMatchObject({ last_used_at: expect.any(String) })
})

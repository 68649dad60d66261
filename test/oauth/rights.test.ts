import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { insertMembership, addMember, createOrganization, createProject } from '../support/factories.ts'
import { waitForLock } from '../support/locks.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  connectApp,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const client = await registerApp(ada, org_id, {
  client_type: 'public',
  allowed_scopes: ['tasks:write', 'org:read', 'admin'],
})
const revoked = 'urn:svc:problem:token-revoked'

let people = 0
async function createMember(role: 'admin' | 'member' | 'guest' = 'member'): Promise<Client> {
  return addMember(ada, org_id, await app.signIn(`person-${++people}`), role)
}
const connectAndRedeem = async (person: Client, scope: string) =>
  redeemCode(client, await connectApp(client, person.username, { org_id, scope }))
const change = async (person: Client, body: object) =>
  expectStatus(await ada.patch(`/v1/organization-members/${person.userId}/${org_id}`, { body }), 200)

describe('the scope admin', () => {
  test('is granted by owners and admins', async () => {
    const tokens = await connectAndRedeem(await createMember('admin'), 'admin')
    expect(tokens.scope).toBe('admin')
    expectStatus(await app.createClient(tokens.access_token).get('/v1/audit', { query: { limit: 1 } }), 200)
  })

  test('is dropped for other users, and lost with the role at the next refresh', async () => {
    const ben = await createMember('member')
    const granted = await connectAndRedeem(ben, 'admin')
    expect(granted.scope.split(' ')).not.toContain('admin')
    expect(granted.scope.split(' ')).toContain('tasks:write')

    const cleo = await createMember('admin')
    const first = await connectAndRedeem(cleo, 'admin tasks:write')
    expect(first.scope).toBe('tasks:write admin')
    await change(cleo, { role: 'member' })
    expect((await app.createClient(first.access_token).get('/v1/audit')).status, 'the role counts at once').toBe(403)
    const second = await refreshTokens(client, first.refresh_token)
    expect(second.scope.split(' ')).not.toContain('admin')
    await change(cleo, { role: 'admin' })
    expect((await refreshTokens(client, second.refresh_token)).scope).toBe('tasks:write admin')
  })
})

test('an app is not connected by a session that ends while its user allows it', async () => {
  const ben = await createMember()
  const browser = new Browser()
  const { url } = await startAuthorization(client)
  const page = await openAuthorization(app, browser, url, ben.username)
  const { database } = app.services
  const { pending } = await database.transaction(async (trx) => {
    await trx.query(sql`select 1 from browser_sessions where user_id = ${ben.userId} for update`)
    const sent = submitConsent(app, browser, page, { answer: 'allow', org: org_id })
    await waitForLock(app)
    await trx.query(sql`delete from browser_sessions where user_id = ${ben.userId}`)
    return { pending: sent }
  })
  expect((await pending).status).toBe(400)
  expect(await app.sql('SELECT 1 FROM oauth_grants WHERE user_id = $1', [ben.userId])).toEqual([])
})

describe('the scopes that an app may request', () => {
  test('reach connected users at their next refresh, within what each allowed', async () => {
    const board = await registerApp(ada, org_id, {
      client_type: 'public',
      allowed_scopes: ['tasks:write', 'org:read'],
    })
    const setAllowedScopes = (allowed_scopes: string[]) =>
      ada.patch(`/v1/oauth/clients/${board.client_id}`, { body: { allowed_scopes } })
    const ben = await createMember()
    const first = await redeemCode(
      board,
      await connectApp(board, ben.username, { org_id, scope: 'tasks:write org:read' }),
    )
    expect(first.scope).toBe('tasks:write org:read')
    await setAllowedScopes(['tasks:read'])
    expect(expectStatus(await app.createClient(first.access_token).get('/v1/me'), 200).auth.scopes).toHaveLength(2)
    const second = await refreshTokens(board, first.refresh_token)
    expect(second.scope).toBe('tasks:read')
    expect(expectStatus(await app.createClient(second.access_token).get('/v1/me'), 200).auth.scopes).toEqual([
      'tasks:read',
    ])
    await setAllowedScopes(['webhooks:read'])
    await expect(refreshTokens(board, second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    // The failure used up nothing, so the app continues as soon as it may.
    await setAllowedScopes(['admin'])
    expect((await refreshTokens(board, second.refresh_token)).scope).toBe('tasks:write org:read')
  })

  test('are checked again when the user answers', async () => {
    const board = await registerApp(ada, org_id, { allowed_scopes: ['tasks:read', 'org:read'] })
    const browser = new Browser()
    const request = await startAuthorization(board)
    const page = await openAuthorization(app, browser, request.url, 'ada')
    expectStatus(
      await ada.patch(`/v1/oauth/clients/${board.client_id}`, { body: { allowed_scopes: ['org:read'] } }),
      200,
    )
    const { url } = await submitConsent(app, browser, page, { answer: 'allow', org: org_id })
    expect((await redeemCode(board, { ...request, redirectUrl: url })).scope).toBe('org:read')
  })
})

describe('a connection ends', () => {
  test.each<[string, (person: Client) => Promise<unknown>]>([
    ['its person leaves', (person) => person.delete(`/v1/organization-members/${person.userId}/${org_id}`)],
    ['its person is removed', (person) => ada.delete(`/v1/organization-members/${person.userId}/${org_id}`)],
    ['its person is deactivated', (person) => change(person, { is_active: false })],
  ])('when %s, its codes and refresh tokens with it', async (_, leave) => {
    const ben = await createMember()
    const tokens = await connectAndRedeem(ben, 'tasks:write')
    const waiting = await connectApp(client, ben.username, { org_id, scope: 'tasks:write' })
    await leave(ben)
    expect((await app.createClient(tokens.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(redeemCode(client, waiting)).rejects.toMatchObject({ error: 'invalid_grant' })
    // A user who rejoins starts without the connection.
    if (_.endsWith('deactivated')) await change(ben, { is_active: true })
    else await addMember(ada, org_id, ben)
    expect((await app.createClient(tokens.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('when it is disconnected', async () => {
    const ben = await createMember()
    const tokens = await connectAndRedeem(ben, 'tasks:write')
    const [{ grant_id }] = expectStatus(await ben.get('/v1/me/connected-apps'), 200).data
    const gone = expectStatus(await ben.delete(`/v1/me/connected-apps/${grant_id}`), 200)
    expect(gone).toEqual({ grant_id, status: 'revoked', access_revoked: 1 })
    expect((await app.createClient(tokens.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, resource_id: grant_id } }), 200)
    expect(data.map(({ action, actor_username }: Record<string, string>) => [action, actor_username])).toEqual([
      ['oauth_grant.revoked', ben.username],
      ['oauth_grant.created', ben.username],
    ])
  })

  test('with its organization', async () => {
    const ben = await app.signIn('ben')
    const created = await createOrganization(ben)
    const tokens = await redeemCode(
      client,
      await connectApp(client, 'ben', { org_id: created.org_id, scope: 'tasks:write' }),
    )
    expectStatus(await ben.delete(`/v1/organizations/${created.org_id}`), 200)
    expect((await app.createClient(tokens.access_token).get('/v1/me')).status).toBe(401)
    await expect(refreshTokens(client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(expectStatus(await ben.get('/v1/me/connected-apps'), 200).data).toEqual([])
  })

  test('with the organization that registered its app, in all others', async () => {
    const [ben, cleo] = [await app.signIn('ben'), await app.signIn('cleo')]
    const [mine, theirs] = [await createOrganization(ben), await createOrganization(cleo)]
    const board = await registerApp(cleo, theirs.org_id, { client_type: 'public' })
    const tokens = await redeemCode(board, await connectApp(board, 'ben', { org_id: mine.org_id }))
    expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
    expectStatus(await cleo.delete(`/v1/organizations/${theirs.org_id}`), 200)
    expect((await app.createClient(tokens.access_token).get('/v1/me')).body.type).toBe(revoked)
    const { data } = expectStatus(await ben.get('/v1/me/connected-apps'), 200)
    expect(data.map((row: { client_id: string }) => row.client_id)).not.toContain(board.client_id)
    await expect(refreshTokens(board, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test('during a refresh, and no token of it survives', async () => {
    for (let round = 0; round < 8; round++) {
      const ben = await createMember()
      const tokens = await connectAndRedeem(ben, 'tasks:write')
      const [refreshed] = await Promise.allSettled([
        refreshTokens(client, tokens.refresh_token),
        round % 2
          ? ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`)
          : ben
              .get('/v1/me/connected-apps')
              .then(({ body }) => ben.delete(`/v1/me/connected-apps/${body.data[0].grant_id}`)),
      ])
      const all = [tokens.access_token, ...(refreshed.status === 'fulfilled' ? [refreshed.value.access_token] : [])]
      for (const token of all) expect((await app.createClient(token).get('/v1/me')).body.type).toBe(revoked)
    }
  })
})

test('an app token cannot create or rotate tokens', async () => {
  const { access_token } = await connectAndRedeem(ada, 'admin')
  const board = app.createClient(access_token)
  const body = { org_id, name: 'Mine', scopes: ['tasks:read'] }
  expect((await board.post('/v1/tokens', { body })).status).toBe(403)
  const { token_id } = expectStatus(await ada.post('/v1/tokens', { body }), 200)
  expect((await board.post(`/v1/tokens/${token_id}/rotate`)).status).toBe(403)
  const { auth } = expectStatus(await board.get('/v1/me'), 200)
  expect((await board.post(`/v1/tokens/${auth.token_id}/rotate`)).status).toBe(403)
  expect((await ada.post(`/v1/tokens/${auth.token_id}/rotate`)).status).toBe(409)
})

test('a guest’s connection has the guest’s visibility', async () => {
  const guest = await app.signIn('guest')
  await insertMembership(guest, org_id, 'guest')
  const board = await registerApp(ada, org_id, { client_type: 'public', allowed_scopes: ['projects:read'] })
  const { project_id } = await createProject(ada, org_id)
  const { access_token } = await redeemCode(board, await connectApp(board, 'guest', { org_id }))
  expect((await app.createClient(access_token).get(`/v1/projects/detail/${project_id}`)).status).toBe(404)
})

test('the policy for personal tokens does not apply to apps, whose tokens last an hour', async () => {
  const cleo = await app.signIn('cleo')
  const created = await createOrganization(cleo)
  const body = { allow_personal_tokens: false, require_token_expiry: true, max_token_ttl_days: 1 }
  expectStatus(await cleo.patch(`/v1/organizations/${created.org_id}/settings`, { body }), 200)
  const tokens = await redeemCode(
    client,
    await connectApp(client, 'cleo', { org_id: created.org_id, scope: 'tasks:write' }),
  )
  expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
  expectStatus(
    await app.createClient((await refreshTokens(client, tokens.refresh_token)).access_token).get('/v1/me'),
    200,
  )
})

import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  buildClientAuth,
  startAuthorization,
  Browser,
  callbackUrl,
  connectApp,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const confidential = await registerApp(ada, org_id)
const device = await registerApp(ada, org_id, {
  client_type: 'public',
  redirect_uris: ['http://127.0.0.1/callback'],
})
const revoked = 'urn:svc:problem:token-revoked'

describe('an app', () => {
  test.each([
    ['confidential, by basic', confidential, 'basic'],
    ['confidential, by post', confidential, 'post'],
    ['public', device, 'basic'],
  ] as const)('(%s) gets a token for an hour that names its user', async (_, client, how) => {
    const back = await connectApp(client, 'ben', { org_id, scope: 'tasks:read projects:read' })
    expect(back.redirectUrl.href.startsWith(`${client.redirect_uri}?`)).toBe(true)
    expect(back.redirectUrl.searchParams.get('iss')).toBe(app.url)
    const tokens = await redeemCode(client, back, how)
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^svc_live_[0-9A-Za-z]{38}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'tasks:read projects:read',
    })
    const { principal, organizations, auth } = expectStatus(
      await app.createClient(tokens.access_token).get('/v1/me'),
      200,
    )
    expect(principal).toMatchObject({ type: 'user', username: 'ben' })
    expect(organizations).toMatchObject([{ org_id, role: 'member' }])
    expect(auth).toMatchObject({
      kind: 'token',
      scopes: ['tasks:read', 'projects:read'],
      project_ids: null,
      grant_type: 'authorization_code',
      token_kind: 'live',
      client_id: client.client_id,
    })
    const lives = Date.parse(auth.expires_at) - app.clock.now()
    expect(lives).toBeGreaterThan(3590_000)
    expect(lives).toBeLessThanOrEqual(3600_000)
  })

  test('works with openid-client as well', async () => {
    const config = await openid.discovery(
      new URL(app.url),
      confidential.client_id,
      undefined,
      openid.ClientSecretBasic(confidential.client_secret!),
      { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
    )
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callbackUrl,
      scope: 'tasks:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'here',
      resource: `${app.url}/v1`,
    })
    const browser = new Browser()
    const page = await openAuthorization(app, browser, url, 'ben')
    const back = await submitConsent(app, browser, page, { answer: 'allow', org: org_id })
    const checks = { pkceCodeVerifier: verifier, expectedState: 'here' }
    const tokens = await openid.authorizationCodeGrant(config, back.url, checks)
    const more = await openid.refreshTokenGrant(config, tokens.refresh_token!, { scope: 'tasks:read' })
    expectStatus(await app.createClient(more.access_token).get('/v1/tasks', { query: { limit: 1 } }), 200)
    await openid.tokenRevocation(config, more.refresh_token!)
    expect((await app.createClient(more.access_token).get('/v1/me')).body.type).toBe(revoked)
  })

  test('is notified when the user denies access', async () => {
    const browser = new Browser()
    const request = await startAuthorization(confidential, { state: 'kept as it is: ü&=' })
    const page = await openAuthorization(app, browser, request.url, 'ben')
    const { url } = await submitConsent(app, browser, page, { answer: 'deny' })
    expect(`${url.origin}${url.pathname}`).toBe(callbackUrl)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied the request.',
      state: 'kept as it is: ü&=',
      iss: app.url,
    })
    expect(() =>
      oauth.validateAuthResponse(confidential.as, { client_id: confidential.client_id }, url, request.state),
    ).toThrow('authorization response from the server is an error')
  })

  test('has the granted access and nothing else', async () => {
    const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const [seen, unseen] = [
      await createTask(ada, org_id, { project_id: inside.project_id }),
      await createTask(ada, org_id, { project_id: outside.project_id }),
    ]
    const consent = { org_id, scope: 'tasks:read', projects: [inside.project_id] }
    const { access_token, refresh_token } = await redeemCode(device, await connectApp(device, 'ben', consent))
    const board = app.createClient(access_token)
    expect(expectStatus(await board.get('/v1/me'), 200).auth.project_ids).toEqual([inside.project_id])
    expectStatus(await board.get(`/v1/tasks/${seen.task_id}`), 200)
    expect((await board.get(`/v1/tasks/${unseen.task_id}`)).status).toBe(404)
    const refused = await board.patch(`/v1/tasks/${seen.task_id}`, { body: { title: 'Mine' } })
    expect(refused.body.errors[0].required).toBe('tasks:write')
    const tokens = await refreshTokens(device, refresh_token)
    const later = app.createClient(tokens.access_token)
    expect(expectStatus(await later.get('/v1/me'), 200).auth.project_ids).toEqual([inside.project_id])
    expectStatus(await later.get(`/v1/tasks/${seen.task_id}`), 200)
    expect((await later.get(`/v1/tasks/${unseen.task_id}`)).status).toBe(404)
    const elsewhere = await createOrganization(ben)
    const other = await createTask(ben, elsewhere.org_id)
    expect((await board.get(`/v1/tasks/${other.task_id}`)).status).toBe(404)
  })
})

describe('a refresh token', () => {
  test('returns new tokens, and fewer scopes on request', async () => {
    const first = await redeemCode(device, await connectApp(device, 'ben', { org_id }))
    const second = await refreshTokens(device, first.refresh_token, { scope: 'tasks:read' })
    expect(second.scope).toBe('tasks:read')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expectStatus(await app.createClient(first.access_token).get('/v1/me'), 200)
    expectStatus(await app.createClient(second.access_token).get('/v1/me'), 200)
    const third = await refreshTokens(device, second.refresh_token)
    expect(third.scope).toBe('tasks:read tasks:write projects:read')
    await expect(refreshTokens(device, third.refresh_token, { scope: 'org:read' })).rejects.toMatchObject({
      error: 'invalid_scope',
    })
    await refreshTokens(device, third.refresh_token)
  })

  test('used again after the grace ends the connection with all its tokens, and the event says why', async () => {
    const first = await redeemCode(confidential, await connectApp(confidential, 'ben', { org_id }))
    const second = await refreshTokens(confidential, first.refresh_token)
    const third = await refreshTokens(confidential, second.refresh_token)
    const other = await redeemCode(confidential, await connectApp(confidential, 'ben', { org_id }))
    app.clock.advance(61_000)
    await expect(refreshTokens(confidential, first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    for (const { access_token } of [first, second, third])
      expect((await app.createClient(access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(confidential, third.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expectStatus(await app.createClient(other.access_token).get('/v1/me'), 200)
    const query = { org_id, action: 'oauth_grant.revoked' }
    const [event] = expectStatus(await ada.get('/v1/audit', { query }), 200).data
    expect(event).toMatchObject({ actor_kind: 'system', after: { revoke_reason: 'reuse_detected' } })
  })

  test('expires after 30 unused days; each use restarts the period', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.signIn('cleo')
    const created = await createOrganization(cleo)
    const client = await registerApp(cleo, created.org_id)
    const first = await redeemCode(client, await connectApp(client, 'cleo', { org_id: created.org_id }))
    mine.clock.advance(29 * 24 * 3600_000)
    expect((await mine.createClient(first.access_token).get('/v1/me')).body.type).toBe('urn:svc:problem:token-expired')
    const second = await refreshTokens(client, first.refresh_token)
    mine.clock.advance(29 * 24 * 3600_000)
    const third = await refreshTokens(client, second.refresh_token)
    expectStatus(await mine.createClient(third.access_token).get('/v1/me'), 200)
    mine.clock.advance(31 * 24 * 3600_000)
    await expect(refreshTokens(client, third.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    await mine.stop()
  })
})

describe('revocation', () => {
  const revokeToken = async (client: typeof device, token: string, hint?: string) =>
    oauth.revocationRequest(client.as, { client_id: client.client_id }, buildClientAuth(client), token, {
      [oauth.allowInsecureRequests]: true,
      ...(hint && { additionalParameters: { token_type_hint: hint } }),
    })

  test('of a refresh token ends the connection; of an access token only itself', async () => {
    const first = await redeemCode(device, await connectApp(device, 'ben', { org_id }))
    const given = await revokeToken(device, first.access_token, 'access_token')
    expect([given.status, await given.json()]).toEqual([200, {}])
    expect((await app.createClient(first.access_token).get('/v1/me')).body.type).toBe(revoked)
    const second = await refreshTokens(device, first.refresh_token)
    expectStatus(await app.createClient(second.access_token).get('/v1/me'), 200)
    // RFC 7009 section 2.1: a wrong hint is allowed.
    expect((await revokeToken(device, second.refresh_token, 'access_token')).status).toBe(200)
    expect((await app.createClient(second.access_token).get('/v1/me')).body.type).toBe(revoked)
    await expect(refreshTokens(device, second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('is 200 for an unknown token or another app’s, which stays valid; 401 for an unknown app', async () => {
    const tokens = await redeemCode(device, await connectApp(device, 'ben', { org_id }))
    for (const token of ['nothing', 'svc_live_nothing', tokens.access_token, tokens.refresh_token]) {
      const given = await revokeToken(confidential, token)
      expect([given.status, await given.json()]).toEqual([200, {}])
    }
    expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
    await refreshTokens(device, tokens.refresh_token)
    const outsider = await revokeToken({ ...device, client_id: 'svcc_0000000000000000' }, tokens.access_token)
    expect([outsider.status, await outsider.json()]).toMatchObject([401, { error: 'invalid_client' }])
  })
})

test('app activity is visible in the last use and in the user’s list of connections', async () => {
  const client = await registerApp(ada, org_id)
  const unused = await connectApp(client, 'ben', { org_id })
  const readCount = async () => expectStatus(await ada.get(`/v1/oauth/clients/${client.client_id}`), 200)
  expect((await readCount()).grants_count, 'nobody is connected before the app has a token').toBe(0)
  const { access_token } = await redeemCode(client, unused)
  expect((await readCount()).grants_count).toBe(1)
  await redeemCode(client, await connectApp(client, 'ben', { org_id }))
  await redeemCode(client, await connectApp(client, 'ada', { org_id }))
  expect((await readCount()).grants_count).toBe(2)
  await app.createClient(access_token).get('/v1/me')
  await app.services.identity.flushActivity()
  expect(await readCount()).toMatchObject({ use_count: 1, last_used_at: expect.any(String) })
  const { data } = expectStatus(await ben.get('/v1/me/connected-apps'), 200)
  const mine = data.filter((row: { client_id: string }) => row.client_id === client.client_id)
  expect(mine).toMatchObject([{ last_used_at: expect.any(String) }, { last_used_at: null }])
})

import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { scopeNames } from '../../src/core/scopes.ts'
import { reviewOAuthClientCommand } from '../../src/resources/platform/oauth-clients/review-command.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  createCliClient,
  connectApp,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const terminal = await createCliClient(app)

test.each(['http://127.0.0.1:1025/callback', 'http://[::1]:65535/callback'])(
  'the command line signs in by %s without registration, within the role of the user',
  async (redirect_uri) => {
    const mine = { ...terminal, redirect_uri }
    const owner = await redeemCode(mine, await connectApp(mine, 'ada', { org_id }))
    expect(owner.scope.split(' ')).toEqual(scopeNames)
    const tokens = await refreshTokens(mine, owner.refresh_token)
    const { auth } = expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
    expect(auth.client_id).toBe('svc-cli')
    const { scope } = await redeemCode(mine, await connectApp(mine, 'ben', { org_id }))
    expect(scope.split(' ')).toEqual(scopeNames.filter((name) => name !== 'admin'))
  },
)

test('openid-client signs in as the command line as well', async () => {
  const config = await openid.discovery(new URL(app.url), 'svc-cli', undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
    algorithm: 'oauth2',
  })
  const verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: terminal.redirect_uri,
    scope: 'tasks:read',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'here',
  })
  const browser = new Browser()
  const page = await openAuthorization(app, browser, url, 'ben')
  expect(page.text).toContain('is part of svc')
  expect(page.text).not.toContain('This app is not reviewed')
  const back = await submitConsent(app, browser, page, { answer: 'allow', org: org_id })
  const checks = { pkceCodeVerifier: verifier, expectedState: 'here' }
  const tokens = await openid.authorizationCodeGrant(config, back.url, checks)
  expectStatus(await app.createClient(tokens.access_token).get('/v1/tasks', { query: { limit: 1 } }), 200)
  const { data } = expectStatus(await ben.get('/v1/me/connected-apps'), 200)
  expect(data[0]).toMatchObject({ client_id: 'svc-cli', client_name: 'svc on the command line', org_id })
})

test('the command line needs no secret, but its own redirect URI and a code verifier', async () => {
  const invalid = ['http://127.0.0.1:1025/', 'http://localhost:1025/callback', 'https://127.0.0.1:1025/callback']
  for (const redirect_uri of invalid) {
    const { url } = await startAuthorization({ ...terminal, redirect_uri })
    expect((await openAuthorization(app, new Browser(), url, 'ben')).text).toContain('Unregistered redirect URI')
  }
  const { url } = await startAuthorization(terminal, {
    more: { code_challenge: undefined, code_challenge_method: undefined },
  })
  expect((await openAuthorization(app, new Browser(), url, 'ben')).url.searchParams.get('error')).toBe(
    'invalid_request',
  )
  const { refresh_token } = await redeemCode(terminal, await connectApp(terminal, 'ben', { org_id }))
  const form = { grant_type: 'refresh_token', client_id: 'svc-cli', client_secret: 'x', refresh_token }
  expect((await postForm(app, '/oauth/token', form)).body.error).toBe('invalid_client')
  const revoked = await oauth.revocationRequest(terminal.as, { client_id: 'svc-cli' }, oauth.None(), refresh_token, {
    [oauth.allowInsecureRequests]: true,
  })
  expect(revoked.status).toBe(200)
})

test('the command line cannot be changed, revoked or reviewed, and users are warned of apps with its name', async () => {
  const path = '/v1/oauth/clients/svc-cli'
  for (const response of [
    await ada.get(path),
    await ada.patch(path, { body: { name: 'Mine' } }),
    await ada.post(`${path}/rotate-secret`),
    await ada.delete(path),
  ])
    expect(response.status).toBe(404)
  await expect(
    reviewOAuthClientCommand.run(app.services, { client_id: 'svc-cli', review_state: 'private' }),
  ).rejects.toThrow('svc on the command line is a part of svc itself')
  const otto = await app.signIn('otto')
  const elsewhere = await createOrganization(otto)
  const other = await registerApp(otto, elsewhere.org_id, {
    name: 'svc on the command line',
    client_type: 'public',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  const { text } = await openAuthorization(app, new Browser(), (await startAuthorization(other)).url, 'ben')
  expect(text).toContain('This app is not reviewed')
  expect(text).not.toContain('part of svc')
})

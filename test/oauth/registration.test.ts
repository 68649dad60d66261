import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { CommandError } from '../../src/core/command.ts'
import { SYSTEM_ORG_ID } from '../../src/core/ids.ts'
import { scopeNames } from '../../src/core/scopes.ts'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { reviewOAuthClientCommand } from '../../src/resources/platform/oauth-clients/review-command.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import {
  openAuthorization,
  startAuthorization,
  Browser,
  connectApp,
  discoverMetadata,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const as = await discoverMetadata(app)

async function register(body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(as.registration_endpoint!, { method: 'POST', body: sent, headers })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
const native = { redirect_uris: ['http://127.0.0.1/callback'], client_name: 'Command line' }

describe('metadata', () => {
  test('of the server matches its behavior', async () => {
    expect(as).toEqual({
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      device_authorization_endpoint: `${app.url}/oauth/device_authorization`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      introspection_endpoint: `${app.url}/oauth/introspect`,
      registration_endpoint: `${app.url}/oauth/register`,
      scopes_supported: scopeNames,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${app.url}/docs`,
    })
  })

  test.each(['', '/v1'])('of the resource at %j names the server', async (path) => {
    const resource = new URL(`${app.url}${path}`)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const response = await oauth.resourceDiscoveryRequest(resource, insecure)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const found = await oauth.processResourceDiscoveryResponse(resource, response)
    expect(found.authorization_servers).toEqual([app.url])
    expect(found.scopes_supported).toEqual(scopeNames)
    expect(found.bearer_methods_supported).toEqual(['header'])
  })
})

describe('a self-registered app', () => {
  test('is public, belongs to the system, lacks the scope admin, and works', async () => {
    const links = { client_uri: 'https://cli.example', logo_uri: null, policy_uri: 'https://cli.example/p' }
    const created = await register({ ...native, ...links, token_endpoint_auth_method: 'none', software_id: 'x' })
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.body).toEqual({
      client_id: expect.stringMatching(/^svcc_/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Command line',
      redirect_uris: native.redirect_uris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: scopeNames.filter((scope) => scope !== 'admin').join(' '),
      client_uri: 'https://cli.example',
      policy_uri: 'https://cli.example/p',
    })
    const { client_id } = created.body
    const [row] = await app.sql('SELECT org_id, registration, client_type FROM oauth_clients WHERE client_id = $1', [
      client_id,
    ])
    expect(row).toEqual({ org_id: SYSTEM_ORG_ID, registration: 'dynamic', client_type: 'public' })
    const client = { app, client_id, client_secret: null, redirect_uri: 'http://127.0.0.1:4000/callback', as }
    const started = await startAuthorization(client, { scope: 'admin' })
    const page = await openAuthorization(app, new Browser(), started.url, 'ada')
    expect(page.text).toContain('This app is not reviewed.')
    expect(page.text).not.toContain('read the audit log')
    const tokens = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }))
    expectStatus(
      await app.createClient((await refreshTokens(client, tokens.refresh_token)).access_token).get('/v1/me'),
      200,
    )
    expect((await ada.get(`/v1/oauth/clients/${client_id}`)).status, 'it is no organization’s').toBe(404)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['what it asks for, when all is served', { token_endpoint_auth_method: 'none' }, {}],
    [
      'no secret where it would authenticate with a key',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://a.example/keys' },
      {},
    ],
    ['no secret where the method is unknown', { token_endpoint_auth_method: 'spiffe' }, {}],
    ['no secret where the method is null', { token_endpoint_auth_method: null }, {}],
    ...['client_secret_basic', 'client_secret_post'].map(
      (token_endpoint_auth_method): [string, Record<string, unknown>, Record<string, unknown>] => [
        `a secret for ${token_endpoint_auth_method}`,
        { token_endpoint_auth_method },
        {
          token_endpoint_auth_method,
          client_secret: expect.stringMatching(/^svcs_[\w-]{43}$/),
          client_secret_expires_at: 0,
        },
      ],
    ),
    [
      'of several grants those that are served',
      { grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit', 'password'] },
      {},
    ],
    ['the refresh of tokens, though it did not ask for it', { grant_types: ['authorization_code'] }, {}],
    [
      'the grant of devices, when it asks for it',
      { grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'urn:openid:params:grant-type:ciba'] },
      {
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    ['of several response types the code', { response_types: ['code', 'token', 'id_token'] }, {}],
    ['of several scopes those that are known', { scope: 'openid tasks:read' }, { scope: 'tasks:read' }],
  ])('is granted %s', async (_, requestedScope, granted) => {
    const created = await register({ ...native, scope: 'tasks:read', ...requestedScope })
    expect([created.status, created.body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^svcc_/),
        client_id_issued_at: expect.any(Number),
        client_name: 'Command line',
        redirect_uris: native.redirect_uris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: 'tasks:read',
        ...granted,
      },
    ])
  })

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'and is granted %s must send its secret',
    async (token_endpoint_auth_method) => {
      const { client_id, client_secret } = (await register({ ...native, token_endpoint_auth_method })).body
      const client = { app, client_id, client_secret, redirect_uri: 'http://127.0.0.1:4000/callback', as }
      const how = token_endpoint_auth_method === 'client_secret_basic' ? 'basic' : 'post'
      const first = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }), how)
      const form = { grant_type: 'refresh_token', client_id, refresh_token: first.refresh_token }
      for (const invalid of [{}, { client_secret: 'svcs_other' }] as Record<string, string>[]) {
        const { status, body } = await postForm(app, '/oauth/token', { ...form, ...invalid })
        expect([status, body.error]).toEqual([401, 'invalid_client'])
      }
      const second = await refreshTokens(client, first.refresh_token)
      expectStatus(await app.createClient(second.access_token).get('/v1/me'), 200)
      const [row] = await app.sql('SELECT row_to_json(c)::text AS all FROM oauth_clients c WHERE client_id = $1', [
        client_id,
      ])
      expect(JSON.stringify(row)).not.toContain(client_secret)
    },
  )

  test.each([
    ['cursor://anysphere.cursor-retrieval/oauth/callback', 'cursor://anysphere.cursor-retrieval'],
    ['com.example.app:/callback', 'com.example.app://'],
  ])('gets its code at %s', async (redirect_uri, displayed) => {
    const redirect_uris = [redirect_uri, 'https://localhost:3000/cb', 'http://127.0.0.1/callback']
    const { client_id } = (await register({ ...native, redirect_uris })).body
    const client = { app, client_id, client_secret: null, redirect_uri, as }
    const page = await openAuthorization(app, new Browser(), (await startAuthorization(client)).url, 'ada')
    expect(page.text).toContain(`a program on this device (<strong>${displayed}</strong>)`)
    const { protocol, host, pathname } = new URL(redirect_uri)
    const back = await connectApp(client, 'ada', { org_id, scope: 'tasks:read' })
    expect([back.redirectUrl.protocol, back.redirectUrl.host, back.redirectUrl.pathname]).toEqual([
      protocol,
      host,
      pathname,
    ])
    expectStatus(await app.createClient((await redeemCode(client, back)).access_token).get('/v1/me'), 200)
  })

  test.each<[string, string, unknown]>([
    ['no redirect', 'invalid_redirect_uri', { client_name: 'x' }],
    ['a redirect to http elsewhere', 'invalid_redirect_uri', { redirect_uris: ['http://a.example/cb'] }],
    ['a redirect that is no text', 'invalid_redirect_uri', { redirect_uris: [5] }],
    ['a redirect to a script', 'invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
    ['the implicit flow', 'invalid_client_metadata', { ...native, response_types: ['token'] }],
    ['another grant', 'invalid_client_metadata', { ...native, grant_types: ['password'] }],
    ['unknown scopes', 'invalid_client_metadata', { ...native, scope: 'everything' }],
    ['a link that is a script', 'invalid_client_metadata', { ...native, client_uri: 'javascript:alert(1)' }],
    ['a long name', 'invalid_client_metadata', { ...native, client_name: 'x'.repeat(101) }],
    ['a name with a NUL', 'invalid_client_metadata', { ...native, client_name: 'a\0b' }],
    ['a list', 'invalid_client_metadata', []],
    ['nothing', 'invalid_client_metadata', ''],
    ['no JSON', 'invalid_client_metadata', '{'],
    ['40 KB', 'invalid_client_metadata', { ...native, x: 'x'.repeat(40_000) }],
  ])('with %s is %s', async (_, error, body) => {
    const refused = await register(body)
    expect([refused.status, refused.body.error]).toEqual([400, error])
    expect(refused.body.error_description).toEqual(expect.any(String))
  })

  test('must send JSON, and gets 404 where registration is disabled', async () => {
    expect((await register(native, { 'content-type': 'text/plain' })).body.error).toBe('invalid_client_metadata')
    const closed = await startApp({ engine: app.engine, env: { OAUTH_DYNAMIC_REGISTRATION: 'off' } })
    expect(await discoverMetadata(closed)).not.toHaveProperty('registration_endpoint')
    expect((await fetch(`${closed.url}/oauth/register`, { method: 'POST', body: '{}' })).status).toBe(404)
    await closed.stop()
  })
})

describe('svc-server oauth review', () => {
  const reviewClient = (...args: string[]) =>
    Promise.resolve(reviewOAuthClientCommand.read(args)).then((input) =>
      reviewOAuthClientCommand.run(app.services, input),
    )

  test('lists an app and removes it again; both are events', async () => {
    const { client_id } = await registerApp(ada, org_id)
    const readState = async () => expectStatus(await ada.get(`/v1/oauth/clients/${client_id}`), 200).review_state
    expect(await reviewClient(client_id, 'listed')).toBe('Harbour board is listed now')
    expect(await readState()).toBe('listed')
    expect(await reviewClient(client_id, 'listed')).toBe('Harbour board is already listed')
    expect(await reviewClient(client_id, 'private')).toBe('Harbour board is private now')
    expect(await readState()).toBe('private')
    const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id, resource_id: client_id } }), 200)
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'oauth_client.updated', actor_kind: 'system', after: { review_state: 'private' } },
      { action: 'oauth_client.updated', actor_kind: 'system', after: { review_state: 'listed' } },
    ])
  })

  test('applies to the app as it was reviewed', async () => {
    const { client_id } = await registerApp(ada, org_id)
    const readStateAfter = async (body: object) => {
      await reviewClient(client_id, 'listed')
      return expectStatus(await ada.patch(`/v1/oauth/clients/${client_id}`, { body }), 200)
    }
    const { name, redirect_uris, allowed_scopes } = await readStateAfter({
      homepage_url: 'https://board.example.com/',
    })
    expect((await readStateAfter({ name, redirect_uris, allowed_scopes })).review_state).toBe('listed')
    expect((await readStateAfter({ name: 'Harbour bank' })).review_state).toBe('private')
    const elsewhere = [...redirect_uris, 'https://elsewhere.example.com/']
    expect((await readStateAfter({ redirect_uris: elsewhere })).review_state).toBe('private')
    expect((await readStateAfter({ redirect_uris })).review_state).toBe('listed')
    expect((await readStateAfter({ allowed_scopes: [...allowed_scopes, 'org:read'] })).review_state).toBe('private')
    expect((await readStateAfter({ allowed_scopes })).review_state).toBe('listed')
  })

  test('of a self-registered app covers the scopes that it had then', async () => {
    const { client_id } = (await register({ ...native, scope: 'tasks:write' })).body
    await reviewClient(client_id, 'listed')
    const client = { app, client_id, client_secret: null, redirect_uri: 'http://127.0.0.1:4000/callback', as }
    const loadConsentText = async (scope: string) =>
      (await openAuthorization(app, new Browser(), (await startAuthorization(client, { scope })).url, 'ada')).text
    expect(await loadConsentText('tasks:read tasks:write')).not.toContain('Nobody has reviewed')
    expect(await loadConsentText('tasks:read org:write')).toContain(
      'This app is not reviewed for all permissions that it requests.',
    )
  })

  test('explains errors', async () => {
    await expect(reviewClient('svcc_0000000000000000', 'listed')).rejects.toThrow(
      'there is no app svcc_0000000000000000',
    )
    const { client_id } = await registerApp(ada, org_id)
    for (const args of [[], [client_id], [client_id, 'good'], [client_id, 'listed', 'x']])
      await expect((async () => reviewClient(...args))()).rejects.toThrow(CommandError)
    await ada.delete(`/v1/oauth/clients/${client_id}`)
    await expect(reviewClient(client_id, 'listed')).rejects.toThrow('is revoked')
  })
})

test('an app registered by a developer with a custom scheme gets its code there', async () => {
  const redirect_uri = 'cursor://board.example/callback'
  const board = await registerApp(ada, org_id, { client_type: 'public', redirect_uris: [redirect_uri] })
  const back = await connectApp(board, 'ada', { org_id, scope: 'tasks:read' })
  expect(back.redirectUrl.href.startsWith(`${redirect_uri}?code=`)).toBe(true)
  expectStatus(await app.createClient((await redeemCode(board, back)).access_token).get('/v1/me'), 200)
  const body = { org_id, name: 'x', redirect_uris: ['javascript:/x'], allowed_scopes: ['tasks:read'] }
  const refused = await ada.post('/v1/oauth/clients', { body })
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'redirect_uris', 0]])
})

describe('cleanup', () => {
  test('deletes expired rows and leaves valid ones', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.signIn('cleo')
    const created = await createOrganization(cleo)
    const board = await registerApp(cleo, created.org_id, { client_type: 'public' })
    const count = async () => {
      const [row] = await mine.sql<Record<string, number>>(`SELECT
        (SELECT count(*)::int FROM oauth_requests) AS requests, (SELECT count(*)::int FROM browser_sessions) AS sessions,
        (SELECT count(*)::int FROM oauth_credentials) AS credentials, (SELECT count(*)::int FROM oauth_grants) AS grants,
        (SELECT count(*)::int FROM access_tokens) AS tokens, (SELECT count(*)::int FROM oauth_clients WHERE registration <> 'built_in') AS apps,
        (SELECT count(*)::int FROM token_organizations) AS noted`)
      const { noted, ...counts } = row!
      // Every token has a row in token_organizations.
      expect(noted).toBe(counts.tokens)
      return counts
    }
    const browser = new Browser()
    let tokens = await redeemCode(board, await connectApp(board, 'cleo', { org_id: created.org_id }, browser))
    await connectApp(board, 'cleo', { org_id: created.org_id }, browser)
    await openAuthorization(mine, browser, (await startAuthorization(board)).url, 'cleo')
    await fetch(`${mine.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(native),
    })
    expect(await count()).toEqual({ requests: 1, sessions: 1, credentials: 3, grants: 2, tokens: 1, apps: 2 })
    await deleteExpiredCredentials(mine.services)
    expect(await count()).toEqual({ requests: 1, sessions: 1, credentials: 3, grants: 2, tokens: 1, apps: 2 })
    mine.clock.advance(2 * 3600_000)
    tokens = await refreshTokens(board, tokens.refresh_token)
    await deleteExpiredCredentials(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 1, credentials: 2, grants: 1, tokens: 2, apps: 2 })
    mine.clock.advance(25 * 3600_000)
    await deleteExpiredCredentials(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 0, credentials: 2, grants: 1, tokens: 0, apps: 2 })
    const again = await refreshTokens(board, tokens.refresh_token)
    expectStatus(await mine.createClient(again.access_token).get('/v1/me'), 200)
    mine.clock.advance(91 * 24 * 3600_000)
    await deleteExpiredCredentials(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 0, credentials: 0, grants: 0, tokens: 0, apps: 1 })
    await mine.stop()
  })
})

import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { CommandError } from '../../src/kernel/services/command.ts'
import { systemOrganization } from '../../src/kernel/values/ids.ts'
import { scopeNames } from '../../src/kernel/scopes.ts'
import { deleteOutdated } from '../../src/oauth/cleanup.ts'
import { reviewClient } from '../../src/resources/oauth-clients/review.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { organization } from '../support/factories.ts'
import { arrive, begin, Browser, connect, metadata, redeem, refresh, registerApp } from '../support/oauth.ts'

const app = await startApp()
const ada = await app.session('ada')
const { org_id } = await organization(ada)
const as = await metadata(app)

async function register(
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(as.registration_endpoint!, { method: 'POST', body: sent, headers })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const native = { redirect_uris: ['http://127.0.0.1/callback'], client_name: 'Command line' }

describe('metadata', () => {
  test('of the server is what it does', async () => {
    expect(as).toEqual({
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      device_authorization_endpoint: `${app.url}/oauth/device_authorization`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      registration_endpoint: `${app.url}/oauth/register`,
      scopes_supported: scopeNames,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${app.url}/docs`,
    })
  })

  test.each(['', '/v1'])('of the resource at %j leads to the server', async (path) => {
    const resource = new URL(`${app.url}${path}`)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const answer = await oauth.resourceDiscoveryRequest(resource, insecure)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const found = await oauth.processResourceDiscoveryResponse(resource, answer)
    expect(found.authorization_servers).toEqual([app.url])
    expect(found.scopes_supported).toEqual(scopeNames)
    expect(found.bearer_methods_supported).toEqual(['header'])
  })
})

describe('an app that registers itself', () => {
  test('is public, of the system, without the scope admin, and works', async () => {
    const links = { client_uri: 'https://cli.example', logo_uri: null, policy_uri: 'https://cli.example/p' }
    const made = await register({ ...native, ...links, token_endpoint_auth_method: 'none', software_id: 'x' })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('no-store')
    expect(made.body).toEqual({
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
    const { client_id } = made.body
    const [row] = await app.sql(
      'SELECT org_id, registration, client_type FROM oauth_clients WHERE client_id = $1',
      [client_id],
    )
    expect(row).toEqual({ org_id: systemOrganization, registration: 'dynamic', client_type: 'public' })
    const client = { app, client_id, client_secret: null, redirect_uri: 'http://127.0.0.1:4000/callback', as }
    const asked = await begin(client, { scope: 'admin' })
    const page = await arrive(app, new Browser(), asked.url, 'ada')
    expect(page.text).toContain('Nobody has reviewed this app.')
    expect(page.text).not.toContain('read the audit log')
    const tokens = await redeem(client, await connect(client, 'ada', { org_id, scope: 'tasks:read' }))
    expectStatus(
      await app.bearer((await refresh(client, tokens.refresh_token)).access_token).get('/v1/me'),
      200,
    )
    expect((await ada.get(`/v1/oauth/clients/${client_id}`)).status, 'it is no organization’s').toBe(404)
  })

  test.each<[string, string, unknown]>([
    ['no redirect', 'invalid_redirect_uri', { client_name: 'x' }],
    ['a redirect to http elsewhere', 'invalid_redirect_uri', { redirect_uris: ['http://a.example/cb'] }],
    ['a redirect that is no text', 'invalid_redirect_uri', { redirect_uris: [5] }],
    ['a redirect to a script', 'invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
    ['a secret', 'invalid_client_metadata', { ...native, token_endpoint_auth_method: 'client_secret_basic' }],
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

  test('has to send JSON, and finds no endpoint where this is switched off', async () => {
    expect((await register(native, { 'content-type': 'text/plain' })).body.error).toBe(
      'invalid_client_metadata',
    )
    const closed = await startApp({ engine: app.engine, env: { OAUTH_DYNAMIC_REGISTRATION: 'off' } })
    expect(await metadata(closed)).not.toHaveProperty('registration_endpoint')
    expect((await fetch(`${closed.url}/oauth/register`, { method: 'POST', body: '{}' })).status).toBe(404)
    await closed.stop()
  })
})

describe('svc-server oauth review', () => {
  const review = (...args: string[]) =>
    Promise.resolve(reviewClient.read(args)).then((input) => reviewClient.run(app.services, input))

  test('lists an app, and takes that back; the ledger has it', async () => {
    const { client_id } = await registerApp(ada, org_id)
    const state = async () => expectStatus(await ada.get(`/v1/oauth/clients/${client_id}`), 200).review_state
    expect(await review(client_id, 'listed')).toBe('Harbour board is listed now')
    expect(await state()).toBe('listed')
    expect(await review(client_id, 'listed')).toBe('Harbour board was listed already')
    expect(await review(client_id, 'private')).toBe('Harbour board is private now')
    expect(await state()).toBe('private')
    const { data } = expectStatus(
      await ada.get('/v1/audit', { query: { org_id, resource_id: client_id } }),
      200,
    )
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'oauth_client.updated', actor_kind: 'system', after: { review_state: 'private' } },
      { action: 'oauth_client.updated', actor_kind: 'system', after: { review_state: 'listed' } },
    ])
  })

  test('holds for the app as it was reviewed', async () => {
    const { client_id } = await registerApp(ada, org_id)
    const changed = async (body: object) => {
      await review(client_id, 'listed')
      return expectStatus(await ada.patch(`/v1/oauth/clients/${client_id}`, { body }), 200)
    }
    const { name, redirect_uris, allowed_scopes } = await changed({
      homepage_url: 'https://board.example.com/',
    })
    expect((await changed({ name, redirect_uris, allowed_scopes })).review_state).toBe('listed')
    expect((await changed({ name: 'Harbour bank' })).review_state).toBe('private')
    const elsewhere = [...redirect_uris, 'https://elsewhere.example.com/']
    expect((await changed({ redirect_uris: elsewhere })).review_state).toBe('private')
    expect((await changed({ redirect_uris })).review_state).toBe('listed')
    expect((await changed({ allowed_scopes: [...allowed_scopes, 'org:read'] })).review_state).toBe('private')
    expect((await changed({ allowed_scopes })).review_state).toBe('listed')
  })

  test('of one that registered itself is for the scopes that it named then', async () => {
    const { client_id } = (await register({ ...native, scope: 'tasks:write' })).body
    await review(client_id, 'listed')
    const client = { app, client_id, client_secret: null, redirect_uri: 'http://127.0.0.1:4000/callback', as }
    const shown = async (scope: string) =>
      (await arrive(app, new Browser(), (await begin(client, { scope })).url, 'ada')).text
    expect(await shown('tasks:read tasks:write')).not.toContain('Nobody has reviewed')
    expect(await shown('tasks:read org:write')).toContain(
      'Nobody has reviewed this app for all that it asks for.',
    )
  })

  test('says what is wrong', async () => {
    await expect(review('svcc_0000000000000000', 'listed')).rejects.toThrow(
      'there is no app svcc_0000000000000000',
    )
    const { client_id } = await registerApp(ada, org_id)
    for (const args of [[], [client_id], [client_id, 'good'], [client_id, 'listed', 'x']])
      await expect((async () => review(...args))()).rejects.toThrow(CommandError)
    await ada.delete(`/v1/oauth/clients/${client_id}`)
    await expect(review(client_id, 'listed')).rejects.toThrow('is revoked')
  })
})

describe('cleaning up', () => {
  test('deletes what has expired, and leaves all that works', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.session('cleo')
    const made = await organization(cleo)
    const board = await registerApp(cleo, made.org_id, { client_type: 'public' })
    const count = async () => {
      const [row] = await mine.sql<Record<string, number>>(`SELECT
        (SELECT count(*)::int FROM oauth_requests) AS requests, (SELECT count(*)::int FROM browser_sessions) AS sessions,
        (SELECT count(*)::int FROM oauth_credentials) AS credentials, (SELECT count(*)::int FROM oauth_grants) AS grants,
        (SELECT count(*)::int FROM access_tokens) AS tokens, (SELECT count(*)::int FROM oauth_clients WHERE registration <> 'built_in') AS apps,
        (SELECT count(*)::int FROM token_organizations) AS noted`)
      const { noted, ...kept } = row!
      // Where a token lies is known as long as it is there.
      expect(noted).toBe(kept.tokens)
      return kept
    }
    const browser = new Browser()
    let tokens = await redeem(board, await connect(board, 'cleo', { org_id: made.org_id }, browser))
    await connect(board, 'cleo', { org_id: made.org_id }, browser)
    await arrive(mine, browser, (await begin(board)).url, 'cleo')
    await fetch(`${mine.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(native),
    })
    expect(await count()).toEqual({ requests: 1, sessions: 1, credentials: 3, grants: 2, tokens: 1, apps: 2 })
    await deleteOutdated(mine.services)
    expect(await count()).toEqual({ requests: 1, sessions: 1, credentials: 3, grants: 2, tokens: 1, apps: 2 })
    mine.clock.advance(2 * 3600_000)
    tokens = await refresh(board, tokens.refresh_token)
    await deleteOutdated(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 1, credentials: 2, grants: 1, tokens: 2, apps: 2 })
    mine.clock.advance(25 * 3600_000)
    await deleteOutdated(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 0, credentials: 2, grants: 1, tokens: 0, apps: 2 })
    const again = await refresh(board, tokens.refresh_token)
    expectStatus(await mine.bearer(again.access_token).get('/v1/me'), 200)
    mine.clock.advance(91 * 24 * 3600_000)
    await deleteOutdated(mine.services)
    expect(await count()).toEqual({ requests: 0, sessions: 0, credentials: 0, grants: 0, tokens: 0, apps: 1 })
    await mine.stop()
  })
})

import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { getDocumentCache } from '../../src/oauth/client-documents/resolve.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createAuthority } from '../support/certificates.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import {
  openAuthorization,
  startAuthorization,
  Browser,
  connectApp,
  discoverMetadata,
  redeemCode,
  refreshTokens,
  type TestClient,
} from '../support/oauth.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const authority = createAuthority()
const certificate = authority.issueCertificate({ names: ['localhost'] })
/** Current response of the host of the documents. */
let respond: RequestListener = () => undefined
const host = await startReceiver((request, response) => respond(request, response), {
  server: (listener) => createServer(certificate, listener),
})
afterAll(() => host.close())

const app = await startApp()
getDocumentCache(app.services, { ca: authority.cert })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const browser = new Browser()
const redirect_uri = 'http://127.0.0.1/callback'

let documents = 0
const generateUrl = () => `https://localhost:${host.port}/apps/${++documents}.json`
const buildMetadata = (url: string, values: object = {}) => ({
  client_id: url,
  client_name: 'Agent',
  redirect_uris: [redirect_uri],
  token_endpoint_auth_method: 'none',
  ...values,
})
const respondWithJson = (body: unknown, headers = {}): RequestListener => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (_, response) => void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text)
}
const buildClient = async (url: string, at: TestApp = app): Promise<TestClient> => ({
  app: at,
  client_id: url,
  client_secret: null,
  redirect_uri: 'http://127.0.0.1:4321/callback',
  as: await discoverMetadata(at),
})
/** Opens the consent page for a user; returns its status and HTML. */
async function openConsent(url: string, more: Record<string, string> = {}, at: TestApp = app) {
  const { url: address } = await startAuthorization(await buildClient(url, at), { more })
  const displayed = await fetch(address, { redirect: 'manual' })
  return { status: displayed.status, text: await displayed.text() }
}
const goesOn = 303

describe('an app with a client metadata document', () => {
  test('is connected, shown with its host, and works while its document is unavailable', async () => {
    expect(await discoverMetadata(app)).toMatchObject({ client_id_metadata_document_supported: true })
    const url = generateUrl()
    respond = respondWithJson(
      buildMetadata(url, { scope: 'tasks:read offline_access', client_uri: 'https://agent.example' }),
    )
    const client = await buildClient(url)
    const page = await openAuthorization(app, browser, (await startAuthorization(client)).url, 'ada')
    expect(page.text).toContain(`Provided by <strong>localhost:${host.port}</strong>`)
    expect(page.text).toContain('This app is not reviewed.')
    const first = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }, browser))
    expect(first.scope).toBe('tasks:read')
    const { auth } = expectStatus(await app.createClient(first.access_token).get('/v1/me'), 200)
    expect(auth.client_id).toMatch(/^svcc_/)
    expect(host.requests.filter((got) => url.endsWith(got.url))).toHaveLength(1)
    respond = (_, response) => void response.writeHead(404).end()
    app.clock.advance(2 * 3600_000)
    const second = await refreshTokens(client, first.refresh_token)
    expectStatus(await app.createClient(second.access_token).get('/v1/me'), 200)
    expect((await openConsent(url)).status, 'nobody new is sent by it').toBe(400)
    expect((await openConsent(auth.client_id)).status, 'nor under the id that it has here').toBe(400)
  })

  test('follows its document, and keeps its connections', async () => {
    const url = generateUrl()
    respond = respondWithJson(buildMetadata(url), { 'cache-control': 'public, max-age=600' })
    const client = await buildClient(url)
    const first = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }, browser))
    await app.sql(`UPDATE oauth_clients SET review_state = 'listed' WHERE metadata_url = $1`, [url])
    const elsewhere = { redirect_uri: 'https://agent.example/callback' }
    const changed = buildMetadata(url, { client_name: 'Agent 2', redirect_uris: [elsewhere.redirect_uri] })
    respond = respondWithJson(changed)
    expect((await openConsent(url, elsewhere)).status, 'within its ten minutes').toBe(400)
    app.clock.advance(601_000)
    expect((await openConsent(url, elsewhere)).status).toBe(goesOn)
    expect((await openConsent(url)).status, 'the old address is none any more').toBe(400)
    expect(await app.sql('SELECT name, review_state FROM oauth_clients WHERE metadata_url = $1', [url])).toEqual([
      { name: 'Agent 2', review_state: 'private' },
    ])
    await refreshTokens(client, first.refresh_token)
  })

  test('stays revoked after an operator has revoked it', async () => {
    const url = generateUrl()
    respond = respondWithJson(buildMetadata(url))
    expect((await openConsent(url)).status).toBe(goesOn)
    await app.sql(`UPDATE oauth_clients SET revoked_at = now() WHERE metadata_url = $1`, [url])
    app.clock.advance(25 * 3600_000)
    const before = host.connections
    expect([(await openConsent(url)).status, host.connections]).toEqual([400, before])
  })

  test('is deleted when no user is connected to it', async () => {
    const url = generateUrl()
    respond = respondWithJson(buildMetadata(url))
    await openConsent(url)
    const count = () => app.sql('SELECT 1 AS one FROM oauth_clients WHERE metadata_url = $1', [url])
    await deleteExpiredCredentials(app.services)
    expect(await count()).toHaveLength(1)
    app.clock.advance(26 * 3600_000)
    await deleteExpiredCredentials(app.services)
    expect(await count()).toHaveLength(0)
  })
})

describe('a metadata document', () => {
  const respondWithStatus =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(code, headers).end('{}')

  test.each<[string, string, (url: string) => RequestListener]>([
    ['of another address', 'a client_id other than', (url) => respondWithJson(buildMetadata(`${url}x`))],
    [
      'with a secret',
      'must not contain client_secret',
      (url) => respondWithJson(buildMetadata(url, { client_secret: 'x' })),
    ],
    [
      'without a code',
      'grant_types takes',
      (url) => respondWithJson(buildMetadata(url, { grant_types: ['implicit'] })),
    ],
    [
      'without a valid redirect URI',
      'redirect_uris must be an array of 1 to 10',
      (url) =>
        respondWithJson(buildMetadata(url, { redirect_uris: ['http://a.example/', 'javascript://callback', 5] })),
    ],
    [
      'whose link is a script',
      'client_uri must be',
      (url) => respondWithJson(buildMetadata(url, { client_uri: 'javascript:1' })),
    ],
    ['that is a list', 'is not a JSON object', () => respondWithJson([])],
    ['that is none', 'is not a JSON object', () => respondWithJson('{')],
    [
      'that is a page',
      'is not application/json',
      (url) => respondWithJson(buildMetadata(url), { 'content-type': 'text/html' }),
    ],
    ['of 17 KB', 'is longer than 16 KB', (url) => respondWithJson(buildMetadata(url, { x: 'x'.repeat(17 * 1024) }))],
    ['that is elsewhere', 'returned status 302', () => respondWithStatus(302, { location: '/other' })],
    ['that is gone', 'returned status 404', () => respondWithStatus(404)],
    ['of a host that hangs up', 'could not be read', () => (request) => void request.socket.destroy()],
  ])('%s is rejected on a page that says so: %s', async (_, why, responding) => {
    const url = generateUrl()
    respond = responding(url)
    const displayed = await openConsent(url)
    expect([displayed.status, displayed.text]).toEqual([400, expect.stringContaining(why)])
    expect(await app.sql('SELECT 1 FROM oauth_clients WHERE metadata_url = $1', [url])).toEqual([])
  })

  test('may contain fields for other servers, which are ignored', async () => {
    const url = generateUrl()
    const more = {
      redirect_uris: ['intent://callback', redirect_uri],
      response_types: ['code', 'token'],
      token_endpoint_auth_method: 'private_key_jwt',
    }
    respond = respondWithJson(
      buildMetadata(url, { ...more, grant_types: ['authorization_code', 'password'], scope: 'openid' }),
    )
    expect((await openConsent(url)).status).toBe(goesOn)
  })

  test.each(['client_secret_basic', 'client_secret_post'])(
    'that requests %s and a custom scheme describes a public app',
    async (token_endpoint_auth_method) => {
      const url = generateUrl()
      const uri = 'agent://oauth/callback'
      respond = respondWithJson(buildMetadata(url, { redirect_uris: [uri], token_endpoint_auth_method }))
      const client = { ...(await buildClient(url)), redirect_uri: uri }
      const tokens = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }, browser))
      expectStatus(await app.createClient(tokens.access_token).get('/v1/me'), 200)
    },
  )

  test('is not fetched again immediately after a failure, and once for concurrent requests', async () => {
    const url = generateUrl()
    const countRequests = () => host.requests.filter((got) => url.endsWith(got.url)).length
    respond = respondWithStatus(500)
    await openConsent(url)
    respond = respondWithJson(buildMetadata(url))
    expect([(await openConsent(url)).status, countRequests()]).toEqual([400, 1])
    app.clock.advance(31_000)
    const all = await Promise.all([openConsent(url), openConsent(url), openConsent(url)])
    expect([all.map((one) => one.status), countRequests()]).toEqual([[goesOn, goesOn, goesOn], 2])
  })
})

test.each([
  'http://localhost/app.json',
  'https://localhost',
  'https://localhost/',
  'https://localhost/a/../app.json',
  'https://localhost/%2e%2e/app.json',
  'https://ada@localhost/app.json',
  'https://localhost/app.json#x',
  'https://LOCALHOST/app.json',
  `https://localhost/${'x'.repeat(500)}`,
])('%s is not a valid document URL', async (url) => {
  const before = host.connections
  const displayed = await openConsent(url.replace('localhost', `localhost:${host.port}`))
  expect([displayed.status, host.connections]).toEqual([400, before])
})

test('where the operator disables documents, new connections are rejected and existing ones continue', async () => {
  const [known, unknown] = [generateUrl(), generateUrl()]
  respond = respondWithJson(buildMetadata(known))
  const client = await buildClient(known)
  const first = await redeemCode(client, await connectApp(client, 'ada', { org_id, scope: 'tasks:read' }, browser))
  respond = respondWithJson(buildMetadata(unknown))
  const { config } = app.services
  config.oauthClientDocuments = false
  try {
    expect(await discoverMetadata(app)).toMatchObject({ client_id_metadata_document_supported: false })
    const before = host.connections
    for (const url of [known, unknown]) expect((await openConsent(url)).status).toBe(400)
    expect(host.connections).toBe(before)
    await refreshTokens(client, first.refresh_token)
  } finally {
    config.oauthClientDocuments = true
  }
})

test('a private address is not fetched, nor any host for a client that requests too many', async () => {
  const closed = await startApp({ engine: app.engine, env: { OAUTH_DOCUMENT_ALLOW_CIDRS: '' } })
  getDocumentCache(closed.services, { ca: authority.cert })
  for (const name of ['localhost', '127.0.0.1', '169.254.169.254', '[::1]']) {
    const before = host.connections
    const displayed = await openConsent(`https://${name}:${host.port}/app.json`, {}, closed)
    expect([displayed.status, displayed.text]).toEqual([400, expect.stringContaining('URL that is not allowed')])
    expect(host.connections).toBe(before)
  }
  await closed.stop()
  const limited = await startApp({ engine: app.engine, env: { RATE_LIMIT_ADDRESS: '60' } })
  getDocumentCache(limited.services, { ca: authority.cert })
  const url = generateUrl()
  respond = respondWithJson(buildMetadata(url))
  expect((await openConsent(url, {}, limited)).status).toBe(goesOn)
  respond = respondWith404
  await openConsent(generateUrl(), {}, limited)
  const before = host.connections
  const refused = await openConsent(generateUrl(), {}, limited)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('too many client documents')])
  limited.clock.advance(61 * 60_000)
  await Promise.all([generateUrl(), generateUrl(), generateUrl()].map((one) => openConsent(one, {}, limited)))
  expect((await openConsent(url, {}, limited)).status, 'one that is known is taken as it was').toBe(goesOn)
  expect(host.connections).toBe(before + 2)
  await limited.stop()
})

const respondWith404: RequestListener = (_, response) => void response.writeHead(404).end()

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { signInAt, type ConsoleClient } from '../support/sign-in.ts'

let provider: TestProvider
let app: TestApp
let page: ConsoleClient
let org_id: string
const toMillis = (count: number) => count * 60_000

beforeAll(async () => {
  provider = await openProvider()
  app = await startApp({ env: { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' } })
  page = await signInAt(app, provider)
  org_id = expectStatus(await page.post('/v1/organizations', { body: { name: 'Harbour' } }), 201).org_id
})
afterAll(() => provider.close())

const signInAgain = (query = '') => signInAt(app, provider, { query, browser: page.browser })

const kinds: [what: string, asked: () => Promise<Reply>][] = [
  ['minting a token', () => page.post('/v1/tokens', { body: { org_id, name: 'x', scopes: ['tasks:read'] } })],
  ['inviting an owner', () => invite('owner')],
  ['deleting an organization', () => page.delete(`/v1/organizations/${org_id}`)],
  // Checked before any lookup, so these need not exist.
  ['replacing a token', () => page.post('/v1/tokens/T1/rotate')],
  ['changing an invite to the role owner', () => asOwner('/v1/organization-invites/I1')],
  ['making a member an owner', () => asOwner(`/v1/organization-members/${org_id}/${org_id}`)],
]
const asOwner = (path: string) => page.patch(path, { body: { role: 'owner' } })
const invite = (role: string) =>
  page.post('/v1/organization-invites', { body: { org_id, email: `${role}@dev.invalid`, role } })

test.each(kinds)('%s requires a sign-in within ten minutes, by the provider’s auth_time', async (_, call) => {
  // Signed in just now, by a provider that authenticated the user an hour before.
  provider.authenticated = Date.now() - toMillis(60)
  await signInAgain()
  const refused = await call()
  expect([refused.status, refused.body.type]).toEqual([403, 'urn:svc:problem:fresh-sign-in-required'])
})

test('a provider without auth_time is asked to authenticate again', async () => {
  provider.authenticated = undefined
  await signInAgain()
  expectStatus(await kinds[0]![1](), 403)
  await signInAgain('?fresh=1')
  expect(provider.authorizationRequest.get('prompt')).toBe('login')
  expectStatus(await kinds[0]![1](), 200)
})

test('a recent sign-in is valid for ten minutes, and other operations need none', async () => {
  provider.authenticated = app.clock.now()
  await signInAgain('?fresh=1')
  expectStatus(await kinds[0]![1](), 200)
  app.clock.advance(toMillis(9))
  expectStatus(await kinds[0]![1](), 200)
  app.clock.advance(toMillis(2))
  expectStatus(await kinds[0]![1](), 403)
  expectStatus(await invite('member'), 200)
})

test('signing out continues at the provider, with the encrypted ID token as a hint', async () => {
  const { to } = expectStatus(await page.post('/auth/sign-out'), 200)
  const way = new URL(to)
  expect(way.origin + way.pathname).toBe(`${provider.url}/sign-out`)
  expect(way.searchParams.get('id_token_hint')).toBe(provider.idToken)
  expect(way.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`)
  const [{ stored } = { stored: '' }] = await app.sql<{ stored: string }>(
    `SELECT coalesce(string_agg(id_token, ''), '') AS stored FROM browser_sessions`,
  )
  expect(stored).not.toContain(createHash('sha256').update(provider.idToken).digest('base64url'))
  expect(stored).not.toContain(provider.idToken.split('.')[1])
})

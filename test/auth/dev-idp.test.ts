import { mkdtempSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNUSED_REDIRECT_URI } from '../../src/commands/cli/redirect-listener.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { createSessionTokenVerifier } from '../../src/auth/oidc/session-token.ts'
import { registerDevIdentityProvider } from '../../src/oauth/dev-idp/routes.ts'
import { login } from '../support/login.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-dev-idp-'))
let app: FastifyInstance
let baseUrl: string

async function start(port = 0): Promise<void> {
  app = Fastify()
  const config = loadConfig({ PORT: String(port), DATA_DIR: dataDir })
  await registerDevIdentityProvider(app, config, () => baseUrl)
  app.get('/elsewhere', (request) => request.url)
  await app.listen({ port, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

beforeAll(() => start())
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

const createVerifier = () => createSessionTokenVerifier({ issuer: `${baseUrl}/dev-idp`, audience: baseUrl })

describe('the authorization code flow', () => {
  test('returns a JWT that the ordinary verifier accepts', async () => {
    const token = await login(baseUrl, 'Ada')
    expect(await createVerifier().verify(token)).toMatchObject({
      issuer: `${baseUrl}/dev-idp`,
      subject: 'ada',
      preferred_username: 'Ada',
      email: 'ada@dev.invalid',
      email_verified: true,
      name: 'Ada',
    })
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    const { exp = 0, iat = 0 } = decodeJwt(token)
    expect(exp - iat).toBe(12 * 60 * 60)
  })

  test('accepts an email, verified or not, also for two concurrent users with one name', async () => {
    const [one, two] = await Promise.all([
      login(baseUrl, 'ben', { email: 'ben@example.com', email_verified: false }),
      login(baseUrl, 'ben', { email: 'b@example.com' }),
    ])
    expect(await createVerifier().verify(one)).toMatchObject({ email: 'ben@example.com', email_verified: false })
    expect(await createVerifier().verify(two)).toMatchObject({
      subject: 'ben',
      email: 'b@example.com',
      email_verified: true,
    })
  })

  test('explains an invalid name or email', async () => {
    await expect(login(baseUrl, 'x'.repeat(65))).rejects.toThrow('Enter a name of 1 to 64 characters.')
    for (const email of ['nope', `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.example`])
      await expect(login(baseUrl, 'ada', { email })).rejects.toThrow('Enter a valid email address.')
  })

  test('keeps its private key and its sessions over a restart', async () => {
    const token = await login(baseUrl, 'ada')
    expect(statSync(path.join(dataDir, 'dev-idp-key.json')).mode & 0o777).toBe(0o600)
    const port = Number(new URL(baseUrl).port)
    await app.close()
    await start(port)
    await expect(createVerifier().verify(token)).resolves.toMatchObject({ subject: 'ada' })
  })
})

describe('the sign-in page', () => {
  async function openPage(parameters: Record<string, string> = {}): Promise<Response> {
    const params: Record<string, string> = {
      client_id: 'svc',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: UNUSED_REDIRECT_URI,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...parameters,
    }
    const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value))
    const first = await fetch(`${baseUrl}/dev-idp/auth?${query}`, { redirect: 'manual' })
    const location = first.headers.get('location')
    if (!location?.includes('/interaction/')) return first
    const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0])
    return fetch(new URL(location, baseUrl), { headers: { cookie: cookie.join('; ') } })
  }

  test('needs no script, describes itself, and lets its form lead to the app alone', async () => {
    const page = await openPage({ redirect_uri: 'http://127.0.0.1:5123/callback' })
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:5123;")
    expect(policy).toContain("frame-ancestors 'none'")
    const html = await page.text()
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('development provider')
    expect(html).not.toContain('<script')
  })

  test('shows the content of a name as text', async () => {
    await login(baseUrl, '<b>"x')
    expect(await (await openPage()).text()).toContain('&lt;b&gt;&quot;x')
  })

  test.each<[string, Record<string, string>]>([
    ['a redirect address that is not registered', { redirect_uri: 'http://127.0.0.1/other' }],
    ['a redirect address elsewhere', { redirect_uri: 'https://evil.example/callback' }],
    ['an unknown client', { client_id: 'other' }],
  ])('is not shown with %s', async (_, parameters) => {
    const response = await openPage(parameters)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('Sign-in refused')
  })

  test.each<[string, Record<string, string>]>([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['an implicit flow', { response_type: 'token' }],
  ])('%s is returned to the app as an error', async (_, parameters) => {
    const response = await openPage(parameters)
    expect(response.headers.get('location')).toMatch(/[?&#]error=/)
  })

  test('is shown at every sign-in, regardless of earlier ones', async () => {
    const response = await openPage({ prompt: 'none' })
    expect(response.headers.get('location')).toContain('error=login_required')
  })

  test('reports a sign-in that is not pending', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${baseUrl}/dev-idp/interaction/nothing`, { method })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This sign-in has expired')
    }
  })
})

describe('availability', () => {
  test('is disabled in production and on a public address', async () => {
    const config = loadConfig({})
    const bare = Fastify()
    await expect(registerDevIdentityProvider(bare, { ...config, production: true })).rejects.toThrow('OIDC_ISSUER')
    const exposed = { ...config, baseUrl: 'https://tasks.example.com' }
    await expect(registerDevIdentityProvider(bare, exposed)).rejects.toThrow('OIDC_ISSUER')
  })

  test.each([
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:9' },
    { origin: 'null' },
  ])('a request from another origin is rejected: %o', async (headers) => {
    const response = await app.inject({ url: '/dev-idp/.well-known/openid-configuration', headers })
    expect(response.statusCode).toBe(421)
  })

  test.each([
    { remoteAddress: '192.0.2.7' },
    { remoteAddress: '::ffff:192.0.2.7' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
  ])('a request from another machine is rejected, whatever the Host: %o', async ({ remoteAddress, headers }) => {
    const sendRequest = (method: 'GET' | 'POST', url: string, accept: string) =>
      app.inject({
        method,
        url,
        ...(remoteAddress && { remoteAddress }),
        headers: { host: 'localhost', accept, ...headers },
      })
    for (const url of ['/dev-idp/.well-known/openid-configuration', '/dev-idp/token', '/dev-idp/interaction/x']) {
      for (const method of ['GET', 'POST'] as const) {
        const problem = await sendRequest(method, url, 'application/json')
        expect([problem.statusCode, problem.json().type]).toEqual([403, 'about:blank'])
      }
    }
    const page = await sendRequest('GET', '/dev-idp/auth?client_id=svc', 'text/html')
    expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Set OIDC_ISSUER')
  })

  test('the rest of the server is unchanged', async () => {
    expect(await (await fetch(`${baseUrl}/elsewhere`)).text()).toBe('/elsewhere')
  })
})

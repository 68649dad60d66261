import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization } from '../support/factories.ts'
import {
  openAuthorization,
  startAuthorization,
  Browser,
  callbackUrl,
  connectApp,
  redeemCode,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const client = await registerApp(ada, org_id)
const loopback = await registerApp(ada, org_id, {
  client_type: 'public',
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]:8000/callback', 'http://localhost:9/x?y=1'],
})

/** Returns the first response to an authorization request with changed parameters; a list repeats one. */
async function openConsentPage(more: Record<string, string | string[] | undefined>) {
  const { url, state } = await startAuthorization(client)
  for (const [name, value] of Object.entries(more)) {
    url.searchParams.delete(name)
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one)
  }
  const response = await fetch(url, { redirect: 'manual', headers: { 'x-request-id': 'asked' } })
  return {
    status: response.status,
    location: response.headers.get('location'),
    state,
    text: await response.text(),
    answer: response,
  }
}

describe('returned to the app as an error, with state and iss', () => {
  test.each<[string, string, Record<string, string | string[] | undefined>]>([
    ['no challenge', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a challenge without its method', 'invalid_request', { code_challenge_method: undefined }],
    ['a method without its challenge', 'invalid_request', { code_challenge: undefined }],
    ['the method plain', 'invalid_request', { code_challenge_method: 'plain' }],
    ['a short challenge', 'invalid_request', { code_challenge: 'a'.repeat(42) }],
    ['a long challenge', 'invalid_request', { code_challenge: 'a'.repeat(44) }],
    ['a challenge that is no base64url', 'invalid_request', { code_challenge: `${'a'.repeat(42)}=` }],
    ['no response type', 'invalid_request', { response_type: undefined }],
    ['the implicit flow', 'unsupported_response_type', { response_type: 'token' }],
    ['a hybrid flow', 'unsupported_response_type', { response_type: 'code id_token' }],
    ['an answer as a form', 'unsupported_response_mode', { response_mode: 'form_post' }],
    ['an answer as a fragment', 'unsupported_response_mode', { response_mode: 'fragment' }],
    ['an unknown scope', 'invalid_scope', { scope: 'tasks:read tasks:all' }],
    ['an OpenID scope', 'invalid_scope', { scope: 'openid' }],
    ['scopes that the app may not ask for', 'invalid_scope', { scope: 'org:write' }],
    ['a malformed scope', 'invalid_scope', { scope: 'tasks:read "' }],
    ['a foreign resource', 'invalid_target', { resource: 'https://elsewhere.example/v1' }],
    ['one foreign resource of two', 'invalid_target', { resource: [`${app.url}/v1`, 'https://elsewhere.example'] }],
    ['no sign-in allowed', 'consent_required', { prompt: 'none' }],
    ['a signed request', 'request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['a request elsewhere', 'request_uri_not_supported', { request_uri: 'https://elsewhere.example' }],
    ['a scope twice', 'invalid_request', { scope: ['tasks:read', 'tasks:write'] }],
    ['a challenge twice', 'invalid_request', { code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }],
    ['a response type twice', 'invalid_request', { response_type: ['code', 'code'] }],
  ])('%s is %s', async (_, error, more) => {
    const { status, location, state } = await openConsentPage(more)
    expect([status, location?.split(/[?#]/)[0]]).toEqual([303, callbackUrl])
    // An error of an implicit request is returned in the fragment, as its response would be.
    const params = Object.fromEntries(new URLSearchParams(location!.slice(callbackUrl.length + 1)))
    expect(params).toMatchObject({ error, state, iss: app.url })
    expect(params).not.toHaveProperty('code')
  })
})

describe('shown on a page of the server, and never redirected', () => {
  test.each<[string, Record<string, string | string[] | undefined>, string]>([
    ['no app', { client_id: undefined }, 'This request was refused'],
    ['an unknown app', { client_id: 'svcc_0000000000000000' }, 'Unknown app'],
    ['an app that is no id', { client_id: '<script>alert(1)</script>' }, 'Unknown app'],
    ['no redirect', { redirect_uri: undefined }, 'This request was refused'],
    ['another redirect', { redirect_uri: 'https://evil.example/callback' }, 'Unregistered redirect URI'],
    ['a longer redirect', { redirect_uri: `${callbackUrl}/more` }, 'Unregistered redirect URI'],
    ['a redirect with a query', { redirect_uri: `${callbackUrl}?next=x` }, 'Unregistered redirect URI'],
    [
      'a redirect in capitals',
      { redirect_uri: callbackUrl.replace('callback', 'Callback') },
      'Unregistered redirect URI',
    ],
    ['a redirect to a script', { redirect_uri: 'javascript:alert(1)' }, 'Unregistered redirect URI'],
    ['a redirect with a name', { redirect_uri: 'https://board.example.com@evil.example/callback' }, 'Unregistered'],
    ['two apps', { client_id: [client.client_id, client.client_id] }, 'This request was refused'],
    ['two redirects', { redirect_uri: [callbackUrl, callbackUrl] }, 'This request was refused'],
    ['a bad redirect beside other mistakes', { redirect_uri: 'https://evil.example', code_challenge: '' }, 'Unregist'],
    ['a NUL', { state: 'a\0b' }, 'This request was refused'],
  ])('%s', async (_, more, title) => {
    const { status, location, text, answer } = await openConsentPage(more)
    expect([status, location]).toEqual([400, null])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toBe('asked')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(text).toContain(title)
    expect(text).toContain('<code>asked</code>')
    expect(text).not.toMatch(/<script|evil\.example/)
  })
})

test('a second question mark hides no parameter that the library would read', async () => {
  const { url } = await startAuthorization(client)
  const mode = await fetch(`${url}&more=?&response_mode=form_post`, { redirect: 'manual' })
  expect(mode.status).toBe(303)
  expect(new URL(mode.headers.get('location')!).searchParams.get('error')).toBe('unsupported_response_mode')
  const nul = await fetch(`${url}&more=?&ui_locales=a%00b`, { redirect: 'manual' })
  expect([nul.status, await nul.text()]).toEqual([400, expect.stringContaining('This request was refused')])
})

describe('on loopback', () => {
  test.each([
    'http://127.0.0.1:51234/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:1/callback',
    'http://localhost:4321/x?y=1',
  ])('%s matches the registered URI, whatever the port', async (redirect_uri) => {
    const native = { ...loopback, redirect_uri }
    const back = await connectApp(native, 'ada', { org_id })
    expect(back.redirectUrl.href.startsWith(redirect_uri)).toBe(true)
    await redeemCode(native, back)
  })

  test.each([
    'http://localhost:51234/callback',
    'http://127.0.0.1:51234/other',
    'https://127.0.0.1/callback',
    'http://127.0.0.1:51234@evil.example/callback',
    'http://localhost:4321/x',
  ])('%s is not', async (redirect_uri) => {
    const { url } = await startAuthorization({ ...loopback, redirect_uri })
    const response = await fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })
})

describe('requested', () => {
  const listScopes = async (scope: string | undefined, testClient = client) => {
    const request = await startAuthorization(testClient, scope === undefined ? {} : { scope })
    const page = await openAuthorization(app, new Browser(), request.url, 'ada')
    return [...page.text.split('It will not see')[0]!.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words)
  }

  test('are the scopes that both the request and the app name; without a scope all that the app may request', async () => {
    expect(await listScopes('tasks:read')).toEqual([expect.stringMatching(/^See tasks/)])
    expect(await listScopes('projects:write tasks:read offline_access')).toEqual([
      expect.stringMatching(/^See tasks/),
      expect.stringMatching(/^See projects/),
    ])
    expect(await listScopes(undefined)).toEqual([
      expect.stringMatching(/^See, create, change and delete tasks/),
      expect.stringMatching(/^See projects/),
    ])
    expect(await listScopes('admin')).toHaveLength(2)
  })

  test.each([['/v1'], [''], ['/']])('is the API at its URL%s, if any is named', async (path) => {
    const resource = `${app.url}${path}`
    const tokens = await redeemCode(client, await connectApp(client, 'ada', { org_id, more: { resource } }))
    expect(tokens.scope).toBe('tasks:read tasks:write projects:read')
  })
})

test('methods other than GET are not allowed', async () => {
  const { url } = await startAuthorization(client)
  const response = await fetch(url, { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
})

import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, test } from 'vitest'
import { deleteExpiredCredentials } from '../../src/oauth/cleanup.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import {
  decideDevice,
  requestAsDevice,
  deviceGrant,
  enterCode,
  openDevicePage,
  pollDevice,
} from '../support/devices.ts'
import { addMember, createOrganization, createProject } from '../support/factories.ts'
import {
  submitConsent,
  Browser,
  createCliClient,
  postForm,
  refreshTokens,
  registerApp,
  sendForm,
  type TestClient,
} from '../support/oauth.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app, env: { BASE_URL: app.url } }) : app
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const terminal = await createCliClient(app)
const allowed = { answer: 'allow', org: org_id, projects: 'all' }
/** Advances the clock by the polling interval. */
const wait = (seconds = 5) => app.clock.advance(seconds * 1000)
const pollForOutcome = async (code: string, at = app) => {
  const { status, body } = await pollDevice(terminal, code, at)
  return status === 200 ? 'tokens' : `${status} ${body.error}`
}
const revoked = 'urn:svc:problem:token-revoked'

describe('a device', () => {
  test('is connected by a user who enters its code elsewhere, and then works like any app', async () => {
    const started = await requestAsDevice(terminal, { scope: 'tasks:read projects:read' })
    expect(started).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${app.url}/oauth/device`,
      verification_uri_complete: `${app.url}/oauth/device?user_code=${started.user_code}`,
      expires_in: 900,
      interval: 5,
    })
    expect(await pollForOutcome(started.device_code)).toBe('400 authorization_pending')
    wait()
    const inside = await createProject(ada, org_id)
    const browser = new Browser()
    const entry = await openDevicePage(app, 'ben', browser, started.user_code.toLowerCase())
    expect(entry.text).toContain(`value="${started.user_code}"`)
    const page = await enterCode(app, browser, entry, ` ${started.user_code.toLowerCase().replace('-', ' ')}`)
    expect(page.text).toContain(`your device shows the code ${started.user_code}`)
    expect(page.text).toContain('just now, from 127.0.0.1, the same address as this browser')
    expect(page.text).toMatch(/<dd>svc on the command line, part of svc<\/dd>[^]*<dd>oauth4webapi/)
    expect(page.text).toContain('The device continues automatically either way.')
    const form = { answer: 'allow', org: org_id, projects: 'some', project: inside.project_id }
    const done = await submitConsent(app, browser, page, form)
    expect([done.url.pathname, done.text]).toEqual(['/oauth/device/allowed', expect.stringContaining('You can close')])
    const { client_id } = terminal
    const granted = await oauth.processDeviceCodeResponse(
      terminal.as,
      { client_id },
      await oauth.deviceCodeGrantRequest(terminal.as, { client_id }, oauth.None(), started.device_code, {
        [oauth.allowInsecureRequests]: true,
      }),
    )
    const { auth, organizations } = expectStatus(await app.createClient(granted.access_token).get('/v1/me'), 200)
    expect(organizations).toMatchObject([{ org_id }])
    expect(auth).toMatchObject({
      client_id: 'svc-cli',
      scopes: ['tasks:read', 'projects:read'],
      project_ids: [inside.project_id],
    })
    const more = await refreshTokens(terminal, granted.refresh_token!)
    expectStatus(await app.createClient(more.access_token).get('/v1/tasks', { query: { limit: 1 } }), 200)
  })

  test('is connected with openid-client as well', async () => {
    const config = await openid.discovery(new URL(app.url), 'svc-cli', undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
      algorithm: 'oauth2',
    })
    const resource = `${app.url}/v1`
    const start = await openid.initiateDeviceAuthorization(config, { scope: 'tasks:read', resource })
    expect((await decideDevice(app, 'ben', start.user_code, allowed)).status).toBe(200)
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...start, interval: 0 })
    expectStatus(await app.createClient(tokens.access_token).get('/v1/tasks', { query: { limit: 1 } }), 200)
  })

  test('can use another resource, and the API and the MCP server together', async () => {
    const parameters = new URLSearchParams([
      ['resource', `${app.url}/v1`],
      ['resource', `${app.url}/mcp`],
    ])
    const asking = {
      ...terminal,
      as: { ...terminal.as, device_authorization_endpoint: `${otherApp.url}/oauth/device_authorization` },
    }
    const { device_code, user_code } = await requestAsDevice(asking, parameters)
    await decideDevice(app, 'ada', user_code, allowed)
    const { body } = await pollDevice(terminal, device_code, app)
    expectStatus(await app.createClient(body.access_token).get('/v1/me'), 200)
    const [grant] = await app.sql<{ audiences: string[] }>(
      'SELECT audiences FROM oauth_grants ORDER BY created_at DESC, grant_id DESC LIMIT 1',
    )
    expect(grant!.audiences).toEqual(['api', 'mcp'])
  })

  test('is connected for an organization that the user creates during consent', async () => {
    await app.signIn('nico')
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    await decideDevice(app, 'nico', user_code, { answer: 'allow', org: 'new', name: 'Nico and daughters' })
    const { body } = await pollDevice(terminal, device_code, app)
    const { organizations } = expectStatus(await app.createClient(body.access_token).get('/v1/me'), 200)
    expect(organizations).toMatchObject([{ name: 'Nico and daughters', role: 'owner' }])
  })

  test('that polls too early waits five seconds longer each time, and still gets its tokens', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    expect(await pollForOutcome(device_code)).toBe('400 authorization_pending')
    wait(2)
    expect(await pollForOutcome(device_code, otherApp)).toBe('400 slow_down')
    wait(5)
    expect(await pollForOutcome(device_code)).toBe('400 slow_down')
    wait(15)
    expect(await pollForOutcome(device_code, otherApp)).toBe('400 authorization_pending')
    await decideDevice(app, 'ben', user_code, allowed)
    expect(await pollForOutcome(device_code)).toBe('tokens')
  })

  test('is notified that the user denied access', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    const done = await decideDevice(app, 'ben', user_code, { answer: 'deny' })
    expect(done.text).toContain('is not connected')
    expect(await pollForOutcome(device_code, otherApp)).toBe('400 access_denied')
    expect(await pollForOutcome(device_code)).toBe('400 access_denied')
  })

  test('learns for an hour that its code has expired, and the user sees no pending request', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    const browser = new Browser()
    const entry = await openDevicePage(app, 'ben', browser)
    const page = await enterCode(app, browser, entry, user_code)
    wait(901)
    expect(await pollForOutcome(device_code)).toBe('400 expired_token')
    expect((await enterCode(app, browser, entry, user_code)).text).toContain('No device is waiting with this code')
    expect((await submitConsent(app, browser, page, allowed)).text).toContain('This request is no longer valid')
    await deleteExpiredCredentials(app.services)
    expect(await pollForOutcome(device_code)).toBe('400 expired_token')
    wait(3600)
    await deleteExpiredCredentials(app.services)
    expect(await pollForOutcome(device_code)).toBe('400 invalid_grant')
  })

  test('that is allowed in the last second still gets its tokens', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    wait(899)
    await decideDevice(app, 'ben', user_code, allowed)
    wait(5)
    expect(await pollForOutcome(device_code)).toBe('tokens')
  })

  test('that polls five times concurrently through two servers gets tokens once, which are then revoked', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    await decideDevice(app, 'ben', user_code, allowed)
    const looked = await Promise.all(
      [app, otherApp, app, otherApp, app].map((at) => pollDevice(terminal, device_code, at)),
    )
    expect(looked.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const { body } = looked.find(({ status }) => status === 200)!
    expect((await app.createClient(body.access_token).get('/v1/me')).body.type).toBe(revoked)
  })

  test('that sends a used code again ends its connection', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    await decideDevice(app, 'ben', user_code, allowed)
    const { body } = await pollDevice(terminal, device_code, app)
    expectStatus(await app.createClient(body.access_token).get('/v1/me'), 200)
    expect(await pollForOutcome(device_code)).toBe('400 invalid_grant')
    expect((await app.createClient(body.access_token).get('/v1/me')).body.type).toBe(revoked)
  })

  test('gets nothing when the connection ended before it polled', async () => {
    const createAllowedDevice = async () => {
      const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
      await decideDevice(app, 'ben', user_code, allowed)
      return device_code
    }
    const [disconnected, shutOut] = [await createAllowedDevice(), await createAllowedDevice()]
    const [grant] = await app.sql<{ grant_id: string }>(
      'SELECT grant_id FROM oauth_grants ORDER BY created_at DESC OFFSET 1 LIMIT 1',
    )
    expectStatus(await ben.delete(`/v1/me/connected-apps/${grant!.grant_id}`), 200)
    expect(await pollForOutcome(disconnected)).toBe('400 invalid_grant')
    const membership = `/v1/organization-members/${ben.userId}/${org_id}`
    expectStatus(await ada.patch(membership, { body: { is_active: false } }), 200)
    expect(await pollForOutcome(shutOut)).toBe('400 invalid_grant')
    expectStatus(await ada.patch(membership, { body: { is_active: true } }), 200)
    expect(await pollForOutcome(shutOut), 'nor later').toBe('400 invalid_grant')
  })
})

describe('requesting a code', () => {
  test.each<[string, string, Record<string, string>]>([
    ['an unknown app', '401 invalid_client', { client_id: 'svcc_0000000000000000' }],
    ['no app', '400 invalid_request', { client_id: '' }],
    ['an unknown scope', '400 invalid_scope', { client_id: 'svc-cli', scope: 'everything' }],
    ['another resource', '400 invalid_target', { client_id: 'svc-cli', resource: 'https://elsewhere.example' }],
  ])('with %s returns an OAuth error', async (_, expected, form) => {
    const { status, body, headers } = await postForm(app, '/oauth/device_authorization', form)
    expect(`${status} ${body.error}`).toBe(expected)
    expect(headers.get('cache-control')).toContain('no-store')
  })

  test('is for apps whose registration names the grant, and a code is for the requesting app', async () => {
    const other = await registerApp(ada, org_id, { client_type: 'public' })
    await expect(requestAsDevice(other)).rejects.toMatchObject({ error: 'invalid_request' })
    const registered = (await fetch(`${app.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Harbour terminal',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', deviceGrant],
        scope: 'tasks:read',
      }),
    }).then((answered) => answered.json())) as { client_id: string; grant_types: string[] }
    expect(registered.grant_types).toContain(deviceGrant)
    const own: TestClient = { ...other, client_id: registered.client_id }
    const { device_code, user_code } = await requestAsDevice(own)
    expect(await pollForOutcome(device_code), 'svc-cli asks for the tokens of another app').toBe('400 invalid_grant')
    const browser = new Browser()
    const page = await enterCode(app, browser, await openDevicePage(app, 'ben', browser), user_code)
    expect(page.text).toContain('This app is not reviewed')
    await submitConsent(app, browser, page, allowed)
    expect((await pollDevice(own, device_code, app)).body.scope).toBe('tasks:read')
  })

  test('stores both codes only as hashes', async () => {
    const { device_code, user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    const [row] = await app.sql<{ text: string }>(
      "SELECT string_agg(d::text, E'\\n') AS text FROM oauth_device_codes d",
    )
    expect(row!.text).not.toContain(device_code)
    expect(row!.text.toUpperCase()).not.toContain(user_code.replace('-', ''))
  })
})

describe('code entry', () => {
  test('is limited per user, whatever their IP addresses', async () => {
    const guesser = await app.signIn('gus')
    await createOrganization(guesser)
    const { user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    const browser = new Browser()
    const entry = await openDevicePage(app, 'gus', browser)
    wait(61)
    for (let guess = 0; guess < 10; guess++)
      expect((await enterCode(app, browser, entry, 'BCDF-GHJK')).status).toBe(422)
    const limited = await enterCode(app, browser, entry, user_code)
    expect([limited.status, limited.text]).toEqual([429, expect.stringContaining('Too many codes')])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await decideDevice(app, 'ben', user_code, allowed)).text).toContain('is connected')
  })

  test('explains the format of a code', async () => {
    wait(61)
    const browser = new Browser()
    const entry = await openDevicePage(app, 'ben', browser)
    for (const invalid of ['', 'BCDF-GHJ', 'AEIO-UAEI', '<script>', 'x'.repeat(100)]) {
      const again = await enterCode(app, browser, entry, invalid)
      expect([again.status, again.text]).toEqual([422, expect.stringContaining('A code has 8 letters')])
      expect(again.text).not.toContain('<script>')
    }
  })

  test('continues only in the browser and session in which it was entered', async () => {
    const { user_code } = await requestAsDevice(terminal, { scope: 'tasks:read' })
    const browser = new Browser()
    const page = await enterCode(app, browser, await openDevicePage(app, 'ben', browser), user_code)
    const other = new Browser()
    await openDevicePage(app, 'ada', other)
    const path = page.url.pathname
    expect((await other.open(page.url, [app.url])).text).toContain('This request is no longer valid')
    const forged = await sendForm(app, browser, page, path, { ...allowed, form: 'x' })
    expect(forged.status).toBe(403)
    const elsewhere = { origin: 'https://evil.example' }
    expect((await sendForm(app, browser, page, path, allowed, elsewhere)).status).toBe(403)
    expect((await sendForm(app, other, page, path, allowed)).status).toBe(403)
    expect((await sendForm(app, browser, page, path, allowed)).location).toBe('/oauth/device/allowed')
    expect((await sendForm(app, browser, page, path, allowed)).status).toBe(400)
  })
})

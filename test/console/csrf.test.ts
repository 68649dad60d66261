import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { Client, expectStatus } from '../support/client.ts'
import { openStream, type EventStream } from '../support/event-stream.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { readCurrentSession, signIn, type ConsoleClient } from '../support/sign-in.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { task_id } = await createTask(ada, org_id)
const file = new Upload('Rope, 40 m', 'list.txt')
const { attachment_id } = expectStatus(await ada.post('/v1/task-attachments', { body: { task_id, file } }), 201)
let page: ConsoleClient
beforeAll(async () => {
  page = await signIn(app, 'ada')
})

const own = { 'sec-fetch-site': 'same-origin' }
const full = { ...own, origin: app.url, 'x-csrf': '1' }
const other = 'https://evil.example.com'
type Target = [method: string, path: string]
const read: Target = ['GET', '/v1/me']
const make: Target = ['POST', '/v1/projects']
const download: Target = ['GET', `/v1/task-attachments/${attachment_id}/content`]
const stream: Target = ['GET', `/v1/events?org_id=${org_id}`]
const live = { accept: 'text/event-stream' }

/** Requests with a session cookie and their expected status. */
const rows: [what: string, Target, Record<string, string | undefined>, number][] = [
  ['a read of our own page', read, own, 200],
  ['a HEAD of our own page', ['HEAD', '/v1/me'], own, 200],
  ['a read without Sec-Fetch-Site', read, {}, 401],
  ['a read of another site', read, { 'sec-fetch-site': 'cross-site' }, 401],
  ['a read of another host of our site', read, { 'sec-fetch-site': 'same-site' }, 401],
  ['a typed URL', read, { 'sec-fetch-site': 'none' }, 401],
  ['a link to a file on our own page', download, own, 200],
  ['a link to a file on another site', download, { 'sec-fetch-site': 'cross-site' }, 401],
  ['a typed URL of a file', download, { 'sec-fetch-site': 'none' }, 401],
  ['a stream for another site', stream, { ...live, 'sec-fetch-site': 'cross-site' }, 401],
  ['a stream of unknown origin', stream, live, 401],
  ['a stream for another user', stream, { ...live, ...own, 'x-person': randomUUID() }, 401],
  ['a write of our own page', make, full, 200],
  ['a write without Sec-Fetch-Site', make, { ...full, 'sec-fetch-site': undefined }, 401],
  ['a write of another site', make, { ...full, 'sec-fetch-site': 'cross-site' }, 401],
  ['a write of another host of our site', make, { ...full, 'sec-fetch-site': 'same-site' }, 401],
  ['a write without an Origin', make, { ...full, origin: undefined }, 401],
  ['a write with another Origin', make, { ...full, origin: other }, 401],
  ['a write with an opaque Origin', make, { ...full, origin: 'null' }, 401],
  ['a write with our Origin under another scheme', make, { ...full, origin: app.url.replace('http', 'https') }, 401],
  ['a write without X-CSRF', make, { ...full, 'x-csrf': undefined }, 401],
  ['a write with another X-CSRF', make, { ...full, 'x-csrf': 'yes' }, 401],
  ['an Authorization header that is wrong', read, { ...own, authorization: 'Bearer svc_live_x' }, 401],
  ['an Authorization header that is empty', read, { ...own, authorization: '' }, 401],
  ['the MCP server', ['POST', '/mcp'], { ...full, 'content-type': 'application/json' }, 401],
  ['the token endpoint', ['POST', '/oauth/token'], full, 400],
]

/** Requests at a plain http server that is not loopback, to which browsers send no Sec-Fetch-Site. */
const lan = 'http://tasks.example.test:8080'
const lanRows: [what: string, method: string, Record<string, string>, number][] = [
  ['a read with our Referer', 'GET', { referer: `${lan}/o/harbour` }, 200],
  ['a HEAD with our Referer', 'HEAD', { referer: `${lan}/` }, 200],
  ['a read with our Origin', 'GET', { origin: lan }, 200],
  ['a read with Sec-Fetch-Site, of a browser that sends it', 'GET', own, 200],
  ['a read that says nothing', 'GET', {}, 401],
  ['a read with another Referer', 'GET', { referer: 'http://evil.example.com/' }, 401],
  ['a read with a Referer that begins like ours', 'GET', { referer: `${lan}.evil.example.com/` }, 401],
  ['a read with our Referer on another port', 'GET', { referer: 'http://tasks.example.test:8081/' }, 401],
  ['a read with a Referer that is no address', 'GET', { referer: 'tasks.example.test' }, 401],
  ['a read with our Referer and another Origin', 'GET', { referer: `${lan}/`, origin: 'null' }, 401],
  ['a read of another site by Sec-Fetch-Site', 'GET', { referer: `${lan}/`, 'sec-fetch-site': 'cross-site' }, 401],
  ['a write with Origin and X-CSRF', 'POST', { origin: lan, 'x-csrf': '1' }, 201],
  ['a write without X-CSRF', 'POST', { origin: lan }, 401],
  ['a write with our Referer alone', 'POST', { referer: `${lan}/`, 'x-csrf': '1' }, 401],
  ['a write with another Origin', 'POST', { origin: 'null', referer: `${lan}/`, 'x-csrf': '1' }, 401],
]

describe('on plain http that is not loopback', () => {
  test.each(lanRows)('%s', async (_, method, headers, status) => {
    // Cookie names contain the port of the server.
    const { port } = new URL(app.url)
    const cookie = page.browser.buildCookieHeader(new URL(app.url)).replaceAll(`_${port}=`, '_8080=')
    const body = method === 'POST' ? { name: 'Lan' } : undefined
    const path = method === 'POST' ? '/v1/organizations' : '/v1/me'
    const reply = await new Client(await startLan()).send(method, path, {
      headers: { ...headers, cookie },
      body,
    })
    expect(reply.status).toBe(status)
  })
})

let started: Promise<TestApp> | undefined
const startLan = () => (started ??= startApp({ database: app, env: { BASE_URL: lan } }))

describe('with a session cookie', () => {
  test.each(rows)('%s', async (_, [method, path], given, status) => {
    const headers = Object.fromEntries(
      Object.entries({ ...given, cookie: page.browser.buildCookieHeader(new URL(app.url)) }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      ),
    )
    const body = path === '/v1/projects' ? { org_id, name: 'From a page' } : method === 'POST' ? {} : undefined
    const reply = await new Client(app).send(method, path, { headers, body })
    expect(reply.status).toBe(status)
    if (status === 401) expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  test('a token in the Authorization header is checked as if there were no cookie', async () => {
    const bob = await app.signIn('bob')
    const reply = await page.get('/v1/me', { headers: { authorization: bob.authorization! } })
    expect(reply.body.principal.username).toBe('bob')
  })

  test('a request for one user is not executed in the name of another', async () => {
    const { body: me } = await page.get('/v1/me')
    const bob = await app.signIn('bob')
    const { body: other } = await bob.get('/v1/me')
    const getAs = async (person: string) => page.get('/v1/me', { headers: { 'x-person': person } })
    expect((await getAs(me.principal.id)).status).toBe(200)
    const refused = await getAs(other.principal.id)
    expect(refused.status).toBe(401)
    expect(refused.body.detail).toContain('A different user is signed in')
  })

  test('responses are cached only for the same cookie', async () => {
    const { headers } = await page.get('/v1/me')
    expect([headers.vary, headers['cache-control']]).toEqual([
      'Authorization, Cookie, Accept',
      'private, no-cache, no-transform',
    ])
    const unchanged = { ...own, 'if-none-match': headers.etag! }
    expect((await page.get('/v1/me', { headers: unchanged })).status).toBe(304)
    expect((await new Client(app).get('/v1/me', { headers: unchanged })).status).toBe(401)
  })

  test('a rejection names the required Origin and X-CSRF headers', async () => {
    const { body } = await page.post('/v1/projects', { headers: { 'x-csrf': '' } })
    expect(body.detail).toContain(`Origin: ${app.url} and X-CSRF: 1`)
  })

  test('a stream sends events until its session ends, here or elsewhere', async () => {
    const pages = [page, await signIn(app, 'ada'), await signIn(app, 'ada')] as const
    const streams = await Promise.all(
      pages.map(({ browser }) =>
        openStream(
          new Client(app),
          { org_id },
          { ...own, cookie: browser.buildCookieHeader(new URL(app.url)), 'x-person': ada.userId },
        ),
      ),
    )
    const [going, left, ended] = streams as [EventStream, EventStream, EventStream]
    expectStatus(await pages[1].post('/auth/sign-out'), 200)
    const { session_id } = await readCurrentSession(pages[2])
    expectStatus(await page.delete(`/v1/me/sessions/${session_id}`), 200)
    for (const stream of [left, ended]) await stream.waitUntil(({ isClosed: over }) => over, 8_000)
    expect([left.endReason, ended.endReason]).toEqual(['expired', 'expired'])
    const { task_id } = await createTask(ada, org_id)
    await going.waitUntil(({ events }) => events.some(({ data }) => data.resource_id === task_id))
    // Events of before may still arrive at the open stream: they are saved at once, but numbered later.
    expect(left.events.filter(({ data }) => data.resource_id === task_id)).toEqual([])
    expect(going.isClosed).toBe(false)
    going.close()
  })
})

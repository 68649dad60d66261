import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

/** Sends bytes that no HTTP client allows; returns the whole response. */
function sendRaw(
  head: string[],
  body: string | Promise<string> = '',
  { url } = app,
  host = ['host: svc'],
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(Number(port), hostname, async () => {
      const [first, ...headers] = head
      socket.write([first, ...host, 'connection: close', ...headers, '', ''].join('\r\n'))
      socket.write(await body)
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => (response += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(response))
  })
}

describe('input', () => {
  test('a free-form value with very many items is refused, without a 500', async () => {
    // The first exceeds the number of values, the second their size.
    const fields = [400_000, 40_000].flatMap((size) => {
      const many = `[${'0,'.repeat(size)}0]`
      return [`"metadata":${many}`, `"type_data":{"a":${many}}`]
    })
    for (const field of fields) {
      const body = `{"org_id":"${org}","title":"x",${field}}`
      const reply = await owner.post('/v1/tasks', { body })
      expect([reply.status, reply.body.errors[0].type]).toEqual([422, 'too_large'])
    }
  })

  test('a free-form value of five levels is accepted, one of six refused', async () => {
    const create = (type_data: object) => owner.post('/v1/tasks', { body: { org_id: org, title: 'x', type_data } })
    expectStatus(await create({ a: { b: { c: { d: [] } } } }), 200)
    expectStatus(await create({ a: { b: { c: { d: [{}] } } } }), 422)
  })

  test.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['deep lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['deep objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['half a million wrong items', `{"title":"x","tags":[${'0,'.repeat(499_000)}0]}`],
    ['a number out of range', '{"title":1e400}'],
    ['invalid UTF-8', Buffer.from('{"title":"\xff"}', 'latin1')],
  ])('%s in a body gives 422', async (_, body) => {
    expectStatus(await owner.post('/v1/tasks', { body }), 422)
  })

  test('names that are special in JavaScript are ordinary fields', async () => {
    const body = `{"name":"Dock","__proto__":{"description":"x"},"constructor":1}`
    expect(expectStatus(await owner.post('/v1/organizations', { body }), 201).description).toBe('')
    const query = { constructor: '1', __proto__: '2', toString: '3', limit: 1 }
    expectStatus(await owner.get('/v1/organizations', { query }), 200)
    for (const name of ['filter[__proto__]', 'filter[constructor]', 'filter[]', 'filter[status][x]', 'filter[x']) {
      const reply = await owner.get('/v1/tasks', { query: { org_id: org, [name]: 'done' } })
      expect([name, reply.status, reply.body.errors[0].loc]).toEqual([name, 400, ['query', name]])
    }
  })

  test('a limit that is too high is capped, and an offset beyond the end gives an empty page', async () => {
    const query = { limit: '9'.repeat(400), offset: '9'.repeat(400) }
    expect(expectStatus(await owner.get('/v1/organizations', { query }), 200).data).toEqual([])
  })

  test('a compressed body or one without JSON gives 415, a charset and a byte order mark are accepted', async () => {
    const send = (headers: Record<string, string>, body: string | Buffer = '{"name":"Dock"}') =>
      owner.post('/v1/organizations', { body, headers })
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      expectStatus(await send({ 'content-encoding': encoding }), 415)
    }
    for (const type of ['text/plain', 'foo', 'application/json, text/plain', 'application/jsonx']) {
      expectStatus(await send({ 'content-type': type }), 415)
    }
    expectStatus(await send({ 'content-encoding': 'identity' }), 201)
    for (const type of ['application/json ; charset=utf-8', 'Application/JSON', 'application/merge-patch+json']) {
      expectStatus(await send({ 'content-type': type }), 201)
    }
    expectStatus(await send({}, '\uFEFF{"name":"Dock"}'), 201)
  })
})

describe('requests', () => {
  test('give 405 and the allowed methods for another method', async () => {
    for (const method of ['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await app.anonymous.send(method, '/v1/organizations')
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, 'GET, POST, HEAD'])
    }
    const reply = await app.anonymous.head('/v1/tokens/x/rotate')
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
  })

  test.each(['/v1/Organizations', '//v1/organizations', '/v1/organizations%2Fx', '/v1/none'])(
    'give 404 for %s',
    async (path) => {
      const response = await sendRaw([`GET ${path} HTTP/1.1`, `authorization: ${owner.authorization}`])
      expect(response).toMatch(/^HTTP\/1\.1 404 /)
      expect(response).toMatch(/^x-request-id: /m)
    },
  )

  test('give 404 for an id with an escaped NUL, and 400 for a bad escape', async () => {
    expectStatus(await owner.get('/v1/tasks/%00'), 404)
    const response = await sendRaw(['GET /v1/tasks/%E0%A4%A HTTP/1.1', `authorization: ${owner.authorization}`])
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toMatch(/^x-request-id: /m)
  })

  test('give 304 with all caching headers and no false length for an unchanged read', async () => {
    const path = `/v1/organizations/${org}`
    const full = await owner.get(path)
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': `"x", W/${full.headers.etag}` }
      const reply = await owner.send(method, path, { headers })
      expect([reply.status, reply.text]).toEqual([304, ''])
      for (const name of ['etag', 'vary', 'cache-control']) {
        expect([name, reply.headers[name]]).toEqual([name, full.headers[name]])
      }
      expect([undefined, full.headers['content-length']]).toContain(reply.headers['content-length'])
    }
    const head = await owner.head(path)
    expect([head.status, head.headers['content-length']]).toEqual([200, full.headers['content-length']])
  })

  test('are refused with two Idempotency-Keys', async () => {
    const body = '{"name":"Two keys"}'
    const response = await sendRaw(
      [
        'POST /v1/organizations HTTP/1.1',
        `authorization: ${owner.authorization}`,
        'content-type: application/json',
        'idempotency-key: a',
        'idempotency-key: b',
        `content-length: ${body.length}`,
      ],
      body,
    )
    expect(response).toContain('urn:svc:problem:idempotency-key-invalid')
  })
})

test.each([
  ['', 0],
  [', also when the clock was set back', -3_600_000],
])('a write is refused when access is lost while the body is sent%s', async (_, set) => {
  const script = await createTokenClient(owner, org)
  const body = JSON.stringify({ org_id: org, title: 'Too late' })
  const revoked = (async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await app.sql("UPDATE access_tokens SET revoked_at = '2020-01-01' WHERE org_id = $1", [org])
    app.clock.set(set)
    app.clock.advance(5_000)
    return body
  })()
  const response = await sendRaw(
    [
      'POST /v1/tasks HTTP/1.1',
      `authorization: ${script.authorization}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ],
    revoked,
  )
  app.clock.set(-set)
  expect(response).toContain('urn:svc:problem:token-revoked')
  expect(await app.sql("SELECT 1 FROM tasks WHERE title = 'Too late'")).toEqual([])
})

test('requests from browser apps are allowed for configured origins only', async () => {
  const open = await startApp({ env: { CORS_ORIGINS: 'https://app.example.com' } })
  const sendPreflight = (origin: string) =>
    open.anonymous.send('OPTIONS', '/v1/organizations', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'if-match',
      },
    })
  const { status, headers } = await sendPreflight('https://app.example.com')
  expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://app.example.com'])
  expect(headers['access-control-allow-methods']).toContain('PATCH')
  expect((await sendPreflight('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined()
  const refused = await open.anonymous.get('/v1/organizations', {
    headers: { origin: 'https://app.example.com' },
  })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, 'https://app.example.com'])
  expect(refused.headers.vary).toBe('Origin, Authorization, Cookie, Accept')
})

test('with CORS, OPTIONS without a preflight is an ordinary method, and every error is readable', async () => {
  const env = { CORS_ORIGINS: 'https://app.example.com' }
  const open = await startApp({ env })
  const headers = { origin: 'https://app.example.com' }
  for (const more of [{}, headers]) {
    const reply = await open.anonymous.send('OPTIONS', '/v1/organizations', { headers: more })
    expect([reply.status, reply.body.type, reply.headers.allow]).toEqual([405, 'about:blank', 'GET, POST, HEAD'])
  }
  const nowhere = await open.anonymous.send('OPTIONS', '/v1/none', { headers })
  expect([nowhere.status, nowhere.body.type]).toEqual([404, 'about:blank'])
  for (const [path, status] of [
    ['/v1/tasks/%E0%A4%A', 400],
    [`/v1/tasks/${'x'.repeat(401)}`, 414],
    ['/v1/none', 404],
  ]) {
    const response = await sendRaw([`GET ${path} HTTP/1.1`, 'origin: https://app.example.com'], '', open)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).toMatch(/^access-control-allow-origin: https:\/\/app\.example\.com\r$/m)
    expect(response).toMatch(/^vary: Origin/m)
  }
})

test.each<[number, string, string[], string[]?]>([
  [400, 'an invalid request line', ['GARBAGE']],
  [400, 'a space in the path', ['GET /v1/a b HTTP/1.1']],
  [400, 'an unsupported version', ['GET / HTTP/9.9']],
  [400, 'a header without a colon', ['GET /v1/health HTTP/1.1', 'nothing']],
  [400, 'two Content-Length headers', ['POST /v1/tasks HTTP/1.1', 'content-length: 1', 'content-length: 2']],
  [
    400,
    'Content-Length with chunked encoding',
    ['POST /v1/tasks HTTP/1.1', 'content-length: 1', 'transfer-encoding: chunked'],
  ],
  [400, 'no Host', ['GET /v1/health HTTP/1.1'], []],
  [417, 'an unknown expectation', ['GET /v1/health HTTP/1.1', 'expect: cake']],
  [431, 'headers beyond 16 KB', ['GET /v1/health HTTP/1.1', `x-long: ${'x'.repeat(17_000)}`]],
])('%i for %s is a problem with a request id', async (status, _, head, host) => {
  const response = await sendRaw(head, '', app, host)
  const [headers = '', body = ''] = response.split('\r\n\r\n')
  expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headers).toMatch(/^content-type: application\/problem\+json/m)
  expect(headers).toMatch(/^connection: close/im)
  const problem = JSON.parse(body)
  expect([problem.type, problem.status]).toEqual(['about:blank', status])
  expect(headers).toContain(`x-request-id: ${problem.request_id}`)
})

test('HTTP/1.0 needs no Host header', async () => {
  expect(await sendRaw(['GET /v1/health HTTP/1.0'], '', app, [])).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['42501', 'has no write permission'],
  ['58030', 'has a disk error'],
])('%s: a database that %s gives 503 until it recovers', async (code) => {
  const body = { org_id: org, title: 'On a bad disk' }
  await app.sql(`CREATE FUNCTION bad_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not open file' USING ERRCODE = '${code}'; END $$`)
  await app.sql('CREATE TRIGGER bad_disk BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION bad_disk()')
  const reply = await owner.post('/v1/tasks', { body })
  await app.sql('DROP TRIGGER bad_disk ON tasks')
  await app.sql('DROP FUNCTION bad_disk')
  expect([reply.status, reply.body.type, reply.headers['retry-after']]).toEqual([503, 'about:blank', '1'])
  expectStatus(await owner.post('/v1/tasks', { body }), 200)
})

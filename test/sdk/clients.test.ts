import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Svc, SvcConnectionError, SvcTimeoutError, type ClientOptions } from '@svc/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'

const agents: (string | undefined)[] = []
const paths: (string | undefined)[] = []
/** Starts a server that never responds at `/slow`, and immediately elsewhere. */
const server = createServer((request, response) => {
  agents.push(request.headers['user-agent'])
  paths.push(request.url)
  if (!request.url!.startsWith('/slow')) response.setHeader('content-type', 'application/json').end('{}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const refused = [
  ['nothing', undefined],
  ['null', null],
  ['a host without a scheme', 'svc.example.org'],
  ['another scheme', 'ftp://svc.example.org'],
  ['a query', 'https://svc.example.org/?a=b'],
  ['a fragment', 'https://svc.example.org/#a'],
  ['a space', 'https://svc example.org'],
  ['the path of the API', 'https://svc.example.org/v1'],
  ['the same with a slash', 'https://svc.example.org/v1/'],
  ['no host', 'https://'],
] as const

test.each(refused)('rejects a baseUrl that is %s with an explanation', (_, baseUrl) => {
  const options = { baseUrl, token: 'x' } as unknown as ClientOptions
  expect(() => new Svc(options)).toThrow(TypeError)
  expect(() => new Svc(options)).toThrow('baseUrl')
})

test.each(['https://svc.example.org', 'http://[::1]:8080/', 'https://example.org/svc//', '/svc', '', '/'])(
  'accepts a baseUrl of %j',
  (baseUrl) => {
    expect(new Svc({ baseUrl }).baseUrl).toBe(baseUrl)
  },
)

test('a timeout is distinguished from a lost connection', async () => {
  const slow = new Svc({ baseUrl: `${url}/slow`, retries: 0, timeout: 50 })
  const late = await slow.me.read().catch((error: unknown) => error)
  expect(late).toBeInstanceOf(SvcTimeoutError)
  expect(late).toBeInstanceOf(SvcConnectionError)
  const nowhere = new Svc({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
  const lost = await nowhere.me.read().catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(SvcConnectionError)
  expect(lost).not.toBeInstanceOf(SvcTimeoutError)
  const reason = new Error('enough')
  const ended = slow.me.read({ signal: AbortSignal.abort(reason) })
  await expect(ended).rejects.toBe(reason)
})

test('a request has the SDK’s User-Agent, unless the program sets another', async () => {
  agents.length = 0
  await new Svc({ baseUrl: url }).me.read()
  await new Svc({ baseUrl: url, headers: { 'user-agent': 'mine/1' } }).me.read()
  expect(agents).toEqual([expect.stringMatching(/^svc-sdk\/\d+\.\d+\.\d+$/), 'mine/1'])
})

test('a boolean filter is sent or omitted', async () => {
  paths.length = 0
  const svc = new Svc({ baseUrl: url })
  await svc.tasks.list({ filter: { overdue: true } })
  await svc.tasks.list({ filter: { overdue: false } })
  await svc.projects.list({ org_id: 'o', show_all: false })
  expect(paths.map((path) => decodeURIComponent(path!))).toEqual([
    '/v1/tasks?filter[overdue]=true',
    '/v1/tasks',
    '/v1/projects/o?show_all=false',
  ])
})

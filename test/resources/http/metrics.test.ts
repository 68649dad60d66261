import { networkInterfaces } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import type { Reply } from '../../support/client.ts'
import { createOrganization, createTask, createTokenClient } from '../../support/factories.ts'

/** Returns the value of a series by its name and labels in text format. */
function readValue(reply: Reply, series: string): number {
  const line = reply.text.split('\n').find((line) => line.startsWith(`${series} `))
  if (line === undefined) throw new Error(`no ${series}`)
  return Number(line.slice(series.length + 1))
}

let app: TestApp
let owner: Client
// Prometheus reads through the loopback host name, although the server listens on all interfaces.
const readMetrics = () => app.anonymous.get('/metrics', { headers: { host: 'localhost' } })

beforeAll(async () => {
  app = await startApp({ env: { HOST: '0.0.0.0', TRUST_PROXY: 'loopback' } })
  owner = await app.signIn('ada')
})

test('requests are counted by operation and status, and timed by operation', async () => {
  const { org_id } = await createOrganization(owner)
  const { task_id } = await createTask(owner, org_id)
  for (const id of [task_id, task_id, 'T0']) await owner.get(`/v1/tasks/${id}`)
  await app.anonymous.get(`/v1/tasks/${task_id}`)
  await app.anonymous.get('/nowhere')
  const reply = await readMetrics()
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const readRequestCount = (operation: string, status: number) =>
    readValue(reply, `svc_http_requests_total{operation="${operation}",status="${status}"}`)
  const counts = [200, 404, 401].map((status) => readRequestCount('tasks.read', status))
  expect([...counts, readRequestCount('none', 404)]).toEqual([2, 1, 1, 1])
  expect(readValue(reply, 'svc_http_request_duration_seconds_count{operation="tasks.read"}')).toBe(4)
  const within = readValue(reply, 'svc_http_request_duration_seconds_bucket{le="10",operation="tasks.read"}')
  expect(within).toBe(4)
  expect(readValue(reply, 'svc_http_request_duration_seconds_sum{operation="tasks.read"}')).toBeLessThan(4)
})

test('the pool, memory and event loop lag are exported without user names', async () => {
  const { org_id } = await createOrganization(owner, { name: 'Harbour Works' })
  const client = await createTokenClient(owner, org_id)
  await client.get(`/v1/organizations/${org_id}`)
  const reply = await readMetrics()
  expect(readValue(reply, 'svc_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
  expect(readValue(reply, 'svc_database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(readValue(reply, 'svc_database_waiting')).toBe(0)
  expect(readValue(reply, 'process_resident_memory_bytes')).toBeGreaterThan(10e6)
  expect(readValue(reply, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(reply.text).not.toMatch(/ada|Harbour|svc_live|127\.0\.0\.1/)
  expect(reply.text).not.toContain(org_id)
})

test('series do not multiply with the requested paths', async () => {
  const sendRequest = async (i: number) => {
    for (const path of [`/v1/tasks/T${i}?x=${i}`, `/nowhere/${i}`, '/metrics']) await owner.get(path)
    return (await readMetrics()).text.match(/^svc_/gm)!.length
  }
  const few = await sendRequest(0)
  for (let i = 1; i < 20; i++) await sendRequest(i)
  expect(await sendRequest(20)).toBe(few)
})

test('with METRICS_TOKEN only that token reads metrics, also on this machine', async () => {
  const guarded = await startApp({ env: { METRICS_TOKEN: 'Gauge-reader_1', RATE_LIMIT_ADDRESS: '5' } })
  const sendRequest = (client: Client) => client.get('/metrics')
  expect((await sendRequest(guarded.createClient('Gauge-reader_1'))).status).toBe(200)
  const others = ['Gauge-reader_2', 'Gauge-reader_11', 'gauge-reader_1'].map((one) => guarded.createClient(one))
  for (const client of [guarded.anonymous, ...others, await guarded.signIn('ada')]) {
    const reply = await sendRequest(client)
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(reply.text).not.toContain('svc_http')
  }
  expect((await sendRequest(guarded.anonymous)).status).toBe(429)
  expect((await sendRequest(guarded.createClient('Gauge-reader_1'))).status).toBe(200)
})

test('without METRICS_TOKEN only loopback callers read metrics, whatever their headers say', async () => {
  expect((await readMetrics()).status).toBe(200)
  const headers = [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
  ]
  for (const [name, value] of headers) {
    const reply = await app.anonymous.get('/metrics', { headers: { [name!]: value! } })
    expect([reply.status, reply.body.type]).toEqual([403, 'about:blank'])
  }
})

test('a page of another origin cannot read metrics by DNS rebinding', async () => {
  const { port } = new URL(app.url)
  for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0']) {
    const reply = await app.anonymous.get('/metrics', { headers: { host: `${name}:${port}` } })
    expect([name, reply.status, reply.body.type]).toEqual([name, 421, 'about:blank'])
  }
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const reply = await app.anonymous.get('/metrics', { headers: { host: `${name}:${port}` } })
    expect([name, reply.status]).toEqual([name, 200])
  }
})

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.skipIf(!outside)('a caller from another IP is refused', async () => {
  const url = `http://${outside}:${new URL(app.url).port}/metrics`
  expect((await fetch(url)).status).toBe(403)
  expect((await fetch(url, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403)
})

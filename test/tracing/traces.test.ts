import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { expectStatus } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { killServers, spawnServer } from '../support/spawn.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { NO_RESPONSE, startCollector, type Span } from './collector.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-loaded-'))
afterAll(async () => {
  await killServers()
  rmSync(folder, { recursive: true, force: true })
})

const kinds = { internal: 1, server: 2, client: 3 }
const failed = 2

/** Starts a server on the engine under test. */
async function startServer(env: Record<string, string>) {
  const databaseUrl = inject('svc').postgresUrl && (await copyTemplate())
  return spawnServer({ ...(databaseUrl && { databaseUrl }), env: { LOG_LEVEL: 'info', ...env } })
}

/** Parses the log of a server. */
const parseLines = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Makes a server list its loaded CommonJS modules when it exits; OpenTelemetry has no others. */
const recordModules = (file: string) => {
  const atExit = `writeFileSync(${JSON.stringify(file)}, Object.keys(Module._cache).join())`
  const imports = "import Module from 'node:module'; import { writeFileSync } from 'node:fs'"
  const script = `${imports}; process.on('exit', () => ${atExit})`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

/** Returns the OpenTelemetry packages in a list of modules. */
function listPackages(file: string): string[] {
  const names = /node_modules\/@opentelemetry\/([\w-]+)/g
  return [...new Set([...readFileSync(file, 'utf8').matchAll(names)].map(([, name]) => name!))].toSorted()
}

test("a request is a span in the caller's trace, with its statements as children and without values", async () => {
  const loaded = path.join(folder, 'on')
  const [collector, receiver] = [await startCollector(), await startReceiver((_, response) => response.end())]
  const server = await startServer({
    ...recordModules(loaded),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=for%20spans',
    OTEL_SERVICE_NAME: 'harbour',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  })
  const ada = await server.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const hook = {
    org_id,
    name: 'All',
    url: `http://127.0.0.1:${receiver.port}/hook-path-7`,
    events: ['task.created'],
  }
  const { secret } = expectStatus(await ada.post('/v1/webhooks', { body: hook }), 200)
  const trace = 'a'.repeat(32)
  const parent = 'b'.repeat(16)
  const headers = { traceparent: `00-${trace}-${parent}-01` }
  const { task_id } = await createTask(ada, org_id, { title: 'Zanzibar quay' })
  expectStatus(await ada.get(`/v1/tasks/${task_id}?secret=tell-nobody`, { headers }), 200)
  const body = { title: 'Mombasa quay' }
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body, headers: { ...headers, 'if-match': '*' } }), 200)
  await ada.get('/nowhere/tell-nobody')
  const team = { org_id, name: 'Nairobi quay' }
  for (const status of [201, 409]) expectStatus(await ada.post('/v1/teams', { body: team }), status)
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0)
  expect(await server.stop('SIGTERM')).toBe(0)

  expect(collector.services()).toEqual(new Set(['harbour']))
  expect(collector.receiver.requests[0]).toMatchObject({ url: '/v1/traces', headers: { 'api-key': 'for spans' } })
  const spans = collector.spans()
  const [read] = spans.filter(({ name, traceId }) => name === 'GET /v1/tasks/:task_id' && traceId === trace)
  expect(read).toMatchObject({
    parentSpanId: parent,
    kind: kinds.server,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/v1/tasks/:task_id',
      'http.response.status_code': 200,
      'url.path': `/v1/tasks/${task_id}`,
      'svc.operation': 'tasks.read',
    },
  })
  const listChildren = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  expect(listChildren(read!).length).toBeGreaterThan(0)
  const [changed] = spans.filter(({ name }) => name === 'PATCH /v1/tasks/:task_id')
  const statements = listChildren(changed!)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'UPDATE', 'COMMIT']))
  for (const { kind, traceId, attributes } of statements)
    expect({ kind, traceId, attributes }).toMatchObject({
      kind: kinds.client,
      traceId: trace,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': expect.stringMatching(/\w/) },
    })
  const [delivered] = spans.filter(({ name }) => name === 'deliver webhook')
  expect(delivered).toMatchObject({
    kind: kinds.client,
    attributes: {
      'svc.event_type': 'task.created',
      'svc.outcome': 'succeeded',
      'http.response.status_code': 200,
    },
  })
  expect(receiver.requests[0]!.headers).not.toHaveProperty('traceparent')
  const [missed] = spans.filter(({ attributes }) => attributes['http.response.status_code'] === 404)
  expect(missed!.name).toBe('GET')
  const refused = spans.find(({ status, kind }) => status.code === failed && kind === kinds.client)
  expect(refused!.attributes['error.type']).toBe('23505')
  // User content, credentials and URLs of receivers.
  const quays = ['Zanzibar', 'Mombasa', 'Nairobi', 'Harbour Works']
  const values = [...quays, 'tell-nobody', 'eyJ', secret, 'hook-path-7']
  for (const value of values) expect(collector.text()).not.toContain(value)
  const packages = ['exporter-trace-otlp-http', 'sdk-trace']
  expect(listPackages(loaded)).toEqual(expect.arrayContaining(packages))
  const line = parseLines(server.readOutput()).find(({ operation }) => operation === 'tasks.read')
  expect(line).toMatchObject({ trace_id: trace, request_id: read!.attributes['svc.request_id'] })
})

test("the sampling ratio applies, whatever the caller's flag says unless the settings respect it", async () => {
  const collector = await startCollector()
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const ada = await server.signIn('ada')
  const trace = 'c'.repeat(32)
  expectStatus(await ada.get('/v1/me', { headers: { traceparent: `00-${trace}-${'d'.repeat(16)}-01` } }), 200)
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(collector.spans()).toEqual([])
  expect(parseLines(server.readOutput()).some(({ trace_id }) => trace_id === trace)).toBe(true)
})

test('a failing collector is logged once, and delays neither requests nor the stop', async () => {
  const collector = await startCollector(400)
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  const ada = await server.signIn('ada')
  const waitForBatches = async (count: number) => {
    expectStatus(await ada.get('/v1/me'), 200)
    await expect.poll(() => collector.receiver.requests.length).toBeGreaterThanOrEqual(count)
  }
  for (const count of [1, 2]) await waitForBatches(count)
  collector.answers.status = 200
  await waitForBatches(3)
  collector.answers.status = NO_RESPONSE
  await waitForBatches(4)
  expect(await server.stop('SIGTERM')).toBe(0)
  const output = parseLines(server.readOutput()).flatMap(({ msg }) => (/traces/.test(String(msg)) ? [msg] : []))
  expect(output).toEqual(['traces cannot be exported', 'traces are exported again'])
})

test('without an endpoint only the API package of OpenTelemetry is loaded', async () => {
  const loaded = path.join(folder, 'off')
  const server = await startServer(recordModules(loaded))
  const ada = await server.signIn('ada')
  expectStatus(await ada.get('/v1/me'), 200)
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(listPackages(loaded)).toEqual(['api'])
  expect(parseLines(server.readOutput()).filter((line) => 'trace_id' in line)).toEqual([])
})

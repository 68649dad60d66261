import { Svc, SvcConnectionError, SvcProblem, type ClientOptions } from '@svc/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { startFaultServer, type FaultServer } from './fault-server.ts'

let app: TestApp
let link: FaultServer
let token: string
let org: string
let svc: Svc
const waits: number[] = []

const createClient = (options: Partial<ClientOptions> = {}) =>
  new Svc({ baseUrl: link.url, token, org, onRetry: ({ wait }) => waits.push(wait), ...options })

beforeAll(async () => {
  app = await startApp()
  token = (await app.signIn('ada')).authorization!.slice('Bearer '.length)
  link = await startFaultServer(app.url)
  org = (await new Svc({ baseUrl: app.url, token }).organizations.create({ name: 'Harbour Works' })).org_id
  svc = createClient()
})
beforeEach(() => {
  link.faults = []
  link.seen = []
  waits.length = 0
})
afterAll(() => link.close())

const listKeys = () => link.seen.map(({ headers }) => headers['idempotency-key'])

test('a write with a lost or partial response is sent again under its key and done once', async () => {
  link.faults = ['lost answer', 'cut answer']
  const { data, response } = await svc.tasks.create({ title: 'Once' }).withResponse()
  expect(response.headers.get('idempotent-replayed')).toBe('true')
  expect(link.seen).toHaveLength(3)
  expect(new Set(listKeys())).toEqual(new Set([expect.stringMatching(/^\d+(-\d+){3}$/)]))
  expect((await svc.tasks.list({ filter: { search: 'Once' } })).data.map((one) => one.task_id)).toEqual([data.task_id])
  await svc.tasks.create({ title: 'Another' })
  expect(listKeys().at(-1)).not.toBe(listKeys()[0])
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(500)
})

test('an update with a lost response does not conflict with itself', async () => {
  const task = await svc.tasks.create({ title: 'Before' })
  link.faults = ['lost answer']
  const updated = await svc.tasks.update(task, { title: 'After' })
  expect(updated.title).toBe('After')
  link.faults = ['lost answer']
  await svc.tasks.delete(updated)
  await expect(svc.tasks.read(task)).rejects.toMatchObject({ status: 404 })
})

test('transient errors are retried, permanent ones are not', async () => {
  link.faults = [{ status: 503, headers: { 'retry-after': '1' } }]
  await svc.me.read()
  expect(waits[0]).toBeGreaterThanOrEqual(1000)
  link.faults = [{ status: 503, headers: { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' } }]
  await svc.me.read()
  expect(waits[1]).toBeGreaterThanOrEqual(500)
  link.faults = [{ status: 409, type: 'urn:svc:problem:idempotency-key-in-flight' }]
  await svc.tasks.create({ title: 'In flight' })
  expect(waits).toHaveLength(3)
  const standing = [400, 403, 409, 422].map((status) => ({ status, type: 'about:blank' }))
  for (const fault of [...standing, { status: 429, headers: { 'retry-after': '61' } }]) {
    link.faults = [fault]
    await expect(svc.me.read()).rejects.toMatchObject({ name: 'SvcProblem', status: fault.status })
  }
  expect(waits).toHaveLength(3)
})

test('the last error is thrown after the last retry', async () => {
  link.faults = [{ status: 500 }, { status: 502 }, 'lost answer']
  const lost = await createClient({ retries: 2 })
    .me.read()
    .catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(SvcConnectionError)
  link.faults = [{ status: 502 }]
  const refused = await svc.me.read({ retries: 0 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SvcProblem)
  expect(String(refused)).toBe('SvcProblem: 502 HTTP 502')
  const strange = createClient({ fetch: async () => new Response('<!doctype html>') })
  await expect(strange.me.read()).rejects.toThrow('/v1/me: not JSON')
})

test('a rejected token is refreshed once', async () => {
  const rejectedTokens: (string | undefined)[] = []
  const own = createClient({
    token: (refused) => {
      rejectedTokens.push(refused)
      return refused ? token : 'svc_live_old'
    },
  })
  await own.me.read()
  expect(rejectedTokens).toEqual([undefined, 'svc_live_old'])
  await expect(createClient({ token: () => 'svc_live_old' }).me.read()).rejects.toMatchObject({ status: 401 })
  await expect(createClient({ token: 'svc_live_old' }).me.read()).rejects.toMatchObject({ status: 401 })
})

test('aborting ends the wait for a retry', async () => {
  link.faults = [{ status: 503, headers: { 'retry-after': '30' } }]
  const stop = new AbortController()
  const call = svc.me.read({ signal: stop.signal })
  setTimeout(() => stop.abort(new Error('enough')), 100)
  await expect(call).rejects.toThrow('enough')
  expect(waits).toHaveLength(1)
})

test('a stream resumes after a lost connection', async () => {
  await waitForStableEvents(app)
  const { next_cursor: cursor } = await svc.events.poll()
  const created = [await svc.tasks.create({ title: 'A' }), await svc.tasks.create({ title: 'B' })]
  link.faults = [{ status: 503 }, 'lost answer']
  const createdIds: string[] = []
  for await (const { data } of createClient().events.stream({ types: ['task.created'] }, { cursor })) {
    if (createdIds.push(data.resource_id) === 2) break
  }
  expect(createdIds).toEqual(created.map(({ task_id }) => task_id))
  await expect(
    (async () => {
      for await (const event of createClient({ token: 'svc_live_old' }).events.stream()) void event
    })(),
  ).rejects.toMatchObject({ status: 401 })
})

test('a file is uploaded with progress, also on a retry', async () => {
  const task = await svc.tasks.create({ title: 'With a plan' })
  const bytes = new Uint8Array(300_000).fill(7)
  const file = new File([bytes], 'plan.bin', { type: 'application/octet-stream' })
  const progress: [number, number][] = []
  link.faults = ['lost answer']
  const attachment = await svc.taskAttachments.create(
    { task_id: task.task_id, file },
    { onProgress: (sent, total) => progress.push([sent, total]) },
  )
  expect(progress.at(-1)).toEqual([bytes.length, bytes.length])
  expect(progress.filter(([sent]) => sent === bytes.length).length).toBeGreaterThanOrEqual(2)
  const part = await svc.taskAttachments.download(attachment, { headers: { range: 'bytes=0-9' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  const { attachment_id } = attachment
  const raw = await svc.request('GET', `/v1/task-attachments/${attachment_id}/content`, { raw: true })
  expect(new Uint8Array(await raw.arrayBuffer())).toEqual(bytes)
  expect((await svc.taskAttachments.list({ task_id: task.task_id })).data).toHaveLength(1)
  // A file may take longer than a response that is read whole.
  const hasty = createClient({ timeout: 1, retries: 0 })
  await expect(hasty.me.read()).rejects.toBeInstanceOf(SvcConnectionError)
  await hasty.taskAttachments.create({ task_id: task.task_id, file })
})

import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
let org_id: string
beforeEach(async () => {
  ;({ org_id } = await createOrganization(ada))
  await addMember(ada, org_id, ben)
})

const countStreams = () => app.services.streamingResponses.count
async function waitForStreams(count: number): Promise<void> {
  for (let i = 0; countStreams() !== count; i++) {
    if (i > 500) throw new Error(`${countStreams()} streams, not ${count}`)
    await sleep(50)
  }
}
const { hostname, port } = new URL(app.url)
/** Sends a request several times at once over one connection. */
function sendRequest(client: Client, times: number, query: string, accept: string) {
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  const lines = [
    `GET /v1/events?org_id=${org_id}${query} HTTP/1.1`,
    'host: x',
    `accept: ${accept}`,
    `authorization: ${client.authorization!}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(times))
  return socket
}
/** Returns a cursor at the head of the event log. */
const readHeadCursor = async (client = ada): Promise<string> => {
  await waitForStableEvents(app)
  return expectStatus(await client.get('/v1/events', { query: { org_id } }), 200).next_cursor
}

test('a disconnect frees the slot of a waiting page and of streams in a queue', async () => {
  const waiting = Array.from({ length: 10 }, () => sendRequest(ada, 1, '&wait=30', 'application/json'))
  await waitForStreams(10)
  for (const socket of waiting) socket.destroy()
  await waitForStreams(0)
  const piped = sendRequest(ada, 5, '', 'text/event-stream')
  await waitForStreams(5)
  await sleep(300)
  piped.destroy()
  await waitForStreams(0)
  expect(countStreams()).toBe(0)
})

test('a page without matching events returns on time, however much there is to read', async () => {
  const cursor = await readHeadCursor()
  // The embedded database runs in this process, so it gets less.
  const parts = app.engine === 'embedded' ? 2 : 20
  for (let part = 0; part < parts; part++)
    await app.sql(
      `INSERT INTO events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at, ord)
       SELECT $1, 'EVFAR' || lpad(n::text, 12, '0'), 'task.updated', 'task', 'T0', 'system', now(), n
       FROM generate_series(${part * 10_000}, ${part * 10_000 + 9_999}) n`,
      [org_id],
    )
  await waitForStableEvents(app)
  const query = { org_id, types: 'webhook.created', wait: '1' }
  let [at, pages] = [cursor, 0]
  for (; pages < 100; pages++) {
    const startedAt = Date.now()
    const page = expectStatus(await ada.get('/v1/events', { query: { ...query, cursor: at } }), 200)
    expect(page.data).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    at = page.next_cursor
    const rest = await ada.get('/v1/events', { query: { org_id, cursor: at, limit: 1 } })
    if (expectStatus(rest, 200).data.length === 0) break
  }
  expect(pages).toBeLessThan(100)
}, 120_000)

test('events that a slow reader has not received yet are authorized again when they are sent', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const cursor = await readHeadCursor(ben)
  const edits = 150
  for (let n = 0; n < edits; n++) {
    const description = `${n} `.padEnd(100_000, 'secret ')
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { description } }), 200)
  }
  await waitForStableEvents(app)
  const reply = await new Promise<IncomingMessage>((resolve) =>
    request(`${app.url}/v1/events?org_id=${org_id}`, {
      headers: { accept: 'text/event-stream', authorization: ben.authorization, 'last-event-id': cursor },
      agent: false,
    })
      .on('response', resolve)
      .end(),
  )
  await sleep(1_000)
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { restricted_to: ['ada'] } }), 200)
  await waitForStableEvents(app)
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) {
    text += chunk
    if (text.includes('event: gone')) break
  }
  const sent = text.split('event: task.updated').length - 1
  expect(sent).toBeGreaterThan(0)
  // Events already buffered by the connection cannot be withdrawn.
  expect(sent).toBeLessThan(edits)
  expect(text.split('event: gone')).toHaveLength(2)
  await waitForStreams(0)
}, 120_000)

test('long texts are sent whole, once and in order', async () => {
  const tasks = await Promise.all(Array.from({ length: 16 }, () => createTask(ada, org_id)))
  await waitForStableEvents(app)
  const [one, two] = [await openStream(ada, { org_id }), await openStream(ada, { org_id })]
  for (const letter of ['a', 'b'])
    await Promise.all(
      tasks.map(async ({ task_id }) => {
        const body = { description: letter.repeat(100_000) }
        expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
      }),
    )
  for (const stream of [one, two]) await stream.waitForTypes(32)
  const ids = one.events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(32)
  expect(two.events.map(({ id }) => id)).toEqual(ids)
  for (const stream of [one, two]) stream.close()
})

test("events of an organization's apps are sent to tokens that may read them", async () => {
  const reader = await createTokenClient(ada, org_id, { scopes: ['org:read'] })
  const cursor = await readHeadCursor()
  const [one, all] = [await openStream(reader, {}), await openStream(ada, { org_id })]
  const body = {
    org_id,
    name: 'Board',
    redirect_uris: ['https://board.example.com/callback'],
    allowed_scopes: ['tasks:read'],
  }
  expectStatus(await ada.post('/v1/oauth/clients', { body }), 200)
  await all.waitUntil(({ types }) => types.includes('oauth_client.created'))
  const readPage = async (client: Client, query: Record<string, string>) => {
    const { data } = expectStatus(await client.get('/v1/events', { query: { ...query, cursor } }), 200)
    return (data as { type: string }[]).map(({ type }) => type)
  }
  expect(await readPage(ada, { org_id })).toContain('oauth_client.created')
  expect(await readPage(reader, {})).not.toContain('oauth_client.created')
  expect(one.types).not.toContain('oauth_client.created')
  for (const stream of [one, all]) stream.close()
})

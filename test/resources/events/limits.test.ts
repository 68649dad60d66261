import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { openStream, waitForStableEvents, type EventStream } from '../../support/event-stream.ts'
import {
  addMember,
  createOrganization,
  createProject,
  insertServiceAccount,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)

/** Opens a stream and reads nothing from it until resumed. */
function openIdleStream(client: Client): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.write(
    `GET /v1/events?org_id=${org_id} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n` +
      `authorization: ${client.authorization!}\r\n\r\n`,
  )
  socket.pause()
  return socket
}

const countStreams = () => app.services.streamingResponses.count
async function waitForStreams(count: number): Promise<void> {
  for (let i = 0; countStreams() !== count; i++) {
    if (i > 200) throw new Error(`${countStreams()} streams, not ${count}`)
    await sleep(50)
  }
}

test('a user has ten streams at a time, including waiting pages, independently of others', async () => {
  await waitForStableEvents(app)
  const open = await Promise.all(Array.from({ length: 9 }, () => openStream(ada, { org_id })))
  const waiting = ada.get('/v1/events', { query: { org_id, wait: '5' } })
  await waitForStreams(10)
  for (const accept of ['text/event-stream', 'application/json']) {
    const reply = await ada.get('/v1/events', { query: { org_id, wait: '5' }, headers: { accept } })
    expect([reply.status, reply.body.type, reply.headers['retry-after']]).toEqual([429, 'about:blank', '5'])
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  }
  // A page that does not wait is not counted.
  expectStatus(await ada.get('/v1/events', { query: { org_id } }), 200)
  const other = await openStream(ben, { org_id })
  open.shift()!.close()
  await waitForStreams(10)
  const next = await openStream(ada, { org_id })
  const { task_id } = await createTask(ada, org_id)
  expect(expectStatus(await waiting, 200).data[0].data.resource_id).toBe(task_id)
  for (const stream of [...open, next, other]) stream.close()
  await waitForStreams(0)
})

test('a process has a thousand streams, and responds with 503 to another one', async () => {
  await waitForStableEvents(app)
  const readers: Client[] = []
  for (let i = 0; i < 100; i++) {
    const account = await insertServiceAccount(app, org_id)
    readers.push(await createTokenClient(account, org_id, { grant_type: 'service_account', scopes: ['tasks:read'] }))
  }
  const open: EventStream[] = []
  for (let i = 0; i < 10; i++)
    open.push(...(await Promise.all(readers.map((reader) => openStream(reader, { org_id })))))
  expect(countStreams()).toBe(1_000)
  for (const accept of ['text/event-stream', 'application/json']) {
    const reply = await ben.get('/v1/events', { query: { org_id, wait: '5' }, headers: { accept } })
    expect([reply.status, reply.body.type, reply.headers['retry-after']]).toEqual([503, 'about:blank', '1'])
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  }
  expectStatus(await ben.get('/v1/events', { query: { org_id } }), 200)
  // Open streams continue.
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  await createTask(ada, org_id, { project_id })
  for (const stream of open) expect((await stream.waitForTypes(1))[0]).toBe('task.created')
  open.pop()!.close()
  await waitForStreams(999)
  open.push(await openStream(ben, { org_id }))
  expect(countStreams()).toBe(1_000)
  for (const stream of open) stream.close()
  await waitForStreams(0)
}, 120_000)

test('/metrics counts open streams, sent events and the reasons of ends', async () => {
  await waitForStableEvents(app)
  const stream = await openStream(ada, { org_id })
  await createTask(ada, org_id)
  await stream.waitForTypes(1)
  const { text } = await app.anonymous.get('/metrics')
  expect(text).toMatch(/^svc_streams 1$/m)
  expect(text).toMatch(/^svc_stream_events_total [1-9]/m)
  stream.close()
  await waitForStreams(0)
})

test('a reader that reads nothing is disconnected, and affects no other', async () => {
  await waitForStableEvents(app)
  const slow = openIdleStream(ben)
  await waitForStreams(1)
  const reader = await openStream(ada, { org_id })
  const { task_id } = await createTask(ada, org_id, { assignee: 'ben' })
  let sent = 1
  for (; sent < 1_000 && countStreams() > 1; sent++) {
    const description = `${sent} `.repeat(10_000)
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { description } }), 200)
    await reader.waitForTypes(sent + 1)
  }
  expect(countStreams()).toBe(1)
  expect(reader.events).toHaveLength(sent)
  const { text } = await app.anonymous.get('/metrics')
  expect(text).toMatch(/^svc_stream_ends_total\{reason="slow"\} 1$/m)
  slow.destroy()
  reader.close()
  await waitForStreams(0)
}, 120_000)

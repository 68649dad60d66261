import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { comparePositions } from '../../../src/events/reader/position.ts'
import { decryptEventCursor } from '../../../src/resources/platform/events/cursor.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))
const hour = 60 * 60 * 1000
// A stream that opens now starts after all of these events.
await waitForStableEvents(app)

const edit = async (id: string, title: string, client = ada) =>
  expectStatus(await client.patch(`/v1/tasks/${id}`, { body: { title } }), 200)
async function readPage(query: Record<string, string> = {}, client: Client = ada) {
  await waitForStableEvents(app)
  return expectStatus(await client.get('/v1/events', { query: { org_id, ...query } }), 200)
}

test('a stream sends changes immediately, as webhooks do, with the id of the event', async () => {
  const stream = await openStream(ada, { org_id })
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(stream.headers.etag).toBeUndefined()
  const { task_id } = await createTask(ada, org_id, { title: 'Paint the crane' })
  await edit(task_id, 'Paint the crane red')
  expect(await stream.waitForTypes(2)).toEqual(['task.created', 'task.updated'])
  const [, updated] = stream.events
  const [row] = await app.sql<{ event_id: string }>(
    `SELECT event_id FROM events WHERE resource_id = $1 AND type = 'task.updated'`,
    [task_id],
  )
  expect(updated).toMatchObject({
    id: row!.event_id,
    org_id,
    project_id: null,
    actor: { kind: 'user', id: ada.userId, username: 'ada' },
    data: {
      resource_type: 'task',
      resource_id: task_id,
      before: { title: 'Paint the crane' },
      after: { title: 'Paint the crane red' },
    },
  })
  expect(stream.messages.map(({ event }) => event)).toEqual(['checkpoint', 'task.created', 'task.updated'])
  stream.close()
})

test('a stream resumes after any message, by header or query, and the header takes precedence', async () => {
  const stream = await openStream(ada, { org_id })
  const start = stream.lastId
  const { task_id } = await createTask(ada, org_id)
  for (const n of [1, 2, 3, 4]) await edit(task_id, `Step ${n}`)
  await stream.waitForTypes(5)
  stream.close()
  for (const n of [5, 6]) await edit(task_id, `Step ${n}`)
  const listTitles = ({ events }: { events: { data: { after: unknown } }[] }) =>
    events.map(({ data }) => (data.after as { title: string }).title)
  const cursors = stream.messages.map(({ id }) => id!)
  for (const [i, cursor] of cursors.entries()) {
    const again = await openStream(ada, { org_id, cursor: start }, { 'last-event-id': cursor })
    const rest = ['Inspect the crane', 'Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5', 'Step 6'].slice(i)
    await again.waitForTypes(rest.length)
    expect(listTitles(again)).toEqual(rest)
    again.close()
    const paged = await readPage({ cursor })
    expect(listTitles({ events: paged.data })).toEqual(rest)
  }
})

test('a page without a cursor starts now, waits on request, and always returns the next cursor', async () => {
  await waitForStableEvents(app)
  const first = await readPage()
  expect(first).toEqual({ data: [], next_cursor: expect.any(String) })
  const waiting = readPage({ cursor: first.next_cursor, wait: '20' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { task_id } = await createTask(ada, org_id)
  const second = await waiting
  expect(second.data.map((event: { type: string }) => event.type)).toEqual(['task.created'])
  const startedAt = Date.now()
  const third = await readPage({ cursor: second.next_cursor, wait: '1' })
  expect(third.data).toEqual([])
  expect(Date.now() - startedAt).toBeGreaterThan(900)
  await edit(task_id, 'Later')
  expect((await readPage({ cursor: third.next_cursor })).data).toHaveLength(1)
  await waitForStableEvents(app)
  const present = readPage({ wait: '20' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await edit(task_id, 'At once')
  expect((await present).data).toHaveLength(1)
})

test('pages of any size add up to the same events', async () => {
  const { next_cursor } = await readPage()
  const { task_id } = await createTask(ada, org_id)
  for (let n = 0; n < 7; n++) await edit(task_id, `Size ${n}`)
  const whole = await readPage({ cursor: next_cursor })
  expect(whole.data).toHaveLength(8)
  const parts: unknown[] = []
  let cursor = next_cursor
  for (let n = 0; n < 5; n++) {
    const part = await readPage({ cursor, limit: '2' })
    parts.push(...part.data)
    cursor = part.next_cursor
  }
  expect(parts).toEqual(whole.data)
})

test('events are filtered by type, project, task and own items', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { next_cursor } = await readPage()
  const inside = await createTask(ada, org_id, { project_id, title: 'Inside' })
  const bens = await createTask(ada, org_id, { project_id, title: 'For ben', assignee: 'ben' })
  const watched = await createTask(ada, org_id, { project_id, title: 'Watched' })
  await app.sql(
    `INSERT INTO task_watchers (org_id, task_id, user_id, watching, reason, created_at)
     VALUES ($1, $2, $3, true, 'chosen', now()), ($1, $4, $3, false, 'chosen', now())`,
    [org_id, watched.task_id, ben.userId, inside.task_id],
  )
  await edit(watched.task_id, 'Watched closely')
  await edit(inside.task_id, 'Inside out')
  await createTask(ada, org_id, { title: 'Outside' })
  const listIds = async (query: Record<string, string>, client = ada) =>
    (await readPage({ cursor: next_cursor, ...query }, client)).data.map(
      ({ type, data }: { type: string; data: { resource_id: string } }) => [type, data.resource_id],
    )
  const [created, updated] = ['task.created', 'task.updated']
  expect(await listIds({ types: 'task.updated,project.*' })).toEqual([
    [updated, watched.task_id],
    [updated, inside.task_id],
  ])
  expect(await listIds({ project_id })).toHaveLength(5)
  expect(await listIds({ task_id: inside.task_id })).toEqual([
    [created, inside.task_id],
    [updated, inside.task_id],
  ])
  expect(await listIds({ mine: 'true' }, ben)).toEqual([
    [created, bens.task_id],
    [created, watched.task_id],
    [updated, watched.task_id],
  ])
  expect(await listIds({ mine: 'true' })).toHaveLength(6)
  expect((await readPage({ cursor: next_cursor }, ben)).data).toHaveLength(5)
})

test('an unknown filter, cursor or parameter is refused', async () => {
  const other = await createOrganization(ada)
  const { next_cursor } = await readPage()
  const expectRejected = async (query: Record<string, string>, status: number) => {
    const reply = await ada.get('/v1/events', { query: { org_id, ...query } })
    expect([query, reply.status]).toEqual([query, status])
    return reply.body.errors?.[0] ?? reply.body
  }
  expect((await expectRejected({ types: 'task.painted' }, 400)).allowed).toContain('task.updated')
  expect((await expectRejected({ cursor: 'nonsense' }, 400)).loc).toEqual(['query', 'cursor'])
  expect((await expectRejected({ cursor: next_cursor, org_id: other.org_id }, 400)).loc).toEqual(['query', 'cursor'])
  await expectRejected({ wait: '31' }, 422)
  await expectRejected({ org_id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 403)
})

test('a silent stream sends a heartbeat every 15 seconds and its position every minute', async () => {
  const stream = await openStream(ben, { org_id, types: 'goal.*' })
  const readPosition = (cursor: string) => decryptEventCursor(app.services.keyring, org_id, cursor, app.clock.now())
  const first = readPosition(stream.lastId)
  // The position advances with events of other organizations.
  await createOrganization(ada)
  await waitForStableEvents(app)
  // Received events leave the buffer after a while.
  await sleep(2_500)
  app.clock.advance(16_000)
  await stream.waitUntil(({ heartbeatCount: beats }) => beats === 1)
  app.clock.advance(45_000)
  await stream.waitUntil(({ messages }) => messages.length === 2)
  expect(stream.messages.map(({ event }) => event)).toEqual(['checkpoint', 'checkpoint'])
  expect(comparePositions(readPosition(stream.lastId), first)).toBeGreaterThan(0)
  stream.close()
})

test('a stream keeps sending heartbeats when the clock is set back', async () => {
  const stream = await openStream(ben, { org_id, types: 'goal.*' })
  app.clock.set(-hour)
  try {
    app.clock.advance(16_000)
    await stream.waitUntil(({ heartbeatCount: beats }) => beats === 1)
    app.clock.advance(45_000)
    await stream.waitUntil(({ messages }) => messages.length === 2)
    expect(stream.messages.map(({ event }) => event)).toEqual(['checkpoint', 'checkpoint'])
  } finally {
    app.clock.set(hour)
    stream.close()
  }
})

test('HEAD returns the headers of a stream and opens none', async () => {
  const head = await ada.head('/v1/events', { query: { org_id }, headers: { accept: 'text/event-stream' } })
  expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(app.services.streamingResponses.count).toBe(0)
})

// Last, since a session expires before 7 days have passed.
test('a cursor expires after 7 days, or earlier with the event that it names', async () => {
  await createTask(ada, org_id)
  const { next_cursor } = await readPage()
  app.clock.advance(7 * 24 * hour - 60_000)
  expect((await readPage({ cursor: next_cursor })).data).toEqual([])
  app.clock.advance(120_000)
  for (const accept of ['application/json', 'text/event-stream']) {
    const late = await ada.get('/v1/events', { query: { org_id, cursor: next_cursor }, headers: { accept } })
    expect([late.status, late.body.type]).toEqual([410, 'urn:svc:problem:cursor-expired'])
  }
  await createTask(ada, org_id)
  const present = await readPage()
  await app.sql('DELETE FROM events WHERE event_id = (SELECT event_id FROM events ORDER BY tx DESC, ord DESC LIMIT 1)')
  for (const [accept, wait] of [
    ['application/json', '0'],
    ['application/json', '1'],
    ['text/event-stream', '0'],
  ] as const) {
    const query = { org_id, cursor: present.next_cursor, wait }
    const gone = await ada.get('/v1/events', { query, headers: { accept } })
    expect([gone.status, gone.body.type]).toEqual([410, 'urn:svc:problem:cursor-expired'])
  }
})

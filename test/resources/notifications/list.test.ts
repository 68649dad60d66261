import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { insertNotification } from '../../support/notifications.ts'
import { listStoredNotifications } from './run-pipeline.ts'

const app = await startApp()
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]

// oxlint-disable-next-line typescript/no-explicit-any
type ShownNotification = any
type Query = Record<string, string>

/** Creates an organization of ada with ben as a member. */
async function createSharedOrganization(): Promise<string> {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  return org_id
}

const readPage = async (query: Query, client = ben): Promise<ShownNotification[]> =>
  expectStatus(await client.get('/v1/notifications', { query }), 200).data
const listIds = async (query: Query, client = ben) => (await readPage(query, client)).map((one) => one.notification_id)
const count = async (query: Query, client = ben): Promise<ShownNotification> =>
  expectStatus(await client.get('/v1/notifications/count', { query }), 200)
const mark = (id: string, body: object, headers = {}) => ben.patch(`/v1/notifications/${id}`, { body, headers })
/** Returns a time today, in minutes after nine. */
const toTimestamp = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString()

test('users see notifications that concern them, with the reason and the actor', async () => {
  const org_id = await createSharedOrganization()
  const { project_id, prefix } = await createProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'ben' })
  await listStoredNotifications(ben)
  const [one, ...more] = await readPage({ org_id })
  expect(more).toEqual([])
  expect(one).toMatchObject({
    kind: 'assigned',
    resource_type: 'task',
    resource_id: task_id,
    task_key: `${prefix}-1`,
    project_id,
    title: 'Inspect the crane',
    cause_count: 1,
    causes: [{ kind: 'assigned', actor_username: 'ada', event_id: expect.stringMatching(/^EV/) }],
    read: false,
    done: false,
  })
  expect(await readPage({ org_id }, ada)).toEqual([])
  expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { prefix: 'CRANE' } }), 200)
  expect((await readPage({ org_id }))[0]).toMatchObject({ task_key: 'CRANE-1' })
  expect(await count({ org_id })).toEqual({
    unread: 1,
    more: false,
    by_kind: [{ kind: 'assigned', unread: 1 }],
  })
})

test('a session lists notifications of all its organizations, newest first, a token those of its own', async () => {
  const [one, two] = [await createSharedOrganization(), await createSharedOrganization()]
  const created: string[] = []
  for (let i = 0; i < 10; i++)
    created.push((await insertNotification(ben, i % 3 ? one : two, { updated_at: toTimestamp(i) })).notification_id)
  const newest = created.toReversed()
  const listBoth = async (query: Query) => (await listIds(query)).filter((id) => created.includes(id))
  expect(await listBoth({})).toEqual(newest)
  expect(await listIds({ org_id: one })).toEqual(newest.filter((_, i) => (9 - i) % 3))
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Query = { limit: '3', ...(cursor && { cursor }) }
    const body: ShownNotification = expectStatus(await ben.get('/v1/notifications', { query }), 200)
    paged.push(...body.data.map((row: ShownNotification) => row.notification_id))
    cursor = body.next_cursor
  }
  expect(paged).toEqual(await listIds({}))
  const all = await listIds({})
  for (let offset = 0; offset < all.length; offset++)
    expect(await listIds({ offset: String(offset), limit: '2' })).toEqual(all.slice(offset, offset + 2))
  const mine = await createTokenClient(ben, two, { scopes: ['tasks:read'] })
  expect(await listIds({}, mine)).toEqual(newest.filter((_, i) => (9 - i) % 3 === 0))
  expect((await mine.get('/v1/notifications', { query: { org_id: one } })).status).toBe(403)
  expect((await ada.get('/v1/notifications', { query: { org_id: 'none' } })).status).toBe(403)
})

test('a list takes three statements for any number of organizations', async () => {
  for (let i = 0; i < 3; i++) await insertNotification(ben, await createSharedOrganization())
  for (const path of ['/v1/notifications', '/v1/notifications/count']) {
    await ben.get(path)
    const before = app.countStatements()
    expectStatus(await ben.get(path), 200)
    expect(app.countStatementsSince(before, 3)).toBeLessThanOrEqual(3)
  }
})

test('done notifications leave the list, unread ones return, and done implies read', async () => {
  const org_id = await createSharedOrganization()
  const [a, b] = [
    (await insertNotification(ben, org_id)).notification_id,
    (await insertNotification(ben, org_id)).notification_id,
  ]
  const readState = async (id: string) => {
    const { read, done } = expectStatus(await ben.get(`/v1/notifications/${id}`), 200)
    return { read, done }
  }
  expectStatus(await mark(a, { read: true }), 200)
  expect(await readState(a)).toEqual({ read: true, done: false })
  expect(await listIds({ org_id, 'filter[unread]': 'true' })).toEqual([b])
  expectStatus(await mark(b, { done: true }), 200)
  expect(await readState(b)).toEqual({ read: true, done: true })
  expect(await listIds({ org_id })).toEqual([a])
  expect(await listIds({ org_id, 'filter[done]': 'true' })).toEqual([b])
  expect((await count({ org_id })).unread).toBe(0)
  expectStatus(await mark(b, { read: false }), 200)
  expect(await readState(b)).toEqual({ read: false, done: false })
  expectStatus(await mark(b, { done: true }), 200)
  expectStatus(await mark(b, { done: false }), 200)
  expect(await readState(b)).toEqual({ read: true, done: false })
  expect(expectStatus(await mark(b, { done: true, read: false }), 422).errors[0].loc).toEqual(['body', 'read'])
})

test('a change is refused when another cause arrived since it was read', async () => {
  const org_id = await createSharedOrganization()
  const { notification_id } = await insertNotification(ben, org_id)
  const { headers } = await ben.get(`/v1/notifications/${notification_id}`)
  await app.sql('UPDATE notifications SET version = version + 1 WHERE notification_id = $1', [notification_id])
  expectStatus(await mark(notification_id, { done: true }, { 'if-match': headers.etag! }), 412)
})

test('all up to a time are marked, filtered by kind or project, and no later ones', async () => {
  const org_id = await createSharedOrganization()
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id })
  await insertNotification(ben, org_id, { updated_at: toTimestamp(1), kind: 'invited' })
  const filed = await insertNotification(ben, org_id, { updated_at: toTimestamp(2), task_id })
  const bound = await insertNotification(ben, org_id, { updated_at: toTimestamp(3) })
  const later = await insertNotification(ben, org_id, { updated_at: toTimestamp(4) })
  const readUp = async (body: object) =>
    expectStatus(await ben.post('/v1/notifications/read', { body: { until: toTimestamp(3), org_id, ...body } }), 200)
  const listUnread = () => listIds({ org_id, 'filter[unread]': 'true' })
  expect(await readUp({ kind: 'invited' })).toEqual({ count: 1, more: false })
  expect(await listUnread()).toEqual([later, bound, filed].map((row) => row.notification_id))
  expect(await readUp({ project_id })).toEqual({ count: 1, more: false })
  expect(await listUnread()).toEqual([later, bound].map((row) => row.notification_id))
  expect(await readUp({})).toEqual({ count: 1, more: false })
  expect(await listUnread()).toEqual([later.notification_id])
  expect(await readUp({})).toEqual({ count: 0, more: false })
})

test('filters by kind and project combine, and email-only notifications are never returned', async () => {
  const org_id = await createSharedOrganization()
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id })
  const mentioned = await insertNotification(ben, org_id, { task_id, kind: 'mentioned' })
  await insertNotification(ben, org_id, { task_id, kind: 'replied' })
  await insertNotification(ben, org_id, { kind: 'mentioned' })
  const hidden = await insertNotification(ben, org_id, { kind: 'mentioned', on_page: false })
  expect(await listIds({ project_id, 'filter[kind]': 'mentioned' })).toEqual([mentioned.notification_id])
  expect((await listIds({ org_id, 'filter[kind]': 'mentioned,replied' })).length).toBe(3)
  expect((await count({ org_id })).by_kind).toEqual([
    { kind: 'mentioned', unread: 2 },
    { kind: 'replied', unread: 1 },
  ])
  expect((await count({ project_id })).unread).toBe(2)
  expect((await mark(hidden.notification_id, { read: true })).status).toBe(404)
})

test('counts stop at a thousand', async () => {
  const org_id = await createSharedOrganization()
  const { notification_id } = await insertNotification(ben, org_id)
  await app.sql(
    `INSERT INTO notifications SELECT (jsonb_populate_record(n, jsonb_build_object('notification_id', 'N' || g))).*
     FROM notifications n, generate_series(1, $2::int) g WHERE n.notification_id = $1`,
    [notification_id, 999],
  )
  const thousand = [{ kind: 'commented', unread: 1000 }]
  expect(await count({ org_id })).toEqual({ unread: 1000, more: false, by_kind: thousand })
  await insertNotification(ben, org_id, { kind: 'mentioned' })
  const found = await count({ org_id })
  expect(found).toMatchObject({ unread: 1000, more: true })
  expect(found.by_kind.reduce((sum: number, one: ShownNotification) => sum + one.unread, 0)).toBe(1000)
})

test('users cannot read or mark the notifications of others', async () => {
  const org_id = await createSharedOrganization()
  const { notification_id } = await insertNotification(ben, org_id)
  const path = `/v1/notifications/${notification_id}`
  expect((await ada.get(path)).status).toBe(404)
  expect((await ada.patch(path, { body: { read: true } })).status).toBe(404)
  const until = new Date(app.clock.now() + 60_000).toISOString()
  const all = await ada.post('/v1/notifications/read', { body: { until, org_id } })
  expect(expectStatus(all, 200).count).toBe(0)
  expect(await listIds({ org_id, 'filter[unread]': 'true' })).toEqual([notification_id])
})

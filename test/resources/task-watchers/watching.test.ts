import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { processPendingEvents as takeIn } from '../notifications/run-pipeline.ts'

const app = await startApp()
const [ada, ben, cleo, gus] = (await Promise.all(['ada', 'ben', 'cleo', 'gus'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
  Client,
]

/** Creates an organization of ada with two members, a guest, and her task in a public project. */
async function setUp(values: object = {}) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(cleo, org_id, 'member')
  await insertMembership(gus, org_id, 'guest')
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id, ...values })
  return { org_id: org_id as string, project_id: project_id as string, task_id: task_id as string }
}

const watchPath = (id: string) => `/v1/tasks/${id}/watch`
const watch = async (id: string, client: Client) => expectStatus(await client.put(watchPath(id)), 200)
const unwatch = async (id: string, client: Client) => expectStatus(await client.delete(watchPath(id)), 204)
const change = async (id: string, body: object) => expectStatus(await ada.patch(`/v1/tasks/${id}`, { body }), 200)
const postComment = async (task_id: string, client: Client, more: object = {}) => {
  expectStatus(await client.post('/v1/task-comments', { body: { task_id, content: 'Well', ...more } }), 200, 201)
  await takeIn(app)
}

/** Returns the watchers of a task with their reasons, by name. */
async function listWatchers(id: string, client = ada): Promise<Record<string, string>> {
  const { data } = expectStatus(await client.get(`/v1/tasks/${id}/watchers`), 200)
  return Object.fromEntries(data.map((one: { username: string; reason: string }) => [one.username, one.reason]))
}

test('creator, assignee, commenters, mentioned users and those who choose to watch a task', async () => {
  const { project_id, task_id } = await setUp({ assignee: 'ben' })
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', ben: 'assigned' })
  await addProjectMember(ada, project_id, gus, 'viewer')
  await postComment(task_id, cleo, { mentions: [{ username: 'gus' }] })
  expect(await listWatchers(task_id)).toEqual({
    ada: 'created',
    ben: 'assigned',
    cleo: 'commented',
    gus: 'mentioned',
  })
  expect(await listWatchers(task_id, gus)).toEqual(await listWatchers(task_id))
  const other = await setUp()
  expect(await watch(other.task_id, ben)).toEqual({
    task_id: other.task_id,
    watching: true,
    reason: 'chosen',
    version: 1,
  })
  expect(await listWatchers(other.task_id)).toEqual({ ada: 'created', ben: 'chosen' })
})

test('a user who stopped watching is only added again by themselves', async () => {
  const { task_id } = await setUp({ assignee: 'ben' })
  for (const client of [ada, ben, cleo]) await unwatch(task_id, client)
  expect(await listWatchers(task_id)).toEqual({})
  await postComment(task_id, cleo, { mentions: [{ username: 'ben' }] })
  await change(task_id, { assignee: null })
  await change(task_id, { assignee: 'ben' })
  expect(await listWatchers(task_id)).toEqual({})
  expect(expectStatus(await ben.get(watchPath(task_id)), 200)).toEqual({
    task_id,
    watching: false,
    reason: null,
    version: 1,
  })
  expect(await watch(task_id, ben)).toMatchObject({ watching: true, reason: 'assigned' })
  await watch(task_id, cleo)
  expect(await listWatchers(task_id)).toEqual({ ben: 'assigned', cleo: 'chosen' })
})

test('only an assignee who chose to watch stays a watcher after a reassignment', async () => {
  const { task_id } = await setUp({ assignee: 'ben' })
  await change(task_id, { assignee: 'cleo' })
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', cleo: 'assigned' })
  expect(await watch(task_id, cleo)).toMatchObject({ reason: 'assigned' })
  await change(task_id, { assignee: null })
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', cleo: 'chosen' })
})

test('watching leaves the task unchanged and emits no event', async () => {
  const { task_id } = await setUp()
  const readState = async () => {
    const { headers } = await ada.get(`/v1/tasks/${task_id}`)
    const [events] = await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM events')
    return [headers.etag, events!.n]
  }
  const before = await readState()
  await watch(task_id, ben)
  await watch(task_id, ben)
  await unwatch(task_id, ben)
  await unwatch(task_id, ben)
  expect(await readState()).toEqual(before)
})

test('repeated requests keep the ETag, which If-Match compares', async () => {
  const { task_id } = await setUp()
  const readEtag = async () => (await ben.get(watchPath(task_id))).headers.etag!
  const none = await readEtag()
  await watch(task_id, ben)
  const chosen = await readEtag()
  await watch(task_id, ben)
  expect(await readEtag()).toBe(chosen)
  expect(chosen).not.toBe(none)
  expectStatus(await ben.delete(watchPath(task_id), { headers: { 'if-match': none } }), 412)
  expectStatus(await ben.delete(watchPath(task_id), { headers: { 'if-match': chosen } }), 204)
})

test('counts only watchers who can still read the task', async () => {
  const { org_id, project_id, task_id } = await setUp()
  await addProjectMember(ada, project_id, gus, 'viewer')
  for (const client of [ben, cleo, gus]) await watch(task_id, client)
  const all = { ada: 'created', ben: 'chosen', cleo: 'chosen', gus: 'chosen' }
  expect(await listWatchers(task_id)).toEqual(all)

  await change(task_id, { restricted_to: ['cleo'] })
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', cleo: 'chosen' })
  expect((await ben.get(watchPath(task_id))).status).toBe(404)
  await change(task_id, { restricted_to: [] })

  const member = `/v1/organization-members/${cleo.userId}/${org_id}`
  expectStatus(await ada.patch(member, { body: { is_active: false } }), 200)
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', ben: 'chosen', gus: 'chosen' })
  expectStatus(await ada.patch(member, { body: { is_active: true } }), 200)

  const hide = async (visibility: string) =>
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { visibility } }), 200)
  await hide('private')
  expect(await listWatchers(task_id)).toEqual({ ada: 'created', gus: 'chosen' })
  await hide('public')
  expect(await listWatchers(task_id)).toEqual(all)
})

test('leaving the organization removes all watches, also after rejoining', async () => {
  const { org_id, task_id } = await setUp()
  await watch(task_id, ben)
  expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200)
  expect(await listWatchers(task_id)).toEqual({ ada: 'created' })
  const body = { org_id, email: 'ben@dev.invalid', role: 'member' }
  const { id } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
  expectStatus(await ben.put(`/v1/organization-invites/${id}/accept`), 200)
  expect(await listWatchers(task_id)).toEqual({ ada: 'created' })
})

import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { patchTask, updateTask, listTaskEvents, readTask, readVersion, parseVersion } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
})

async function setUp(values: object = {}) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  const created = await createTask(ada, org_id, { project_id, ...values })
  return { org_id: org_id as string, project_id: project_id as string, task_id: created.task_id as string }
}

it('a creation is one event with the fields that are not empty', async () => {
  const { task_id, project_id } = await setUp({
    title: 'New',
    tags: ['a'],
    description: null,
    restricted_to: ['ada'],
  })
  expect(await listTaskEvents(ada, task_id)).toMatchObject([
    {
      type: 'task.created',
      project_id,
      before: null,
      after: {
        title: 'New',
        tags: ['a'],
        project_id,
        status: 'not_started',
        priority: 'none',
        task_type: 'task',
        restricted_to: ['ada'],
      },
    },
  ])
})

it('an update emits one event per aspect, with the changed attributes only', async () => {
  const { org_id, task_id, project_id } = await setUp({ title: 'Old', status: 'blocked' })
  const { key: keyBefore } = expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
  const to = (await createProject(ada, org_id)).project_id
  const [sub, dep] = [await createTask(ada, org_id, { project_id }), await createTask(ada, org_id, { project_id })]
  const reply = await patchTask(ada, task_id, {
    title: 'New',
    status: 'blocked',
    due_date: '2026-05-05',
    restricted_to: ['BEN'],
    project_id: to,
    sub_tasks: [sub.task_id],
    dependencies: [dep.task_id],
  })
  expect(parseVersion(reply)).toBe(2)
  const events = (await listTaskEvents(ada, task_id)).slice(1)
  expect(events.map(({ type, before, after }) => [type, before, after])).toEqual([
    ['task.moved', { key: keyBefore, project_id }, { key: reply.body.key, project_id: to }],
    ['task.restricted', { restricted_to: [] }, { restricted_to: ['ben'] }],
    ['task.updated', { title: 'Old', due_date: null }, { title: 'New', due_date: '2026-05-05' }],
    ['task.subtask_added', null, { subtask_id: sub.task_id }],
    ['task.dependency_added', null, { dependency_id: dep.task_id }],
  ])
  for (const event of events) expect([event.request_id, event.project_id]).toEqual([reply.headers['x-request-id'], to])
  expect(events[0]!.from_project_id).toBe(project_id)
})

it('an update without effect emits no event and keeps version and time', async () => {
  const { task_id } = await setUp({
    title: 'Same',
    tags: ['b', 'a'],
    type_data: { bb: 1, a: { d: 1, c: 2 } },
    metadata: [{ bb: 1, a: 2 }],
    assignee: 'ben',
  })
  const before = await readTask(ada, task_id)
  app.clock.advance(5000)
  const same = [
    {},
    { title: 'Same', status: 'not_started', priority: null },
    { tags: ['b', 'a', 'b', ' a '] },
    { type_data: { a: { c: 2, d: 1 }, bb: 1, zz: null } },
    { metadata: [{ a: 2, bb: 1 }] },
    { assignee: 'BEN', restricted_to: null, sub_tasks: [], dependencies: null },
    { created_by: 'ben', updated_by: 'ben', created_at: '2020-01-01T00:00:00Z' },
    { project_id: before.project_id, team_id: null },
  ]
  for (const body of same) {
    const reply = await patchTask(ben, task_id, body)
    expect([body, reply.status, parseVersion(reply), reply.body.updated_at]).toEqual([body, 200, 1, before.updated_at])
  }
  expect(await listTaskEvents(ada, task_id)).toHaveLength(1)
  const after = await updateTask(ben, task_id, { tags: ['a', 'b'] })
  expect([after.updated_by, after.updated_at > before.updated_at, await readVersion(ada, task_id)]).toEqual([
    'ben',
    true,
    2,
  ])
})

it('each change raises the version by one, and If-Match accepts only the current one', async () => {
  const { task_id } = await setUp()
  let etag = (await ada.get(`/v1/tasks/${task_id}`)).headers.etag!
  for (let i = 2; i < 6; i++) {
    const stale = etag
    const reply = await ben.patch(`/v1/tasks/${task_id}`, {
      body: { title: `t${i}` },
      headers: { 'if-match': etag },
    })
    expect([reply.status, parseVersion(reply)]).toEqual([200, i])
    etag = reply.headers.etag!
    const late = await ada.patch(`/v1/tasks/${task_id}`, {
      body: { title: 'late' },
      headers: { 'if-match': stale },
    })
    expect([late.status, late.body.type]).toEqual([412, 'urn:svc:problem:precondition-failed'])
  }
  expect((await readTask(ada, task_id)).title).toBe('t5')
  expect(await listTaskEvents(ada, task_id)).toHaveLength(5)
})

it('a rejected change leaves nothing behind, however late it is rejected', async () => {
  const { org_id, project_id, task_id } = await setUp()
  const [sub, taken] = [await createTask(ada, org_id, { project_id }), await createTask(ada, org_id, { project_id })]
  await createTask(ada, org_id, { project_id, sub_tasks: [taken.task_id] })
  const before = [await readTask(ada, task_id), await readTask(ada, sub.task_id)]
  const bodies = [
    { title: 'x', sub_tasks: [sub.task_id, taken.task_id] },
    { title: 'x', sub_tasks: [sub.task_id], dependencies: ['T0000000000000000'] },
    { title: 'x', sub_tasks: [sub.task_id], dependencies: [task_id] },
    { title: 'x', assignee: 'nobody-here' },
    { title: 'x', type_data: { goal_a: 1 } },
  ]
  for (const body of bodies) expect([409, 422]).toContain((await patchTask(ada, task_id, body)).status)
  expect([await readTask(ada, task_id), await readTask(ada, sub.task_id)]).toEqual(before)
  expect(await listTaskEvents(ada, task_id)).toHaveLength(1)
  const count = async () =>
    (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM tasks WHERE org_id = $1', [org_id]))[0]!.n
  const tasks = await count()
  const values = { org_id, project_id, title: 'x', sub_tasks: [sub.task_id, taken.task_id] }
  expect((await ada.post('/v1/tasks', { body: values })).status).toBe(409)
  expect(await count()).toBe(tasks)
  expect(await readTask(ada, sub.task_id)).toEqual(before[1])
})

it('a retried create with one Idempotency-Key creates one task and one event', async () => {
  const { org_id, project_id } = await setUp()
  const headers = { 'idempotency-key': `key-${Math.random()}` }
  const body = { org_id, project_id, title: 'Once' }
  const replies = [await ada.post('/v1/tasks', { body, headers }), await ada.post('/v1/tasks', { body, headers })]
  expect(expectStatus(replies[1]!, 200)).toEqual(expectStatus(replies[0]!, 200))
  expect(replies[1]!.headers['idempotent-replayed']).toBe('true')
  expect(await listTaskEvents(ada, replies[0]!.body.task_id)).toHaveLength(1)
})

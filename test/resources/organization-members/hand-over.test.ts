import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))
const cid = await addMember(ada, org_id, await app.signIn('cid'))

const send = (from: Client, to: string, by = ada) =>
  by.post(`/v1/organization-members/${from.userId}/${org_id}/hand-over`, { body: { to } })
const handOver = async (from: Client, to: string, by = ada) => expectStatus(await send(from, to, by), 200)
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)

test('passes open tasks, projects and milestones, also of a deactivated member', async () => {
  const project = await createProject(ben, org_id)
  const { project_id } = project
  const open = await createTask(ada, org_id, { assignee: 'ben', project_id })
  const personal = await createTask(ada, org_id, { assignee: 'ben' })
  const done = await createTask(ada, org_id, { assignee: 'ben', status: 'completed' })
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Quay' } }), 201)
  for (const { userId: user_id } of [ben, cid])
    expectStatus(await ada.post(`/v1/teams/${team_id}/members`, { body: { user_id } }), 201)
  const aim = { title: 'Open the quay', target_date: '2027-03-31', owner_user_id: ben.userId }
  const { milestone_id } = expectStatus(await ada.post(`/v1/teams/${team_id}/milestones`, { body: aim }), 201)
  const member = `/v1/organization-members/${ben.userId}/${org_id}`
  expectStatus(await ada.patch(member, { body: { is_active: false } }), 200)

  const result = { tasks: 2, projects: 1, milestones: 1, tasks_left: 0, has_more: false }
  expect(await handOver(ben, 'CID')).toEqual(result)
  expect((await read(open.task_id)).assignee).toBe('cid')
  expect((await read(personal.task_id)).assignee).toBe('cid')
  expect((await read(done.task_id)).assignee).toBe('ben')
  expect(expectStatus(await ada.get(`/v1/projects/detail/${project_id}`), 200).owner).toBe('cid')
  const milestone = expectStatus(await ada.get(`/v1/teams/${team_id}/milestones/${milestone_id}`), 200)
  expect(milestone.owner_user_id).toBe(cid.userId)
  expect(await handOver(ben, 'cid')).toEqual({ ...result, tasks: 0, projects: 0, milestones: 0 })
  expectStatus(await ada.patch(member, { body: { is_active: true } }), 200)
})

test('leaves tasks that the other member could not read, and counts them', async () => {
  const restricted = await createTask(ada, org_id, { assignee: 'ben', restricted_to: ['ben'] })
  const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
  const secret = await createTask(ada, org_id, { assignee: 'ben', project_id })
  expect(await handOver(ben, 'cid')).toMatchObject({ tasks: 0, tasks_left: 2 })
  expect((await read(restricted.task_id)).assignee).toBe('ben')
  // Members count only the tasks that they can read.
  expect(await handOver(ben, 'cid', ben)).toMatchObject({ tasks: 0, tasks_left: 1 })
  expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { visibility: 'public' } }), 200)
  expect(await handOver(ben, 'cid', ben)).toMatchObject({ tasks: 1, tasks_left: 1 })
  expect((await read(secret.task_id)).assignee).toBe('cid')
})

test('leaves milestones of deleted teams', async () => {
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Closed quay' } }), 201)
  for (const { userId: user_id } of [ben, cid])
    expectStatus(await ada.post(`/v1/teams/${team_id}/members`, { body: { user_id } }), 201)
  const aim = { title: 'Close the quay', target_date: '2027-03-31', owner_user_id: ben.userId }
  expectStatus(await ada.post(`/v1/teams/${team_id}/milestones`, { body: aim }), 201)
  expectStatus(await ada.delete(`/v1/teams/${team_id}`), 200)
  await app.sql('UPDATE milestones SET is_active = true WHERE team_id = $1', [team_id])
  expect((await handOver(ben, 'cid')).milestones).toBe(0)
})

test('returns the stored response for a repeated Idempotency-Key although the receiver has left', async () => {
  const eve = await addMember(ada, org_id, await app.signIn('eve'))
  await createTask(ada, org_id, { assignee: 'ben' })
  const path = `/v1/organization-members/${ben.userId}/${org_id}/hand-over`
  const sendOnce = () => ada.post(path, { body: { to: 'eve' }, headers: { 'idempotency-key': 'once' } })
  const first = expectStatus(await sendOnce(), 200)
  expect(first.tasks).toBe(1)
  expectStatus(await ada.delete(`/v1/organization-members/${eve.userId}/${org_id}`), 200)
  expect(expectStatus(await sendOnce(), 200)).toEqual(first)
  expect((await send(ben, 'eve')).status).toBe(422)
})

test('hands over 500 tasks in one request, and the rest in the next', async () => {
  const { task_id } = await createTask(ada, org_id, { assignee: 'ada' })
  await app.sql(
    `INSERT INTO tasks (org_id, task_id, title, title_key, status, status_rank, priority, priority_rank, task_type,
       assignee, assignee_key, created_by, updated_by, created_at, updated_at)
     SELECT org_id, 'TX' || n, title, title_key, status, status_rank, priority, priority_rank, task_type, assignee,
       assignee_key, created_by, updated_by, created_at, updated_at
     FROM tasks, generate_series(1, 500) n WHERE task_id = $1`,
    [task_id],
  )
  expect(await handOver(ada, 'cid')).toMatchObject({ tasks: 500, tasks_left: 1, has_more: true })
  expect(await handOver(ada, 'cid')).toMatchObject({ tasks: 1, tasks_left: 0, has_more: false })
  await app.sql(`UPDATE tasks SET assignee = 'ada', assignee_key = 'ada' WHERE task_id LIKE 'TX%'`)
  expect(await handOver(ada, 'cid')).toMatchObject({ tasks: 500, tasks_left: 0, has_more: false })
})

test('refuses other members, and a receiver who is not an active other member', async () => {
  expect((await send(cid, 'ben', ben)).status).toBe(403)
  for (const to of ['cid', 'nobody']) {
    const reply = await send(cid, to)
    expect([reply.status, reply.body.errors[0].loc]).toEqual([422, ['body', 'to']])
  }
})

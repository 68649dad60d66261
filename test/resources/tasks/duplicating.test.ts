import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, addProjectMember, createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))
const project = await createProject(ada, org_id, { prefix: 'DUP' })
const { project_id } = project

const duplicate = async (id: string, body: object = {}, user = ada) =>
  expectStatus(await user.post(`/v1/tasks/${id}/duplicate`, { body }), 201)

const copied =
  'project_id title description priority task_type assignee start_date due_date tags metadata restricted_to status'

test('copies the attributes, but not comments, links and IDs in other systems', async () => {
  const other = await createTask(ada, org_id, { project_id })
  const task = await createTask(ada, org_id, {
    project_id,
    title: 'Grease the crane',
    description: 'With *care*',
    status: 'in_progress',
    priority: 'high',
    task_type: 'bug',
    tracker_id: 'X-1',
    bug_id: 'B-1',
    assignee: 'ben',
    start_date: '2027-01-01',
    due_date: '2027-01-05',
    tags: ['upkeep'],
    metadata: [{ crane: 4 }],
    restricted_to: ['ben'],
    dependencies: [other.task_id],
  })
  expectStatus(await ada.post('/v1/task-comments', { body: { task_id: task.task_id, content: 'Done?' } }), 201)
  const copy = await duplicate(task.task_id)
  for (const name of copied.split(' ')) expect([name, copy[name]]).toEqual([name, task[name]])
  expect(copy).toMatchObject({ dependencies: [], sub_tasks: [], bug_id: null, tracker_id: null, created_by: 'ada' })
  expect([copy.version, copy.number]).toEqual([1, task.number + 1])
  const comments = await ada.get('/v1/task-comments', { query: { task_id: copy.task_id } })
  expect(expectStatus(comments, 200).data).toEqual([])
})

test('copies subtasks with keys in their order, only on request and only readable ones', async () => {
  const hidden = await createTask(ada, org_id, { project_id, title: 'Secret', restricted_to: ['ada'] })
  const leaf = await createTask(ada, org_id, { project_id, title: 'Leaf' })
  const [first, second] = [
    await createTask(ada, org_id, { project_id, title: 'First', sub_tasks: [leaf.task_id] }),
    await createTask(ada, org_id, { project_id, title: 'Second' }),
  ]
  const sub_tasks = [second.task_id, hidden.task_id, first.task_id]
  const { task_id } = await createTask(ada, org_id, { project_id, title: 'Parent', sub_tasks })
  expect((await duplicate(task_id)).sub_tasks).toEqual([])
  await addProjectMember(ada, project_id, ben, 'editor')
  const copy = await duplicate(task_id, { subtasks: true, title: 'Again' }, ben)
  const children = await Promise.all(
    copy.sub_tasks.map(async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)),
  )
  expect(copy.title).toBe('Again')
  expect(children.map(({ title, number, is_subtask }) => [title, number - copy.number, is_subtask])).toEqual([
    ['Second', 1, true],
    ['First', 2, true],
  ])
  expect(children[1].sub_tasks).toHaveLength(1)
})

test('does not copy a closed status, a completed sprint, a former member and an archived field', async () => {
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Quay' } }), 201)
  const sprint = expectStatus(
    await ada.post(`/v1/teams/${team_id}/sprints`, {
      body: { name: 'S', start_date: '2026-11-16', duration_weeks: 2 },
    }),
    201,
  )
  const cid = await addMember(ada, org_id, await app.signIn('cid'))
  const field = { org_id, name: 'Berth', type: 'text' }
  const { field_id } = expectStatus(await ada.post('/v1/fields', { body: field }), 201)
  const task = await createTask(ada, org_id, {
    team_id,
    sprint_id: sprint.sprint_id,
    assignee: 'cid',
    status: 'completed',
    custom: { berth: 'North' },
  })
  expect((await duplicate(task.task_id)).custom).toEqual({ berth: 'North' })
  expectStatus(await ada.delete(`/v1/fields/${field_id}`), 200)
  expectStatus(await ada.post(`/v1/teams/${team_id}/sprints/${sprint.sprint_id}/complete`), 200)
  expectStatus(await ada.delete(`/v1/organization-members/${cid.userId}/${org_id}`), 200)
  expect(await duplicate(task.task_id)).toMatchObject({
    team_id,
    sprint_id: null,
    assignee: null,
    status: 'not_started',
    custom: {},
  })
})

test('puts the copy into the section of the task', async () => {
  const body = { org_id, scope_type: 'project', scope_id: project_id, name: 'Dock' }
  const { section_id } = expectStatus(await ada.post('/v1/sections', { body }), 201)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const place = { scope_type: 'project', scope_id: project_id, section_id }
  expectStatus(await ada.put(`/v1/tasks/${task_id}/section`, { body: place }), 200)
  const copy = await duplicate(task_id)
  const query = { org_id, project_id, section_scope: `project:${project_id}`, limit: 100 }
  const rows = expectStatus(await ada.get('/v1/tasks', { query }), 200).data
  const found = rows.find((row: { task_id: string }) => row.task_id === copy.task_id)
  expect(found.section_id).toBe(section_id)
})

test('copies subtasks of a task without a project only if they are in its team', async () => {
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Pier' } }), 201)
  const [inside, outside] = [await createTask(ada, org_id, { team_id }), await createTask(ada, org_id)]
  const sub_tasks = [outside.task_id, inside.task_id]
  const { task_id } = await createTask(ada, org_id, { team_id, sub_tasks })
  expect((await duplicate(task_id, { subtasks: true })).sub_tasks).toHaveLength(1)
})

test('refuses guests for a task outside the projects that they can edit', async () => {
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Dolphin' } }), 201)
  const gus = await addMember(ada, org_id, await app.signIn('gus'), 'guest')
  expectStatus(await ada.post(`/v1/teams/${team_id}/members`, { body: { user_id: gus.userId } }), 201)
  const { task_id } = await createTask(ada, org_id, { team_id })
  const reply = await gus.post(`/v1/tasks/${task_id}/duplicate`, { body: {} })
  expect([reply.status, reply.body.detail]).toEqual([403, expect.stringContaining('Guests can duplicate only')])
})

test('refuses more subtasks than the limit, except for a repeated Idempotency-Key', async () => {
  const children = []
  for (let i = 0; i < 51; i++) children.push((await createTask(ada, org_id, { title: `Part ${i}` })).task_id)
  const { task_id } = await createTask(ada, org_id, { title: 'Whole', sub_tasks: children.slice(1) })
  const send = (headers = {}) => ada.post(`/v1/tasks/${task_id}/duplicate`, { body: { subtasks: true }, headers })
  const key = { 'idempotency-key': 'whole' }
  const copy = expectStatus(await send(key), 201)
  expect(copy.sub_tasks).toHaveLength(50)
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { sub_tasks: children } }), 200)
  expect(expectStatus(await send(key), 201)).toEqual(copy)
  const reply = await send()
  expect([reply.status, reply.body.errors[0].type]).toEqual([422, 'too_large'])
})

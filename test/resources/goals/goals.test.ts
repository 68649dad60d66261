import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { toIssue, readTask, readVersion } from '../tasks/requests.ts'
import { listRequestEvents, assignTasks, listGoals, createGoal, patchGoal, readGoal, type Goal } from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]

/** Creates an organization of ada with a project that ben edits; gil is a guest. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  return { org_id: org_id as string, project_id: project_id as string }
}
const buildPath = ({ project_id, goal_id }: Goal) => `/v1/projects/${project_id}/goals/${goal_id}`

test('creates a goal at the end, open and empty', async () => {
  const { org_id, project_id } = await setUp()
  await createGoal(ada, project_id)
  const reply = await ben.post(`/v1/projects/${project_id}/goals`, {
    body: { name: ' Reopen ', target_date: '2027-03-31', description: 'Both lanes', status: 'closed' },
  })
  const created = expectStatus(reply, 201)
  expect(created).toEqual({
    goal_id: expect.stringMatching(/^G[0-9A-Z]{16}$/),
    org_id,
    project_id,
    name: ' Reopen ',
    target_date: '2027-03-31',
    description: 'Both lanes',
    position: 2,
    status: 'open',
    closed_at: null,
    closed_by: null,
    converted_from_task_id: null,
    created_by: 'ben',
    updated_by: 'ben',
    created_at: expect.any(String),
    updated_at: created.created_at,
    version: 1,
    tasks_total: 0,
    tasks_completed: 0,
    tasks: null,
  })
  expect(await readGoal(ada, created)).toEqual({ ...created, tasks: [] })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'goal.created', resource_id: created.goal_id, project_id, before: null },
  ])
})

test('limits names and descriptions in characters', async () => {
  const { project_id } = await setUp()
  const postGoal = (body: object) => ada.post(`/v1/projects/${project_id}/goals`, { body })
  for (const [body, loc] of [
    [{}, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: ' \t' }, 'body.name'],
    [{ name: 5 }, 'body.name'],
    [{ name: '😀'.repeat(201) }, 'body.name'],
    [{ name: 'x', description: 'x'.repeat(2001) }, 'body.description'],
    [{ name: 'x', target_date: '2027-02-30' }, 'body.target_date'],
  ] as const)
    expect([body, ...toIssue(await postGoal(body))]).toEqual([body, 422, loc])
  expectStatus(await postGoal({ name: '😀'.repeat(200), description: '😀'.repeat(2000) }), 201)
})

test('changes only the fields sent, with one event', async () => {
  const { project_id } = await setUp()
  const goal = await createGoal(ada, project_id, { target_date: '2027-03-31', description: 'Both lanes' })
  const renamed = await patchGoal(ben, goal, { name: 'Close', target_date: null })
  expect(expectStatus(renamed, 200)).toMatchObject({
    name: 'Close',
    target_date: null,
    description: 'Both lanes',
    updated_by: 'ben',
  })
  expect(await listRequestEvents(ada, renamed)).toMatchObject([
    {
      type: 'goal.updated',
      before: { name: 'Reopen', target_date: '2027-03-31' },
      after: { name: 'Close', target_date: null },
    },
  ])
  const again = await patchGoal(ada, goal, { name: 'Close', status: null, description: 'Both lanes' })
  expect(again.headers.etag).toBe(renamed.headers.etag)
  expect(expectStatus(again, 200).updated_by).toBe('ben')
  expect(await listRequestEvents(ada, again)).toEqual([])
  expect(expectStatus(await patchGoal(ada, goal, { name: null }), 200).name).toBe('Close')
})

test('a status change closes and reopens the goal, and changes no task', async () => {
  const { org_id, project_id } = await setUp()
  const goal = await createGoal(ada, project_id)
  const { task_id } = await createTask(ada, org_id, { project_id, goal_id: goal.goal_id })
  const closed = await patchGoal(ben, goal, { status: 'closed' })
  const { closed_at } = expectStatus(closed, 200)
  expect(closed.body).toMatchObject({ status: 'closed', closed_at: closed.body.updated_at, closed_by: 'ben' })
  expect(await listRequestEvents(ada, closed)).toMatchObject([
    {
      type: 'goal.closed',
      before: { status: 'open', closed_at: null, closed_by: null },
      after: { status: 'closed', closed_at, closed_by: 'ben' },
    },
  ])
  expect(expectStatus(await patchGoal(ada, goal, { status: 'closed' }), 200)).toEqual(closed.body)
  expect([(await readTask(ada, task_id)).status, await readVersion(ada, task_id)]).toEqual(['not_started', 1])
  for (const status of ['Closed', 'OPEN', 'done', '', 1])
    expect([status, ...toIssue(await patchGoal(ada, goal, { status }))]).toEqual([status, 422, 'body.status'])
  const reopened = await patchGoal(ada, goal, { status: 'open', name: 'Again' })
  expect(expectStatus(reopened, 200)).toMatchObject({ status: 'open', closed_at: null, closed_by: null })
  expect((await listRequestEvents(ada, reopened)).map((event) => event.type).toSorted()).toEqual([
    'goal.reopened',
    'goal.updated',
  ])
})

test('a list has totals of all pages, and tasks only on request', async () => {
  const { org_id, project_id } = await setUp()
  const [one, two] = [await createGoal(ada, project_id), await createGoal(ada, project_id, { name: 'Paint' })]
  const createContainedTask = (goal: Goal, values: object = {}) =>
    createTask(ada, org_id, { project_id, goal_id: goal.goal_id, ...values })
  const first = await createContainedTask(one, { title: 'b', status: 'completed', metadata: [{ z: 1, a: [] }] })
  await createContainedTask(one, { title: 'A', dependencies: [first.task_id] })
  await createContainedTask(two, { title: 'c' })
  await createContainedTask(two, { title: 'd', is_subtask: true })
  await createTask(ada, org_id, { project_id, title: 'under none' })
  const sums = { project_id, goals_tasks_total: 3, goals_tasks_completed: 1 }
  const plain = await listGoals(ben, project_id, { limit: 1 })
  expect(plain).toMatchObject({ ...sums, data: [{ goal_id: one.goal_id, tasks_total: 2, tasks: null }] })
  const { next_cursor: cursor } = await listGoals(ben, project_id, { limit: 1, include_tasks: true })
  const next = await listGoals(ben, project_id, { cursor, include_tasks: true })
  expect(next).toMatchObject({ ...sums, data: [{ goal_id: two.goal_id, tasks_total: 1 }], next_cursor: null })
  expect(next.data[0].tasks.map((card: Goal) => card.title)).toEqual(['c'])
  const [shown] = (await listGoals(ben, project_id, { include_tasks: true })).data
  const listed = await ben.get('/v1/tasks', { query: { org_id, 'filter[goal]': one.goal_id } })
  expect(shown.tasks).toEqual(expectStatus(listed, 200).data)
  expect((await readGoal(ben, one)).tasks).toEqual(listed.body.data)
  expect(await listGoals(ben, project_id, { offset: 5 })).toMatchObject({ ...sums, data: [] })
  const none = (await createProject(ada, org_id)).project_id
  expect(await listGoals(ben, none)).toEqual({
    project_id: none,
    data: [],
    next_cursor: null,
    goals_tasks_total: 0,
    goals_tasks_completed: 0,
  })
})

test('a list with large tasks returns shorter pages without losing goals', async () => {
  const { org_id, project_id } = await setUp()
  const goals: Goal[] = []
  for (let i = 0; i < 3; i++) {
    const goal = await createGoal(ada, project_id)
    goals.push(goal.goal_id)
    await createTask(ada, org_id, { project_id, goal_id: goal.goal_id })
  }
  await app.sql(`UPDATE tasks SET description = repeat('x', 5000000) WHERE org_id = $1`, [org_id])
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Goal = await listGoals(ada, project_id, { include_tasks: true, ...(cursor && { cursor }) })
    pages.push(page.data.map((goal: Goal) => goal.goal_id))
    cursor = page.next_cursor
  }
  expect(pages).toEqual([goals.slice(0, 2), goals.slice(2)])
  expect((await listGoals(ada, project_id)).data.length).toBe(3)
})

test('lists the goals of all readable projects of an organization, by project', async () => {
  const { org_id, project_id } = await setUp()
  const empty = (await createProject(ada, org_id)).project_id
  const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
  const gone = (await createProject(ada, org_id)).project_id
  const b = await createGoal(ada, project_id, { name: 'b' })
  const a = await createGoal(ada, project_id, { name: 'a' })
  const hidden = await createGoal(ada, closed)
  await createGoal(ada, gone)
  expectStatus(await ada.delete(`/v1/projects/${gone}`), 200)
  await createTask(ada, org_id, { project_id, goal_id: a.goal_id, status: 'completed' })
  await createTask(ada, org_id, { project_id, goal_id: a.goal_id, restricted_to: ['ada'] })
  const listVisible = async (client: Client) => expectStatus(await client.get('/v1/goals', { query: { org_id } }), 200)
  const all = await listVisible(ada)
  expect(all).toMatchObject({ org_id, total: 3 })
  expect(all.projects.map((part: Goal) => part.project_id)).toEqual([project_id, closed])
  expect(all.projects[0]).toEqual({
    project_id,
    data: [b, { ...a, tasks_total: 2, tasks_completed: 1 }],
    next_cursor: null,
    goals_tasks_total: 2,
    goals_tasks_completed: 1,
  })
  expect(await listVisible(ben)).toEqual({
    org_id,
    projects: [
      {
        ...all.projects[0],
        data: [b, { ...a, tasks_total: 1, tasks_completed: 1 }],
        goals_tasks_total: 1,
        goals_tasks_completed: 1,
      },
    ],
    total: 2,
  })
  expect(await listVisible(gil)).toEqual({ org_id, projects: [], total: 0 })
  await addProjectMember(ada, closed, gil, 'viewer')
  expect(await listVisible(gil)).toMatchObject({ projects: [{ project_id: closed, data: [hidden] }], total: 1 })
  expect(await listVisible(await createTokenClient(ada, org_id, { project_ids: [empty, closed] }))).toMatchObject({
    total: 1,
  })
  expect((await ada.get('/v1/goals')).status).toBe(422)
  expect((await (await createTokenClient(ada, org_id)).get('/v1/goals')).status).toBe(422)
})

test('deleting a goal unassigns its tasks, with an event for the goal and for each task', async () => {
  const { org_id, project_id } = await setUp()
  const goal = await createGoal(ada, project_id)
  const seen = await createTask(ada, org_id, { project_id, goal_id: goal.goal_id })
  const hidden = await createTask(ada, org_id, { project_id, goal_id: goal.goal_id, restricted_to: ['ada'] })
  const reply = await ben.delete(buildPath(goal), { query: { reason: 'Too dear' } })
  expect(expectStatus(reply, 200)).toEqual({ ok: true, goal_id: goal.goal_id, unfiled_tasks: 1 })
  for (const { task_id } of [seen, hidden])
    expect([(await readTask(ada, task_id)).goal_id, await readVersion(ada, task_id)]).toEqual([null, 2])
  const unfiled = { type: 'task.updated', before: { goal_id: goal.goal_id }, after: { goal_id: null } }
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { ...unfiled, resource_id: seen.task_id },
    { ...unfiled, resource_id: hidden.task_id },
    { type: 'goal.deleted', before: { name: 'Reopen', unfiled_tasks: 2 }, after: null },
  ])
  expect(await app.sql('SELECT delete_reason FROM goals WHERE goal_id = $1', [goal.goal_id])).toEqual([
    { delete_reason: 'Too dear' },
  ])
  for (const attempt of [
    ben.get(buildPath(goal)),
    patchGoal(ben, goal, { name: 'x' }),
    ben.delete(buildPath(goal)),
    assignTasks(ben, goal, [seen.task_id]),
  ])
    expect((await attempt).status).toBe(404)
  expect(toIssue(await ada.patch(`/v1/tasks/${seen.task_id}`, { body: { goal_id: goal.goal_id } }))).toEqual([
    422,
    'body.goal_id',
  ])
  expect((await listGoals(ben, project_id)).data).toEqual([])
})

test('returns 404 for a goal under another project', async () => {
  const { org_id, project_id } = await setUp()
  const other = (await createProject(ada, org_id)).project_id
  const goal = { ...(await createGoal(ada, project_id)), project_id: other }
  for (const attempt of [ada.get(buildPath(goal)), patchGoal(ada, goal, { name: 'x' }), ada.delete(buildPath(goal))])
    expect((await attempt).status).toBe(404)
})

import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { listRequestEvents } from '../goals/requests.ts'
import { toIssue, readTask, readVersion } from '../tasks/requests.ts'
import { completeSprint, createSprint, createTeam, buildSprintPath } from './requests.ts'

const app = await startApp()
const [ada, ben] = (await Promise.all(['ada', 'ben'].map((name) => app.signIn(name)))) as [Client, Client]

/** Creates a team of ben in ada's organization with a sprint. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const team = await createTeam(ben, org_id)
  const sprint = await createSprint(ben, team)
  const createContainedTask = (values: object = {}) =>
    createTask(ada, org_id, { team_id: team, sprint_id: sprint.sprint_id, ...values })
  return { org_id: org_id as string, team, sprint, inside: createContainedTask }
}
const readSprintId = async (id: string): Promise<string | null> => (await readTask(ada, id)).sprint_id

test('a completed sprint stores by whom and when, keeps its tasks, and is completed once', async () => {
  const { sprint, inside } = await setUp()
  const { task_id } = await inside()
  await inside({ status: 'completed' })
  const reply = await completeSprint(ben, sprint)
  const done = expectStatus(reply, 200)
  expect(done).toEqual({
    ...sprint,
    status: 'completed',
    completed_at: done.updated_at,
    completed_by: 'ben',
    updated_at: expect.any(String),
    version: 2,
    task_count: 2,
    completed_count: 1,
  })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    {
      type: 'sprint.completed',
      before: { status: 'active', completed_at: null, completed_by: null },
      after: { status: 'completed', completed_by: 'ben', task_count: 2, completed_count: 1 },
    },
  ])
  expect([await readSprintId(task_id), await readVersion(ada, task_id)]).toEqual([sprint.sprint_id, 1])
  expect((await completeSprint(ada, sprint)).status).toBe(409)
  const reopened = await ada.patch(buildSprintPath(sprint), { body: { status: 'active' } })
  expect(expectStatus(reopened, 200)).toMatchObject({
    status: 'active',
    completed_at: null,
    completed_by: null,
  })
  expect(await listRequestEvents(ada, reopened)).toMatchObject([
    { type: 'sprint.updated', after: { status: 'active' } },
  ])
  const again = await ada.patch(buildSprintPath(sprint), { body: { status: 'completed' } })
  expect(expectStatus(again, 200)).toMatchObject({ status: 'completed', completed_by: 'ada', task_count: 2 })
})

test('carries over open tasks, visible or not, and keeps completed and archived ones', async () => {
  const { team, sprint, inside } = await setUp()
  const next = await createSprint(ben, team)
  const open = ['not_started', 'backlog', 'in_progress', 'blocked', 'on_hold']
  const carried = [await inside({ restricted_to: ['ada'], status: 'blocked' })]
  for (const status of open) carried.push(await inside({ status }))
  const staying = [await inside({ status: 'completed' }), await inside({ status: 'archived' })]
  const reply = await completeSprint(ben, sprint, { move_open_to: next.sprint_id })
  expect(expectStatus(reply, 200)).toMatchObject({ task_count: 2, completed_count: 1 })
  for (const { task_id } of carried)
    expect([await readSprintId(task_id), await readVersion(ada, task_id)]).toEqual([next.sprint_id, 2])
  for (const { task_id } of staying)
    expect([await readSprintId(task_id), await readVersion(ada, task_id)]).toEqual([sprint.sprint_id, 1])
  const moved = {
    type: 'task.updated',
    before: { sprint_id: sprint.sprint_id },
    after: { sprint_id: next.sprint_id },
  }
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    ...carried.map(({ task_id }) => ({ ...moved, resource_id: task_id })),
    {
      type: 'sprint.completed',
      after: { task_count: 8, completed_count: 1, moved_open_to: next.sprint_id, moved_tasks: 6 },
    },
  ])
  const last = await completeSprint(ben, next, { move_open_to: null })
  expect(expectStatus(last, 200).task_count).toBe(0)
  for (const { task_id } of carried) expect(await readSprintId(task_id)).toBe(null)
})

test('carries over only to another active sprint of the same team, or rejects the completion', async () => {
  const { org_id, team, sprint, inside } = await setUp()
  const { task_id } = await inside()
  const done = await createSprint(ben, team)
  await completeSprint(ben, done)
  const gone = await createSprint(ben, team)
  await ben.delete(buildSprintPath(gone))
  const foreign = await createSprint(ben, await createTeam(ben, org_id))
  for (const id of [sprint.sprint_id, gone.sprint_id, foreign.sprint_id, 'SP0000000000000000', ''])
    expect([id, ...toIssue(await completeSprint(ben, sprint, { move_open_to: id }))]).toEqual([
      id,
      422,
      'body.move_open_to',
    ])
  expect((await completeSprint(ben, sprint, { move_open_to: done.sprint_id })).status).toBe(409)
  expect(toIssue(await completeSprint(ben, sprint, { move_open_to: 5 }))).toEqual([422, 'body.move_open_to'])
  expect(expectStatus(await ben.get(buildSprintPath(sprint)), 200)).toMatchObject({
    status: 'active',
    task_count: 1,
  })
  expect(await readVersion(ada, task_id)).toBe(1)
})

test('tasks can leave a completed sprint, but not enter it', async () => {
  const { org_id, team, sprint, inside } = await setUp()
  const { sprint_id } = sprint
  const held = await inside()
  await completeSprint(ben, sprint)
  const { project_id } = await createProject(ada, org_id, { team_id: team })
  const { task_id } = await createTask(ada, org_id, { project_id })
  const path = `/v1/tasks/${task_id}`
  const ways: Record<string, () => Promise<Reply>> = {
    'tasks.create': () => ada.post('/v1/tasks', { body: { org_id, title: 'x', team_id: team, sprint_id } }),
    'tasks.update': () => ada.patch(path, { body: { sprint_id, title: 'x' } }),
    'tasks.replace': () => ada.put(path, { body: { sprint_id } }),
    'tasks.set_sprint': () => ada.put(`${path}/sprint`, { body: { sprint_id } }),
    'tasks.bulk_update': () =>
      ada.post('/v1/tasks/bulk', { body: { task_ids: [held.task_id, task_id], changes: { sprint_id } } }),
  }
  for (const [way, go] of Object.entries(ways)) expect([way, (await go()).status]).toEqual([way, 409])
  expect([await readSprintId(task_id), await readVersion(ada, task_id)]).toEqual([null, 1])
  const inPlace = await ada.patch(`/v1/tasks/${held.task_id}`, { body: { sprint_id, status: 'completed' } })
  expect(expectStatus(inPlace, 200)).toMatchObject({ sprint_id, status: 'completed' })
  expectStatus(await ada.put(`/v1/tasks/${held.task_id}/sprint`, { body: { sprint_id: null } }), 200)
  expect(await readSprintId(held.task_id)).toBe(null)
})

test('sprints and milestones accept only tasks of their team, with the right to edit the task', async () => {
  const { org_id, team, sprint } = await setUp()
  const { sprint_id } = sprint
  const outside = (await createTask(ada, org_id)).task_id
  const own = (await createTask(ben, org_id, { team_id: team })).task_id
  const set = (client: Client, id: string, body: object) => client.put(`/v1/tasks/${id}/sprint`, { body })
  expect(toIssue(await set(ada, outside, { sprint_id }))).toEqual([422, 'body.sprint_id'])
  expect(toIssue(await set(ada, own, { sprint_id: 'SP0000000000000000' }))).toEqual([422, 'body.sprint_id'])
  const reply = await set(ben, own, { sprint_id, title: 'not this way' })
  expect(expectStatus(reply, 200)).toMatchObject({ sprint_id, title: 'Inspect the crane' })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'task.updated', before: { sprint_id: null }, after: { sprint_id } },
  ])
  for (const body of [{}, { sprint_id }]) {
    const again = await set(ben, own, body)
    expect([again.headers.etag, await listRequestEvents(ada, again)]).toEqual([reply.headers.etag, []])
  }
  const { project_id } = await createProject(ada, org_id, { team_id: team })
  const theirs = (await createTask(ada, org_id, { project_id })).task_id
  expect((await set(ben, theirs, { sprint_id })).status).toBe(403)
  expectStatus(await set(ada, theirs, { sprint_id }), 200)
})

test('tasks assigned concurrently enter no completed or deleted sprint', async () => {
  for (let round = 0; round < 6; round++) {
    const { org_id, team, sprint } = await setUp()
    const { sprint_id } = sprint
    const next = await createSprint(ben, team)
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await createTask(ada, org_id, { team_id: team })).task_id)
    const endSprint = () =>
      round % 2 ? ben.delete(buildSprintPath(sprint)) : completeSprint(ben, sprint, { move_open_to: next.sprint_id })
    const [end, ...filings] = await Promise.all([
      endSprint(),
      ada.patch(`/v1/tasks/${ids[0]}`, { body: { sprint_id } }),
      ada.put(`/v1/tasks/${ids[1]}/sprint`, { body: { sprint_id } }),
      ada.post('/v1/tasks/bulk', { body: { task_ids: ids.slice(2), changes: { sprint_id } } }),
      ada.post('/v1/tasks', { body: { org_id, title: 'x', team_id: team, sprint_id } }),
    ])
    expect(end!.status).toBe(200)
    expect(filings.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([])
    expect(await app.sql('SELECT 1 FROM tasks WHERE sprint_id = $1', [sprint_id])).toEqual([])
  }
})

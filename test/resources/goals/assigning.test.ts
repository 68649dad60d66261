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
import { patchTask, toIssue, readTask, readVersion } from '../tasks/requests.ts'
import { listRequestEvents, assignTasks, createGoal, readGoal, unassignTask, type Goal } from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]

/** Creates a project of ada with a goal and tasks; ben is an editor, gil a guest with read access. */
async function setUp(count = 3) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  await addProjectMember(ada, project_id, gil, 'viewer')
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createTask(ada, org_id, { project_id, title: `t${i}` })).task_id)
  return {
    org_id: org_id as string,
    project_id: project_id as string,
    goal: await createGoal(ada, project_id),
    ids,
  }
}
const readGoalId = async (id: string): Promise<string | null> => (await readTask(ada, id)).goal_id

test('assigns tasks to a goal, with counts and events only for those that changed', async () => {
  const { goal, ids, project_id } = await setUp()
  const { goal_id } = goal
  const [a, b, c] = ids as [string, string, string]
  expectStatus(await assignTasks(ben, goal, [b]), 200)
  const reply = await assignTasks(ben, goal, [c, b, a, c])
  expect(expectStatus(reply, 200)).toEqual({ ok: true, goal_id, filed: 2 })
  const emitted = await listRequestEvents(ada, reply)
  expect(emitted.map((event) => event.resource_id).toSorted()).toEqual([a, c].toSorted())
  for (const event of emitted)
    expect(event).toMatchObject({
      type: 'task.updated',
      project_id,
      before: { goal_id: null },
      after: { goal_id },
    })
  for (const id of ids) expect([await readGoalId(id), await readVersion(ada, id)]).toEqual([goal_id, 2])
  expect((await readTask(ada, a)).updated_by).toBe('ben')
  const again = await assignTasks(ben, goal, ids)
  expect([expectStatus(again, 200).filed, await listRequestEvents(ada, again)]).toEqual([0, []])
  const other = await createGoal(ada, project_id)
  expect(expectStatus(await assignTasks(ben, other, [a]), 200).filed).toBe(1)
  expect([(await readGoal(ada, goal)).tasks_total, (await readGoal(ada, other)).tasks_total]).toEqual([2, 1])
})

test('assigns all tasks or none, and names the conflicting ones', async () => {
  const { org_id, project_id, goal, ids } = await setUp()
  const [a, b] = ids as [string, string]
  const hidden = (await createTask(ada, org_id, { project_id, restricted_to: ['ada'] })).task_id
  const elsewhere = (await createTask(ada, org_id, { project_id: (await createProject(ada, org_id)).project_id }))
    .task_id
  const unfiled = (await createTask(ada, org_id)).task_id
  const abroad = (await createTask(ada, (await createOrganization(ada)).org_id)).task_id
  const unseen = new Set<string>()
  for (const id of [hidden, abroad, 'T0000000000000000', '']) {
    const reply = await assignTasks(ben, goal, [a, a, id, b])
    expect([id, ...toIssue(reply)]).toEqual([id, 422, 'body.task_ids.2'])
    unseen.add(JSON.stringify(reply.body.errors))
  }
  expect(unseen.size).toBe(1)
  for (const id of [elsewhere, unfiled])
    expect([id, ...toIssue(await assignTasks(ada, goal, [a, id]))]).toEqual([id, 422, 'body.task_ids.1'])
  for (const bad of [[], null, 'T1', [a, 1], Array.from({ length: 201 }, (_, i) => `T${i}`)])
    expect((await assignTasks(ben, goal, bad)).status).toBe(422)
  for (const id of ids) expect([await readGoalId(id), await readVersion(ada, id)]).toEqual([null, 1])
})

test('requires the right to edit each task, not the project', async () => {
  const { org_id, project_id, goal, ids } = await setUp()
  const own = (await createTask(ada, org_id, { project_id, assignee: 'gil' })).task_id
  const refused = await assignTasks(gil, goal, [own, ids[0]])
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    `Changing task ${ids[0]} requires edit access to its project or team.`,
  ])
  expect(await readGoalId(own)).toBe(null)
  expect(expectStatus(await assignTasks(gil, goal, [own]), 200).filed).toBe(1)
  const limited = await createTokenClient(ada, org_id, { project_ids: [(await createProject(ada, org_id)).project_id] })
  expect((await assignTasks(limited, goal, ids)).status).toBe(404)
  expect(
    (await assignTasks(await createTokenClient(ada, org_id, { scopes: ['projects:write'] }), goal, ids)).status,
  ).toBe(200)
})

test('takes a constant number of statements for two hundred tasks', async () => {
  const { goal, ids } = await setUp(200)
  const before = app.countStatements()
  expect(expectStatus(await assignTasks(ada, goal, ids), 200).filed).toBe(200)
  // A sharded database needs more statements for dependent rows.
  const few = app.services.database.sharded ? 16 : 8
  expect(app.countStatements() - before).toBeLessThanOrEqual(few)
})

test('replays the response for a repeated Idempotency-Key although the tasks are deleted', async () => {
  const { goal, ids } = await setUp(1)
  const path = `/v1/projects/${goal.project_id}/goals/${goal.goal_id}/tasks`
  const sending = { body: { task_ids: ids }, headers: { 'idempotency-key': 'once' } }
  const first = await ada.post(path, sending)
  await ada.delete(`/v1/tasks/${ids[0]}`)
  expect((await ada.post(path, sending)).text).toBe(first.text)
})

test('removes a task from the goal, and succeeds for one that is not in it', async () => {
  const { org_id, project_id, goal, ids } = await setUp()
  const { goal_id } = goal
  const [a] = ids as [string]
  await assignTasks(ada, goal, ids)
  expect((await unassignTask(gil, goal, a)).status).toBe(403)
  const reply = await unassignTask(ben, goal, a)
  expect(expectStatus(reply, 200)).toEqual({ ok: true, goal_id, task_id: a })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'task.updated', resource_id: a, before: { goal_id }, after: { goal_id: null } },
  ])
  expect(await readGoalId(a)).toBe(null)
  const again = await unassignTask(ben, goal, a)
  expect([again.status, again.headers.etag, await listRequestEvents(ada, again)]).toEqual([200, reply.headers.etag, []])
  const other: Goal = await createGoal(ada, project_id)
  expectStatus(await unassignTask(ben, other, ids[1]!), 200)
  expect(await readGoalId(ids[1]!)).toBe(goal_id)
  const hidden = (await createTask(ada, org_id, { project_id, goal_id, restricted_to: ['ada'] })).task_id
  expect((await unassignTask(ben, goal, hidden)).status).toBe(404)
})

test('a task update assigns a goal of its project and clears it', async () => {
  const { org_id, project_id, goal, ids } = await setUp(1)
  const { goal_id } = goal
  expect(expectStatus(await patchTask(ben, ids[0]!, { goal_id }), 200).goal_id).toBe(goal_id)
  const created = await createTask(ben, org_id, { project_id, goal_id })
  const elsewhere = (await createProject(ada, org_id)).project_id
  for (const body of [
    { org_id, title: 'x', goal_id },
    { org_id, title: 'x', goal_id, project_id: elsewhere },
  ])
    expect(toIssue(await ada.post('/v1/tasks', { body }))).toEqual([422, 'body.goal_id'])
  const bulk = { task_ids: [ids[0], created.task_id], changes: { goal_id: null } }
  expect(expectStatus(await ben.post('/v1/tasks/bulk', { body: bulk }), 200).updated).toBe(2)
  expect((await readGoal(ada, goal)).tasks).toEqual([])
})

test('leaves no task under a goal that is deleted concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const { goal, ids } = await setUp(2)
    const { project_id, goal_id } = goal
    const [deleted, ...filings] = await Promise.all([
      ada.delete(`/v1/projects/${project_id}/goals/${goal_id}`),
      assignTasks(ben, goal, [ids[0]]),
      patchTask(ben, ids[1]!, { goal_id }),
    ])
    expect(deleted!.status).toBe(200)
    expect(filings.every(({ status }) => [200, 404, 422].includes(status))).toBe(true)
    expect(await Promise.all(ids.map(readGoalId))).toEqual([null, null])
  }
})

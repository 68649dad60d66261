import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertGoal } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { toIssue, listTaskEvents, readTask, listTasks, readVersion, type Task } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
})

async function setUp(count = 3) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createTask(ada, org_id, { project_id, title: `t${i}` })).task_id)
  return { org_id: org_id as string, project_id: project_id as string, ids }
}
const sendBulkUpdate = (client: Client, task_ids: unknown, changes: unknown) =>
  client.post('/v1/tasks/bulk', { body: { task_ids, changes } })

it('updates all tasks, counts those that changed, and returns them in the requested order', async () => {
  const { ids } = await setUp()
  await ada.patch(`/v1/tasks/${ids[1]}`, { body: { status: 'blocked' } })
  const requestedIds = [ids[2], ids[0], ids[1], ids[0]]
  const reply = await sendBulkUpdate(ben, requestedIds, { status: 'blocked', assignee: 'BEN' })
  const { ok, updated, tasks } = expectStatus(reply, 200)
  expect([ok, updated, tasks.map((one: Task) => one.task_id)]).toEqual([true, 3, [ids[2], ids[0], ids[1]]])
  for (const one of tasks) {
    expect(one).toMatchObject({ status: 'blocked', assignee: 'ben', updated_by: 'ben' })
    expect(await readTask(ben, one.task_id)).toEqual(one)
    const last = (await listTaskEvents(ada, one.task_id)).at(-1)!
    expect([last.type, last.request_id]).toEqual(['task.updated', reply.headers['x-request-id']])
  }
  expect(expectStatus(await sendBulkUpdate(ben, requestedIds, { status: 'blocked' }), 200).updated).toBe(0)
  expect(expectStatus(await sendBulkUpdate(ben, [ids[0], ids[1]], { assignee: null, title: 't0' }), 200).updated).toBe(
    2,
  )
  expect(expectStatus(await sendBulkUpdate(ben, ids, { title: 't0' }), 200).updated).toBe(1)
})

it('limits request and response to 2 MB, and returns how many tasks fit', async () => {
  const { ids } = await setUp(5)
  const [first, ...others] = ids as [string, ...string[]]
  const large = { description: 'd'.repeat(40_000), type_data: { a: 'e'.repeat(16_000) } }
  const readMessage = (error: { body: { errors: { msg: string }[] } }) => error.body.errors[0]!.msg
  const many = Array.from({ length: 200 }, (_, i) => `T${i}`)
  const reply = await sendBulkUpdate(ada, [...ids, ...many.slice(5)], large)
  expect(toIssue(reply)).toEqual([422, 'body.task_ids'])
  expect(readMessage(reply)).toContain('limited to 35 tasks per request')
  expectStatus(await sendBulkUpdate(ada, ids, large), 200)
  // Existing text counts as well, whether it is in the response or in the event.
  await app.sql(`UPDATE tasks SET metadata = jsonb_build_array(repeat('m', 600000)) WHERE task_id = ANY($1)`, [others])
  for (const changes of [{ status: 'blocked' }, { metadata: [] }]) {
    const refused = await sendBulkUpdate(ada, ids, changes)
    expect(toIssue(refused)).toEqual([422, 'body.task_ids'])
    expect(readMessage(refused)).toMatch(/^These tasks have 2\d{6} bytes/)
  }
  expectStatus(await sendBulkUpdate(ada, [first, ...others.slice(0, 2)], { status: 'blocked' }), 200)
})

it('updates all tasks or none, and names the first conflict', async () => {
  const { org_id, project_id, ids } = await setUp()
  const [a, b, c] = ids as [string, string, string]
  const expectUnchanged = async () => {
    for (const id of ids) expect([await readVersion(ada, id), (await listTaskEvents(ada, id)).length]).toEqual([1, 1])
  }
  const hidden = (await createTask(ada, org_id, { project_id, restricted_to: ['ada'] })).task_id
  const abroad = (await createTask(ada, (await createOrganization(ada)).org_id)).task_id
  for (const id of [hidden, 'T0000000000000000', abroad])
    expect(toIssue(await sendBulkUpdate(ben, [a, a, id, b], { status: 'blocked' }))).toEqual([422, 'body.task_ids.2'])
  const readonly = (await createTask(ada, org_id, { project_id: (await createProject(ada, org_id)).project_id }))
    .task_id
  const forbidden = await sendBulkUpdate(ben, [a, readonly, b], { status: 'blocked' })
  expect([forbidden.status, forbidden.body.detail]).toEqual([403, expect.stringContaining(readonly)])

  // A failure of the last task leaves the earlier ones unchanged.
  expect(toIssue(await sendBulkUpdate(ada, ids, { assignee: 'nobody-here' }))).toEqual([422, 'body.changes.assignee'])
  expect(toIssue(await sendBulkUpdate(ada, ids, { status: 'nope' }))).toEqual([422, 'body.changes.status'])
  const goal_id = await insertGoal(app, org_id, project_id)
  const unfiled = (await createTask(ada, org_id)).task_id
  const misfit = await sendBulkUpdate(ada, [a, b, unfiled], { goal_id })
  expect(toIssue(misfit)).toEqual([422, 'body.changes.goal_id'])
  expect(misfit.body.errors[0].msg).toContain(unfiled)
  const circle = await sendBulkUpdate(ada, [a, b, c], { dependencies: [c] })
  expect([circle.status, circle.body.detail]).toEqual([409, expect.stringContaining(c)])
  expect((await sendBulkUpdate(ada, [a, b], { sub_tasks: [c] })).status).toBe(409)
  expect((await sendBulkUpdate(ben, [a, b], { restricted_to: ['ada'] })).status).toBe(403)
  const both = await sendBulkUpdate(ada, [a, abroad], { status: 'blocked' })
  expect(toIssue(both)).toEqual([422, 'body.task_ids'])
  await expectUnchanged()
})

it('accepts 1 to 200 ids, and checks the organization', async () => {
  const { org_id, ids } = await setUp()
  expect(toIssue(await sendBulkUpdate(ada, [], {}))).toEqual([422, 'body.task_ids'])
  expect(
    toIssue(
      await sendBulkUpdate(
        ada,
        Array.from({ length: 201 }, () => ids[0]),
        {},
      ),
    ),
  ).toEqual([422, 'body.task_ids'])
  expect(toIssue(await sendBulkUpdate(ada, ids[0], {}))).toEqual([422, 'body.task_ids'])
  expect(toIssue(await sendBulkUpdate(ada, ids, undefined))).toEqual([422, 'body.changes'])
  const other = (await createOrganization(ada)).org_id
  expect(toIssue(await sendBulkUpdate(ada, ids, { org_id: other }))).toEqual([422, 'body.task_ids.0'])
  expect((await sendBulkUpdate(ben, ids, { org_id: other })).status).toBe(403)
  expect(expectStatus(await sendBulkUpdate(ada, ids, { org_id, priority: 'low' }), 200).updated).toBe(3)
  const many = Array.from({ length: 200 }, (_, i) => ids[i % 3])
  expect(expectStatus(await sendBulkUpdate(ada, many, { priority: 'high' }), 200).updated).toBe(3)
})

it('emits the final state of each task when one changes another', async () => {
  const { ids } = await setUp()
  const [parent, child, other] = ids as [string, string, string]
  expectStatus(await ada.post(`/v1/tasks/${parent}/subtasks`, { body: { subtask_id: child } }), 200)
  const { tasks, updated } = expectStatus(await sendBulkUpdate(ada, [parent, child], { sub_tasks: [] }), 200)
  expect(updated).toBe(2)
  expect(tasks).toMatchObject([{ sub_tasks: [] }, { is_subtask: false }])
  for (const one of tasks) expect(await readTask(ada, one.task_id)).toEqual(one)
  expect(expectStatus(await sendBulkUpdate(ada, [other, parent], { dependencies: [child] }), 200).tasks).toMatchObject([
    { dependencies: [child] },
    { dependencies: [child] },
  ])
})

it('moves tasks together, within a token’s projects only', async () => {
  const { org_id, project_id, ids } = await setUp()
  const to = (await createProject(ada, org_id)).project_id as string
  const limited = await createTokenClient(ada, org_id, { project_ids: [project_id] })
  expect(toIssue(await sendBulkUpdate(limited, ids, { project_id: to }))).toEqual([422, 'body.changes.project_id'])
  expect((await sendBulkUpdate(limited, ids, { project_id: null })).status).toBe(403)
  const inside = (await createTask(ada, org_id, { project_id: to })).task_id
  expect(toIssue(await sendBulkUpdate(limited, [...ids, inside], { title: 'x' }))).toEqual([422, 'body.task_ids.3'])
  expect(expectStatus(await sendBulkUpdate(ada, ids, { project_id: to }), 200).updated).toBe(3)
  expect(await listTasks(ada, { project_id: to })).toHaveLength(4)
  expect((await listTaskEvents(ada, ids[0]!)).at(-1)).toMatchObject({
    type: 'task.moved',
    from_project_id: project_id,
    project_id: to,
  })
})

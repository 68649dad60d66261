import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'
import { updateTask, listTaskEvents, listTaskValues, readTask, readVersion } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
})

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  const createTaskId = async (values: object = {}, by = ada): Promise<string> =>
    (await createTask(by, org_id, { project_id, ...values })).task_id
  return { org_id: org_id as string, project_id: project_id as string, createTaskId }
}
const remove = (client: Client, id: string) => client.delete(`/v1/tasks/${id}`)
const isDeleted = async (id: string) => (await ada.get(`/v1/tasks/${id}`)).status === 404

describe('deleting a task', () => {
  it('deletes all levels of subtasks that the caller may delete, with an event each', async () => {
    const { createTaskId } = await setUp()
    const leaf = await createTaskId()
    const middle = await createTaskId({ sub_tasks: [leaf] })
    const top = await createTaskId({ sub_tasks: [middle] })
    const reply = await remove(ben, top)
    expect([expectStatus(reply, 200), await isDeleted(top), await isDeleted(middle), await isDeleted(leaf)]).toEqual([
      { ok: true },
      true,
      true,
      true,
    ])
    const requests = new Set<string>()
    for (const id of [top, middle, leaf]) {
      const last = (await listTaskEvents(ada, id)).at(-1)!
      expect(last).toMatchObject({
        type: 'task.deleted',
        after: null,
        before: { title: 'Inspect the crane' },
      })
      requests.add(last.request_id)
    }
    expect([...requests]).toEqual([reply.headers['x-request-id']])
  })

  it('detaches subtasks that the caller may not delete or see, with their own subtasks', async () => {
    const { org_id, createTaskId } = await setUp()
    const secret = await createTaskId({ restricted_to: ['ada'] })
    const grandchild = await createTaskId()
    const foreign = (await createTask(ada, org_id, { assignee: 'ben', sub_tasks: [grandchild] })).task_id as string
    const own = await createTaskId()
    const top = await createTaskId({ sub_tasks: [secret, foreign, own] })
    const versions = [
      await readVersion(ada, secret),
      await readVersion(ada, foreign),
      await readVersion(ada, grandchild),
    ]
    expectStatus(await remove(ben, top), 200)
    expect([await isDeleted(top), await isDeleted(own)]).toEqual([true, true])
    expect(await readTask(ada, secret)).toMatchObject({ is_subtask: false })
    expect(await readTask(ada, foreign)).toMatchObject({ is_subtask: false, sub_tasks: [grandchild] })
    expect(await readTask(ada, grandchild)).toMatchObject({ is_subtask: true })
    expect([
      await readVersion(ada, secret),
      await readVersion(ada, foreign),
      await readVersion(ada, grandchild),
    ]).toEqual([versions[0]! + 1, versions[1], versions[2]])
    // A freed subtask can get another parent.
    await createTaskId({ sub_tasks: [secret, foreign] })
  })

  it('removes it from its parent and from dependencies', async () => {
    const { createTaskId } = await setUp()
    const leaf = await createTaskId()
    const middle = await createTaskId({ sub_tasks: [leaf] })
    const other = await createTaskId()
    const top = await createTaskId({ sub_tasks: [other, middle] })
    const waiting = await createTaskId({ dependencies: [leaf, other, middle] })
    const before = [await readVersion(ada, top), await readVersion(ada, waiting), await readVersion(ada, other)]
    expectStatus(await remove(ada, middle), 200)
    expect(await readTask(ada, top)).toMatchObject({ sub_tasks: [other] })
    expect(await readTask(ada, waiting)).toMatchObject({ dependencies: [other] })
    expect([await readVersion(ada, top), await readVersion(ada, waiting), await readVersion(ada, other)]).toEqual([
      before[0]! + 1,
      before[1]! + 1,
      before[2],
    ])
  })

  it('emits each removed link with the cause to users who can read both ends', async () => {
    const { org_id, createTaskId } = await setUp()
    const restricted_to = ['ada']
    const [leaf, hiddenLeaf] = [await createTaskId(), await createTaskId({ restricted_to })]
    const doomed = await createTaskId({ sub_tasks: [leaf, hiddenLeaf] })
    const top = await createTaskId({ sub_tasks: [doomed] })
    const waiting = await createTaskId({ dependencies: [leaf, doomed, hiddenLeaf] })
    const hiddenWaiting = await createTaskId({ dependencies: [doomed], restricted_to })
    await waitForStableEvents(app)
    const streams = [await openStream(ada, { org_id }), await openStream(ben, { org_id })]
    expectStatus(await remove(ben, doomed), 200)
    await updateTask(ada, top, { title: 'The end' })
    const emitted = await Promise.all(
      streams.map(async (stream) => {
        await stream.waitUntil(({ types }) => types.includes('task.updated'))
        stream.close()
        return stream.events
          .filter(({ type }) => type.endsWith('_removed'))
          .map(({ cause, data }) => [cause, data.resource_id, data.before, data.after])
      }),
    )
    const buildEndedEvent = (id: string, before: object) => ['task.deleted', id, before, null]
    const open = [
      buildEndedEvent(top, { subtask_id: doomed }),
      buildEndedEvent(waiting, { dependency_id: leaf }),
      buildEndedEvent(waiting, { dependency_id: doomed }),
    ]
    const hidden = [
      buildEndedEvent(doomed, { subtask_id: hiddenLeaf }),
      buildEndedEvent(hiddenWaiting, { dependency_id: doomed }),
    ]
    expect(emitted.map((events) => events.map((event) => JSON.stringify(event)).toSorted())).toEqual(
      [[...open, ...hidden], open].map((events) => events.map((event) => JSON.stringify(event)).toSorted()),
    )
  })

  it('removes it from reads, lists, search, history, links and writes', async () => {
    const { org_id, project_id, createTaskId } = await setUp()
    const id = await createTaskId({ title: 'doomed' })
    const other = await createTaskId()
    await updateTask(ada, other, { dependencies: [id] })
    expectStatus(await remove(ada, id), 200)
    expect((await remove(ada, id)).status).toBe(404)
    expect((await ada.patch(`/v1/tasks/${id}`, { body: { title: 'back' } })).status).toBe(404)
    expect((await ada.get('/v1/task-history', { query: { task_id: id } })).status).toBe(404)
    expect(await listTaskValues(ada, { project_id })).not.toContain('doomed')
    expect(await listTaskValues(ada, { org_id, 'filter[search]': 'doomed' })).toEqual([])
    expect(await listTaskValues(ada, { org_id, include_inaccessible: true })).not.toContain('doomed')
    expect((await ada.post('/v1/tasks/bulk', { body: { task_ids: [id], changes: {} } })).status).toBe(422)
  })

  it('requires a project owner or editor, the creator or an org admin, not the assignee', async () => {
    const { org_id, project_id, createTaskId } = await setUp()
    expectStatus(
      await ada.patch(`/v1/project-members/${ben.userId}/${project_id}`, {
        body: { project_role: 'viewer' },
      }),
      200,
    )
    expect((await remove(ben, await createTaskId({ assignee: 'ben' }))).status).toBe(403)
    const unfiled = (await createTask(ben, org_id)).task_id as string
    expect((await remove(ben, unfiled)).status).toBe(200)
    expect((await remove(ben, (await createTask(ada, org_id, { assignee: 'ben' })).task_id)).status).toBe(403)
    expect((await remove(ben, (await createTask(ada, org_id)).task_id)).status).toBe(404)
  })
})

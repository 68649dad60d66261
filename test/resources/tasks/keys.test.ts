import { beforeAll, describe, expect, it } from 'vitest'
import { storeTaskNumbers } from '../../../src/resources/work/tasks/commands/number-tasks.ts'
import { purgeDeletedTasks } from '../../../src/resources/work/tasks/commands/purge.ts'
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
import { listTaskEvents, patchTask } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
})

let made = 0
const createKeyedProject = (values: object = {}) => createProject(ada, org_id, { prefix: `K${++made}`, ...values })
const getByKey = (key: string, client = ada) => client.get(`/v1/tasks/by-key/${key}`, { query: { org_id } })
const findByKey = async (key: string) => expectStatus(await getByKey(key), 200).task_id as string
const listKeys = async (query: Record<string, string>, client = ada) =>
  expectStatus(await client.get('/v1/tasks', { query: { org_id, ...query } }), 200).data.map(
    ({ key }: { key: string | null }) => key,
  )
const rename = (projectId: string, prefix: string, client = ada) =>
  client.patch(`/v1/projects/${projectId}`, { body: { prefix } })
const createIn = async (project_id: string | null, values: object = {}) =>
  createTask(ada, org_id, { project_id, ...values })

describe('the number of a task', () => {
  it('counts from 1 in its project, and is null without one', async () => {
    const [one, other] = [await createKeyedProject(), await createKeyedProject()]
    const tasks = [await createIn(one.project_id), await createIn(other.project_id), await createIn(one.project_id)]
    expect(tasks.map(({ key }) => key)).toEqual([`${one.prefix}-1`, `${other.prefix}-1`, `${one.prefix}-2`])
    const { key, number } = await createIn(null)
    expect([key, number]).toEqual([null, null])
  })

  it('is not used up by a create that fails', async () => {
    const { project_id, prefix } = await createKeyedProject()
    const body = { org_id, project_id, title: 'Cast off' }
    expectStatus(await ada.post('/v1/tasks', { body: { ...body, sprint_id: 'nowhere' } }), 422)
    expectStatus(await ben.post('/v1/tasks', { body }), 403)
    expect(expectStatus(await ada.post('/v1/tasks', { body }), 200).key).toBe(`${prefix}-1`)
  })

  it('differs for each of many concurrent creates', async () => {
    const { project_id } = await createKeyedProject()
    const body = { org_id, project_id, title: 'Bail' }
    const created = await Promise.all(Array.from({ length: 40 }, () => ada.post('/v1/tasks', { body })))
    const numbers = created.map((reply) => expectStatus(reply, 200).number as number)
    expect(new Set(numbers).size).toBe(40)
    const keys = expectStatus(await ada.get('/v1/tasks', { query: { project_id } }), 200).data.map(
      (row: { number: number }) => row.number,
    )
    expect(keys.toSorted()).toEqual(numbers.toSorted())
  })

  it('returns when the task moves back', async () => {
    const [one, other] = [await createKeyedProject(), await createKeyedProject()]
    const { task_id, key } = await createIn(one.project_id)
    await createIn(other.project_id)
    const moved = expectStatus(await patchTask(ada, task_id, { project_id: other.project_id }), 200)
    expect(moved.key).toBe(`${other.prefix}-2`)
    await createIn(one.project_id)
    const away = expectStatus(await patchTask(ada, task_id, { project_id: null }), 200)
    expect([away.key, away.number]).toEqual([null, null])
    expect(expectStatus(await patchTask(ada, task_id, { project_id: one.project_id }), 200).key).toBe(key)
    expect(await Promise.all([key, moved.key].map(findByKey))).toEqual([task_id, task_id])
  })

  it('is given by every way into a project', async () => {
    const [from, to] = [await createKeyedProject(), await createKeyedProject()]
    const filed = await Promise.all([1, 2, 3].map(() => createIn(from.project_id)))
    const loose = await createIn(null)
    const task_ids = [...filed, loose].map((one) => one.task_id as string)
    const bulk = { task_ids, changes: { project_id: to.project_id } }
    const { tasks } = expectStatus(await ada.post('/v1/tasks/bulk', { body: bulk }), 200)
    const keys = [1, 2, 3, 4].map((number) => `${to.prefix}-${number}`)
    expect(tasks.map(({ key }: { key: string }) => key)).toEqual(keys)
    expect(await listKeys({ project_id: to.project_id, sort_by: 'task_id' })).toHaveLength(4)

    const goal_id = await insertGoal(app, org_id, from.project_id)
    const withGoal = await createIn(from.project_id, { goal_id })
    const move = { body: { project_id: to.project_id } }
    expectStatus(await ada.post(`/v1/projects/${from.project_id}/goals/${goal_id}/move`, move), 200)
    expect(await findByKey(`${to.prefix}-5`)).toBe(withGoal.task_id)
    expect(await findByKey(withGoal.key)).toBe(withGoal.task_id)

    const single = await createIn(from.project_id)
    const moved = await ada.post(`/v1/tasks/${single.task_id}/project`, { body: { project_id: to.project_id } })
    expect(expectStatus(moved, 200).key).toBe(`${to.prefix}-6`)
    const [put] = [await createIn(null)]
    const replaced = await ada.put(`/v1/tasks/${put.task_id}`, { body: { project_id: to.project_id } })
    expect(expectStatus(replaced, 200).key).toBe(`${to.prefix}-7`)
  })

  it('is stored by the database for a task that is inserted without one', async () => {
    const { project_id, prefix } = await createKeyedProject()
    const { task_id } = await createIn(project_id)
    await app.sql(
      `INSERT INTO tasks (org_id, task_id, project_id, title, title_key, status_rank, priority_rank, created_at, updated_at)
       SELECT org_id, $1, project_id, title, title_key, 0, 0, created_at, updated_at FROM tasks WHERE task_id = $2`,
      [`${task_id}X`, task_id],
    )
    expect(await findByKey(`${prefix}-2`)).toBe(`${task_id}X`)
  })
})

it('is stored by a job for tasks that a migration numbered, without a new version', async () => {
  const { project_id } = await createKeyedProject()
  const { task_id, key, version } = await createIn(project_id)
  await app.sql(`UPDATE tasks SET number = NULL WHERE task_id = $1`, [task_id])
  expect(await findByKey(key)).toBe(task_id)
  // A database that was not seen before, since a process runs the job until nothing is left.
  const database = Object.create(app.services.database) as typeof app.services.database
  expect([await storeTaskNumbers({ database }), await storeTaskNumbers({ database })]).toEqual([1, 0])
  expect(expectStatus(await getByKey(key), 200)).toMatchObject({ key, version })
})

describe('a key', () => {
  it('leads to the task in any case, and is a 404 if it never existed', async () => {
    const { project_id } = await createKeyedProject()
    const { task_id, key } = await createIn(project_id)
    expect(await findByKey(key.toLowerCase())).toBe(task_id)
    const never = [`${key}0`, `${key.split('-')[0]}-0`, 'NOPE-1', 'nonsense', `${key}-1`, `K-99999999999`, 'ſ1-1']
    for (const text of never) expectStatus(await getByKey(encodeURIComponent(text)), 404)
  })

  it('leads to the task after new prefixes, deletion and restoration', async () => {
    const { project_id } = await createKeyedProject({ prefix: 'FIRST' })
    const { task_id, version } = await createIn(project_id)
    expectStatus(await rename(project_id, 'SECOND'), 200)
    const renamed = await getByKey('SECOND-1')
    expect(expectStatus(renamed, 200)).toMatchObject({ task_id, key: 'SECOND-1', version })
    expect(await findByKey('FIRST-1')).toBe(task_id)
    expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
    expectStatus(await getByKey('FIRST-1'), 404)
    expectStatus(await ada.post(`/v1/tasks/${task_id}/restore`), 200)
    expectStatus(await rename(project_id, 'FIRST'), 200)
    expect(await Promise.all(['FIRST-1', 'SECOND-1'].map(findByKey))).toEqual([task_id, task_id])
  })

  it('changes in every answer with the prefix: page, cached page, single task and ETag', async () => {
    const { project_id } = await createKeyedProject({ prefix: 'OLD' })
    const { task_id } = await createIn(project_id)
    const read = () => ada.get(`/v1/tasks/${task_id}`)
    const list = () => ada.get('/v1/tasks', { query: { org_id, project_id } })
    for (let i = 0; i < 3; i++) expect((await list()).body.data[0].key).toBe('OLD-1')
    const [etag, listEtag] = [(await read()).headers.etag, (await list()).headers.etag]
    expectStatus(await rename(project_id, 'NEW'), 200)
    for (let i = 0; i < 3; i++) expect((await list()).body.data[0].key).toBe('NEW-1')
    expect((await list()).headers.etag).not.toBe(listEtag)
    const after = await read()
    expect([after.body.key, after.headers.etag === etag]).toEqual(['NEW-1', false])
    // A write that was prepared before is not stale: the task has not changed.
    const headers = { 'if-match': etag as string }
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'Caulk' }, headers }), 200)
  })

  it('is unknown to users who cannot read the task, whatever its project', async () => {
    const secret = await createKeyedProject({ visibility: 'private' })
    const open = await createKeyedProject()
    const { key: hidden, task_id } = await createIn(secret.project_id)
    const reply = await getByKey(hidden, ben)
    const unknown = await getByKey(`${hidden}9`, ben)
    expect([reply.status, reply.body]).toEqual([
      404,
      { ...unknown.body, instance: reply.body.instance, request_id: reply.body.request_id },
    ])
    expect(await listKeys({ 'filter[key]': hidden }, ben)).toEqual([])
    expectStatus(await patchTask(ada, task_id, { project_id: open.project_id }), 200)
    expect(expectStatus(await getByKey(hidden, ben), 200)).toMatchObject({ task_id, key: `${open.prefix}-1` })
    expect(await listKeys({ 'filter[key]': hidden }, ben)).toEqual([`${open.prefix}-1`])
    const limited = await createTokenClient(ada, org_id, { project_ids: [secret.project_id] })
    expectStatus(await getByKey(hidden, limited), 404)
  })

  it('is not shown for a restricted task', async () => {
    const { project_id } = await createKeyedProject()
    await createIn(project_id, { restricted_to: ['ada'] })
    const query = { org_id, project_id, include_inaccessible: 'true' }
    const [row] = expectStatus(await ben.get('/v1/tasks', { query }), 200).data
    expect([row.has_access, row.key, row.number]).toEqual([false, null, null])
  })

  it('is a filter of lists, counts and saved views, for up to 100 keys', async () => {
    const { project_id, prefix } = await createKeyedProject()
    const keys = []
    for (let i = 0; i < 3; i++) keys.push((await createIn(project_id)).key as string)
    const filter = { 'filter[key]': `${keys[0]!.toLowerCase()},${keys[2]},NOPE-4,x` }
    expect((await listKeys(filter)).toSorted()).toEqual([keys[0], keys[2]])
    const counted = expectStatus(await ada.get('/v1/tasks/count', { query: { org_id, ...filter } }), 200)
    expect(counted.count).toBe(2)
    const body = { scope_type: 'project', scope_id: project_id, resource: 'task', name: 'Two', org_id }
    const view = await ada.post('/v1/views', { body: { ...body, query: { 'filter[key]': keys[1] } } })
    const { view_id } = expectStatus(view, 200, 201)
    const rows = expectStatus(await ada.get(`/v1/views/${view_id}/rows`), 200)
    expect(rows.data.map((row: { key: string }) => row.key)).toEqual([keys[1]])
    const many = Array.from({ length: 101 }, (_, i) => `${prefix}-${i + 1}`).join()
    expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[key]': many } }), 400)
  })

  it('is a field that a list can be limited to', async () => {
    const { project_id, prefix } = await createKeyedProject()
    const { task_id, version } = await createIn(project_id)
    const { data } = expectStatus(await ada.get('/v1/tasks', { query: { project_id, fields: 'key' } }), 200)
    expect(data).toEqual([{ task_id, key: `${prefix}-1`, version }])
  })

  it('is in the event and the history of a move, except on a side that the reader cannot see', async () => {
    const [secret, open] = [await createKeyedProject({ visibility: 'private' }), await createKeyedProject()]
    const { task_id, key } = await createIn(secret.project_id)
    expectStatus(await patchTask(ada, task_id, { project_id: open.project_id }), 200)
    const after = `${open.prefix}-1`
    const moved = (await listTaskEvents(ada, task_id)).find(({ type }) => type === 'task.moved')
    expect([moved?.before?.key, moved?.after?.key]).toEqual([key, after])
    const listMovedKeys = async (client: Client) => {
      const reply = await client.get('/v1/task-history', { query: { task_id } })
      const entry = expectStatus(reply, 200).data.find((one: { action: string }) => one.action === 'moved')
      return entry.metadata.find(({ field }: { field: string }) => field === 'key')
    }
    expect(await listMovedKeys(ada)).toEqual({ field: 'key', old: key, new: after })
    expect(await listMovedKeys(ben)).toEqual({ field: 'key', old: null, new: after })
  })

  it('ends with the task when it is purged, and its number is not used again', async () => {
    const { project_id, prefix } = await createKeyedProject()
    const { task_id, key } = await createIn(project_id)
    expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
    await purgeDeletedTasks({ ...app.services, clock: () => app.clock.now() + 31 * 24 * 60 * 60 * 1000 })
    expectStatus(await getByKey(key), 404)
    expect((await createIn(project_id)).key).toBe(`${prefix}-2`)
  })
})

describe('the prefix of a project', () => {
  const derive = async (name: string) => (await createProject(ada, org_id, { name })).prefix as string

  it('is derived from the name, whatever its alphabet, and never given twice', async () => {
    const names = ['Quay', 'Harbour', 'North quay', 'Göta älv', 'Ørsted', '7 seas', '2027', '港', 'Порт', 'Ben’s boats']
    const prefixes = []
    for (const name of names) prefixes.push(await derive(name))
    expect(prefixes).toEqual(['QUAY', 'HARB', 'NQ', 'GA', 'ORST', 'SEAS', 'P1', 'P2', 'P3', 'BB'])
    expect([await derive('Quay'), await derive('Quay!'), await derive('Nice quiet')]).toEqual(['QUAY2', 'QUAY3', 'NQ2'])
    const concurrent = await Promise.all([1, 2, 3, 4].map(() => derive('Slipway')))
    expect(concurrent.toSorted()).toEqual(['SLIP', 'SLIP2', 'SLIP3', 'SLIP4'])
  })

  it('is rejected if it is malformed, or another project has or had it', async () => {
    const { project_id } = await createKeyedProject({ prefix: 'DOCK' })
    const other = await createKeyedProject({ prefix: 'CRANE' })
    for (const prefix of ['dock', 'D', '1D', 'ABCDEFGHIJK', 'D-1', ''])
      expectStatus(await rename(other.project_id, prefix), 422)
    expectStatus(await rename(other.project_id, 'DOCK'), 409)
    const body = { org_id, name: 'Dock', prefix: 'DOCK' }
    expectStatus(await ada.post('/v1/projects', { body }), 409)
    expectStatus(await rename(project_id, 'PIER'), 200)
    expectStatus(await rename(other.project_id, 'DOCK'), 409)
    expect(expectStatus(await rename(project_id, 'DOCK'), 200).prefix).toBe('DOCK')
    expectStatus(await ada.delete(`/v1/projects/${project_id}`), 200)
    expectStatus(await rename(other.project_id, 'PIER'), 409)
    const elsewhere = await createOrganization(ada)
    expect((await createProject(ada, elsewhere.org_id, { prefix: 'DOCK' })).prefix).toBe('DOCK')
  })

  it('is changed only by owners of the project and organization admins, and raises the version once', async () => {
    const { project_id, version } = await createKeyedProject()
    await addProjectMember(ada, project_id, ben, 'editor')
    expectStatus(await rename(project_id, 'BENS', ben), 403)
    expect(expectStatus(await rename(project_id, 'ADAS'), 200)).toMatchObject({ prefix: 'ADAS', version: version + 2 })
    expect(expectStatus(await rename(project_id, 'ADAS'), 200).version).toBe(version + 2)
  })
})

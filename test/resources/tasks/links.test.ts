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
import {
  patchTask,
  updateTask,
  toIssue,
  listTaskEvents,
  listTaskValues,
  readTask,
  readVersion,
  parseVersion,
  type Task,
} from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
})

async function setUp(count: number) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  const createTaskId = async (values: object = {}): Promise<string> =>
    (await createTask(ada, org_id, { project_id, ...values })).task_id
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await createTaskId({ title: `t${i}` }))
  return {
    org_id: org_id as string,
    project_id: project_id as string,
    createTaskId,
    ids: ids as [string, string, string, string, string],
  }
}

const kinds = [
  { list: 'sub_tasks', path: 'subtasks', name: 'subtask_id', event: 'subtask' },
  { list: 'dependencies', path: 'dependencies', name: 'dependency_id', event: 'dependency' },
] as const
type Kind = (typeof kinds)[number]

const add = (client: Client, kind: Kind, id: string, other: string) =>
  client.post(`/v1/tasks/${id}/${kind.path}`, { body: { [kind.name]: other } })
const remove = (client: Client, kind: Kind, id: string, other: string) =>
  client.delete(`/v1/tasks/${id}/${kind.path}/${other}`)

describe.each(kinds)('$list', (kind) => {
  it('are added and removed individually or as a list, in the given order', async () => {
    const { ids, org_id } = await setUp(4)
    const [t, a, b, c] = ids
    expect(expectStatus(await add(ada, kind, t, a), 200)[kind.list]).toEqual([a])
    expect(expectStatus(await add(ada, kind, t, b), 200)[kind.list]).toEqual([a, b])
    expect((await updateTask(ada, t, { [kind.list]: [c, b, c] }))[kind.list]).toEqual([c, b])
    expect((await updateTask(ada, t, { [kind.list]: [b, c] }))[kind.list]).toEqual([b, c])
    expect(expectStatus(await remove(ada, kind, t, b), 200)[kind.list]).toEqual([c])
    const created: Task = await createTask(ada, org_id, { [kind.list]: [b, a, b] })
    expect(created[kind.list]).toEqual([b, a])
    expect((await readTask(ada, created.task_id))[kind.list]).toEqual([b, a])
  })

  it('emit one event per link, and for a new order one without ids', async () => {
    const { ids, createTaskId } = await setUp(3)
    const [t, a, b] = ids
    await updateTask(ada, t, { [kind.list]: [a, b], title: 'new' })
    await updateTask(ada, t, { [kind.list]: [b, a] })
    await remove(ada, kind, t, a)
    const events = (await listTaskEvents(ada, t)).slice(1)
    expect(events).toMatchObject([
      { type: 'task.updated', after: { title: 'new' } },
      { type: `task.${kind.event}_added`, before: null, after: { [kind.name]: a } },
      { type: `task.${kind.event}_added`, before: null, after: { [kind.name]: b } },
      { type: 'task.updated', before: { [kind.list]: null }, after: { [kind.list]: null } },
      { type: `task.${kind.event}_removed`, before: { [kind.name]: a }, after: null },
    ])
    expect(new Set(events.slice(0, 3).map((event) => event.request_id)).size).toBe(1)
    const created = await createTaskId({ [kind.list]: [a] })
    expect((await listTaskEvents(ada, created)).map((event) => event.type)).toEqual([
      'task.created',
      `task.${kind.event}_added`,
    ])
  })

  it('have no effect when added or removed again', async () => {
    const { ids } = await setUp(3)
    const [t, a, b] = ids
    await add(ada, kind, t, a)
    const [at, ofChild, count] = [
      await readVersion(ada, t),
      await readVersion(ada, a),
      (await listTaskEvents(ada, t)).length,
    ]
    expectStatus(await add(ada, kind, t, a), 200)
    expectStatus(await remove(ada, kind, t, b), 200)
    expectStatus(await remove(ada, kind, t, 'T0000000000000000'), 200)
    await updateTask(ada, t, { [kind.list]: [a, a] })
    expect([await readVersion(ada, t), await readVersion(ada, a), (await listTaskEvents(ada, t)).length]).toEqual([
      at,
      ofChild,
      count,
    ])
  })

  it('form no cycle of one, two or many', async () => {
    const { ids, createTaskId } = await setUp(4)
    const [a, b, c, d] = ids
    const expectRejected = async (id: string, other: string) => {
      expect((await add(ada, kind, id, other)).status).toBe(409)
      expect((await patchTask(ada, id, { [kind.list]: [other] })).status).toBe(409)
    }
    await expectRejected(a, a)
    for (const [one, other] of [
      [a, b],
      [b, c],
      [c, d],
    ] as const)
      expectStatus(await add(ada, kind, one, other), 200)
    await expectRejected(b, a)
    await expectRejected(d, a)
    await expectRejected(d, b)
    // A longer path without a cycle is allowed.
    if (kind.list === 'dependencies') expectStatus(await add(ada, kind, a, d), 200)
    expectStatus(await remove(ada, kind, b, c), 200)
    expectStatus(await add(ada, kind, d, kind.list === 'dependencies' ? b : a), 200)
    await createTaskId({ [kind.list]: [kind.list === 'dependencies' ? a : c] })
  })

  it('require visible tasks of the same organization, else return 422 with the location', async () => {
    const { ids, org_id } = await setUp(2)
    const [t, a] = ids
    const abroad = (await createTask(ada, (await createOrganization(ada)).org_id)).task_id as string
    const deleted = (await createTask(ada, org_id)).task_id as string
    await ada.delete(`/v1/tasks/${deleted}`)
    for (const id of [abroad, deleted, 'T0000000000000000', '']) {
      expect(toIssue(await add(ada, kind, t, id))).toEqual([422, `body.${kind.name}`])
      expect(toIssue(await patchTask(ada, t, { [kind.list]: [a, a, id] }))).toEqual([422, `body.${kind.list}.2`])
      const created = await ada.post('/v1/tasks', { body: { org_id, title: 't', [kind.list]: [a, a, id] } })
      expect(toIssue(created)).toEqual([422, `body.${kind.list}.2`])
    }
    expect((await readTask(ada, t))[kind.list]).toEqual([])
  })
})

const [subtasks, dependencies] = kinds

it('a task has one parent: another is rejected until it is removed', async () => {
  const { ids, org_id } = await setUp(3)
  const [a, b, c] = ids
  expectStatus(await add(ada, subtasks, a, c), 200)
  expect((await add(ada, subtasks, b, c)).status).toBe(409)
  expect((await patchTask(ada, b, { sub_tasks: [c] })).status).toBe(409)
  expect((await ada.post('/v1/tasks', { body: { org_id, title: 't', sub_tasks: [c] } })).status).toBe(409)
  expect(await listTaskValues(ada, { org_id, 'filter[parent]': a })).toEqual(['t2'])
  await remove(ada, subtasks, a, c)
  expectStatus(await add(ada, subtasks, b, c), 200)
})

it('adding a subtask requires the right to edit both tasks, a dependency to edit one and read the other', async () => {
  const { ids, project_id, createTaskId } = await setUp(2)
  const [t, a] = ids
  const mine = await createTaskId({ assignee: 'ben' })
  expect((await add(ben, subtasks, t, mine)).status).toBe(403)
  expect((await add(ben, subtasks, mine, a)).status).toBe(403)
  expect((await add(ben, dependencies, t, mine)).status).toBe(403)
  expect((await add(ben, dependencies, mine, a)).status).toBe(200)
  await addProjectMember(ada, project_id, ben, 'editor')
  expect((await add(ben, subtasks, mine, a)).status).toBe(200)
})

it('a link raises the versions of parent and child, and marks the child', async () => {
  const { ids } = await setUp(3)
  const [t, a, b] = ids
  const listVersions = async () => [await readVersion(ada, t), await readVersion(ada, a), await readVersion(ada, b)]
  expect(await listVersions()).toEqual([1, 1, 1])
  const reply = await add(ada, subtasks, t, a)
  expect(parseVersion(reply)).toBe(2)
  expect(await listVersions()).toEqual([2, 2, 1])
  expect((await readTask(ada, a)).is_subtask).toBe(true)
  await updateTask(ada, t, { sub_tasks: [b] })
  expect(await listVersions()).toEqual([3, 3, 2])
  expect([(await readTask(ada, a)).is_subtask, (await readTask(ada, b)).is_subtask]).toEqual([false, true])
  // A dependency does not change the version of the other task.
  await add(ada, dependencies, t, a)
  expect(await listVersions()).toEqual([4, 3, 2])
  // `is_subtask` is read-only.
  expect(await updateTask(ada, b, { is_subtask: false })).toMatchObject({ is_subtask: true })
  expect(await listVersions()).toEqual([4, 3, 2])
})

it('a write of links honors If-Match of the task', async () => {
  const { ids } = await setUp(2)
  const [t, a] = ids
  const stale = (await ada.get(`/v1/tasks/${t}`)).headers.etag!
  await updateTask(ada, t, { title: 'meanwhile' })
  const headers = { 'if-match': stale }
  for (const kind of kinds) {
    expect((await ada.post(`/v1/tasks/${t}/${kind.path}`, { body: { [kind.name]: a }, headers })).status).toBe(412)
    expect((await ada.delete(`/v1/tasks/${t}/${kind.path}/${a}`, { headers })).status).toBe(412)
    expect((await ada.patch(`/v1/tasks/${t}`, { body: { [kind.list]: [a] }, headers })).status).toBe(412)
  }
  expect((await ada.delete(`/v1/tasks/${t}`, { headers })).status).toBe(412)
  expect((await ada.post(`/v1/tasks/${t}/project`, { body: { project_id: null }, headers })).status).toBe(412)
  expect(await readTask(ada, t)).toMatchObject({ sub_tasks: [], dependencies: [] })
  const etag = (await ada.get(`/v1/tasks/${t}`)).headers.etag!
  for (const header of [`W/${etag}`, '"1-x"'])
    expect((await ada.patch(`/v1/tasks/${t}`, { body: { title: 'x' }, headers: { 'if-match': header } })).status).toBe(
      412,
    )
  const first = await ada.post(`/v1/tasks/${t}/subtasks`, {
    body: { subtask_id: a },
    headers: { 'if-match': etag },
  })
  expect(first.status).toBe(200)
  const next = await ada.patch(`/v1/tasks/${t}`, {
    body: { title: 'y' },
    headers: { 'if-match': `"9-z", ${first.headers.etag}` },
  })
  expect(next.status).toBe(200)
  expect((await ada.get(`/v1/tasks/${t}`, { headers: { 'if-none-match': next.headers.etag! } })).status).toBe(304)
})

it('a link to a hidden task is visible, and changes ETags, only for readers of both ends', async () => {
  const { org_id, ids } = await setUp(2)
  const [t] = ids
  const { project_id: secret } = await createProject(ada, org_id, { visibility: 'private' })
  const hidden = (await createTask(ada, org_id, { project_id: secret })).task_id as string
  const get = (client: Client, id: string = t) => client.get(`/v1/tasks/${id}`)
  const [before, seen] = [await get(ben), (await get(ada)).headers.etag!]
  for (const kind of kinds) {
    const linked = await ada.post(`/v1/tasks/${t}/${kind.path}`, { body: { [kind.name]: hidden } })
    expect(expectStatus(linked, 200)[kind.list]).toEqual([hidden])
    const body = { [kind.list]: [] }
    for (const etag of [seen, before.headers.etag!])
      expect((await ada.patch(`/v1/tasks/${t}`, { body, headers: { 'if-match': etag } })).status).toBe(412)
    const after = await get(ben)
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag])
    const headers = { 'if-match': linked.headers.etag! }
    expect(expectStatus(await ada.patch(`/v1/tasks/${t}`, { body, headers }), 200)[kind.list]).toEqual([])
  }
  expectStatus(await ada.post(`/v1/tasks/${hidden}/subtasks`, { body: { subtask_id: t } }), 200)
  expect([(await get(ada)).body.is_subtask, (await get(ben)).text]).toEqual([true, before.text])
  // A caller who cannot see the link does not overwrite a concurrent change of it either.
  await insertMembership(await app.signIn('cy'), org_id, 'admin')
  const headers = { 'if-match': before.headers.etag! }
  const cy = await app.signIn('cy')
  expect((await cy.patch(`/v1/tasks/${t}`, { body: { title: 'x' }, headers })).status).toBe(412)
  await addProjectMember(ada, before.body.project_id, ben, 'editor')
  expectStatus(await ben.patch(`/v1/tasks/${t}`, { body: { title: 'x' }, headers }), 200)
})

it('a 422 for a hidden task does not tell that it is linked', async () => {
  const { org_id, ids, project_id } = await setUp(1)
  const [t] = ids
  const { project_id: secret } = await createProject(ada, org_id, { visibility: 'private' })
  const create = async () => (await createTask(ada, org_id, { project_id: secret })).task_id as string
  const linked = { sub_tasks: await create(), dependencies: await create() }
  for (const kind of kinds)
    expectStatus(await ada.post(`/v1/tasks/${t}/${kind.path}`, { body: { [kind.name]: linked[kind.list] } }), 200)
  await addProjectMember(ada, project_id, ben, 'editor')
  const [other, unknown] = [await create(), 'T1KKVCAXNX95TV43Z']
  const refuse = async (body: object) => {
    const reply = await ben.patch(`/v1/tasks/${t}`, { body })
    return [reply.status, JSON.stringify(reply.body.errors).replaceAll(/T[\dA-Z]{16}/g, 'ID')]
  }
  for (const [list, id] of Object.entries(linked))
    for (const build of [
      (one: string) => ({ [list]: [one] }),
      (one: string) => ({ [list]: [unknown, one] }),
      (one: string) => ({ sub_tasks: [unknown], dependencies: [one] }),
    ])
      expect(await refuse(build(id))).toEqual(await refuse(build(other)))
})

it('the version of a row satisfies If-Match, except for changes that replace links', async () => {
  const { ids, project_id } = await setUp(3)
  const [t, a, b] = ids
  await add(ada, kinds[1], t, a)
  const rows = expectStatus(await ada.get('/v1/tasks', { query: { project_id } }), 200).data as Task[]
  const { version: of } = rows.find((row) => row.task_id === t)!
  const headers = { 'if-match': `"${String(of)}-"` }
  const replaced = await ada.patch(`/v1/tasks/${t}`, { body: { dependencies: [b] }, headers })
  expect([replaced.status, replaced.body.detail]).toEqual([412, expect.stringContaining('the full ETag')])
  const renamed = await ada.patch(`/v1/tasks/${t}`, { body: { title: 'Renamed', version: 99 }, headers })
  expect(expectStatus(renamed, 200).version).toBe((of as number) + 1)
  expect((await ada.patch(`/v1/tasks/${t}`, { body: { title: 'Again' }, headers })).status).toBe(412)
  const whole = { 'if-match': renamed.headers.etag! }
  expectStatus(await ada.patch(`/v1/tasks/${t}`, { body: { dependencies: [b] }, headers: whole }), 200)
  expect((await ada.delete(`/v1/tasks/${t}`, { headers: { 'if-match': '*' } })).status).toBe(200)
})

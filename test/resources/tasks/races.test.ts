import { beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../../../src/db/sql.ts'
import { startApp, type Client, type Reply, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { listTaskEvents, readTask, readVersion } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client
/** Sessions of the same users on a second server; the embedded database is locked by one process. */
let adaThere: Client
let benThere: Client
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

beforeAll(async () => {
  app = await startApp()
  const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
  ;[ada, ben, adaThere, benThere] = (await Promise.all([
    app.signIn('ada'),
    app.signIn('ben'),
    otherApp.signIn('ada'),
    otherApp.signIn('ben'),
  ])) as [Client, Client, Client, Client]
})

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const from = (await createProject(ada, org_id)).project_id as string
  const to = (await createProject(ada, org_id)).project_id as string
  for (const id of [from, to]) await addProjectMember(ada, id, ben, 'editor')
  const make = async (values: object = {}): Promise<string> =>
    (await createTask(ada, org_id, { project_id: from, ...values })).task_id
  return { org_id: org_id as string, from, to, make }
}
const listStatuses = (replies: Reply[]) => replies.map((reply) => reply.status).toSorted()

const kinds = [
  ['subtasks', 'sub_tasks', 'subtask_id'],
  ['dependencies', 'dependencies', 'dependency_id'],
] as const

it.each(kinds)('rejects one of two concurrent links that form a cycle: %s', async (path, list, name) => {
  for (let round = 0; round < rounds; round++) {
    const { make } = await setUp()
    const t = [await make(), await make(), await make(), await make()] as const
    const createLink = (client: Client, one: string, other: string) =>
      client.post(`/v1/tasks/${one}/${path}`, { body: { [name]: other } })
    // a → b and c → d exist; b → c and d → a would close the cycle.
    expectStatus(await createLink(ada, t[0], t[1]), 200)
    expectStatus(await createLink(ada, t[2], t[3]), 200)
    const byList = round % 2 === 1
    const replies = await Promise.all([
      byList ? ada.patch(`/v1/tasks/${t[1]}`, { body: { [list]: [t[2]] } }) : createLink(ada, t[1], t[2]),
      createLink(adaThere, t[3], t[0]),
    ])
    expect(listStatuses(replies)).toEqual([200, 409])
    const links = await Promise.all(t.map(async (id) => (await readTask(ada, id))[list].length))
    expect(links.reduce((sum, count) => sum + count, 0)).toBe(3)
  }
})

it('concurrent links of a ring leave it open, without a retry response', async () => {
  for (let round = 0; round < rounds / 2; round++) {
    const { make } = await setUp()
    const ids = await Promise.all(Array.from({ length: 6 }, () => make()))
    const replies = await Promise.all(
      ids.map((id, i) =>
        (i % 2 ? ada : adaThere).patch(`/v1/tasks/${id}`, {
          body: { sub_tasks: [ids[(i + 1) % ids.length]] },
        }),
      ),
    )
    expect(listStatuses(replies)).toEqual([200, 200, 200, 200, 200, 409])
  }
})

it('one of two concurrent parents gets the child', async () => {
  for (let round = 0; round < rounds; round++) {
    const { make } = await setUp()
    const [a, b, child] = [await make(), await make(), await make()]
    const replies = await Promise.all(
      [a, b].map((id, i) => (i ? ada : adaThere).post(`/v1/tasks/${id}/subtasks`, { body: { subtask_id: child } })),
    )
    expect(listStatuses(replies)).toEqual([200, 409])
    const winner = replies[0]!.status === 200 ? a : b
    const lists = [(await readTask(ada, a)).sub_tasks, (await readTask(ada, b)).sub_tasks]
    expect(lists).toEqual(winner === a ? [[child], []] : [[], [child]])
  }
})

it('a task deleted while it is linked ends without links', async () => {
  for (let round = 0; round < rounds; round++) {
    const { make } = await setUp()
    const [t, child] = [await make(), await make()]
    const [linked, deleted] = (await Promise.all([
      ada.patch(`/v1/tasks/${t}`, { body: { sub_tasks: [child], dependencies: [child] } }),
      adaThere.delete(`/v1/tasks/${child}`),
    ])) as [Reply, Reply]
    expect(deleted.status).toBe(200)
    expect([200, 422]).toContain(linked.status)
    const rows = await app.sql('SELECT sub_tasks, dependencies FROM tasks WHERE org_id = $1 AND task_id = $2', [
      (await readTask(ada, t)).org_id,
      t,
    ])
    expect(rows).toEqual([{ sub_tasks: [], dependencies: [] }])
  }
})

it('a request that waited for a move sees the new project, with the rights there', async () => {
  for (let round = 0; round < rounds; round++) {
    const { org_id, to, make } = await setUp()
    const blue = await insertTeam(app, org_id, [ben])
    const id = await make()
    const place = round % 2 ? { project_id: to } : { project_id: null, team_id: blue }
    const replies = await Promise.all([
      ada.patch(`/v1/tasks/${id}`, { body: place }),
      ...[1, 2, 3].map((n) => benThere.patch(`/v1/tasks/${id}`, { body: { title: `by ben ${n}` } })),
    ])
    expect(listStatuses(replies)).toEqual([200, 200, 200, 200])
    expect(await readTask(ben, id)).toMatchObject({ ...place, has_edit_access: true })
    expect([
      await readVersion(ada, id),
      (await listTaskEvents(ada, id)).filter((event) => event.type !== 'task.created').length,
    ]).toEqual(round % 2 ? [5, 4] : [5, 5])
  }
})

it('one of several writes with the same If-Match succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const { make } = await setUp()
    const id = await make()
    const etag = (await ada.get(`/v1/tasks/${id}`)).headers.etag!
    const replies = await Promise.all(
      [ada, adaThere, ben, benThere, ada, adaThere].map((client, i) =>
        client.patch(`/v1/tasks/${id}`, { body: { title: `t${i}` }, headers: { 'if-match': etag } }),
      ),
    )
    expect(listStatuses(replies)).toEqual([200, 412, 412, 412, 412, 412])
    const winner = replies.findIndex((reply) => reply.status === 200)
    expect((await readTask(ada, id)).title).toBe(`t${winner}`)
    expect(await listTaskEvents(ada, id)).toHaveLength(2)
  }
})

it('two bulk changes of the same tasks in opposite order both succeed', async () => {
  for (let round = 0; round < rounds; round++) {
    const { make } = await setUp()
    const ids = await Promise.all(Array.from({ length: 8 }, () => make()))
    const sendBulkUpdate = (client: Client, task_ids: string[], tag: string) =>
      client.post('/v1/tasks/bulk', { body: { task_ids, changes: { title: tag } } })
    const replies = await Promise.all([
      sendBulkUpdate(ada, ids, 'one'),
      sendBulkUpdate(adaThere, ids.toReversed(), 'two'),
    ])
    expect(listStatuses(replies)).toEqual([200, 200])
    const titles = new Set((await Promise.all(ids.map((id) => readTask(ada, id)))).map((one) => one.title))
    expect(titles.size).toBe(1)
  }
})

const inTime = process.env.ENGINE === 'embedded' ? [] : (['change', 'bulk change'] as const)

it.each(inTime)('a %s rejects restricting a task to a user who joined while it waited', async (how) => {
  const { org_id, make } = await setUp()
  const [id, cleo] = [await make(), await app.signIn('cleo')]
  const restricting = await app.services.database.transaction(async (trx) => {
    await trx.query(sql`select 1 from tasks where org_id = ${org_id} and task_id = ${id} for no key update`)
    const changes = { restricted_to: ['ada', 'cleo'] }
    const reply =
      how === 'change'
        ? adaThere.patch(`/v1/tasks/${id}`, { body: changes })
        : adaThere.post('/v1/tasks/bulk', { body: { task_ids: [id], changes } })
    await vi.waitFor(async () =>
      expect(
        await app.sql("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"),
      ).not.toEqual([]),
    )
    await insertMembership(cleo, org_id, 'member')
    return { reply }
  })
  expect((await restricting.reply).status).toBe(422)
  expect((await readTask(ada, id)).restricted_to).toEqual([])
  expectStatus(await adaThere.patch(`/v1/tasks/${id}`, { body: { restricted_to: ['ada', 'cleo'] } }), 200)
})

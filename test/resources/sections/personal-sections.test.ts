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
import {
  getSections,
  postSection,
  listSectionEvents,
  listSectionIds,
  listOwnSections,
  listSectionNames,
  placeTask,
  putTask,
  listSections,
  createSection,
} from './requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben, gil] = (await Promise.all(['ada', 'Ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const rounds = Number(process.env.RACE_ROUNDS ?? 8)
const first = ['Assigned', 'Doing', 'Later']

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const readStored = async (client: Client) =>
    (
      await app.sql<{ name: string }>(
        "SELECT name FROM sections WHERE org_id = $1 AND scope_type = 'user' AND scope_id = $2 ORDER BY position",
        [org_id, client.username],
      )
    ).map((row) => row.name)
  return { org_id: org_id as string, stored: readStored }
}

test('listing creates no personal sections; the first other read creates three per user', async () => {
  const { org_id, stored } = await setUp()
  expect(await listSections(ada, org_id, ['user', 'ada'])).toEqual([])
  expect(await stored(ada)).toEqual([])
  const sections = await listOwnSections(ada, org_id)
  expect(sections.map((section) => [section.name, section.position, section.scope_type, section.scope_id])).toEqual(
    first.map((name, i) => [name, i + 1, 'user', 'ada']),
  )
  expect(await listOwnSections(ada, org_id)).toEqual(sections)
  expect(await listSections(ada, org_id, ['user', 'ADA'])).toEqual(sections)
  expect(await stored(ben)).toEqual([])
  expect(listSectionNames(await listOwnSections(gil, org_id))).toEqual(first)
  expect(await listSectionEvents(app, org_id)).toEqual([])
})

test('every request for personal sections except the list creates them', async () => {
  const ways: [string, (org: string) => Promise<unknown>][] = [
    ['section_scope', async (org_id) => ada.get('/v1/tasks', { query: { org_id, section_scope: 'user:me' } })],
    ['own', async (org_id) => ada.get('/v1/tasks', { query: { org_id, section_scope: 'own' } })],
    [
      'section_scope of a project’s tasks',
      async (org_id) => {
        const { project_id } = await createProject(ada, org_id)
        return ada.get('/v1/tasks', { query: { project_id, section_scope: 'user:me' } })
      },
    ],
    ['set_section', async (org_id) => placeTask(ada, (await createTask(ada, org_id)).task_id, ['user', 'ada'], null)],
  ]
  for (const [way, go] of ways) {
    const { org_id, stored } = await setUp()
    await go(org_id)
    expect([way, await stored(ada)]).toEqual([way, first])
  }
  const { org_id, stored } = await setUp()
  await createSection(ada, org_id, ['user', 'ada'], 'Mine')
  expect(await stored(ada)).toEqual([...first, 'Mine'])
  expect((await postSection(ben, org_id, ['user', 'Ben'], 'doing')).status).toBe(409)
  expect(await stored(ben)).toEqual([])
})

test('a read-only token creates them too, a test token never', async () => {
  const { org_id, stored } = await setUp()
  const trial = await createTokenClient(ada, org_id, { scopes: ['tasks:read'], kind: 'test' })
  expect(await listOwnSections(trial, org_id)).toEqual([])
  expectStatus(await trial.get('/v1/tasks', { query: { org_id, section_scope: 'user:me' } }), 200)
  expect(await stored(ada)).toEqual([])
  const reader = await createTokenClient(ada, org_id, { scopes: ['tasks:read'] })
  expect(listSectionNames(await listOwnSections(reader, org_id))).toEqual(first)
  expect(listSectionNames(await listOwnSections(trial, org_id))).toEqual(first)
})

test('they are created once: renamed or deleted ones do not come back', async () => {
  const { org_id } = await setUp()
  const [assigned, doing, later] = await listOwnSections(ada, org_id)
  expectStatus(await ada.patch(`/v1/sections/${assigned.section_id}`, { body: { name: 'Inbox' } }), 200)
  for (const { section_id } of [doing, later]) expectStatus(await ada.delete(`/v1/sections/${section_id}`), 200)
  expect(listSectionNames(await listOwnSections(ada, org_id))).toEqual(['Inbox'])
  expectStatus(await ada.delete(`/v1/sections/${assigned.section_id}`), 200)
  expect(await listOwnSections(ada, org_id)).toEqual([])
})

test('concurrent first reads through two servers create three personal sections', async () => {
  for (let round = 0; round < rounds; round++) {
    const { org_id, stored } = await setUp()
    const there = await otherApp.signIn('ada')
    const all = await Promise.all(
      [ada, there, ada, there].flatMap((client) => [
        client.get('/v1/sections/mine', { query: { org_id } }),
        client.get('/v1/tasks', { query: { org_id, section_scope: 'user:me' } }),
      ]),
    )
    expect(all.map((reply) => reply.status)).toEqual(all.map(() => 200))
    expect(await stored(ada)).toEqual(first)
  }
})

test('other users cannot read, change or use them, not even org admins', async () => {
  const { org_id } = await setUp()
  await insertMembership(await app.signIn('eva'), org_id, 'admin')
  const eva = await app.signIn('eva')
  const [lane] = await listOwnSections(ben, org_id)
  const path = `/v1/sections/${lane.section_id}`
  const { task_id } = await createTask(ada, org_id)
  for (const other of [ada, eva]) {
    expect((await other.get(path)).status).toBe(404)
    expect((await other.patch(path, { body: { name: 'n' } })).status).toBe(404)
    expect((await other.delete(path)).status).toBe(404)
    expect((await getSections(other, org_id, { scope_type: 'user', scope_id: 'Ben' })).status).toBe(403)
    expect((await postSection(other, org_id, ['user', 'Ben'], 'n')).status).toBe(403)
    const order = { scope_type: 'user', scope_id: 'Ben', section_ids: [lane.section_id] }
    expect((await other.post('/v1/sections/reorder', { body: order })).status).toBe(403)
    expect((await putTask(other, task_id, ['user', 'Ben'], { section_id: lane.section_id })).status).toBe(403)
    const own = other === ada ? 'ada' : 'eva'
    expect((await putTask(other, task_id, ['user', own], { section_id: lane.section_id })).status).toBe(422)
    const query = { org_id, 'filter[section]': lane.section_id }
    expect(expectStatus(await other.get('/v1/tasks', { query }), 200).data).toEqual([])
  }
})

test('personal sections accept any readable task, emit no event, and leave the task unchanged', async () => {
  const { org_id } = await setUp()
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, gil, 'viewer')
  const { task_id } = await createTask(ada, org_id, { project_id })
  const before = (await ada.get(`/v1/tasks/${task_id}`)).headers.etag
  const [assigned, doing] = await listOwnSections(gil, org_id)
  expect(await placeTask(gil, task_id, ['user', 'gil'], doing.section_id)).toEqual({
    task_id,
    scope_type: 'user',
    scope_id: 'gil',
    section_id: doing.section_id,
    position: 1,
  })
  await placeTask(gil, task_id, ['user', 'GIL'], assigned.section_id, 2.5)
  expect((await ada.get(`/v1/tasks/${task_id}`)).headers.etag).toBe(before)
  const emitted = await app.sql('SELECT type FROM events WHERE org_id = $1 AND resource_id = $2', [org_id, task_id])
  expect(emitted).toEqual([{ type: 'task.created' }])
  const readCounts = async () => (await listOwnSections(gil, org_id)).map((section) => section.task_count)
  expect(await readCounts()).toEqual([1, 0, 0])
  const stale = await gil.put(`/v1/tasks/${task_id}/section`, {
    body: { scope_type: 'user', scope_id: 'gil', section_id: null },
    headers: { 'if-match': '"99-x"' },
  })
  expect(stale.status).toBe(412)
  expectStatus(await ada.delete(`/v1/project-members/${gil.userId}/${project_id}`), 200)
  expect(await readCounts()).toEqual([0, 0, 0])
  expect((await putTask(gil, task_id, ['user', 'gil'], { section_id: null })).status).toBe(404)
})

test('a personal order requires every section, in the same organization', async () => {
  const { org_id } = await setUp()
  await listOwnSections(ada, (await setUp()).org_id)
  const sections = listSectionIds(await listOwnSections(ada, org_id))
  const sendReorder = (section_ids: string[]) =>
    ada.post('/v1/sections/reorder', { body: { scope_type: 'user', scope_id: 'ada', section_ids } })
  expect(listSectionNames(expectStatus(await sendReorder(sections.toReversed()), 200))).toEqual(first.toReversed())
  expect((await sendReorder(sections.slice(1))).status).toBe(422)
  expect((await sendReorder(listSectionIds(await listOwnSections(ben, org_id)))).status).toBe(422)
  expect(await listSectionEvents(app, org_id)).toEqual([])
})

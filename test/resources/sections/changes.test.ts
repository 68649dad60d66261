import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import {
  postSection,
  listSectionEvents,
  listSectionIds,
  listSectionNames,
  placeTask,
  listSections,
  createSection,
  type Scope,
} from './requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben, cem] = (await Promise.all(['ada', 'ben', 'cem'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const adaThere = await otherApp.signIn('ada')
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

async function setUp(...sections: string[]) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(cem, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  const crew = await insertTeam(app, org_id, [ben, cem])
  const scope: Scope = ['project', project_id]
  const created = []
  for (const name of sections) created.push(await createSection(ada, org_id, scope, name))
  const reorder = (section_ids: string[], client = ada) =>
    client.post('/v1/sections/reorder', {
      body: { scope_type: 'project', scope_id: project_id, section_ids },
    })
  return { org_id: org_id as string, project_id: project_id as string, crew, scope, made: created, reorder }
}

test('creates a section at the end or at the requested position', async () => {
  const { org_id, scope } = await setUp('a', 'b')
  await createSection(ada, org_id, scope, 'between', { position: 1.5 })
  await createSection(ada, org_id, scope, 'first', { position: -3 })
  await createSection(ada, org_id, scope, 'last', { position: null })
  const rows = await listSections(ada, org_id, scope)
  expect(rows.map((row) => [row.name, row.position])).toEqual([
    ['first', -3],
    ['a', 1],
    ['between', 1.5],
    ['b', 2],
    ['last', 3],
  ])
  for (const invalid of [
    { name: '' },
    { name: ' \t' },
    { name: 'x'.repeat(121) },
    { name: null },
    { position: '1' },
    { position: 1e300 },
    { scope_type: 'goal' },
  ])
    expect([invalid, (await postSection(ada, org_id, scope, 'n', invalid)).status]).toEqual([invalid, 422])
  expect(listSectionNames(await listSections(ada, org_id, scope))).toHaveLength(5)
})

test('names are unique in a scope, ignoring case and composition', async () => {
  const { org_id, scope, crew } = await setUp('Café', 'b')
  for (const name of ['Café', 'CAFÉ', 'cafe\u0301'])
    expect([name, (await postSection(ada, org_id, scope, name)).status]).toEqual([name, 409])
  const [cafe, b] = await listSections(ada, org_id, scope)
  const rename = (id: string, name: string) => ada.patch(`/v1/sections/${id}`, { body: { name } })
  expect((await rename(b.section_id, 'cAFÉ')).status).toBe(409)
  expect(expectStatus(await rename(cafe.section_id, 'CAFÉ'), 200).name).toBe('CAFÉ')
  await createSection(ada, org_id, ['team', crew], 'Café')
  await createSection(ada, org_id, ['project', (await createProject(ada, org_id)).project_id], 'Café')
  expectStatus(await ada.delete(`/v1/sections/${cafe.section_id}`), 200)
  await createSection(ada, org_id, scope, 'café')
})

test('creates one of many sections with the same name through two servers', async () => {
  for (let round = 0; round < rounds; round++) {
    const { org_id, scope, made } = await setUp('Old')
    const spelled = ['Über', 'ÜBER', 'u\u0308ber', 'U\u0308BER', 'über']
    const replies = await Promise.all([
      ...spelled.map((name, i) => postSection(i % 2 ? adaThere : ada, org_id, scope, name)),
      adaThere.patch(`/v1/sections/${made[0].section_id}`, { body: { name: 'ÜbeR' } }),
    ])
    const won = replies.filter((reply) => reply.status < 300)
    expect(replies.map((reply) => reply.status).filter((status) => status === 409)).toHaveLength(5)
    expect(won).toHaveLength(1)
    const keys = listSectionNames(await listSections(ada, org_id, scope)).map((name) =>
      name.normalize('NFC').toLowerCase(),
    )
    expect(keys.filter((key) => key === 'über')).toHaveLength(1)
  }
})

test('renaming and moving change only these fields, with one event', async () => {
  const { org_id, project_id, scope, made } = await setUp('a', 'b')
  const path = `/v1/sections/${made[0].section_id}`
  const { headers } = await ada.get(path)
  const same = await ada.patch(path, { body: { name: 'a', position: null } })
  expect([same.status, same.headers.etag]).toEqual([200, headers.etag])
  const changed = await ada.patch(path, { body: { name: 'z', position: 9 } })
  expect(expectStatus(changed, 200)).toMatchObject({ name: 'z', position: 9 })
  expect((await ada.patch(path, { body: { name: 'y' }, headers: { 'if-match': headers.etag! } })).status).toBe(412)
  expect(listSectionNames(await listSections(ada, org_id, scope))).toEqual(['b', 'z'])
  const [, , emitted, ...more] = await listSectionEvents(app, org_id)
  expect(more).toEqual([])
  expect(emitted).toEqual({
    type: 'section.updated',
    resource_id: made[0].section_id,
    project_id,
    before: { name: 'a', position: 1 },
    after: { name: 'z', position: 9 },
  })
})

test('deleting a section keeps its tasks, in no section, and raises their versions', async () => {
  const { org_id, project_id, scope, made } = await setUp('a', 'b')
  const inside = await createTask(ada, org_id, { project_id })
  const beyond = await createTask(ada, org_id, { project_id })
  await placeTask(ada, inside.task_id, scope, made[0].section_id)
  await placeTask(ada, beyond.task_id, scope, made[1].section_id)
  const readEtag = async (id: string) => (await ada.get(`/v1/tasks/${id}`)).headers.etag
  const before = [await readEtag(inside.task_id), await readEtag(beyond.task_id)]
  expectStatus(await ada.delete(`/v1/sections/${made[0].section_id}`), 200)
  expect(await readEtag(inside.task_id)).not.toBe(before[0])
  expect(await readEtag(beyond.task_id)).toBe(before[1])
  const query = { project_id, section_scope: `project:${project_id}`, 'filter[section]': '__none__' }
  const { data } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
  expect(data.map((row: { task_id: string }) => row.task_id)).toEqual([inside.task_id])
  expect((await listSectionEvents(app, org_id)).at(-1)).toMatchObject({
    type: 'section.deleted',
    before: { name: 'a', tasks: 1 },
    after: null,
  })
  expect((await ada.delete(`/v1/sections/${made[0].section_id}`)).status).toBe(404)
})

test('a new order requires every section once, and assigns 1, 2, 3', async () => {
  const { org_id, made, reorder, scope } = await setUp('a', 'b', 'c')
  const [a, b, c] = listSectionIds(made) as [string, string, string]
  await ada.patch(`/v1/sections/${b}`, { body: { position: 7.5 } })
  const response = expectStatus(await reorder([c, a, b]), 200)
  expect(response.map((row: { name: string; position: number }) => [row.name, row.position])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
  expect(await listSections(ada, org_id, scope)).toEqual(response)
  expect((await listSectionEvents(app, org_id)).at(-1)).toMatchObject({
    type: 'section.reordered',
    resource_id: c,
    before: { section_ids: [a, c, b] },
    after: { section_ids: [c, a, b] },
  })
  const count = (await listSectionEvents(app, org_id)).length
  expectStatus(await reorder([c, a, b]), 200)
  expect(await listSectionEvents(app, org_id)).toHaveLength(count)
  const other = await setUp('x')
  for (const [listed, at] of [
    [[c, a], undefined],
    [[], undefined],
    [[c, a, b, c], 3],
    [[c, a, b, 'SE0000000000000000'], 3],
    [[c, other.made[0].section_id, b], 1],
  ] as const) {
    const reply = await reorder([...listed])
    expect([listed.length, reply.status, reply.body.errors[0].loc[2]]).toEqual([listed.length, 422, at])
  }
  expect(listSectionNames(await listSections(ada, org_id, scope))).toEqual(['c', 'a', 'b'])
})

test('positions stay a permutation during concurrent reorders, creations and deletions on two servers', async () => {
  const { org_id, scope, made, reorder } = await setUp('a', 'b', 'c', 'd', 'e')
  const all = listSectionIds(made)
  for (let round = 0; round < rounds; round++) {
    const rotateOrder = (by: number) => all.map((_, i) => all[(i * 3 + by) % all.length]!)
    const replies = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) => reorder(rotateOrder(round + i), i % 2 ? adaThere : ada)),
    )
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200))
    expect((await listSections(ada, org_id, scope)).map((row) => row.position)).toEqual([1, 2, 3, 4, 5])
  }
  for (let round = 0; round < rounds; round++) {
    const doomed = await createSection(ada, org_id, scope, `doomed ${round}`)
    const replies = await Promise.all([
      reorder(all),
      reorder([...all, doomed.section_id], adaThere),
      adaThere.delete(`/v1/sections/${doomed.section_id}`),
      postSection(ada, org_id, scope, `new ${round}`),
      postSection(adaThere, org_id, scope, `more ${round}`),
    ])
    expect(replies.map((reply) => reply.status).filter((status) => ![200, 201, 422].includes(status))).toEqual([])
    const rows = await listSections(ada, org_id, scope)
    expect(new Set(rows.map((row) => row.position)).size).toBe(rows.length)
    for (const row of rows.filter((one) => !all.includes(one.section_id)))
      expectStatus(await ada.delete(`/v1/sections/${row.section_id}`), 200)
  }
})

test('enforces who can manage the sections of a team and of a project', async () => {
  const { org_id, project_id, crew, scope, reorder } = await setUp('a')
  await addProjectMember(ada, project_id, cem, 'viewer')
  const ofTeam: Scope = ['team', crew]
  const created = await createSection(ben, org_id, ofTeam, 'By its owner')
  await createSection(ada, org_id, ofTeam, 'By an admin')
  const path = `/v1/sections/${created.section_id}`
  // cem is a member of the team and a viewer of the project, so has read access only.
  expect(listSectionNames(await listSections(cem, org_id, ofTeam))).toHaveLength(2)
  expect((await postSection(cem, org_id, ofTeam, 'n')).status).toBe(403)
  expect((await cem.patch(path, { body: { name: 'n' } })).status).toBe(403)
  expect((await cem.delete(path)).status).toBe(403)
  expect((await postSection(cem, org_id, scope, 'n')).status).toBe(403)
  expect((await reorder([], cem)).status).toBe(422)
  expect((await reorder(listSectionIds(await listSections(cem, org_id, scope)), cem)).status).toBe(403)
  const limited = await createTokenClient(ada, org_id, { scopes: ['tasks:write'], project_ids: [project_id] })
  expect((await postSection(limited, org_id, ofTeam, 'n')).status).toBe(403)
  expect((await limited.delete(path)).status).toBe(403)
  expect((await postSection(limited, org_id, scope, 'n')).status).toBe(201)
  const { org_id: other } = await createOrganization(ada)
  expect((await postSection(ada, other, scope, 'n')).status).toBe(404)
  expect((await postSection(ada, other, ofTeam, 'n')).status).toBe(404)
})

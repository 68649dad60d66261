import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import { insertMembership, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'
import { getSections, listSectionIds, listSectionNames, listSections, createSection, type Section } from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'Ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
await insertMembership(gil, org_id, 'guest')
const [open, closed, empty] = [
  (await createProject(ada, org_id)).project_id as string,
  (await createProject(ada, org_id, { visibility: 'private' })).project_id as string,
  (await createProject(ada, org_id)).project_id as string,
]
const [blue, red] = [await insertTeam(app, org_id, [ada, gil]), await insertTeam(app, org_id, [ada])]
for (const [scope, ...all] of [
  [open, 'b', 'A', 'c'],
  [closed, 'x', 'y'],
] as const)
  for (const name of all) await createSection(ada, org_id, ['project', scope], name)
for (const scope of [blue, red]) await createSection(ada, org_id, ['team', scope], 'Crew')

const createManySections = async (
  client: Client,
  scope_type: string,
  scope_ids: string | string[],
  more: object = {},
) => {
  const body = expectStatus(await getSections(client, org_id, { scope_type, scope_ids, ...more }), 200)
  return {
    scopes: body.scopes.map((one: { scope_id: string }) => one.scope_id),
    rows: body.data as Section[],
  }
}

describe('one scope', () => {
  test('returns a plain page, by position or the requested sort', async () => {
    const body = expectStatus(await getSections(ada, org_id, { scope_type: 'project', scope_id: open }), 200)
    expect(Object.keys(body).toSorted()).toEqual(['data', 'next_cursor'])
    expect(listSectionNames(body.data)).toEqual(['b', 'A', 'c'])
    expect(body.data[1]).toEqual({
      section_id: expect.stringMatching(/^SE[0-9A-Z]{16}$/),
      org_id,
      scope_type: 'project',
      scope_id: open,
      name: 'A',
      position: 2,
      status: null,
      color: null,
      wip_limit: null,
      task_count: 0,
      created_by: 'ada',
      updated_by: 'ada',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      version: 1,
    })
    const sortRows = async (sort_by: string, sort_order: string) =>
      listSectionNames(
        expectStatus(
          await getSections(ada, org_id, { scope_type: 'project', scope_id: open, sort_by, sort_order }),
          200,
        ).data,
      )
    expect(await sortRows('name', 'asc')).toEqual(['A', 'b', 'c'])
    expect(await sortRows('name', 'desc')).toEqual(['c', 'b', 'A'])
    expect(await sortRows('created_at', 'desc')).toEqual(['c', 'A', 'b'])
  })

  test('returns an empty page if the scope is hidden or missing', async () => {
    for (const [client, type, id] of [
      [ben, 'project', closed],
      [gil, 'project', open],
      [gil, 'team', red],
      [ada, 'project', 'P0000000000000000'],
      [ada, 'team', 'TM0000000000000000'],
      [ada, 'team', open],
    ] as const)
      expect(await listSections(client, org_id, [type, id])).toEqual([])
    expect(listSectionNames(await listSections(gil, org_id, ['team', blue]))).toEqual(['Crew'])
    expect(listSectionNames(await listSections(ben, org_id, ['team', red]))).toEqual(['Crew'])
  })
})

describe('several scopes', () => {
  test('are paginated scope by scope in the requested order, for every sort', async () => {
    for (const scopes of [
      [open, empty, closed],
      [closed, open, empty],
    ])
      for (const [sort_order, sort_by] of [
        ['asc', 'name'],
        ['desc', 'name'],
        ['asc', 'position'],
        ['desc', 'created_at'],
      ]) {
        const whole = await createManySections(ada, 'project', scopes, { sort_by, sort_order })
        expect(whole.scopes).toEqual(scopes)
        const seen = [...new Set(whole.rows.map((row) => row.scope_id))]
        expect([sort_order, seen]).toEqual([sort_order, scopes.filter((id) => id !== empty)])
        const paged: Section[] = []
        let cursor: string | undefined
        do {
          const query = { scope_type: 'project', scope_ids: scopes, sort_by, sort_order, limit: 2, cursor }
          const body = expectStatus(await getSections(ada, org_id, query), 200)
          expect(body.scopes).toHaveLength(3)
          paged.push(...body.data)
          cursor = body.next_cursor ?? undefined
        } while (cursor)
        expect(paged).toEqual(whole.rows)
      }
    expect(listSectionNames((await createManySections(ada, 'project', `${closed},${open}`)).rows)).toEqual([
      'x',
      'y',
      'b',
      'A',
      'c',
    ])
  })

  test('omit hidden scopes, and return repeated ones once', async () => {
    const all = [closed, 'P0000000000000000', open, empty, open, blue]
    expect((await createManySections(ben, 'project', all)).scopes).toEqual([open, empty])
    expect((await createManySections(gil, 'project', all)).scopes).toEqual([])
    const inside = await createTokenClient(ada, org_id, { scopes: ['tasks:read'], project_ids: [closed] })
    expect((await createManySections(inside, 'project', all)).scopes).toEqual([closed])
    expect((await createManySections(inside, 'team', [red, blue])).scopes).toEqual([red, blue])
    expect((await createManySections(gil, 'team', [red, blue])).scopes).toEqual([blue])
    expect(listSectionIds((await createManySections(gil, 'team', [red, blue])).rows)).toHaveLength(1)
  })

  test('a cursor is bound to its scopes and order', async () => {
    const query = { scope_type: 'project', scope_ids: [open, closed], limit: 1 }
    const { next_cursor: cursor } = expectStatus(await getSections(ada, org_id, query), 200)
    expect((await getSections(ada, org_id, { ...query, cursor })).status).toBe(200)
    for (const other of [{ scope_ids: [closed, open] }, { sort_by: 'name' }])
      expect((await getSections(ada, org_id, { ...query, ...other, cursor })).status).toBe(400)
  })

  test('omits scopes of deleted projects and teams', async () => {
    const gone = (await createProject(ada, org_id)).project_id
    const dead = await insertTeam(app, org_id, [ada])
    const left = await createSection(ada, org_id, ['project', gone], 'left')
    const over = await createSection(ada, org_id, ['team', dead], 'left')
    expectStatus(await ada.delete(`/v1/projects/${gone}`), 200)
    expectStatus(await ada.delete(`/v1/teams/${dead}`), 200)
    expect((await createManySections(ada, 'project', [gone, open])).scopes).toEqual([open])
    expect((await createManySections(ada, 'team', [dead, red])).scopes).toEqual([red])
    for (const { section_id } of [left, over]) {
      expect((await ada.get(`/v1/sections/${section_id}`)).status).toBe(404)
      expect((await ada.patch(`/v1/sections/${section_id}`, { body: { name: 'n' } })).status).toBe(404)
    }
  })
})

test('requires one of scope_id and scope_ids, and rejects scopes of other users', async () => {
  const invalidQueries: [object, number, string | undefined][] = [
    [{ scope_type: 'project' }, 422, 'scope_id'],
    [{ scope_type: 'project', scope_id: '', scope_ids: '' }, 422, 'scope_id'],
    [{ scope_type: 'project', scope_id: open, scope_ids: open }, 422, 'scope_id'],
    [{ scope_type: 'user' }, 422, 'scope_id'],
    [{ scope_type: 'user', scope_ids: 'ada' }, 400, 'scope_ids'],
    [{ scope_type: 'user', scope_ids: ['ada', 'ben'] }, 400, 'scope_ids'],
    [{ scope_type: 'user', scope_id: 'ben' }, 403, undefined],
    [{ scope_type: 'user', scope_id: 'nobody' }, 403, undefined],
    [{ scope_type: 'goal', scope_id: open }, 400, 'scope_type'],
    [{ scope_id: open }, 422, 'scope_type'],
    [{ scope_type: 'project', scope_id: open, sort_by: 'task_count' }, 400, 'sort_by'],
  ]
  for (const [query, status, name] of invalidQueries) {
    const reply = await getSections(ada, org_id, query as Record<string, string>)
    expect([query, reply.status, reply.body.errors?.[0]?.loc?.[1]]).toEqual([query, status, name])
  }
  expect((await getSections(ada, 'nowhere', { scope_type: 'project', scope_id: open })).status).toBe(403)
  expect((await ada.get('/v1/sections', { query: { scope_type: 'project', scope_id: open } })).status).toBe(422)
})

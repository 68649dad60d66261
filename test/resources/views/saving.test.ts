import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTokenClient,
} from '../../support/factories.ts'
import { patchView, listViewEvents, listViewNames, readView, postView, createView, type View } from './requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben, cem, gil] = (await Promise.all(['ada', 'Ben', 'cem', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
  Client,
]
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

/** ada owns the organization; ben owns the team and edits the project; cem is in neither; gil is a guest in the team. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  for (const person of [ben, cem]) await insertMembership(person, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const crew = await insertTeam(app, org_id, [ben, gil])
  const { project_id } = await createProject(ada, org_id)
  await addProjectMember(ada, project_id, ben, 'editor')
  const ofProject = { scope_type: 'project', scope_id: project_id }
  const ofTeam = { scope_type: 'team', scope_id: crew }
  return { org_id: org_id as string, project_id: project_id as string, crew, ofProject, ofTeam }
}

describe('a saved view', () => {
  test('is personal by default, and returns its query and display settings', async () => {
    const { org_id } = await setUp()
    const created = await createView(ben, org_id, {
      scope_id: 'ignored',
      display: { columns: ['title'], collapsed: [] },
    })
    expect(created).toEqual({
      view_id: expect.stringMatching(/^VW[0-9A-Z]{16}$/),
      org_id,
      scope_type: 'user',
      scope_id: 'Ben',
      resource: 'task',
      name: 'Open work',
      query: {},
      display: { columns: ['title'], collapsed: [] },
      created_by: 'Ben',
      updated_by: 'Ben',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      version: 1,
      is_active: true,
      can_edit: true,
      pinned: false,
    })
    expect(expectStatus(await readView(ben, created), 200)).toEqual(created)
    for (const other of [ada, cem, gil]) {
      expect((await readView(other, created)).status).toBe(404)
      expect((await patchView(other, created, { name: 'n' })).status).toBe(404)
      expect((await other.delete(`/v1/views/${created.view_id}`)).status).toBe(404)
      expect(await listViewNames(other, org_id)).toEqual([])
    }
    expectStatus(await patchView(ben, created, { name: 'Other' }), 200)
    expectStatus(await ben.delete(`/v1/views/${created.view_id}`), 200)
    expect(await listViewEvents(app, org_id)).toEqual([])
  })

  test('of a project or team is visible to its readers, and requires a manager to change', async () => {
    const { org_id, ofProject, ofTeam, project_id } = await setUp()
    const shared = await createView(ben, org_id, { ...ofProject, name: 'Of the project' })
    const crews = await createView(ben, org_id, { ...ofTeam, name: 'Of the crew', resource: 'project' })
    const own = await createView(cem, org_id, { name: 'Of cem' })
    expect(await listViewNames(ada, org_id)).toEqual(['Of the crew', 'Of the project'])
    expect(await listViewNames(cem, org_id)).toEqual(['Of cem', 'Of the crew', 'Of the project'])
    expect(await listViewNames(cem, org_id, { scope: 'team' })).toEqual(['Of the crew'])
    expect(await listViewNames(cem, org_id, { scope: 'user', sort_order: 'desc' })).toEqual(['Of cem'])
    expect(await listViewNames(gil, org_id)).toEqual(['Of the crew'])
    expect((await ada.get('/v1/views', { query: { org_id, scope: 'goal' } })).status).toBe(400)
    const readRights = async (client: Client, one: View) => {
      const found = await readView(client, one)
      return [found.status, found.body.can_edit, (await patchView(client, one, { name: one.name })).status]
    }
    expect(await readRights(ada, shared)).toEqual([200, true, 200])
    expect(await readRights(ben, crews)).toEqual([200, true, 200])
    expect(await readRights(ada, crews)).toEqual([200, true, 200])
    expect(await readRights(cem, shared)).toEqual([200, false, 403])
    expect(await readRights(cem, crews)).toEqual([200, false, 403])
    expect(await readRights(gil, crews)).toEqual([200, false, 403])
    expect(await readRights(gil, shared)).toEqual([404, undefined, 404])
    expect((await postView(cem, org_id, ofProject)).status).toBe(403)
    expect((await postView(gil, org_id, ofProject)).status).toBe(404)
    expect((await postView(gil, org_id, ofTeam)).status).toBe(403)
    expect((await postView(gil, org_id)).status).toBe(201)
    // A token limited to projects cannot change team views, but the user's own.
    const limited = await createTokenClient(ada, org_id, { scopes: ['tasks:write'], project_ids: [project_id] })
    expect(await readRights(limited, shared)).toEqual([200, true, 200])
    expect(await readRights(limited, crews)).toEqual([200, false, 403])
    expect((await postView(limited, org_id)).status).toBe(201)
    expect((await readView(limited, own)).status).toBe(404)
  })

  test('emits one event per change, and none without a change', async () => {
    const { org_id, ofProject, project_id } = await setUp()
    const created = await createView(ada, org_id, { ...ofProject, query: { sort_by: 'title' } })
    const { headers } = await readView(ada, created)
    const same = await patchView(ada, created, {
      name: 'Open work',
      query: { sort_by: 'title' },
      display: {},
      resource: null,
    })
    expect([same.status, same.headers.etag]).toEqual([200, headers.etag])
    const changed = await patchView(ada, created, { name: 'Closed work', query: { sort_by: null } })
    expect(expectStatus(changed, 200)).toMatchObject({ name: 'Closed work', query: {} })
    const stale = await ada.patch(`/v1/views/${created.view_id}`, {
      body: { name: 'n' },
      headers: { 'if-match': headers.etag! },
    })
    expect(stale.status).toBe(412)
    expect(expectStatus(await ada.delete(`/v1/views/${created.view_id}`), 200)).toEqual({
      ok: true,
      view_id: created.view_id,
    })
    expect((await readView(ada, created)).status).toBe(404)
    const about = { resource_id: created.view_id, project_id }
    expect(await listViewEvents(app, org_id)).toEqual([
      {
        ...about,
        type: 'view.created',
        before: null,
        after: { name: 'Open work', resource: 'task', ...ofProject },
      },
      {
        ...about,
        type: 'view.updated',
        before: { name: 'Open work', query: { sort_by: 'title' } },
        after: { name: 'Closed work', query: {} },
      },
      { ...about, type: 'view.deleted', before: { name: 'Closed work' }, after: null },
    ])
  })

  test('is hidden when its container is deleted, and back after it is restored', async () => {
    const { org_id, ofProject, ofTeam, crew, project_id } = await setUp()
    const [one, two] = [await createView(ada, org_id, ofProject), await createView(ada, org_id, ofTeam)]
    const mine = await createView(cem, org_id)
    expectStatus(await ada.delete(`/v1/projects/${project_id}`), 200)
    expectStatus(await ada.delete(`/v1/teams/${crew}`), 200)
    expectStatus(await ada.delete(`/v1/organization-members/${cem.userId}/${org_id}`), 200)
    expect(await listViewNames(ada, org_id)).toEqual([])
    for (const dead of [one, two]) {
      expect((await readView(ada, dead)).status).toBe(404)
      expect((await ada.get(`/v1/views/${dead.view_id}/rows`)).status).toBe(404)
      expect((await patchView(ada, dead, { name: 'n' })).status).toBe(404)
      expect((await ada.post(`/v1/views/${dead.view_id}/duplicate`, { body: {} })).status).toBe(404)
    }
    expect((await readView(cem, mine)).status).toBe(404)
    await app.sql('UPDATE organization_members SET is_active = true, deleted_at = NULL WHERE user_id = $1', [
      cem.userId,
    ])
    expect(expectStatus(await readView(cem, mine), 200)).toEqual(mine)
  })
})

describe('the name of a view', () => {
  test('is unique in its scope for the same list, ignoring case, and free after deletion', async () => {
    const { org_id, ofProject, ofTeam } = await setUp()
    const created = await createView(ada, org_id, { ...ofTeam, name: 'Größe' })
    expect((await postView(ada, org_id, { ...ofTeam, name: 'GRÖßE' })).status).toBe(409)
    expect((await postView(ada, org_id, { ...ofTeam, name: 'gro\u0308ße' })).status).toBe(409)
    await createView(ada, org_id, { ...ofTeam, name: 'Größe', resource: 'project' })
    await createView(ada, org_id, { ...ofProject, name: 'Größe' })
    for (const person of [ada, ben]) await createView(person, org_id, { name: 'Größe' })
    const other = await createView(ada, org_id, { ...ofTeam, name: 'Other' })
    expect((await patchView(ada, other, { name: 'größe' })).status).toBe(409)
    expectStatus(await ada.delete(`/v1/views/${created.view_id}`), 200)
    expect(expectStatus(await patchView(ada, other, { name: 'größe' }), 200).name).toBe('größe')
  })

  test('is used once for concurrent requests through two servers', async () => {
    const there = await otherApp.signIn('ada')
    for (let round = 0; round < rounds; round++) {
      const { org_id, ofTeam } = await setUp()
      const old = await createView(ada, org_id, { ...ofTeam, name: 'Old' })
      const name = ['É', 'é', 'e\u0301', 'E\u0301']
      const replies = await Promise.all([
        ...name.map((one, i) => postView(i % 2 ? there : ada, org_id, { ...ofTeam, name: one })),
        patchView(there, old, { name: 'É' }),
      ])
      expect(replies.filter((reply) => reply.status < 300)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 409)).toHaveLength(4)
    }
  })
})

describe('the query of a view', () => {
  test('is stored in canonical form: full filter names, texts with commas as lists, me as me', async () => {
    const { org_id } = await setUp()
    const query = {
      status: 'blocked, in_progress,blocked',
      'filter[assignee]': 'me',
      'filter[tags]': ['a', 'b,c'],
      'filter[search]': '5%, or so',
      'filter[due_before]': '2027-01-31',
      priority: [],
      unfiled: 'true',
      sort_by: 'due_date',
      section_scope: 'user:me',
      project_id: 'P0000000000000000',
      offset: null,
    }
    const storedQuery = {
      'filter[status]': ['blocked', 'in_progress'],
      'filter[assignee]': 'me',
      'filter[tags]': ['a', 'b', 'c'],
      'filter[search]': '5%, or so',
      'filter[due_before]': '2027-01-31',
      unfiled: 'true',
      sort_by: 'due_date',
      section_scope: 'user:me',
      project_id: 'P0000000000000000',
    }
    const created = await createView(ada, org_id, { query })
    expect(created.query).toEqual(storedQuery)
    expect((await createView(ada, org_id, { name: 'Again', query: created.query })).query).toEqual(storedQuery)
    const both = { status: 'blocked', 'filter[status]': ['completed'] }
    expect((await createView(ada, org_id, { name: 'Both', query: both })).query).toEqual({
      'filter[status]': ['completed'],
    })
    const cards = await createView(ada, org_id, {
      resource: 'project',
      query: { show_all: 'true', sort_by: 'status' },
    })
    expect(cards.query).toEqual({ show_all: 'true', sort_by: 'status' })
  })

  test('is rejected like by the list, on create and update', async () => {
    const { org_id } = await setUp()
    const created = await createView(ada, org_id, { query: { sort_by: 'title' } })
    const invalid: [object, string][] = [
      [{ 'filter[status]': 'done' }, 'filter[status]'],
      [{ 'filter[status]': ['blocked', ''] }, 'filter[status]'],
      [{ 'filter[nonsense]': 'x' }, 'filter[nonsense]'],
      [{ 'filter[status][]': 'blocked' }, 'filter[status][]'],
      [{ 'filter[task_type]': 'goal' }, 'filter[task_type]'],
      [{ 'filter[overdue]': 'false' }, 'filter[overdue]'],
      [{ overdue: 'no' }, 'filter[overdue]'],
      [{ 'filter[due_after]': 'soon' }, 'filter[due_after]'],
      [{ 'filter[due_after]': ['2027-01-01', '2027-01-02'] }, 'filter[due_after]'],
      [{ sort_by: 'nonsense' }, 'sort_by'],
      [{ sort_by: '__proto__' }, 'sort_by'],
      [{ sort_order: 'up' }, 'sort_order'],
      [{ section_scope: 'user:ben' }, 'section_scope'],
      [{ include_inaccessible: 'yes' }, 'include_inaccessible'],
      [{ unfiled: '1' }, 'unfiled'],
      [{ nonsense: 'x' }, 'nonsense'],
      [{ limit: '5' }, 'limit'],
      [{ cursor: 'x' }, 'cursor'],
      [{ org_id }, 'org_id'],
      [{ show_all: 'true' }, 'show_all'],
    ]
    for (const [query, name] of invalid)
      for (const reply of [
        await postView(ada, org_id, { name: 'n', query }),
        await patchView(ada, created, { query }),
      ]) {
        expect([query, reply.status, reply.body.type]).toEqual([query, 400, 'urn:svc:problem:invalid-parameter'])
        expect([query, reply.body.errors[0].loc]).toEqual([query, ['body', 'query', name]])
      }
    const cards = await createView(ada, org_id, { resource: 'project' })
    for (const query of [
      { 'filter[status]': 'blocked' },
      { sort_by: 'title' },
      { show_all: 'yes' },
      { status: 'active' },
    ])
      expect([query, (await patchView(ada, cards, { query })).status]).toEqual([query, 400])
    expect(expectStatus(await readView(ada, created), 200)).toEqual(created)
  })

  test('is merged with the stored one, by either name of a filter, up to 16 KB', async () => {
    const { org_id } = await setUp()
    const created = await createView(ada, org_id, {
      query: { 'filter[status]': 'blocked', 'filter[tags]': 'a', sort_by: 'title' },
      display: { layout: 'board', columns: ['a', 'b'], columnSizing: { a: 1, b: 2 } },
    })
    const changed = await patchView(ada, created, {
      query: { status: null, tags: ['b'], 'filter[assignee]': 'me' },
      display: { columns: ['b'], columnSizing: { a: null, c: 3 }, layout: null },
    })
    expect(expectStatus(changed, 200)).toMatchObject({
      query: { 'filter[tags]': ['b'], 'filter[assignee]': 'me', sort_by: 'title' },
      display: { columns: ['b'], columnSizing: { b: 2, c: 3 } },
    })
    expect(changed.body.display).not.toHaveProperty('layout')
    expect(expectStatus(await patchView(ada, created, { query: null, display: null }), 200).display).toEqual(
      changed.body.display,
    )
    const large = 'x'.repeat(9000)
    expectStatus(await patchView(ada, created, { display: { one: large } }), 200)
    const over = await patchView(ada, created, { display: { two: large } })
    expect([over.status, over.body.errors[0].loc]).toEqual([422, ['body', 'display']])
    const deep = { a: { b: { c: { d: { e: {} } } } } }
    expect((await patchView(ada, created, { display: deep })).status).toBe(422)
    const long = Object.fromEntries(['a', 'b', 'c'].map((word) => [`filter[tags]`, Array(20).fill(word.repeat(1000))]))
    expect((await patchView(ada, created, { query: long })).status).toBe(422)
  })

  test('and the container reject invalid fields', async () => {
    const { org_id, ofProject, ofTeam, crew } = await setUp()
    const { org_id: other } = await createOrganization(ada)
    const invalid: [object, number, unknown][] = [
      [{ ...ofProject, resource: 'project' }, 422, ['body', 'scope_type']],
      [{ scope_type: 'team' }, 422, ['body', 'scope_id']],
      [{ scope_type: 'project', scope_id: null }, 422, ['body', 'scope_id']],
      [{ scope_type: 'project', scope_id: crew }, 404, undefined],
      [{ scope_type: 'team', scope_id: 'TM0000000000000000' }, 404, undefined],
      [{ ...ofTeam, org_id: other }, 404, undefined],
      [{ org_id: 'nowhere' }, 403, undefined],
      [{ resource: 'goal' }, 422, ['body', 'resource']],
      [{ name: ' ' }, 422, ['body', 'name']],
      [{ name: 'x'.repeat(121) }, 422, ['body', 'name']],
      [{ query: { 'filter[status]': 5 } }, 422, ['body', 'query', 'filter[status]']],
      [{ query: { 'filter[status]': [null] } }, 422, ['body', 'query', 'filter[status]', 0]],
      [{ query: { 'filter[status]': { a: 'b' } } }, 422, ['body', 'query', 'filter[status]']],
      [{ query: ['filter[status]'] }, 422, ['body', 'query']],
      [{ display: 'board' }, 422, ['body', 'display']],
    ]
    for (const [values, status, loc] of invalid) {
      const reply = await postView(ada, org_id, values)
      expect([values, reply.status, reply.body.errors?.[0].loc]).toEqual([values, status, loc])
    }
    const created = await createView(ada, org_id)
    const moved = await patchView(ada, created, { resource: 'project', name: 'n' })
    expect([moved.status, moved.body.type]).toEqual([400, 'about:blank'])
    expect(expectStatus(await patchView(ada, created, { resource: 'task' }), 200)).toEqual(created)
  })
})

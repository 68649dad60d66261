import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const names = ['org_owner', 'org_admin', 'owner', 'editor', 'viewer', 'member', 'other', 'guest', 'outsider']
const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await app.signIn(name)])))
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('org_owner'))
await insertMembership(as('org_admin'), org_id, 'admin')
for (const name of ['owner', 'editor', 'viewer', 'member', 'other']) await insertMembership(as(name), org_id, 'member')
await insertMembership(as('guest'), org_id, 'guest')
await createOrganization(as('outsider'))

interface Project {
  project_id: string
}
async function setUp(values: object = {}): Promise<Project> {
  const created = await createProject(as('owner'), org_id, values)
  await addProjectMember(as('owner'), created.project_id, as('editor'), 'editor')
  await addProjectMember(as('owner'), created.project_id, as('viewer'), 'viewer')
  return created
}
const buildPath = (created: Project, name: string) => `/v1/project-members/${as(name).userId}/${created.project_id}`
const add = (by: string, created: Project, name: string, values: object = {}) =>
  as(by).post('/v1/project-members', {
    body: { project_id: created.project_id, user_id: as(name).userId, ...values },
  })
const readDetail = (created: Project, by = 'org_admin') => as(by).get(`/v1/projects/detail/${created.project_id}`)
const readProjectVersion = async (created: Project) => Number(/\d+/.exec((await readDetail(created)).headers.etag!)![0])

interface Seen {
  type: string
  part_id: string | null
  before: unknown
  after: unknown
}
/** Collects the events of a project from now on. */
async function watch(created: Project) {
  const read = () =>
    app.sql<Seen & { event_id: string }>(
      'SELECT event_id, type, part_id, before, after FROM events WHERE resource_id = $1 ORDER BY type',
      [created.project_id],
    )
  const old = new Set((await read()).map((event) => event.event_id))
  return async () =>
    (await read())
      .filter((event) => !old.has(event.event_id))
      .map(({ type, part_id, before, after }) => ({ type, part_id, before, after }))
}

test('returns a new member with both names of its role, and counts it in the project', async () => {
  const created = await setUp()
  const [version, news] = [await readProjectVersion(created), await watch(created)]
  const reply = await add('owner', created, 'member', { project_role: 'editor' })
  expect(expectStatus(reply, 200)).toEqual({
    project_id: created.project_id,
    user_id: as('member').userId,
    username: 'member',
    designation: null,
    designation_id: null,
    role: 'admin',
    project_role: 'editor',
    created_by: 'owner',
    updated_by: 'owner',
    is_active: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
    delete_reason: null,
    version: 1,
  })
  expect((await as('viewer').get(buildPath(created, 'member'))).body).toEqual(reply.body)
  expect((await readDetail(created)).body.team_members).toEqual(['editor', 'member', 'owner', 'viewer'])
  expect(await readProjectVersion(created)).toBe(version + 1)
  const after = { user_id: as('member').userId, username: 'member', project_role: 'editor' }
  expect(await news()).toEqual([{ type: 'project.member_added', part_id: as('member').userId, before: null, after }])
})

test.each([
  [{}, 'viewer', 'member'],
  [{ role: 'owner' }, 'owner', 'owner'],
  [{ role: 'admin' }, 'editor', 'admin'],
  [{ role: 'member' }, 'viewer', 'member'],
  [{ role: 'member', project_role: 'viewer' }, 'viewer', 'member'],
])('stores the role %j as %s', async (values, project_role, role) => {
  const created = await setUp()
  expect(expectStatus(await add('owner', created, 'member', values), 200)).toMatchObject({ project_role, role })
})

test('project_role takes precedence over role', async () => {
  const created = await setUp()
  const added = await add('owner', created, 'member', { role: 'owner', project_role: 'viewer' })
  expect(expectStatus(added, 200)).toMatchObject({ project_role: 'viewer', role: 'member' })
})

test('requires active members of the organization, and rejects duplicates', async () => {
  const created = await setUp()
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057'
  const replies = await Promise.all([
    add('owner', created, 'outsider'),
    as('owner').post('/v1/project-members', { body: { project_id: created.project_id, user_id: unknown } }),
    as('owner').post('/v1/project-members', { body: { project_id: created.project_id, user_id: 'member' } }),
    add('owner', created, 'member', { is_active: false }),
    add('owner', created, 'member', { designation: 'No such thing' }),
  ])
  expect(replies.map((reply) => reply.status)).toEqual([422, 422, 422, 422, 422])
  expect(replies[0]!.body.errors).toEqual(replies[1]!.body.errors)
  expect((await add('owner', created, 'viewer', { project_role: 'editor' })).status).toBe(409)
  expect((await as('owner').get(buildPath(created, 'viewer'))).body.project_role).toBe('viewer')
})

test('a guest can read a project after joining it', async () => {
  const created = await setUp()
  expect((await readDetail(created, 'guest')).status).toBe(404)
  expect((await add('owner', created, 'guest')).status).toBe(200)
  expect((await readDetail(created, 'guest')).status).toBe(200)
})

test('owners and org admins add any member, editors only if allowed and never an owner', async () => {
  const created = await setUp({ visibility: 'private' })
  const tryAll = async (values: object) => {
    const statuses: Record<string, number> = {}
    for (const by of ['outsider', 'member', 'viewer', 'editor', 'org_admin', 'owner']) {
      statuses[by] = (await add(by, created, 'other', values)).status
      await as('org_owner').delete(buildPath(created, 'other'))
    }
    return statuses
  }
  const always = { outsider: 404, member: 404, viewer: 403, org_admin: 200, owner: 200 }
  expect(await tryAll({ project_role: 'editor' })).toEqual({ ...always, editor: 403 })
  const path = `/v1/projects/${created.project_id}`
  expectStatus(await as('owner').patch(path, { body: { editors_can_add_members: true } }), 200)
  expect(await tryAll({ project_role: 'editor' })).toEqual({ ...always, editor: 200 })
  expect(await tryAll({ project_role: 'owner' })).toEqual({ ...always, editor: 403 })
  expect(await tryAll({ role: 'owner' })).toEqual({ ...always, editor: 403 })
})

test('only owners and org admins update or remove other members, through any field', async () => {
  const created = await setUp()
  for (const body of [{ project_role: 'owner' }, { role: 'owner' }, { is_active: false }, { designation_id: null }]) {
    for (const [by, status] of [
      ['editor', 403],
      ['viewer', 403],
      ['member', 403],
      ['guest', 404],
      ['outsider', 404],
    ] as const) {
      expect([by, (await as(by).patch(buildPath(created, 'viewer'), { body })).status]).toEqual([by, status])
      expect([by, (await as(by).put(buildPath(created, 'owner'), { body })).status]).toEqual([by, status])
    }
  }
  expect((await as('editor').delete(buildPath(created, 'viewer'))).status).toBe(403)
  expect((await as('editor').delete(buildPath(created, 'owner'))).status).toBe(403)
  expect((await as('org_admin').patch(buildPath(created, 'viewer'), { body: { project_role: 'editor' } })).status).toBe(
    200,
  )
  expect((await as('org_admin').delete(buildPath(created, 'viewer'))).status).toBe(200)
  const others = await createProject(as('member'), org_id)
  expect((await as('owner').patch(buildPath(others, 'member'), { body: { project_role: 'viewer' } })).status).toBe(403)
})

test('a role change emits the previous role, and an unchanged role no event', async () => {
  const created = await setUp()
  const news = await watch(created)
  const change = () => as('owner').patch(buildPath(created, 'viewer'), { body: { project_role: 'editor' } })
  const first = await change()
  const second = await change()
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(first.headers.etag).toMatch(/^"2-/)
  const person = { user_id: as('viewer').userId, username: 'viewer' }
  expect(await news()).toEqual([
    {
      type: 'project.member_role_changed',
      part_id: as('viewer').userId,
      before: { ...person, project_role: 'viewer' },
      after: { ...person, project_role: 'editor' },
    },
  ])
})

test('a designation appears by its label in the event, and leaves the project unchanged', async () => {
  const created = await setUp()
  await app.sql(
    `INSERT INTO designations (org_id, designation_id, label, label_key, created_at, updated_at)
     VALUES ($1, 'D1', 'Foreman', 'foreman', now(), now())`,
    [org_id],
  )
  const [version, news] = [await readProjectVersion(created), await watch(created)]
  const changed = await as('owner').patch(buildPath(created, 'viewer'), { body: { designation: 'foreman' } })
  expect(expectStatus(changed, 200)).toMatchObject({ designation: 'Foreman', designation_id: 'D1' })
  expect(await news()).toMatchObject([
    { type: 'project.member_updated', before: { designation: null }, after: { designation: 'Foreman' } },
  ])
  expect(await readProjectVersion(created)).toBe(version)
  const cleared = await as('owner').patch(buildPath(created, 'viewer'), { body: { designation_id: null } })
  expect(cleared.body).toMatchObject({ designation: null, designation_id: null })
})

test('returns 404 for a removed member, and reuses the row when it joins again', async () => {
  const created = await setUp({ visibility: 'private' })
  const news = await watch(created)
  expect(expectStatus(await as('owner').delete(buildPath(created, 'editor')), 200)).toEqual({ ok: true })
  expect((await as('owner').get(buildPath(created, 'editor'))).status).toBe(404)
  expect((await as('owner').delete(buildPath(created, 'editor'))).status).toBe(404)
  expect((await readDetail(created, 'editor')).status).toBe(404)
  const back = await add('org_admin', created, 'editor')
  expect(expectStatus(back, 200)).toMatchObject({
    project_role: 'viewer',
    created_by: 'org_admin',
    deleted_at: null,
  })
  expect(back.headers.etag).toMatch(/^"3-/)
  expect((await news()).map((event) => event.type)).toEqual(['project.member_added', 'project.member_removed'])
})

test('a deactivated member has no rights, is shown as inactive, and can be reactivated', async () => {
  const created = await setUp({ visibility: 'private' })
  const set = (body: object) => as('owner').patch(buildPath(created, 'editor'), { body })
  const off = await set({ is_active: false, delete_reason: 'on leave' })
  expect(expectStatus(off, 200)).toMatchObject({
    is_active: false,
    delete_reason: 'on leave',
    deleted_at: null,
  })
  expect((await readDetail(created, 'editor')).status).toBe(404)
  expect((await readDetail(created)).body.team_members).toEqual(['owner', 'viewer'])
  const on = await set({ is_active: true })
  expect(expectStatus(on, 200)).toMatchObject({ is_active: true, delete_reason: null })
  expect((await readDetail(created, 'editor')).status).toBe(200)
})

test('a member can leave by themselves', async () => {
  const created = await setUp({ visibility: 'private' })
  expect((await as('viewer').delete(buildPath(created, 'viewer'))).status).toBe(200)
  expect((await readDetail(created, 'viewer')).status).toBe(404)
})

test('the last owner cannot be demoted or removed by any caller', async () => {
  const created = await setUp()
  for (const by of ['owner', 'org_owner']) {
    for (const body of [{ project_role: 'editor' }, { role: 'member' }, { is_active: false }])
      expect((await as(by).patch(buildPath(created, 'owner'), { body })).status).toBe(409)
    expect((await as(by).delete(buildPath(created, 'owner'))).status).toBe(409)
  }
  expect((await readDetail(created)).body.leads).toMatchObject([{ username: 'owner' }])
  // An owner who is deactivated in the organization does not count.
  expect((await add('owner', created, 'other', { project_role: 'owner' })).status).toBe(200)
  const set = (active: boolean) =>
    app.sql('UPDATE organization_members SET is_active = $2 WHERE user_id = $1', [as('other').userId, active])
  await set(false)
  const reply = await as('owner').delete(buildPath(created, 'owner'))
  await set(true)
  expect(reply.status).toBe(409)
})

test('the longest-standing other owner becomes primary after the primary owner leaves', async () => {
  const created = await setUp()
  await add('owner', created, 'other', { project_role: 'owner' })
  expectStatus(await as('owner').patch(buildPath(created, 'editor'), { body: { project_role: 'owner' } }), 200)
  const news = await watch(created)
  expectStatus(await as('owner').delete(buildPath(created, 'owner')), 200)
  expect((await readDetail(created)).body.owner).toBe('other')
  expect((await news()).map((event) => event.type)).toEqual(['project.member_removed', 'project.owner_transferred'])
})

test('two owners who demote each other concurrently leave one', async () => {
  for (let round = 0; round < 8; round++) {
    const created = await setUp()
    await add('owner', created, 'other', { project_role: 'owner' })
    const body = { project_role: 'viewer' }
    const replies = await Promise.all([
      as('owner').patch(buildPath(created, 'other'), { body }),
      as('other').patch(buildPath(created, 'owner'), { body }),
      as('owner').delete(buildPath(created, 'owner')),
      as('other').delete(buildPath(created, 'other')),
    ])
    expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThan(0)
    expect((await readDetail(created)).body.leads).toHaveLength(1)
  }
})

test('rejects a caller who has just lost the right', async () => {
  for (let round = 0; round < 8; round++) {
    const created = await setUp()
    for (const name of ['other', 'member']) await add('owner', created, name, { project_role: 'owner' })
    const body = { project_role: 'viewer' }
    const replies = await Promise.all([
      as('owner').patch(buildPath(created, 'other'), { body }),
      as('other').patch(buildPath(created, 'owner'), { body }),
    ])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 403])
  }
})

test('adds a user once for concurrent requests', async () => {
  const created = await setUp()
  const replies = await Promise.all(
    ['owner', 'org_admin', 'org_owner', 'owner'].map((by) => add(by, created, 'member')),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409])
})

test('If-Match rejects a stale change of a member', async () => {
  const created = await setUp()
  const { etag } = (await as('owner').get(buildPath(created, 'viewer'))).headers as { etag: string }
  const headers = { 'if-match': etag }
  const change = (project_role: string) =>
    as('owner').patch(buildPath(created, 'viewer'), { body: { project_role }, headers })
  expect((await change('editor')).status).toBe(200)
  expect((await change('viewer')).status).toBe(412)
  expect((await as('owner').delete(buildPath(created, 'viewer'), { headers })).status).toBe(412)
})

test('rejects a body with another user or project than the path', async () => {
  const created = await setUp()
  const others = await setUp()
  for (const body of [{ user_id: as('editor').userId }, { project_id: others.project_id }])
    expect(
      (await as('owner').patch(buildPath(created, 'viewer'), { body: { ...body, project_role: 'owner' } })).status,
    ).toBe(422)
})

test('lists members of one project, or of all readable projects', async () => {
  const closed = await setUp({ visibility: 'private' })
  const list = async (by: string | Client, query: Record<string, string> = {}) => {
    const client = typeof by === 'string' ? as(by) : by
    const { data } = expectStatus(await client.get('/v1/project-members', { query: { limit: '1000', ...query } }), 200)
    return data as { project_id: string; username: string; project_role: string }[]
  }
  const project_id = closed.project_id
  const listUsernames = async (by: string, query: Record<string, string> = {}) =>
    (await list(by, { project_id, ...query })).map((row) => row.username)
  expect(await listUsernames('viewer')).toEqual(['editor', 'owner', 'viewer'])
  expect(await listUsernames('viewer', { sort_order: 'desc' })).toEqual(['viewer', 'owner', 'editor'])
  expect(await listUsernames('viewer', { search: 'WNE' })).toEqual(['owner'])
  expect(await listUsernames('viewer', { search: '_' })).toEqual([])
  expect(await listUsernames('viewer', { role: 'admin' })).toEqual(['editor'])
  expect(await listUsernames('viewer', { role: 'viewer' })).toEqual(['viewer'])
  expect((await as('viewer').get('/v1/project-members', { query: { role: 'boss' } })).status).toBe(400)
  for (const by of ['member', 'guest', 'outsider'])
    expect((await as(by).get('/v1/project-members', { query: { project_id } })).status).toBe(404)
  const canSee = async (by: string | Client) => (await list(by)).some((row) => row.project_id === project_id)
  expect([await canSee('viewer'), await canSee('org_admin'), await canSee('member')]).toEqual([true, true, false])
  expect(await list('outsider')).toEqual([])
  const limited = await createTokenClient(as('owner'), org_id, { scopes: ['projects:read'], project_ids: [project_id] })
  expect(new Set((await list(limited)).map((row) => row.project_id))).toEqual(new Set([project_id]))
})

test('a token limited to other projects cannot read or change members', async () => {
  const [made, others] = [await setUp(), await setUp()]
  const limited = await createTokenClient(as('owner'), org_id, {
    scopes: ['projects:write'],
    project_ids: [others.project_id],
  })
  const body = { project_id: made.project_id, user_id: as('member').userId }
  expect((await limited.post('/v1/project-members', { body })).status).toBe(404)
  expect((await limited.get(buildPath(made, 'viewer'))).status).toBe(404)
  expect((await limited.delete(buildPath(made, 'viewer'))).status).toBe(404)
  expect((await limited.delete(buildPath(others, 'viewer'))).status).toBe(200)
})

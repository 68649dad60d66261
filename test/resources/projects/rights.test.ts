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
const names = ['org_owner', 'org_admin', 'owner', 'editor', 'viewer', 'member', 'guest', 'invited_guest', 'outsider']
const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await app.signIn(name)])))
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('org_owner'))
await insertMembership(as('org_admin'), org_id, 'admin')
for (const name of ['owner', 'editor', 'viewer', 'member']) await insertMembership(as(name), org_id, 'member')
for (const name of ['guest', 'invited_guest']) await insertMembership(as(name), org_id, 'guest')
await createOrganization(as('outsider'))

async function setUp(values: object = {}) {
  const created = await createProject(as('owner'), org_id, values)
  await addProjectMember(as('owner'), created.project_id, as('editor'), 'editor')
  await addProjectMember(as('owner'), created.project_id, as('viewer'), 'viewer')
  await addProjectMember(as('owner'), created.project_id, as('invited_guest'), 'viewer')
  return created
}
const buildPath = (created: { project_id: string }) => `/v1/projects/${created.project_id}`
const listStatuses = async (ask: (client: Client) => Promise<{ status: number }>) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await ask(as(name))).status])))
const insiders = { org_owner: 200, org_admin: 200, owner: 200, editor: 200, viewer: 200, invited_guest: 200 }

test('a public project is readable by all members except guests, a private one by its members and org admins', async () => {
  const open = await setUp()
  const closed = await setUp({ visibility: 'private' })
  const read = (created: { project_id: string }) =>
    listStatuses((client) => client.get(`/v1/projects/detail/${created.project_id}`))
  expect(await read(open)).toEqual({ ...insiders, member: 200, guest: 404, outsider: 404 })
  expect(await read(closed)).toEqual({ ...insiders, member: 404, guest: 404, outsider: 404 })
  const stats = await listStatuses((client) => client.get(`/v1/project-stats/${closed.project_id}/stats`))
  expect(stats).toEqual({ ...insiders, member: 404, guest: 404, outsider: 404 })
})

test('lists the readable projects, and requires a member of the organization', async () => {
  const closed = await setUp({ visibility: 'private', name: 'Listed' })
  for (const [name, seen] of Object.entries({
    org_admin: true,
    viewer: true,
    invited_guest: true,
    member: false,
  })) {
    const listed = expectStatus(await as(name).get(`/v1/projects/${org_id}`), 200)
    const ids = listed.data.map((card: { project_id: string }) => card.project_id)
    expect([name, ids.includes(closed.project_id)]).toEqual([name, seen])
  }
  expect(expectStatus(await as('guest').get(`/v1/projects/${org_id}`), 200).data).toEqual([])
  expect((await as('outsider').get(`/v1/projects/${org_id}`)).status).toBe(403)
  const missing = await as('outsider').get('/v1/projects/01890a5d-ac96-774b-bcce-b302099a8057')
  expect(missing.status).toBe(403)
})

test('members can create projects, guests and outsiders cannot', async () => {
  const created = await listStatuses((client) => client.post('/v1/projects', { body: { org_id, name: 'Mine' } }))
  expect(created).toEqual({ ...insiders, member: 200, guest: 403, invited_guest: 403, outsider: 403 })
})

test('owners, editors and org admins can update a project; readers get 403, others 404', async () => {
  const created = await setUp()
  const changed = await listStatuses((client) =>
    client.patch(buildPath(created), { body: { description: client.username } }),
  )
  expect(changed).toEqual({
    ...insiders,
    viewer: 403,
    invited_guest: 403,
    member: 403,
    guest: 404,
    outsider: 404,
  })
})

const managed: [string, object][] = [
  ['owner', { owner: 'editor' }],
  ['team_members', { team_members: ['owner', 'editor', 'viewer', 'invited_guest', 'member'] }],
  ['team_member_designations', { team_member_designations: [{ id: 'editor', designation: 'Lead' }] }],
  ['editors_can_add_members', { editors_can_add_members: true }],
  ['visibility', { visibility: 'private' }],
  ['archiving', { status: 'archived' }],
  ['is_active', { is_active: false }],
]
test.each(managed)(
  '%s requires an owner or org admin, and an editor’s request changes no other field',
  async (_, body) => {
    const created = await setUp()
    const reply = await as('editor').patch(buildPath(created), { body: { description: 'smuggled', ...body } })
    expect(reply.status).toBe(403)
    expect(expectStatus(await as('owner').get(`/v1/projects/detail/${created.project_id}`), 200).description).toBeNull()
    expect((await as('owner').patch(buildPath(created), { body })).status).toBe(200)
    const other = await setUp()
    expect((await as('org_admin').patch(buildPath(other), { body })).status).toBe(200)
  },
)

test('team_id and unarchiving require an owner or org admin', async () => {
  await app.sql(
    `INSERT INTO teams (org_id, team_id, name, name_key, created_at, updated_at)
     VALUES ($1, 'crew', 'crew', 'crew', now(), now())`,
    [org_id],
  )
  const created = await setUp({ status: 'archived' })
  for (const body of [{ team_id: 'crew' }, { status: 'active' }]) {
    expect((await as('editor').patch(buildPath(created), { body })).status).toBe(403)
    expect((await as('owner').patch(buildPath(created), { body })).status).toBe(200)
  }
})

test('an editor can send back stored values unchanged', async () => {
  const created = await setUp({ team_member_designations: [{ id: 'x', designation: null }] })
  const whole = expectStatus(await as('editor').get(`/v1/projects/detail/${created.project_id}`), 200)
  const reply = await as('editor').put(buildPath(created), { body: { ...whole, description: 'new' } })
  expect(expectStatus(reply, 200)).toEqual({
    ...whole,
    description: 'new',
    version: whole.version + 1,
    updated_by: 'editor',
    updated_at: expect.any(String),
  })
})

test('deleting a project requires an owner or org admin', async () => {
  const created = await setUp()
  for (const [name, status] of [
    ['editor', 403],
    ['member', 403],
    ['guest', 404],
    ['outsider', 404],
    ['org_admin', 200],
  ] as const)
    expect([name, (await as(name).delete(buildPath(created))).status]).toEqual([name, status])
})

test('returns the same responses for hidden and missing projects', async () => {
  const created = await setUp({ visibility: 'private' })
  const omitRequestId = ({ body }: { body: Record<string, unknown> }) => ({ ...body, request_id: '', instance: '' })
  for (const [method, body] of [
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const) {
    const hidden = await as('member').send(method, buildPath(created), { body })
    const missing = await as('member').send(method, '/v1/projects/P0000000000000000', { body })
    expect(hidden.status).toBe(404)
    expect(omitRequestId(hidden)).toEqual(omitRequestId(missing))
  }
})

test('a token is limited by its scope and by its user’s rights', async () => {
  const created = await setUp()
  const reading = await createTokenClient(as('owner'), org_id, { scopes: ['projects:read'] })
  expect((await reading.get(`/v1/projects/detail/${created.project_id}`)).status).toBe(200)
  expect((await reading.patch(buildPath(created), { body: { name: 'x' } })).status).toBe(403)
  const writing = await createTokenClient(as('viewer'), org_id, { scopes: ['projects:write'] })
  expect((await writing.patch(buildPath(created), { body: { name: 'x' } })).status).toBe(403)
  const elsewhere = await createOrganization(as('owner'))
  const foreign = await createTokenClient(as('owner'), elsewhere.org_id, { scopes: ['projects:write'] })
  expect((await foreign.get(`/v1/projects/detail/${created.project_id}`)).status).toBe(404)
  expect((await foreign.get(`/v1/projects/${org_id}`)).status).toBe(403)
})

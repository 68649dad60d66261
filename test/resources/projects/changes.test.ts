import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const people = await Promise.all(['ada', 'ben', 'cem', 'dia', 'gus'].map((name) => app.signIn(name)))
const [ada, ben, cem, dia, gus] = people as [Client, Client, Client, Client, Client]
const { org_id } = await createOrganization(ada)
for (const person of [ben, cem, dia]) await insertMembership(person, org_id, 'member')
await insertMembership(gus, org_id, 'guest')

const buildPath = (created: { project_id: string }) => `/v1/projects/${created.project_id}`
const read = async (created: { project_id: string }, client = ada) =>
  expectStatus(await client.get(`/v1/projects/detail/${created.project_id}`), 200)
const patch = async (created: { project_id: string }, body: object, client = ben) =>
  expectStatus(await client.patch(buildPath(created), { body }), 200)

interface Seen {
  type: string
  before: unknown
  after: unknown
}
/** Lists the events of a project by type, from its creation. */
async function listEvents(created: { project_id: string }): Promise<Seen[]> {
  return app.sql<Seen>(
    `SELECT type, before, after FROM events WHERE resource_id = $1 AND type <> 'project.created' ORDER BY created_at, type`,
    [created.project_id],
  )
}
const insertTeamRow = (name: string, active = true) =>
  app.sql(
    `INSERT INTO teams (org_id, team_id, name, name_key, is_active, created_at, updated_at, deleted_at)
     VALUES ($1, $2, $2, lower($2), $3, now(), now(), CASE WHEN $3 THEN NULL ELSE now() END)`,
    [org_id, name, active],
  )

test('returns a created project with its defaults', async () => {
  const created = await createProject(ben, org_id, { name: 'Quay', priority: 'high', start_date: '2026-01-01' })
  expect(created).toMatchObject({
    org_id,
    name: 'Quay',
    description: null,
    metadata: null,
    status: 'not_started',
    priority: 'high',
    start_date: '2026-01-01',
    end_date: null,
    visibility: 'public',
    team_id: null,
    owner: 'ben',
    team_members: ['ben'],
    leads: [{ user_id: ben.userId, username: 'ben', assigned_by: 'ben', assigned_at: created.created_at }],
    is_active: true,
    created_by: 'ben',
    tasks_total: 0,
    tasks_completed: 0,
    progress_percent: 0,
  })
  const found = await ben.get(`/v1/projects/detail/${created.project_id}`)
  expect(found.headers.etag).toMatch(/^"1-/)
  expect(found.body).toMatchObject({
    name: 'Quay',
    editors_can_add_members: false,
    deleted_at: null,
    leads: created.leads,
  })
  expect(found.body).not.toHaveProperty('position')
  expect(found.body).not.toHaveProperty('tasks_total')
})

test('the owner and members in the request join, and the creator is an owner too', async () => {
  const created = await createProject(ben, org_id, { owner: 'CEM', team_members: ['dia', 'ben'] })
  expect(created).toMatchObject({ owner: 'cem', team_members: ['ben', 'cem', 'dia'] })
  expect(created.leads.map((lead: { username: string }) => lead.username)).toEqual(['ben', 'cem'])
})

test("the organization's default visibility applies when none is sent", async () => {
  expectStatus(
    await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { default_visibility: 'private' } }),
    200,
  )
  expect((await createProject(ben, org_id)).visibility).toBe('private')
  expect((await createProject(ben, org_id, { visibility: null })).visibility).toBe('private')
  expect((await createProject(ben, org_id, { visibility: 'public' })).visibility).toBe('public')
  expectStatus(await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { default_visibility: 'public' } }), 200)
  expect((await createProject(ben, org_id)).visibility).toBe('public')
})

const refused: [Record<string, unknown>, (string | number)[]][] = [
  [{ owner: 'nobody' }, ['body', 'owner']],
  [{ owner: 'eve' }, ['body', 'owner']],
  [{ team_members: ['ben', 'nobody'] }, ['body', 'team_members', 1]],
  [{ team_id: 'TM0000000000000000' }, ['body', 'team_id']],
  [{ team_id: 'gone' }, ['body', 'team_id']],
  [{ start_date: '2026-02-02', end_date: '2026-02-01' }, ['body', 'end_date']],
  [{ is_active: false }, ['body', 'is_active']],
  [{ name: ' ' }, ['body', 'name']],
  [{ name: 'n'.repeat(201) }, ['body', 'name']],
  [{ status: 'done' }, ['body', 'status']],
  [{ team_members: 'ben' }, ['body', 'team_members']],
  [{ owner: ['ben'] }, ['body', 'owner']],
  [{ org_id: undefined }, ['body', 'org_id']],
]
test.each(refused)('rejects %j on creation with its location', async (values, loc) => {
  await app.signIn('eve')
  if (values.team_id === 'gone') await insertTeamRow('gone', false)
  const [before] = await app.sql('SELECT count(*)::int FROM projects')
  const reply = await ben.post('/v1/projects', { body: { org_id, name: 'x', ...values } })
  expect(reply.status).toBe(422)
  expect(reply.body.errors[0].loc).toEqual(loc)
  expect(await app.sql('SELECT count(*)::int FROM projects')).toEqual([before])
})

test('accepts an active team that the caller can read', async () => {
  await insertTeamRow('crew')
  const created = await createProject(ben, org_id, { team_id: 'crew' })
  expect(created.team_id).toBe('crew')
  expect((await patch(created, { team_id: null })).team_id).toBeNull()
  const guests = await createProject(ben, org_id, { owner: 'gus' })
  expect((await gus.patch(buildPath(guests), { body: { team_id: 'crew' } })).status).toBe(422)
  await app.sql(
    `INSERT INTO team_members (org_id, team_id, user_id, username, team_role, created_at, updated_at)
     VALUES ($1, 'crew', $2, 'gus', 'member', now(), now())`,
    [org_id, gus.userId],
  )
  expect((await patch(guests, { team_id: 'crew' }, gus)).team_id).toBe('crew')
})

test('null clears optional fields only; metadata is merged', async () => {
  const created = await createProject(ben, org_id, {
    description: 'd',
    end_date: '2026-05-05',
    metadata: { a: 1, b: { c: 2 } },
  })
  const changed = await patch(created, {
    metadata: { a: null, b: { d: 3 } },
    status: null,
    name: null,
    owner: null,
  })
  expect(changed).toMatchObject({ metadata: { b: { c: 2, d: 3 } }, name: created.name, owner: 'ben' })
  const cleared = await patch(created, { description: null, end_date: null, metadata: null, team_members: null })
  expect(cleared).toMatchObject({ description: null, end_date: null, metadata: null, team_members: ['ben'] })
})

test('rejects metadata that grows too large by merging', async () => {
  const created = await createProject(ben, org_id, { metadata: { a: 'a'.repeat(9000) } })
  const reply = await ben.patch(buildPath(created), { body: { metadata: { b: 'b'.repeat(9000) } } })
  expect(reply.status).toBe(422)
  expect(reply.body.errors[0].loc).toEqual(['body', 'metadata'])
  expect((await read(created)).metadata).not.toHaveProperty('b')
})

test('a change without effect keeps the version and emits no event', async () => {
  const created = await createProject(ben, org_id, { metadata: { a: 1 }, team_members: ['cem'] })
  const whole = await read(created)
  const reply = await ben.patch(buildPath(created), { body: whole })
  expect(reply.body).toEqual(whole)
  expect(reply.headers.etag).toMatch(/^"1-/)
  expect(await listEvents(created)).toEqual([])
})

test('If-Match rejects a stale change', async () => {
  const created = await createProject(ben, org_id)
  const { etag } = (await ben.get(`/v1/projects/detail/${created.project_id}`)).headers as { etag: string }
  const headers = { 'if-match': etag }
  expect((await ben.patch(buildPath(created), { body: { name: 'one' }, headers })).status).toBe(200)
  expect((await ben.patch(buildPath(created), { body: { name: 'two' }, headers })).status).toBe(412)
  expect((await ben.delete(buildPath(created), { headers })).status).toBe(412)
  expect((await read(created)).name).toBe('one')
})

test('transferring ownership adds the new owner and makes the previous one an editor', async () => {
  const created = await createProject(ben, org_id)
  const changed = await patch(created, { owner: 'cem', name: 'Renamed' })
  expect(changed).toMatchObject({ owner: 'cem', name: 'Renamed', team_members: ['ben', 'cem'] })
  expect(changed.leads).toMatchObject([{ username: 'cem', assigned_by: 'ben' }])
  expect(await listEvents(created)).toMatchObject([
    { type: 'project.member_added', before: null, after: { username: 'cem', project_role: 'owner' } },
    { type: 'project.owner_transferred', before: { owner: 'ben' }, after: { owner: 'cem' } },
    { type: 'project.updated', before: { name: created.name }, after: { name: 'Renamed' } },
  ])
  expect((await ben.patch(buildPath(created), { body: { visibility: 'private' } })).status).toBe(403)
  expect((await ben.patch(buildPath(created), { body: { description: 'still an editor' } })).status).toBe(200)
})

test('team_members adds editors, removes missing ones and keeps owners', async () => {
  const created = await createProject(ben, org_id, { team_members: ['cem'] })
  expect(await patch(created, { team_members: ['Dia', 'dia'] })).toMatchObject({ team_members: ['ben', 'dia'] })
  expect(await listEvents(created)).toMatchObject([
    { type: 'project.member_added', after: { user_id: dia.userId, username: 'dia', project_role: 'editor' } },
    {
      type: 'project.member_removed',
      before: { user_id: cem.userId, username: 'cem', project_role: 'editor' },
    },
  ])
  expect((await patch(created, { team_members: [] })).team_members).toEqual(['ben'])
  expect((await patch(created, { team_members: ['cem'] })).team_members).toEqual(['ben', 'cem'])
  const [row] = await app.sql('SELECT version FROM project_members WHERE project_id = $1 AND user_id = $2', [
    created.project_id,
    cem.userId,
  ])
  expect(row).toEqual({ version: 3 })
})

test('a former member of the organization is neither member nor lead', async () => {
  const created = await createProject(ben, org_id, { owner: 'dia', team_members: ['cem'] })
  const set = (active: boolean) =>
    app.sql('UPDATE organization_members SET is_active = $2 WHERE user_id = $1', [dia.userId, active])
  await set(false)
  const seen = await read(created)
  await set(true)
  expect(seen.team_members).toEqual(['ben', 'cem'])
  expect(seen.leads).toMatchObject([{ username: 'ben' }])
})

test('returns 404 for a deleted project, by either way of deleting it', async () => {
  const one = await createProject(ben, org_id)
  const two = await createProject(ben, org_id)
  expect(expectStatus(await ben.delete(buildPath(one)), 200)).toEqual({ ok: true })
  const answered = await patch(two, { is_active: false, delete_reason: 'done with' })
  expect(answered).toMatchObject({
    is_active: false,
    delete_reason: 'done with',
    deleted_at: expect.any(String),
  })
  for (const created of [one, two]) {
    expect(await listEvents(created)).toMatchObject([
      { type: 'project.deleted', before: { name: created.name }, after: null },
    ])
    const replies = await Promise.all([
      ada.get(`/v1/projects/detail/${created.project_id}`),
      ada.patch(buildPath(created), { body: { is_active: true } }),
      ada.delete(buildPath(created)),
      ada.get(`/v1/project-stats/${created.project_id}/stats`),
      ada.get('/v1/project-members', { query: { project_id: created.project_id } }),
      ada.get(`/v1/project-members/${ben.userId}/${created.project_id}`),
      ada.post('/v1/project-members', { body: { project_id: created.project_id, user_id: cem.userId } }),
    ])
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404))
  }
  const listed = expectStatus(await ada.get(`/v1/projects/${org_id}`, { query: { show_all: true } }), 200)
  const ids = listed.data.map((card: { project_id: string }) => card.project_id)
  expect(ids).not.toContain(one.project_id)
  expect(ids).not.toContain(two.project_id)
})

test('rejects a body with another organization or project', async () => {
  const created = await createProject(ben, org_id)
  const other = await createOrganization(ben)
  for (const body of [{ org_id: other.org_id }, { project_id: 'P0000000000000000' }])
    expect((await ben.patch(buildPath(created), { body: { ...body, name: 'x' } })).status).toBe(422)
  expect((await read(created)).name).toBe(created.name)
})

test('PUT is the same partial update, marked deprecated', async () => {
  const created = await createProject(ben, org_id, { description: 'stays' })
  const reply = await ben.put(buildPath(created), { body: { name: 'By PUT' } })
  expect(expectStatus(reply, 200)).toMatchObject({ name: 'By PUT', description: 'stays' })
  expect(reply.headers).toMatchObject({
    deprecation: '@1790294400',
    link: expect.stringContaining('successor'),
  })
})

test('creates one project for a repeated Idempotency-Key', async () => {
  const send = () =>
    ben.post('/v1/projects', { body: { org_id, name: 'Once' }, headers: { 'idempotency-key': 'once' } })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('a token limited to projects cannot create projects or access others', async () => {
  const [inside, outside] = [await createProject(ben, org_id), await createProject(ben, org_id)]
  const limited = await createTokenClient(ben, org_id, { scopes: ['projects:write'], project_ids: [inside.project_id] })
  expect((await limited.post('/v1/projects', { body: { org_id, name: 'x' } })).status).toBe(403)
  expect((await limited.patch(buildPath(inside), { body: { name: 'x' } })).status).toBe(200)
  expect((await limited.patch(buildPath(outside), { body: { name: 'x' } })).status).toBe(404)
  expect((await limited.get(`/v1/projects/detail/${outside.project_id}`)).status).toBe(404)
  const listed = expectStatus(await limited.get(`/v1/projects/${org_id}`), 200)
  expect(listed.data).toMatchObject([{ project_id: inside.project_id }])
})

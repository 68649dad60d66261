import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMilestone, insertSprint } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { placeTask, createSection } from '../sections/requests.ts'

const app = await startApp()
const names = ['chief', 'admin', 'lead', 'mate', 'other', 'guest', 'outsider']
const people = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await app.signIn(`teams-${name}`)])),
)
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('chief'))
await insertMembership(as('admin'), org_id, 'admin')
for (const name of ['lead', 'mate', 'other']) await insertMembership(as(name), org_id, 'member')
await insertMembership(as('guest'), org_id, 'guest')
await createOrganization(as('outsider'))

let count = 0
const setUp = (word = 'Team') => `${word} ${++count}`
const createTeam = async (values: object = {}, by = 'lead') =>
  expectStatus(await as(by).post('/v1/teams', { body: { org_id, name: setUp(), ...values } }), 201)
const read = (id: string, by = 'lead') => as(by).get(`/v1/teams/${id}`)
const listEvents = (id: string) =>
  app.sql<{ type: string; part_id: string | null; before: unknown; after: unknown }>(
    'SELECT type, part_id, before, after FROM events WHERE resource_id = $1 ORDER BY created_at, event_id',
    [id],
  )

test('the creator of a team owns it, with the requested members', async () => {
  const created = await createTeam({
    name: 'Quay crew',
    description: 'Cranes',
    member_user_ids: [as('mate').userId],
  })
  expect(created).toMatchObject({
    name: 'Quay crew',
    description: 'Cranes',
    team_role: 'owner',
    member_count: 2,
    project_count: 0,
    is_active: true,
  })
  const roles = created.members.map((one: { username: string; team_role: string }) => [one.username, one.team_role])
  expect(roles).toEqual([
    ['teams-lead', 'owner'],
    ['teams-mate', 'member'],
  ])
  expect(await listEvents(created.team_id)).toMatchObject([{ type: 'team.created', before: null }])
})

test('names are unique among active teams, ignoring spelling, and free after deletion', async () => {
  const name = 'Équipe du Quai'
  const { team_id } = await createTeam({ name })
  for (const again of [name.toUpperCase(), name.normalize('NFD'), ` ${name}`.trim()])
    expect((await as('mate').post('/v1/teams', { body: { org_id, name: again } })).status).toBe(409)
  const other = await createTeam()
  expect((await as('lead').patch(`/v1/teams/${other.team_id}`, { body: { name: name.toLowerCase() } })).status).toBe(
    409,
  )
  // A team's own name is no conflict for a different spelling.
  expectStatus(await as('lead').patch(`/v1/teams/${team_id}`, { body: { name: name.toUpperCase() } }), 200)
  expectStatus(await as('lead').delete(`/v1/teams/${team_id}`), 200)
  await createTeam({ name })
})

test('creates one of several teams with the same name concurrently', async () => {
  const name = setUp('Race')
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      as('lead').post('/v1/teams', { body: { org_id, name: i % 2 ? name : name.toUpperCase() } }),
    ),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})

test('rejects members who are not active in the organization, and writes nothing', async () => {
  const name = setUp()
  const member_user_ids = [as('mate').userId, as('outsider').userId]
  const reply = await as('lead').post('/v1/teams', { body: { org_id, name, member_user_ids } })
  expect(expectStatus(reply, 422).errors[0].loc).toEqual(['body', 'member_user_ids', 1])
  await createTeam({ name })
  const { team_id } = await createTeam()
  const add = (user_id: string) => as('lead').post(`/v1/teams/${team_id}/members`, { body: { user_id } })
  expect(expectStatus(await add(as('outsider').userId), 422).errors[0].loc).toEqual(['body', 'user_id'])
  expectStatus(await add(as('mate').userId), 201)
  expectStatus(await add(as('mate').userId), 409)
})

test('members can read every team, guests their own, outsiders none', async () => {
  const own = await createTeam({ name: setUp('Zeta'), member_user_ids: [as('guest').userId] })
  const other = await createTeam({ name: setUp('Zeta') })
  expectStatus(await read(other.team_id, 'other'), 200)
  expectStatus(await read(own.team_id, 'guest'), 200)
  expectStatus(await read(other.team_id, 'guest'), 404)
  expectStatus(await read(own.team_id, 'outsider'), 404)
  const listTeams = async (by: string) =>
    expectStatus(await as(by).get('/v1/teams', { query: { org_id, search: 'zeta', limit: '1' } }), 200)
  expect(await listTeams('other')).toMatchObject({ total: 2, data: [{ team_role: null }] })
  expect(await listTeams('guest')).toMatchObject({
    total: 1,
    data: [{ team_id: own.team_id, team_role: 'member' }],
  })
  expectStatus(await as('outsider').get('/v1/teams', { query: { org_id } }), 403)
})

test('counts the projects that the caller can read', async () => {
  const { team_id } = await createTeam()
  await createProject(as('lead'), org_id, { team_id, visibility: 'private' })
  await createProject(as('lead'), org_id, { team_id, visibility: 'public' })
  const listVisible = async (by: string) => expectStatus(await read(team_id, by), 200).project_count
  expect([await listVisible('lead'), await listVisible('other'), await listVisible('admin')]).toEqual([2, 1, 2])
  const listed = expectStatus(await as('other').get('/v1/teams', { query: { org_id, limit: '1000' } }), 200)
  const row = listed.data.find((one: { team_id: string }) => one.team_id === team_id)
  expect(row.project_count).toBe(1)
})

test('updates require a team owner or org admin', async () => {
  const { team_id } = await createTeam({ member_user_ids: [as('mate').userId] })
  const rename = (by: string) => as(by).patch(`/v1/teams/${team_id}`, { body: { description: by } })
  expect([(await rename('mate')).status, (await rename('other')).status]).toEqual([403, 403])
  expect([(await rename('lead')).status, (await rename('admin')).status]).toEqual([200, 200])
  const { project_id } = await createProject(as('lead'), org_id)
  const limited = await createTokenClient(as('lead'), org_id, { scopes: ['teams:write'], project_ids: [project_id] })
  expectStatus(await limited.get(`/v1/teams/${team_id}`), 200)
  expectStatus(await limited.patch(`/v1/teams/${team_id}`, { body: { description: 'x' } }), 403)
})

test('an update without effect keeps the version and emits no event', async () => {
  const { team_id, name } = await createTeam()
  const before = (await read(team_id)).headers.etag
  expectStatus(await as('lead').patch(`/v1/teams/${team_id}`, { body: { name, description: null } }), 200)
  expect((await read(team_id)).headers.etag).toBe(before)
  expect(await listEvents(team_id)).toHaveLength(1)
})

test('the last owner of a team cannot be removed in any way, also concurrently', async () => {
  const { team_id } = await createTeam({ member_user_ids: [as('mate').userId] })
  const buildPath = (name: string) => `/v1/teams/${team_id}/members/${as(name).userId}`
  const setRole = (name: string, team_role: string, by = 'lead') =>
    as(by).patch(buildPath(name), { body: { team_role } })
  expectStatus(await setRole('lead', 'member'), 409)
  expectStatus(await as('lead').delete(buildPath('lead')), 409)
  expectStatus(await setRole('mate', 'owner'), 200)
  const replies = await Promise.all([as('lead').delete(buildPath('lead')), as('mate').delete(buildPath('mate'))])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
})

test('members can leave but not remove others; rejoining restores nothing', async () => {
  const { team_id } = await createTeam({ member_user_ids: [as('mate').userId, as('other').userId] })
  const buildPath = (name: string) => `/v1/teams/${team_id}/members/${as(name).userId}`
  expectStatus(await as('mate').delete(buildPath('other')), 403)
  expectStatus(await as('mate').delete(buildPath('mate')), 200)
  expectStatus(await as('lead').delete(buildPath('mate')), 404)
  const body = { user_id: as('mate').userId, team_role: 'owner' }
  expectStatus(await as('lead').post(`/v1/teams/${team_id}/members`, { body }), 201)
  const emitted = (await listEvents(team_id)).map((event) => [event.type, event.part_id])
  expect(emitted.slice(1)).toEqual([
    ['team.member_removed', as('mate').userId],
    ['team.member_added', as('mate').userId],
  ])
})

test('a guest can be a member of a team, but not an owner', async () => {
  const { team_id } = await createTeam()
  const path = `/v1/teams/${team_id}/members`
  const body = { user_id: as('guest').userId }
  expectStatus(await as('lead').post(path, { body: { ...body, team_role: 'owner' } }), 422)
  expectStatus(await as('lead').post(path, { body }), 201)
  const owner = { body: { team_role: 'owner' } }
  expectStatus(await as('lead').patch(`${path}/${as('guest').userId}`, owner), 422)
})

test('former members of the organization are not counted', async () => {
  const gone = await app.signIn(setUp('teams-gone').replace(' ', '-'))
  await insertMembership(gone, org_id, 'member')
  const { team_id } = await createTeam({ member_user_ids: [gone.userId] })
  expectStatus(await as('chief').delete(`/v1/organization-members/${gone.userId}/${org_id}`), 200)
  const { member_count, members } = expectStatus(await read(team_id), 200)
  expect([member_count, members.length]).toEqual([1, 1])
})

test('deleting a team in use requires detach, which unassigns projects and tasks and raises their versions', async () => {
  const created = await createTeam()
  const { team_id } = created
  const filed = await createProject(as('lead'), org_id, { team_id })
  const [sprint_id, milestone_id] = [
    await insertSprint(app, org_id, team_id),
    await insertMilestone(app, org_id, team_id),
  ]
  const own = await createTask(as('lead'), org_id, { team_id })
  const inside = await createTask(as('lead'), org_id, { project_id: filed.project_id, sprint_id, milestone_id })
  const inLane = await createTask(as('lead'), org_id, { project_id: filed.project_id })
  const section = await createSection(as('lead'), org_id, ['team', team_id], 'Doing')
  await placeTask(as('lead'), inLane.task_id, ['team', team_id], section.section_id)
  const listVersions = async () => {
    const replies = [own, inside, inLane].map(({ task_id }) => as('lead').get(`/v1/tasks/${task_id}`))
    return (await Promise.all(replies)).map((reply) => Number(/\d+/.exec(reply.headers.etag!)![0]))
  }
  const before = await listVersions()
  expectStatus(await as('lead').delete(`/v1/teams/${team_id}`), 409)
  const gone = await as('lead').delete(`/v1/teams/${team_id}`, {
    query: { detach: 'true', reason: 'moved on' },
  })
  expect(expectStatus(gone, 200)).toEqual({ ok: true, team_id, detached_projects: 1, detached_tasks: 1 })
  expect(await listVersions()).toEqual(before.map((version) => version + 1))
  expectStatus(await read(team_id), 404)
  const freed = expectStatus(await as('lead').get(`/v1/tasks/${inside.task_id}`), 200)
  expect(freed).toMatchObject({ sprint_id: null, milestone_id: null, project_id: filed.project_id })
  const freedProject = expectStatus(await as('lead').get(`/v1/projects/detail/${filed.project_id}`), 200)
  expect(freedProject.team_id).toBe(null)
  expect((await listEvents(team_id)).at(-1)).toMatchObject({
    type: 'team.deleted',
    before: { name: created.name, projects: 1, tasks: 1 },
    after: null,
  })
})

test('the intake lists readable tasks of the team without a project', async () => {
  const { team_id } = await createTeam({ member_user_ids: [as('mate').userId] })
  const { project_id } = await createProject(as('lead'), org_id, { team_id })
  const free = await createTask(as('lead'), org_id, { team_id, title: 'Free' })
  const hidden = await createTask(as('lead'), org_id, { team_id, title: 'Hidden', restricted_to: ['teams-lead'] })
  await createTask(as('lead'), org_id, { team_id, project_id, title: 'Filed' })
  const listTitles = async (by: string, query: Record<string, string> = {}) =>
    expectStatus(await as(by).get(`/v1/teams/${team_id}/intake`, { query }), 200).data.map(
      (row: { task_id: string; title: string }) => [row.task_id, row.title],
    )
  expect(await listTitles('lead')).toEqual([
    [free.task_id, 'Free'],
    [hidden.task_id, 'Hidden'],
  ])
  expect(await listTitles('mate')).toEqual([[free.task_id, 'Free']])
  expect(await listTitles('mate', { include_inaccessible: 'true' })).toContainEqual([hidden.task_id, 'Restricted'])
  expectStatus(await as('guest').get(`/v1/teams/${team_id}/intake`), 404)
  const limited = await createTokenClient(as('lead'), org_id, { scopes: ['teams:read'], project_ids: [project_id] })
  expect(expectStatus(await limited.get(`/v1/teams/${team_id}/intake`), 200).data).toEqual([])
})

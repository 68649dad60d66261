import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, cleo: Client, dora: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  const people = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map((name) => app.signIn(name)))
  ;[ada, ben, cleo, dora] = people as [Client, Client, Client, Client]
})

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, cleo)
  await addMember(ada, org, dora)
})

const remove = async (by: Client, member: Client) =>
  expectStatus(await by.delete(`/v1/organization-members/${member.userId}/${org}`), 200)
const createTeam = async (owner: Client, people: Client[] = []) => {
  const body = { org_id: org, name: 'Quay crew', member_user_ids: people.map((one) => one.userId) }
  return expectStatus(await owner.post('/v1/teams', { body }), 201)
}
const readTeam = async (id: string) => expectStatus(await ada.get(`/v1/teams/${id}`), 200)
const rolesIn = (list: { username: string; team_role: string }[]) => list.map((one) => [one.username, one.team_role])
const readProject = async (id: string) => expectStatus(await ada.get(`/v1/projects/detail/${id}`), 200)
const listRoles = async (project_id: string): Promise<[string, string][]> => {
  const { data } = expectStatus(await ada.get('/v1/project-members', { query: { project_id } }), 200)
  return data.map((one: { username: string; project_role: string }) => [one.username, one.project_role])
}
const listEventsSince = (at: string) =>
  app.sql<{ type: string; before: object | null; after: object | null }>(
    'SELECT type, before, after FROM events WHERE org_id = $1 AND event_id > $2 ORDER BY event_id',
    [org, at],
  )
const loadLastEventId = async () =>
  (
    await app.sql<{ event_id: string }>(
      'SELECT event_id FROM events WHERE org_id = $1 ORDER BY event_id DESC LIMIT 1',
      [org],
    )
  )[0]!.event_id
const readEtag = async (path: string) => (await ada.get(path)).headers.etag!

describe('ownership of a sole owner', () => {
  it('passes to the admin who removes them, whatever role the admin had', async () => {
    const mine = await createProject(cleo, org, { visibility: 'private' })
    const shared = await createProject(cleo, org)
    await addProjectMember(cleo, shared.project_id, ben, 'viewer')
    const { team_id } = await createTeam(cleo, [ben])
    await remove(ben, cleo)
    for (const { project_id } of [mine, shared]) {
      expect(await readProject(project_id)).toMatchObject({ owner: 'ben', team_members: ['ben'] })
      expect(await listRoles(project_id)).toEqual([['ben', 'owner']])
    }
    expect(rolesIn((await readTeam(team_id)).members)).toEqual([['ben', 'owner']])
  })

  it('passes to the longest-standing owner when the user leaves', async () => {
    const { project_id } = await createProject(ada, org)
    await addMember(ada, org, await app.signIn('early'), 'owner')
    const own = await createProject(cleo, org)
    const { team_id } = await createTeam(cleo)
    await remove(cleo, cleo)
    expect(await readProject(own.project_id)).toMatchObject({ owner: 'ada' })
    expect(rolesIn((await readTeam(team_id)).members)).toEqual([['ada', 'owner']])
    await remove(ada, ada)
    const early = await app.signIn('early')
    expect((await early.get(`/v1/projects/detail/${project_id}`)).body).toMatchObject({ owner: 'early' })
  })

  it('stays with other owners; the longest-standing one becomes primary', async () => {
    const { project_id } = await createProject(cleo, org)
    await addProjectMember(cleo, project_id, dora, 'owner')
    const { team_id } = await createTeam(cleo, [dora])
    const own = { body: { team_role: 'owner' } }
    expectStatus(await cleo.patch(`/v1/teams/${team_id}/members/${dora.userId}`, own), 200)
    await remove(ben, cleo)
    expect(await readProject(project_id)).toMatchObject({ owner: 'dora', team_members: ['dora'] })
    expect(await listRoles(project_id)).toEqual([['dora', 'owner']])
    expect(rolesIn((await readTeam(team_id)).members)).toEqual([['dora', 'owner']])
  })

  it('passes on when the other owners are deactivated', async () => {
    const { project_id } = await createProject(cleo, org)
    await addProjectMember(cleo, project_id, dora, 'owner')
    const path = `/v1/organization-members/${dora.userId}/${org}`
    expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
    await remove(ben, cleo)
    expect(await readProject(project_id)).toMatchObject({ owner: 'ben', team_members: ['ben'] })
  })
})

describe('a task restricted to a removed user', () => {
  const readTaskStatus = async (client: Client, id: string) => (await client.get(`/v1/tasks/${id}`)).status

  it('stays restricted to the other named users', async () => {
    const { project_id } = await createProject(ada, org)
    const { task_id } = await createTask(ada, org, { project_id, restricted_to: ['cleo', 'dora'] })
    const before = await readEtag(`/v1/tasks/${task_id}`)
    await remove(ben, cleo)
    const { body, headers } = await ada.get(`/v1/tasks/${task_id}`)
    expect(body).toMatchObject({ restricted_to: ['dora'], restricted_to_user_ids: [dora.userId] })
    expect(headers.etag).not.toBe(before)
    const stale = { body: { title: 'Mine' }, headers: { 'if-match': before } }
    expect((await ada.patch(`/v1/tasks/${task_id}`, stale)).status).toBe(412)
  })

  it('stays hidden if no other user was named: the removing admin replaces them', async () => {
    const { project_id } = await createProject(ada, org)
    const { task_id } = await createTask(ada, org, { project_id, restricted_to: ['cleo'] })
    expect([await readTaskStatus(cleo, task_id), await readTaskStatus(dora, task_id)]).toEqual([200, 404])
    await remove(ben, cleo)
    expect((await ada.get(`/v1/tasks/${task_id}`)).body).toMatchObject({
      restricted_to: ['ben'],
      restricted_to_user_ids: [ben.userId],
    })
    expect(await readTaskStatus(dora, task_id)).toBe(404)
    // Writing back a response does not restore access either.
    const whole = (await ada.get(`/v1/tasks/${task_id}`)).body
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { ...whole, title: 'Other' } }), 200)
    expect(await readTaskStatus(dora, task_id)).toBe(404)
    await addMember(ada, org, cleo)
    expect(await readTaskStatus(cleo, task_id)).toBe(404)
  })
})

it('a user who joins again gets nothing back', async () => {
  const { project_id } = await createProject(cleo, org, { visibility: 'private' })
  const inactive = await createProject(ada, org, { visibility: 'private' })
  await addProjectMember(ada, inactive.project_id, cleo, 'owner')
  const membership = `/v1/project-members/${cleo.userId}/${inactive.project_id}`
  expectStatus(await ada.patch(membership, { body: { is_active: false } }), 200)
  const { team_id } = await createTeam(cleo)
  const milestones = `/v1/teams/${team_id}/milestones`
  const dated = { title: 'Reopened', target_date: '2027-03-31', owner_user_id: cleo.userId }
  const { milestone_id } = expectStatus(await cleo.post(milestones, { body: dated }), 201)
  const filed = await createTask(cleo, org, { project_id, assignee: 'cleo' })
  await remove(ben, cleo)
  await addMember(ada, org, cleo, 'guest')

  expect((await cleo.get(`/v1/projects/detail/${project_id}`)).status).toBe(404)
  expect((await ada.get(membership)).status).toBe(404)
  expect((await ada.patch(membership, { body: { is_active: true } })).status).toBe(404)
  expect((await cleo.get(`/v1/teams/${team_id}`)).status).toBe(404)
  expect((await ada.get(`${milestones}/${milestone_id}`)).body.owner_user_id).toBeNull()
  // Creator and assignee stay stored, but grant no access.
  expect((await ada.get(`/v1/tasks/${filed.task_id}`)).body).toMatchObject({
    created_by: 'cleo',
    assignee: 'cleo',
  })
  expect((await cleo.get(`/v1/tasks/${filed.task_id}`)).status).toBe(404)
  // A new membership has the new role and no ownership.
  await addProjectMember(ada, project_id, cleo, 'viewer')
  expect(await listRoles(project_id)).toEqual([
    ['ben', 'owner'],
    ['cleo', 'viewer'],
  ])
})

it('raises the versions of all changed rows, with one event with counts and one per task', async () => {
  const { project_id } = await createProject(cleo, org)
  const joined = await createProject(ada, org)
  await addProjectMember(ada, joined.project_id, cleo, 'editor')
  const { team_id } = await createTeam(cleo)
  const dated = { title: 'Reopened', target_date: '2027-03-31', owner_user_id: cleo.userId }
  const created = expectStatus(await cleo.post(`/v1/teams/${team_id}/milestones`, { body: dated }), 201)
  const filed = { project_id: joined.project_id }
  const alone = await createTask(ada, org, { ...filed, restricted_to: ['cleo'] })
  const among = await createTask(ada, org, { ...filed, restricted_to: ['ada', 'cleo'] })
  const paths = [
    `/v1/projects/detail/${project_id}`,
    `/v1/projects/detail/${joined.project_id}`,
    `/v1/teams/${team_id}`,
    `/v1/teams/${team_id}/milestones/${created.milestone_id}`,
    `/v1/tasks/${alone.task_id}`,
    `/v1/tasks/${among.task_id}`,
  ]
  const listVersions = async () => (await Promise.all(paths.map(readEtag))).map((etag) => Number(/\d+/.exec(etag)![0]))
  const before = await listVersions()
  const at = await loadLastEventId()
  await remove(ben, cleo)
  expect(await listVersions()).toEqual(before.map((version) => version + 1))
  expect(await listEventsSince(at)).toEqual([
    { type: 'task.restricted', before: { restricted_to: ['cleo'] }, after: { restricted_to: ['ben'] } },
    {
      type: 'task.restricted',
      before: { restricted_to: ['ada', 'cleo'] },
      after: { restricted_to: ['ada'] },
    },
    {
      type: 'member.removed',
      before: {
        username: 'cleo',
        role: 'member',
        projects: 2,
        teams: 1,
        milestones: 1,
        restricted_tasks: 2,
        projects_passed: 1,
        teams_passed: 1,
        tasks_passed: 1,
        watches: 0,
        notifications: 0,
        reminders: 0,
        passed_to: 'ben',
      },
      after: null,
    },
  ])
})

it('deactivation changes no ownership', async () => {
  const { project_id } = await createProject(cleo, org)
  const { team_id } = await createTeam(cleo)
  const dated = { title: 'Reopened', target_date: '2027-03-31', owner_user_id: cleo.userId }
  const created = expectStatus(await cleo.post(`/v1/teams/${team_id}/milestones`, { body: dated }), 201)
  const { task_id } = await createTask(cleo, org, { project_id, restricted_to: ['cleo'] })
  const path = `/v1/organization-members/${cleo.userId}/${org}`
  for (const is_active of [false, true]) expectStatus(await ada.patch(path, { body: { is_active } }), 200)
  expect(await readProject(project_id)).toMatchObject({ owner: 'cleo', team_members: ['cleo'] })
  expect(rolesIn((await readTeam(team_id)).members)).toEqual([['cleo', 'owner']])
  const milestone = await cleo.get(`/v1/teams/${team_id}/milestones/${created.milestone_id}`)
  expect(milestone.body.owner_user_id).toBe(cleo.userId)
  expect((await cleo.get(`/v1/tasks/${task_id}`)).body.restricted_to).toEqual(['cleo'])
})

it('deactivating a service account, which is final, passes ownership like a removal', async () => {
  const accounts = `/v1/organizations/${org}/service-accounts`
  const { user_id, username } = expectStatus(await ben.post(accounts, { body: { name: 'Robot' } }), 200)
  const robot = { ...dora, userId: user_id, username, app } as unknown as Client
  const acting = await createTokenClient(robot, org, { grant_type: 'service_account' })
  const own = await createProject(acting, org, { visibility: 'private' })
  const { team_id } = await createTeam(acting)
  const shared = await createProject(ada, org)
  const { task_id } = await createTask(ada, org, { project_id: shared.project_id, restricted_to: [username] })
  expectStatus(await ben.delete(`${accounts}/${user_id}`), 200)
  expect(await readProject(own.project_id)).toMatchObject({ owner: 'ben', team_members: ['ben'] })
  expect(await listRoles(own.project_id)).toEqual([['ben', 'owner']])
  expect(rolesIn((await readTeam(team_id)).members)).toEqual([['ben', 'owner']])
  expect((await ada.get(`/v1/tasks/${task_id}`)).body.restricted_to).toEqual(['ben'])
  const again = await loadLastEventId()
  expectStatus(await ben.delete(`${accounts}/${user_id}`), 200)
  expect(await listEventsSince(again)).toEqual([])
})

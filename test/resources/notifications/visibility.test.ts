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
import { insertNotification, insertWatcher } from '../../support/notifications.ts'

const app = await startApp()
const [ada, ben, cleo, gus] = (await Promise.all(['ada', 'ben', 'cleo', 'gus'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
  Client,
]
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
await insertMembership(cleo, org_id, 'admin')
await insertMembership(gus, org_id, 'guest')

// oxlint-disable-next-line typescript/no-explicit-any
type ShownNotification = any

const open = await createProject(ada, org_id, { visibility: 'public' })
const secret = await createProject(ada, org_id, { visibility: 'private' })
const shared = await createProject(ada, org_id, { visibility: 'private' })
for (const client of [ben, gus]) await addProjectMember(ada, shared.project_id, client, 'viewer')
const owned = await createProject(ada, org_id, { visibility: 'private' })
await addProjectMember(ada, owned.project_id, ben, 'owner')
const gone = await createProject(ada, org_id, { visibility: 'public' })
const [crew, other] = [await insertTeam(app, org_id, [ada, gus]), await insertTeam(app, org_id)]

const list = async (client: Client, path: string): Promise<ShownNotification[]> =>
  expectStatus(await client.get(path, { query: { org_id, limit: '1000' } }), 200).data
const listTaskIds = async (client: Client) => (await list(client, '/v1/notifications')).map((one) => one.resource_id)

test('visible notifications match the task lists of a user or token, and watchers are readers', async () => {
  const tasks: ShownNotification[] = []
  for (const { project_id } of [open, secret, shared, owned, gone])
    for (const restricted_to of [undefined, ['ben'], ['cleo']])
      tasks.push(await createTask(ada, org_id, { project_id, ...(restricted_to && { restricted_to }) }))
  for (const values of [
    { team_id: crew },
    { team_id: other },
    { team_id: crew, restricted_to: ['ada'] },
    { assignee: 'ben' },
    {},
  ])
    tasks.push(await createTask(ada, org_id, values))
  tasks.push(await createTask(ben, org_id), await createTask(ben, org_id, { assignee: 'gus' }))
  const deleted = await createTask(ada, org_id, { project_id: open.project_id })
  tasks.push(deleted)
  expectStatus(await ada.delete(`/v1/tasks/${deleted.task_id}`), 200)
  expectStatus(await ada.delete(`/v1/projects/${gone.project_id}`), 200)
  const readers: [string, Client, Client][] = []
  for (const client of [ada, ben, cleo, gus]) {
    for (const { task_id } of tasks) await insertNotification(client, org_id, { task_id })
    readers.push([client.username, client, client])
    for (const project_ids of [null, [open.project_id], [shared.project_id, secret.project_id]])
      readers.push([
        `${client.username} ${project_ids?.length}`,
        client,
        await createTokenClient(client, org_id, { project_ids }),
      ])
  }
  const sizes = new Set<number>()
  for (const [name, , client] of readers) {
    const seen = (await list(client, '/v1/tasks')).map((one) => one.task_id).toSorted()
    expect([name, (await listTaskIds(client)).toSorted()]).toEqual([name, seen])
    const { unread } = expectStatus(await client.get('/v1/notifications/count', { query: { org_id } }), 200)
    expect([name, unread]).toEqual([name, seen.length])
    sizes.add(seen.length)
  }
  const people = [ada, ben, cleo, gus]
  const lists = new Map<string, string[]>()
  for (const client of people) {
    lists.set(
      client.username,
      (await list(client, '/v1/tasks')).map((one) => one.task_id),
    )
    for (const { task_id } of tasks) await insertWatcher(client, org_id, task_id)
  }
  for (const task_id of lists.get('ada')!) {
    const readers = people.map((client) => client.username).filter((name) => lists.get(name)!.includes(task_id))
    const watchers = (await list(ada, `/v1/tasks/${task_id}/watchers`)).map((one) => one.username)
    expect([task_id, watchers]).toEqual([task_id, readers])
  }
  // Proves that visibility differs between users.
  expect(sizes.size).toBeGreaterThan(4)
})

test('notifications of hidden tasks are not returned, counted or marked, and return unchanged when readable again', async () => {
  const org = (await createOrganization(ada)).org_id as string
  await insertMembership(ben, org, 'member')
  const { project_id } = await createProject(ada, org, { visibility: 'public' })
  const { project_id: away } = await createProject(ada, org, { visibility: 'private' })
  const { task_id } = await createTask(ada, org, { project_id })
  const { notification_id } = await insertNotification(ben, org, { task_id, project_id })
  const path = `/v1/notifications/${notification_id}`
  const readPreferences = async () => {
    const { data } = expectStatus(await ben.get('/v1/notifications', { query: { org_id: org } }), 200)
    const { unread } = expectStatus(await ben.get('/v1/notifications/count', { query: { org_id: org } }), 200)
    return [data.length, unread, (await ben.get(path)).status]
  }
  const until = new Date(app.clock.now() + 60_000).toISOString()
  const changeTask = async (body: object) => expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
  const show = async (visibility: string) =>
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { visibility } }), 200)
  const hidings: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['restricted', () => changeTask({ restricted_to: ['ada'] }), () => changeTask({ restricted_to: [] })],
    ['moved', () => changeTask({ project_id: away }), () => changeTask({ project_id })],
    ['private', () => show('private'), () => show('public')],
  ]
  for (const [name, hide, back] of hidings) {
    expect([name, ...(await readPreferences())]).toEqual([name, 1, 1, 200])
    await hide()
    expect([name, ...(await readPreferences())]).toEqual([name, 0, 0, 404])
    expect([name, (await ben.patch(path, { body: { read: true } })).status]).toEqual([name, 404])
    const all = await ben.post('/v1/notifications/read', { body: { until, org_id: org } })
    expect([name, expectStatus(all, 200).count]).toEqual([name, 0])
    await back()
  }
  expect(await readPreferences()).toEqual([1, 1, 200])
})

test('a notification names the current container of a task, not the former one', async () => {
  const { task_id } = await createTask(ada, org_id, { project_id: open.project_id })
  const { notification_id } = await insertNotification(ben, org_id, { task_id, project_id: secret.project_id })
  const row = expectStatus(await ben.get(`/v1/notifications/${notification_id}`), 200)
  expect(row.project_id).toBe(open.project_id)
  const readNotifications = async (project_id: string) =>
    (await ben.get('/v1/notifications', { query: { project_id } })).body
  expect(
    (await readNotifications(open.project_id)).data.map((one: ShownNotification) => one.notification_id),
  ).toContain(notification_id)
  expect((await readNotifications(secret.project_id)).status).toBe(404)
})

test('notifications of projects, teams and their plans are visible to readers as long as the items exist', async () => {
  const [mine, theirs] = [await insertTeam(app, org_id, [ada, gus]), await insertTeam(app, org_id)]
  const dates = { start_date: '2026-11-16', duration_weeks: 2 }
  const sprint = expectStatus(
    await ada.post(`/v1/teams/${mine}/sprints`, { body: { name: 'One', ...dates } }),
    200,
    201,
  )
  const milestone = expectStatus(
    await ada.post(`/v1/teams/${mine}/milestones`, {
      body: { title: 'Opening', target_date: '2027-03-31' },
    }),
    200,
    201,
  )
  const things: [string, object][] = [
    ['hidden project', { resource_type: 'project', resource_id: secret.project_id, project_id: secret.project_id }],
    ['project', { resource_type: 'project', resource_id: shared.project_id, project_id: shared.project_id }],
    ['team', { resource_type: 'team', resource_id: mine, team_id: mine }],
    ['other team', { resource_type: 'team', resource_id: theirs, team_id: theirs }],
    ['sprint', { resource_type: 'sprint', resource_id: sprint.sprint_id, team_id: mine }],
    ['milestone', { resource_type: 'milestone', resource_id: milestone.milestone_id, team_id: mine }],
    ['organization', { resource_type: 'organization', resource_id: org_id }],
  ]
  const names = new Map<string, string>()
  for (const client of [ben, gus])
    for (const [name, values] of things)
      names.set((await insertNotification(client, org_id, { kind: 'invited', ...values })).notification_id, name)
  const listVisible = async (client: Client) =>
    (await list(client, '/v1/notifications')).flatMap((one) => names.get(one.notification_id) ?? []).toSorted()
  expect(await listVisible(ben)).toEqual(
    ['milestone', 'organization', 'other team', 'project', 'sprint', 'team'].toSorted(),
  )
  expect(await listVisible(gus)).toEqual(['milestone', 'organization', 'project', 'sprint', 'team'])
  const limited = await createTokenClient(ben, org_id, { project_ids: [shared.project_id] })
  expect(await listVisible(limited)).toEqual(['project'])
  expectStatus(await ada.delete(`/v1/teams/${mine}/sprints/${sprint.sprint_id}`), 200, 204)
  expectStatus(await ada.delete(`/v1/teams/${mine}/milestones/${milestone.milestone_id}`), 200, 204)
  expect(await listVisible(gus)).toEqual(['organization', 'project', 'team'])
  expectStatus(await ada.delete(`/v1/teams/${mine}`), 200, 204)
  expect(await listVisible(gus)).toEqual(['organization', 'project'])
})

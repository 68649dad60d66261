import { describe, expect, test } from 'vitest'
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
import { listOwnSections, placeTask } from '../sections/requests.ts'
import { patchView, getViewRows, postView, createView, type View } from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
await insertMembership(gil, org_id, 'guest')
const open = (await createProject(ada, org_id, { name: 'Open' })).project_id as string
const closed = (await createProject(ada, org_id, { name: 'Closed', visibility: 'private' })).project_id as string
await createProject(ada, org_id, { name: 'Archive', status: 'archived' })
await addProjectMember(ada, open, gil, 'viewer')
for (let i = 0; i < 12; i++)
  await createTask(ada, org_id, {
    title: `Task ${i % 5}`,
    project_id: [open, closed, null][i % 3],
    status: ['blocked', 'in_progress', 'completed', 'backlog'][i % 4],
    priority: ['high', 'low', 'none'][i % 3],
    assignee: [null, 'ada', 'ben', 'gil'][i % 4],
    due_date: i % 3 ? `2027-01-0${1 + (i % 4)}` : null,
    restricted_to: i % 5 === 0 ? ['ada'] : [],
    tags: i % 2 ? ['dry', 'dock'] : [],
  })
const limited = await createTokenClient(ada, org_id, { scopes: ['tasks:read', 'projects:read'], project_ids: [closed] })
const readers: [string, Client][] = [
  ['ada', ada],
  ['ben', ben],
  ['gil', gil],
  ['a token of ada’s, limited to a project', limited],
]

/** A view of the organization's own team, readable by every user. */
const crew = expectStatus(
  await ada.post('/v1/teams', { body: { org_id, name: 'Crew', member_user_ids: [gil.userId] } }),
  201,
).team_id as string
let last = 0
const createSharedView = (query: object, values: object = {}): Promise<View> =>
  createView(ada, org_id, { scope_type: 'team', scope_id: crew, name: `View ${++last}`, query, ...values })

/** Lists every row page by page. */
async function paginate(client: Client, path: string, query: Record<string, string | string[]>, limit: number) {
  const found: unknown[] = []
  let cursor: string | undefined
  do {
    const body = expectStatus(await client.get(path, { query: { ...query, limit, cursor } }), 200)
    expect(body.data.length).toBeLessThanOrEqual(limit)
    found.push(...body.data)
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return found
}

const taskQueries: Record<string, string | string[]>[] = [
  {},
  { sort_order: 'desc' },
  { sort_by: 'due_date' },
  { sort_by: 'due_date', sort_order: 'desc', 'filter[status]': ['blocked', 'in_progress'] },
  { sort_by: 'task_id', 'filter[assignee]': 'me' },
  { 'filter[assignee]': ['me', '__none__'], 'filter[project]': [open, '__unfiled__'] },
  { 'filter[search]': 'task 1', 'filter[search_fields]': 'title' },
  { 'filter[tags]': 'dock', sort_by: 'priority' },
  { 'filter[due_before]': '2027-01-02', 'filter[created_after]': '2020-01-01' },
  { section_scope: 'user:me', 'filter[section]': '__none__' },
  { status: 'completed', unfiled: 'true' },
  { 'filter[project]': [open, closed], include_inaccessible: 'true', sort_by: 'title' },
  { 'filter[goal]': 'G0000000000000000' },
]

const projectQueries: Record<string, string>[] = [
  {},
  { show_all: 'true', sort_by: 'name' },
  { sort_by: 'end_date', sort_order: 'desc' },
]

describe('the rows of a view', () => {
  test.each(taskQueries.map((query) => [JSON.stringify(query), query] as const))(
    'equal those of the task list for the same caller: %s',
    async (_, query) => {
      const created = await createSharedView(query)
      const path = `/v1/views/${created.view_id}/rows`
      for (const [who, client] of readers) {
        const expected = await paginate(client, '/v1/tasks', { org_id, ...query }, 1000)
        for (const limit of [1000, 3])
          expect([who, limit, await paginate(client, path, {}, limit)]).toEqual([who, limit, expected])
      }
    },
  )

  test.each(projectQueries.map((query) => [JSON.stringify(query), query] as const))(
    'equal those of the project list for the same caller: %s',
    async (_, query) => {
      const created = await createSharedView(query, { resource: 'project' })
      for (const [who, client] of readers) {
        const expected = await paginate(client, `/v1/projects/${org_id}`, query, 1000)
        for (const limit of [1000, 1])
          expect([who, await paginate(client, `/v1/views/${created.view_id}/rows`, {}, limit)]).toEqual([who, expected])
      }
    },
  )

  test('resolve me to the caller', async () => {
    const created = await createSharedView({ assignee: 'me' })
    for (const [client, name] of [
      [ada, 'ada'],
      [gil, 'gil'],
    ] as const) {
      const { data } = expectStatus(await getViewRows(client, created), 200)
      expect(data.length).toBeGreaterThan(0)
      expect(new Set(data.map((row: { assignee: string }) => row.assignee))).toEqual(new Set([name]))
    }
  })

  test('include restricted tasks as blank rows when the view or the request requests it', async () => {
    const listBlankRows = async (created: View, query = {}) =>
      expectStatus(await getViewRows(ben, created, query), 200).data.filter(
        (row: { has_access: boolean }) => !row.has_access,
      ).length
    const plain = await createSharedView({ 'filter[project]': open })
    const keeping = await createSharedView({ 'filter[project]': open, include_inaccessible: 'true' })
    expect(await listBlankRows(plain)).toBe(0)
    expect(await listBlankRows(plain, { include_inaccessible: true })).toBeGreaterThan(0)
    expect(await listBlankRows(keeping)).toBeGreaterThan(0)
    expect(await listBlankRows(keeping, { include_inaccessible: false })).toBe(0)
  })

  test('include sections as the view requests', async () => {
    const [lane] = await listOwnSections(ben, org_id)
    const { task_id } = await createTask(ben, org_id, { title: 'In a lane', project_id: null })
    await placeTask(ben, task_id, ['user', 'ben'], lane.section_id)
    const created = await createSharedView({ section_scope: 'user:me', 'filter[search]': 'in a lane' })
    expect(expectStatus(await getViewRows(ben, created), 200).data).toMatchObject([{ section_id: lane.section_id }])
    expect(expectStatus(await getViewRows(ada, created), 200).data).toMatchObject([{ section_id: null }])
  })
})

describe('pagination over rows', () => {
  test("ends with a change of the view's query, not of its name or display", async () => {
    const created = await createSharedView({ sort_by: 'title' })
    const other = await createSharedView({ sort_by: 'title' })
    const { next_cursor: cursor } = expectStatus(await getViewRows(ada, created, { limit: 2 }), 200)
    expect((await getViewRows(ada, created, { cursor })).status).toBe(200)
    expectStatus(await patchView(ada, created, { name: 'Renamed', display: { layout: 'board' } }), 200)
    expect((await getViewRows(ada, created, { cursor })).status).toBe(200)
    expect((await getViewRows(ada, created, { cursor, include_inaccessible: true })).status).toBe(400)
    expect((await getViewRows(ada, other, { cursor })).status).toBe(400)
    expectStatus(await patchView(ada, created, { query: { 'filter[status]': 'blocked' } }), 200)
    expect((await getViewRows(ada, created, { cursor })).status).toBe(400)
    const { next_cursor: task } = expectStatus(
      await ada.get('/v1/tasks', { query: { org_id, limit: 2, sort_by: 'title' } }),
      200,
    )
    expect((await getViewRows(ada, other, { cursor: task })).status).toBe(400)
    // The order of the view wins over the request's.
    const turned = await getViewRows(ada, other, { sort_by: 'due_date', sort_order: 'up' })
    expect(expectStatus(turned, 200)).toEqual(expectStatus(await getViewRows(ada, other), 200))
  })

  test('takes at most three statements for either list', async () => {
    for (const created of [
      await createSharedView({ 'filter[assignee]': 'me' }),
      await createSharedView({}, { resource: 'project' }),
    ])
      for (const [who, client] of readers) {
        const before = app.countStatements()
        expectStatus(await getViewRows(client, created), 200)
        expect([who, app.countStatementsSince(before, 3)]).toEqual([who, 3])
      }
  })
})

test('references to deleted items and values no longer supported match nothing', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Doomed' })
  await createTask(ada, org_id, { title: 'Inside', project_id })
  const created = [
    await createSharedView({ 'filter[project]': project_id }),
    await createSharedView({ project_id }),
    await createSharedView({ section_scope: `project:${project_id}`, 'filter[project]': project_id }),
  ]
  for (const one of created) expect(expectStatus(await getViewRows(ada, one), 200).data).toHaveLength(1)
  expectStatus(await ada.delete(`/v1/projects/${project_id}`), 200)
  for (const one of created)
    expect(expectStatus(await getViewRows(ada, one), 200)).toEqual({ data: [], next_cursor: null })
  const old = await createSharedView({})
  for (const query of [
    { 'filter[status]': 'retired' },
    { 'filter[shape]': 'round' },
    { sort_by: 'weight' },
    { section_scope: 'planet:me' },
    { sort_order: ['asc', 'desc'] },
  ]) {
    await app.sql('UPDATE views SET query = $3 WHERE org_id = $1 AND view_id = $2', [
      org_id,
      old.view_id,
      JSON.stringify(query),
    ])
    expect([query, expectStatus(await getViewRows(ada, old), 200)]).toEqual([query, { data: [], next_cursor: null }])
  }
})

test('a view of projects requires the same scope as the project list', async () => {
  const created = await createSharedView({}, { resource: 'project' })
  const reader = await createTokenClient(ada, org_id, { scopes: ['tasks:read'] })
  const reply = await getViewRows(reader, created)
  expect([reply.status, reply.body.type]).toEqual([403, 'urn:svc:problem:insufficient-scope'])
  expect(reply.body.errors[0].required).toBe('projects:read')
  expect((await getViewRows(limited, created)).status).toBe(200)
  // A view that the caller cannot read does not reveal its scopes either.
  const own = await createView(ben, org_id, { name: 'Own', resource: 'project' })
  expect((await getViewRows(reader, own)).status).toBe(404)
  expect((await postView(reader, org_id)).status).toBe(403)
})

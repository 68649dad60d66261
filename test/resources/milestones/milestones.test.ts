import { expect, test } from 'vitest'
import { newId } from '../../../src/core/ids.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { listRequestEvents } from '../goals/requests.ts'
import {
  postMilestone,
  buildUniqueName,
  listPage,
  createMilestone,
  createTeam,
  buildMilestonePath,
  type ResponseBody,
} from '../sprints/requests.ts'
import { toIssue, readTask, readVersion } from '../tasks/requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]

/** Creates an organization of ada with a team that ben owns and gil belongs to. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  for (const person of [ben, gil]) await insertMembership(person, org_id, 'member')
  return { org_id: org_id as string, team: await createTeam(ben, org_id, [gil]) }
}
const patch = (client: Client, milestone: ResponseBody, body: object) =>
  client.patch(buildMilestonePath(milestone), { body })

test('creates an open milestone with an owner from the team', async () => {
  const { org_id, team } = await setUp()
  const reply = await postMilestone(ben, team, { title: 'Reopened', owner_user_id: gil.userId.toUpperCase() })
  const created = expectStatus(reply, 201)
  expect(created).toEqual({
    milestone_id: expect.stringMatching(/^MS[0-9A-Z]{16}$/),
    org_id,
    team_id: team,
    title: 'Reopened',
    target_date: '2027-03-31',
    description: null,
    owner_user_id: gil.userId,
    status: 'open',
    closed_at: null,
    closed_by: null,
    created_by: 'ben',
    updated_by: 'ben',
    created_at: expect.any(String),
    updated_at: created.created_at,
    version: 1,
    is_active: true,
    stop_id: null,
    task_count: 0,
    completed_count: 0,
  })
  expect(expectStatus(await ada.get(buildMilestonePath(created)), 200)).toEqual(created)
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'milestone.created', resource_id: created.milestone_id, after: { title: 'Reopened' } },
  ])
})

test('rejects invalid fields with their location, and owners outside the team', async () => {
  const { org_id, team } = await setUp()
  const left = await app.signIn('eli')
  await insertMembership(left, org_id, 'member')
  await ben.post(`/v1/teams/${team}/members`, { body: { user_id: left.userId } })
  await ben.delete(`/v1/teams/${team}/members/${left.userId}`)
  const words = new Set<string>()
  for (const owner_user_id of [ada.userId, left.userId, '01890a5d-ac96-774b-bcce-b302099a8057']) {
    const reply = await postMilestone(ben, team, { owner_user_id })
    expect([owner_user_id, ...toIssue(reply)]).toEqual([owner_user_id, 422, 'body.owner_user_id'])
    words.add(JSON.stringify(reply.body.errors))
  }
  expect(words.size).toBe(1)
  for (const [values, loc] of [
    [{ owner_user_id: 'ben' }, 'body.owner_user_id'],
    [{ title: '' }, 'body.title'],
    [{ title: '\n' }, 'body.title'],
    [{ title: '😀'.repeat(201) }, 'body.title'],
    [{ target_date: null }, 'body.target_date'],
    [{ target_date: '2027-2-1' }, 'body.target_date'],
    [{ description: 'x'.repeat(2001) }, 'body.description'],
  ] as const)
    expect([values, ...toIssue(await postMilestone(ben, team, values))]).toEqual([values, 422, loc])
})

test('titles are unique in a team, open or closed, ignoring case and composition', async () => {
  const { org_id, team } = await setUp()
  const first = await createMilestone(ben, team, { title: 'Fährbetrieb' })
  const other = await createMilestone(ben, team)
  await patch(ben, first, { status: 'closed' })
  for (const title of ['FÄHRBETRIEB', 'Fa\u0308hrbetrieb']) {
    expect([title, (await postMilestone(ben, team, { title })).status]).toEqual([title, 409])
    expect([title, (await patch(ben, other, { title })).status]).toEqual([title, 409])
  }
  expectStatus(await postMilestone(ben, await createTeam(ben, org_id), { title: 'Fährbetrieb' }), 201)
  expectStatus(await ben.delete(buildMilestonePath(first)), 200)
  expectStatus(await patch(ben, other, { title: 'fährbetrieb' }), 200)
  // NFC decomposes this letter, which gives the longest key that a title can have.
  const longest = '\u{1D160}'.repeat(199)
  await createMilestone(ben, team, { title: `${longest}a` })
  await createMilestone(ben, team, { title: `${longest}b` })
  expect((await postMilestone(ben, team, { title: `${longest}A` })).status).toBe(409)
})

test('creates one of many milestones with the same title concurrently', async () => {
  const { team } = await setUp()
  const title = buildUniqueName('Same')
  const replies = await Promise.all(Array.from({ length: 8 }, () => postMilestone(ben, team, { title })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})

test('changes only the fields sent, and the status separately', async () => {
  const { org_id, team } = await setUp()
  const created = await createMilestone(ben, team, { owner_user_id: gil.userId, description: 'Both lanes' })
  const held = await createTask(ada, org_id, { team_id: team, milestone_id: created.milestone_id })
  const reply = await patch(ben, created, {
    status: 'closed',
    description: null,
    title: null,
    owner_user_id: null,
  })
  expect(expectStatus(reply, 200)).toMatchObject({
    title: created.title,
    description: null,
    owner_user_id: null,
    status: 'closed',
    closed_at: reply.body.updated_at,
    closed_by: 'ben',
    task_count: 1,
  })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    {
      type: 'milestone.updated',
      before: { description: 'Both lanes', owner_user_id: gil.userId },
      after: { description: null, owner_user_id: null },
    },
    { type: 'milestone.closed', before: { status: 'open' }, after: { status: 'closed', closed_by: 'ben' } },
  ])
  expect(await readVersion(ada, held.task_id)).toBe(1)
  const again = await ben.put(buildMilestonePath(created), { body: { status: 'closed' } })
  expect([again.headers.etag, await listRequestEvents(ada, again)]).toEqual([reply.headers.etag, []])
  const reopened = await ben.put(buildMilestonePath(created), { body: { status: 'open' } })
  expect(expectStatus(reopened, 200)).toMatchObject({ status: 'open', closed_at: null, closed_by: null })
  expect((await listRequestEvents(ada, reopened)).map((event) => event.type)).toEqual(['milestone.reopened'])
  for (const status of ['Closed', 'done', true])
    expect([status, ...toIssue(await patch(ben, created, { status }))]).toEqual([status, 422, 'body.status'])
})

test('its owner may change the status only, while in the team', async () => {
  const { team } = await setUp()
  const created = await createMilestone(ben, team, { owner_user_id: gil.userId })
  const foreign = await createMilestone(ben, team, { owner_user_id: ben.userId })
  expect(expectStatus(await patch(gil, created, { status: 'closed', other: 1 }), 200).closed_by).toBe('gil')
  for (const body of [{ title: 'x' }, { status: 'open', title: created.title }, { status: 'open', description: null }])
    expect([body, (await patch(gil, created, body)).status]).toEqual([body, 403])
  expect((await patch(gil, foreign, { status: 'closed' })).status).toBe(403)
  expect((await gil.delete(buildMilestonePath(created))).status).toBe(403)
  expectStatus(await ben.delete(`/v1/teams/${team}/members/${gil.userId}`), 200)
  expect((await patch(gil, created, { status: 'open' })).status).toBe(403)
  expect(expectStatus(await patch(ben, created, { target_date: '2027-04-30' }), 200).owner_user_id).toBe(gil.userId)
})

test('sorts open ones first by date, then closed ones latest first', async () => {
  const { team } = await setUp()
  const ids: string[] = []
  for (const target_date of ['2027-03-01', '2027-01-01', '2027-02-01', '2027-01-15', '2027-01-01']) {
    const { milestone_id } = await createMilestone(ben, team, { target_date })
    ids.push(milestone_id)
  }
  const [a, b, c, d, e] = ids
  for (const milestone_id of [c, b]) {
    app.clock.advance(5)
    await patch(ben, { team_id: team, milestone_id }, { status: 'closed' })
  }
  const readOrder = async (query: Record<string, string | number> = {}) =>
    (await listPage(ada, 'milestones', team, query)).data.map((one: ResponseBody) => one.milestone_id)
  expect(await readOrder()).toEqual([e, d, a, b, c])
  expect(await readOrder({ sort_order: 'desc' })).toEqual([c, b, a, d, e])
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ResponseBody = await listPage(ada, 'milestones', team, { limit: 2, ...(cursor && { cursor }) })
    expect(page.total).toBe(5)
    paged.push(...page.data.map((one: ResponseBody) => one.milestone_id))
    cursor = page.next_cursor
  }
  expect(paged).toEqual([e, d, a, b, c])
})

test('deleting a milestone unassigns its tasks, with an event for it and for each task', async () => {
  const { org_id, team } = await setUp()
  const created = await createMilestone(ben, team)
  const inside = { team_id: team, milestone_id: created.milestone_id }
  const seen = await createTask(ada, org_id, inside)
  const hidden = await createTask(ada, org_id, { ...inside, restricted_to: ['ada'] })
  const reply = await ben.delete(buildMilestonePath(created))
  expect(expectStatus(reply, 200)).toEqual({ ok: true, milestone_id: created.milestone_id, unfiled_tasks: 1 })
  for (const { task_id } of [seen, hidden])
    expect([(await readTask(ada, task_id)).milestone_id, await readVersion(ada, task_id)]).toEqual([null, 2])
  const unfiled = {
    type: 'task.updated',
    before: { milestone_id: created.milestone_id },
    after: { milestone_id: null },
  }
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { ...unfiled, resource_id: seen.task_id },
    { ...unfiled, resource_id: hidden.task_id },
    { type: 'milestone.deleted', before: { title: created.title, unfiled_tasks: 2 }, after: null },
  ])
  expect((await ben.get(buildMilestonePath(created))).status).toBe(404)
  expect((await listPage(ben, 'milestones', team)).total).toBe(0)
  const set = await ada.put(`/v1/tasks/${seen.task_id}/milestone`, {
    body: { milestone_id: created.milestone_id },
  })
  expect(toIssue(set)).toEqual([422, 'body.milestone_id'])
})

test('shows the stop of a milestone only to readers of the stop’s project', async () => {
  const { org_id, team } = await setUp()
  const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
  const created = await createMilestone(ben, team)
  const stop = newId('ST', Date.now())
  await app.sql(
    `INSERT INTO stops (org_id, stop_id, project_id, title, title_key, created_at, updated_at)
     VALUES ($1, $2, $3, 'x', 'x', now(), now())`,
    [org_id, stop, closed],
  )
  await app.sql('UPDATE milestones SET stop_id = $1 WHERE milestone_id = $2', [stop, created.milestone_id])
  const listVisible = async (client: Client) => [
    expectStatus(await client.get(buildMilestonePath(created)), 200).stop_id,
    (await listPage(client, 'milestones', team)).data[0].stop_id,
  ]
  expect(await listVisible(ada)).toEqual([stop, stop])
  expect(await listVisible(ben)).toEqual([null, null])
  await addProjectMember(ada, closed, ben, 'viewer')
  expect(await listVisible(ben)).toEqual([stop, stop])
})

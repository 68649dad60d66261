import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { listRequestEvents } from '../goals/requests.ts'
import { toIssue, readTask, readVersion } from '../tasks/requests.ts'
import {
  postSprint,
  completeSprint,
  buildUniqueName,
  listPage,
  createSprint,
  createTeam,
  buildSprintPath,
  type ResponseBody,
} from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]

/** Creates an organization of ada with a team that ben owns; gil is a guest. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  return { org_id: org_id as string, team: await createTeam(ben, org_id) }
}
const getToday = () => new Date(app.clock.now()).toISOString().slice(0, 10)
const addDays = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString().slice(0, 10)

test('creates a sprint with its last day or its number of weeks, and returns both', async () => {
  const { org_id, team } = await setUp()
  const reply = await postSprint(ben, team, { name: 'Twelve', goal: 'Quay', description: null })
  const created = expectStatus(reply, 201)
  expect(created).toEqual({
    sprint_id: expect.stringMatching(/^SP[0-9A-Z]{16}$/),
    org_id,
    team_id: team,
    name: 'Twelve',
    start_date: '2026-11-16',
    end_date: '2026-11-29',
    description: null,
    goal: 'Quay',
    status: 'active',
    completed_at: null,
    completed_by: null,
    created_by: 'ben',
    updated_by: 'ben',
    created_at: expect.any(String),
    updated_at: created.created_at,
    version: 1,
    is_active: true,
    duration_weeks: 2,
    duration_label: '2 weeks',
    task_count: 0,
    completed_count: 0,
  })
  expect(expectStatus(await ada.get(buildSprintPath(created)), 200)).toEqual(created)
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'sprint.created', resource_id: created.sprint_id, project_id: null, before: null },
  ])
  for (const [values, end, weeks, label] of [
    [{ duration_weeks: 1 }, '2026-11-22', 1, '1 week'],
    [{ duration_weeks: 4 }, '2026-12-13', 4, '4 weeks'],
    [{ duration_weeks: 5 }, '2026-12-20', 5, 'Custom'],
    [{ duration_weeks: null, end_date: '2026-11-16' }, '2026-11-16', null, 'Custom'],
    [{ duration_weeks: null, end_date: '2026-12-06' }, '2026-12-06', 3, '3 weeks'],
    [{ start_date: '2028-02-28', duration_weeks: 1 }, '2028-03-05', 1, '1 week'],
  ] as const)
    expect(await createSprint(ben, team, values)).toMatchObject({
      end_date: end,
      duration_weeks: weeks,
      duration_label: label,
    })
})

test('rejects invalid dates with their location', async () => {
  const { team } = await setUp()
  const created = await createSprint(ben, team)
  for (const [values, loc] of [
    [{ end_date: '2026-11-29' }, 'body.duration_weeks'],
    [{ duration_weeks: null }, 'body.end_date'],
    [{ duration_weeks: undefined, end_date: '2026-11-15' }, 'body.end_date'],
    [{ duration_weeks: 0 }, 'body.duration_weeks'],
    [{ duration_weeks: 53 }, 'body.duration_weeks'],
    [{ duration_weeks: 1.5 }, 'body.duration_weeks'],
    [{ duration_weeks: '2' }, 'body.duration_weeks'],
    [{ start_date: null }, 'body.start_date'],
    [{ start_date: '9999-12-31' }, 'body.duration_weeks'],
    [{ name: ' ' }, 'body.name'],
    [{ name: 'x'.repeat(121) }, 'body.name'],
    [{ goal: 'x'.repeat(2001) }, 'body.goal'],
  ] as const)
    expect([values, ...toIssue(await postSprint(ben, team, values))]).toEqual([values, 422, loc])
  for (const [body, loc] of [
    [{ start_date: '2026-11-30' }, 'body.start_date'],
    [{ end_date: '2026-11-15' }, 'body.end_date'],
    [{ end_date: '2026-11-29', duration_weeks: 2 }, 'body.duration_weeks'],
    [{ status: 'done' }, 'body.status'],
    [{ status: 'Completed' }, 'body.status'],
  ] as const)
    expect([body, ...toIssue(await ben.patch(buildSprintPath(created), { body }))]).toEqual([body, 422, loc])
})

test('an update by PATCH or PUT changes only the fields sent, with one event', async () => {
  const { team } = await setUp()
  const created = await createSprint(ben, team, { goal: 'Quay' })
  const moved = await ada.patch(buildSprintPath(created), { body: { start_date: '2026-11-23', goal: null } })
  expect(expectStatus(moved, 200)).toMatchObject({
    start_date: '2026-11-23',
    end_date: '2026-11-29',
    goal: null,
    duration_weeks: 1,
    updated_by: 'ada',
  })
  expect(await listRequestEvents(ada, moved)).toMatchObject([
    {
      type: 'sprint.updated',
      before: { start_date: '2026-11-16', goal: 'Quay' },
      after: { start_date: '2026-11-23', goal: null },
    },
  ])
  const put = await ben.put(buildSprintPath(created), { body: { duration_weeks: 3, end_date: null, name: null } })
  expect(expectStatus(put, 200)).toMatchObject({ name: created.name, end_date: '2026-12-13', duration_weeks: 3 })
  const again = await ben.put(buildSprintPath(created), { body: { duration_weeks: 3, status: 'active' } })
  expect([again.headers.etag, await listRequestEvents(ada, again)]).toEqual([put.headers.etag, []])
})

test('names are unique in a team, ignoring case and composition, until deletion', async () => {
  const { org_id, team } = await setUp()
  const first = await createSprint(ben, team, { name: 'Ångström' })
  const other = await createSprint(ben, team)
  const taken = ['Ångström', 'ÅNGSTRÖM', 'A\u030Angstro\u0308m', 'ångström']
  for (const name of taken) {
    expect([name, (await postSprint(ben, team, { name })).status]).toEqual([name, 409])
    expect([name, (await ben.patch(buildSprintPath(other), { body: { name } })).status]).toEqual([name, 409])
  }
  await completeSprint(ben, first)
  expect((await postSprint(ben, team, { name: 'ångström' })).status).toBe(409)
  expectStatus(await ben.patch(buildSprintPath(first), { body: { name: 'ÅNGSTRÖM' } }), 200)
  expectStatus(await postSprint(ben, await createTeam(ben, org_id), { name: 'Ångström' }), 201)
  expectStatus(await ben.delete(buildSprintPath(first)), 200)
  expectStatus(await postSprint(ben, team, { name: 'ångström' }), 201)
})

test('accepts names that differ only after two hundred letters of their key', async () => {
  const { team } = await setUp()
  // Lower case turns each letter into two.
  for (const last of ['a', 'b']) expectStatus(await postSprint(ben, team, { name: `${'İ'.repeat(119)}${last}` }), 201)
  expect((await postSprint(ben, team, { name: `${'İ'.repeat(119)}B` })).status).toBe(409)
})

test('creates one of many sprints with the same name concurrently', async () => {
  const { team } = await setUp()
  const name = buildUniqueName('Same')
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      postSprint(i % 2 ? ada : ben, team, { name: i % 3 ? name : name.toUpperCase() }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})

test('lists the latest first, and counts all pages', async () => {
  const { team } = await setUp()
  const starts = ['2026-01-05', '2026-03-02', '2026-02-02', '2026-03-02']
  const ids: string[] = []
  for (const start_date of starts) ids.push((await createSprint(ben, team, { start_date })).sprint_id)
  const [a, b, c, d] = ids
  await completeSprint(ben, { team_id: team, sprint_id: c })
  const readOrder = async (query: Record<string, string | number> = {}) =>
    (await listPage(ada, 'sprints', team, query)).data.map((sprint: ResponseBody) => sprint.sprint_id)
  expect(await readOrder()).toEqual([d, b, c, a])
  expect(await readOrder({ sort_order: 'desc' })).toEqual([a, c, b, d])
  expect(await readOrder({ sort_by: 'start_date' })).toEqual([a, c, b, d])
  const first = await listPage(ada, 'sprints', team, { limit: 3 })
  expect([first.data.length, first.total]).toEqual([3, 4])
  expect(await listPage(ada, 'sprints', team, { limit: 3, cursor: first.next_cursor })).toMatchObject({
    data: [{ sprint_id: a }],
    next_cursor: null,
    total: 4,
  })
  expect(await listPage(ada, 'sprints', team, { offset: 9 })).toEqual({ data: [], next_cursor: null, total: 4 })
})

test('the current sprint includes today, is not completed, and started last', async () => {
  const { team } = await setUp()
  const readCurrentSprint = () => ben.get(`/v1/teams/${team}/sprints/current`)
  const make = (from: number, to: number) =>
    createSprint(ben, team, { start_date: addDays(from), end_date: addDays(to), duration_weeks: null })
  await make(-9, -1)
  await make(1, 9)
  const none = await readCurrentSprint()
  expect([none.status, none.body.detail]).toEqual([
    404,
    'The team has no current sprint: no active sprint includes today.',
  ])
  const long = await make(-20, 20)
  expect(expectStatus(await readCurrentSprint(), 200)).toEqual(long)
  const last = await make(-3, 0)
  const first = await make(0, 0)
  const same = await make(0, 5)
  expect((await readCurrentSprint()).body.sprint_id).toBe(same.sprint_id)
  for (const [done, next] of [
    [same, first],
    [first, last],
    [last, long],
  ]) {
    await completeSprint(ben, done)
    expect((await readCurrentSprint()).body.sprint_id).toBe(next.sprint_id)
  }
  await ben.delete(buildSprintPath(long))
  expect((await readCurrentSprint()).status).toBe(404)
  expect(expectStatus(await ben.patch(buildSprintPath(last), { body: { status: 'active' } }), 200).end_date).toBe(
    getToday(),
  )
  expect((await readCurrentSprint()).body.sprint_id).toBe(last.sprint_id)
})

test('a guest can read sprints of their teams, a limited token cannot write', async () => {
  const { org_id, team } = await setUp()
  const created = await createSprint(ben, team)
  const paths = [`/v1/teams/${team}/sprints`, buildSprintPath(created), `/v1/teams/${team}/sprints/current`]
  for (const path of paths) expect((await gil.get(path)).status).toBe(404)
  const own = await createTeam(ada, org_id, [gil])
  const sprint = await createSprint(ada, own)
  expectStatus(await gil.get(buildSprintPath(sprint)), 200)
  expect((await postSprint(gil, own)).status).toBe(403)
  const { project_id } = await createProject(ada, org_id)
  const limited = await createTokenClient(ada, org_id, { project_ids: [project_id] })
  expectStatus(await limited.get(buildSprintPath(created)), 200)
  for (const attempt of [
    postSprint(limited, team),
    limited.patch(buildSprintPath(created), { body: { name: 'x' } }),
    completeSprint(limited, created),
    limited.delete(buildSprintPath(created)),
  ])
    expect((await attempt).status).toBe(403)
})

test('returns 404 for a sprint under another team', async () => {
  const { org_id, team } = await setUp()
  const stray = { ...(await createSprint(ben, team)), team_id: await createTeam(ben, org_id) }
  for (const attempt of [
    ben.get(buildSprintPath(stray)),
    ben.patch(buildSprintPath(stray), { body: { name: 'x' } }),
    completeSprint(ben, stray),
    ben.delete(buildSprintPath(stray)),
  ])
    expect((await attempt).status).toBe(404)
})

test('deleting a sprint unassigns its tasks, with an event for it and for each task', async () => {
  const { org_id, team } = await setUp()
  const sprint = await createSprint(ben, team)
  const inside = { team_id: team, sprint_id: sprint.sprint_id }
  const ids = [await createTask(ada, org_id, inside), await createTask(ada, org_id, { ...inside, is_subtask: true })]
  ids.push(await createTask(ada, org_id, { ...inside, restricted_to: ['ada'] }))
  const reply = await ben.delete(buildSprintPath(sprint), { query: { reason: 'Merged' } })
  const { sprint_id } = sprint
  expect(expectStatus(reply, 200)).toEqual({ ok: true, sprint_id, unfiled_tasks: 2 })
  for (const { task_id } of ids)
    expect([(await readTask(ada, task_id)).sprint_id, await readVersion(ada, task_id)]).toEqual([null, 2])
  const unfiled = { type: 'task.updated', before: { sprint_id }, after: { sprint_id: null } }
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    ...ids.map(({ task_id }) => ({ ...unfiled, resource_id: task_id })),
    { type: 'sprint.deleted', resource_id: sprint_id, before: { unfiled_tasks: 3 }, after: null },
  ])
  expect((await ben.get(buildSprintPath(sprint))).status).toBe(404)
  expect((await listPage(ben, 'sprints', team)).total).toBe(0)
})

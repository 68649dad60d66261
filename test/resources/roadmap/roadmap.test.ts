import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMilestone, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const names = ['chief', 'lead', 'editor', 'mate', 'guest']
const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await app.signIn(`map-${name}`)])))
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('chief'))
for (const name of ['lead', 'editor', 'mate']) await insertMembership(as(name), org_id, 'member')
await insertMembership(as('guest'), org_id, 'guest')

/** Creates a private project of a new team, with an editor and a guest. */
async function setUp(values: object = {}) {
  const team_id = await insertTeam(app, org_id, [as('lead')])
  const { project_id } = await createProject(as('lead'), org_id, { visibility: 'private', team_id, ...values })
  await addProjectMember(as('lead'), project_id, as('editor'), 'editor')
  await addProjectMember(as('lead'), project_id, as('guest'), 'viewer')
  return { team_id, project_id, path: `/v1/projects/${project_id}` }
}
type TeamRoadmap = Awaited<ReturnType<typeof setUp>>

const draw = async ({ path }: TeamRoadmap, name: string, values: object = {}) =>
  expectStatus(await as('lead').post(`${path}/journeys`, { body: { name, ...values } }), 201)
const stopOn = async ({ path }: TeamRoadmap, title: string, journey_ids: string[], values: object = {}) =>
  expectStatus(await as('lead').post(`${path}/stops`, { body: { title, journey_ids, ...values } }), 201)
const readStop = async ({ path }: TeamRoadmap, id: string, by = 'lead') =>
  expectStatus(await as(by).get(`${path}/stops/${id}`), 200)
const addTasksToStop = (at: TeamRoadmap, stop: string, task_ids: string[], by = 'lead') =>
  as(by).post(`${at.path}/stops/${stop}/tasks`, { body: { task_ids } })

interface RoadmapLines {
  name: string
  position: number
  stops: { title: string; position: number }[]
}
const readRoadmap = async ({ path }: TeamRoadmap, by = 'lead') => expectStatus(await as(by).get(`${path}/roadmap`), 200)
/** Returns the lines of a project by name, each with its stop titles in order. */
const readLines = async (at: TeamRoadmap) =>
  (await readRoadmap(at)).projects[0].journeys.map((line: RoadmapLines) => [
    line.name,
    line.stops.map((stop) => stop.title),
  ])

test('a roadmap has lines and stops in order; two lines meet in a junction', async () => {
  const at = await setUp()
  const [north, south] = [await draw(at, 'North'), await draw(at, 'South', { color: '#A0b1C2' })]
  await stopOn(at, 'First', [north.journey_id])
  const junction = await stopOn(at, 'Junction', [north.journey_id, south.journey_id])
  await stopOn(at, 'Before', [south.journey_id], { position: 1 })
  expect(await readLines(at)).toEqual([
    ['North', ['First', 'Junction']],
    ['South', ['Before', 'Junction']],
  ])
  expect(junction.journey_ids).toEqual([north.journey_id, south.journey_id])
  expect([north.color, south.color]).toEqual(['blue', '#A0b1C2'])
  const [{ journeys }] = (await readRoadmap(at)).projects
  expect(journeys[1].stops.map((stop: { position: number }) => stop.position)).toEqual([1, 2])
})

test('lists projects without a line, and omits hidden ones', async () => {
  const at = await setUp()
  const empty = await createProject(as('lead'), org_id, { team_id: at.team_id, name: 'Empty' })
  const hidden = await createProject(as('lead'), org_id, { team_id: at.team_id, visibility: 'private' })
  await draw(at, 'North')
  const listVisible = async (by: string) => {
    const body = expectStatus(await as(by).get(`/v1/teams/${at.team_id}/roadmap`), 200)
    const listIds = (list: { project_id: string; can_edit: boolean }[]) =>
      list.map((one) => [one.project_id, one.can_edit])
    return [listIds(body.projects), listIds(body.projects_without_roadmap)]
  }
  const both = [empty.project_id, hidden.project_id].map((id) => [id, true])
  expect(await listVisible('lead')).toEqual([[[at.project_id, true]], both])
  expect(await listVisible('editor')).toEqual([[[at.project_id, true]], [[empty.project_id, false]]])
  expect(await listVisible('mate')).toEqual([[], [[empty.project_id, false]]])
  expectStatus(await as('guest').get(`/v1/teams/${at.team_id}/roadmap`), 404)
  const whole = expectStatus(await as('guest').get('/v1/roadmap', { query: { org_id } }), 200)
  expect(whole.projects.some((one: { project_id: string }) => one.project_id === at.project_id)).toBe(true)
  expect(JSON.stringify(whole)).not.toContain(hidden.project_id)
  const limited = await createTokenClient(as('lead'), org_id, {
    scopes: ['projects:read'],
    project_ids: [empty.project_id],
  })
  const body = expectStatus(await limited.get(`/v1/teams/${at.team_id}/roadmap`), 200)
  expect(body.projects_without_roadmap.map((one: { project_id: string }) => one.project_id)).toEqual([empty.project_id])
  expect(body.projects).toEqual([])
})

test('a stop counts each readable task once, assigned there or to a milestone pinned there', async () => {
  const at = await setUp()
  const { journey_id } = await draw(at, 'North')
  const stop = await stopOn(at, 'Stop', [journey_id])
  const pinned = await insertMilestone(app, org_id, at.team_id)
  await app.sql('UPDATE milestones SET stop_id = $2 WHERE milestone_id = $1', [pinned, stop.stop_id])
  const filed = { project_id: at.project_id }
  const both = await createTask(as('lead'), org_id, { ...filed, milestone_id: pinned })
  const direct = await createTask(as('lead'), org_id, { ...filed, status: 'completed' })
  const secret = await createTask(as('lead'), org_id, { ...filed, restricted_to: ['map-editor'] })
  await createTask(as('lead'), org_id, { ...filed, milestone_id: pinned, status: 'completed' })
  const reply = await addTasksToStop(at, stop.stop_id, [both.task_id, direct.task_id, secret.task_id, direct.task_id])
  expect(expectStatus(reply, 200).filed).toBe(3)
  const readCounts = async (by: string) => {
    const { done, total, milestone_ids } = await readStop(at, stop.stop_id, by)
    return [done, total, milestone_ids]
  }
  expect(await readCounts('lead')).toEqual([2, 4, [pinned]])
  expect(await readCounts('editor')).toEqual([2, 4, [pinned]])
  expect(await readCounts('guest')).toEqual([2, 3, [pinned]])
  const [{ journeys }] = (await readRoadmap(at, 'guest')).projects
  expect([journeys[0].stops[0].done, journeys[0].stops[0].total]).toEqual([2, 3])
  // A task that leaves the project leaves its stops until it returns.
  const elsewhere = await createProject(as('lead'), org_id, { team_id: at.team_id })
  const move = ({ task_id }: { task_id: string }, { project_id }: { project_id: string }) =>
    as('lead').post(`/v1/tasks/${task_id}/project`, { body: { project_id } })
  expectStatus(await move(direct, elsewhere), 200)
  expect(await readCounts('lead')).toEqual([1, 3, [pinned]])
  // A task under the milestone stays in any project of the team.
  expectStatus(await move(both, elsewhere), 200)
  expect(await readCounts('lead')).toEqual([1, 3, [pinned]])
  expectStatus(await move(both, at), 200)
  // A milestone of a former team of the project does not count either.
  await app.sql('UPDATE projects SET team_id = NULL WHERE project_id = $1', [at.project_id])
  expect(await readCounts('lead')).toEqual([0, 2, []])
})

test('assigns all tasks or none, from the same project only, and moves their counts', async () => {
  const at = await setUp()
  const { journey_id } = await draw(at, 'North')
  const { stop_id } = await stopOn(at, 'Stop', [journey_id])
  const one = await createTask(as('lead'), org_id, { project_id: at.project_id })
  const other = await createProject(as('lead'), org_id)
  const foreign = await createTask(as('lead'), org_id, { project_id: other.project_id })
  const hidden = await createTask(as('lead'), org_id, { project_id: at.project_id, restricted_to: ['map-lead'] })
  for (const [ids, by] of [
    [[one.task_id, foreign.task_id], 'lead'],
    [[one.task_id, 'T0000000000000000'], 'lead'],
    [[one.task_id, hidden.task_id], 'editor'],
  ] as const) {
    const refused = await addTasksToStop(at, stop_id, [...ids], by)
    expect(expectStatus(refused, 422).errors[0].loc).toEqual(['body', 'task_ids', 1])
  }
  expect((await readStop(at, stop_id)).total).toBe(0)
  expectStatus(await addTasksToStop(at, stop_id, [one.task_id], 'guest'), 403)
  expect(expectStatus(await addTasksToStop(at, stop_id, [one.task_id]), 200).filed).toBe(1)
  expect(expectStatus(await addTasksToStop(at, stop_id, [one.task_id, hidden.task_id]), 200).filed).toBe(1)
  const unfile = (id: string, by = 'lead') => as(by).delete(`${at.path}/stops/${stop_id}/tasks/${id}`)
  expectStatus(await unfile(hidden.task_id, 'editor'), 404)
  expectStatus(await unfile(hidden.task_id), 200)
  expectStatus(await unfile(hidden.task_id), 404)
})

test('a task lists the stops that count it, in readable projects', async () => {
  const at = await setUp()
  const { journey_id, name } = await draw(at, 'North')
  const [b, a] = [await stopOn(at, 'B', [journey_id]), await stopOn(at, 'A', [journey_id])]
  const pinned = await insertMilestone(app, org_id, at.team_id)
  await app.sql('UPDATE milestones SET stop_id = $2 WHERE milestone_id = $1', [pinned, a.stop_id])
  const beside = await createProject(as('lead'), org_id, { team_id: at.team_id })
  const inside = await createTask(as('lead'), org_id, { project_id: at.project_id, milestone_id: pinned })
  const outside = await createTask(as('lead'), org_id, { project_id: beside.project_id, milestone_id: pinned })
  expectStatus(await addTasksToStop(at, b.stop_id, [inside.task_id]), 200)
  const listStops = async (task_id: string, by = 'lead') =>
    expectStatus(await as(by).get(`/v1/tasks/${task_id}/roadmap`), 200).data.map(
      (stop: { title: string; via: string; journeys: { name: string }[] }) => [
        stop.title,
        stop.via,
        stop.journeys.map((line) => line.name),
      ],
    )
  expect(await listStops(inside.task_id)).toEqual([
    ['A', 'milestone', [name]],
    ['B', 'direct', [name]],
  ])
  expect(await listStops(outside.task_id)).toEqual([['A', 'milestone', [name]]])
  expect(await listStops(outside.task_id, 'mate')).toEqual([])
})

test('reordered lines and stops swap positions as a permutation', async () => {
  const at = await setUp()
  const lines: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) lines.push((await draw(at, name)).journey_id)
  const reorder = (journey_ids: string[]) => as('lead').post(`${at.path}/journeys/reorder`, { body: { journey_ids } })
  expect(expectStatus(await reorder([lines[3]!, lines[0]!]), 200).journey_ids).toEqual([
    lines[3],
    lines[1],
    lines[2],
    lines[0],
  ])
  for (const refused of [[lines[0]!, lines[0]!], ['J0000000000000000']]) expectStatus(await reorder(refused), 422)
  const stops: string[] = []
  for (let i = 0; i < 5; i++) stops.push((await stopOn(at, `S${i}`, [lines[0]!])).stop_id)
  const path = `${at.path}/journeys/${lines[0]}/stops/reorder`
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const stop_ids = i % 2 ? stops.toReversed() : [stops[i % 5]!, stops[(i + 2) % 5]!]
      return as('editor').post(path, { body: { stop_ids } })
    }),
  )
  for (const reply of replies) expectStatus(reply, 200)
  const line = (await readRoadmap(at)).projects[0].journeys.find(
    (one: { journey_id: string }) => one.journey_id === lines[0],
  )
  const held = line.stops as { stop_id: string; position: number }[]
  expect(held.map((stop) => stop.position)).toEqual([1, 2, 3, 4, 5])
  expect(held.map((stop) => stop.stop_id).sort()).toEqual(stops.toSorted())
})

test('deleting a line deletes stops on no other line, and unpins milestones', async () => {
  const at = await setUp()
  const [north, south] = [await draw(at, 'North'), await draw(at, 'South')]
  const alone = await stopOn(at, 'Alone', [north.journey_id])
  const junction = await stopOn(at, 'Junction', [north.journey_id, south.journey_id])
  const pinned = await insertMilestone(app, org_id, at.team_id)
  await app.sql('UPDATE milestones SET stop_id = $2 WHERE milestone_id = $1', [pinned, alone.stop_id])
  expectStatus(await as('guest').delete(`${at.path}/journeys/${north.journey_id}`), 403)
  expectStatus(await as('mate').delete(`${at.path}/journeys/${north.journey_id}`), 404)
  expectStatus(await as('editor').delete(`${at.path}/journeys/${north.journey_id}`), 200)
  expectStatus(await as('lead').get(`${at.path}/stops/${alone.stop_id}`), 404)
  expect((await readStop(at, junction.stop_id)).journey_ids).toEqual([south.journey_id])
  expect(await app.sql('SELECT stop_id, version FROM milestones WHERE milestone_id = $1', [pinned])).toEqual([
    { stop_id: null, version: 1 },
  ])
  expect((await readLines(at)).flat(2)).toEqual(['South', 'Junction'])
})

test('a stop moves between lines, keeps its position on unchanged ones, and its version changes', async () => {
  const at = await setUp()
  const [north, south] = [await draw(at, 'North'), await draw(at, 'South')]
  const first = await stopOn(at, 'First', [north.journey_id])
  await stopOn(at, 'Last', [north.journey_id])
  const path = `${at.path}/stops/${first.stop_id}`
  const change = (body: object, etag?: string) =>
    as('lead').patch(path, { body, ...(etag && { headers: { 'if-match': etag } }) })
  const before = (await as('lead').get(path)).headers.etag!
  expectStatus(await change({ title: 'First', journey_ids: [north.journey_id] }), 200)
  expect((await as('lead').get(path)).headers.etag).toBe(before)
  expectStatus(
    await change({ journey_ids: [south.journey_id, north.journey_id], target_date: '2027-01-01' }, before),
    200,
  )
  expectStatus(await change({ title: 'Other' }, before), 412)
  expect(await readLines(at)).toEqual([
    ['North', ['First', 'Last']],
    ['South', ['First']],
  ])
  expectStatus(await change({ journey_ids: [south.journey_id], target_date: null }), 200)
  expect(await readLines(at)).toEqual([
    ['North', ['Last']],
    ['South', ['First']],
  ])
  const other = await setUp()
  const elsewhere = await draw(other, 'Elsewhere')
  const refused = await change({ journey_ids: [south.journey_id, elsewhere.journey_id] })
  expect(expectStatus(refused, 422).errors[0].loc).toEqual(['body', 'journey_ids', 1])
})

test('a milestone of the team is pinned to one stop, with an event, and can be unpinned', async () => {
  const at = await setUp()
  const { journey_id } = await draw(at, 'North')
  const [one, two] = [await stopOn(at, 'One', [journey_id]), await stopOn(at, 'Two', [journey_id])]
  const created = await insertMilestone(app, org_id, at.team_id)
  const pin = (stop: string, id = created, by = 'lead') => as(by).put(`${at.path}/stops/${stop}/milestones/${id}`)
  const unpin = (stop: string) => as('lead').delete(`${at.path}/stops/${stop}/milestones/${created}`)
  expectStatus(await pin(one.stop_id, created, 'guest'), 403)
  expectStatus(await unpin(one.stop_id), 404)
  const first = await pin(one.stop_id)
  expect(expectStatus(first, 200)).toMatchObject({ milestone_id: created, stop_id: one.stop_id, task_count: 0 })
  expect((await pin(one.stop_id)).headers.etag).toBe(first.headers.etag)
  expectStatus(await pin(two.stop_id), 409)
  expectStatus(await unpin(two.stop_id), 404)
  expect(expectStatus(await unpin(one.stop_id), 200).stop_id).toBe(null)
  expectStatus(await pin(two.stop_id), 200)
  const foreign = await insertMilestone(app, org_id, await insertTeam(app, org_id, [as('mate')]))
  expect(expectStatus(await pin(one.stop_id, foreign), 422).errors[0].loc).toEqual(['path', 'milestone_id'])
  expectStatus(await pin(one.stop_id, 'MS00000000000000'), 404)
  const emitted = await app.sql<{ before: unknown; after: unknown }>(
    "SELECT before, after FROM events WHERE resource_id = $1 AND type = 'milestone.updated' ORDER BY created_at, event_id",
    [created],
  )
  expect(emitted.map((event) => [event.before, event.after])).toEqual([
    [{ stop_id: null }, { stop_id: one.stop_id }],
    [{ stop_id: one.stop_id }, { stop_id: null }],
    [{ stop_id: null }, { stop_id: two.stop_id }],
  ])
})

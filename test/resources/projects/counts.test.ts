import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { compactTaskCounts } from '../../../src/resources/work/projects/queries/task-counts.ts'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { createGoal } from '../goals/requests.ts'

/** Compares the stored task counts with the tasks, under concurrent changes and rollbacks. */

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

const pickRandom = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
const getId = (row: { [name: string]: unknown }, name: string) => row[name] as string

/** Creates three projects, one of them private to ada, each with goals, a section and a stop. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, ben)
  const places = []
  for (const visibility of ['public', 'public', 'private']) {
    const { project_id } = await createProject(ada, org_id, { visibility })
    if (visibility === 'public') await addProjectMember(ada, project_id, ben, 'editor')
    const goals = [await createGoal(ada, project_id), await createGoal(ada, project_id)].map((g) => g.goal_id)
    const section = { org_id, scope_type: 'project', scope_id: project_id, name: 'Next' }
    const section_id = getId(expectStatus(await ada.post('/v1/sections', { body: section }), 201), 'section_id')
    const inProject = `/v1/projects/${project_id}`
    const line = { name: 'Quay', color: '#336699' }
    const { journey_id } = expectStatus(await ada.post(`${inProject}/journeys`, { body: line }), 201)
    const stop = { title: 'Pier', journey_ids: [journey_id] }
    const { stop_id } = expectStatus(await ada.post(`${inProject}/stops`, { body: stop }), 201)
    places.push({ project_id, goals, section_id, stop_id: stop_id as string })
  }
  return { org_id, places }
}

type Harbour = Awaited<ReturnType<typeof setUp>>

/** Runs one random operation that changes counts. */
function runRandomAction(client: Client, { org_id, places }: Harbour, tasks: string[]): Promise<{ status: number }> {
  const place = pickRandom(places)
  const { project_id } = place
  const task_id = pickRandom(tasks)
  const change = (body: object) => client.patch(`/v1/tasks/${task_id}`, { body })
  const restricted_to = pickRandom([[], ['ben'], ['ada']])
  const values = { status: pickRandom(['completed', 'blocked']), task_type: pickRandom(['task', 'bug']), restricted_to }
  return pickRandom([
    () => client.post('/v1/tasks', { body: { org_id, project_id, title: 'Weld', ...values } }),
    () => change(values),
    () => change({ project_id: pickRandom([project_id, null]) }),
    () => change({ goal_id: pickRandom([...place.goals, null]) }),
    () => change({ project_id, goal_id: pickRandom(place.goals), is_subtask: pickRandom([true, false]) }),
    () => client.post(`/v1/tasks/${task_id}/subtasks`, { body: { subtask_id: pickRandom(tasks) } }),
    () => change({ restricted_to }),
    () =>
      client.post('/v1/tasks/bulk', {
        body: { task_ids: [...new Set([task_id, pickRandom(tasks)])], changes: values },
      }),
    () => client.delete(`/v1/tasks/${task_id}`),
    () =>
      client.put(`/v1/tasks/${task_id}/section`, {
        body: { scope_type: 'project', scope_id: project_id, section_id: place.section_id },
      }),
    () => client.post(`/v1/projects/${project_id}/stops/${place.stop_id}/tasks`, { body: { task_ids: [task_id] } }),
    () => client.post(`/v1/projects/${project_id}/goals/${place.goals[0]}/tasks`, { body: { task_ids: [task_id] } }),
    // Rolls back a change after it was made.
    () =>
      app
        .sql(
          `DO $$ BEGIN UPDATE tasks SET status = 'completed', restricted = NOT restricted
          WHERE org_id = '${org_id}' AND task_id = '${task_id}'; RAISE EXCEPTION 'given up'; END $$`,
        )
        .then(() => ({ status: 500 }))
        .catch(() => ({ status: 200 })),
  ])()
}

const counted = `select project_id, goal_id, restricted, sum(total)::int as total, sum(completed)::int as completed,
  sum(bugs)::int as bugs, sum(tops)::int as tops, sum(tops_completed)::int as tops_completed`
const columns = `coalesce(goal_id, '') as goal_id, restricted, 1 as total, (status = 'completed')::int as completed,
  (task_type = 'bug')::int as bugs, (parent_task_id is null and not is_subtask)::int as tops,
  (parent_task_id is null and not is_subtask and status = 'completed')::int as tops_completed`

/** Lists every stored count that differs from the tasks. */
const listDifferences = (org_id: string) =>
  app.sql(
    `with kept as (${counted} from task_counts where org_id = $1 group by 1, 2, 3),
     plain as (${counted} from (select project_id, ${columns} from tasks
       where org_id = $1 and project_id is not null and deleted_at is null) t group by 1, 2, 3)
     select 'count' as what, to_jsonb(kept) as kept, to_jsonb(plain) as plain
       from kept full join plain using (project_id, goal_id, restricted)
       where (kept.total, kept.completed, kept.bugs, kept.tops, kept.tops_completed) is distinct from
         (plain.total, plain.completed, plain.bugs, plain.tops, plain.tops_completed) and (kept.total <> 0 or
           plain.total is not null)
     union all select 'section', to_jsonb(l), to_jsonb(t) from task_sections l join tasks t using (org_id, task_id)
       where org_id = $1 and l.counts is distinct from case
         when t.deleted_at is not null or t.project_id is distinct from l.scope_id then false
         when not t.restricted then true end
     union all select 'stop', to_jsonb(f), to_jsonb(t) from stop_tasks f join tasks t using (org_id, task_id)
       join stops s using (org_id, stop_id)
       where org_id = $1 and (f.completed, f.counts) is distinct from (t.status = 'completed', case
         when t.deleted_at is not null or t.project_id is distinct from s.project_id then false
         when not t.restricted then true end)
     union all select 'subtask', to_jsonb(c), to_jsonb(p) from tasks c join tasks p
       on p.org_id = c.org_id and p.task_id = c.parent_task_id
       where c.org_id = $1 and c.project_id is not null
         and (p.project_id is distinct from c.project_id or p.restricted or p.deleted_at is not null)
         and not exists (select from subtasks_apart a where a.org_id = c.org_id and a.task_id = c.task_id)`,
    [org_id],
  )

const countRows = async (org_id: string) =>
  (await app.sql(`select from task_counts where org_id = $1`, [org_id])).length

test('counts equal the tasks under concurrent changes and aggregation', async () => {
  const world = await setUp()
  const { org_id, places } = world
  const done = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const created = Array.from({ length: 6 }, () =>
      createTask(ada, org_id, { project_id: pickRandom(places).project_id, task_type: pickRandom(['task', 'bug']) }),
    )
    const tasks = (await Promise.all(created)).map((one) => one.task_id as string)
    const acts = Array.from({ length: 30 }, () => runRandomAction(pickRandom([ada, ben]), world, tasks))
    const summed = [compactTaskCounts(app.services), compactTaskCounts(app.services)]
    for (const { status } of await Promise.all(acts)) done.add(status)
    await Promise.all(summed)
    expect(await listDifferences(org_id)).toEqual([])
  }
  // Some operations have to be refused, and some to succeed.
  expect(done.size).toBeGreaterThan(2)
  expect([...done].filter((status) => status >= 500)).toEqual([])
})

test('aggregation leaves one row per count, and keeps the counts', async () => {
  const { org_id, places } = await setUp()
  const [{ project_id, goals }] = places as [Harbour['places'][0]]
  const readStats = async () => expectStatus(await ben.get(`/v1/project-stats/${project_id}/stats`), 200)
  const tasks = []
  for (let n = 0; n < 6; n++)
    tasks.push(await createTask(ada, org_id, { project_id, goal_id: goals[0], restricted_to: n < 2 ? ['ada'] : [] }))
  for (const { task_id } of tasks.slice(0, 4))
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { status: 'completed' } }), 200)
  const before = await readStats()
  expect([before.tasks_total, before.tasks_completed]).toEqual([4, 2])
  expect(await countRows(org_id)).toBe(10)
  await Promise.all([compactTaskCounts(app.services), compactTaskCounts(app.services), compactTaskCounts(app.services)])
  expect(await countRows(org_id)).toBe(2)
  expect(await readStats()).toEqual(before)
  for (const { task_id } of tasks) expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
  await compactTaskCounts(app.services)
  expect(await countRows(org_id)).toBe(0)
})

test('counts are computed from the tasks after tasks were loaded without counting', async () => {
  const { org_id, places } = await setUp()
  await createTask(ada, org_id, { project_id: places[0]!.project_id })
  await app.sql(`delete from task_counts where org_id = '${org_id}'`)
  expect(await listDifferences(org_id)).not.toEqual([])
  await app.sql('select recount_tasks()')
  expect(await listDifferences(org_id)).toEqual([])
})

test('a subtask counts under its goal for users who cannot read the parent, once that is restricted', async () => {
  const { org_id, places } = await setUp()
  const [{ project_id, goals }, , hidden] = places as [Harbour['places'][0], unknown, Harbour['places'][0]]
  const readCounts = async () => {
    const { projects } = expectStatus(await ben.get(`/v1/goals?org_id=${org_id}`), 200)
    return projects[0].data.map((goal: { tasks_total: number }) => goal.tasks_total)
  }
  for (const hide of [{ restricted_to: ['ada'] }, { project_id: hidden.project_id }]) {
    const [parent, child] = [
      await createTask(ada, org_id, { project_id }),
      await createTask(ada, org_id, { project_id, goal_id: goals[0] }),
    ]
    const link = { subtask_id: child.task_id }
    expectStatus(await ada.post(`/v1/tasks/${parent.task_id}/subtasks`, { body: link }), 200, 201)
    expect(await readCounts()).toEqual([0, 0])
    expectStatus(await ada.patch(`/v1/tasks/${parent.task_id}`, { body: hide }), 200)
    expect(await readCounts()).toEqual([1, 0])
    expectStatus(await ada.delete(`/v1/tasks/${child.task_id}`), 200)
  }
})

test('a task changed while it is assigned is counted with its new state', async () => {
  const { org_id, places } = await setUp()
  const [{ project_id, stop_id, section_id }] = places as [Harbour['places'][0]]
  const { task_id } = await createTask(ada, org_id, { project_id })
  // Delays the commit, so that the counts are read before.
  const putting = app.sql(`DO $$ BEGIN
    INSERT INTO stop_tasks (org_id, stop_id, task_id) VALUES ('${org_id}', '${stop_id}', '${task_id}');
    INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
      VALUES ('${org_id}', 'project', '${project_id}', '${task_id}', '${section_id}', 1);
    PERFORM pg_sleep(0.5); END $$`)
  await sleep(200)
  const body = { status: 'completed', restricted_to: ['ada'] }
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
  await putting
  expect(await listDifferences(org_id)).toEqual([])
})

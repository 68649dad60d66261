import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { toIssue, readTask, readVersion } from '../tasks/requests.ts'
import { convertTask, listRequestEvents, createGoal, moveGoal, listGoalIds, readGoal, type Goal } from './requests.ts'

const app = await startApp()
const [ada, ben] = (await Promise.all(['ada', 'ben'].map((name) => app.signIn(name)))) as [Client, Client]

/** Creates two projects of ada, both of which ben edits. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const from = (await createProject(ada, org_id, { name: 'from' })).project_id as string
  const to = (await createProject(ada, org_id, { name: 'to' })).project_id as string
  for (const id of [from, to]) await addProjectMember(ada, id, ben, 'editor')
  return { org_id: org_id as string, from, to }
}

test('a goal moves with its tasks to the end of the other project', async () => {
  const { org_id, from, to } = await setUp()
  const there = await createGoal(ada, to)
  const goal = await createGoal(ada, from)
  const { goal_id } = goal
  const parent = await createTask(ada, org_id, { project_id: from, goal_id })
  const child = await createTask(ada, org_id, { project_id: from, goal_id, is_subtask: true })
  const staying = await createTask(ada, org_id, { project_id: from })
  const reply = await moveGoal(ben, goal, to)
  expect(expectStatus(reply, 200)).toEqual({
    ...goal,
    project_id: to,
    position: 2,
    tasks_total: 1,
    moved_tasks: 2,
    updated_by: 'ben',
    updated_at: reply.body.updated_at,
    version: 2,
  })
  for (const { task_id } of [parent, child])
    expect([await readTask(ada, task_id), await readVersion(ada, task_id)]).toMatchObject([
      { project_id: to, goal_id, updated_by: 'ben' },
      2,
    ])
  expect(await readTask(ada, staying.task_id)).toMatchObject({ project_id: from })
  const moved = { project_id: to, from_project_id: from, before: { project_id: from } }
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    ...[parent, child].map(({ task_id }) => ({ type: 'task.moved', resource_id: task_id, ...moved })),
    {
      type: 'goal.moved',
      project_id: to,
      from_project_id: from,
      before: { project_id: from },
      after: { project_id: to, moved_tasks: 2 },
    },
  ])
  expect([await listGoalIds(ada, from), await listGoalIds(ada, to)]).toEqual([[], [there.goal_id, goal_id]])
  expect((await moveGoal(ben, goal, to)).status).toBe(404)
  const again = await moveGoal(ben, { ...goal, project_id: to }, to)
  expect([expectStatus(again, 200).moved_tasks, await listRequestEvents(ada, again)]).toEqual([0, []])
})

test('clears fields of a team that the tasks leave', async () => {
  const { org_id, from, to } = await setUp()
  const [left, own] = [await insertTeam(app, org_id, [ada]), await insertTeam(app, org_id, [ada])]
  expectStatus(await ada.patch(`/v1/projects/${from}`, { body: { team_id: left } }), 200)
  const { goal_id } = await createGoal(ada, from)
  const insertContainers = async (teamId: string) => ({
    sprint_id: await insertSprint(app, org_id, teamId),
    milestone_id: await insertMilestone(app, org_id, teamId),
  })
  const inside = { project_id: from, goal_id }
  const losing = await createTask(ada, org_id, { ...inside, ...(await insertContainers(left)) })
  const keeping = await createTask(ada, org_id, { ...inside, team_id: own, ...(await insertContainers(own)) })
  for (const [scope, id] of [
    ['project', from],
    ['team', left],
    ['team', own],
  ] as const) {
    await app.sql(
      `INSERT INTO sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_at, updated_at)
       VALUES ($1, $2, $3, $2, 'x', 'x', 1, now(), now())`,
      [org_id, id, scope],
    )
    for (const { task_id } of [losing, keeping])
      await app.sql(
        `INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
         VALUES ($1, $2, $3, $4, $3, 1)`,
        [org_id, scope, id, task_id],
      )
  }
  expectStatus(await moveGoal(ada, { project_id: from, goal_id }, to), 200)
  expect(await readTask(ada, losing.task_id)).toMatchObject({ sprint_id: null, milestone_id: null, goal_id })
  const { sprint_id, milestone_id } = keeping
  expect(await readTask(ada, keeping.task_id)).toMatchObject({ sprint_id, milestone_id, goal_id, team_id: own })
  const sections = await app.sql('SELECT DISTINCT scope_id FROM task_sections WHERE org_id = $1', [org_id])
  expect(sections).toEqual([{ scope_id: own }])
})

test('requires rights on both projects and each task; names the first failing task unless hidden', async () => {
  const { org_id, from, to } = await setUp()
  const goal = await createGoal(ada, from)
  const { goal_id } = goal
  const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
  const open = (await createProject(ada, org_id)).project_id
  for (const id of [
    closed,
    'P0000000000000000',
    (await createProject(ben, (await createOrganization(ben)).org_id)).project_id,
  ])
    expect([id, (await moveGoal(id === closed ? ben : ada, goal, id)).status]).toEqual([id, 404])
  expect((await moveGoal(ben, goal, open)).status).toBe(403)
  expect((await moveGoal(ben, await createGoal(ada, open), to)).status).toBe(403)
  const abroad = (await createProject(ada, (await createOrganization(ada)).org_id)).project_id
  expect(toIssue(await moveGoal(ada, goal, abroad))).toEqual([422, 'body.project_id'])

  await createTask(ada, org_id, { project_id: from, goal_id })
  await createTask(ada, org_id, { project_id: from, goal_id, restricted_to: ['ada'] })
  const refused = await moveGoal(ben, goal, to)
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'The goal has tasks that you do not have permission to move.',
  ])

  // Ben could read restricted tasks as owner of the first project, but not in the other.
  const own = (await createProject(ben, org_id)).project_id
  const his = await createGoal(ben, own)
  const hidden = await createTask(ben, org_id, { project_id: own, goal_id: his.goal_id })
  await ben.patch(`/v1/tasks/${hidden.task_id}`, { body: { restricted_to: ['ada'] } })
  const losing = await moveGoal(ben, his, to)
  expect([losing.status, losing.body.detail]).toEqual([
    403,
    `You would lose access to the task ${hidden.task_id} by this move.`,
  ])
  expect((await readGoal(ada, his)).tasks_total).toBe(1)
  expect((await readGoal(ada, goal)).tasks_total).toBe(2)
})

test('concurrent moves in both directions end with goal and tasks in the same project', async () => {
  const { org_id, from, to } = await setUp()
  const { goal_id } = await createGoal(ada, from)
  for (let i = 0; i < 3; i++) await createTask(ada, org_id, { project_id: from, goal_id })
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const [a, b] = i % 2 ? [to, from] : [from, to]
      return moveGoal(i % 3 ? ada : ben, { project_id: a, goal_id }, b)
    }),
  )
  expect(replies.every(({ status }) => status === 200 || status === 404)).toBe(true)
  const [goal] = await app.sql<Goal>('SELECT project_id FROM goals WHERE goal_id = $1', [goal_id])
  expect((await readGoal(ada, { ...goal, goal_id })).tasks_total).toBe(3)
})

test('converts a task to a goal, and its subtasks to the tasks of the goal', async () => {
  const { org_id, from, to } = await setUp()
  await createGoal(ada, from)
  const inside = await createTask(ada, org_id, { project_id: from, title: 'b', status: 'completed' })
  const outside = await createTask(ada, org_id, { project_id: to, title: 'c' })
  const hidden = await createTask(ada, org_id, { project_id: from, title: 'd', restricted_to: ['ada'] })
  const source = await createTask(ada, org_id, {
    project_id: from,
    title: 'Reopen the quay',
    description: 'Both lanes',
    due_date: '2027-03-31',
    sub_tasks: [inside, outside, hidden].map((one) => one.task_id),
  })
  const above = await createTask(ada, org_id, { project_id: from, sub_tasks: [source.task_id] })
  const waiting = await createTask(ada, org_id, { project_id: from, dependencies: [source.task_id] })
  const reply = await convertTask(ben, from, source.task_id)
  const goal = expectStatus(reply, 201)
  expect(goal).toMatchObject({
    project_id: from,
    name: 'Reopen the quay',
    description: 'Both lanes',
    target_date: '2027-03-31',
    position: 2,
    status: 'open',
    converted_from_task_id: source.task_id,
    created_by: 'ben',
    tasks_total: 1,
    tasks_completed: 1,
  })
  const buildEndedEvent = (kind: string, resource_id: string, id: string) => ({
    type: `task.${kind}_removed`,
    resource_id,
    before: { [`${kind}_id`]: id },
    after: null,
  })
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    ...[inside, outside, hidden].map(({ task_id }) => buildEndedEvent('subtask', source.task_id, task_id)),
    { type: 'task.updated', before: { goal_id: null }, after: { goal_id: goal.goal_id } },
    buildEndedEvent('subtask', above.task_id, source.task_id),
    buildEndedEvent('dependency', waiting.task_id, source.task_id),
    { type: 'task.deleted', resource_id: source.task_id },
    { type: 'goal.created', resource_id: goal.goal_id, after: { filed_tasks: 1 } },
  ])
  expect((await ada.get(`/v1/tasks/${source.task_id}`)).status).toBe(404)
  for (const [{ task_id }, goal_id] of [
    [inside, goal.goal_id],
    [outside, null],
    [hidden, null],
  ] as const)
    expect(await readTask(ada, task_id)).toMatchObject({ is_subtask: false, goal_id })
  expect(await readTask(ada, above.task_id)).toMatchObject({ sub_tasks: [] })
  expect(await readTask(ada, waiting.task_id)).toMatchObject({ dependencies: [] })
})

test('rejects a conversion that would lose data or reveal it to more users', async () => {
  const { org_id, from, to } = await setUp()
  const make = async (values: object) => (await createTask(ada, org_id, { project_id: from, ...values })).task_id
  const tryToConvert = async (client: Client, id: string, place = from) => (await convertTask(client, place, id)).status
  const restricted = await make({ restricted_to: ['ben'] })
  const plain = await make({})
  const long = [await make({ title: 'x'.repeat(201) }), await make({ description: '😀'.repeat(2001) })]
  expect(await tryToConvert(ben, restricted)).toBe(409)
  for (const id of long) expect(toIssue(await convertTask(ben, from, id))).toEqual([422, 'body.task_id'])
  for (const id of [plain, 'T0000000000000000', await make({ restricted_to: ['ada'] })])
    expect(toIssue(await convertTask(ben, id === plain ? to : from, id))).toEqual([422, 'body.task_id'])
  expect(await tryToConvert(ben, plain, (await createProject(ada, org_id)).project_id)).toBe(403)
  for (const id of [restricted, plain, ...long]) expect(await readVersion(ada, id)).toBe(1)
  expect(await tryToConvert(ben, await make({ title: 'x'.repeat(200), description: '😀'.repeat(2000) }))).toBe(201)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'

/** Rebuilds tasks from their events after changes of their containers, which change tasks as well. */

const app = await startApp()
const [ada, ben] = (await Promise.all(['ada', 'ben'].map((name) => app.signIn(name)))) as [Client, Client]

/** The attributes of a task that are stored and part of events, except sections. */
const attributes = [
  'project_id',
  'team_id',
  'goal_id',
  'sprint_id',
  'milestone_id',
  'status',
  'title',
  'restricted_to',
] as const
type State = Record<(typeof attributes)[number], unknown> & { sections: string[] }

interface Event {
  type: string
  resource_id: string
  request_id: string
  cause: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Lists the task events of an organization, ordered by time. */
const listTaskEvents = (orgId: string) =>
  app.sql<Event>(
    `SELECT type, resource_id, request_id, cause, before, after FROM events
     WHERE org_id = $1 AND resource_type = 'task' ORDER BY created_at, event_id`,
    [orgId],
  )

/** Lists the stored live tasks of an organization with their versions. */
async function listStoredTasks(orgId: string) {
  const rows = await app.sql<State & { task_id: string; version: number }>(
    `SELECT task_id, version, ${attributes.join(', ')}, array(SELECT section_id FROM task_sections l
       WHERE l.org_id = t.org_id AND l.task_id = t.task_id AND scope_type <> 'user' ORDER BY section_id) AS sections
     FROM tasks t WHERE org_id = $1 AND deleted_at IS NULL`,
    [orgId],
  )
  return new Map(rows.map((row) => [row.task_id, row]))
}

/** Rebuilds each live task from its events alone. */
function rebuildTasks(events: readonly Event[]): Map<string, State> {
  const tasks = new Map<string, State>()
  for (const { type, resource_id, before, after } of events) {
    if (type === 'task.deleted') tasks.delete(resource_id)
    const blank = Object.fromEntries(attributes.map((name) => [name, name === 'restricted_to' ? [] : null]))
    if (type === 'task.created') tasks.set(resource_id, { ...blank, sections: [] } as unknown as State)
    const state = tasks.get(resource_id)
    if (!state || !after) continue
    for (const name of attributes) if (name in after) state[name] = after[name]
    const gone = [before?.section_id, ...((before?.other_section_ids ?? []) as string[])]
    const sections = state.sections.filter((id) => !gone.includes(id))
    if (typeof after.section_id === 'string') sections.push(after.section_id)
    state.sections = sections.toSorted()
  }
  return tasks
}

/** Creates an organization with two teams, projects and other containers in both, and tasks in all of them. */
async function createWorld() {
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, ben)
  const post = async (path: string, body: object) => expectStatus(await ada.post(path, { body }), 200, 201)
  const teams: string[] = []
  const [goals, sprints, milestones] = [[], [], []] as { id: string; path: string }[][]
  const projects: string[] = []
  const sections: { id: string; scope_type: string; scope_id: string }[] = []
  const createSection = async (scope_type: string, scope_id: string, name: string) =>
    sections.push({
      id: (await post('/v1/sections', { org_id, scope_type, scope_id, name })).section_id,
      scope_type,
      scope_id,
    })
  for (const name of ['North', 'South']) {
    const { team_id } = await post('/v1/teams', { org_id, name })
    teams.push(team_id)
    for (const i of [1, 2]) {
      const path = `/v1/teams/${team_id}`
      const sprint = await post(`${path}/sprints`, {
        name: `${i}`,
        start_date: '2026-11-23',
        duration_weeks: 2,
      })
      sprints!.push({ id: sprint.sprint_id, path: `${path}/sprints/${sprint.sprint_id}` })
      const milestone = await post(`${path}/milestones`, { title: `${i}`, target_date: '2027-01-01' })
      milestones!.push({ id: milestone.milestone_id, path: `${path}/milestones/${milestone.milestone_id}` })
    }
    await createSection('team', team_id, 'Next')
    for (const team of [team_id, null]) {
      const { project_id } = await createProject(ada, org_id, { team_id: team })
      projects.push(project_id)
      await createSection('project', project_id, 'Here')
      for (const i of [1, 2]) {
        const path = `/v1/projects/${project_id}/goals`
        const { goal_id } = await post(path, { name: `Goal ${i}` })
        goals!.push({ id: goal_id, path: `${path}/${goal_id}` })
      }
    }
  }
  const tasks: string[] = []
  for (let i = 0; i < 16; i++) {
    const project_id = projects[i % 4]
    const restricted_to = i % 5 === 0 ? ['ben', ...(i % 2 ? ['ada'] : [])] : undefined
    tasks.push((await createTask(ada, org_id, { project_id, restricted_to })).task_id)
  }
  return {
    org_id,
    teams,
    projects,
    goals: goals!,
    sprints: sprints!,
    milestones: milestones!,
    sections,
    tasks,
  }
}
type World = Awaited<ReturnType<typeof createWorld>>

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Actions on random parts of the world, chosen by two numbers; impossible ones are refused. */
const acts: Record<string, (of: World, a: number, b: number) => Promise<Reply>> = {
  change: ({ tasks, goals, sprints, milestones, projects }, a, b) =>
    ada.patch(`/v1/tasks/${pick(tasks, a)}`, {
      body: pick(
        [
          { status: pick(['in_progress', 'completed'], a) },
          { goal_id: pick(goals, b).id },
          { sprint_id: pick(sprints, b).id },
          { milestone_id: pick(milestones, b).id },
          { project_id: pick(projects, b) },
        ],
        a + b,
      ),
    }),
  file: ({ tasks, goals }, a, b) => ada.post(`${pick(goals, a).path}/tasks`, { body: { task_ids: [pick(tasks, b)] } }),
  place: ({ tasks, sections }, a, b) => {
    const { id: section_id, scope_type, scope_id } = pick(sections, b)
    return ada.put(`/v1/tasks/${pick(tasks, a)}/section`, { body: { scope_type, scope_id, section_id } })
  },
  sprint: ({ tasks, sprints }, a, b) =>
    ada.put(`/v1/tasks/${pick(tasks, a)}/sprint`, { body: { sprint_id: pick(sprints, b).id } }),
  milestone: ({ tasks, milestones }, a, b) =>
    ada.put(`/v1/tasks/${pick(tasks, a)}/milestone`, { body: { milestone_id: pick(milestones, b).id } }),
  moveGoal: ({ goals, projects }, a, b) =>
    ada.post(`${pick(goals, a).path}/move`, { body: { project_id: pick(projects, b) } }),
  deleteGoal: ({ goals }, a) => ada.delete(pick(goals, a).path),
  convert: async ({ tasks }, a) => {
    const { body } = await ada.get(`/v1/tasks/${pick(tasks, a)}`)
    return ada.post(`/v1/projects/${body.project_id}/goals/from-task`, { body: { task_id: body.task_id } })
  },
  complete: ({ sprints }, a, b) =>
    ada.post(`${pick(sprints, a).path}/complete`, {
      body: { move_open_to: pick([null, pick(sprints, b).id], a) },
    }),
  deleteSprint: ({ sprints }, a) => ada.delete(pick(sprints, a).path),
  deleteMilestone: ({ milestones }, a) => ada.delete(pick(milestones, a).path),
  deleteSection: ({ sections }, a) => ada.delete(`/v1/sections/${pick(sections, a).id}`),
  changeTeam: ({ projects, teams }, a, b) =>
    ada.patch(`/v1/projects/${pick(projects, a)}`, { body: { team_id: pick([...teams, null], b) } }),
  deleteTeam: ({ teams }, a) => ada.delete(`/v1/teams/${pick(teams, a)}`, { query: { detach: 'true' } }),
  remove: ({ org_id }) => ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`),
}

/** Relative frequency of an action: creating is more frequent than deleting. */
const weights: Record<string, number> = { change: 8, file: 6, place: 8, sprint: 8, milestone: 6, moveGoal: 4 }
const steps = fc.array(
  fc.tuple(
    fc.oneof(...Object.keys(acts).map((name) => ({ weight: weights[name] ?? 1, arbitrary: fc.constant(name) }))),
    fc.nat(1000),
    fc.nat(1000),
  ),
  { minLength: 40, maxLength: 40 },
)

test('every task equals its events after changes of its containers', async () => {
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const of = await createWorld()
      for (const [name, a, b] of run) {
        const before = await listStoredTasks(of.org_id)
        const reply = await acts[name]!(of, a, b)
        expect([reply.status < 500, reply.text]).toEqual([true, reply.text])
        if (reply.status < 300) done.add(name)
        const after = await listStoredTasks(of.org_id)
        const changed = [...after.values()].filter((row) => before.get(row.task_id)!.version < row.version)
        const events = (await listTaskEvents(of.org_id)).filter(
          (event) => event.request_id === reply.headers['x-request-id'] && after.has(event.resource_id),
        )
        const withEvents = [...new Set(events.map((event) => event.resource_id))].toSorted()
        expect([name, ...withEvents]).toEqual([name, ...changed.map((row) => row.task_id).toSorted()])
      }
      const expected = [...(await listStoredTasks(of.org_id))].map(([id, row]) => {
        const { task_id: _, version: __, ...state } = row
        return [id, state]
      })
      expect(Object.fromEntries(rebuildTasks(await listTaskEvents(of.org_id)))).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: 12, seed: 7, endOnFailure: true },
  )
  expect([...done].toSorted()).toEqual(Object.keys(acts).toSorted())
})

const act = { goal: 'goal.moved', sprint: 'sprint.completed' }

test('tasks moved with their goal emit the cause, and a removal to users who lose access', async () => {
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, ben)
  const [from, to] = [await createProject(ada, org_id), await createProject(ada, org_id, { visibility: 'private' })]
  await addProjectMember(ada, from.project_id, ben, 'viewer')
  const path = `/v1/projects/${from.project_id}/goals`
  const { goal_id } = expectStatus(await ada.post(path, { body: { name: 'Reopen the quay' } }), 201)
  const { task_id } = await createTask(ada, org_id, { project_id: from.project_id, goal_id })
  // A stream also sends events committed before it opened, as long as an older transaction of the cluster runs.
  await waitForStableEvents(app)
  const [ours, theirs] = [await openStream(ada, { org_id, task_id }), await openStream(ben, { org_id })]
  const reply = await ada.post(`${path}/${goal_id}/move`, { body: { project_id: to.project_id } })
  expectStatus(reply, 200)
  await ours.waitUntil(({ events }) => events.length === 1)
  await theirs.waitUntil(({ events }) => events.some((event) => event.data.resource_id === task_id))
  expect(ours.events[0]).toMatchObject({
    type: 'task.moved',
    cause: act.goal,
    request_id: reply.headers['x-request-id'],
    data: { before: { project_id: from.project_id }, after: { project_id: to.project_id } },
  })
  expect(theirs.events.find((event) => event.data.resource_id === task_id)!.type).toBe('gone')
  ours.close()
  theirs.close()
  const history = await ada.get('/v1/task-history', { query: { task_id } })
  expect(expectStatus(history, 200).data[0]).toMatchObject({
    action: 'moved',
    cause: act.goal,
    created_by: 'ada',
  })
})

test('webhooks receive each task, with a constant number of statements', async () => {
  const { org_id } = await createOrganization(ada)
  const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'North' } }), 201)
  const { project_id } = await createProject(ada, org_id, { team_id })
  const path = `/v1/teams/${team_id}/sprints`
  const sent: number[] = []
  const body = { org_id, name: 'Board', url: 'https://198.41.0.4/', events: ['task.updated'] }
  const { subscription_id } = expectStatus(await ada.post('/v1/webhooks', { body }), 200)
  for (const count of [1, 30]) {
    const created = await ada.post(path, {
      body: { name: `Sprint of ${count}`, start_date: '2026-11-23', duration_weeks: 2 },
    })
    const { sprint_id } = expectStatus(created, 201)
    for (let i = 0; i < count; i++) await createTask(ada, org_id, { project_id, sprint_id })
    const before = app.countStatements()
    const reply = await ada.post(`${path}/${sprint_id}/complete`, { body: { move_open_to: null } })
    expectStatus(reply, 200)
    sent.push(app.countStatements() - before)
    const queued = await app.sql<{ body: string }>(
      `SELECT d.body FROM webhook_deliveries d JOIN events e ON e.org_id = d.org_id AND e.event_id = d.event_id
       WHERE d.subscription_id = $1 AND e.request_id = $2`,
      [subscription_id, reply.headers['x-request-id']],
    )
    expect(queued).toHaveLength(count)
    expect(queued.map((one) => JSON.parse(one.body))).toEqual(
      queued.map(() => expect.objectContaining({ type: 'task.updated', cause: act.sprint })),
    )
  }
  expect(sent[1]).toBeLessThan(sent[0]! + 5)
})

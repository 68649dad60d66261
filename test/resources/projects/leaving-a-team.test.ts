import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { placeTask, createSection } from '../sections/requests.ts'
import { createMilestone, createSprint, createTeam, type ResponseBody } from '../sprints/requests.ts'
import { updateTask, readTask, readVersion } from '../tasks/requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

/** Creates a section, a sprint and a milestone of a team. */
async function createPlans() {
  const team_id = await createTeam(ada, org_id)
  const { section_id } = await createSection(ada, org_id, ['team', team_id], 'Doing')
  const [{ sprint_id }, { milestone_id }] = [await createSprint(ada, team_id), await createMilestone(ada, team_id)]
  return { team_id, section_id, sprint_id, milestone_id }
}
type Plans = Awaited<ReturnType<typeof createPlans>>
const moveToSection = ({ task_id }: ResponseBody, { team_id, section_id }: Plans) =>
  placeTask(ada, task_id, ['team', team_id], section_id)

const buildPath = ({ project_id }: ResponseBody) => `/v1/projects/${project_id}`
const assignToTeam = async (to: ResponseBody, team_id: string | null) =>
  expectStatus(await ada.patch(buildPath(to), { body: { team_id } }), 200)
const countSection = async ({ section_id }: Plans): Promise<number> =>
  expectStatus(await ada.get(`/v1/sections/${section_id}`), 200).task_count
const readCounts = async ({ team_id, sprint_id, milestone_id }: Plans): Promise<number[]> => {
  const places = [`sprints/${sprint_id}`, `milestones/${milestone_id}`]
  const replies = places.map((place) => ada.get(`/v1/teams/${team_id}/${place}`))
  return (await Promise.all(replies)).map((reply) => expectStatus(reply, 200).task_count)
}
const loadLastEventId = async ({ project_id }: ResponseBody): Promise<ResponseBody> =>
  (
    await app.sql<ResponseBody>(
      `SELECT type, before, after FROM events WHERE resource_id = $1 ORDER BY created_at DESC, event_id DESC LIMIT 1`,
      [project_id],
    )
  )[0]

test('tasks of a project that changes its team leave the containers of the previous team', async () => {
  const [blue, red, green] = [await createPlans(), await createPlans(), await createPlans()]
  const { sprint_id, milestone_id } = blue
  const at = await createProject(ada, org_id, { team_id: blue.team_id })
  const createContainedTask = (values: object) => createTask(ada, org_id, { project_id: at.project_id, ...values })
  const filed = await createContainedTask({ sprint_id, milestone_id })
  const inLane = await createContainedTask({})
  const free = await createContainedTask({})
  const ofGreen = await createContainedTask({ team_id: green.team_id, sprint_id: green.sprint_id, milestone_id })
  await Promise.all([filed, inLane].map((one) => moveToSection(one, blue)))
  const all = [filed, inLane, free, ofGreen]
  const listVersions = () => Promise.all(all.map(({ task_id }) => readVersion(ada, task_id)))
  const before = await listVersions()
  expect([await readCounts(blue), await countSection(blue)]).toEqual([[1, 2], 2])

  await assignToTeam(at, red.team_id)
  expect(await readTask(ada, filed.task_id)).toMatchObject({ sprint_id: null, milestone_id: null })
  expect(await readTask(ada, ofGreen.task_id)).toMatchObject({ sprint_id: green.sprint_id, milestone_id: null })
  expect([await readCounts(blue), await countSection(blue)]).toEqual([[0, 0], 0])
  expect(await listVersions()).toEqual(before.map((one, i) => (i === 2 ? one : one + 1)))
  expect(await loadLastEventId(at)).toEqual({
    type: 'project.updated',
    before: { team_id: blue.team_id },
    after: { team_id: red.team_id, unfiled_tasks: 3, unpinned_milestones: 0 },
  })

  // Moving the project back restores nothing.
  await assignToTeam(at, blue.team_id)
  expect([await readCounts(blue), await countSection(blue)]).toEqual([[0, 0], 0])
  expect(await readTask(ada, ofGreen.task_id)).toMatchObject({ sprint_id: green.sprint_id })
})

test('a task with its own team keeps its containers when its project changes the team', async () => {
  const blue = await createPlans()
  const { team_id, sprint_id, milestone_id } = blue
  const at = await createProject(ada, org_id, { team_id })
  const own = await createTask(ada, org_id, { project_id: at.project_id, team_id, sprint_id, milestone_id })
  await moveToSection(own, blue)
  const before = await readVersion(ada, own.task_id)
  await assignToTeam(at, null)
  expect(await readTask(ada, own.task_id)).toMatchObject({ team_id, sprint_id, milestone_id })
  expect([await countSection(blue), await readVersion(ada, own.task_id)]).toEqual([1, before])
  expect((await loadLastEventId(at)).after).toEqual({ team_id: null, unfiled_tasks: 0, unpinned_milestones: 0 })
  expect(await updateTask(ada, own.task_id, { team_id: null })).toMatchObject({
    sprint_id: null,
    milestone_id: null,
  })
  expect(await countSection(blue)).toBe(0)
})

test('a change that keeps the team moves no tasks, nor those of another project of the team', async () => {
  const { team_id, sprint_id } = await createPlans()
  const [at, beside] = [await createProject(ada, org_id, { team_id }), await createProject(ada, org_id, { team_id })]
  const filed = await createTask(ada, org_id, { project_id: at.project_id, sprint_id })
  await assignToTeam(at, team_id)
  expectStatus(await ada.patch(buildPath(at), { body: { team_id, name: 'Dock' } }), 200)
  expect((await loadLastEventId(at)).after).toEqual({ name: 'Dock' })
  await assignToTeam(beside, null)
  expect(await readTask(ada, filed.task_id)).toMatchObject({ sprint_id })
})

test('a milestone of the team is unpinned from the project’s stops, and can be pinned elsewhere', async () => {
  const { team_id, milestone_id } = await createPlans()
  const createStop = async (at: ResponseBody) => {
    const line = expectStatus(await ada.post(`${buildPath(at)}/journeys`, { body: { name: 'North' } }), 201)
    const body = { title: 'Pier', journey_ids: [line.journey_id] }
    return `${buildPath(at)}/stops/${expectStatus(await ada.post(`${buildPath(at)}/stops`, { body }), 201).stop_id}`
  }
  const [at, beside] = [await createProject(ada, org_id, { team_id }), await createProject(ada, org_id, { team_id })]
  const [stop, other] = [await createStop(at), await createStop(beside)]
  expectStatus(await ada.put(`${stop}/milestones/${milestone_id}`), 200)
  expectStatus(await ada.put(`${other}/milestones/${milestone_id}`), 409)
  await assignToTeam(at, null)
  const milestone = await ada.get(`/v1/teams/${team_id}/milestones/${milestone_id}`)
  expect(expectStatus(milestone, 200).stop_id).toBe(null)
  expect((await loadLastEventId(at)).after).toMatchObject({ unpinned_milestones: 1 })
  expectStatus(await ada.put(`${other}/milestones/${milestone_id}`), 200)
})

test('a task assigned concurrently ends in no sprint of the previous team', async () => {
  for (let round = 0; round < 10; round++) {
    const { team_id, sprint_id } = await createPlans()
    const at = await createProject(ada, org_id, { team_id })
    const created = Array.from({ length: 4 }, () => createTask(ada, org_id, { project_id: at.project_id }))
    const tasks = await Promise.all(created)
    const assignToSprint = ({ task_id }: ResponseBody) =>
      ada.put(`/v1/tasks/${task_id}/sprint`, { body: { sprint_id } })
    const [left, ...replies] = await Promise.all([
      ada.patch(buildPath(at), { body: { team_id: null } }),
      ...tasks.map(assignToSprint),
    ])
    expectStatus(left, 200)
    for (const reply of replies) expect([200, 422]).toContain(reply.status)
    for (const { task_id } of tasks) expect((await readTask(ada, task_id)).sprint_id).toBe(null)
  }
})

import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { completeSprint, createSprint, createTeam, buildSprintPath, type ResponseBody } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await insertMembership(await app.signIn('ben'), org_id, 'member').then(() => app.signIn('ben'))
const team = await createTeam(ada, org_id)
const { project_id } = await createProject(ada, org_id, { team_id: team })

const DAY_MS = 86_400_000
const getToday = () => new Date(app.clock.now()).toISOString().slice(0, 10)
/** Moves the clock to the next noon, so that a day has room on both sides. */
const advanceToNextNoon = () => app.clock.advance(DAY_MS - ((app.clock.now() - DAY_MS / 2) % DAY_MS))

const readDays = async (sprint: ResponseBody, headers: Record<string, string> = {}, as = ada) =>
  expectStatus(await as.get(`${buildSprintPath(sprint)}/burndown`, { headers }), 200).days.map(
    ({ day, remaining, completed, added, removed }: ResponseBody) => [day, remaining, completed, added, removed],
  )
const update = async ({ task_id }: ResponseBody, body: object) =>
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)

test('counts open, completed, added and removed tasks at the end of each day', async () => {
  advanceToNextNoon()
  const first = getToday()
  const sprint = await createSprint(ada, team, { start_date: first, duration_weeks: 1 })
  const inSprint = { project_id, sprint_id: sprint.sprint_id }
  const [one, two, three] = [
    await createTask(ada, org_id, inSprint),
    await createTask(ada, org_id, inSprint),
    await createTask(ada, org_id, inSprint),
  ]
  await createTask(ada, org_id, { ...inSprint, restricted_to: ['ada'] })
  advanceToNextNoon()
  await update(one, { status: 'completed' })
  await update(two, { sprint_id: null })
  await createTask(ada, org_id, inSprint)
  advanceToNextNoon()
  await update(one, { status: 'in_progress' })
  await update(two, { sprint_id: sprint.sprint_id })
  await update(three, { status: 'archived' })
  const days = [first, 1, 2].map((day) => (typeof day === 'string' ? day : addDays(first, day)))
  expect(await readDays(sprint)).toEqual([
    [days[0], 4, 0, 4, 0],
    [days[1], 3, 1, 1, 1],
    [days[2], 4, 0, 1, 1],
  ])
  // Another member does not count the restricted task.
  expect((await readDays(sprint, {}, ben))[1]).toEqual([days[1], 2, 1, 1, 1])
})

test('counts the tasks of a sprint before its completion, and no later day', async () => {
  advanceToNextNoon()
  const first = getToday()
  const sprint = await createSprint(ada, team, { start_date: first, duration_weeks: 1 })
  const [one] = [await createTask(ada, org_id, { project_id, sprint_id: sprint.sprint_id })]
  await createTask(ada, org_id, { project_id, sprint_id: sprint.sprint_id })
  advanceToNextNoon()
  await update(one, { status: 'completed' })
  app.clock.advance(60_000)
  expectStatus(await completeSprint(ada, sprint, { move_open_to: null }), 200)
  advanceToNextNoon()
  expect(await readDays(sprint)).toEqual([
    [first, 2, 0, 2, 0],
    [addDays(first, 1), 1, 1, 0, 0],
  ])
})

test("begins days in the caller's time zone, has none before the sprint, and at most 366", async () => {
  advanceToNextNoon()
  const today = getToday()
  const sprint = await createSprint(ada, team, { start_date: addDays(today, 1), duration_weeks: 1 })
  await createTask(ada, org_id, { project_id, sprint_id: sprint.sprint_id })
  expect(await readDays(sprint)).toEqual([])
  // At noon in UTC it is already tomorrow 14 hours to the east.
  expect(await readDays(sprint, { 'x-time-zone': 'Pacific/Kiritimati' })).toEqual([[addDays(today, 1), 1, 0, 1, 0]])
  const span = { start_date: addDays(today, -1000), end_date: addDays(today, 1000), duration_weeks: null }
  const long = await createSprint(ada, team, span)
  const days = await readDays(long)
  expect([days.length, days.at(-1)[0]]).toEqual([366, today])
})

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

import { beforeAll, expect, test } from 'vitest'
import { buildClients } from '../../../scripts/clients.mjs'
import { createRunner, createHome } from '../../cli/run.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../../support/factories.ts'
import { connectAgent } from '../../support/mcp.ts'

/** The dates of these two zones differ at every instant, by one or two days. */
const east = 'Pacific/Kiritimati'
const west = 'Etc/GMT+12'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const key = await createTokenClient(ada, org_id)
const createResource = async (path: string, body: object) => expectStatus(await ada.post(path, { body }), 200, 201)

const getToday = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(app.clock.now())
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const { project_id } = await createProject(ada, org_id, {
  start_date: getToday(west),
  end_date: addDays(getToday(east), 10),
})
const due = await createTask(ada, org_id, { project_id, assignee: 'ada', due_date: getToday(west) })
const later = await createTask(ada, org_id, { project_id, assignee: 'ada', due_date: getToday(east) })
const { team_id } = await createResource('/v1/teams', { org_id, name: 'Crane crew' })
for (const [name, zone] of [
  ['West', west],
  ['East', east],
] as const)
  await createResource(`/v1/teams/${team_id}/sprints`, { name, start_date: getToday(zone), end_date: getToday(zone) })

beforeAll(() => buildClients())

interface StoredComment {
  preference?: string
  hour?: number
  header?: string
  zone: string
}

const cases: [string, StoredComment][] = [
  ['nothing', { zone: 'UTC' }],
  ['the header', { header: east, zone: east }],
  ['the header, west', { header: west, zone: west }],
  ['a header that is no zone', { header: 'Etc/Unknown', zone: 'UTC' }],
  ['an empty header', { header: '', zone: 'UTC' }],
  ['the preference', { preference: west, zone: west }],
  ['the preference before the header', { preference: east, header: west, zone: east }],
  ['a preference of UTC before the header', { preference: 'UTC', header: east, zone: 'UTC' }],
  ['the header, where the preferences only say an hour', { hour: 9, header: east, zone: east }],
]

const listExpectedOverdue = (zone: string) =>
  [due, later].filter((one) => one.due_date < getToday(zone)).map(({ task_id }) => task_id as string)
const listIds = (rows: { task_id: string }[]) => rows.map((row) => row.task_id).toSorted()

test.each(cases)('uses the current date of %s', async (_, { preference, hour, header, zone }) => {
  await app.sql('delete from notification_preferences')
  if (preference !== undefined)
    expectStatus(await ada.patch('/v1/me/preferences', { body: { time_zone: preference } }), 200)
  if (hour !== undefined) expectStatus(await ada.patch('/v1/me/preferences', { body: { digest_hour: hour } }), 200)
  const headers: Record<string, string> = header === undefined ? {} : { 'x-time-zone': header }
  const read = async (path: string) => expectStatus(await key.get(path, { headers }), 200)

  expect((await read('/v1/me')).time_zone).toBe(zone)
  const overdue = listExpectedOverdue(zone)
  expect(listIds((await read('/v1/tasks?filter[overdue]=true')).data)).toEqual(overdue)
  expect((await read('/v1/tasks/count?filter[overdue]=true')).count).toBe(overdue.length)
  const stats = await read(`/v1/project-stats/${project_id}/stats`)
  const left = Date.parse(addDays(getToday(east), 10)) - Date.parse(getToday(zone))
  expect(stats.days_left).toBe(left / 86_400_000)
  const current = await key.get(`/v1/teams/${team_id}/sprints/current`, { headers })
  const runs = { [getToday(west)]: 'West', [getToday(east)]: 'East' }[getToday(zone)]
  expect(current.status === 404 ? undefined : current.body.name).toBe(runs)
})

test('uses the time zone of its user for an agent', async () => {
  await app.sql('delete from notification_preferences')
  expectStatus(await ada.patch('/v1/me/preferences', { body: { time_zone: west } }), 200)
  const ai = await connectAgent(key)
  expect(await ai.call('get_context')).toMatchObject({ today: getToday(west), time_zone: west })
  const { text } = (await ai.mcp.readResource({ uri: 'svc://me/today' })).contents[0] as { text: string }
  expect(JSON.parse(text).today).toBe(getToday(west))
  expect(listIds(JSON.parse(text).due)).toEqual([due.task_id])
  expect((await ai.call('search_tasks', { overdue: true })).tasks).toEqual([])
})

test('the CLI uses the time zone of the machine unless the user has set one', async () => {
  await app.sql('delete from notification_preferences')
  const secret = key.authorization!.slice('Bearer '.length)
  const svc = createRunner(createHome(), { SVC_URL: app.url, SVC_TOKEN: secret, SVC_ORG: org_id })
  const listOverdue = async (TZ: string) =>
    listIds((await svc('tasks list', ['--due', 'overdue', '--json'], { env: { TZ } })).json)
  expect(await listOverdue(east)).toEqual(listExpectedOverdue(east))
  expect(await listOverdue(west)).toEqual([])
  expectStatus(await ada.patch('/v1/me/preferences', { body: { time_zone: east } }), 200)
  expect(await listOverdue(west)).toEqual(listExpectedOverdue(east))
})

import { beforeEach, describe, expect, test } from 'vitest'
import { notifyDueItems } from '../../../src/notifications/due-items/notify.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject as makeProject, createTask } from '../../support/factories.ts'
import { listNotificationKinds, processPendingEvents, listStoredNotifications } from './run-pipeline.ts'

const app = await startApp()
const [ada, bob, eve] = [await app.signIn('ada'), await app.signIn('bob'), await app.signIn('eve')]
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, bob)
await addMember(ada, org_id, eve)
const { project_id } = await makeProject(ada, org_id, { visibility: 'public' })

beforeEach(async () => {
  await app.sql('DELETE FROM notification_preferences')
  await app.sql('DELETE FROM notification_days')
  await app.sql("UPDATE tasks SET status = 'archived' WHERE due_date IS NOT NULL")
})

/** Runs the job at a time of the clock. */
const runJob = (time: string) => notifyDueItems({ ...app.services, clock: () => Date.parse(time) })
const setTimeZone = async (zone: string) =>
  expectStatus(await bob.patch('/v1/me/preferences', { body: { time_zone: zone } }), 200)
/** Creates a task of bob's and deletes the notification of its assignment. */
async function createDueTask(due_date: string, values: object = {}): Promise<string> {
  const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'bob', due_date, ...values })
  await clearNotifications()
  return task_id
}
async function clearNotifications(): Promise<void> {
  await processPendingEvents(app)
  await app.sql('DELETE FROM notifications')
}
const listKinds = async () => (await listNotificationKinds(bob)).map(([kind]) => kind)

describe('a due date', () => {
  // The day begins at midnight in the user's time zone.
  test.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00Z'],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00Z'],
    ['Pacific/Apia', '2026-11-22', '2026-11-21T11:00:00Z'],
    ['America/New_York', '2026-11-22', '2026-11-22T05:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00Z'],
    ['Europe/Berlin', '2027-03-29', '2027-03-28T22:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00Z'],
  ])('in %s on %s creates one notification from that midnight on', async (zone, date, midnight) => {
    await setTimeZone(zone)
    await createDueTask(date)
    const begins = Date.parse(midnight)
    await runJob(new Date(begins - 1000).toISOString())
    expect(await listKinds()).toEqual([])
    for (const later of [0, 60_000, 7_200_000, 80_000_000]) await runJob(new Date(begins + later).toISOString())
    expect(await listKinds()).toEqual(['due_today'])
  })

  test('of an open task creates one more notification the day after, and then none', async () => {
    const id = await createDueTask('2026-11-22')
    await runJob('2026-11-22T09:00:00Z')
    await runJob('2026-11-23T00:00:10Z')
    await runJob('2026-11-24T00:00:10Z')
    const rows = await listStoredNotifications(bob)
    expect(rows.map((row) => [row.kind, row.task_id])).toEqual([
      ['due_today', id],
      ['overdue', id],
    ])
    expect(rows[0]).toMatchObject({
      causes: [{ actor_user_id: null, event_id: `due_today:${id}:2026-11-22` }],
    })
  })

  test('of a completed, deleted, unassigned or hidden task creates no notification', async () => {
    await createDueTask('2026-11-22', { status: 'completed' })
    const gone = await createDueTask('2026-11-22')
    expectStatus(await ada.delete(`/v1/tasks/${gone}`), 200)
    await createDueTask('2026-11-22', { assignee: null })
    const hidden = await createDueTask('2026-11-22')
    expectStatus(await ada.patch(`/v1/tasks/${hidden}`, { body: { restricted_to: ['ada'] } }), 200)
    await clearNotifications()
    await runJob('2026-11-22T09:00:00Z')
    expect(await listKinds()).toEqual([])
  })

  test('is made up for after days without a run', async () => {
    await runJob('2026-11-19T09:00:00Z')
    await createDueTask('2026-11-19')
    await createDueTask('2026-11-21')
    await createDueTask('2026-11-23')
    await runJob('2026-11-23T09:00:00Z')
    expect((await listKinds()).toSorted()).toEqual(['due_today', 'overdue', 'overdue'])
  })

  test('creates one notification with several processes', async () => {
    for (let i = 0; i < 5; i++) await createDueTask('2026-11-22')
    await Promise.all([1, 2, 3].map(() => runJob('2026-11-22T09:00:00Z')))
    expect(await listKinds()).toEqual(Array(5).fill('due_today'))
  })

  test('creates notifications by the preferences of kind and user', async () => {
    await createDueTask('2026-11-22')
    const body = { notifications: { due_today: { page: false, mail: 'never' } } }
    expectStatus(await bob.patch('/v1/me/preferences', { body }), 200)
    await runJob('2026-11-22T09:00:00Z')
    expect(await listKinds()).toEqual([])
  })
})

test('the last day of a sprint and the date of a milestone notify the team', async () => {
  const team = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Divers' } }), 201)
  const { team_id } = team
  expectStatus(await ada.post(`/v1/teams/${team_id}/members`, { body: { user_id: bob.userId } }), 201)
  const sprint = { name: 'Sprint 1', start_date: '2026-11-10', end_date: '2026-11-22' }
  expectStatus(await ada.post(`/v1/teams/${team_id}/sprints`, { body: sprint }), 201, 200)
  const milestone = { title: 'Quay open', target_date: '2026-11-22' }
  expectStatus(await ada.post(`/v1/teams/${team_id}/milestones`, { body: milestone }), 201, 200)
  await clearNotifications()
  await runJob('2026-11-21T23:59:00Z')
  expect(await listKinds()).toEqual([])
  await runJob('2026-11-22T00:01:00Z')
  await runJob('2026-11-22T23:01:00Z')
  await runJob('2026-11-23T00:01:00Z')
  expect((await listKinds()).toSorted()).toEqual(['milestone_closing', 'sprint_closing'])
  expect(await listNotificationKinds(eve)).toEqual([])
  expect((await listStoredNotifications(bob)).map((row) => [row.title, row.team_id])).toEqual([
    ['Quay open', team_id],
    ['Sprint 1', team_id],
  ])
})

import { expect, test } from 'vitest'
import { addDays, toInstant, toLocalDate } from '../../../src/core/time-zones.ts'
import { notifyDueItems } from '../../../src/notifications/due-items/notify.ts'
import { sendDueReminders } from '../../../src/resources/work/reminders/jobs.ts'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject as newProject, createTask } from '../../support/factories.ts'
import { processPendingEvents } from '../notifications/run-pipeline.ts'

const app = await startApp()
const [ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
const hour = 3600 * 1000
const zone = 'Asia/Kathmandu'

interface ListedNotification {
  kind: string
  resource_id: string
  title: string
  causes: { actor_username: string | null; part_id: string | null }[]
}

/** Lists the notifications of a user like the console, oldest first. */
async function listNotifications(person: Client, query = {}): Promise<ListedNotification[]> {
  await processPendingEvents(app)
  return expectStatus(await person.get('/v1/notifications', { query }), 200).data.toReversed() as ListedNotification[]
}
/** Advances the clock by an hour, so that the next notification is not grouped with the last. */
const advanceHour = () => app.clock.advance(hour)

test('notifies a user of an assignment, a mention, progress, an unblocked task, a reminder and a due date', async () => {
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, bob)
  const { project_id } = await newProject(ada, org_id)
  expectStatus(await bob.patch('/v1/me/preferences', { body: { time_zone: zone } }), 200)
  const due_date = addDays(toLocalDate(app.clock.now() + 6 * hour, zone), 1)

  const rope = await createTask(ada, org_id, { project_id, title: 'Order rope' })
  const values = {
    project_id,
    title: 'Moor the barge',
    assignee: 'bob',
    due_date,
    dependencies: [rope.task_id],
  }
  const { task_id } = await createTask(ada, org_id, values)
  advanceHour()
  const said = { task_id, content: 'Can you?', mentions: [{ username: 'bob' }] }
  const { comment_id } = expectStatus(await ada.post('/v1/task-comments', { body: said }), 201)
  advanceHour()
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { status: 'in_progress' } }), 200)
  advanceHour()
  expectStatus(await ada.patch(`/v1/tasks/${rope.task_id}`, { body: { status: 'completed' } }), 200)
  advanceHour()
  const at = new Date(app.clock.now() + 10_000).toISOString()
  const reminderReply = await bob.post(`/v1/tasks/${task_id}/reminders`, { body: { at, note: 'Tide!' } })
  const { reminder_id } = expectStatus(reminderReply, 201)
  advanceHour()
  await sendDueReminders(app.services)
  // Publishes the events committed so far before the due date passes.
  await processPendingEvents(app)
  app.clock.advance(toInstant(due_date, '00:00', zone) + 60_000 - app.clock.now())
  await notifyDueItems(app.services)

  const notifications = await listNotifications(bob)
  const summarizeNotification = ({ kind, causes }: ListedNotification) => [
    kind,
    causes[0]!.actor_username,
    causes[0]!.part_id,
  ]
  expect(notifications.map(summarizeNotification)).toEqual([
    ['assigned', 'ada', null],
    ['mentioned', 'ada', comment_id],
    ['status_changed', 'ada', null],
    ['unblocked', 'ada', null],
    ['reminder', null, reminder_id],
    ['due_today', null, null],
  ])
  expect(new Set(notifications.map((one) => `${one.resource_id} ${one.title}`))).toEqual(
    new Set([`${task_id} Moor the barge`]),
  )
  expect(await listNotifications(ada)).toEqual([])

  const count = async () => expectStatus(await bob.get('/v1/notifications/count'), 200).unread as number
  expect(await count()).toBe(6)
  const until = new Date(app.clock.now()).toISOString()
  expectStatus(await bob.post('/v1/notifications/read', { body: { until } }), 200)
  expect(await count()).toBe(0)
  await Promise.all([sendDueReminders(app.services), notifyDueItems(app.services)])
  expect(await listNotifications(bob)).toHaveLength(6)

  // Tasks that he can no longer read disappear from his notifications.
  const hidden = { restricted: true, restricted_to: ['ada'], assignee: 'ada' }
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: hidden }), 200)
  expect(await listNotifications(bob)).toEqual([])
})

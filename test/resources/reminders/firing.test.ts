import { expect, test } from 'vitest'
import { deleteOldReminders, sendDueReminders } from '../../../src/resources/work/reminders/jobs.ts'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))
const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
await addProjectMember(ada, project_id, ben, 'editor')

const minute = 60_000
const day = 24 * 60 * minute
const toIso = (millis: number) => new Date(millis).toISOString()
const addDays = (days: number) => toIso(app.clock.now() + days * day).slice(0, 10)
const createProjectTask = (values: object = {}) => createTask(ada, org_id, { project_id, ...values })

async function createReminder(task_id: string, body: object, client = ben): Promise<string> {
  return expectStatus(await client.post(`/v1/tasks/${task_id}/reminders`, { body }), 201).reminder_id
}
const addMinutes = (minutes: number) => ({ at: toIso(app.clock.now() + minutes * minute) })
const change = async (task_id: string, body: object) =>
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)

interface Delivered {
  part_id: string
  resource_id: string
  actor_kind: string
  after: { user_id: string | null }
}
const listDelivered = (id: string) =>
  app.sql<Delivered>(
    `SELECT part_id, resource_id, actor_kind, after FROM events WHERE org_id = $1 AND type = 'task.reminder_due'
       AND part_id = $2`,
    [org_id, id],
  )
const readStored = async (id: string) =>
  (
    await app.sql<{ status: string; fires_at: string | null; ended_at: string | null }>(
      'SELECT status, fires_at, ended_at FROM task_reminders WHERE org_id = $1 AND reminder_id = $2',
      [org_id, id],
    )
  )[0]!
/** Returns the status of a reminder and its number of notifications. */
const readOutcome = async (id: string) => [(await readStored(id)).status, (await listDelivered(id)).length]
const sendReminders = () => sendDueReminders(app.services)

test('a due reminder is sent once by the service, with an event', async () => {
  const { task_id } = await createProjectTask()
  const id = await createReminder(task_id, { ...addMinutes(10), note: 'A secret' })
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['pending', 0])
  app.clock.advance(10 * minute)
  await sendReminders()
  await sendReminders()
  expect(await listDelivered(id)).toEqual([
    {
      part_id: id,
      resource_id: task_id,
      actor_kind: 'system',
      after: { reminder_id: id, for: 'me', user_id: ben.userId },
    },
  ])
  const displayed = expectStatus(await ben.get(`/v1/reminders/${id}`), 200)
  expect([displayed.status, Math.abs(Date.parse(displayed.ended_at) - app.clock.now()) < minute]).toEqual([
    'sent',
    true,
  ])
})

test('only reminders for the assignee appear in task history and audit log, not personal ones', async () => {
  const { task_id } = await createProjectTask({ assignee: 'ben' })
  const own = await createReminder(task_id, addMinutes(1))
  const ours = await createReminder(task_id, { ...addMinutes(1), for: 'assignee' })
  app.clock.advance(minute)
  await sendReminders()
  expect([await readOutcome(own), await readOutcome(ours)]).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
  const history = expectStatus(await ben.get('/v1/task-history', { query: { task_id } }), 200)
  const due = history.data.filter((one: { action: string }) => one.action === 'reminder_due')
  expect(due).toHaveLength(1)
  expect(due[0].metadata).toContainEqual({ field: 'reminder_id', old: null, new: ours })
  const { data } = expectStatus(
    await ada.get('/v1/audit', { query: { org_id, action: 'task.reminder_due', resource_id: task_id } }),
    200,
  )
  expect(data.map((one: { after: { reminder_id: string } }) => one.after.reminder_id)).toEqual([ours])
  const [event] = await app.sql<{ event_id: string }>(
    'SELECT event_id FROM events WHERE org_id = $1 AND part_id = $2',
    [org_id, own],
  )
  expect((await ben.get(`/v1/task-history/${event!.event_id}`)).status).toBe(404)
})

test('a reminder for the assignee goes to the assignee at the due time, and lapses without one', async () => {
  const changed = await createProjectTask({ assignee: 'ada' })
  const nobodys = await createProjectTask({ assignee: 'ada' })
  const [one, other] = [
    await createReminder(changed.task_id, { ...addMinutes(1), for: 'assignee' }),
    await createReminder(nobodys.task_id, { ...addMinutes(1), for: 'assignee' }),
  ]
  await change(changed.task_id, { assignee: 'ben' })
  await change(nobodys.task_id, { assignee: null })
  app.clock.advance(minute)
  await sendReminders()
  expect((await listDelivered(one)).map(({ after }) => after)).toEqual([
    { reminder_id: one, for: 'assignee', user_id: null, assignee: 'ben' },
  ])
  expect(await readOutcome(other)).toEqual(['lapsed', 0])
})

test('a due date change moves a reminder, and removing the date suspends it', async () => {
  const { task_id } = await createProjectTask({ due_date: addDays(5) })
  const id = await createReminder(task_id, { before_due: { days: 0, time: '00:00' } })
  await change(task_id, { due_date: addDays(7) })
  app.clock.advance(5 * day + minute)
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['pending', 0])
  await change(task_id, { due_date: null })
  app.clock.advance(5 * day)
  await sendReminders()
  expect([await readOutcome(id), (await readStored(id)).fires_at]).toEqual([['pending', 0], null])
  await change(task_id, { due_date: addDays(9) })
  await sendReminders()
  await change(task_id, { due_date: addDays(1) })
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['pending', 0])
  app.clock.advance(day)
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['sent', 1])
})

test('a reminder moved into the past is sent immediately, but not after more than a day', async () => {
  const [near, far] = [
    await createProjectTask({ due_date: addDays(5) }),
    await createProjectTask({ due_date: addDays(5) }),
  ]
  const before_due = { days: 0, time: '00:00' }
  const [recent, long] = [
    await createReminder(near.task_id, { before_due }),
    await createReminder(far.task_id, { before_due }),
  ]
  await change(near.task_id, { due_date: addDays(0) })
  await change(far.task_id, { due_date: addDays(-2) })
  await sendReminders()
  expect([await readOutcome(recent), await readOutcome(long)]).toEqual([
    ['sent', 1],
    ['lapsed', 0],
  ])
})

test('an overdue reminder is sent after any delay of the service', async () => {
  const { task_id } = await createProjectTask({ due_date: addDays(1) })
  const ids = [
    await createReminder(task_id, addMinutes(5)),
    await createReminder(task_id, { before_due: { days: 0, time: '23:59' } }),
  ]
  app.clock.advance(6 * day)
  await sendReminders()
  for (const id of ids) expect(await readOutcome(id)).toEqual(['sent', 1])
})

test('a due date changed directly in the database moves the reminder too', async () => {
  const { task_id } = await createProjectTask({ due_date: addDays(9) })
  const id = await createReminder(task_id, { before_due: { days: 0, time: '00:00' } })
  await app.sql('UPDATE tasks SET due_date = $3 WHERE org_id = $1 AND task_id = $2', [org_id, task_id, addDays(0)])
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['sent', 1])
})

const undo = (sql: string, client: Client) => app.sql(sql, [org_id, client.userId])
test.each<[string, (task_id: string) => Promise<unknown>, () => Promise<unknown>]>([
  ['is completed', (id) => change(id, { status: 'completed' }), async () => {}],
  ['is archived', (id) => change(id, { status: 'archived' }), async () => {}],
  ['is deleted', (id) => ada.delete(`/v1/tasks/${id}`), async () => {}],
  ['is restricted to others', (id) => change(id, { restricted: true, restricted_to: ['ada'] }), async () => {}],
  [
    'is in a project that the user has left',
    () => undo('UPDATE project_members SET is_active = false WHERE org_id = $1 AND user_id = $2', ben),
    () => undo('UPDATE project_members SET is_active = true WHERE org_id = $1 AND user_id = $2', ben),
  ],
  [
    'is in an organization in which the user is deactivated',
    () => undo('UPDATE organization_members SET is_active = false WHERE org_id = $1 AND user_id = $2', ben),
    () => undo('UPDATE organization_members SET is_active = true WHERE org_id = $1 AND user_id = $2', ben),
  ],
])('sends no reminder of a task that %s', async (_, happen, back) => {
  const { task_id } = await createProjectTask()
  const id = await createReminder(task_id, addMinutes(1))
  expect((await readStored(id)).status).toBe('pending')
  await happen(task_id)
  app.clock.advance(minute)
  await sendReminders()
  await back()
  expect(await readOutcome(id)).toEqual(['lapsed', 0])
})

test('sends a reminder of a task that is open again at the due time', async () => {
  const { task_id } = await createProjectTask()
  const id = await createReminder(task_id, addMinutes(2))
  await change(task_id, { status: 'completed' })
  app.clock.advance(minute)
  await sendReminders()
  await change(task_id, { status: 'in_progress' })
  app.clock.advance(minute)
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['sent', 1])
})

test('a sent reminder is pending again with a new time', async () => {
  const { task_id } = await createProjectTask()
  const id = await createReminder(task_id, addMinutes(1))
  app.clock.advance(minute)
  await sendReminders()
  const again = expectStatus(await ben.patch(`/v1/reminders/${id}`, { body: addMinutes(5) }), 200)
  expect([again.status, again.ended_at]).toEqual(['pending', null])
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['pending', 1])
  app.clock.advance(5 * minute)
  await sendReminders()
  expect(await readOutcome(id)).toEqual(['sent', 2])
})

test('deletes reminders 90 days after they ended, and keeps pending ones', async () => {
  const { task_id } = await createProjectTask()
  const gone = await createReminder(task_id, addMinutes(1))
  const stays = await createReminder(task_id, { at: toIso(app.clock.now() + 400 * day) })
  app.clock.advance(minute)
  await sendReminders()
  app.clock.advance(89 * day)
  await deleteOldReminders(app.services)
  expect((await readStored(gone)).status).toBe('sent')
  app.clock.advance(day + minute)
  expect(await deleteOldReminders(app.services)).toBeGreaterThan(0)
  expect([await readStored(gone), (await readStored(stays)).status]).toEqual([undefined, 'pending'])
})

test('sends each of many reminders once with concurrent workers', async () => {
  const { task_id } = await createProjectTask()
  await app.sql(
    `INSERT INTO task_reminders (org_id, reminder_id, task_id, user_id, created_by, recipient, at, fires_at, look_at,
       created_at, updated_at)
     SELECT $1, 'RMRACE' || n, $2, $3, 'ben', 'me', $4, $4, $4, now(), now() FROM generate_series(1, 1500) n`,
    [org_id, task_id, ben.userId, toIso(app.clock.now())],
  )
  const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
  await Promise.all([
    sendReminders(),
    sendDueReminders(otherApp.services),
    sendReminders(),
    sendDueReminders(otherApp.services),
  ])
  await sendReminders()
  const counts = await app.sql<{ of_reminders: number; events: number }>(
    `SELECT count(DISTINCT part_id)::int AS of_reminders, count(*)::int AS events FROM events
     WHERE org_id = $1 AND type = 'task.reminder_due' AND part_id LIKE 'RMRACE%'`,
    [org_id],
  )
  expect(counts).toEqual([{ of_reminders: 1500, events: 1500 }])
})

test('a webhook receives only its owner’s own reminders and those for assignees', async () => {
  const body = { org_id, name: 'Hook', url: 'https://example.com/', events: ['task.reminder_due'] }
  const { subscription_id } = expectStatus(await ada.post('/v1/webhooks', { body }), 200)
  const { task_id } = await createProjectTask({ assignee: 'ben' })
  const hers = await createReminder(task_id, addMinutes(1), ada)
  const his = await createReminder(task_id, addMinutes(1))
  const ours = await createReminder(task_id, { ...addMinutes(1), for: 'assignee' })
  app.clock.advance(minute)
  await sendReminders()
  for (const id of [hers, his, ours]) expect(await readOutcome(id)).toEqual(['sent', 1])
  const deliveries = await app.sql<{ body: string }>(
    'SELECT body FROM webhook_deliveries WHERE org_id = $1 AND subscription_id = $2',
    [org_id, subscription_id],
  )
  const deliveredIds = deliveries.map((one) => JSON.parse(one.body).data.after.reminder_id as string)
  expect(deliveredIds.sort()).toEqual([hers, ours].sort())
})

import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'))
const eve = await addMember(ada, org_id, await app.signIn('eve'))
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')

const day = 24 * 3600 * 1000
const addDays = (days: number) => new Date(app.clock.now() + days * day).toISOString()
const createProjectTask = (values: object = {}) => createTask(ada, org_id, { project_id, ...values })
const buildPath = (id: string) => `/v1/tasks/${id}/reminders`
const createReminder = async (id: string, body: object, client = ada) =>
  expectStatus(await client.post(buildPath(id), { body }), 201)
const read = async (id: string, client = ada) => expectStatus(await client.get(`/v1/reminders/${id}`), 200)
const toRejection = (reply: { status: number; body: { detail?: unknown } }) => {
  const [item] = reply.body.detail as { loc: string[]; msg: string }[]
  return [reply.status, item!.loc.join('.'), item!.msg]
}

test('converts a time with an offset to UTC', async () => {
  const { task_id } = await createProjectTask()
  const displayed = await createReminder(task_id, { at: '2031-05-12T09:00:00+02:00', note: 'Order the crane.' })
  expect(displayed).toMatchObject({
    task_id,
    task_title: 'Inspect the crane',
    for: 'me',
    at: '2031-05-12T07:00:00.000Z',
    fires_at: '2031-05-12T07:00:00.000Z',
    before_due: null,
    note: 'Order the crane.',
    status: 'pending',
    ended_at: null,
    created_by: 'ada',
  })
  expect(await read(displayed.reminder_id)).toEqual(displayed)
})

test('computes days before the due date in the requested time zone, across DST changes', async () => {
  const readReminderTime = async (due_date: string, before_due: object) =>
    (await createReminder((await createProjectTask({ due_date })).task_id, { before_due })).fires_at
  expect(await readReminderTime('2027-03-29', { days: 1, time: '02:30', time_zone: 'Europe/Berlin' })).toBe(
    '2027-03-28T01:30:00.000Z',
  )
  expect(await readReminderTime('2027-10-31', { days: 0, time: '02:30', time_zone: 'Europe/Berlin' })).toBe(
    '2027-10-31T00:30:00.000Z',
  )
  expect(await readReminderTime('2027-06-10', { days: 2, time: '09:00', time_zone: 'America/New_York' })).toBe(
    '2027-06-08T13:00:00.000Z',
  )
  expect(await readReminderTime('2027-06-10', { days: 0, time: '09:00', time_zone: 'Asia/Kathmandu' })).toBe(
    '2027-06-10T03:15:00.000Z',
  )
  expect(await readReminderTime('2027-06-10', { days: 0, time: '09:00', time_zone: 'Pacific/Apia' })).toBe(
    '2027-06-09T20:00:00.000Z',
  )
  // In Ramadan of 2028 Morocco is on UTC, otherwise one hour ahead.
  expect(await readReminderTime('2028-02-10', { days: 0, time: '09:00', time_zone: 'Africa/Casablanca' })).toBe(
    '2028-02-10T09:00:00.000Z',
  )
  expect(await readReminderTime('2028-06-10', { days: 0, time: '09:00', time_zone: 'Africa/Casablanca' })).toBe(
    '2028-06-10T08:00:00.000Z',
  )
})

test('the time zone defaults to the preferences, then to UTC', async () => {
  const { task_id } = await createProjectTask({ due_date: '2031-06-10' })
  const before_due = { days: 0 }
  expect((await createReminder(task_id, { before_due })).before_due).toEqual({
    days: 0,
    time: '09:00',
    time_zone: 'UTC',
  })
  await app.sql(
    `INSERT INTO notification_preferences (user_id, time_zone, digest_hour, created_at, updated_at)
     VALUES ($1, 'Asia/Kathmandu', 8, now(), now())`,
    [ben.userId],
  )
  const his = await createReminder(task_id, { before_due }, ben)
  expect([his.before_due.time_zone, his.fires_at]).toEqual(['Asia/Kathmandu', '2031-06-10T03:15:00.000Z'])
})

test('rejects past times and unknown time zones with the field', async () => {
  const { task_id } = await createProjectTask({ due_date: addDays(1).slice(0, 10) })
  const at = '2026-01-01T00:00:00Z'
  const passed = await ada.post(buildPath(task_id), { body: { at } })
  expect(toRejection(passed)).toEqual([
    422,
    'body.at',
    expect.stringMatching(/^2026-01-01T00:00:00.000Z is in the past; it is 20/),
  ])
  const early = await ada.post(buildPath(task_id), { body: { before_due: { days: 30 } } })
  expect(toRejection(early)).toEqual([422, 'body.before_due', expect.stringContaining('which is in the past')])
  const nowhere = { before_due: { days: 1, time_zone: 'Europe/Atlantis' } }
  expect(toRejection(await ada.post(buildPath(task_id), { body: nowhere }))).toEqual([
    422,
    'body.before_due.time_zone',
    expect.stringContaining('IANA time zone'),
  ])
})

test('requires exactly one time, and rejects invalid days, hours and notes', async () => {
  const { task_id } = await createProjectTask()
  const bodies = [
    {},
    { note: 'When?' },
    { at: null },
    { at: addDays(2), before_due: { days: 1 } },
    { at: '2031-05-12T09:00:00' },
    { before_due: {} },
    { before_due: { days: 366 } },
    { before_due: { days: -1 } },
    { before_due: { days: 1, time: '24:00' } },
    { at: addDays(2), for: 'everybody' },
    { at: addDays(2), note: ' ' },
    { at: addDays(2), note: 'x'.repeat(501) },
  ]
  for (const body of bodies) expect([(await ada.post(buildPath(task_id), { body })).status, body]).toEqual([422, body])
  expect(expectStatus(await ada.get(buildPath(task_id)), 200).data).toEqual([])
})

test('a reminder relative to a due date has no time without one, and moves with it', async () => {
  const { task_id } = await createProjectTask()
  const { reminder_id, fires_at } = await createReminder(task_id, { before_due: { days: 1, time: '12:00' } })
  expect(fires_at).toBe(null)
  const shift = async (due_date: string | null) => {
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { due_date } }), 200)
    return (await read(reminder_id)).fires_at
  }
  expect(await shift('2031-06-10')).toBe('2031-06-09T12:00:00.000Z')
  expect(await shift('2031-06-20')).toBe('2031-06-19T12:00:00.000Z')
  expect(await shift(null)).toBe(null)
})

test('accepts the first and the last possible dates', async () => {
  const { task_id } = await createProjectTask()
  const { reminder_id } = await createReminder(task_id, { before_due: { days: 365 } })
  for (const due_date of ['0001-01-01', '9999-12-31']) {
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { due_date } }), 200)
    expect((await read(reminder_id)).status).toBe('pending')
  }
  await createReminder(task_id, { before_due: { days: 0, time: '23:59', time_zone: 'Pacific/Apia' } })
  await createReminder(task_id, { before_due: { days: 0, time: '23:59', time_zone: 'Pacific/Pago_Pago' } })
})

test('a personal reminder is visible to its owner only, not even to owners of the organization', async () => {
  const { task_id } = await createProjectTask()
  const { reminder_id } = await createReminder(task_id, { at: addDays(2) }, eve)
  expect((await ada.get(`/v1/reminders/${reminder_id}`)).status).toBe(404)
  expect((await ada.patch(`/v1/reminders/${reminder_id}`, { body: { note: 'Mine' } })).status).toBe(404)
  expect((await ada.delete(`/v1/reminders/${reminder_id}`)).status).toBe(404)
  expect(expectStatus(await ada.get(buildPath(task_id)), 200).data).toEqual([])
  expect(expectStatus(await eve.get(buildPath(task_id)), 200).data).toHaveLength(1)
  expect((await ada.get('/v1/audit', { query: { org_id, action: 'task.' } })).text).not.toContain(reminder_id)
})

test('a reminder for the assignee requires the right to change the task, and is visible to its readers', async () => {
  const { task_id } = await createProjectTask()
  const body = { at: addDays(2), for: 'assignee' }
  expect((await eve.post(buildPath(task_id), { body })).status).toBe(403)
  const { reminder_id } = await createReminder(task_id, body, ben)
  expect((await read(reminder_id, eve)).created_by).toBe('ben')
  expect((await eve.patch(`/v1/reminders/${reminder_id}`, { body: { note: 'Mine' } })).status).toBe(403)
  expect((await eve.delete(`/v1/reminders/${reminder_id}`)).status).toBe(403)
  expectStatus(await ada.patch(`/v1/reminders/${reminder_id}`, { body: { note: 'Ours' } }), 200)
  expect((await read(reminder_id, ben)).note).toBe('Ours')
  expectStatus(await ada.delete(`/v1/reminders/${reminder_id}`), 204)
  expect((await ben.get(`/v1/reminders/${reminder_id}`)).status).toBe(404)
})

test('an update replaces the kind of time, keeps missing fields, and without a change keeps the version', async () => {
  const { task_id } = await createProjectTask({ due_date: '2031-06-10' })
  const { reminder_id } = await createReminder(task_id, {
    before_due: { days: 3, time: '08:15', time_zone: 'Asia/Kathmandu' },
  })
  const path = `/v1/reminders/${reminder_id}`
  const patch = async (body: object) => expectStatus(await ada.patch(path, { body }), 200)
  expect((await patch({ before_due: { days: 1 } })).before_due).toEqual({
    days: 1,
    time: '08:15',
    time_zone: 'Asia/Kathmandu',
  })
  const { etag } = (await ada.get(path)).headers
  expect((await ada.patch(path, { body: { before_due: { days: 1 } } })).headers.etag).toBe(etag)
  const moved = await patch({ at: '2031-01-01T00:00:00Z', before_due: null, note: 'Early' })
  expect(moved).toMatchObject({ at: '2031-01-01T00:00:00.000Z', before_due: null, note: 'Early' })
  expect((await patch({ note: null })).note).toBe(null)
  expect((await patch({ before_due: { days: 0 } })).before_due).toEqual({
    days: 0,
    time: '09:00',
    time_zone: 'UTC',
  })
  const stale = await ada.patch(path, { body: { note: 'Late' }, headers: { 'if-match': etag! } })
  expect(stale.status).toBe(412)
  expect(toRejection(await ada.patch(path, { body: { at: '2026-01-01T00:00:00Z' } }))[1]).toBe('body.at')
})

test('limits pending reminders to twenty per task and user, also for concurrent requests', async () => {
  const { task_id } = await createProjectTask()
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, i) => ada.post(buildPath(task_id), { body: { at: addDays(2 + i) } })),
  )
  expect(replies.filter((one) => one.status === 201)).toHaveLength(20)
  const refused = replies.filter((one) => one.status === 409)
  expect(refused.map((one) => one.body.detail)).toEqual(
    Array(4).fill('The task has 20 pending reminders of this user, which is the maximum. Delete one first.'),
  )
  await createReminder(task_id, { at: addDays(2) }, ben)
  expectStatus(await ada.delete(`/v1/reminders/${replies.find((one) => one.status === 201)!.body.reminder_id}`), 204)
  await createReminder(task_id, { at: addDays(2) })
})

test('rejects reminders of a completed task', async () => {
  for (const status of ['completed', 'archived']) {
    const { task_id } = await createProjectTask({ status })
    const refused = await ada.post(buildPath(task_id), { body: { at: addDays(2) } })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `The task is ${status}. Reminders require an open task.`,
    ])
  }
})

test('lists the user’s own reminders of all readable tasks, by time', async () => {
  const dan = await addMember(ada, org_id, await app.signIn('dan'))
  const one = await createProjectTask()
  const other = await createProjectTask({ due_date: '2031-01-01' })
  const secret = await createProject(ada, org_id, { visibility: 'private', name: 'Secret' })
  const hidden = await createTask(ada, org_id, { project_id: secret.project_id })
  await addProjectMember(ada, secret.project_id, dan, 'viewer')
  const ids: string[] = []
  for (const [id, body] of [
    [one.task_id, { before_due: { days: 1 } }],
    [hidden.task_id, { at: '2030-06-01T00:00:00Z' }],
    [other.task_id, { before_due: { days: 1 } }],
    [one.task_id, { at: '2030-01-01T00:00:00Z' }],
  ] as const)
    ids.push((await createReminder(id, body, dan)).reminder_id)
  const list = async (query = {}, client = dan) =>
    expectStatus(await client.get('/v1/reminders', { query: { org_id, ...query } }), 200).data.map(
      (row: { reminder_id: string }) => ids.indexOf(row.reminder_id),
    )
  expect(await list()).toEqual([3, 1, 2, 0])
  expect(await list({ 'filter[status]': 'sent,lapsed' })).toEqual([])
  const limited = await createTokenClient(dan, org_id, { scopes: ['tasks:read'], project_ids: [project_id] })
  expect(await list({}, limited)).toEqual([3, 2, 0])
  await app.sql('UPDATE project_members SET is_active = false WHERE org_id = $1 AND user_id = $2', [org_id, dan.userId])
  expect(await list()).toEqual([3, 2, 0])
  expect((await dan.get(`/v1/reminders/${ids[1]}`)).status).toBe(404)
  expectStatus(await ada.delete(`/v1/tasks/${other.task_id}`), 200, 204)
  expect(await list()).toEqual([3, 0])
})

test('leaving the organization deletes personal reminders, with their number, and keeps those for assignees', async () => {
  const fay = await addMember(ada, org_id, await app.signIn('fay'))
  const elsewhere = await createOrganization(ada)
  await addMember(ada, elsewhere.org_id, fay)
  const { task_id } = await createProjectTask()
  await addProjectMember(ada, project_id, fay, 'editor')
  const other = await createTask(fay, elsewhere.org_id)
  await createReminder(task_id, { at: addDays(2) }, fay)
  await createReminder(task_id, { before_due: { days: 1 } }, fay)
  const ours = await createReminder(task_id, { at: addDays(2), for: 'assignee' }, fay)
  const theirs = await createReminder(other.task_id, { at: addDays(2) }, fay)
  expectStatus(await ada.delete(`/v1/organization-members/${fay.userId}/${org_id}`), 200)
  const left = await app.sql<{ reminder_id: string }>(
    'SELECT reminder_id FROM task_reminders WHERE user_id = $1 ORDER BY reminder_id',
    [fay.userId],
  )
  expect(left.map((row) => row.reminder_id)).toEqual([ours.reminder_id, theirs.reminder_id].sort())
  const [event] = await app.sql<{ before: { reminders: number } }>(
    "SELECT before FROM events WHERE org_id = $1 AND type = 'member.removed' AND before->>'username' = 'fay'",
    [org_id],
  )
  expect(event?.before.reminders).toBe(2)
})

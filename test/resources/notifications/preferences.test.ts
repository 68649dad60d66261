import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { findPreferences } from '../../../src/resources/platform/notifications/rows.ts'

const app = await startApp()
const path = '/v1/me/preferences'
let people = 0
const createUser = (): Promise<Client> => app.signIn(`person-${++people}`)
const setPreferences = async (client: Client, body: object) => expectStatus(await client.patch(path, { body }), 200)
const readPreferences = async (client: Client) => expectStatus(await client.get(path), 200)

test('a user without preferences has the defaults', async () => {
  const body = await readPreferences(await createUser())
  expect(body).toMatchObject({ time_zone: 'UTC', digest_hour: 8, quiet_hours: null })
  const findMailChannels = (time: string) =>
    Object.entries<{ page: boolean; mail: string }>(body.notifications)
      .filter(([, way]) => way.page && way.mail === time)
      .map(([kind]) => kind)
      .toSorted()
  expect(findMailChannels('now')).toEqual([
    'assigned',
    'export_failed',
    'export_finished',
    'invited',
    'join_requested',
    'mentioned',
    'reminder',
    'replied',
    'webhook_disabled',
    'webhook_enabled',
  ])
  expect(findMailChannels('daily')).toEqual([
    'due_today',
    'milestone_closing',
    'overdue',
    'sprint_closing',
    'unblocked',
  ])
  expect(findMailChannels('never')).toEqual(['commented', 'status_changed', 'unassigned'])
})

test('only changes of when emails are sent schedule the daily email again', async () => {
  const client = await createUser()
  const { version } = await setPreferences(client, { digest_hour: 7 })
  const isScheduledAfter = async (body: object) => {
    await app.sql(`UPDATE notification_preferences SET updated_at = '2026-01-01' WHERE user_id = $1`, [client.userId])
    expect((await setPreferences(client, body)).version).toBeGreaterThan(version)
    const query = `SELECT 1 FROM notification_preferences WHERE user_id = $1 AND updated_at > '2026-01-01'`
    return (await app.sql(query, [client.userId])).length > 0
  }
  expect(await isScheduledAfter({ display: { 'tasks:O1': { layout: 'board' } }, theme: 'dark' })).toBe(false)
  for (const body of [
    { digest_hour: 9 },
    { time_zone: 'Europe/Berlin' },
    { quiet_hours: { from: '22:00', to: '06:30' } },
    { notifications: { commented: { mail: 'daily' } } },
  ])
    expect([body, await isScheduledAfter(body)]).toEqual([body, true])
})

test('a change affects only its fields, and null restores the default', async () => {
  const client = await createUser()
  const quiet_hours = { from: '22:00', to: '06:30' }
  const before = await readPreferences(client)
  expect(
    await setPreferences(client, {
      time_zone: 'Asia/Kathmandu',
      digest_hour: 0,
      quiet_hours,
      notifications: { commented: { mail: 'daily' }, assigned: { page: false } },
    }),
  ).toEqual({
    time_zone: 'Asia/Kathmandu',
    digest_hour: 0,
    quiet_hours,
    notifications: {
      ...before.notifications,
      commented: { page: true, mail: 'daily' },
      assigned: { page: false, mail: 'now' },
    },
    time_zone_chosen: true,
    locale: null,
    theme: null,
    display: {},
    sends_mail: false,
    version: before.version + 1,
  })
  const more = await setPreferences(client, { notifications: { assigned: { mail: 'never' }, commented: null } })
  expect(more.notifications.assigned).toEqual({ page: false, mail: 'never' })
  expect(more.notifications.commented).toEqual(before.notifications.commented)
  expect(more.quiet_hours).toEqual(quiet_hours)
  const last = await setPreferences(client, { quiet_hours: null, notifications: { assigned: { page: null } } })
  expect(last.quiet_hours).toBeNull()
  expect(last.notifications.assigned).toEqual({ page: true, mail: 'never' })
  expect(await readPreferences(client)).toEqual(last)
})

test('the notification pipeline reads the same preferences as the API returns', async () => {
  const [one, two] = [await createUser(), await createUser()]
  const said = await setPreferences(one, { quiet_hours: { from: '21:15', to: '07:00' }, time_zone: 'Europe/Berlin' })
  const of = await findPreferences(app.services.database.db, [one.userId, two.userId])
  expect(said).toMatchObject(of(one.userId))
  expect(await readPreferences(two)).toMatchObject(of(two.userId))
})

test('current and older names of time zones are accepted, and nothing else', async () => {
  const client = await createUser()
  for (const time_zone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Calcutta', 'Pacific/Apia'])
    expect((await setPreferences(client, { time_zone })).time_zone).toBe(time_zone)
  for (const time_zone of ['Europe/Nowhere', '+01:00', '', 'x'.repeat(65)]) {
    const reply = await client.patch(path, { body: { time_zone } })
    expect([time_zone, reply.status, reply.body.errors?.[0].loc]).toEqual([time_zone, 422, ['body', 'time_zone']])
  }
})

test('invalid times, empty quiet hours and unknown channels are refused', async () => {
  const client = await createUser()
  const refused: object[] = [
    { quiet_hours: { from: '24:00', to: '07:00' } },
    { quiet_hours: { from: '7:00', to: '08:00' } },
    { quiet_hours: { from: '07:00' } },
    { quiet_hours: { from: '07:00', to: '07:00' } },
    { digest_hour: 24 },
    { notifications: { assigned: { mail: 'weekly' } } },
    { notifications: { assigned: true } },
  ]
  for (const body of refused) expectStatus(await client.patch(path, { body }), 422)
})

test('writing the returned values changes nothing, and a stale If-Match is refused', async () => {
  const client = await createUser()
  const none = await client.get(path)
  expect((await client.patch(path, { body: none.body })).headers.etag).toBe(none.headers.etag)
  await setPreferences(client, { digest_hour: 9 })
  const stale = { body: { digest_hour: 10 }, headers: { 'if-match': none.headers.etag! } }
  expectStatus(await client.patch(path, stale), 412)
})

test('concurrent changes are all stored', async () => {
  const client = await createUser()
  const kinds = ['assigned', 'unassigned', 'mentioned', 'replied', 'commented', 'overdue']
  await Promise.all(kinds.map((kind) => setPreferences(client, { notifications: { [kind]: { page: false } } })))
  const { notifications } = await readPreferences(client)
  expect(kinds.filter((kind) => notifications[kind].page)).toEqual([])
})

test.each([
  ['the default zone', { time_zone: 'UTC' }, 1],
  ['another zone', { time_zone: 'Europe/Berlin' }, 1],
  ['nothing', {}, 0],
  ['the default hour', { digest_hour: 8 }, 0],
])('choosing %s for the first time is stored if it is a zone', async (_, body, version) => {
  const client = await createUser()
  expect(await setPreferences(client, body)).toMatchObject({ ...body, version })
  expect(await readPreferences(client)).toMatchObject({ ...body, version })
  // Choosing the same again changes nothing.
  expect(await setPreferences(client, body)).toMatchObject({ version })
})

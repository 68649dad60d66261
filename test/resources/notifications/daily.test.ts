import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDailyEmails } from '../../../src/notifications/email/daily.ts'
import { findQuietHoursEnd, computeNextDailyEmail } from '../../../src/notifications/email/schedule.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject as makeProject, createTask } from '../../support/factories.ts'
import { startMailServer, findHeader } from '../../support/mail-server.ts'
import { buildEmailDependencies, processPendingEvents } from './run-pipeline.ts'

const server = await startMailServer()
const app = await startApp()
const [ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
const org = (await createOrganization(ada, { name: 'Harbour & Works' })).org_id
const other = (await createOrganization(ada, { name: 'Lighthouse' })).org_id
for (const one of [org, other]) await addMember(ada, one, bob)
const services = buildEmailDependencies(app, server.url)
afterAll(() => server.stop())

beforeEach(async () => {
  await processPendingEvents(app)
  await app.sql('DELETE FROM notifications')
  await app.sql('DELETE FROM notification_digests')
  await app.sql('DELETE FROM notification_preferences')
  server.received.length = 0
})

/** Returns the dependencies with the clock at this time. */
const withClock = (time: string) => ({ ...services, clock: () => Date.parse(time) })
const setPreferences = async (body: object) => expectStatus(await bob.patch('/v1/me/preferences', { body }), 200)
const setDailyEmail = (time_zone: string, digest_hour: number) =>
  setPreferences({ time_zone, digest_hour, notifications: { assigned: { mail: 'daily' } } })
/** Assigns a task to bob; the notification is created at this time. */
async function assignTask(time: string, title = 'Inspect the crane', org_id = org): Promise<string> {
  const { project_id } = await makeProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'bob', title })
  await processPendingEvents(app, withClock(time))
  return task_id
}
const listSubjects = () => server.received.map(({ headers }) => findHeader(headers, 'subject'))

describe('the daily email', () => {
  it("is sent once a day, at the user's hour, with new notifications of all organizations", async () => {
    await setDailyEmail('Asia/Kathmandu', 9) // 03:15 UTC
    const painted = await assignTask('2026-12-01T02:00:00Z', 'Paint <i>it</i>')
    await assignTask('2026-12-01T03:00:00Z', 'Ring the bell', other)
    expect(await sendDailyEmails(withClock('2026-12-01T03:14:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2026-12-01T03:15:10Z'))).toBe(1)
    await assignTask('2026-12-01T03:16:00Z', 'Later')
    expect(await sendDailyEmails(withClock('2026-12-01T23:00:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2026-12-02T03:14:59Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2026-12-02T03:15:00Z'))).toBe(1)
    expect(await sendDailyEmails(withClock('2026-12-03T12:00:00Z'))).toBe(0)
    expect(listSubjects()).toEqual(['2 notifications, 1 December 2026', '1 notification, 2 December 2026'])
    const [mail] = server.received
    for (const fact of [
      'Harbour & Works',
      'Lighthouse',
      `- ada assigned “Paint <i>it</i>” to you. (task ${painted})`,
      '“Ring the bell”',
    ])
      expect(mail!.text).toContain(fact)
    expect(mail!.html).toContain('“Paint &lt;i&gt;it&lt;/i&gt;”')
    expect(findHeader(mail!.headers, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(server.received[1]!.text).not.toContain('Paint')
  })

  it('omits what was read or hidden since, and is not sent when empty', async () => {
    await setDailyEmail('UTC', 8)
    const gone = await assignTask('2026-12-01T07:00:00Z')
    const read = await assignTask('2026-12-01T07:00:00Z')
    await assignTask('2026-12-01T07:00:00Z', 'Still there')
    expectStatus(await ada.delete(`/v1/tasks/${gone}`), 200)
    await app.sql('UPDATE notifications SET read_at = now() WHERE task_id = $1', [read])
    expect(await sendDailyEmails(withClock('2026-12-01T08:00:00Z'))).toBe(1)
    expect(listSubjects()).toEqual(['1 notification, 1 December 2026'])
    await assignTask('2026-12-01T09:00:00Z')
    await app.sql('UPDATE notifications SET read_at = now()')
    expect(await sendDailyEmails(withClock('2026-12-02T09:00:00Z'))).toBe(0)
    expect(await app.sql('SELECT 1 FROM notification_mails')).toEqual([])
  })

  it('omits a task whose kind the user has turned off since', async () => {
    const setChannels = (unassigned: string) =>
      setPreferences({ notifications: { assigned: { mail: 'daily' }, unassigned: { mail: unassigned } } })
    await setChannels('daily')
    const { project_id } = await makeProject(ada, org, { visibility: 'public' })
    const { task_id } = await createTask(ada, org, { project_id, assignee: 'bob' })
    for (const assignee of [null, 'bob'])
      expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { assignee } }), 200)
    await processPendingEvents(app, withClock('2026-12-01T07:00:00Z'))
    await setChannels('never')
    expect(await sendDailyEmails(withClock('2026-12-01T08:00:00Z'))).toBe(1)
    expect(server.received[0]!.text).toContain('to you. (2 times)')
    expect(server.received[0]!.text).not.toContain('unassigned')
  })

  it('is sent once a day across daylight saving changes', async () => {
    await setDailyEmail('Europe/Berlin', 2)
    // 28 March 2027 has no hour from two to three: the email is sent at three.
    await assignTask('2027-03-27T12:00:00Z')
    expect(await sendDailyEmails(withClock('2027-03-28T00:59:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2027-03-28T01:00:00Z'))).toBe(1)
    // 31 October 2027 has that hour twice: the email is sent in the first.
    await assignTask('2027-10-30T12:00:00Z')
    expect(await sendDailyEmails(withClock('2027-10-30T23:59:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2027-10-31T00:00:00Z'))).toBe(1)
    await assignTask('2027-10-31T00:30:00Z')
    expect(await sendDailyEmails(withClock('2027-10-31T01:00:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2027-11-01T00:59:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2027-11-01T01:00:00Z'))).toBe(1)
  })

  it('is sent late, once, when nothing ran at its hour', async () => {
    await setDailyEmail('UTC', 8)
    await assignTask('2026-12-01T07:00:00Z')
    expect(await sendDailyEmails(withClock('2026-12-04T10:00:00Z'))).toBe(1)
    await assignTask('2026-12-04T11:00:00Z')
    expect(await sendDailyEmails(withClock('2026-12-05T07:59:00Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2026-12-05T08:00:00Z'))).toBe(1)
  })

  it('is sent at the new hour after a change', async () => {
    await setDailyEmail('UTC', 20)
    await assignTask('2026-12-01T07:00:00Z')
    expect(await sendDailyEmails(withClock('2026-12-01T08:00:00Z'))).toBe(0)
    await setPreferences({ digest_hour: 9 })
    await app.sql("UPDATE notification_preferences SET updated_at = '2026-12-01T08:30:00Z'")
    expect(await sendDailyEmails(withClock('2026-12-01T08:30:10Z'))).toBe(0)
    expect(await sendDailyEmails(withClock('2026-12-01T09:00:00Z'))).toBe(1)
  })

  it('is sent once by several processes, and again with equal content when one dies in the middle', async () => {
    await setDailyEmail('UTC', 8)
    await assignTask('2026-12-01T07:00:00Z')
    const sent = await Promise.all([1, 2, 3].map(() => sendDailyEmails(withClock('2026-12-01T08:00:00Z'))))
    expect(sent.reduce((a, b) => a + b)).toBe(1)
    await assignTask('2026-12-01T09:00:00Z')
    const dying = withClock('2026-12-02T08:00:00Z')
    let died = false
    void sendDailyEmails({
      ...dying,
      mail: async (mail) => {
        await services.mail!(mail)
        died = true
        await new Promise(() => {})
      },
    })
    await expect.poll(() => died).toBe(true)
    await assignTask('2026-12-02T08:00:30Z', 'Not in it yet')
    expect(await sendDailyEmails(withClock('2026-12-02T08:02:01Z'))).toBe(1)
    const [, first, second] = server.received
    expect(findHeader(second!.headers, 'message-id')).toBe(findHeader(first!.headers, 'message-id'))
    // Only the link differs, which is signed again.
    const stripLink = (text: string) => text.slice(0, text.indexOf('Unsubscribe from the daily email'))
    expect(stripLink(second!.text)).toBe(stripLink(first!.text))
    expect(await sendDailyEmails(withClock('2026-12-03T08:00:00Z'))).toBe(1)
    expect(server.received[3]!.text).toContain('Not in it yet')
  })
})

describe('quiet hours', () => {
  const computeQuietHoursEnd = (time: string, time_zone: string, from = '22:00', to = '07:00') => {
    const end = findQuietHoursEnd(Date.parse(time), { time_zone, quiet_hours: { from, to } })
    return end === null ? null : new Date(end).toISOString()
  }
  it('end at the local time, also across daylight saving changes', () => {
    expect(computeQuietHoursEnd('2026-10-24T21:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z')
    expect(computeQuietHoursEnd('2027-03-27T21:30:00Z', 'Europe/Berlin')).toBe('2027-03-28T05:00:00.000Z')
    expect(computeQuietHoursEnd('2026-11-01T03:00:00Z', 'America/New_York')).toBe('2026-11-01T12:00:00.000Z')
    expect(computeQuietHoursEnd('2026-11-22T10:00:00Z', 'Pacific/Apia')).toBe('2026-11-22T18:00:00.000Z')
    expect(computeQuietHoursEnd('2026-11-22T12:00:00Z', 'Europe/Berlin')).toBe(null)
    expect(computeQuietHoursEnd('2026-11-22T12:30:00Z', 'Europe/Berlin', '13:00', '14:00')).toBe(
      '2026-11-22T13:00:00.000Z',
    )
    expect(computeQuietHoursEnd('2026-11-22T13:00:00Z', 'Europe/Berlin', '13:00', '14:00')).toBe(null)
    // The second 02:15 of the clock is after the end at the first 02:30.
    expect(computeQuietHoursEnd('2026-10-25T00:15:00Z', 'Europe/Berlin', '22:00', '02:30')).toBe(
      '2026-10-25T00:30:00.000Z',
    )
    expect(computeQuietHoursEnd('2026-10-25T01:15:00Z', 'Europe/Berlin', '22:00', '02:30')).toBe(null)
  })
})

describe('the next daily email', () => {
  it("is on a later day than the last in the user's current time zone", () => {
    const computeNext = (since: string, time_zone: string, last: string | null) =>
      new Date(computeNextDailyEmail(Date.parse(since), { time_zone, digest_hour: 8 }, last)).toISOString()
    expect(computeNext('2026-11-22T07:00:00Z', 'UTC', null)).toBe('2026-11-22T08:00:00.000Z')
    expect(computeNext('2026-11-22T08:00:00Z', 'UTC', null)).toBe('2026-11-23T08:00:00.000Z')
    expect(computeNext('2026-11-22T07:00:00Z', 'UTC', '2026-11-22')).toBe('2026-11-23T08:00:00.000Z')
    expect(computeNext('2026-11-22T20:00:00Z', 'America/New_York', '2026-11-23')).toBe('2026-11-24T13:00:00.000Z')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmailSender, type Email } from '../../../src/core/email/smtp.ts'
import type { Dependencies } from '../../../src/core/dependencies.ts'
import { sendDueReminders } from '../../../src/resources/work/reminders/jobs.ts'
import { sendDailyEmails } from '../../../src/notifications/email/daily.ts'
import { sendSingleEmails } from '../../../src/notifications/email/single.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject as makeProject, createTask } from '../../support/factories.ts'
import { createSmtpError, startMailServer, findHeader, type MailServer } from '../../support/mail-server.ts'
import { buildEmailDependencies, processPendingEvents } from './run-pipeline.ts'

let app: TestApp
let ada: Client
let bob: Client
let server: MailServer
let services: Dependencies
let org: string
let place: string
let response: (address: string) => Error | undefined
const minute = 60_000

beforeAll(async () => {
  server = await startMailServer({ onRcptTo: ({ address }, _session, done) => done(response(address)) })
  app = await startApp()
  ;[ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
  org = (await createOrganization(ada, { name: 'Harbour & Works' })).org_id
  await addMember(ada, org, bob)
  place = (await makeProject(ada, org, { visibility: 'public' })).project_id
  services = buildEmailDependencies(app, server.url)
})
afterAll(() => server.stop())

beforeEach(async () => {
  response = () => undefined
  await processPendingEvents(app)
  await app.sql('DELETE FROM notifications')
  await app.sql('DELETE FROM notification_preferences')
  await app.sql('DELETE FROM notification_digests')
  server.received.length = 0
})

const createAssignedTask = async (values: object = {}) =>
  (await createTask(ada, org, { project_id: place, assignee: 'bob', ...values })).task_id as string
const postComment = async (task_id: string, client = ada, content = 'See here.') =>
  expectStatus(
    await client.post('/v1/task-comments', { body: { task_id, content, mentions: [{ username: 'bob' }] } }),
    201,
  )
const setPreferences = async (body: object) => expectStatus(await bob.patch('/v1/me/preferences', { body }), 200)
/** Processes pending events, waits as long as emails wait for further causes, and sends those due. */
async function send(after = minute + 1): Promise<number> {
  await processPendingEvents(app, services)
  app.clock.advance(after)
  return sendSingleEmails(services)
}

describe('the email of a notification', () => {
  it('is sent to the verified address and names the actor and the change', async () => {
    const id = await createAssignedTask({ title: 'Paint <b>the</b> hull & deck' })
    expect(await send()).toBe(1)
    const [mail] = server.received
    expect(mail!.to).toEqual(['bob@dev.invalid'])
    const readHeader = (name: string) => findHeader(mail!.headers, name)
    expect(readHeader('subject')).toBe('Paint <b>the</b> hull & deck: ada assigned it to you')
    expect(mail!.text).toContain('ada assigned “Paint <b>the</b> hull & deck” to you.')
    expect(mail!.html).toContain('ada assigned “Paint &lt;b&gt;the&lt;/b&gt; hull &amp; deck” to you.')
    for (const part of [mail!.text, mail!.html])
      for (const fact of [`${app.url}/t/${id}`, id]) expect(part).toContain(fact)
    expect(readHeader('list-unsubscribe')).toMatch(new RegExp(`^<${app.url}/unsubscribe/[^>]+>$`))
    expect(readHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(readHeader('auto-submitted')).toBe('auto-generated')
    expect(mail!.html).not.toMatch(/<(b|img|script|link)\b/)
    for (const [, to] of mail!.html.matchAll(/href="([^"]*)"/g)) expect(new URL(to!).origin).toBe(app.url)
  })

  it('shows a mention that many causes followed', async () => {
    const id = await createAssignedTask()
    await send()
    server.received.length = 0
    await app.sql('DELETE FROM notifications')
    const postComment = async (mentions: object[] = []) =>
      expectStatus(await ada.post('/v1/task-comments', { body: { task_id: id, content: 'Go on.', mentions } }), 201)
    await postComment()
    await postComment([{ username: 'bob' }])
    for (let i = 0; i < 15; i++) await postComment()
    // Some causes arrive together, some later.
    await processPendingEvents(app, services)
    for (let i = 0; i < 15; i++) await postComment()
    expect(await send()).toBe(1)
    expect(server.received[0]!.text).toContain('ada mentioned you in a comment')
  })

  it('waits a minute for further causes, combines them, and is sent once', async () => {
    const id = await createAssignedTask()
    await postComment(id)
    expect(await send(minute - 5000)).toBe(0)
    expect(await send(6000)).toBe(1)
    expect(await send()).toBe(0)
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe('Inspect the crane: ada mentioned you in a comment, and 1 more')
    expect(mail!.text).toMatch(/ada assigned .* to you\.[^]*ada mentioned you in a comment on/)
    await postComment(id)
    expect(await send()).toBe(1)
    const [first, second] = server.received.map(({ headers }) => findHeader(headers, 'message-id'))
    expect(first).not.toBe(second)
    expect(server.received[1]!.text).not.toContain('assigned')
  })

  it('names the project in its subject when a user is added to it', async () => {
    const { project_id } = await makeProject(ada, org, { name: 'North quay' })
    const body = { project_id, user_id: bob.userId, role: 'member' }
    expectStatus(await ada.post('/v1/project-members', { body }), 200)
    expect(await send()).toBe(1)
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe('North quay: ada added you to the project')
    expect(mail!.text).toContain('ada added you to the project “North quay”.')
  })

  it('shows the current note of a reminder, and the API finds it by the id in the cause', async () => {
    const { task_id } = await createTask(ada, org, { project_id: place, title: 'Inspect the crane' })
    const due = new Date(app.clock.now() + minute).toISOString()
    const set = async (client: Client, body: object) =>
      expectStatus(await client.post(`/v1/tasks/${task_id}/reminders`, { body: { at: due, ...body } }), 201)
    const { reminder_id } = await set(bob, { note: 'Bring <b>the</b>\nlong ladder' })
    await set(ada, { note: "Nobody else's to know" })
    app.clock.advance(minute + 1)
    await sendDueReminders(services)
    expect(await send()).toBe(2)
    const mail = server.received.find(({ to }) => to[0] === 'bob@dev.invalid')!
    expect(findHeader(mail.headers, 'subject')).toBe('Inspect the crane: a reminder is due')
    expect(mail.text).toContain('A reminder of “Inspect the crane” is due: “Bring <b>the</b> long ladder”')
    expect(mail.html).toContain('“Bring &lt;b&gt;the&lt;/b&gt; long ladder”')
    expect(mail.text).not.toContain('else')
    const { data } = expectStatus(await bob.get('/v1/notifications'), 200)
    expect(data[0].causes[0].part_id).toBe(reminder_id)
    const reminder = expectStatus(await bob.get(`/v1/reminders/${data[0].causes[0].part_id}`), 200)
    expect(reminder.note).toBe('Bring <b>the</b>\nlong ladder')
  })

  it('is not sent for what was read in the meantime', async () => {
    await createAssignedTask()
    await processPendingEvents(app, services)
    await app.sql('UPDATE notifications SET read_at = now()')
    expect(await send()).toBe(0)
    expect(await app.sql('SELECT 1 FROM notification_mails')).toEqual([])
  })

  it.each([
    ['is no longer visible', (id: string) => ada.patch(`/v1/tasks/${id}`, { body: { restricted_to: ['ada'] } })],
    ['was deleted', (id: string) => ada.delete(`/v1/tasks/${id}`)],
    ['is of a kind without email', () => setPreferences({ notifications: { assigned: { mail: 'never' } } })],
    [
      'would go to an unverified address',
      () => app.sql('UPDATE users SET email_verified = false WHERE user_id = $1', [bob.userId]),
    ],
  ])('is not sent for what %s', async (_, change) => {
    const id = await createAssignedTask()
    await processPendingEvents(app, services)
    await change(id)
    expect(await send()).toBe(0)
    expect(server.received).toEqual([])
    expect(await app.sql("SELECT 1 FROM notification_mails WHERE way = 'now'")).toEqual([])
    await app.sql('UPDATE users SET email_verified = true')
  })

  it("waits for the end of quiet hours in the user's time zone", async () => {
    const zone = 'Asia/Kathmandu' // 5:45 ahead
    const formatTimeIn = (time: string) =>
      new Date(app.clock.now() + 345 * minute + Number(time) * minute).toISOString().slice(11, 16)
    await setPreferences({ time_zone: zone, quiet_hours: { from: formatTimeIn('-60'), to: formatTimeIn('60') } })
    await createAssignedTask()
    expect(await send()).toBe(0)
    app.clock.advance(50 * minute)
    expect(await sendSingleEmails(services)).toBe(0)
    app.clock.advance(10 * minute)
    expect(await sendSingleEmails(services)).toBe(1)
  })

  it('is not sent without a mail server, nor after one is configured', async () => {
    await createAssignedTask()
    await processPendingEvents(app)
    expect(await send()).toBe(0)
  })
})

describe('a mail server that fails', () => {
  it('receives the email once it recovers, and a permanently rejected address is given up', async () => {
    await createAssignedTask()
    await processPendingEvents(app, services)
    app.clock.advance(minute + 1)
    expect(await sendSingleEmails(buildEmailDependencies(app, 'smtp://127.0.0.1:9'))).toBe(0)
    expect(await sendSingleEmails(services)).toBe(0)
    app.clock.advance(31_000)
    expect(await sendSingleEmails(services)).toBe(1)
    response = () => createSmtpError(550)
    await createAssignedTask()
    expect(await send()).toBe(0)
    response = () => undefined
    expect(await send(60 * minute)).toBe(0)
  })
})

describe('several processes', () => {
  it('send each email once', async () => {
    for (let i = 0; i < 20; i++) await createAssignedTask()
    await processPendingEvents(app, services)
    app.clock.advance(minute + 1)
    const sent = await Promise.all([1, 2, 3].map(() => sendSingleEmails(services)))
    expect(sent.reduce((a, b) => a + b)).toBe(20)
    expect(server.received).toHaveLength(20)
  })

  it('resend an email that one abandoned, recognizable by its Message-ID', async () => {
    await createAssignedTask()
    await processPendingEvents(app, services)
    app.clock.advance(minute + 1)
    const mailer = createEmailSender({ ...app.services.config, mail: services.config.mail })!
    // Dies after the server accepted the email, before that is recorded.
    const dying = { ...services, mail: (mail: Email) => mailer(mail).then(() => new Promise<void>(() => {})) }
    void sendSingleEmails(dying)
    await expect.poll(() => server.received.length).toBe(1)
    expect(await sendSingleEmails(services)).toBe(0)
    app.clock.advance(2 * minute + 1)
    expect(await sendSingleEmails(services)).toBe(1)
    const ids = server.received.map(({ headers }) => findHeader(headers, 'message-id'))
    expect(ids[0]).toBe(ids[1])
  })
})

describe('the emails of a day', () => {
  it('are limited to 50 single notifications, and the rest comes in the daily email', async () => {
    for (let i = 0; i < 53; i++) await createAssignedTask({ title: `Task ${i}` })
    expect(await send()).toBe(50)
    expect(await send(60 * minute)).toBe(0)
    app.clock.advance(24 * 60 * minute)
    await sendDailyEmails(services)
    const [daily, ...more] = server.received.slice(50)
    expect(more).toEqual([])
    expect(findHeader(daily!.headers, 'subject')).toMatch(/^3 notifications, /)
    await createAssignedTask({ title: 'The next day' })
    expect(await send()).toBe(1)
  })

  it('have no URL in a subject, and name the sender and a contact for abuse', async () => {
    await createAssignedTask({ title: 'See https://evil.example/a\u2028or evil.example' })
    await send()
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe('See or evil·example: ada assigned it to you')
    for (const part of [mail!.text, mail!.html])
      for (const fact of [
        `The service at ${app.url} sent this email.`,
        'To report misuse of this service, write to tasks@example.com.',
      ])
        expect(part).toContain(fact)
  })
})

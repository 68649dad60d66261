import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmailSender } from '../../../src/core/email/smtp.ts'
import { sendInvitationEmails } from '../../../src/resources/people/invites/email-job.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { createSmtpError, startMailServer, findHeader, type MailServer } from '../../support/mail-server.ts'

let app: TestApp
let ada: Client
let server: MailServer
let org: string
/** The response of the SMTP server for a recipient; undefined accepts the email. */
let response: (address: string) => Error | undefined
const seconds = 1000
const path = '/v1/organization-invites'

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(response(address)),
  })
  // Email is off, so that only an explicit call of the job sends.
  app = await startApp()
  ada = await app.signIn('ada')
})
afterAll(() => server.stop())

beforeEach(async () => {
  response = () => undefined
  server.received.length = 0
  await app.sql(`UPDATE organization_invites SET mail_due_at = NULL, recent_mails = '{}'`)
  org = (await createOrganization(ada, { name: 'Harbour & Works' })).org_id
})

/** Runs the job once, as a process that sends to the SMTP server of the test. */
function sendDueEmails(url = server.url): Promise<number> {
  const { config } = app.services
  const mail = createEmailSender({
    ...config,
    mail: { server: toSmtpOptions(url), from: 'Tasks <tasks@example.com>' },
  })
  return sendInvitationEmails({ ...app.services, mail })
}

const toSmtpOptions = (url: string) => {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port), secure: false, requireTLS: false, ignoreTLS: false }
}

const createInvite = async (values: object = {}) =>
  expectStatus(await ada.post(path, { body: { org_id: org, email: 'zoe@example.com', role: 'admin', ...values } }), 200)
const listRecipients = () => server.received.map(({ to }) => to.join()).sort()

describe('the invitation email', () => {
  it('goes to the invited address only, with inviter, organization, role and expiry', async () => {
    const created = await createInvite({ email: 'Zoe@Example.com', expires_at: '2099-11-27T10:28:00Z' })
    expect(await sendDueEmails()).toBe(1)
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'tasks@example.com', to: ['Zoe@example.com'] })
    const readHeader = (name: string) => findHeader(mail!.headers, name)
    expect(readHeader('from')).toBe('Tasks <tasks@example.com>')
    expect(readHeader('to')).toBe('Zoe@example.com')
    expect(readHeader('subject')).toBe('ada invites you to Harbour & Works')
    expect(readHeader('auto-submitted')).toBe('auto-generated')
    for (const part of [mail!.text, mail!.html]) {
      for (const fact of ['as an admin', 'Zoe@Example.com', '27 November 2099', '10:28 UTC', app.url, created.id])
        expect(part).toContain(fact)
    }
    expect(mail!.text).toContain('ada invites you to join Harbour & Works')
    expect(mail!.html).toContain('ada invites you to join Harbour &amp; Works')
  })

  it('is sent once', async () => {
    await createInvite()
    expect([await sendDueEmails(), await sendDueEmails(), await sendDueEmails()]).toEqual([1, 0, 0])
    expect(listRecipients()).toEqual(['zoe@example.com'])
  })

  it('does not change the invitation', async () => {
    const { id } = await createInvite()
    const before = await ada.get(`${path}/${id}`)
    await sendDueEmails()
    const after = await ada.get(`${path}/${id}`)
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag])
  })

  it.each([
    ['a header', 'Works\r\nBcc: eve@example.com'],
    ['the end of the headers', 'Works\r\n\r\n<b>Hello</b>'],
    ['an encoded word', '=?UTF-8?Q?Works=0D=0ABcc:_eve@example.com?='],
    ['a bidirectional override', 'Works \u202egro.live\u202c'],
    ['markup', '<script>alert(1)</script><a href="https://evil.example">x</a>'],
    ['a text longer than a line', 'W'.repeat(5000)],
  ])('is not affected by %s in the name of the organization', async (_, name) => {
    await createInvite()
    await app.sql('UPDATE organizations SET name = $2 WHERE org_id = $1', [org, name])
    expect(await sendDueEmails()).toBe(1)
    const [mail] = server.received
    expect(mail!.to).toEqual(['zoe@example.com'])
    const names = mail!.headers.map(([one]) => one)
    expect(names.sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    const subject = findHeader(mail!.headers, 'subject')
    expect(subject).toMatch(/^ada invites you to \P{C}{1,120}$/u)
    expect(mail!.text).not.toMatch(/[\u202a-\u202e]/)
    expect(mail!.html).not.toMatch(/<(script|b)\b/)
    expect([...mail!.html.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      app.url,
      expect.stringMatching(new RegExp(`^${app.url}/no-invitations/[^/]+$`)),
    ])
  })

  it('is sent once more when the invitation is resent', async () => {
    const { id } = await createInvite()
    await sendDueEmails()
    app.clock.advance(60 * seconds)
    for (let i = 0; i < 2; i++) {
      expectStatus(await ada.post(`${path}/${id}/resend`), 200)
      expect([await sendDueEmails(), await sendDueEmails()]).toEqual([1, 0])
    }
    const ids = server.received.map(({ headers }) => findHeader(headers, 'message-id'))
    expect(new Set(ids).size).toBe(3)
  })

  it('is sent again when the invitation is resent while its email is in flight', async () => {
    const { id } = await createInvite()
    app.clock.advance(seconds)
    let resent = 0
    const resendOnce = async () => {
      if (resent++ === 0) expectStatus(await ada.post(`${path}/${id}/resend`), 200)
    }
    expect(await sendInvitationEmails({ ...app.services, mail: resendOnce })).toBe(2)
    expect(await sendDueEmails()).toBe(0)
  })

  it('is not sent for invitations cancelled, rejected, accepted or expired before', async () => {
    const zoe = await app.signIn('zoe')
    const own = 'zoe@dev.invalid'
    const cancelled = await createInvite({ email: 'a@example.com' })
    expectStatus(await ada.delete(`${path}/${cancelled.id}`), 200)
    const called = await createInvite({ email: 'b@example.com' })
    expectStatus(await ada.patch(`${path}/${called.id}`, { body: { is_cancelled: true } }), 200)
    const rejected = await createInvite({ email: own })
    expectStatus(await zoe.delete(`${path}/${rejected.id}/reject`), 200)
    const accepted = await createInvite({ email: own })
    expectStatus(await zoe.put(`${path}/${accepted.id}/accept`), 200)
    await createInvite({
      email: 'c@example.com',
      expires_at: new Date(app.clock.now() + 5 * seconds).toISOString(),
    })
    app.clock.advance(6 * seconds)
    const later = await createInvite({ email: 'd@example.com' })
    expect(await sendDueEmails()).toBe(1)
    expect(listRecipients()).toEqual([later.email])
  })

  it('is not sent for a deleted organization, and does not block others', async () => {
    await createInvite()
    expectStatus(await ada.delete(`/v1/organizations/${org}`), 200)
    org = (await createOrganization(ada)).org_id
    await createInvite({ email: 'next@example.com' })
    expect(await sendDueEmails()).toBe(1)
    expect(listRecipients()).toEqual(['next@example.com'])
  })
})

describe('a failing SMTP server', () => {
  it('fails no request, and gets the email after a growing backoff', async () => {
    await createInvite()
    const away = 'smtp://127.0.0.1:9'
    expect(await sendDueEmails(away)).toBe(0)
    expect(await sendDueEmails()).toBe(0)
    app.clock.advance(29 * seconds)
    expect(await sendDueEmails()).toBe(0)
    app.clock.advance(2 * seconds)
    expect(await sendDueEmails(away)).toBe(0)
    app.clock.advance(31 * seconds)
    expect(await sendDueEmails()).toBe(0)
    app.clock.advance(90 * seconds)
    expect(await sendDueEmails()).toBe(1)
    expect(listRecipients()).toEqual(['zoe@example.com'])
  })

  it('is retried after temporary errors, and not after permanent ones', async () => {
    await createInvite({ email: 'later@example.com' })
    await createInvite({ email: 'never@example.com' })
    const requested: string[] = []
    response = (address) => {
      requested.push(address)
      return createSmtpError(address.startsWith('never') ? 550 : 451)
    }
    await sendDueEmails()
    await sendDueEmails()
    expect(requested.sort()).toEqual(['later@example.com', 'never@example.com'])
    response = () => undefined
    app.clock.advance(31 * seconds)
    expect(await sendDueEmails()).toBe(1)
    expect(listRecipients()).toEqual(['later@example.com'])
    const { text } = await app.anonymous.get('/metrics')
    expect(text).toMatch(/^svc_mail_total\{outcome="refused"\} 1$/m)
    expect(text).toMatch(/^svc_mail_waiting 0$/m)
  })

  it('is retried after it closes the connection', async () => {
    await createInvite()
    let broken = 0
    const flaky = await startMailServer({
      onData(stream, session) {
        broken++
        stream.resume()
        ;(session as unknown as { socket?: { destroy(): void } }).socket?.destroy()
        setImmediate(() => flaky.stop())
      },
      socketTimeout: 200,
    })
    expect(await sendDueEmails(flaky.url)).toBe(0)
    expect(broken).toBe(1)
    app.clock.advance(31 * seconds)
    expect(await sendDueEmails()).toBe(1)
  })

  it('does not block creating and accepting other invitations', async () => {
    const silent = createServer()
    const sockets: Socket[] = []
    silent.on('connection', (socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    await createInvite()
    const turn = sendDueEmails(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const requested = Date.now()
    const { id } = await createInvite({ email: 'other@example.com' })
    expectStatus(await ada.patch(`${path}/${id}`, { body: { role: 'guest' } }), 200)
    expect(Date.now() - requested).toBeLessThan(5000)
    sockets.forEach((socket) => socket.destroy())
    silent.close()
    expect(await turn).toBe(0)
  })
})

describe('concurrent processes', () => {
  it('send each email once', async () => {
    for (let i = 0; i < 30; i++) await createInvite({ email: `p${i}@example.com` })
    const sent = await Promise.all([sendDueEmails(), sendDueEmails(), sendDueEmails()])
    expect(sent.reduce((a, b) => a + b)).toBe(30)
    expect(new Set(listRecipients()).size).toBe(30)
    expect(listRecipients()).toHaveLength(30)
  })

  it('resend an email left by a crashed process, with the same Message-ID', async () => {
    await createInvite()
    const { mail: _, ...services } = app.services
    let taken = ''
    // Aborts after the SMTP server has accepted the email, before the result is stored.
    const dying = sendInvitationEmails({
      ...services,
      mail: (mail) => {
        taken = mail.id
        return new Promise(() => undefined)
      },
    })
    await Promise.race([dying, sleep(300)])
    expect(await sendDueEmails()).toBe(0)
    app.clock.advance(121 * seconds)
    expect(await sendDueEmails()).toBe(1)
    expect(findHeader(server.received[0]!.headers, 'message-id')).toBe(`<${taken}@${new URL(app.url).hostname}>`)
  })
})

it('a server with SMTP settings sends invitations by itself', async () => {
  const env = { SMTP_URL: server.url, MAIL_FROM: 'tasks@example.com' }
  const mailing = await startApp({ env })
  const owner = await mailing.signIn('ada')
  const { org_id } = await createOrganization(owner)
  expectStatus(await owner.post(path, { body: { org_id, email: 'zoe@example.com' } }), 200)
  for (let i = 0; i < 100 && server.received.length === 0; i++) await sleep(100)
  expect(listRecipients()).toEqual(['zoe@example.com'])
})

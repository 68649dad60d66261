import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmailSender } from '../../../src/core/email/smtp.ts'
import { sendInvitationEmails } from '../../../src/resources/people/invites/email-job.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization } from '../../support/factories.ts'
import { startMailServer, findHeader } from '../../support/mail-server.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const app = await startApp({ env: { INVITES_PER_DAY: '50' } })
const ada = await app.signIn('ada')
const second = 1000
const hour = 3600 * second
const day = 24 * hour
const path = '/v1/organization-invites'

let org: string
beforeEach(async () => {
  await app.sql('UPDATE organization_invites SET mail_due_at = NULL')
  server.received.length = 0
  org = (await createOrganization(ada, { name: 'Harbour & Works' })).org_id
})

async function send(): Promise<number> {
  const { hostname: host, port } = new URL(server.url)
  const smtp = { host, port: Number(port), secure: false, requireTLS: false, ignoreTLS: false }
  const config = { ...app.services.config, mail: { server: smtp, from: 'Tasks <tasks@example.com>' } }
  return sendInvitationEmails({ ...app.services, config, mail: createEmailSender(config)! })
}
const invite = (email: string, org_id = org) => ada.post(path, { body: { org_id, email } })
const createInvite = async (email: string, org_id = org) => expectStatus(await invite(email, org_id), 200)
const retryAfter = (reply: { headers: Record<string, unknown> }) => Number(reply.headers['retry-after'])

describe('the rate limits of invitations', () => {
  it('reject a fourth email of one invitation within an hour', async () => {
    const { id } = await createInvite('zoe@example.com')
    const resendInvite = () => ada.post(`${path}/${id}/resend`)
    app.clock.advance(20 * 60 * second)
    for (let i = 0; i < 2; i++) expectStatus(await resendInvite(), 200)
    const refused = await resendInvite()
    expectStatus(refused, 429)
    expect(retryAfter(refused)).toBeGreaterThan(39 * 60)
    expect(retryAfter(refused)).toBeLessThanOrEqual(40 * 60)
    app.clock.advance(day + second)
    expectStatus(await resendInvite(), 200)
  })

  it('reject a fourth email to one address within a day, across invitations', async () => {
    for (let i = 0; i < 3; i++) {
      const { id } = await createInvite('yan@example.com')
      expectStatus(await ada.delete(`${path}/${id}`), 200)
    }
    const refused = await invite('YAN@example.com')
    expectStatus(refused, 429)
    expect(retryAfter(refused)).toBeGreaterThan(23 * 3600)
    app.clock.advance(retryAfter(refused) * second)
    expectStatus(await invite('yan@example.com'), 200)
  })

  it('reject the 51st email of a new organization within a day, until an invitation is accepted', async () => {
    for (let i = 0; i < 49; i++) await createInvite(`person-${i}@example.com`)
    await addMember(ada, org, await app.signIn('bob'))
    for (let i = 0; i < 10; i++) await createInvite(`more-${i}@example.com`)
    const refused = await invite('last@example.com')
    expectStatus(refused, 429)
    expect(refused.body.detail).toContain('60 invitations per day')
    expect(retryAfter(refused)).toBeGreaterThan(23 * 3600)
    const other = (await createOrganization(ada)).org_id
    expectStatus(await invite('last@example.com', other), 200)
    app.clock.advance(day + second)
    expectStatus(await invite('last@example.com'), 200)
  })

  it('apply to concurrent requests', async () => {
    const { id } = await createInvite('xia@example.com')
    const replies = await Promise.all(Array.from({ length: 6 }, () => ada.post(`${path}/${id}/resend`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
  })
})

describe('an address invited by many organizations', () => {
  it('gets 3 emails a day and the rest later, without revealing other organizations', async () => {
    const orgs = await Promise.all(Array.from({ length: 8 }, () => createOrganization(ada)))
    const responses = []
    for (const { org_id } of orgs) responses.push(await createInvite('wim@example.com', org_id))
    expect(responses.every(({ invite_status }) => invite_status === 'pending')).toBe(true)
    await send()
    expect(server.received.length).toBe(3)
    app.clock.advance(hour)
    expect(await send()).toBe(0)
    app.clock.advance(day)
    await send()
    expect(server.received.length).toBe(6)
    app.clock.advance(day)
    await send()
    expect(server.received.length).toBe(8)
  })
})

describe('a user who invites from many organizations', () => {
  it('has 50 emails sent a day before those of further organizations wait for the next day', async () => {
    for (let i = 0; i < 50; i++) await createInvite(`first-${i}@example.com`)
    const other = (await createOrganization(ada)).org_id
    await createInvite('second@example.com', other)
    const bob = await app.signIn('bob')
    const his = (await createOrganization(bob)).org_id
    expectStatus(await bob.post(path, { body: { org_id: his, email: 'third@example.com' } }), 200)
    for (let sent = -1; sent !== 0;) sent = await send()
    const recipients = server.received.flatMap(({ to }) => to)
    expect(recipients).toHaveLength(51)
    expect(recipients).toContain('third@example.com')
    expect(recipients).not.toContain('second@example.com')
    app.clock.advance(day + second)
    await send()
    expect(server.received.flatMap(({ to }) => to)).toContain('second@example.com')
  })
})

describe('the invitation email', () => {
  it('contains no URL from the name of the organization', async () => {
    await app.sql('UPDATE organizations SET name = $2 WHERE org_id = $1', [
      org,
      'Win https://evil.example/a at evil.example\u2028now',
    ])
    await createInvite('vic@example.com')
    await send()
    const [mail] = server.received
    expect(findHeader(mail!.headers, 'subject')).toBe('ada invites you to Win at evil·example now')
    for (const body of [mail!.text, mail!.html]) expect(body).not.toMatch(/evil\.example/)
  })

  it('names its sender, where to report it, and how to unsubscribe', async () => {
    const { id } = await createInvite('una@example.com')
    await send()
    const [mail] = server.received
    for (const part of [mail!.text, mail!.html])
      for (const fact of [
        'ada entered your email address',
        app.url,
        id,
        'To report misuse of this service, write to tasks@example.com',
      ])
        expect(part).toContain(fact)
    const link = /<(.*)>/.exec(findHeader(mail!.headers, 'list-unsubscribe'))![1]!
    expect(mail!.text).toContain(link)
    expect(findHeader(mail!.headers, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

    const { pathname } = new URL(link)
    const page = await app.anonymous.get(pathname)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('No more invitations')])
    app.clock.advance(hour)
    expectStatus(await ada.post(`${path}/${id}/resend`), 200)
    expect(await send(), 'opening the page stops nothing').toBe(1)
    const stopped = await app.anonymous.post(pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(stopped.status).toBe(200)
    app.clock.advance(hour)
    const again = expectStatus(await ada.post(`${path}/${id}/resend`), 200)
    expect(again.invite_status, 'who invites does not learn of it').toBe('pending')
    await createInvite('UNA@example.com', (await createOrganization(ada)).org_id)
    expect(await send()).toBe(0)
  })

  it.each(['x', `${'A'.repeat(80)}`])('cannot be unsubscribed with an invalid link: %s', async (token) => {
    expect((await app.anonymous.get(`/no-invitations/${token}`)).status).toBe(404)
    expect((await app.anonymous.post(`/no-invitations/${token}`, { body: '' })).status).toBe(404)
  })
})

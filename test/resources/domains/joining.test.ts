import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmailSender } from '../../../src/core/email/smtp.ts'
import { sendDomainCodes } from '../../../src/resources/people/domains/email-job.ts'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createTokenClient } from '../../support/factories.ts'
import { findHeader, startMailServer } from '../../support/mail-server.ts'
import { listStoredNotifications, processPendingEvents } from '../notifications/run-pipeline.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const app = await startApp()
const ada = await app.signIn('ada')
let org = ''
let domain = ''
let last = 0

beforeEach(async () => {
  server.received.length = 0
  await app.sql(`UPDATE organization_domains SET mail_due_at = NULL`)
  org = (await createOrganization(ada, { name: 'Harbour & Works' })).org_id
  domain = `harbour-${++last}.example`
})

/** Runs the job once, as a process that sends to the SMTP server of the test. */
function sendCodes(): Promise<number> {
  const smtp = { host: '127.0.0.1', port: server.port, secure: false, requireTLS: false, ignoreTLS: false }
  const mail = createEmailSender({ ...app.services.config, mail: { server: smtp, from: 'svc@example.com' } })
  return sendDomainCodes({ ...app.services, mail })
}

const buildDomainsPath = (path = '') => `/v1/organizations/${org}/domains${path}`
const buildRequestsPath = (path = '') => `/v1/organizations/${org}/join-requests${path}`
const add = (client: Client, body: object = {}) => client.post(buildDomainsPath(), { body: { domain, ...body } })
const readCode = () => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(server.received.at(-1)!.text)![0]
const verify = (code: string) => ada.post(buildDomainsPath(`/${domain}/verify`), { body: { code } })

async function proveDomain(mode?: 'instant'): Promise<void> {
  expectStatus(await add(ada), 201)
  await sendCodes()
  expectStatus(await verify(readCode()), 200)
  if (!mode) return
  const body = { domain_join_mode: mode }
  expectStatus(await ada.patch(`/v1/organizations/${org}/settings`, { body }), 200)
}

let people = 0
const signInNewUser = (options: { email_verified?: boolean; at?: string } = {}) => {
  const name = `person-${++people}`
  const { at = domain, ...more } = options
  return app.signIn(name, { email: `${name}@${at}`, ...more })
}
const join = (client: Client) => client.post(buildRequestsPath())
const listJoinable = async (client: Client) =>
  expectStatus(await client.get('/v1/me/joinable-organizations'), 200).data as object[]
const readMember = (person: Client) => ada.get(`/v1/organization-members/${person.userId}/${org}`)

describe('a domain', () => {
  test('is proved by the code that is emailed to a mailbox of its administrators', async () => {
    expect(expectStatus(await add(ada, { mailbox: 'hostmaster' }), 201)).toMatchObject({ domain, verified_at: null })
    expect(await sendCodes()).toBe(1)
    const [mail] = server.received
    expect(mail!.to).toEqual([`hostmaster@${domain}`])
    expect(findHeader(mail!.headers, 'subject')).toBe(`Code to prove ${domain}`)
    expect(mail!.text).toContain('Harbour & Works')
    const code = readCode()
    expect((await verify(code.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')))).status).toBe(422)
    expect(expectStatus(await verify(code.toLowerCase().replaceAll('-', ' ')), 200).verified_at).not.toBeNull()
    expect(await sendCodes()).toBe(0)
  })

  test('is not proved by a code that is older than 24 hours or was sent to another organization', async () => {
    expectStatus(await add(ada), 201)
    await sendCodes()
    const code = readCode()
    const [mine, { org_id }] = [org, await createOrganization(ada, { name: 'Elsewhere' })]
    org = org_id
    expectStatus(await add(ada), 201)
    await sendCodes()
    expect((await verify(code)).status).toBe(422)
    org = mine
    app.clock.advance(24 * 3_600_000)
    expect((await verify(code)).status).toBe(422)
  })

  test('is refused if everyone can get an address there, and if it is none', async () => {
    for (const invalid of ['gmail.com', 'GMail.Com', 'harbour', 'ada@harbour.example', 'har bour.example', '10.0.0.1/'])
      expect([invalid, (await add(ada, { domain: invalid })).status]).toEqual([invalid, 422])
    expect(expectStatus(await add(ada, { domain: 'Häfen.Example' }), 201).domain).toBe('xn--hfen-loa.example')
    expect((await add(ada, { domain: 'häfen.example' })).status).toBe(409)
  })

  test('is sent five codes a day from all organizations, and an organization requests ten', async () => {
    for (let i = 0; i < 6; i++) {
      org = (await createOrganization(ada, { name: `Many ${i}` })).org_id
      expectStatus(await add(ada), 201)
    }
    expect(await sendCodes()).toBe(0)
    await app.sql(`UPDATE organization_domains SET mail_due_at = NULL`)
    for (let i = 0; i < 9; i++) {
      expectStatus(await ada.delete(buildDomainsPath(`/${domain}`)), 200)
      expectStatus(await add(ada), 201)
    }
    const reply = await add(ada, { domain: `other-${domain}` })
    expect([reply.status, Number(reply.headers['retry-after']) > 3600]).toEqual([429, true])
  })
})

describe('a user with a verified address of a proved domain', () => {
  test('joins an organization with the mode instant as a member, when they ask for it', async () => {
    await proveDomain('instant')
    const zoe = await signInNewUser()
    expect(await listJoinable(zoe)).toMatchObject([{ org_id: org, domain_join_mode: 'instant', status: 'open' }])
    expect((await readMember(zoe)).status).toBe(404)
    const headers = { 'idempotency-key': 'join' }
    for (let i = 0; i < 2; i++)
      expect(expectStatus(await zoe.post(buildRequestsPath(), { headers }), 200).status).toBe('joined')
    expect(expectStatus(await readMember(zoe), 200)).toMatchObject({ role: 'member', invited_by: null })
    expect(await listJoinable(zoe)).toEqual([])
    expect((await join(zoe)).status).toBe(403)
  })

  test('asks the admins of an organization with the mode approval, who accept or decline in their inbox', async () => {
    await proveDomain()
    const [zoe, ben] = [await signInNewUser(), await signInNewUser()]
    const bob = await addMember(ada, org, await app.signIn('bob'))
    for (const person of [zoe, ben]) {
      expect(expectStatus(await join(person), 200).status).toBe('requested')
      expect(expectStatus(await join(person), 200).status).toBe('requested')
    }
    expect((await readMember(zoe)).status).toBe(404)
    const listInbox = async () => {
      await processPendingEvents(app)
      const { data } = expectStatus(await ada.get('/v1/notifications', { query: { org_id: org } }), 200)
      return (data as { kind: string; title: string }[]).map(({ kind, title }) => [kind, title])
    }
    expect((await listInbox()).sort()).toEqual([
      ['join_requested', zoe.username],
      ['join_requested', ben.username],
    ])
    expect((await listStoredNotifications(bob)).filter(({ kind }) => kind === 'join_requested')).toEqual([])
    expect((await bob.post(buildRequestsPath(`/${zoe.userId}/accept`))).status).toBe(403)
    expectStatus(await ada.post(buildRequestsPath(`/${zoe.userId}/accept`)), 200)
    expectStatus(await ada.delete(buildRequestsPath(`/${ben.userId}`)), 200)
    expect(expectStatus(await readMember(zoe), 200)).toMatchObject({ role: 'member', invited_by: ada.username })
    expect((await readMember(ben)).status).toBe(404)
    expect(await listInbox()).toEqual([])
    expect((await join(ben)).status).toBe(409)
    expect(await listJoinable(ben)).toMatchObject([{ status: 'declined' }])
  })

  test('cannot join twice, again after a deactivation or removal, or as a former guest', async () => {
    await proveDomain('instant')
    const [guest, gone, off] = [await signInNewUser(), await signInNewUser(), await signInNewUser()]
    await addMember(ada, org, guest, 'guest')
    await addMember(ada, org, gone)
    await addMember(ada, org, off)
    expectStatus(await ada.delete(`/v1/organization-members/${gone.userId}/${org}`), 200)
    expectStatus(await ada.patch(`/v1/organization-members/${off.userId}/${org}`, { body: { is_active: false } }), 200)
    for (const person of [guest, gone, off]) {
      expect(await listJoinable(person)).toEqual([])
      expect((await join(person)).status).toBe(403)
    }
    expect(expectStatus(await readMember(guest), 200).role).toBe('guest')
  })

  test('joins once, whatever number of requests they send concurrently', async () => {
    await proveDomain('instant')
    const zoe = await signInNewUser()
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => join(zoe)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403, 403, 403])
  })

  test('cannot join once the domain or the organization is deleted, or with an access token', async () => {
    await proveDomain('instant')
    const zoe = await signInNewUser()
    const { org_id } = await createOrganization(zoe, { name: 'Own' })
    const bot = await createTokenClient(zoe, org_id, { scopes: ['admin'] })
    expect((await bot.post(buildRequestsPath())).status).toBe(403)
    expectStatus(await ada.delete(buildDomainsPath(`/${domain}`)), 200)
    expect((await join(zoe)).status).toBe(403)
    await proveDomain('instant')
    expectStatus(await ada.delete(`/v1/organizations/${org}`), 200)
    expect(await listJoinable(zoe)).toEqual([])
    expect((await join(zoe)).status).toBe(403)
  })

  test('needs the second factor that the organization requires', async () => {
    await proveDomain('instant')
    expectStatus(await ada.patch(`/v1/organizations/${org}/settings`, { body: { require_second_factor: true } }), 200)
    const zoe = await signInNewUser()
    await app.sql(
      `INSERT INTO accounts (account_id, user_id, email, email_key, email_verified, created_at, updated_at)
       VALUES ($1, $1, $2, $2, true, now(), now())`,
      [zoe.userId, `zoe@${domain}`],
    )
    expect((await join(zoe)).body.detail).toMatch(/requires a second factor/)
    const ben = await signInNewUser()
    expect((await join(ben)).status).toBe(200)
  })
})

test('an address that is unverified, of a subdomain or of another domain joins nothing', async () => {
  await proveDomain('instant')
  for (const options of [{ email_verified: false }, { at: `mail.${domain}` }, { at: `x${domain}` }]) {
    const person = await signInNewUser(options)
    expect(await listJoinable(person)).toEqual([])
    expect((await join(person)).status).toBe(403)
  }
  const inCapitals = await signInNewUser({ at: domain.toUpperCase() })
  expect((await join(inCapitals)).status).toBe(200)
})

test('several organizations can prove a domain, and an organization learns nothing of others', async () => {
  await proveDomain('instant')
  const first = org
  org = (await createOrganization(ada, { name: 'Second' })).org_id
  await proveDomain()
  const zoe = await signInNewUser()
  expect((await listJoinable(zoe)).map((row) => (row as { org_id: string }).org_id).sort()).toEqual([first, org].sort())
})

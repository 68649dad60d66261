import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/auth/accounts/create.ts'
import { hashPassword } from '../../src/auth/accounts/passwords.ts'
import { buildTotpUri, computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { encodeQrCode } from '../../src/core/qr-code.ts'
import { PASSWORD, readFlow, setUpAccount, startAccountsApp, submitForm, submitPassword } from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const app = await startAccountsApp()
const ada = await setUpAccount(app)
const TOTP = '/v1/me/account/totp'

async function addTotp(who: ConsoleClient): Promise<string> {
  const { secret } = expectStatus(await who.post(TOTP), 200)
  expectStatus(
    await who.post(TOTP, { body: { code: computeTotpCode(secret, Math.floor(app.clock.now() / 30_000)) } }),
    200,
  )
  return secret
}
beforeAll(() => addTotp(ada))

/** Reads the modules of the QR code that a page draws, without its margin of four modules. */
function readQrCode(html: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(html)![1]) - 8
  const dark = new Set([...html.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${+x! - 4} ${+y! - 4}`))
  const indexes = Array.from({ length: size }, (_, i) => i)
  return indexes.map((y) => indexes.map((x) => dark.has(`${x} ${y}`)))
}

let count = 0
let passwordHash: string | undefined

/** Creates an account and signs in with its password alone. */
async function newPerson() {
  const email = `person-${++count}@harbour-${count}.example`
  passwordHash ??= await hashPassword(PASSWORD)
  const account = { email, name: `Person ${count}`, email_verified: true, passwordHash }
  await app.services.database.transaction((trx) => createAccount(trx, account, app.clock.now()))
  const browser = new Browser()
  await submitPassword(app, browser, email)
  return { email, page: new ConsoleClient(app, browser), domain: `harbour-${count}.example` }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const requireFactor = async (org: string, isRequired = true) =>
  expectStatus(
    await ada.patch(`/v1/organizations/${org}/settings`, { body: { require_second_factor: isRequired } }),
    200,
  )
const invite = async (org: string, { email }: Person) =>
  expectStatus(await ada.post('/v1/organization-invites', { body: { org_id: org, email, role: 'admin' } }), 200)
const accept = async ({ page }: Person, inviteId: string) =>
  expectStatus(await page.put(`/v1/organization-invites/${inviteId}/accept`), 200)

async function askToJoin(org: string, { page, domain }: Person): Promise<string> {
  await app.sql(`INSERT INTO organization_domains (org_id, domain, mailbox, verified_at, created_by, created_at, updated_at)
    VALUES ('${org}', '${domain}', 'postmaster', now(), 'ada', now(), now())`)
  expectStatus(await page.post(`/v1/organizations/${org}/join-requests`), 200)
  return expectStatus(await page.get('/v1/me'), 200).principal.id
}

const waysIn: Record<string, (org: string, person: Person) => Promise<void>> = {
  async 'the link of an invitation'(org, person) {
    const { accept_url } = await invite(org, person)
    await requireFactor(org)
    await submitForm(app, person.page.browser, accept_url, {})
  },
  async 'an invitation, accepted in the console'(org, person) {
    const { id } = await invite(org, person)
    await requireFactor(org)
    await accept(person, id)
  },
  async 'a request to join that an admin accepts'(org, person) {
    const userId = await askToJoin(org, person)
    await requireFactor(org)
    expectStatus(await ada.post(`/v1/organizations/${org}/join-requests/${userId}/accept`), 200)
  },
  async 'the domain, before the organization requires it'(org, person) {
    expectStatus(await ada.patch(`/v1/organizations/${org}/settings`, { body: { domain_join_mode: 'instant' } }), 200)
    await askToJoin(org, person)
    await requireFactor(org)
  },
  async 'a membership that is active again'(org, person) {
    await accept(person, (await invite(org, person)).id)
    const { id } = expectStatus(await person.page.get('/v1/me'), 200).principal
    const path = `/v1/organization-members/${id}/${org}`
    expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
    await requireFactor(org)
    expectStatus(await ada.patch(path, { body: { is_active: true } }), 200)
  },
  async 'the end of its only second factor'(org, person) {
    await addTotp(person.page)
    await accept(person, (await invite(org, person)).id)
    await requireFactor(org)
    expectStatus(await person.page.delete(TOTP), 200)
  },
}

describe('a session without a second factor', () => {
  test.each(Object.keys(waysIn))('cannot use an organization that requires one: %s', async (way) => {
    const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
    const { task_id } = await createTask(ada, org_id)
    const person = await newPerson()
    const { page } = person
    const own = await createOrganization(page, { name: 'Own' })
    const ownTask = await createTask(page, own.org_id)
    await waysIn[way]!(org_id, person)

    const refusals = [
      await page.get(`/v1/organizations/${org_id}`),
      await page.get(`/v1/tasks?org_id=${org_id}`),
      await page.post('/v1/projects', { body: { org_id, name: 'Quay' } }),
      await page.post('/v1/tokens', { body: { org_id, name: 'Door', scopes: ['tasks:read'] } }),
      await page.delete(`/v1/organizations/${org_id}`),
    ]
    for (const { status, body } of refusals)
      expect([status, body.detail, body.errors?.[0].type]).toEqual([
        403,
        'Harbour Works requires a second factor. Set one up in the settings under Ways to sign in, or sign in again at /auth/sign-in?fresh=1.',
        'second_factor_required',
      ])
    const { project_id } = await createProject(ada, org_id)
    const missing = [
      ...(await Promise.all([task_id, 'T1JM6SW2Z0A1B2C3D'].map((id) => page.get(`/v1/tasks/${id}`)))),
      await page.post('/v1/tasks/claim-next', { body: { org_id: own.org_id, query: { project_id } } }),
    ]
    for (const { status, body } of missing) {
      expect([status, body.detail, body.errors?.[0].type]).toEqual([
        404,
        expect.stringContaining('second factor: Harbour Works'),
        'second_factor_required',
      ])
    }
    expect(expectStatus(await page.get(`/v1/tasks?org_id=${own.org_id}`), 200).data).toMatchObject([
      { task_id: ownTask.task_id },
    ])
    expectStatus(await page.patch(`/v1/tasks/${ownTask.task_id}`, { body: { title: 'Usable' } }), 200)
    const { organizations } = expectStatus(await page.get('/v1/me'), 200)
    expect(organizations).toMatchObject([
      { org_id, second_factor_missing: true },
      { org_id: own.org_id, second_factor_missing: false },
    ])

    await addTotp(page)
    expectStatus(await page.get(`/v1/organizations/${org_id}`), 200)
    expect(expectStatus(await page.get('/v1/me'), 200).organizations[0].second_factor_missing).toBe(false)
  })

  test('is replaced by the next sign-in, which sets one up first', async () => {
    const { org_id } = await createOrganization(ada)
    const person = await newPerson()
    await waysIn['an invitation, accepted in the console']!(org_id, person)
    const shown = await submitPassword(app, person.page.browser, person.email, PASSWORD, `?fresh=1&to=/o/${org_id}`)
    expect(shown.url.pathname).toBe('/id/new-second-factor')
    const secret = /<code>([^<]+)</.exec(shown.text)![1]!.replaceAll(' ', '')
    expect(readQrCode(shown.text)).toEqual(encodeQrCode(buildTotpUri(secret, person.email, new URL(app.url).host)))
    const code = computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
    const done = await submitForm(app, person.page.browser, shown.url, { flow: readFlow(shown), code })
    expect(done.text).toContain(`/o/${org_id}`)
    expectStatus(await person.page.get(`/v1/organizations/${org_id}`), 200)
  })

  test('receives no events of the organization, which still records that its user changed how they sign in', async () => {
    const { org_id } = await createOrganization(ada)
    const person = await newPerson()
    await waysIn['an invitation, accepted in the console']!(org_id, person)
    expect((await person.page.get(`/v1/events?org_id=${org_id}`)).status).toBe(403)
    await addTotp(person.page)
    const log = expectStatus(await ada.get(`/v1/audit?org_id=${org_id}`), 200)
    expect(JSON.stringify(log)).toContain('account.sign_in_changed')
  })
})

test('a password alone does not change how a user signs in whose account has a passkey', async () => {
  const { org_id } = await createOrganization(ada)
  const person = await newPerson()
  await accept(person, (await invite(org_id, person)).id)
  await requireFactor(org_id)
  await app.sql(`INSERT INTO account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
    SELECT account_id, 'passkey-of-' || email, 'passkey', 'x', now(), now(), now() FROM accounts WHERE email = '${person.email}'`)
  expect((await person.page.get(`/v1/organizations/${org_id}`)).status).toBe(403)
  const browser = new Browser()
  const shown = await submitPassword(app, browser, person.email)
  expect(shown.url.pathname).toBe('/id/second-factor')
  const flow = shown.url.searchParams.get('flow')!
  const page = await browser.open(`${app.url}/id/new-second-factor?flow=${encodeURIComponent(flow)}`, [app.url])
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('no longer valid')])
  const changes = [
    await person.page.post(TOTP),
    await person.page.post('/v1/me/account/password', {
      body: { current_password: PASSWORD, new_password: 'four boats sail' },
    }),
    await person.page.delete('/v1/me/account/password'),
  ]
  for (const { status, body } of changes)
    expect([status, body.detail]).toEqual([403, expect.stringContaining('second factor')])
  expect((await person.page.delete('/v1/me/account/passkeys/x')).status).toBe(404)
})

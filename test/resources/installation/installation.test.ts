import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/core/config/config.ts'
import { acceptWithNewAccount, setUpAccount, startAccountsApp } from '../../support/accounts.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTokenClient } from '../../support/factories.ts'
import { createSmtpError, startMailServer } from '../../support/mail-server.ts'

const path = '/v1/installation'
let isRefusing = false
const server = await startMailServer({
  onMailFrom: (_, __, done) => done(isRefusing ? createSmtpError(554) : null),
})
afterAll(() => server.stop())
const env = { OPERATORS: 'Ada@Dev.Invalid, ops@example.com', SMTP_URL: server.url, MAIL_FROM: 'tasks@example.com' }
const app = await startApp({ env })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

describe('an operator', () => {
  test('is a user with a verified address of OPERATORS', async () => {
    const unverified = await app.signIn('ops', { email: 'ops@example.com', email_verified: false })
    const other = await app.signIn('zoe')
    const statuses = await Promise.all([ada, unverified, other].map(async (user) => (await user.get(path)).status))
    expect(statuses).toEqual([200, 404, 404])
    expect(expectStatus(await ada.get('/v1/me'), 200).is_operator).toBe(true)
    expect(expectStatus(await other.get('/v1/me'), 200)).not.toHaveProperty('is_operator')
    const token = await createTokenClient(ada, org_id, { scopes: ['admin'] })
    expect((await token.get(path)).status).toBe(403)
  })

  test('is the user of the first account without OPERATORS, and no other user', async () => {
    const accounts = await startAccountsApp()
    const first = await setUpAccount(accounts)
    const { org_id: org } = await createOrganization(first)
    const body = { org_id: org, email: 'ben@example.com' }
    const { accept_url } = expectStatus(await first.post('/v1/organization-invites', { body }), 200, 201)
    const second = await acceptWithNewAccount(accounts, accept_url as string, 'Ben')
    expect((await second.get(path)).status).toBe(404)
    const { people, sign_in, mail } = expectStatus(await first.get(path), 200)
    expect(people).toEqual({ organizations: 1, users: 2, accounts: 2 })
    expect(sign_in).toEqual({ accounts: 'on', join: 'invite', issuer: null, is_development: false })
    expect(mail).toEqual({ enabled: false, from: null })
    const reply = await first.post(`${path}/test-email`)
    expect([reply.status, reply.body.detail]).toEqual([409, expect.stringContaining('Set SMTP_URL')])
  })

  test('is nobody without OPERATORS at an identity provider', async () => {
    const plain = await startApp()
    expect((await (await plain.signIn('ada')).get(path)).status).toBe(404)
  })
})

test('the state contains no secrets and no paths', async () => {
  const { text } = await ada.get(path)
  const { dataDir, databaseUrl, storage } = app.services.config
  for (const secret of [dataDir, databaseUrl ?? dataDir, 'folder' in storage ? storage.folder : dataDir])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/postgres:\/\/|SECRET|smtp:/)
})

test('OPERATORS accepts email addresses only', () => {
  expect(() => loadConfig({ OPERATORS: 'ada' })).toThrow(/^OPERATORS contains "ada"; it must be email addresses/)
  expect(loadConfig({ OPERATORS: 'Ada@Example.com' }).operators).toEqual(['ada@example.com'])
  expect(loadConfig({}).operators).toBeUndefined()
})

describe('a test email', () => {
  const sendTest = () => ada.post(`${path}/test-email`)
  beforeEach(() => {
    app.clock.advance(60_001)
    server.received.length = 0
    isRefusing = false
  })

  test('is sent to the operator', async () => {
    const body = expectStatus(await sendTest(), 200)
    expect(body).toMatchObject({ to: 'ada@dev.invalid', server: `127.0.0.1:${server.port}` })
    expect(server.received.map(({ to }) => to)).toEqual([['ada@dev.invalid']])
  })

  test('returns the words of a mail server that refuses it', async () => {
    isRefusing = true
    const reply = await sendTest()
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatch(new RegExp(`127.0.0.1:${server.port} did not accept the email: "554 Not here`))
  })

  test('is limited to five a minute', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await sendTest()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(server.received).toHaveLength(5)
  })
})

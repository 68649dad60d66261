import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeAttempt, toAttempt } from '../../src/auth/accounts/attempts.ts'
import { createAccountLink, type AccountLinkKind } from '../../src/auth/accounts/links.ts'
import { lockAccount } from '../../src/auth/accounts/queries.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { sql, type Sql } from '../../src/db/sql.ts'
import {
  openSignIn,
  PASSWORD,
  readFlow,
  readProblem,
  setUpAccount,
  startAccountsApp,
  storeSecondFactorRequirement,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { waitForLock } from '../support/locks.ts'
import { Browser, type LoadedPage } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const app = await startAccountsApp()
const ada = await setUpAccount(app)
const { account_id } = expectStatus(await ada.get('/v1/me/account'), 200)
beforeEach(async () => {
  await app.sql('DELETE FROM sign_in_failures')
  // Known delays are remembered for ten seconds.
  app.clock.advance(10_000)
})

const runAccountCommand = async (command: string, input: string | object): Promise<string> => {
  const reply = (await runCommand(dataCommands, app.services, { command, input })) as { output?: string }
  if (reply.output === undefined) throw new Error(JSON.stringify(reply))
  return reply.output
}

async function addAccount(email: string): Promise<ConsoleClient> {
  const output = await runAccountCommand('account add', { email })
  const browser = new Browser()
  await submitForm(app, browser, /http\S+/.exec(output)![0], { password: PASSWORD })
  return new ConsoleClient(app, browser)
}

const runConcurrently = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))
const countSignedIn = (loadedPage: LoadedPage[]) => loadedPage.filter(({ url }) => url.pathname === '/').length

test('concurrent attempts do not evade the limit, and attempts that were released are not counted', async () => {
  const attempt = [toAttempt('account', 'target@example.com'), toAttempt('ip', '192.0.2.1')]
  expect(
    (await runConcurrently(40, () => takeAttempt(app.services, attempt))).filter((delay) => delay === 0),
  ).toHaveLength(20)
  const other = [toAttempt('account', 'other@example.com'), attempt[1]!]
  expect(
    (await runConcurrently(80, () => takeAttempt(app.services, other))).filter((delay) => delay === 0),
  ).toHaveLength(20)
})

describe('a second factor', () => {
  test('is guessed 10 times by concurrent requests, and accepts a code once', async () => {
    const tess = await addAccount('tess@example.com')
    const { secret } = expectStatus(await tess.post('/v1/me/account/totp'), 200)
    const computeCurrentCode = () => computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
    const { recovery_codes } = expectStatus(
      await tess.post('/v1/me/account/totp', { body: { code: computeCurrentCode() } }),
      200,
    )
    app.clock.advance(60_000)
    const begin = async () => {
      const browser = new Browser()
      const flow = readFlow(await submitPassword(app, browser, 'tess@example.com'))
      return (code: string) => submitForm(app, browser, `${app.url}/id/second-factor`, { flow, code })
    }
    const attempts = [await begin(), await begin(), await begin()]
    for (const code of [computeCurrentCode(), recovery_codes[0] as string])
      expect(countSignedIn(await Promise.all(attempts.map((send) => send(code))))).toBe(1)
    await app.sql('DELETE FROM sign_in_failures')
    const replies = await runConcurrently(40, (i) => attempts[0]!(`00${String(i).padStart(4, '0')}`))
    expect(replies.filter((loadedPage) => readProblem(loadedPage)?.startsWith('This code is wrong'))).toHaveLength(10)
  })
})

test('a password alone adds no authenticator app beside a passkey that is being added', async () => {
  const owner = await addAccount('racing@example.com')
  const { account_id: id } = expectStatus(await owner.get('/v1/me/account'), 200)
  const { org_id } = await createOrganization(owner)
  await storeSecondFactorRequirement(app, org_id)
  const browser = new Browser()
  const shown = await submitPassword(app, browser, 'racing@example.com')
  expect(shown.url.pathname).toBe('/id/new-second-factor')
  const secret = /<code>([^<]+)</.exec(shown.text)![1]!.replaceAll(' ', '')
  const code = computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
  const sent = await app.services.database.transaction(async (trx) => {
    await lockAccount(trx, id)
    const pending = submitForm(app, browser, shown.url, { flow: readFlow(shown), code })
    // The request reads the account first, where the database has more than one connection.
    await setTimeout(300)
    await trx.query(sql`
      insert into account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
      values (${id}, 'passkey-of-racing', 'passkey', 'x', now(), now(), now())`)
    return { pending }
  })
  expect([400, 409]).toContain((await sent.pending).status)
  const kinds = await app.sql(`SELECT kind FROM account_credentials WHERE account_id = '${id}' AND kind = 'totp'`)
  expect(kinds).toEqual([])
})

interface PasswordRace {
  name: string
  change: (accountId: string, sessionId: string) => Sql
  status: number
}
const endSession: PasswordRace = {
  name: 'its session ends',
  change: (_, sessionId) => sql`delete from browser_sessions where session_id = ${sessionId}`,
  status: 401,
}
const changeWays: PasswordRace = {
  name: 'the ways to sign in change',
  change: (accountId) => sql`update accounts set auth_epoch = auth_epoch + 1 where account_id = ${accountId}`,
  status: 409,
}
// With one connection, the request begins after the change.
const passwordRaces = app.services.database.engine === 'postgres' ? [endSession, changeWays] : [endSession]

test.each(passwordRaces)('a request changes no password while $name', async ({ name, change, status }) => {
  const page = await addAccount(`${name.replaceAll(' ', '-')}@example.com`)
  const { account_id: id } = expectStatus(await page.get('/v1/me/account'), 200)
  const [session] = expectStatus(await page.get('/v1/me/sessions'), 200).data
  const readHash = () => app.sql(`SELECT secret FROM account_credentials WHERE account_id = '${id}'`)
  const before = await readHash()
  const sent = await app.services.database.transaction(async (trx) => {
    await lockAccount(trx, id)
    const body = { current_password: PASSWORD, new_password: 'four boats sail' }
    const pending = page.post('/v1/me/account/password', { body })
    await waitForLock(app)
    await trx.query(change(id, session.session_id))
    return { pending }
  })
  expect((await sent.pending).status).toBe(status)
  expect(await readHash()).toEqual(before)
})

test.each<[AccountLinkKind, object, Record<string, string>]>([
  ['sign_in', { account_id }, {}],
  ['reset', { account_id }, { password: PASSWORD }],
  ['join', { email: 'joined@example.com' }, { name: 'Joined', password: PASSWORD }],
])('a link of the kind %s works once, however many requests use it concurrently', async (kind, link, values) => {
  const { config, database } = app.services
  const url = await createAccountLink(database.db, config, app.clock.now(), { kind, lifetimeMs: 60_000, ...link })
  expect(countSignedIn(await runConcurrently(4, () => submitForm(app, new Browser(), url, values)))).toBe(1)
})

test('an invitation is accepted once, however many requests use its link concurrently', async () => {
  const owner = await addAccount('owner@example.com')
  const { org_id } = await createOrganization(owner)
  const body = { org_id, email: 'invited@example.com' }
  const { accept_url } = expectStatus(await owner.post('/v1/organization-invites', { body }), 200)
  const values = { name: 'Invited', password: PASSWORD }
  const loadedPage = await runConcurrently(4, () => submitForm(app, new Browser(), accept_url, values))
  expect(loadedPage.filter(({ url }) => url.pathname === `/o/${org_id}`)).toHaveLength(1)
})

describe('a sign-in whose password is being verified', () => {
  test.each(['disable', 'reset'] as const)('starts no session after `account %s`', async (command) => {
    const email = `${command}@example.com`
    await addAccount(email)
    const startFlow = async () => {
      const browser = new Browser()
      return { browser, flow: await openSignIn(app, browser) }
    }
    const start = await runConcurrently(3, startFlow)
    const sent = start.map(({ browser, flow }) =>
      submitForm(app, browser, `${app.url}/id/sign-in`, { flow, email, password: PASSWORD }),
    )
    const output = await runAccountCommand(`account ${command}`, command === 'disable' ? email : { email })
    if (command === 'reset')
      await submitForm(app, new Browser(), /http\S+/.exec(output)![0], { password: 'four boats sail' })
    await Promise.all(sent)
    for (const { browser } of start) expect((await new ConsoleClient(app, browser).get('/v1/me')).status).toBe(401)
  })
})

test('an IP can ask for few addresses, by links of invitations, whether they have an account', async () => {
  const owner = await addAccount('asking@example.com')
  const { org_id } = await createOrganization(owner)
  const body = { org_id, email: 'ada@example.com' }
  const { accept_url } = expectStatus(await owner.post('/v1/organization-invites', { body }), 200)
  const sendRequest = () => submitForm(app, new Browser(), accept_url, { name: 'Mallory', password: PASSWORD })
  expect(readProblem(await sendRequest())).toMatch(/^This address has an account/)
  for (let i = 0; i < 59; i++) await takeAttempt(app.services, [toAttempt('ip', '127.0.0.1')])
  expect(readProblem(await sendRequest())).toMatch(/^Too many attempts/)
})

describe('an address', () => {
  test('is the same in every case and form of its domain, and has one account', async () => {
    await addAccount('Eva@Häfen.example')
    for (const variant of ['eva@häfen.example', 'EVA@XN--HFEN-LOA.EXAMPLE', ' eva@hÄfen.example '])
      expect([variant, (await submitPassword(app, new Browser(), variant)).url.pathname]).toEqual([variant, '/'])
    await expect(addAccount('eva@xn--hfen-loa.example')).rejects.toThrow('account')
  })

  test.each([
    'ada+x@example.com',
    'a.da@example.com',
    'аda@example.com',
    'ada@example.com.',
    'ada@example．com',
    'ada@exampLe.com\u200b',
  ])('%j is another one', async (variant) => {
    expect((await submitPassword(app, new Browser(), variant)).status).toBe(422)
  })
})

import { afterAll, expect, test } from 'vitest'
import { createAccountLink } from '../../src/auth/accounts/links.ts'
import { lockAccount } from '../../src/auth/accounts/queries.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { sql } from '../../src/db/sql.ts'
import { PASSWORD, submitForm } from '../support/accounts.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { waitForLock } from '../support/locks.ts'
import { Browser } from '../support/oauth.ts'
import { openProvider } from '../support/provider.ts'
import { ConsoleClient, readCurrentSession } from '../support/sign-in.ts'

const provider = await openProvider()
afterAll(() => provider.close())
const oidc = { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' }
const app = await startApp({ env: { ...oidc, ACCOUNTS: 'beside' } })
const { database } = app.services
const origins = [app.url, provider.url]

async function addAccount(input: object): Promise<string> {
  const reply = (await runCommand(dataCommands, app.services, { command: 'account add', input })) as { output?: string }
  if (reply.output === undefined) throw new Error(JSON.stringify(reply))
  return /http\S+/.exec(reply.output)![0]
}

async function createAccountPage(email: string): Promise<ConsoleClient> {
  const browser = new Browser()
  await submitForm(app, browser, await addAccount({ email }), { password: PASSWORD })
  return new ConsoleClient(app, browser)
}

/** Begins to connect an identity, and returns the URL of the provider without opening it. */
async function beginConnecting({ browser }: ConsoleClient): Promise<string> {
  const begun = await fetch(`${app.url}/id/connect`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.buildCookieHeader(new URL(app.url)), origin: app.url },
    body: new URLSearchParams(),
  })
  for (const line of begun.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(line)!
    browser.cookies.push({ origin: app.url, path: '/', name: name!, value: value! })
  }
  return begun.headers.get('location')!
}

test('an identity is not connected by a session that ends before', async () => {
  const page = await createAccountPage('connecting@example.com')
  const { account_id } = expectStatus(await page.get('/v1/me/account'), 200)
  const { session_id } = await readCurrentSession(page)
  provider.subject = 'taken-over'
  provider.idClaims = { email: 'elsewhere@example.org', email_verified: true }
  const url = await beginConnecting(page)
  const { pending } = await database.transaction(async (trx) => {
    await lockAccount(trx, account_id)
    const sent = page.browser.open(url, origins)
    await waitForLock(app)
    await trx.query(sql`delete from browser_sessions where session_id = ${session_id}`)
    return { pending: sent }
  })
  expect((await pending).status).toBe(409)
  expect(await app.sql(`SELECT 1 FROM identities WHERE subject = 'taken-over'`)).toEqual([])
})

test('an account is not added to a user whose session ends while the password is hashed', async () => {
  const email = 'adding@example.com'
  provider.subject = 'adding'
  provider.idClaims = { email, email_verified: true }
  provider.authenticated = app.clock.now()
  const browser = new Browser()
  const signIn = await browser.open(`${app.url}/auth/sign-in`, origins)
  const path = /href="(\/id\/provider[^"]+)"/.exec(signIn.text)![1]!.replaceAll('&amp;', '&')
  await browser.open(`${app.url}${path}`, origins)
  const { session_id } = await readCurrentSession(new ConsoleClient(app, browser))
  const link = { kind: 'join', email, mailed: true, lifetimeMs: 60_000 } as const
  const url = await createAccountLink(database.db, app.services.config, app.clock.now(), link)
  expect((await browser.open(url, [app.url])).text).toContain('You are signed in as')
  const { pending } = await database.transaction(async (trx) => {
    await trx.query(sql`select 1 from account_links where email = ${email} for update`)
    const sent = submitForm(app, browser, url, { password: PASSWORD })
    await waitForLock(app)
    await trx.query(sql`delete from browser_sessions where session_id = ${session_id}`)
    return { pending: sent }
  })
  expect((await pending).status).toBe(403)
  expect(await app.sql('SELECT 1 FROM accounts WHERE email = $1', [email])).toEqual([])
})

const now = Math.floor(Date.now() / 1000)
const requestMe = async (claims: object) => app.createClient(await provider.sign({ ...claims })).get('/v1/me')

test('a token without an email does not undo a concurrent change of the email', async () => {
  const sub = 'renamed'
  const first = { sub, email: 'first@example.com', email_verified: true, name: 'First', iat: now - 20 }
  expectStatus(await requestMe(first), 200)
  const { pending } = await database.transaction(async (trx) => {
    await trx.query(sql`update users set email = 'later@example.com' where subject = ${sub}`)
    const sent = requestMe({ sub, name: 'Second', iat: now - 10 })
    await waitForLock(app)
    return { pending: sent }
  })
  expectStatus(await pending, 200)
  expect(await app.sql('SELECT email, name FROM users WHERE subject = $1', [sub])).toEqual([
    { email: 'later@example.com', name: 'Second' },
  ])
})

test('tokens with another name than that of the account of their user write nothing', async () => {
  const connected = { sub: 'connected', email: 'elsewhere@example.org', email_verified: true, name: 'Another Name' }
  await createAccountPage('named@example.com')
  await app.sql(
    `INSERT INTO identities (issuer, subject, user_id, created_at)
     SELECT '${provider.url}', 'connected', user_id, now() FROM accounts WHERE email = 'named@example.com'`,
  )
  const added = { sub: 'added', email: 'added@example.com', email_verified: true, name: 'Another Name' }
  const { principal } = expectStatus(await requestMe({ ...added, iat: now - 30 }), 200)
  await addAccount({ email: 'own@example.com', username: principal.username })
  await app.sql(`UPDATE users SET name = 'Own Name' WHERE subject = 'added'`)
  for (const claims of [connected, added])
    for (const iat of [now - 20, now - 10]) {
      const before = app.countStatements()
      expectStatus(await requestMe({ ...claims, iat }), 200)
      expect([claims.sub, app.countStatementsSince(before, 2)]).toEqual([claims.sub, 2])
    }
})

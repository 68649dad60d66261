import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createAccountLink } from '../../src/auth/accounts/links.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { createSetupLink } from '../../src/oauth/accounts/setup.ts'
import { PASSWORD, readFlow, readProblem, startAccountsApp, submitForm, submitPassword } from '../support/accounts.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { waitForLocks } from '../support/locks.ts'
import { Browser, type LoadedPage } from '../support/oauth.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const providers = [await openProvider(), await openProvider()] as const
const [former, current] = providers
afterAll(() => Promise.all(providers.map((provider) => provider.close())))
const oidc = { OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc', ACCOUNTS: 'beside' }
const app = await startApp({ env: { ...oidc, OIDC_ISSUER: former.url } })
const moved = await startApp({ database: app, env: { ...oidc, OIDC_ISSUER: current.url } })

const ADDRESS_OF_USER =
  'This address belongs to a user of this server, so no second one was created. Sign in as that user, or ask the ' +
  'administrator of this server to add an account to it (svc-server account add).'

const ADDRESS_OF_FORMER_USER =
  'This address belongs to a user of this server who cannot sign in any more, so no second one was created. Ask the ' +
  'administrator of this server to add an account to it (svc-server account add).'

const createJoinLink = (email: string): Promise<string> => {
  const link = { kind: 'join', email, mailed: true, lifetimeMs: 30 * 60_000 } as const
  return createAccountLink(app.services.database.db, app.services.config, app.clock.now(), link)
}

/** Inserts a user of a provider with a verified address. */
const insertUser = (
  at: TestApp,
  { issuer, subject, username, email }: Record<'issuer' | 'subject' | 'username' | 'email', string>,
) =>
  at.sql(
    `INSERT INTO users (user_id, issuer, subject, username, username_key, email, email_key, email_verified,
       created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $3, $4, $4, true, now(), now())`,
    [issuer, subject, username, email],
  )

async function runDataCommand(name: string, input: unknown): Promise<string> {
  const reply = (await runCommand(dataCommands, app.services, { command: name, input })) as Record<string, string>
  if (reply.refused !== undefined) throw new Error(reply.refused)
  return reply.output!
}

let people = 0
function confirm(provider: TestProvider, email: string, verified = true): string {
  provider.subject = `same-${++people}`
  provider.idClaims = { email, email_verified: verified }
  return provider.subject
}

/** Signs in at a provider, from the sign-in page of the server or from another page that leads there. */
async function signInAtProvider(at: TestApp, provider: TestProvider, start?: { browser: Browser; url: string }) {
  const browser = start?.browser ?? new Browser()
  const origins = [at.url, provider.url]
  const page = await browser.open(start?.url ?? `${at.url}/auth/sign-in`, origins)
  const path = /href="(\/id\/provider[^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
  return { browser, shown: await browser.open(`${at.url}${path}`, origins) }
}

async function readUser(at: TestApp, browser: Browser): Promise<string> {
  return expectStatus(await new ConsoleClient(at, browser).get('/v1/me'), 200).principal.username
}

/** Creates a user of the former provider with a verified address. */
async function createProviderUser(local: string) {
  const email = `${local}${++people}@example.com`
  confirm(former, email)
  const { browser } = await signInAtProvider(app, former)
  const page = new ConsoleClient(app, browser)
  return { email, page, browser, id: await readUser(app, browser) }
}

const countUsers = async (email: string) => (await app.sql('SELECT 1 FROM users WHERE email = $1', [email])).length

const readHref = ({ text }: LoadedPage, before: RegExp): string =>
  new RegExp(`href="(${before.source}[^"]+)"`).exec(text)![1]!.replaceAll('&amp;', '&')

describe('the address of a user of the identity provider', () => {
  test('gets no second user by an invitation, which the user accepts after a sign-in there', async () => {
    const [owner, { email, id }] = [await createProviderUser('owner'), await createProviderUser('invited')]
    const { org_id } = await createOrganization(owner.page)
    const sent = await owner.page.post('/v1/organization-invites', { body: { org_id, email } })
    const { accept_url } = expectStatus(sent, 200)
    const browser = new Browser()
    const refused = await submitForm(app, browser, accept_url, { name: 'Second', password: PASSWORD })
    expect([refused.status, readProblem(refused)]).toEqual([422, ADDRESS_OF_USER])
    expect(await countUsers(email)).toBe(1)
    const page = await browser.open(accept_url, [app.url])
    const url = `${app.url}${readHref(page, /\/id\/sign-in/)}`
    const returned = await signInAtProvider(app, former, { browser, url })
    expect(returned.shown.text).toContain('You are signed in as')
    const joined = await submitForm(app, browser, accept_url, {})
    expect(joined.url.pathname).toBe(`/o/${org_id}`)
    expect(await readUser(app, browser)).toBe(id)
  })

  test('gets an account of the same user by a link, once the user has signed in there', async () => {
    const { email, id, page } = await createProviderUser('join')
    const { org_id } = await createOrganization(page)
    const link = await createJoinLink(email)
    const browser = new Browser()
    const shown = await browser.open(link, [app.url])
    expect(shown.text).toContain('belongs to a user of this server who signs in at an identity provider')
    expect((await submitForm(app, browser, link, { name: 'Second', password: PASSWORD })).status).toBe(403)
    confirm(former, `other${people}@example.com`)
    const url = `${app.url}${readHref(shown, /\/id\/sign-in/)}`
    const another = await signInAtProvider(app, former, { browser: new Browser(), url: `${app.url}/auth/sign-in` })
    expect((await submitForm(app, another.browser, link, { password: PASSWORD })).status).toBe(403)
    const [owner] = await app.sql<{ subject: string }>('SELECT subject FROM users WHERE email = $1', [email])
    former.subject = owner!.subject
    former.idClaims = { email, email_verified: true }
    const returned = await signInAtProvider(app, former, { browser, url })
    expect(returned.shown.text).toContain('You are signed in as')
    expect(readProblem(await submitForm(app, browser, link, { password: 'short' }))).toContain('at least 10')
    expect((await submitForm(app, browser, link, { password: PASSWORD })).url.pathname).toBe('/')
    expect((await submitForm(app, browser, link, { password: PASSWORD })).status).toBe(404)
    const byPassword = new Browser()
    await submitPassword(app, byPassword, email)
    expect(await readUser(app, byPassword)).toBe(id)
    expect(await countUsers(email)).toBe(1)
    const audit = expectStatus(await page.get('/v1/audit', { query: { org_id } }), 200)
    expect(JSON.stringify(audit.data)).toContain('password_added')
  })

  test.skipIf(app.engine === 'embedded')(
    'gets one user if it is confirmed by a link and at the provider at the same time',
    async () => {
      const email = `twice${++people}@example.com`
      const link = await createJoinLink(email)
      confirm(former, email)
      const browser = new Browser()
      const origins = [app.url, former.url]
      const page = await browser.open(`${app.url}/auth/sign-in`, origins)
      const writer = new Client({ connectionString: app.databaseUrl })
      await writer.connect()
      try {
        // Both find that nobody has the address, and wait to insert its user.
        await writer.query('BEGIN; LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
        const joined = submitForm(app, new Browser(), link, { name: 'By link', password: PASSWORD })
        const signedIn = browser.open(`${app.url}${readHref(page, /\/id\/provider/)}`, origins)
        await waitForLocks(app, 2)
        await writer.query('COMMIT')
        await Promise.all([joined, signedIn])
      } finally {
        await writer.end()
      }
      expect(await countUsers(email)).toBe(1)
    },
  )

  test('gets no account by a link after 10 minutes without a sign-in', async () => {
    former.authenticated = app.clock.now()
    const { email, browser } = await createProviderUser('late')
    former.authenticated = undefined
    const link = await createJoinLink(email)
    expect((await browser.open(link, [app.url])).text).toContain('You are signed in as')
    app.clock.advance(11 * 60_000)
    expect((await submitForm(app, browser, link, { password: PASSWORD })).status).toBe(403)
  })

  test('gets no second account by a link if its user has one with another address', async () => {
    former.authenticated = app.clock.now()
    const { email, browser, id } = await createProviderUser('second')
    former.authenticated = undefined
    const own = `own-${email}`
    await runDataCommand('account add', { email: own, username: id })
    const link = await createJoinLink(email)
    const problem = `This user already has an account with the address ${own}, and a user has only one.`
    expect(readProblem(await browser.open(link, [app.url]))).toContain(problem)
    const refused = await submitForm(app, browser, link, { password: PASSWORD })
    expect([refused.status, readProblem(refused)]).toEqual([409, expect.stringContaining(problem)])
    await expect(runDataCommand('account add', { email, username: id })).rejects.toThrow(
      `${id} has an account with the address ${own}: use svc-server account reset ${own}`,
    )
    expect(await app.sql('SELECT 1 FROM accounts WHERE email = $1', [email])).toEqual([])
  })

  test('counts if only the path of the provider is that of the development provider', async () => {
    const email = `look-alike${++people}@example.com`
    await insertUser(app, { issuer: 'https://sso.example.com/dev-idp', subject: 'ada', username: 'look-alike', email })
    await expect(runDataCommand('account add', { email })).rejects.toThrow('is the verified address of the user look')
  })

  test('gets an account by the operator for that user, or for another one if the operator says so', async () => {
    const { email, id } = await createProviderUser('operator')
    await expect(runDataCommand('account add', { email })).rejects.toThrow(
      `${email} is the verified address of the user ${id} of ${former.url}: add --user ${id} to give that user the ` +
        'account, or --new-user if it is for another person',
    )
    expect(await countUsers(email)).toBe(1)
    await runDataCommand('account add', { email, username: id })
    expect(await countUsers(email)).toBe(1)
    const other = await createProviderUser('namesake')
    await runDataCommand('account add', { email: other.email, isNewUser: true })
    expect(await countUsers(other.email)).toBe(2)
  })

  test('is taken for the first account of a server that had a provider before', async () => {
    const { email } = await createProviderUser('setup')
    const accounts = await startAccountsApp()
    await insertUser(accounts, { issuer: 'https://login.example.com', subject: 'ada', username: 'ada', email })
    const link = (await createSetupLink(accounts.services))!
    const refused = await submitForm(accounts, new Browser(), link, { email, name: 'Ada', password: PASSWORD })
    expect([refused.status, readProblem(refused)]).toEqual([422, ADDRESS_OF_FORMER_USER])
  })
})

describe('after a move to another identity provider', () => {
  test('a former user who gets an account first proves it once, and stays the same user', async () => {
    const { email, id } = await createProviderUser('moved')
    const output = await runDataCommand('account add', { email, username: id })
    const set = new URL(/http\S+/.exec(output)![0])
    await submitForm(moved, new Browser(), `${moved.url}${set.pathname}`, { password: PASSWORD })
    confirm(current, email)
    const start = await signInAtProvider(moved, current)
    const proved = { flow: readFlow(start.shown), email, password: PASSWORD }
    await submitForm(moved, start.browser, `${moved.url}/id/sign-in`, proved)
    expect(await readUser(moved, start.browser)).toBe(id)
    expect(await readUser(moved, (await signInAtProvider(moved, current)).browser)).toBe(id)
    expect(await countUsers(email)).toBe(1)
  })

  test('links and invitations lead a former user to the administrator, not to a sign-in that is impossible', async () => {
    const [owner, { email }] = [await createProviderUser('owner'), await createProviderUser('former')]
    const { org_id } = await createOrganization(owner.page)
    const sent = await owner.page.post('/v1/organization-invites', { body: { org_id, email } })
    const links = [await createJoinLink(email), expectStatus(sent, 200).accept_url as string]
    const [link, invitation] = links.map((url) => moved.url + new URL(url).pathname) as [string, string]
    const shown = await new Browser().open(link, [moved.url])
    expect([readProblem(shown), shown.text.includes('/id/sign-in')]).toEqual([ADDRESS_OF_FORMER_USER, false])
    const values = { name: 'Second', password: PASSWORD }
    expect((await submitForm(moved, new Browser(), link, values)).status).toBe(403)
    expect(readProblem(await submitForm(moved, new Browser(), invitation, values))).toBe(ADDRESS_OF_FORMER_USER)
    expect(await countUsers(email)).toBe(1)
  })

  test('a former user without an account is a new user, who cannot take over the first one', async () => {
    const { email, id } = await createProviderUser('new')
    confirm(current, email)
    expect(await readUser(moved, (await signInAtProvider(moved, current)).browser)).not.toBe(id)
    expect(await countUsers(email)).toBe(2)
  })

  test('an unverified address, and another subject of one provider, are new users', async () => {
    const { email, id } = await createProviderUser('unverified')
    confirm(current, email, false)
    const unverified = await readUser(moved, (await signInAtProvider(moved, current)).browser)
    expect(unverified).not.toBe(id)
    confirm(former, email)
    const other = await readUser(app, (await signInAtProvider(app, former)).browser)
    expect([id, unverified]).not.toContain(other)
  })

  test('a user with a separate identity at each provider keeps both', async () => {
    const { email, id } = await createProviderUser('two')
    const subject = confirm(current, email)
    await insertUser(app, { issuer: current.url, subject, username: `${id}-b`, email })
    expect(await readUser(moved, (await signInAtProvider(moved, current)).browser)).toBe(`${id}-b`)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { HashQueue } from '../../src/auth/accounts/hash-queue.ts'
import { createAccountLink, type AccountLinkKind } from '../../src/auth/accounts/links.ts'
import { findAccountByEmail } from '../../src/auth/accounts/queries.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { unavailable } from '../../src/core/errors.ts'
import {
  openSignIn,
  PASSWORD,
  readFlow,
  readProblem,
  setUpAccount,
  startAccountsApp,
  submitForm,
  storeSecondFactorRequirement,
  submitPassword,
} from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'

const env = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'svc@example.com',
  ACCOUNTS_JOIN: 'open',
  RATE_LIMIT_ADDRESS: '300',
}
const app = await startAccountsApp({ env })
const empty = await startAccountsApp({ env })
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const strict = await createOrganization(ada, { name: 'Strict Works' })
const { database } = app.services
const link = (kind: AccountLinkKind, more: object, server = app) =>
  createAccountLink(server.services.database.db, server.services.config, app.clock.now(), {
    kind,
    lifetimeMs: 3_600_000,
    ...more,
  })
afterEach(() => vi.restoreAllMocks())

interface OpenForm {
  browser: Browser
  server?: typeof app
  url: string
  /** Values that the user enters. */
  values: Record<string, string>
  /** Entered values that the page shows again after an error. */
  shownAgain: string[]
}

const name = 'Zoë Quay'
const newAccount = { name, password: 'four boats sail' }

const openForms: Record<string, () => Promise<OpenForm>> = {
  async 'sign in'() {
    const browser = new Browser()
    const flow = await openSignIn(app, browser)
    const values = { flow, email: 'typed@example.com', password: 'four boats sail' }
    return { browser, url: `${app.url}/id/sign-in`, values, shownAgain: [flow, 'typed@example.com'] }
  },
  async 'set up the first account'() {
    const url = await link('setup', {}, empty)
    const values = { email: 'typed@example.com', ...newAccount }
    return { browser: new Browser(), server: empty, url, values, shownAgain: ['typed@example.com', name] }
  },
  async 'accept an invitation'() {
    const body = { org_id, email: `invited-${Math.random()}@example.com` }
    const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    return { browser: new Browser(), url: accept_url, values: newAccount, shownAgain: [body.email, name] }
  },
  async 'create an account'() {
    const url = await link('join', { email: 'joining@example.com' })
    return { browser: new Browser(), url, values: newAccount, shownAgain: ['joining@example.com', name] }
  },
  async 'set a password'() {
    const account = await findAccountByEmail(database.db, 'ada@example.com')
    const url = await link('reset', { account_id: account!.account_id })
    return { browser: new Browser(), url, values: { password: 'four boats sail' }, shownAgain: ['ada@example.com'] }
  },
  async 'ask for a link to sign in'() {
    const values = { email: 'typed@example.com' }
    return { browser: new Browser(), url: `${app.url}/id/reset`, values, shownAgain: ['typed@example.com'] }
  },
  async 'ask for a link to join'() {
    const values = { email: 'typed@example.com' }
    return { browser: new Browser(), url: `${app.url}/id/join`, values, shownAgain: ['typed@example.com'] }
  },
  async 'enter a code'() {
    const browser = new Browser()
    const flow = readFlow(await submitPassword(app, browser, 'coded@example.com'))
    return { browser, url: `${app.url}/id/second-factor`, values: { flow, code: '000000' }, shownAgain: [flow] }
  },
  async 'set up an authenticator app'() {
    const browser = new Browser()
    const shown = await submitPassword(app, browser, 'bare@example.com')
    const flow = readFlow(shown)
    const secret = /<code>([^<]+)</.exec(shown.text)![1]!
    return {
      browser,
      url: `${app.url}/id/new-second-factor`,
      values: { flow, code: '000000' },
      shownAgain: [flow, secret],
    }
  },
}

/** Fields of each form with their autocomplete attribute, by which password managers fill them. */
const autocomplete: Record<keyof typeof openForms, Record<string, string>> = {
  'sign in': { email: 'username', password: 'current-password' },
  'set up the first account': { email: 'username', name: 'name', password: 'new-password' },
  'accept an invitation': { email: 'username', name: 'name', password: 'new-password' },
  'create an account': { email: 'username', name: 'name', password: 'new-password' },
  'set a password': { email: 'username', password: 'new-password' },
  'ask for a link to sign in': { email: 'username' },
  'ask for a link to join': { email: 'username' },
  'enter a code': { code: 'one-time-code' },
  'set up an authenticator app': { code: 'one-time-code' },
}

/** Creates the accounts that have, and lack, the second factor that their organization requires. */
async function addMembers(): Promise<void> {
  for (const person of ['coded', 'bare']) {
    const body = { org_id: strict.org_id, email: `${person}@example.com` }
    const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    await submitForm(app, new Browser(), accept_url, { name: person, password: PASSWORD })
  }
  await storeSecondFactorRequirement(app, strict.org_id)
  const browser = new Browser()
  const shown = await submitPassword(app, browser, 'coded@example.com')
  const secret = /<code>([^<]+)</.exec(shown.text)![1]!.replaceAll(' ', '')
  const code = computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
  await submitForm(app, browser, shown.url, { flow: readFlow(shown), code })
}

type Fault = (form: OpenForm) => Promise<{ status: number; values?: Record<string, string> }>

const faults: Record<string, Fault> = {
  async 'wrong input'() {
    return { status: 422, values: { email: 'typed@example.com', password: 'short' } }
  },
  async 'too many users that sign in'() {
    const busy = unavailable('Too many users are signing in. Try again in a few seconds.')
    vi.spyOn(HashQueue.prototype, 'add').mockImplementation((_source, { reject }) => reject(busy))
    return { status: 503 }
  },
  async 'too many requests from the IP'({ server = app }) {
    const { oauth } = server.services.limits
    vi.spyOn(oauth, 'count').mockResolvedValue({ used: 1e9, endsAt: server.services.monotonic() + 30_000 })
    return { status: 429 }
  },
}

const hashing = ['sign in', 'set up the first account', 'accept an invitation', 'create an account', 'set a password']
const cases = Object.keys(openForms).flatMap((form) =>
  Object.keys(faults)
    .filter((fault) => fault !== 'too many users that sign in' || hashing.includes(form))
    .filter((fault) => fault !== 'wrong input' || !form.startsWith('ask'))
    .map((fault) => [form, fault] as const),
)

let members: Promise<void> | undefined

test.each(Object.keys(openForms))('every field of the form has its autocomplete attribute: %s', async (form) => {
  await (members ??= addMembers())
  const { browser, server = app, url, values } = await openForms[form]!()
  const address = values.flow === undefined ? url : `${url}?flow=${encodeURIComponent(values.flow)}`
  const { text } = await browser.open(address, [server.url])
  const fields = [...text.matchAll(/<(?:input|select|textarea)\s[^>]*>/g)]
    .map(([tag]) => ['name', 'type', 'autocomplete'].map((name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]))
    .filter(([, type]) => type !== 'hidden')
  expect(Object.fromEntries(fields.map(([name, , value]) => [name, value]))).toEqual(autocomplete[form])
})

describe('a form keeps what was entered, except secrets', () => {
  test.each(cases)('%s: %s', async (form, fault) => {
    await (members ??= addMembers())
    const open = await openForms[form]!()
    const { status, values } = await faults[fault]!(open)
    const secrets = ['password', 'code'].flatMap((field) => open.values[field] ?? [])
    const changed = Object.fromEntries(Object.entries(values ?? {}).filter(([field]) => field in open.values))
    const shown = await submitForm(open.server ?? app, open.browser, open.url, { ...open.values, ...changed })
    expect([shown.status, readProblem(shown)]).toEqual([status, expect.any(String)])
    for (const text of open.shownAgain) expect(shown.text).toContain(text)
    for (const secret of secrets) expect(shown.text).not.toContain(secret)
    expect(shown.text).toContain('<form method="post"')
    // The same form works once the reason has passed, or says again what is wrong.
    vi.restoreAllMocks()
    if (fault !== 'wrong input') {
      const again = { ...open.values, ...(open.values.flow && { flow: readFlow(shown) }) }
      expect((await submitForm(open.server ?? app, open.browser, open.url, again)).status).toBeLessThan(429)
    }
  })

  test('sign in: a page that was open for too long', async () => {
    const open = await openForms['sign in']!()
    app.clock.advance(31 * 60_000)
    const shown = await submitForm(app, open.browser, open.url, { ...open.values, email: 'bare@example.com' })
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('value="bare@example.com"')])
    const values = { flow: readFlow(shown), email: 'bare@example.com', password: PASSWORD }
    expect((await submitForm(app, open.browser, open.url, values)).url.pathname).not.toBe('/id/sign-in')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccountLink, type AccountLinkKind } from '../../src/auth/accounts/links.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import {
  acceptWithNewAccount,
  openSignIn,
  PASSWORD,
  readFlow,
  setUpAccount,
  startAccountsApp,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { decideDevice, requestAsDevice, pollDevice } from '../support/devices.ts'
import { openStream } from '../support/event-stream.ts'
import { createOrganization } from '../support/factories.ts'
import { connectAgent } from '../support/mcp.ts'
import { Browser, createCliClient, connectApp, postForm, redeemCode, registerApp } from '../support/oauth.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const NEW_PASSWORD = 'four boats sail'
const MAX_STREAM_MS = 5_000
const app = await startAccountsApp()
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada)
const client = await registerApp(ada, org_id, { client_type: 'public' })
const terminal = await createCliClient(app)

const runDataCommand = async (name: string, input: unknown): Promise<string> =>
  ((await runCommand(dataCommands, app.services, { command: name, input })) as { output: string }).output
const isOk = ({ status }: { status: number }) => status < 400

/** Signs in by password and, if required, the second factor. */
async function signIn(email: string, code: string): Promise<Browser> {
  const browser = new Browser()
  const flow = readFlow(await submitPassword(app, browser, email))
  await submitForm(app, browser, `${app.url}/id/second-factor`, { flow, code })
  return browser
}

/** Creates a member with one of everything by which a user reaches the server. Each function tells whether it works. */
async function createMember(email: string) {
  const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body: { org_id, email } }), 200)
  const page = await acceptWithNewAccount(app, accept_url, email.split('@')[0]!)
  const { account_id } = expectStatus(await page.get('/v1/me/account'), 200)
  const { secret } = expectStatus(await page.post('/v1/me/account/totp'), 200)
  const computeCode = () => computeTotpCode(secret, Math.floor(app.clock.now() / 30_000))
  const confirmed = expectStatus(await page.post('/v1/me/account/totp', { body: { code: computeCode() } }), 200)
  const codes = confirmed.recovery_codes as string[]

  const other = new ConsoleClient(app, await signIn(email, codes[0]!))
  const minted = await page.post('/v1/tokens', { body: { org_id, name: 'script', scopes: ['tasks:read'] } })
  const script = app.createClient(expectStatus(minted, 200).token)
  const resource = [`${app.url}/v1`, `${app.url}/mcp`]
  const asking = { org_id, scope: 'tasks:read', more: { resource } }
  const pair = await redeemCode(client, await connectApp(client, email, asking, page.browser))
  const connected = app.createClient(pair.access_token)
  const unredeemed = await connectApp(client, email, asking, page.browser)
  const device = await requestAsDevice(terminal, { scope: 'tasks:read' })
  await decideDevice(app, email, device.user_code, { answer: 'allow', org: org_id, projects: 'all' }, page.browser)
  const started = new Browser()
  const proved = readFlow(await submitPassword(app, started, email))
  const start = new Browser()
  const flow = await openSignIn(app, start)
  const createLink = (kind: AccountLinkKind) =>
    createAccountLink(app.services.database.db, app.services.config, app.clock.now(), {
      kind,
      account_id,
      mailed: true,
      lifetimeMs: 30 * 60_000,
    })
  const [signInLink, resetLink] = [await createLink('sign_in'), await createLink('reset')]
  const cookie = other.browser.buildCookieHeader(new URL(app.url))
  const streams = {
    other: await openStream(other, { org_id }, { cookie, 'sec-fetch-site': 'same-origin' }),
    connected: await openStream(connected, { org_id }),
    script: await openStream(script, { org_id }),
  }
  const agents = { script: await connectAgent(script), connected: await connectAgent(connected) }
  /** Streams end on their own, so one that must end is waited for. */
  const isOpen = async (name: keyof typeof streams, mustEnd: boolean) => {
    const stream = streams[name]
    const isOver = () => stream.isClosed || stream.endReason !== undefined
    if (mustEnd) await stream.waitUntil(isOver, MAX_STREAM_MS).catch(() => undefined)
    return !isOver()
  }
  const callTool = (name: keyof typeof agents) =>
    agents[name].mcp.listTools().then(
      () => true,
      () => false,
    )
  const requestToken = (form: Record<string, string>) =>
    postForm(app, '/oauth/token', { client_id: client.client_id, ...form })
  const works: Record<string, (mustEnd: boolean) => Promise<boolean>> = {
    'the event stream of another session': (mustEnd) => isOpen('other', mustEnd),
    'the event stream of an app': (mustEnd) => isOpen('connected', mustEnd),
    'the event stream of an access token': (mustEnd) => isOpen('script', mustEnd),
    'the session of the change': async () => isOk(await page.get('/v1/me')),
    'another session': async () => isOk(await other.get('/v1/me')),
    'an access token': async () => isOk(await script.get('/v1/me')),
    'an MCP session with an access token': () => callTool('script'),
    'the access token of an app': async () => isOk(await connected.get('/v1/me')),
    'the refresh token of an app': async () =>
      isOk(await requestToken({ grant_type: 'refresh_token', refresh_token: pair.refresh_token })),
    'an MCP session of an app': () => callTool('connected'),
    'an authorization code': async () =>
      isOk(
        await requestToken({
          grant_type: 'authorization_code',
          code: unredeemed.redirectUrl.searchParams.get('code')!,
          code_verifier: unredeemed.verifier,
          redirect_uri: client.redirect_uri,
        }),
      ),
    'an approved device code': async () => isOk(await pollDevice(terminal, device.device_code, app)),
    'a sign-in whose password was proved': async () =>
      (await submitForm(app, started, `${app.url}/id/second-factor`, { flow: proved, code: codes[1]! })).url
        .pathname === '/',
    'a sign-in that was begun, with the old password': async () =>
      (await submitForm(app, start, `${app.url}/id/sign-in`, { flow, email, password: PASSWORD })).url.pathname ===
      '/id/second-factor',
    'an emailed link to sign in': async () => isOk(await new Browser().open(signInLink, [app.url])),
    'an emailed link to set a password': async () => isOk(await new Browser().open(resetLink, [app.url])),
  }
  return { page, works }
}

const changes: Record<string, (email: string, page: ConsoleClient) => Promise<void>> = {
  'no change': async () => {},
  'a change of the password': async (_email, page) => {
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    expectStatus(await page.post('/v1/me/account/password', { body }), 200)
  },
  'a password set by a link': async (email) => {
    const output = await runDataCommand('account reset', { email })
    await submitForm(app, new Browser(), /http\S+/.exec(output)![0], { password: NEW_PASSWORD })
  },
  'disabling the account': async (email) => void (await runDataCommand('account disable', email)),
}

/** Tells which access works after each of the changes, in their order. */
const table: [credential: string, ...works: boolean[]][] = [
  ['the event stream of another session', true, false, false, false],
  ['the event stream of an app', true, false, false, false],
  ['the event stream of an access token', true, true, true, false],
  ['the session of the change', true, true, false, false],
  ['another session', true, false, false, false],
  ['an access token', true, true, true, false],
  ['an MCP session with an access token', true, true, true, false],
  ['the access token of an app', true, false, false, false],
  ['the refresh token of an app', true, false, false, false],
  ['an MCP session of an app', true, false, false, false],
  ['an authorization code', true, false, false, false],
  ['an approved device code', true, false, false, false],
  ['a sign-in whose password was proved', true, false, false, false],
  ['a sign-in that was begun, with the old password', true, false, false, false],
  ['an emailed link to sign in', true, false, false, false],
  ['an emailed link to set a password', true, false, false, false],
]

describe.each(Object.keys(changes))('after %s', (change) => {
  let works: Awaited<ReturnType<typeof createMember>>['works']
  beforeAll(async () => {
    const email = `member-${Object.keys(changes).indexOf(change)}@example.com`
    const member = await createMember(email)
    works = member.works
    await changes[change]!(email, member.page)
  }, 60_000)
  afterAll(() => app.clock.advance(60_000))

  test.each(table.map(([credential, ...row]) => [credential, row[Object.keys(changes).indexOf(change)]!] as const))(
    '%s works: %s',
    async (credential, expected) => {
      expect(await works[credential]!(!expected)).toBe(expected)
    },
  )
})

import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findPasskeyObstacle } from '../../src/auth/accounts/passkeys.ts'
import { dataCommands } from '../../src/commands/data-commands.ts'
import { runCommand } from '../../src/core/command.ts'
import { PASSWORD, setUpAccount, startAccountsApp, submitPassword } from '../support/accounts.ts'
import { chromiumPath } from '../support/chromium.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { listViolations, useChromium } from '../support/pages.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const app = await startAccountsApp({ env: { HOST: 'localhost' } })
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada)
const newPage = useChromium()
const email = 'ada@example.com'
const path = '/v1/me/account/passkeys'
const NOT_ACCEPTED = 'This passkey was not accepted. Try again, or sign in another way.'

interface Authenticator {
  page: Page
  cdp: CDPSession
  authenticatorId: string
}

/** Opens a page with an authenticator that unlocks by itself. */
async function openWithAuthenticator(): Promise<Authenticator> {
  const { page } = await newPage({ javaScriptEnabled: true })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp, authenticatorId }
}

/** Lets the browser create a passkey for the options, as the console does; returns it as JSON. */
const createInBrowser = (page: Page, options: object): Promise<Record<string, unknown>> =>
  page.evaluate(async (json) => {
    const parsed = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    const created = (await navigator.credentials.create({ publicKey: parsed })) as PublicKeyCredential
    return created.toJSON() as never
  }, options)

async function addPasskey(client: ConsoleClient, page: Page, name = 'Laptop'): Promise<string> {
  await page.goto(`${app.url}/auth/sign-in`)
  const { options } = expectStatus(await client.post(path), 200)
  const credential = await createInBrowser(page, options)
  const { passkey } = expectStatus(await client.post(path, { body: { credential, name } }), 200)
  expect(passkey).toMatchObject({ name, last_used_at: null })
  return passkey.passkey_id
}

async function pressPasskey(page: Page, query = ''): Promise<void> {
  await page.goto(`${app.url}/auth/sign-in${query}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

const addAccount = async (address: string): Promise<ConsoleClient> => {
  const input = { email: address }
  const { output } = (await runCommand(dataCommands, app.services, { command: 'account add', input })) as {
    output: string
  }
  const browser = new Browser()
  await browser.open(/http\S+/.exec(output)![0], [app.url], { password: PASSWORD })
  return new ConsoleClient(app, browser)
}

describe.skipIf(!chromiumPath)('a passkey', () => {
  test('signs in without a password or code, and is recorded, renamed and deleted', async () => {
    const { page } = await openWithAuthenticator()
    const id = await addPasskey(ada, page)
    expect(expectStatus(await ada.get('/v1/me/account'), 200).passkeys).toBe(1)
    await pressPasskey(page, '?to=/o/harbour')
    await page.waitForURL(`${app.url}/o/harbour`)
    const [passkey] = expectStatus(await ada.get(path), 200).data
    expect(passkey).toMatchObject({ passkey_id: id, name: 'Laptop' })
    expect(passkey.last_used_at).not.toBeNull()
    expect(expectStatus(await ada.patch(`${path}/${id}`, { body: { name: 'Work laptop' } }), 200).name).toBe(
      'Work laptop',
    )
    expectStatus(await ada.delete(`${path}/${id}`), 200)
    await page.context().clearCookies()
    await pressPasskey(page)
    await page.getByText(NOT_ACCEPTED).waitFor()
    const audit = expectStatus(await ada.get('/v1/audit', { query: { org_id } }), 200)
    const changes = JSON.stringify(audit.data)
    for (const change of ['passkey_added', 'passkey_removed']) expect(changes).toContain(change)
  })

  test('replaces the code after the password', async () => {
    const tess = await addAccount('tess@example.com')
    const { page } = await openWithAuthenticator()
    await addPasskey(tess, page)
    await page.context().clearCookies()
    await app.sql(
      `INSERT INTO account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
       SELECT account_id, 'totp', 'totp', 'none', now(), now(), now() FROM accounts WHERE email_key = 'tess@example.com'`,
    )
    await page.goto(`${app.url}/auth/sign-in`)
    await page.getByLabel('Email address').fill('tess@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Code').waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect.poll(() => page.url()).toBe(`${app.url}/`)
  })

  test('of another account is no second factor', async () => {
    const [mallory, victim] = [await addAccount('mallory@example.com'), await addAccount('victim@example.com')]
    const { page } = await openWithAuthenticator()
    await addPasskey(mallory, page)
    const victimAccount = expectStatus(await victim.get('/v1/me/account'), 200).account_id
    for (const [kind, id] of [
      ['totp', 'totp'],
      ['passkey', 'someone-elses-passkey'],
    ])
      await app.sql(
        `INSERT INTO account_credentials (account_id, credential_id, kind, secret, counter, confirmed_at, created_at,
           updated_at) VALUES ($1, $2, $3, 'none', 0, now(), now(), now())`,
        [victimAccount, id, kind],
      )
    await page.context().clearCookies()
    await page.goto(`${app.url}/auth/sign-in`)
    await page.getByLabel('Email address').fill('victim@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('#passkey').evaluate((form: HTMLFormElement) => (form.dataset.allow = ''))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText(NOT_ACCEPTED).waitFor()
  })

  test('response works once, in the browser that requested it, for its challenge and with a rising counter', async () => {
    const uma = await addAccount('uma@example.com')
    const { page } = await openWithAuthenticator()
    const id = await addPasskey(uma, page)
    await page.context().clearCookies()
    await page.goto(`${app.url}/auth/sign-in`)
    const sent: string[] = []
    page.on('request', (request) => {
      const body = request.postData()
      if (body?.includes('credential=')) sent.push(body)
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${app.url}/`)
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const replay = (cookie: string) =>
      fetch(`${app.url}/id/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: app.url, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: sent[0]!,
      })
    expect(sent).toHaveLength(1)
    expect((await replay(cookies)).status).toBe(422)
    expect((await replay('')).status).toBe(400)
    // As if an authenticator with a copy of the key had been used more often.
    await app.sql(`UPDATE account_credentials SET counter = 1000000 WHERE credential_id = $1`, [id])
    await page.context().clearCookies()
    await pressPasskey(page)
    await page.getByText(NOT_ACCEPTED).waitFor()
    expect((await page.context().cookies()).some(({ name }) => name.startsWith('svc_session'))).toBe(false)
  })

  test('is created only for the last challenge of its own account, once', async () => {
    const [vera, other] = [await addAccount('vera@example.com'), await addAccount('walt@example.com')]
    const { page } = await openWithAuthenticator()
    await page.goto(`${app.url}/auth/sign-in`)
    const { options } = expectStatus(await vera.post(path), 200)
    expect(options.rp.id).toBe('localhost')
    const credential = await createInBrowser(page, options)
    const send = (client: ConsoleClient) => client.post(path, { body: { credential } })
    expect((await send(other)).status).toBe(422)
    expectStatus(await send(vera), 200)
    expect((await send(vera)).status).toBe(422)
    for (const invalid of [{}, { id: 'x' }, { ...credential, id: 'changed' }])
      expect((await vera.post(path, { body: { credential: invalid } })).status).toBe(422)
    const late = expectStatus(await other.post(path), 200)
    app.clock.advance(6 * 60_000)
    const response = await createInBrowser(page, late.options)
    expect((await other.post(path, { body: { credential: response } })).status).toBe(422)
  })

  // Verifying an Android certificate would fetch the revocation list from the URL that it names.
  test.each(['android-key', 'tpm', 'unknown'])('is accepted without looking at its attestation (%s)', async (fmt) => {
    const client = await addAccount(`${fmt}@example.com`)
    const { page } = await openWithAuthenticator()
    await page.goto(`${app.url}/auth/sign-in`)
    const { options } = expectStatus(await client.post(path), 200)
    const created = await createInBrowser(page, options)
    const response = created.response as { attestationObject: string }
    const attested = isoCBOR.decodeFirst<Map<string, unknown>>(isoBase64URL.toBuffer(response.attestationObject))
    attested.set('fmt', fmt).set('attStmt', new Map([['x5c', [new Uint8Array(100)]]]))
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attested as never))
    const credential = { ...created, response: { ...response, attestationObject } }
    expectStatus(await client.post(path, { body: { credential } }), 200)
    await page.context().clearCookies()
    await pressPasskey(page)
    await page.waitForURL(`${app.url}/`)
  })

  test('that is the last way to sign in cannot be removed, and its user sets a password later', async () => {
    const xena = await addAccount('xena@example.com')
    const { page } = await openWithAuthenticator()
    const id = await addPasskey(xena, page)
    expectStatus(await xena.delete('/v1/me/account/password'), 200)
    const reply = await xena.delete(`${path}/${id}`)
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'The passkey is the only way to sign in, and the last one cannot be removed.',
    ])
    expect((await submitPassword(app, new Browser(), 'xena@example.com')).status).toBe(422)
    expectStatus(await xena.post('/v1/me/account/password', { body: { new_password: PASSWORD } }), 200)
    expectStatus(await xena.delete(`${path}/${id}`), 200)
  })
})

test('changes of passkeys require a recent sign-in', async () => {
  const yara = await addAccount('yara@example.com')
  app.clock.advance(11 * 60_000)
  for (const reply of [
    await yara.post(path),
    await yara.delete(`${path}/x`),
    await yara.patch(`${path}/x`, { body: { name: 'x' } }),
  ])
    expect([403, 404]).toContain(reply.status)
  expect((await yara.post(path)).body.type).toBe('urn:svc:problem:fresh-sign-in-required')
})

test('the relying party is the host of BASE_URL, whatever Host says', async () => {
  const browser = new Browser()
  await submitPassword(app, browser, email)
  const page = new ConsoleClient(app, browser)
  const headers = { 'x-forwarded-host': 'evil.example.com', forwarded: 'host=evil.example.com' }
  const { options } = expectStatus(await page.post(path, { headers }), 200)
  expect(options.rp.id).toBe('localhost')
})

test.each([
  ['http://tasks.example.com', /require https/],
  ['http://192.0.2.1:8080', /require https/],
  ['https://192.0.2.1', /require a host name/],
  ['https://tasks.example.com', undefined],
  ['http://localhost:8080', undefined],
])('passkeys at %s are refused with a sentence, or offered', (baseUrl, expected) => {
  const obstacle = findPasskeyObstacle({ baseUrl })
  if (expected === undefined) expect(obstacle).toBeUndefined()
  else expect(obstacle).toMatch(expected)
})

describe('the page', () => {
  test('allows the one script file of this server and no other', async () => {
    const loadedPage = await new Browser().open(`${app.url}/auth/sign-in`, [app.url])
    const policy = loadedPage.headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none';/)
    expect(/script-src ([^;]+);/.exec(policy)![1]).toBe(`${app.url}/id/passkey.js`)
    expect([...loadedPage.text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/id/passkey.js" defer>',
    ])
    expect(loadedPage.text).not.toMatch(/\son\w+=/)
  })

  test.skipIf(!chromiumPath).each(['light', 'dark'] as const)(
    'is accessible with the button, %s',
    async (colorScheme) => {
      const { page, complaints } = await newPage({
        javaScriptEnabled: true,
        colorScheme,
        viewport: { width: 360, height: 700 },
        bypassCSP: true,
      })
      await page.goto(`${app.url}/auth/sign-in`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      expect(await listViolations(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([wide <= 360, complaints]).toEqual([true, []])
    },
  )
})

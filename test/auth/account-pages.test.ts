import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createAccountLink } from '../../src/auth/accounts/links.ts'
import { createSetupLink } from '../../src/oauth/accounts/setup.ts'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import {
  PASSWORD,
  setUpAccount,
  startAccountsApp,
  storeSecondFactorRequirement,
  submitPassword,
} from '../support/accounts.ts'
import { chromiumPath } from '../support/chromium.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { startApp } from '../support/app.ts'
import { Browser } from '../support/oauth.ts'
import { openProvider } from '../support/provider.ts'
import { listViolations, useChromium } from '../support/pages.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const env = {
  HOST: 'localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'svc@example.com',
  ACCOUNTS_JOIN: 'open',
  RATE_LIMIT_ADDRESS: '300',
}
const app = await startAccountsApp({ env })
const setup = (await createSetupLink(app.services))!
const newPage = useChromium()
const { config, database } = app.services
const createLink = (kind: 'join' | 'reset' | 'sign_in', more: object) =>
  createAccountLink(database.db, config, app.clock.now(), { kind, lifetimeMs: 3_600_000, ...more })

/** Lists the faults of a page in both themes, on a phone and on a desktop. */
async function listFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      if (scrolled > width) faults.push(`${colorScheme} ${width}: wider than the window`)
      faults.push(...(await listViolations(page)).map((one) => `${colorScheme} ${width}: ${one}`))
    }
  return faults
}

const provider = await openProvider()
afterAll(() => provider.close())

describe.skipIf(!chromiumPath)('axe finds nothing, in both themes, on a phone and on a desktop', () => {
  const open = async () => (await newPage({ javaScriptEnabled: true, bypassCSP: true })).page
  const check = async (page: Page, url: string, heading: string) => {
    await page.goto(url)
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await listFaults(page)).toEqual([])
  }

  test('on the pages of links', async () => {
    const page = await open()
    await check(page, setup, 'Set up the first account')
    const ada = await setUpAccount(app)
    const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
    const { account_id } = expectStatus(await ada.get('/v1/me/account'), 200)
    const body = { org_id, email: 'ben@example.com' }
    const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    await check(page, accept_url, 'Join Harbour Works')
    await check(page, await createLink('join', { email: 'new@example.com' }), 'Create your account')
    await check(page, await createLink('sign_in', { account_id }), 'Sign in')
    const reset = await createLink('reset', { account_id })
    await check(page, reset, 'Set a password')
    await page.getByLabel('New password').fill('password123')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await listFaults(page)).toEqual([])
    await check(page, `${app.url}/id/reset`, 'Sign in by email')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(await listFaults(page)).toEqual([])
    await check(page, `${app.url}/id/join`, 'Create an account')
    await check(page, `${app.url}/id/reset/x`, 'This link does not work')
    await check(page, `${app.url}/id/sign-in?flow=x`, 'This sign-in is no longer valid')
    vi.spyOn(app.services.limits.oauth, 'count').mockResolvedValue({
      used: 1e9,
      endsAt: app.services.monotonic() + 30_000,
    })
    await check(page, `${app.url}/id/reset`, 'Try again')
    vi.restoreAllMocks()
  })

  test('on the pages of a sign-in', async () => {
    const page = await open()
    await check(page, `${app.url}/auth/sign-in`, 'Sign in')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('#problem').waitFor()
    expect(await listFaults(page)).toEqual([])
    const browser = new Browser()
    await submitPassword(app, browser, 'ada@example.com')
    const ada = new ConsoleClient(app, browser)
    const { org_id } = expectStatus(await ada.get('/v1/me'), 200).organizations[0]
    await storeSecondFactorRequirement(app, org_id)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor()
    expect(await listFaults(page)).toEqual([])
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(computeTotpCode(secret, Math.floor(app.clock.now() / 30_000)))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    expect(await listFaults(page)).toEqual([])
    await page.context().clearCookies()
    await page.goto(`${app.url}/auth/sign-in`)
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect(await listFaults(page)).toEqual([])
  })

  test('on the pages beside an identity provider', async () => {
    const oidc = { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' }
    const beside = await startApp({ env: { ...env, ...oidc, ACCOUNTS: 'beside' } })
    const page = await open()
    const email = 'owner@example.com'
    Object.assign(provider, { subject: 'owner', idClaims: { email, email_verified: true } })
    const createJoinLink = (address: string) =>
      createAccountLink(beside.services.database.db, beside.services.config, beside.clock.now(), {
        kind: 'join',
        email: address,
        mailed: true,
        lifetimeMs: 3_600_000,
      })
    await page.goto(`${beside.url}/auth/sign-in`)
    await page.getByRole('link', { name: /identity provider/ }).click()
    await page.waitForURL(`${beside.url}/`)
    await page.context().clearCookies()
    const join = await createJoinLink(email)
    await check(page, join, 'Add an account')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await check(page, page.url(), 'Sign in')
    await page.getByRole('link', { name: /identity provider/ }).click()
    await page.getByText('You are signed in as').waitFor()
    expect(await listFaults(page)).toEqual([])
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add the account and sign in' }).click()
    await page.waitForURL(`${beside.url}/`)
    await check(page, `${beside.url}/id/connect`, 'Connect your identity')
    Object.assign(provider, { subject: 'another', idClaims: { email, email_verified: true } })
    await page.context().clearCookies()
    await page.goto(`${beside.url}/auth/sign-in`)
    await page.getByRole('link', { name: /identity provider/ }).click()
    await page.getByRole('heading', { name: 'Connect your account' }).waitFor()
    expect(await listFaults(page)).toEqual([])
    await beside.stop()
  })
})

describe.skipIf(!chromiumPath)('in Chromium without JavaScript', () => {
  test('a user signs in with a password and a code, and Back and wrong input lose nothing', async () => {
    const own = await startAccountsApp({ env: { HOST: 'localhost' } })
    const ada = await setUpAccount(own)
    const { secret } = expectStatus(await ada.post('/v1/me/account/totp'), 200)
    const compute = () => computeTotpCode(secret, Math.floor(own.clock.now() / 30_000))
    expectStatus(await ada.post('/v1/me/account/totp', { body: { code: compute() } }), 200)
    own.clock.advance(60_000)
    const { page, complaints } = await newPage()
    const submit = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.goto(`${own.url}/auth/sign-in?to=/docs`)
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await submit()
    await page.getByRole('alert').waitFor()
    await expect(page.getByLabel('Email address').inputValue()).resolves.toBe('ada@example.com')
    await page.goBack()
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await submit()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByLabel('Code').fill('000000')
    await submit()
    await page.getByRole('alert').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.goBack()
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await submit()
    await page.getByLabel('Code').fill(compute())
    await submit()
    await page.waitForURL((url) => !url.pathname.startsWith('/id/'))
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('session') }),
    )
    // The page of the code is over, and says so.
    await page.goBack()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(complaints.filter((text) => !/40\d|422/.test(text))).toEqual([])
    await own.stop()
  })
})

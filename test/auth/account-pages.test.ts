import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
import { Browser } from '../support/oauth.ts'
import { listSeriousViolations, useChromium } from '../support/pages.ts'
import { ConsoleClient } from '../support/sign-in.ts'

const env = {
  HOST: 'localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'svc@example.com',
  ACCOUNTS_JOIN: 'open',
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
      faults.push(...(await listSeriousViolations(page)).map((one) => `${colorScheme} ${width}: ${one}`))
    }
  return faults
}

describe.skipIf(!chromiumPath)('axe finds nothing serious, in both themes, on a phone and on a desktop', () => {
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
    await check(page, `${app.url}/id/join`, 'Create an account')
    await check(page, `${app.url}/id/reset/x`, 'This link does not work')
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
})

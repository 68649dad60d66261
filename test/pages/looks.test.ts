import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../resilience/sizes.ts'
import { startApp } from '../support/app.ts'
import { chromiumPath } from '../support/chromium.ts'
import { addMember, createOrganization, createProject } from '../support/factories.ts'
import { requestAsDevice } from '../support/devices.ts'
import { startAuthorization, createCliClient, registerApp, type TestClient } from '../support/oauth.ts'
import { createUnsubscribeToken } from '../../src/notifications/email/unsubscribe.ts'
import { listViolations, submitSignIn, useChromium } from '../support/pages.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const cleo = await app.signIn('cleo')
const otto = await app.signIn('otto')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, ben)
await addMember(ada, org_id, cleo)
await createOrganization(cleo, { name: 'Cleo and sons' })
await createOrganization(otto, { name: `A very long name of an organization ${'that goes on and on '.repeat(3)}` })
await app.signIn('nobody')
for (const name of ['Quay wall', 'Crane rails', 'Breakwater'.repeat(9)]) await createProject(ada, org_id, { name })

const links = { homepage_url: 'https://board.example.com', privacy_url: 'https://board.example.com/privacy' }
const allowed_scopes = ['tasks:write', 'projects:read', 'org:write', 'admin']
const client = await registerApp(ada, org_id, { ...links, allowed_scopes })
const device = await registerApp(ada, org_id, {
  client_type: 'public',
  name: 'x'.repeat(100),
  redirect_uris: ['http://127.0.0.1:8765/callback'],
})

const allLooks = [
  { look: 'light', colorScheme: 'light', width: 1000, height: 900 },
  { look: 'dark', colorScheme: 'dark', width: 1000, height: 900 },
  { look: 'on a phone, dark', colorScheme: 'dark', width: 320, height: 640 },
  { look: 'on a phone', colorScheme: 'light', width: 320, height: 640 },
] as const
/** Covers each theme and each width once during a check. */
const looks = isLongRun ? allLooks : [allLooks[0], allLooks[2]]
const newPage = useChromium()

/** Saves screenshots for a visual check: `SCREENSHOTS=folder npm test -- test/pages/looks`. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true })
}

describe.skipIf(!chromiumPath)(
  'every page, light and dark, wide and on a phone, is styled, fits, and axe finds nothing:',
  () => {
    const open = async () => (await newPage({ javaScriptEnabled: true })).page
    const openConsentPage = async (page: Page, client: TestClient, person?: string) => {
      await page.goto((await startAuthorization(client)).url.href)
      if (person) await submitSignIn(page, person)
      await page.getByText('Signed in as').waitFor()
    }
    /** Lists the faults of the current page in every theme and width. */
    async function listFaults(page: Page, name: string): Promise<string[]> {
      const faults: string[] = []
      for (const { look, colorScheme, width, height } of looks) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height })
        await keep(page, `${name} ${look}`)
        const [styled, fits] = await page.evaluate<boolean[]>(
          `[getComputedStyle(document.querySelector('main')).maxWidth === '544px',
          document.documentElement.scrollWidth <= document.documentElement.clientWidth]`,
        )
        const found = [!styled && 'it has no style', !fits && 'it is too wide', ...(await listViolations(page))]
        faults.push(...found.filter((text) => text !== false).map((text) => `${name}, ${look}: ${text}`))
      }
      return faults
    }

    test('unsubscribing from emails', async () => {
      const page = await open()
      const buildLink = (kinds: 'daily' | ('assigned' | 'status_changed')[]) =>
        `${app.url}/unsubscribe/${createUnsubscribeToken(app.services.keyring, { user_id: ben.userId, kinds })}`
      await page.goto(buildLink(['assigned', 'status_changed']))
      expect(await listFaults(page, 'no more mail')).toEqual([])
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByText('You are unsubscribed').waitFor()
      expect(await listFaults(page, 'no more mail, done')).toEqual([])
      await page.goto(buildLink('daily'))
      expect(await listFaults(page, 'no more daily mail')).toEqual([])
      await page.goto(`${app.url}/unsubscribe/x`)
      expect(await listFaults(page, 'no more mail, over')).toEqual([])
    })

    test('signing in', async () => {
      const page = await open()
      await page.goto((await startAuthorization(client)).url.href)
      expect(await listFaults(page, 'signing in')).toEqual([])
      const address = page.url()
      await page.evaluate(`document.querySelector('[name=email]').type = 'text'`)
      await page.getByLabel(/^Email/).fill('nowhere')
      await submitSignIn(page, 'ben')
      await page.getByRole('alert').waitFor()
      expect(await listFaults(page, 'signing in again')).toEqual([])
      await page.context().clearCookies()
      await page.goto(address)
      expect(await listFaults(page, 'signing in too late')).toEqual([])
      await page.context().close()
    })

    test('consent', async () => {
      const page = await open()
      await openConsentPage(page, client, 'ben')
      expect(await listFaults(page, 'asking')).toEqual([])
      await page.getByLabel(/^Only these/).check()
      await page.keyboard.press('Tab')
      expect(await listFaults(page, 'asking for some')).toEqual([])
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('alert').waitFor()
      expect(await listFaults(page, 'asking again')).toEqual([])
      await page.context().close()
    })

    test('consent for an app of another organization', async () => {
      const page = await open()
      await openConsentPage(page, device, 'otto')
      expect(await listFaults(page, 'of another organization')).toEqual([])
      await page.getByRole('button', { name: 'Use another account' }).click()
      await submitSignIn(page, 'cleo')
      await page.getByText('Choose one:').waitFor()
      expect(await listFaults(page, 'which organization')).toEqual([])
      await page.getByRole('button', { name: 'Use another account' }).click()
      await submitSignIn(page, 'nobody')
      await page.getByText('You are not a member of an organization yet').waitFor()
      expect(await listFaults(page, 'naming an organization')).toEqual([])
      await page.getByLabel('Name of your organization').fill(' ')
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('alert').waitFor()
      expect(await listFaults(page, 'naming an organization again')).toEqual([])
      // A user who denies access need not name an organization.
      await page.getByLabel('Name of your organization').fill('')
      const refused = page.waitForRequest(/error=access_denied/)
      await page.getByRole('button', { name: 'Don’t allow' }).click()
      await refused
      await page.context().close()
    })

    test('connecting a device', async () => {
      const page = await open()
      const openDevicePage = async (person?: string) => {
        const { verification_uri_complete } = await requestAsDevice(await createCliClient(app))
        await page.goto(verification_uri_complete!)
        if (person) await submitSignIn(page, person)
        await page.getByRole('button', { name: 'Continue' }).waitFor()
      }
      await openDevicePage('ben')
      expect(await listFaults(page, 'entering a code')).toEqual([])
      await page.getByLabel('Code').fill('nothing')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      expect(await listFaults(page, 'entering a code again')).toEqual([])
      await openDevicePage()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Continue only if').waitFor()
      expect(await listFaults(page, 'what a device asks')).toEqual([])
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByText('The device is connected').waitFor()
      expect(await listFaults(page, 'a device is connected')).toEqual([])
      await page.goto(`${app.url}/oauth/device/denied`)
      expect(await listFaults(page, 'a device is not connected')).toEqual([])
      await page.goto(`${app.url}/oauth/device/x`)
      expect(await listFaults(page, 'a device has its answer')).toEqual([])
      await page.context().close()
    })

    test('redirecting and rejecting', async () => {
      const page = await open()
      // Removes the automatic redirect, so that there is time to look.
      await page.route(/\/oauth\/consent\/asked\/(back|again)$/, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '')
        await route.fulfill({ response, body })
      })
      for (const [name, path] of [
        ['leading back', '/oauth/consent/asked/back'],
        ['leading to sign in', '/oauth/consent/asked/again'],
        ['unknown app', '/oauth/authorize?client_id=svcc_0000000000000000'],
        ['unregistered address', `/oauth/authorize?client_id=${client.client_id}&redirect_uri=https://evil.example`],
        ['no request', '/oauth/authorize'],
        ['over', '/oauth/consent/asked'],
        ['signed in by nobody', '/oauth/login/callback?state=x'],
      ]) {
        await page.goto(`${app.url}${path}`)
        expect(await listFaults(page, name!)).toEqual([])
      }
      await page.context().close()
    })
  },
)

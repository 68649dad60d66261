import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { computeTotpCode } from '../../../src/auth/accounts/totp.ts'
import {
  PASSWORD,
  setUpAccount,
  startAccountsApp,
  storeSecondFactorRequirement,
  submitPassword,
} from '../../support/accounts.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { Browser } from '../../support/oauth.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startAccountsApp({ env: { HOST: 'localhost' } })
const ada = await setUpAccount(app)
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const { task_id } = await createTask(ada, org_id, { title: 'Order rope', assignee: 'ada' })
await app.sql(
  `INSERT INTO identities (issuer, subject, user_id, created_at)
   SELECT 'https://id.example.com', 'ada', user_id, now() FROM accounts`,
)
const { visit, watch } = useConsole()
const to = `/o/${org_id}/settings/sign-in`

/** Opens the page as ada, who has just signed in. */
async function open(): Promise<Page> {
  const { page } = await visit({ at: app })
  const browser = new Browser()
  await submitPassword(app, browser, 'ada@example.com', currentPassword)
  await page.context().addCookies(browser.cookies.map(({ name, value }) => ({ name, value, url: app.url })))
  await page.goto(app.url + to)
  await page.getByRole('heading', { name: 'Passkeys', exact: true }).waitFor()
  return page
}
let currentPassword = PASSWORD
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

describe.skipIf(!chromiumPath)('Ways to sign in', () => {
  test('has no findings in axe, in both themes, on desktop and on a phone', async () => {
    const page = await open()
    await page.getByRole('row').filter({ hasText: 'This browser' }).waitFor()
    await expectAccessible(page, 'ways to sign in')
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    await expectAccessible(page, 'ways to sign in, authenticator app')
    await expect.poll(() => page.getByText('https://id.example.com').count()).toBe(1)
  })

  test('changes the display name, which the menu of the account then shows', async () => {
    const page = await open()
    await page.getByLabel('Display name').fill('Ada King')
    await page.keyboard.press('Enter')
    await waitForText(page, 'Saved')
    await page.getByTitle('Organization and account').click()
    await page.getByRole('menu').waitFor()
    await expect.poll(() => page.locator('.org-menu-name').textContent()).toBe('Ada King')
  })

  test('changes the password by keys, and says what is wrong', async () => {
    watch.allowComplaints(/status of 422/)
    const page = await open()
    await page.getByLabel('Current password').focus()
    await page.keyboard.type('not the password')
    await page.keyboard.press('Tab')
    await page.keyboard.type('five boats sail')
    await page.keyboard.press('Enter')
    await waitForText(page, 'is not the current password')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').press('Enter')
    await waitForText(page, 'Saved')
    currentPassword = 'five boats sail'
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('')
  })

  test('adds, renames and deletes a passkey', async () => {
    const page = await open()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: /^Laptop/ })
      .getByRole('button', { name: 'Rename' })
      .press('Enter')
    await page.getByRole('textbox', { name: 'Rename Laptop' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Work laptop')
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: /^Work laptop/ })
      .getByRole('button', { name: 'Delete' })
      .press('Enter')
    await expect.poll(() => page.getByText('Work laptop').count()).toBe(0)
  })

  test('sets up an authenticator app, shows the recovery codes once, and removes it', async () => {
    watch.allowComplaints(/status of 422/)
    const page = await open()
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await waitForText(page, 'is not the current code')
    await page.getByLabel('Code', { exact: true }).fill(computeTotpCode(secret, Math.floor(app.clock.now() / 30_000)))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)
    await expectAccessible(page, 'ways to sign in, recovery codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await waitForText(page, 'Set up. 10 of 10 recovery codes left.')
    await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
  })

  test('asks for a recent sign-in and leads back', async () => {
    watch.allowComplaints(/status of 403/)
    const page = await open()
    app.clock.advance(11 * 60_000)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('Password').fill(currentPassword)
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(app.url + to)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect.poll(() => page.getByRole('img', { name: 'QR code of the key' }).count()).toBe(1)
  })

  test('leads an open page to the second factor that its organization now requires, and back with the change', async () => {
    watch.allowComplaints(/status of 40[34]/)
    const page = await open()
    await page.goto(`${app.url}/o/${org_id}/my?task=${task_id}`)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.waitFor()
    await title.fill('Order hemp rope')
    await storeSecondFactorRequirement(app, org_id)
    // The page reads its lists while the field still has the focus, unless a request was refused even before.
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online'))).catch(() => undefined)
    await page.getByRole('heading', { name: 'Harbour Works requires a second factor' }).waitFor()
    await expectAccessible(page, 'required second factor')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('Password').fill(currentPassword)
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(computeTotpCode(secret, Math.floor(app.clock.now() / 30_000)))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`${app.url}/o/${org_id}/my?task=${task_id}`)
    await expect.poll(() => title.inputValue()).toBe('Order hemp rope')
    const readTitles = () => app.sql('SELECT title FROM tasks WHERE task_id = $1', [task_id])
    await expect.poll(readTitles).toEqual([{ title: 'Order hemp rope' }])
  })
})

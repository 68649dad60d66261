import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createSetupLink } from '../../../src/oauth/accounts/setup.ts'
import { PASSWORD, startAccountsApp } from '../../support/accounts.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { useConsole } from '../support/console.ts'

// SETUP_LINK has the test go through a server that runs already, such as one in a container.
const app = process.env.SETUP_LINK ? undefined : await startAccountsApp({ delivering: true })
const setupLink = process.env.SETUP_LINK ?? (await createSetupLink(app!.services))!
const at = { url: new URL(setupLink).origin }
const { visit, watch } = useConsole()

describe.skipIf(!chromiumPath)('the first two people of an installation', () => {
  test('sign in with a password, one by an invitation without email, and see each other move a card', async () => {
    // A request without a session returns 401.
    watch.allowComplaints(/status of 401/)
    const startedAt = performance.now()
    const { page: one } = await visit({ at, to: new URL(setupLink).pathname })
    await one.getByLabel('Email address').fill('ada@example.com')
    await one.getByLabel('Your name').fill('Ada')
    await one.getByLabel('New password').fill(PASSWORD)
    await one.getByRole('button').click()
    await one.getByRole('textbox', { name: /organization/i }).fill('Harbour Works')
    await one.getByRole('textbox', { name: /project/i }).fill('Quay wall')
    await one.getByRole('textbox', { name: /task/i }).fill('Order rope')
    await one.getByRole('textbox', { name: /invite/i }).fill('ben@example.com cleo@example.com')
    await one.keyboard.press('Enter')
    const acceptLink = await readLinks(one)
    await one.waitForURL(/\/o\/[^/]+\/p\/P/)
    await one.getByText('Order rope').waitFor()
    const firstTask = performance.now()
    const project = new URL(one.url()).pathname

    await invite(one, 'dan@example.com')
    await openMembers(one)
    const { page: two } = await visit({ at, to: new URL(acceptLink).pathname })
    await two.getByLabel('Your name').fill('Ben')
    await two.getByLabel('New password').fill(PASSWORD)
    await two.getByRole('button').click()
    await two.waitForURL(/\/o\//)
    // The pending invitation becomes a member while the page is open.
    await one.getByText('2 members').waitFor()
    await expect.poll(() => one.getByRole('combobox', { name: 'Role for ben@example.com' }).count()).toBe(0)
    await one
      .getByText(/Invited by Ada/)
      .first()
      .waitFor()

    const board = `${project}?view=board`
    for (const page of [one, two]) {
      await page.goto(at.url + board)
      await findCard(page, /^Not started/).waitFor()
    }
    await findCard(one, /^Not started/).focus()
    await one.keyboard.press('Alt+ArrowRight')
    await findCard(two, /^In progress/).waitFor()
    const both = performance.now()
    expect(both - startedAt).toBeLessThan(120_000)
    if (process.env.SETUP_LINK) {
      const [first, all] = [firstTask - startedAt, both - startedAt].map((ms) => (ms / 1000).toFixed(1))
      process.stdout.write(`first task after ${first} s, a card moved for both after ${all} s\n`)
    }
  })
})

const findCard = (page: Page, column: RegExp) =>
  page.getByRole('region', { name: column }).locator('[data-id]', { hasText: 'Order rope' })

/** Reads the links of the people invited at the first sign-in, of which one is copied and all are. */
async function readLinks(page: Page): Promise<string> {
  const link = await page.getByLabel('ben@example.com').inputValue()
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.getByText('Links copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText().catch(() => ''))
  if (copied)
    expect(copied.split('\n')).toEqual([`ben@example.com ${link}`, expect.stringMatching(/^cleo@example\.com http/)])
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

/** Invites by the command palette; the links stay until they are dismissed by their button. */
async function invite(page: Page, email: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Invite')
  await page.getByRole('option', { name: /^Invite people/ }).click()
  await page.getByRole('textbox').last().fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel(email).waitFor()
  for (let n = 0; n < 2; n++) await page.keyboard.press('Escape')
  expect(await page.getByLabel(email).inputValue()).toMatch(/^http/)
  await page.getByRole('button', { name: 'Done' }).click()
}

async function openMembers(page: Page): Promise<void> {
  await page.goto(page.url().replace(/\/p\/.*/, '/settings/members'))
  await page.getByText('1 member', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Role for ben@example.com' }).waitFor()
}

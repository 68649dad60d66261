import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await insertMembership(await app.signIn('ben'), org_id, 'member')
await insertMembership(await app.signIn('gus'), org_id, 'guest')
const { visit } = useConsole()
const path = `/o/${org_id}/settings/tokens`
const wide = { width: 1280, height: 800 }

const listTokens = async (): Promise<{ name: string; status: string; scopes: string[]; expires_at: string | null }[]> =>
  expectStatus(await ada.get('/v1/tokens', { query: { org_id } }), 200).data
const readStatus = async (token: string) =>
  (await fetch(`${app.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** Reads the secret of the open dialog and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByRole('dialog').getByLabel('Token').inputValue()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count(), 'Escape closes before copying').toBe(1)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return secret
}

describe.skipIf(!chromiumPath)('access tokens in the settings', () => {
  test('a token is created by keys alone, replaced and revoked', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await tabTo(page, 'button', 'New token')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Tasks' }).waitFor()
    await page.keyboard.type('Nightly report')
    await expectAccessible(page, 'a new token', '.dialog', opposite)
    await page.setViewportSize(wide)
    await page.getByRole('combobox', { name: 'Projects' }).selectOption('Read')
    await page.getByLabel('Name').press('Enter')
    const first = await takeSecret(page)
    expect(await readStatus(first)).toBe(200)
    const [token] = await listTokens()
    expect(token).toMatchObject({ name: 'Nightly report', scopes: ['tasks:write', 'projects:read'] })
    expect((Date.parse(token!.expires_at!) - Date.now()) / 86_400_000).toBeCloseTo(90, 1)

    const chooseAction = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Nightly report' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await chooseAction('Replace')
    await page.getByRole('button', { name: 'Create new token' }).click()
    const second = await takeSecret(page)
    expect(second).not.toBe(first)
    await page.getByRole('button', { name: 'Actions for Nightly report' }).first().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect
      .poll(async () => (await listTokens()).filter(({ status }) => status === 'revoked').length)
      .toBeGreaterThan(0)
  })

  test('a sign-in is asked for before the form is filled, and not after it', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await app.sql(`UPDATE browser_sessions SET authenticated_at = authenticated_at - interval '1 hour'`)
    await page.getByRole('button', { name: 'New token' }).click()
    const notice = page.getByRole('dialog').getByRole('button', { name: 'Sign in again' })
    await notice.waitFor()
    await app.sql(`UPDATE browser_sessions SET authenticated_at = authenticated_at + interval '1 hour'`)
    await page.evaluate('dispatchEvent(new Event("focus"))')
    await expect.poll(() => notice.count()).toBe(0)
  })

  test('a service account gets a token that acts as it', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByRole('button', { name: 'New service account' }).click()
    await page.getByLabel('Name').fill('Build bot')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Build bot' }).click()
    await page.getByRole('menuitem', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Pipeline')
    await page.keyboard.press('Enter')
    await takeSecret(page)
    await page.getByRole('button', { name: 'All tokens' }).click()
    await page.getByText('acts as sa-build-bot').waitFor()
    await page.getByRole('checkbox').check()
    await expectAccessible(page, 'access tokens')
  })

  test('the policy of the organization decides what is offered', async () => {
    const settings = `/v1/organizations/${org_id}/settings`
    expectStatus(await ada.patch(settings, { body: { allow_personal_tokens: false, max_token_ttl_days: 14 } }), 200)
    const member = (await visit({ at: app, as: 'ben', to: path })).page
    await member.getByText('does not accept personal tokens').waitFor()
    expect(await member.getByRole('button', { name: 'New token' }).count()).toBe(0)
    expect(await member.getByRole('heading', { name: 'Service accounts' }).count()).toBe(0)
    const admin = (await visit({ at: app, as: 'ada', to: path })).page
    await admin.getByRole('button', { name: 'New token' }).click()
    const listOffered = (name: string) => admin.getByRole('combobox', { name }).locator('option').allTextContents()
    await expect.poll(() => listOffered('Expires')).toEqual(['in 7 days', 'in 14 days'])
    await expect.poll(() => listOffered('Acts as')).toEqual(['Build bot'])
    const guest = (await visit({ at: app, as: 'gus', to: path })).page
    await guest.getByText('your role cannot use it').waitFor()
  })
})

describe.skipIf(!chromiumPath)('OAuth apps in the settings', () => {
  test('an app is registered, gets another secret and is revoked, each after saying what follows', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/apps` })
    await page.getByRole('button', { name: 'Register an app' }).click()
    await page.getByLabel('Name').fill('Crane planner')
    await page.getByLabel('Redirect URIs').fill('https://planner.example/callback')
    await page.getByRole('button', { name: 'Register app' }).click()
    const readSecret = async () => {
      const secret = await page.getByLabel('Client secret').inputValue()
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
      // Escape closes the dialog only after the secret was copied.
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Client secret').waitFor({ state: 'detached' })
      return secret
    }
    const first = await readSecret()
    await expectAccessible(page, 'the apps', undefined, opposite)
    const chooseAction = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Crane planner' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await chooseAction('Replace the secret')
    await page.getByRole('button', { name: 'Replace secret' }).click()
    expect(await readSecret()).not.toBe(first)
    await chooseAction('Revoke')
    await page.getByText('It cannot be connected again.').waitFor()
    await page.getByRole('textbox').fill('Crane planner')
    await page.getByRole('button', { name: 'Revoke app' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    const { data } = expectStatus(await ada.get('/v1/oauth/clients', { query: { org_id } }), 200)
    expect(data).toMatchObject([
      { name: 'Crane planner', status: 'revoked', redirect_uris: ['https://planner.example/callback'] },
    ])
  })
})

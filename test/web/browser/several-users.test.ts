import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createTask } from '../../support/factories.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'
import { signInto } from '../support/people.ts'

const app = await startApp({ delivering: true })
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const { visit, watch } = useConsole()

const findTitle = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })

describe.skipIf(!chromiumPath)('a browser of several users', () => {
  test('writes nothing in the name of another user, and writes it once after they return', async () => {
    watch.allowComplaints(/status of 40[14]/)
    const { task_id } = await createTask(ada, org_id, { title: 'Ask the harbour master' })
    const readStored = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
    const to = `/o/${org_id}/my?task=${task_id}`
    const { page, tab } = await visit({ at: app, as: 'ada', to })
    await expect.poll(() => findTitle(page).inputValue()).toBe('Ask the harbour master')
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Only ada knows')
    await findTitle(page).fill('Ask the pilot')
    // Another user signs in beside the page, for example on a consent page. The page is not notified and does not find
    // out by itself before the write.
    let resume = () => {}
    const written = new Promise<void>((resolve) => (resume = resolve))
    await page.route('**/v1/**', async (route) => {
      await written
      await route.continue()
    })
    await signInto(page.context(), app.url, 'ben')
    // A page that does not know its user yet renders nothing from ada's cache.
    const next = await tab()
    await next.route('**/v1/**', () => undefined)
    await next.goto(app.url + to)
    await expect.poll(() => next.locator('body').innerText()).not.toContain('My work')
    await next.close()
    await page.keyboard.press('Enter')
    resume()
    await expect.poll(() => page.evaluate(`localStorage['svc.me']`)).toContain('"ben"')
    await expect.poll(() => page.content()).not.toContain('Only ada knows')
    expect(await readStored()).toMatchObject({ title: 'Ask the harbour master', version: 1 })

    await signInto(page.context(), app.url, 'ada')
    await page.goto(app.url + to)
    await expect.poll(readStored).toMatchObject({ title: 'Ask the pilot', updated_by: 'ada', version: 2 })
    await expect.poll(() => page.getByRole('textbox', { name: 'Your comment' }).inputValue()).toBe('Only ada knows')
  })

  test('stores nothing of a user who signed out, and redirects their other tabs', async () => {
    watch.allowComplaints(/status of 401/)
    const { task_id } = await createTask(ada, org_id, { title: 'Secret of the quay', assignee: 'ada' })
    const { page, tab } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Half a secret')
    const other = await tab()
    await other.goto(`${app.url}/o/${org_id}/tasks`)
    for (const one of [page, other]) await one.getByText('Secret of the quay').first().waitFor()
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('Half a secret')
    // In a text, the key would make a link.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    // A draft comment is not discarded silently.
    await page.getByRole('button', { name: 'Sign out and delete them' }).click()
    for (const one of [page, other]) await one.getByRole('link', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.evaluate(readBrowserStorage)).not.toMatch(/secret/i)
  })
})

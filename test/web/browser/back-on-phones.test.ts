import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
await createTask(ada, org_id, { project_id, title: 'Order rope' })
const { visit } = useConsole()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const list = `/o/${org_id}/p/${project_id}`

/** Opens the list with a page before it, to which a Back too many would lead. */
async function visitList(look: typeof phone | undefined = phone): Promise<Page> {
  const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/inbox`, look })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, list)
  await page.getByRole('link', { name: 'Order rope' }).waitFor()
  return page
}

const readPath = (page: Page) => new URL(page.url()).pathname
const findBar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Presses Back until the page shows the inbox, and returns how often. */
async function countStepsBack(page: Page): Promise<number> {
  for (let steps = 1; steps <= 5; steps++) {
    await page.goBack()
    await page.waitForTimeout(100)
    if (readPath(page).endsWith('/inbox')) return steps
  }
  throw new Error('the inbox was not reached')
}

describe.skipIf(!chromiumPath)('Back on a phone', () => {
  test('closes menus, dialogs and the sidebar one at a time, and stays on the page', async () => {
    const page = await visitList()
    await page.getByRole('button', { name: 'More' }).first().tap()
    await page.getByRole('menu').waitFor()
    await page.goBack()
    await page.getByRole('menu').waitFor({ state: 'detached' })

    await findBar(page).getByRole('button', { name: 'New task' }).tap()
    const dialog = page.getByRole('dialog', { name: 'New task' })
    await dialog.getByRole('button', { name: /^Priority/ }).tap()
    const picker = page.locator('.popover')
    await picker.waitFor()
    await page.goBack()
    await picker.waitFor({ state: 'detached' })
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })

    await findBar(page).getByRole('button', { name: 'Menu' }).tap()
    const sidebar = page.locator('.sidebar')
    await sidebar.waitFor()
    await page.goBack()
    await sidebar.waitFor({ state: 'detached' })
    expect(readPath(page)).toBe(list)
    expect(await countStepsBack(page)).toBe(1)
  })

  test('takes one step after layers were closed otherwise, and keeps what was chosen in them', async () => {
    const page = await visitList()
    const more = page.getByRole('button', { name: 'More' }).first()
    await more.tap()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Order rope' }).tap()
    const panel = page.getByRole('complementary', { name: 'Task' })
    await panel.getByRole('button', { name: /Not started/ }).tap()
    await page.getByRole('option', { name: 'Blocked' }).tap()
    await panel.getByRole('button', { name: /Blocked/ }).waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await more.tap()
    await page.getByRole('menuitem', { name: 'Board' }).tap()
    await page.getByRole('article', { name: 'Task “Order rope”' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('board')
    // The board is a change of the list, not a page of its own.
    expect(await countStepsBack(page)).toBeLessThanOrEqual(2)
  })

  test('leaves for the page of a link in the sidebar, and returns in one step', async () => {
    const page = await visitList()
    await findBar(page).getByRole('button', { name: 'Menu' }).tap()
    await page.locator('.sidebar').getByRole('link', { name: 'My work' }).tap()
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Order rope' }).waitFor()
    await expect.poll(() => readPath(page)).toBe(list)
    await page.locator('.sidebar').waitFor({ state: 'detached' })
    expect(await countStepsBack(page)).toBe(1)
  })

  test('leaves the page from a wide window, where menus cover little', async () => {
    const page = await visitList({ ...phone, viewport: { width: 1280, height: 800 } })
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await expect.poll(() => readPath(page)).toBe(`/o/${org_id}/inbox`)
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const { visit, watch } = useConsole()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const tap = (page: Page, role: 'button' | 'link' | 'option' | 'menuitem', name: string | RegExp) =>
  page.getByRole(role, { name }).first().tap()

/** Lists elements that are too small for a finger or overflow the window. */
const misfits = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page is ' + document.documentElement.scrollWidth + ' px wide'] : []),
  ...[...document.querySelectorAll('button, a[href], input, select, textarea')].flatMap((control) => {
    if (!control.checkVisibility({ opacityProperty: true }) || control.closest('.hidden-text')) return []
    const box = (control.closest('label, article, [role=row]') ?? control).getBoundingClientRect()
    const inLine = control.matches('p a, .one-line, a .one-line')
    if (!box.width || box.right < 0 || box.bottom < 0 || box.top > innerHeight || inLine) return []
    const name = control.getAttribute('aria-label') ?? control.textContent.trim()
    return box.width < 24 || box.height < 24 ? [name + ': ' + box.width + ' × ' + box.height] : []
  }),
]`

async function expectFits(page: Page, screen: string): Promise<void> {
  await expect.poll(() => page.evaluate(misfits), { message: screen }).toEqual([])
}

describe.skipIf(!chromiumPath)('a working day by touch on a phone', () => {
  test('goes from the first sign-in to a plan, and invites a colleague', async () => {
    // The first sign-in leads to the identity provider at another origin.
    watch.allowComplaints(/status of 401/, /\/dev-idp\//)
    const { page } = await visit({ at: app, to: '/', look: phone })
    await tap(page, 'link', 'Sign in')
    // Buttons have recent names only, and other files use the same provider.
    await page.getByLabel('Or as another user').fill('ada')
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
    await page.getByLabel('Organization').fill('Harbour')
    await page.getByLabel('First project').fill('North quay')
    await expectFits(page, 'the first minute')
    await tap(page, 'button', 'Get started')
    await page.getByText('No tasks here yet.').waitFor()

    const bar = page.getByRole('navigation', { name: 'Main navigation' })
    for (const line of ['Splice rope !high @ada', 'Tar the hull']) {
      await bar.getByRole('button', { name: 'New task' }).tap()
      await page.getByRole('combobox', { name: 'The task in one line' }).fill(line)
      // Names are recognized once the members are loaded.
      const recognized = page.getByRole('group', { name: 'Recognized' })
      if (line.includes('@ada')) await recognized.getByRole('button', { name: /\bada\b/ }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).tap()
      await page.getByRole('row', { name: new RegExp(line.split(' !')[0]!) }).waitFor()
    }
    // Rows are in their final order once both have their keys.
    await expect.poll(() => page.locator('.task-row-key').count()).toBe(2)
    await expectFits(page, 'list')

    // A tap beside a dialog closes it, and does not follow the link that it covers.
    const path = new URL(page.url()).pathname
    await bar.getByRole('button', { name: 'New task' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const { x, y } = (await bar.getByRole('link', { name: 'My work' }).boundingBox())!
    await page.touchscreen.tap(x + 20, y + 20)
    await dialog.waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: 'Search' }).tap()
    await dialog.getByRole('button', { name: 'Close' }).first().tap()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(path)

    // The task covers the window; a change there shows in the list behind it.
    await page.getByRole('link', { name: 'Tar the hull' }).tap()
    const panel = page.getByRole('complementary', { name: 'Task' })
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(360)
    await panel.getByRole('button', { name: /Not started/ }).tap()
    await tap(page, 'option', 'Blocked')
    await panel.getByRole('textbox', { name: /comment/i }).fill('No tar left')
    await panel.getByRole('button', { name: 'Comment', exact: true }).tap()
    await panel.getByRole('listitem').getByText('No tar left').waitFor()
    await expectFits(page, 'task')
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Blocked.*Tar the hull/ }).waitFor()

    // Two tasks are marked, and changed from the toolbar.
    for (const title of ['Splice rope', 'Tar the hull'])
      await page.getByRole('checkbox', { name: new RegExp(title) }).tap()
    await page.getByText('2 tasks selected').waitFor()
    await tap(page, 'button', /^Priority/)
    await tap(page, 'option', 'Critical')
    await expect.poll(() => page.getByRole('img', { name: 'Critical' }).count()).toBe(2)

    await tap(page, 'button', 'More')
    await tap(page, 'menuitem', 'Board')
    const card = page.getByRole('article', { name: 'Task “Splice rope”' })
    await card.waitFor()
    await expectFits(page, 'board')
    await card.getByRole('button', { name: /Actions/ }).tap()
    await tap(page, 'menuitem', 'Move to…')
    await tap(page, 'option', 'In progress')
    const column = page.getByRole('region', { name: /^In progress,/ })
    await column.getByText('Splice rope').waitFor({ state: 'attached' })

    await bar.getByRole('link', { name: 'My work' }).tap()
    await page.getByRole('button', { name: /Move.*Splice rope/ }).tap()
    await expectFits(page, 'my work')
    await page.getByRole('menu').getByText('Doing').tap()
    await page.getByRole('region', { name: 'Doing' }).getByText('Splice rope').waitFor()

    await bar.getByRole('button', { name: 'Menu' }).tap()
    await tap(page, 'button', /Organization and account|Harbour/)
    await page.getByText('ada@dev.invalid').waitFor()
    await tap(page, 'menuitem', 'Invite people')
    await page.getByLabel('Email addresses').fill('ben@dev.invalid')
    await expectFits(page, 'inviting')
    await tap(page, 'button', 'Invite')
    await page.getByText('Invited ben@dev.invalid').waitFor()

    const colleague = (await visit({ at: app, as: 'ben', to: '/', look: phone })).page
    await tap(colleague, 'button', 'Join')
    await colleague.getByRole('heading', { name: 'My work' }).waitFor()
    await colleague.getByRole('navigation', { name: 'Main navigation' }).getByText('Inbox').tap()
    await colleague.getByRole('heading', { name: 'Inbox' }).waitFor()
    await expectFits(colleague, 'inbox')
    await colleague.goto(`${new URL(colleague.url()).origin}${new URL(page.url()).pathname.replace('my', 'settings')}`)
    await colleague.getByRole('heading', { name: 'Notifications' }).waitFor()
    await expectFits(colleague, 'settings')

    const org = /\/o\/([^/]+)/.exec(page.url())![1]!
    const ada = await app.signIn('ada')
    const listStates = async () =>
      expectStatus(await ada.get('/v1/tasks', { query: { org_id: org, sort: 'title' } }), 200).data.map(
        ({ status, priority }: Record<string, string>) => [status, priority],
      )
    await expect.poll(listStates).toEqual([
      ['in_progress', 'critical'],
      ['blocked', 'critical'],
    ])
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const { visit, watch } = useConsole()

const findFocused = (page: Page) => page.locator(':focus')

async function signIn(page: Page, name: string): Promise<void> {
  await tabTo(page, 'link', 'Sign in')
  await page.keyboard.press('Enter')
  // Buttons have recent names only, and other files use the same provider.
  await tabTo(page, 'textbox', 'Or as another user')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

/** Presses keys in order; single characters are typed. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function write(page: Page, role: 'textbox' | 'combobox', name: string | RegExp, text: string) {
  const field = page.getByRole(role, { name })
  await field.and(findFocused(page)).waitFor()
  await page.keyboard.type(text)
}

async function add(page: Page, line: string): Promise<void> {
  await press(page, 'c')
  await write(page, 'combobox', 'The task in one line', line)
  // Names are recognized once the members are loaded.
  const recognized = page.getByRole('group', { name: 'Recognized' })
  if (line.includes('@ada')) await recognized.getByRole('button', { name: /\bada\b/ }).waitFor()
  await press(page, 'Enter')
  await page.getByText('Added “').last().waitFor()
}

const findRow = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })
const findCard = (page: Page, title: string) => page.getByRole('article', { name: `Task “${title}”` })
const findColumn = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) })

describe.skipIf(!chromiumPath)('a working day by keyboard alone', () => {
  test('goes from the first sign-in to a board that updates for a colleague', async () => {
    // The first sign-in leads to the identity provider at another origin.
    watch.allowComplaints(/status of 401/, /\/dev-idp\//)
    const { page } = await visit({ at: app, to: '/' })
    await signIn(page, 'ada')
    await write(page, 'textbox', 'Organization', 'Harbour')
    for (const text of ['North quay', 'Inspect crane', 'ben@dev.invalid']) {
      await press(page, 'Tab')
      await page.keyboard.type(text)
    }
    await press(page, 'Enter')
    await findRow(page, 'Inspect crane').waitFor()
    await expect.poll(() => page.title()).toBe('North quay · svc')

    const colleague = (await visit({ at: app, to: '/' })).page
    await signIn(colleague, 'ben')
    await tabTo(colleague, 'button', 'Join')
    await press(colleague, 'Enter')
    await colleague.getByRole('heading', { name: 'My work' }).waitFor()

    // A colleague is invited from the palette, which returns to the same screen.
    await press(page, 'Control+k')
    await write(page, 'combobox', 'Command palette', 'invite')
    await page.getByRole('option', { name: /Invite people/ }).waitFor()
    await press(page, 'Enter')
    await write(page, 'textbox', 'Email addresses', 'carol@dev.invalid, nobody')
    await press(page, 'Enter')
    await page.getByText('“nobody” is not an email address').waitFor()
    await press(page, ...Array.from<string>({ length: ', nobody'.length }).fill('Backspace'), 'Enter')
    await page.getByText('Invited carol@dev.invalid').waitFor()

    await add(page, 'Splice rope !high @ada #upkeep')
    await add(page, 'Tar the hull !low')
    await findRow(page, 'Tar the hull').waitFor()
    // Two tasks are marked and changed together; undo reverts both.
    await press(page, 'Home', 'x', 'Shift+ArrowDown', 'p')
    await write(page, 'combobox', 'Priority', 'crit')
    await press(page, 'Enter')
    await expect.poll(() => page.getByRole('img', { name: 'Critical' }).count()).toBe(2)
    await press(page, 'Escape', 'Control+z')
    await expect.poll(() => page.getByRole('img', { name: 'Critical' }).count()).toBe(0)

    // A filter is set and removed.
    await press(page, 'f')
    await write(page, 'combobox', 'Add a filter', 'prio')
    await press(page, 'Enter')
    await write(page, 'combobox', 'Priority', 'high')
    await press(page, 'Enter', 'Escape')
    await findRow(page, 'Tar the hull').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.get('filter[priority]')).toBe('high')
    await page.goBack()
    await findRow(page, 'Tar the hull').waitFor()

    // The task panel sets the page title, accepts a comment, and Escape returns to the list.
    await press(page, 'Home', 'Enter')
    const panel = page.getByRole('complementary', { name: 'Task' })
    await panel.waitFor()
    const opened = await panel.getByRole('heading').first().innerText()
    await expect.poll(() => page.title()).toBe(`${opened} · North quay · svc`)
    await tabTo(page, 'textbox', /comment/i, 60)
    await page.keyboard.type('The rope is worn')
    await press(page, 'Control+Enter')
    await panel.getByRole('listitem').getByText('The rope is worn').waitFor()
    await press(page, 'Escape', 'Escape')
    await panel.waitFor({ state: 'detached' })

    // On the board a card moves to the next column, above both of its cards.
    await colleague.goto(`${page.url().split('?')[0]}?view=board`)
    await findCard(colleague, 'Splice rope').waitFor()
    await press(page, 'v')
    await findCard(page, 'Splice rope').waitFor()
    await tabTo(page, 'article', 'Task “Splice rope”', 60)
    await press(page, 'Alt+ArrowRight')
    await findColumn(page, 'In progress').getByText('Splice rope').waitFor()
    await expect.poll(() => findCard(page, 'Splice rope').and(findFocused(page)).count()).toBe(1)
    await findColumn(colleague, 'In progress').getByText('Splice rope').waitFor()

    // My tasks are planned, and the inbox is emptied.
    await press(page, 'g', 'm')
    const doing = page.getByRole('region', { name: 'Doing' })
    await page.getByRole('region', { name: 'Assigned' }).getByText('Splice rope').waitFor()
    await press(page, 'j', 'Alt+ArrowRight')
    await doing.getByText('Splice rope').waitFor()
    await press(page, '?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press(page, 'Escape', '/')
    await page.getByRole('searchbox').and(findFocused(page)).waitFor()
    await page.keyboard.type('hull')
    await page.getByRole('link', { name: /Tar the hull/ }).waitFor()
    const org = /\/o\/([^/]+)/.exec(page.url())![1]!
    const ada = await app.signIn('ada')
    const listTasks = async () => expectStatus(await ada.get('/v1/tasks', { query: { org_id: org } }), 200).data
    await expect.poll(listTasks).toHaveLength(3)
  })
})

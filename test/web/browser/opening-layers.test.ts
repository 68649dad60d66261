import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'
import { ChunkSizes } from '../support/sizes.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope', assignee: 'ada' })
const { visit, watch } = useConsole()
const sizes = new ChunkSizes(resolve('dist-web'))
const list = `/o/${org_id}/p/${project_id}`

/** Lazy layers: the key, the source of the code, and a sign that the layer is open. */
const layers: [string, string, string, (page: Page) => ReturnType<Page['locator']>][] = [
  ['a picker', 's', 'features/tasks/field-pickers.tsx', (page) => page.getByRole('combobox', { name: 'Status' })],
  ['filters', 'f', 'features/views/filter-pickers.tsx', (page) => page.getByRole('combobox', { name: 'Add a filter' })],
  [
    'quick add',
    'c',
    'features/quick-add/quick-add-dialog.tsx',
    (page) => page.getByRole('dialog').getByRole('combobox'),
  ],
  [
    'help',
    '?',
    'features/command-palette/shortcut-help.tsx',
    (page) => page.getByRole('heading', { name: 'Keyboard shortcuts' }),
  ],
]
/** Letters that are list commands: mark, assign, delete, open another layer, navigate. */
const letters = ['x', 'i', 'v', 'Enter', 'Delete', 'g', 's']

async function openList(): Promise<Page> {
  const { page } = await visit({ at: app, as: 'ada', newProfile: true })
  return page
}

/** Types the letters in the instant in which the text appears: keys are only blocked while typing goes on. */
const typeWhenShown = (page: Page, text: string) =>
  page.evaluate(`new Promise((done) => {
    const type = () => {
      if (!document.body.textContent.includes(${JSON.stringify(text)})) return
      observer.disconnect()
      for (const key of ${JSON.stringify(letters)})
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      done()
    }
    const observer = new MutationObserver(type)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    type()
  })`)

async function expectUntouched(page: Page): Promise<void> {
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list)
  await expect.poll(() => page.getByRole('toolbar').count()).toBe(0)
  expect(expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).version).toBe(1)
}

describe.skipIf(!chromiumPath)('letters typed for an opening layer are no commands', () => {
  test.each(layers)('while the code of %s is loading', async (_, key, source, opened) => {
    const page = await openList()
    let resume = () => {}
    const held = new Promise<void>((done) => (resume = done))
    await page.route(`**/${sizes.getFile(source)}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(app.url + list)
    await page.getByRole('row', { name: /Order rope/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press(key)
    for (const letter of letters) await page.keyboard.press(letter)
    await expectUntouched(page)
    resume()
    await opened(page).waitFor()
    await expectUntouched(page)
  })

  test.each(layers)('when the code of %s fails to load', async (_, key, source) => {
    watch.allowComplaints(/net::ERR_/)
    const page = await openList()
    await page.route(`**/${sizes.getFile(source)}`, (route) => route.abort())
    await page.route(
      ({ pathname }) => pathname === '/',
      (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()),
    )
    await page.goto(app.url + list)
    await page.getByRole('row', { name: /Order rope/ }).waitFor()
    await page.keyboard.press('j')
    const typed = typeWhenShown(page, 'This part of the page could not be loaded')
    await page.keyboard.press(key)
    await typed
    await expectUntouched(page)
    // Escape or a timeout returns the keys to the list.
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.getByRole('toolbar').getByText('1 task selected').waitFor()
  })
})

describe.skipIf(!chromiumPath)('the menu of organizations and the account', () => {
  test('opens once if its button is pressed twice while it loads, and returns the focus', async () => {
    const page = await openList()
    let resume = () => {}
    const held = new Promise<void>((done) => (resume = done))
    await page.route(`**/${sizes.getFile('app/row-menus.tsx')}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(app.url + list)
    const button = page.getByTitle('Organization and account')
    const menu = page.getByRole('menu')
    await button.dblclick()
    resume()
    await menu.first().waitFor()
    expect([await menu.count(), await button.getAttribute('aria-expanded')]).toEqual([1, 'true'])
    expect(await menu.getAttribute('aria-label')).toContain('ada@dev.invalid')
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
    expect([await menu.count(), await button.getAttribute('aria-expanded')]).toEqual([0, 'false'])
    await page.keyboard.press('Enter')
    await menu.waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
  })
})

describe.skipIf(!chromiumPath)('offline', () => {
  test('every part of the page is available after one visit', async () => {
    watch.allowComplaints(/net::ERR_|ERR_INTERNET_DISCONNECTED|status of 50/)
    const { page, offline } = await visit({ at: app, as: 'ada', to: list, offline: true })
    await page.getByRole('row', { name: /Order rope/ }).waitFor()
    const listCached = () =>
      page.evaluate<string[]>(
        `caches.open('files').then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname.slice(1)))`,
      )
    const needed = sizes.lazySources.filter((source) => !source.includes('/catalogue-'))
    const late = needed.flatMap((source) => [...sizes.listFiles(source)])
    await expect.poll(listCached).toEqual(expect.arrayContaining(late))
    await page.evaluate('navigator.serviceWorker.ready')
    // Rows are stored a moment after they are shown.
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('Order rope')
    await offline(true)
    await page.reload()
    await page.getByRole('row', { name: /Order rope/ }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  })
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const child = await createTask(ada, org_id, { project_id, title: 'Measure rope' })
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope', sub_tasks: [child.task_id] })
const path = `/v1/projects/${project_id}`
const { journey_id } = expectStatus(await ada.post(`${path}/journeys`, { body: { name: 'Building' } }), 201)
const stop = expectStatus(
  await ada.post(`${path}/stops`, { body: { title: 'Piles driven', journey_ids: [journey_id], target_date: null } }),
  201,
)
expectStatus(await ada.post(`${path}/stops/${stop.stop_id}/tasks`, { body: { task_ids: [task_id] } }), 200)

const { visit } = useConsole()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const inbox = `/o/${org_id}/inbox`
const list = `/o/${org_id}/p/${project_id}`
const roadmap = `/o/${org_id}/roadmap`

const findBar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const findMore = (page: Page) => page.getByRole('button', { name: 'More' }).first()
const findDialog = (page: Page) => page.getByRole('dialog')
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Task' })

interface Layer {
  name: string
  at: string
  /** Number of history entries, and whether the URL has the layer. */
  entries: number
  inUrl?: boolean
  findOpener: (page: Page) => Locator
  find: (page: Page) => Locator
  closeByPointer: (page: Page) => Promise<void>
  /** Follows a link of the layer to a page that this locator finds. */
  follow: (page: Page) => Promise<Locator>
}

const layers: Layer[] = [
  {
    name: 'a menu',
    at: list,
    entries: 1,
    findOpener: findMore,
    find: (page) => page.getByRole('menu'),
    closeByPointer: (page) => page.touchscreen.tap(180, 60),
    async follow(page) {
      await page.getByRole('menuitem', { name: 'Board' }).tap()
      return page.getByRole('article', { name: 'Task “Order rope”' })
    },
  },
  {
    name: 'the sidebar',
    at: list,
    entries: 1,
    findOpener: (page) => findBar(page).getByRole('button', { name: 'Menu' }),
    find: (page) => page.locator('.sidebar'),
    closeByPointer: (page) => page.touchscreen.tap(350, 300),
    async follow(page) {
      await page.locator('.sidebar').getByRole('link', { name: 'My work' }).tap()
      return page.getByRole('heading', { name: 'My work' })
    },
  },
  {
    name: 'a dialog',
    at: list,
    entries: 1,
    findOpener: (page) => findBar(page).getByRole('button', { name: 'New task' }),
    find: findDialog,
    closeByPointer: (page) => findDialog(page).getByRole('button', { name: 'Close' }).tap(),
    async follow(page) {
      await findDialog(page).getByRole('combobox').fill('Sell rope')
      await findDialog(page).getByRole('button', { name: 'Add', exact: true }).tap()
      await page.getByRole('button', { name: 'Open', exact: true }).tap()
      return findPanel(page)
    },
  },
  {
    name: 'the panel of a task',
    at: list,
    entries: 1,
    inUrl: true,
    findOpener: (page) => page.getByRole('link', { name: 'Order rope' }),
    find: findPanel,
    closeByPointer: (page) => findPanel(page).getByRole('button', { name: 'Close' }).tap(),
    async follow(page) {
      await findPanel(page).getByRole('link', { name: 'Measure rope' }).tap()
      return findPanel(page).getByText('Measure rope').first()
    },
  },
  {
    name: 'a stop of the roadmap',
    at: roadmap,
    entries: 2,
    inUrl: true,
    findOpener: (page) => page.getByRole('button', { name: /^Piles driven/ }),
    find: findDialog,
    closeByPointer: (page) => findDialog(page).getByRole('button', { name: 'Close' }).tap(),
    async follow(page) {
      await findDialog(page).getByRole('link', { name: 'Order rope' }).tap()
      return findPanel(page)
    },
  },
]

/** Returns the position in the session history. */
const readIndex = (page: Page) => page.evaluate('navigation.currentEntry.index')
const readPath = (page: Page) => new URL(page.url()).pathname

async function expectIndex(page: Page, index: number): Promise<void> {
  await expect.poll(() => readIndex(page)).toBe(index)
}

async function go(page: Page, to: string): Promise<void> {
  await page.evaluate((url) => {
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
}

/** Opens the page of a layer above the inbox, to which a Back too many would lead, and the layer. */
async function open(page: Page, { at, entries, findOpener, find }: Layer): Promise<number> {
  await go(page, inbox)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await go(page, at)
  const base = Number(await readIndex(page))
  await findOpener(page).tap()
  await find(page).waitFor()
  await expectIndex(page, base + entries)
  return base
}

async function expectClosed(page: Page, layer: Layer, base: number): Promise<void> {
  await layer.find(page).waitFor({ state: 'detached' })
  await layer.findOpener(page).waitFor()
  await expectIndex(page, base)
  expect(readPath(page)).toBe(layer.at)
  await page.goBack()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await expectIndex(page, base - 1)
}

async function start(look: typeof phone = phone): Promise<Page> {
  const { page } = await visit({ at: app, as: 'ada', to: inbox, look })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  return page
}

describe.skipIf(!chromiumPath)('Back on a phone', () => {
  test.each(layers)('closes $name, and leaves its page in one more step', async (layer) => {
    const page = await start()
    const base = await open(page, layer)
    await page.goBack()
    await expectClosed(page, layer, base)
  })

  test.each(layers)('leaves the page in one step after $name was closed by a tap or by Escape', async (layer) => {
    const page = await start()
    let base = await open(page, layer)
    await layer.closeByPointer(page)
    await expectClosed(page, layer, base)
    base = await open(page, layer)
    await page.keyboard.press('Escape')
    await expectClosed(page, layer, base)
  })

  test.each(layers)('returns to the page below $name from what was opened there', async (layer) => {
    const page = await start()
    const base = await open(page, layer)
    const opened = await layer.follow(page)
    await opened.waitFor()
    // The layers of a URL remain below what they lead to.
    const below = layer.inUrl ? 1 : 0
    await expectIndex(page, base + below + 1)
    for (let step = 0; step <= below; step++) await page.goBack()
    if (below) await expectIndex(page, base)
    await opened.waitFor({ state: 'detached' })
    await expectClosed(page, layer, base)
  })

  test.each(layers)('leaves the page in one step after a reload with $name', async (layer) => {
    const page = await start()
    const base = await open(page, layer)
    await page.reload()
    if (layer.inUrl) {
      await layer.find(page).waitFor()
      await expectIndex(page, base + layer.entries)
      await page.goBack()
    }
    await expectClosed(page, layer, base)
  })

  test.each(layers)('stays on the page by Forward after $name was closed', async (layer) => {
    const page = await start()
    const base = await open(page, layer)
    await page.goBack()
    await layer.find(page).waitFor({ state: 'detached' })
    await expectIndex(page, base)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          history.forward()
        }),
    )
    if (layer.inUrl) {
      await layer.find(page).waitFor()
      await expectIndex(page, base + layer.entries)
      await page.goBack()
    }
    await expectClosed(page, layer, base)
  })
})

describe.skipIf(!chromiumPath)('layers over layers on a phone', () => {
  const dialog = layers.find(({ name }) => name === 'a dialog')!

  test('are closed one at a time, also by the Back that Android gives to dialogs', async () => {
    const page = await start()
    const base = await open(page, dialog)
    const picker = page.locator('.popover')
    const askToClose = () => page.evaluate("document.querySelector('dialog').requestClose()")
    for (const back of [() => page.goBack(), askToClose]) {
      await findDialog(page)
        .getByRole('button', { name: /^Priority/ })
        .tap()
      await picker.waitFor()
      await expectIndex(page, base + 2)
      await back()
      await picker.waitFor({ state: 'detached' })
      await expectIndex(page, base + 1)
      await findDialog(page).waitFor()
    }
    await askToClose()
    await expectClosed(page, dialog, base)
  })

  const run = async (page: Page, command: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill(`>${command}`)
    await page.getByRole('option', { name: command }).first().waitFor()
    await page.keyboard.press('Enter')
  }

  test('retain filters that were chosen in a sheet, each of which is a page', async () => {
    const page = await start()
    await go(page, list)
    await page.getByRole('link', { name: 'Order rope' }).waitFor()
    const base = Number(await readIndex(page))
    await run(page, 'Filter: Tag')
    const tags = page.getByRole('combobox', { name: 'Tag' })
    await tags.waitFor()
    await expectIndex(page, base + 1)
    await tags.fill('No tags')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('filter')
    await expectIndex(page, base + 2)
    await page.goBack()
    await tags.waitFor({ state: 'detached' })
    await expectIndex(page, base + 1)
    expect(page.url()).toContain('filter')
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('filter')
    await expectIndex(page, base)
  })

  test.each(['Back', 'Escape'])('retain a change of the page below that replaced its URL, closed by %s', async (by) => {
    const page = await start()
    await go(page, `${list}?view=calendar`)
    const later = page.getByRole('button', { name: 'Next month' })
    await later.waitFor()
    const base = Number(await readIndex(page))
    await findMore(page).tap()
    await page.getByRole('menu').waitFor()
    await expectIndex(page, base + 1)
    await later.evaluate((button) => (button as { click?: () => void }).click!())
    const shown = page.url()
    expect(shown).toContain('on=')
    if (by === 'Back') await page.goBack()
    else await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectIndex(page, base)
    await expect.poll(() => page.url()).toBe(shown)
    await page.goBack()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.goForward()
    await later.waitFor()
    expect(page.url()).toBe(shown)
  })

  test('leave the page from a wide window, where they cover little', async () => {
    const page = await start({ ...phone, viewport: { width: 1280, height: 800 } })
    await go(page, list)
    await page.getByRole('link', { name: 'Order rope' }).waitFor()
    await page.keyboard.press('c')
    await findDialog(page).waitFor()
    await page.goBack()
    await expect.poll(() => readPath(page)).toBe(inbox)
  })
})

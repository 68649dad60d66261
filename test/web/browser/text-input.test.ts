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
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope' })
const { visit } = useConsole()
const list = `/o/${org_id}/p/${project_id}`

const read = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
const readTotal = async () => expectStatus(await ada.get('/v1/tasks/count', { query: { org_id } }), 200).count

/** Writes into a field as an input method does, and presses Enter to commit the composition. */
async function typeByInputMethod(field: Locator, text: string, ended: 'composing' | 'ended'): Promise<void> {
  await field.fill(text)
  const init = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: ended === 'composing' }
  await field.dispatchEvent('keydown', { ...init, bubbles: true, cancelable: true })
}

const hasFocus = (field: Locator) => field.evaluate((element) => element === element.ownerDocument.activeElement)

const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Task' })

/** Fields that Enter submits: how to reach each, and a sign that it is still being edited. */
const fields: [string, string, (page: Page) => Promise<Locator>][] = [
  [
    'a title in its panel',
    `${list}?task=${task_id}`,
    async (page) => findPanel(page).getByRole('textbox', { name: 'Title' }),
  ],
  [
    'a title in its row',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('F2')
      const field = page.getByRole('textbox', { name: 'Title of the task' })
      // The title still has the focus for a moment.
      await expect.poll(() => hasFocus(field)).toBe(true)
      return field
    },
  ],
  [
    'a subtask',
    `${list}?task=${task_id}`,
    async (page) => {
      await findPanel(page).getByRole('button', { name: 'Add a subtask' }).click()
      return findPanel(page).getByRole('textbox', { name: 'Add a subtask' })
    },
  ],
  [
    'a tag',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('l')
      return page.getByRole('combobox', { name: 'Tags' })
    },
  ],
  [
    'a mention',
    `${list}?task=${task_id}`,
    async (page) => findPanel(page).getByRole('textbox', { name: 'Your comment' }),
  ],
  [
    'a typed date',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('d')
      return page.locator('.popover input')
    },
  ],
  [
    'quick add',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('c')
      return page.getByRole('dialog').getByRole('combobox')
    },
  ],
  [
    'the palette',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('Control+k')
      return page.getByRole('dialog').getByRole('combobox')
    },
  ],
]

const texts: Record<string, string> = {
  'a mention': '@ad',
  'a typed date': 'tomorrow',
  'the palette': 'Inbox',
}

describe.skipIf(!chromiumPath)('Enter that commits a composition', () => {
  test.each(fields)('leaves %s in editing', async (name, to, reach) => {
    const before = await readTotal()
    const { page } = await visit({ at: app, as: 'ada', to })
    const field = await reach(page)
    const text = texts[name] ?? '縄を注文'
    for (const ended of ['composing', 'ended'] as const) {
      await typeByInputMethod(field, text, ended)
      await expect.poll(() => field.inputValue()).toBe(text)
      await expect.poll(() => hasFocus(field)).toBe(true)
    }
    expect(await read()).toMatchObject({ title: 'Order rope', tags: [], due_date: null, sub_tasks: [] })
    expect(await readTotal()).toBe(before)
    expect(new URL(page.url()).pathname).toBe(list)
  })
})

test.skipIf(!chromiumPath)('a title that is edited in its row keeps the typed text when the task changes', async () => {
  const { page } = await visit({ at: app, as: 'ada', to: list })
  await page.getByRole('row', { name: /Order rope/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Title of the task' })
  await expect.poll(() => hasFocus(field)).toBe(true)
  await field.fill('Order ch')
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { priority: 'critical' } }), 200)
  await page.locator('.priority-icon-critical').first().waitFor()
  expect(await field.inputValue()).toBe('Order ch')
  await page.keyboard.type('ain')
  expect(await field.inputValue()).toBe('Order chain')
  await page.keyboard.press('Escape')
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { priority: 'none' } }), 200)
})

test.skipIf(!chromiumPath)('the search field of a list keeps a space that is typed before a pause', async () => {
  const { page } = await visit({ at: app, as: 'ada', to: list })
  await page.getByRole('row', { name: /Order rope/ }).waitFor()
  const field = page.getByRole('searchbox')
  await field.click()
  await page.keyboard.type('Order ')
  await page.waitForURL(/search.*Order/)
  await page.keyboard.type('rope')
  await expect.poll(() => field.inputValue()).toBe('Order rope')
  await page.waitForURL(/search.*Order.rope/)
  await page.goBack()
  await expect.poll(() => field.inputValue()).not.toBe('Order rope')
})

test.skipIf(!chromiumPath)('a field that opened does not take the focus back when the task changes', async () => {
  const { page } = await visit({ at: app, as: 'ada', to: `${list}?task=${task_id}` })
  await findPanel(page).getByRole('button', { name: 'Add a subtask' }).click()
  await page.keyboard.type('Splice')
  const comment = findPanel(page).getByRole('textbox', { name: 'Your comment' })
  await comment.click()
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { priority: 'critical' } }), 200)
  await findPanel(page).getByText('Critical').first().waitFor()
  await page.keyboard.type('worn')
  expect(await comment.inputValue()).toBe('worn')
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { priority: 'none' } }), 200)
})

describe.skipIf(!chromiumPath)('a text field', () => {
  const findCommentField = (page: Page) => findPanel(page).getByRole('textbox', { name: 'Your comment' })
  const open = async () => (await visit({ at: app, as: 'ada', to: `${list}?task=${task_id}` })).page

  test('formats the selection with Ctrl+B and Ctrl+I, which do not reach the sidebar', async () => {
    const page = await open()
    await findCommentField(page).fill('worn rope')
    await findCommentField(page).press('End')
    for (let n = 0; n < 4; n++) await findCommentField(page).press('Shift+ArrowLeft')
    await findCommentField(page).press('Control+b')
    await expect.poll(() => findCommentField(page).inputValue()).toBe('worn **rope**')
    await findCommentField(page).press('Control+i')
    await expect.poll(() => findCommentField(page).inputValue()).toBe('worn **_rope_**')
    await findCommentField(page).press('Control+i')
    await findCommentField(page).press('Control+b')
    await expect.poll(() => findCommentField(page).inputValue()).toBe('worn rope')
    await findCommentField(page).press('Control+z')
    await expect.poll(() => findCommentField(page).inputValue()).toBe('worn **rope**')
    await findPanel(page).getByRole('textbox', { name: 'Title' }).press('Control+b')
    await page.getByRole('navigation', { name: 'Sidebar' }).waitFor()
  })

  /** Clipboards with texts and files, and the expected content of a field. */
  const clipboards: [string, { text?: string; html?: string; files: string[] }, 'text' | 'files'][] = [
    [
      'cells of a spreadsheet with a picture of them',
      { text: 'a\tb\n1\t2', html: '<table>', files: ['image.png'] },
      'text',
    ],
    ['a word with a picture of it', { text: 'rope', files: ['image.png'] }, 'text'],
    ['a picture of a page', { html: '<img>', files: ['image.png'] }, 'files'],
    ['a screenshot', { files: ['image.png'] }, 'files'],
    ['a file that its text names', { text: 'plan of the quay.txt', files: ['plan of the quay.txt'] }, 'files'],
    ['files by their addresses', { text: 'file:///a%20b.txt\nfile:///c.txt', files: ['a b.txt', 'c.txt'] }, 'files'],
  ]
  test.each(clipboards)('pastes %s correctly', async (_, clipboard, taken) => {
    const page = await open()
    await findCommentField(page).focus()
    const isPrevented = await page.evaluate(`(() => {
      const { text, html, files } = ${JSON.stringify(clipboard)}
      const clipboardData = new DataTransfer()
      if (text) clipboardData.setData('text/plain', text)
      if (html) clipboardData.setData('text/html', html)
      for (const name of files) clipboardData.items.add(new File(['x'], name, { type: 'text/plain' }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return !document.activeElement.dispatchEvent(event)
    })()`)
    // Leaves text to the browser, which inserts it into the field.
    expect(isPrevented).toBe(taken === 'files')
    const listFileNames = async () =>
      (await ada.get('/v1/task-attachments', { query: { task_id } })).body.data.map(
        ({ name }: { name: string }) => name,
      )
    if (taken === 'files') await expect.poll(listFileNames).toEqual(expect.arrayContaining(clipboard.files))
  })
})

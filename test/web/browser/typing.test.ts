import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { organization, project, task } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.session('ada')
const { org_id } = await organization(ada)
const { project_id } = await project(ada, org_id)
const { task_id } = await task(ada, org_id, { project_id, title: 'Order rope' })
const { visit } = useConsole()
const list = `/o/${org_id}/p/${project_id}`

const read = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
const total = async () => expectStatus(await ada.get('/v1/tasks/count', { query: { org_id } }), 200).count

/** Writes into a field as an input method does, and presses the Enter that takes what was composed. */
async function compose(field: Locator, text: string, ended: 'composing' | 'ended'): Promise<void> {
  await field.fill(text)
  const init = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: ended === 'composing' }
  await field.dispatchEvent('keydown', { ...init, bubbles: true, cancelable: true })
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Task' })

/** Fields that Enter ends: how each is reached, and what shows that it is still being written in. */
const fields: [string, string, (page: Page) => Promise<Locator>][] = [
  [
    'a title in its panel',
    `${list}?task=${task_id}`,
    async (page) => panelOf(page).getByRole('textbox', { name: 'Title' }),
  ],
  [
    'a title in its row',
    list,
    async (page) => {
      await page.getByRole('row', { name: /Order rope/ }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('F2')
      return page.getByRole('textbox', { name: 'Title of the task' })
    },
  ],
  [
    'a subtask',
    `${list}?task=${task_id}`,
    async (page) => {
      await panelOf(page).getByRole('button', { name: 'Add a subtask' }).click()
      return panelOf(page).getByRole('textbox', { name: 'Add a subtask' })
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
    async (page) => panelOf(page).getByRole('textbox', { name: 'Your comment' }),
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

describe.skipIf(!chromiumPath)('Enter that ends a composition', () => {
  test.each(fields)('leaves %s as it is being written', async (name, to, reach) => {
    const before = await total()
    const { page } = await visit({ at: app, as: 'ada', to })
    const field = await reach(page)
    const text = texts[name] ?? '縄を注文'
    for (const ended of ['composing', 'ended'] as const) {
      await compose(field, text, ended)
      expect(await field.inputValue()).toBe(text)
      expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    }
    expect(await read()).toMatchObject({ title: 'Order rope', tags: [], due_date: null, sub_tasks: [] })
    expect(await total()).toBe(before)
    expect(new URL(page.url()).pathname).toBe(list)
  })
})

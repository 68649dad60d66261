import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const quay = await createProject(ada, org_id, { name: 'Quay wall', preset: 'simple' })
const slip = await createProject(ada, org_id, { name: 'Slipway' })
const parent = await createTask(ada, org_id, { project_id: quay.project_id, title: 'Repair the crane' })
const field = { org_id, name: 'Severity', type: 'select', options: [{ label: 'Minor' }, { label: 'Major' }] }
expectStatus(await ada.post('/v1/fields', { body: field }), 201)
const { visit } = useConsole()

const list = `/o/${org_id}/p/${quay.project_id}?group=none`
const findDialog = (page: Page) => page.getByRole('dialog', { name: 'New task' })
const findLine = (page: Page) => findDialog(page).getByRole('combobox', { name: 'The task in one line' })
const press = (page: Page, name: string) => findDialog(page).getByRole('button', { name, exact: true }).click()
const chooseOption = (page: Page, name: string) => page.getByRole('option', { name, exact: true }).click()

async function open(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Repair the crane/ }).waitFor()
  await page.keyboard.press('c')
  await findLine(page).waitFor()
}

async function findTask(title: string) {
  const { data } = expectStatus(await ada.get(`/v1/tasks?org_id=${org_id}&filter[search]=${title}`), 200)
  const [found] = data.filter((one: { title: string }) => one.title === title)
  return found && expectStatus(await ada.get(`/v1/tasks/${found.task_id}`), 200)
}

/** Page function after which writes to the database neither store anything nor end. */
const stopStoring = `
  IDBObjectStore.prototype.put = () => {}
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })`

describe.skipIf(!chromiumPath)('a new task', () => {
  test('gets the fields of its line and of the buttons, its description and its parent', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await page.getByRole('button', { name: 'New task' }).first().click()
    await findLine(page).fill('Order rope !low #upkeep')
    await press(page, 'Status')
    await chooseOption(page, 'Blocked')
    await press(page, 'Assignee')
    await page.getByRole('option', { name: /^ada/ }).click()
    await press(page, 'Priority')
    await chooseOption(page, 'Critical')
    await press(page, 'Tags')
    await page.getByRole('combobox', { name: 'Tags' }).fill('hemp')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await press(page, 'Parent')
    await page.getByRole('option', { name: /Repair the crane/ }).click()
    await press(page, 'More fields')
    await chooseOption(page, 'Severity')
    await chooseOption(page, 'Major')
    await findDialog(page)
      .getByRole('textbox', { name: /^Description/ })
      .fill('Of **hemp**.')
    expect(await findLine(page).inputValue()).toBe('Order rope')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => findTask('Order rope')).toBeTruthy()
    const { task_id } = await findTask('Order rope')
    const readSubtasks = async () => expectStatus(await ada.get(`/v1/tasks/${parent.task_id}`), 200).sub_tasks
    await expect.poll(readSubtasks).toEqual([task_id])
    expect(await findTask('Order rope')).toMatchObject({
      project_id: quay.project_id,
      status: 'blocked',
      assignee: 'ada',
      priority: 'critical',
      tags: ['upkeep', 'hemp'],
      description: 'Of **hemp**.',
      custom: { severity: 'major' },
    })
  })

  test('is put into the chosen section with its status, and into no section of another project', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await open(page)
    await findLine(page).fill('Tar the hull')
    await press(page, 'Section')
    await chooseOption(page, 'Doing')
    await findDialog(page).getByText('Doing').waitFor()
    await page.keyboard.press('Tab')
    await findLine(page).press('Enter')
    await expect.poll(async () => (await findTask('Tar the hull'))?.status).toBe('in_progress')
    await page.keyboard.press('c')
    await findLine(page).fill('Scrub the deck')
    await press(page, 'Section')
    await chooseOption(page, 'Done')
    await press(page, 'Project')
    await chooseOption(page, 'Slipway')
    await expect.poll(() => findDialog(page).getByText('Done', { exact: true }).count()).toBe(0)
    await findLine(page).press('Enter')
    await expect.poll(async () => (await findTask('Scrub the deck'))?.project_id).toBe(slip.project_id)
  })

  test('keeps what was typed if the page is reloaded before the browser has stored it', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await open(page)
    await page.evaluate(stopStoring)
    await findLine(page).fill('Weigh anchor')
    await page.reload()
    await open(page)
    await expect.poll(() => findLine(page).inputValue()).toBe('Weigh anchor')
  })

  test('keeps line, description and fields when the dialog is closed, and in another visit', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await open(page)
    await findLine(page).fill('Weigh anchor')
    await press(page, 'Priority')
    await chooseOption(page, 'High')
    await findDialog(page)
      .getByRole('textbox', { name: /^Description/ })
      .fill('At dawn')
    await page.keyboard.press('Escape')
    await expect.poll(() => findDialog(page).count()).toBe(0)
    // Drafts are stored asynchronously.
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('At dawn')
    await page.reload()
    await open(page)
    await expect.poll(() => findLine(page).inputValue()).toBe('Weigh anchor')
    await expect
      .poll(() =>
        findDialog(page)
          .getByRole('textbox', { name: /^Description/ })
          .inputValue(),
      )
      .toBe('At dawn')
    await findDialog(page).getByRole('button', { name: 'High' }).waitFor()
    await findLine(page).press('Shift+Enter')
    await expect.poll(() => findLine(page).inputValue()).toBe('')
    await expect.poll(() => findDialog(page).getByRole('button', { name: 'High' }).count()).toBe(0)
    await expect.poll(async () => (await findTask('Weigh anchor'))?.description).toBe('At dawn')
    expect((await findTask('Weigh anchor')).priority).toBe('high')
  })

  test('is said to have no repetition, no time and no unknown names', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await open(page)
    await findLine(page).fill('Check the buoys every monday')
    await findDialog(page).getByText('“every monday” stays in the title: tasks do not repeat.').waitFor()
    await findLine(page).fill('Check the buoys at 14:30')
    await findDialog(page).getByText('“at 14:30” stays in the title').waitFor()
    await findLine(page).fill('Check the buoys @nemo ')
    await findDialog(page).getByText('“@nemo” stays in the title: nothing has this name.').waitFor()
    await expectAccessible(page, 'new task', '.dialog', opposite)
  })
})

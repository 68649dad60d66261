import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const vera = await app.signIn('vera')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, vera)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, vera, 'editor')
const { visit, watch } = useConsole()

const list = `/o/${org_id}/p/${project_id}`
const make = async (title: string): Promise<string> => (await createTask(ada, org_id, { project_id, title })).task_id
const claim = async (client: typeof ada, id: string, body: object = {}) =>
  expectStatus(await client.post(`/v1/tasks/${id}/claim`, { body }), 200)
const readClaim = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200).claim
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Task' })
const findRow = (page: Page, title: RegExp) => page.getByRole('row', { name: title })

describe.skipIf(!chromiumPath)('claims of tasks', () => {
  test('a claim of another user appears in the row and the open task, and disappears, without a reload', async () => {
    const id = await make('Grease the crane')
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?task=${id}` })
    await findPanel(page).getByText('Grease the crane').first().waitFor()
    await claim(vera, id, { note: 'With new grease' })
    await findPanel(page)
      .getByText(/^Claimed by vera until .*\d\d:\d\d · With new grease/)
      .waitFor()
    await findRow(page, /Grease the crane/)
      .getByRole('img', { name: /^Claimed by vera until/ })
      .waitFor()
    const { generation } = await readClaim(id)
    expectStatus(await vera.post(`/v1/tasks/${id}/claim/release`, { body: { generation } }), 200)
    await expect.poll(() => page.getByText(/Claimed by vera/).count()).toBe(0)
    await expect.poll(() => page.getByRole('img', { name: /^Claimed by/ }).count()).toBe(0)
  })

  test('a task is claimed, renewed and released by keys alone', async () => {
    const id = await make('Weld the rail')
    const { page } = await visit({ at: app, as: 'vera', to: `${list}?task=${id}` })
    await findPanel(page).getByRole('heading', { name: 'Files' }).waitFor()
    await page.keyboard.press('F6')
    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: 'For' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('30')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Second pass')
    await page.keyboard.press('Enter')
    await findPanel(page)
      .getByText(/^Claimed by you until/)
      .waitFor()
    const first = await readClaim(id)
    expect(first).toMatchObject({ by: 'vera', note: 'Second pass', generation: 1 })
    expect(Date.parse(first.until) - Date.now()).toBeLessThanOrEqual(1_800_000)

    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: 'For' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Date.parse((await readClaim(id)).until) - Date.now()).toBeGreaterThan(7 * 3_600_000)
    expect((await readClaim(id)).generation).toBe(1)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await page.keyboard.press('Shift+t')
    await expect.poll(() => readClaim(id)).toBe(null)
    await expect
      .poll(() =>
        findPanel(page)
          .getByText(/^Claimed by/)
          .count(),
      )
      .toBe(0)
  })

  test('an owner releases the claim of another user after a question; an editor is not offered that', async () => {
    const id = await make('Paint the bow')
    await claim(ada, id)
    const { page } = await visit({ at: app, as: 'vera', to: `${list}?task=${id}` })
    await findPanel(page)
      .getByText(/^Claimed by ada until/)
      .waitFor()
    await expect
      .poll(() =>
        findPanel(page)
          .getByRole('button', { name: /^Release/ })
          .count(),
      )
      .toBe(0)
    expectStatus(await ada.post(`/v1/tasks/${id}/claim/release`, { body: { force: true } }), 200)
    await claim(vera, id)
    const owner = await visit({ at: app, as: 'ada', to: `${list}?task=${id}` })
    await findPanel(owner.page)
      .getByRole('button', { name: /^Release/ })
      .click()
    await owner.page.getByText('vera may be working on the task').waitFor()
    await owner.page.getByRole('button', { name: 'Release the claim' }).click()
    await expect.poll(() => readClaim(id)).toBe(null)
  })

  test('a claim that another user made first is named in the form', async () => {
    watch.allowComplaints(/status of 409/)
    const id = await make('Lift the mast')
    const { page } = await visit({ at: app, as: 'vera', to: `${list}?task=${id}` })
    await findPanel(page).getByRole('heading', { name: 'Files' }).waitFor()
    await page.keyboard.press('F6')
    await page.keyboard.press('t')
    await page.getByRole('dialog').waitFor()
    await claim(ada, id)
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    await page.getByRole('alert').getByText('The task is claimed by ada until').waitFor()
    expect((await readClaim(id)).by).toBe('ada')
  })

  test('the filter finds tasks by their claim, and axe finds nothing', async () => {
    const id = await make('Count the buoys')
    await make('Never claimed')
    await claim(ada, id, { note: 'Counting' })
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?group=none` })
    await findRow(page, /Never claimed/).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('option', { name: 'Claimed' }).waitFor()
    await page.keyboard.type('Claimed')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'By me' }).click()
    await findRow(page, /Count the buoys/).waitFor()
    await expect.poll(() => findRow(page, /Never claimed/).count()).toBe(0)
    await expectAccessible(page, 'list of claimed tasks')
    await page.goto(`${app.url}${list}?task=${id}&view=board`)
    await findPanel(page)
      .getByText(/Counting/)
      .waitFor()
    await expectAccessible(page, 'claimed task')
  })
})

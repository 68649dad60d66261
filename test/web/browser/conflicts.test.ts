import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')
const { visit, watch } = useConsole()

let task_id: string
beforeEach(async () => {
  ;({ task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope' }))
})

const readTask = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
const change = async (body: object) => expectStatus(await ben.patch(`/v1/tasks/${task_id}`, { body }), 200)

/** Makes ben change the task just before ada's request arrives, so that ada's version is outdated. */
async function changeConcurrently(page: Page, body: object): Promise<void> {
  let met = false
  await page.route('**/v1/tasks/*', async (route) => {
    if (route.request().method() === 'PATCH' && !met) {
      met = true
      await change(body)
    }
    await route.continue()
  })
}

async function rename(page: Page, title: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.fill(title)
  await field.press('Enter')
}

describe.skipIf(!chromiumPath)('when two users change a task concurrently', () => {
  const open = async () => {
    watch.allowComplaints(/status of 412/)
    return (await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })).page
  }

  test('changes of different attributes are merged without a question', async () => {
    const page = await open()
    await changeConcurrently(page, { priority: 'high' })
    await rename(page, 'Order more rope')
    await expect.poll(readTask).toMatchObject({ title: 'Order more rope', priority: 'high' })
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await page.getByRole('complementary').getByText('High').waitFor()
  })

  test('a conflict in one attribute is shown, and the user decides', async () => {
    const page = await open()
    await changeConcurrently(page, { title: 'Order chain' })
    await rename(page, 'Order more rope')
    const conflict = page.getByRole('alert').filter({ hasText: 'ben' })
    await conflict.getByText('Order chain').waitFor()
    await conflict.getByText('Order more rope').first().waitFor()
    expect((await readTask()).title).toBe('Order chain')
    await conflict.getByRole('button', { name: 'Keep yours' }).click()
    await expect.poll(async () => (await readTask()).title).toBe('Order more rope')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('the other value stays when the user accepts it', async () => {
    const page = await open()
    await changeConcurrently(page, { title: 'Order chain' })
    await rename(page, 'Order more rope')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Order chain')
    expect(await readTask()).toMatchObject({ title: 'Order chain', version: 2 })
  })
})

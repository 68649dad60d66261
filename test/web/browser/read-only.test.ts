import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const gus = await app.signIn('gus')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, gus, 'guest')
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, gus, 'viewer')
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope' })
const { visit } = useConsole()

const list = `/o/${org_id}/p/${project_id}`

/** Tries each key that changes a task, and takes the first option. */
async function pressAll(page: Page): Promise<void> {
  for (const key of ['s', 'a', 'i', 'p', 'd', 'l', 'm', 'Alt+ArrowRight', 'Delete']) {
    await page.keyboard.press(key)
    const offers = page.getByRole('listbox')
    if (await offers.isVisible()) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Escape')
  }
}

// The browser logs every 403 as an error, which fails the test.
describe.skipIf(!chromiumPath)('a user with read access to a project', () => {
  test('changes nothing by keys, and gets no 403', async () => {
    const { page } = await visit({ at: app, as: 'gus', to: `${list}?task=${task_id}` })
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Order rope' }).waitFor()
    await expect.poll(() => panel.getByRole('textbox', { name: 'Title', exact: true }).count()).toBe(0)
    await pressAll(page)
    for (const view of ['', '?view=board']) {
      await page.goto(app.url + list + view)
      await page.locator(`[data-id="${task_id}"]`).waitFor()
      await page.keyboard.press('j')
      await pressAll(page)
    }
    expect(expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).version).toBe(1)
  })
})

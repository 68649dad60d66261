import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const vera = await app.signIn('vera')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, vera)
const { visit, watch } = useConsole()

describe.skipIf(!chromiumPath)('the prefix of a project', () => {
  test('is changed with its keys in the rows and the open task, for other users too, and old links still work', async () => {
    const { project_id } = await createProject(ada, org_id, { prefix: 'QUAY' })
    await addProjectMember(ada, project_id, vera, 'editor')
    const { task_id } = await createTask(ada, org_id, { project_id, title: 'Grease the crane' })
    const to = `/o/${org_id}/p/${project_id}?task=${task_id}`
    const { page } = await visit({ at: app, as: 'ada', to })
    const other = await visit({ at: app, as: 'vera', to })
    await other.page.locator('.task-bar-key', { hasText: 'QUAY-1' }).waitFor()
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit project…' }).click()
    await page.getByRole('textbox', { name: 'Prefix of task keys' }).fill('slip')
    await page.getByText('QUAY-12 will be shown as SLIP-12, and QUAY-12 still leads to it.').waitFor()
    await expectAccessible(page, 'form of a project', '.dialog', opposite)
    await page.getByRole('radio', { name: 'Green' }).check({ force: true })
    await page.getByRole('button', { name: 'Flag', exact: true }).click()
    await page.getByRole('textbox', { name: 'Prefix of task keys' }).press('Enter')
    for (const { page: displayed } of [{ page }, other]) {
      await displayed.locator('.task-row-key', { hasText: 'SLIP-1' }).waitFor()
      await displayed.locator('.task-bar-key', { hasText: 'SLIP-1' }).waitFor()
    }
    await page.goto(`${app.url}/o/${org_id}/t/QUAY-1`)
    await page.locator('.task-bar-key', { hasText: 'SLIP-1' }).waitFor()
    const project = expectStatus(await ada.get(`/v1/projects/detail/${project_id}`), 200)
    expect(project).toMatchObject({ prefix: 'SLIP', color: 'green', icon: 'flag' })
    await page.locator('.top-bar .project-icon').waitFor()
  })

  test('that another project has is refused beside the field, and an editor is not offered the form', async () => {
    watch.allowComplaints(/status of 409/)
    await createProject(ada, org_id, { prefix: 'DOCK' })
    const { project_id } = await createProject(ada, org_id, { prefix: 'PIER' })
    await addProjectMember(ada, project_id, vera, 'editor')
    const to = `/o/${org_id}/p/${project_id}`
    const { page } = await visit({ at: app, as: 'ada', to })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit project…' }).click()
    const prefix = page.getByRole('textbox', { name: 'Prefix of task keys' })
    await prefix.fill('DOCK')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'DOCK' }).waitFor()
    expect(await prefix.getAttribute('aria-invalid')).toBe('true')
    const other = await visit({ at: app, as: 'vera', to })
    await other.page.getByRole('button', { name: 'More' }).click()
    await other.page.getByRole('menuitem', { name: /CSV/ }).waitFor()
    await expect.poll(() => other.page.getByRole('menuitem', { name: 'Edit project…' }).count()).toBe(0)
  })
})

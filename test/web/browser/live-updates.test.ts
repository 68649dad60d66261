import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { member, organization, project, projectMember, task } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp({ delivering: true })
const ada = await app.session('ada')
const ben = await app.session('ben')
const { org_id } = await organization(ada)
await member(ada, org_id, ben)
const { project_id } = await project(ada, org_id)
await projectMember(ada, project_id, ben, 'editor')
const { visit, watch } = useConsole()

/** Takes an idle machine less than one second. */
const soon = { timeout: 10_000 }

describe.skipIf(!chromiumPath)('a change by one user appears for another', () => {
  test('a card moved by keyboard moves on the other board, and its undo too', async () => {
    const { task_id } = await task(ada, org_id, { project_id, title: 'Order rope' })
    const to = `/o/${org_id}/p/${project_id}?view=board`
    const [one, two] = await Promise.all(['ada', 'ben'].map(async (as) => (await visit({ at: app, as, to })).page))
    const column = (page: typeof one, name: RegExp) =>
      page!.getByRole('region', { name }).locator(`[data-id="${task_id}"]`)
    for (const page of [one, two]) await column(page, /^Not started/).waitFor()
    await column(one, /^Not started/).focus()
    await one!.keyboard.press('Alt+ArrowRight')
    await column(one, /^In progress/).waitFor()
    await column(two, /^In progress/).waitFor(soon)
    expect(expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).status).toBe('in_progress')
    await one!.keyboard.press('Control+z')
    await column(two, /^Not started/).waitFor(soon)
  })

  test('an assigned task counts in the assignee’s inbox', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/my` })
    await page.getByText('Nothing is assigned to you.').waitFor()
    await task(ada, org_id, { project_id, title: 'Grease the crane', assignee: 'ben' })
    await page
      .getByRole('link', { name: /Inbox/ })
      .getByText('1 unread')
      .waitFor({ ...soon, state: 'attached' })
    const row = page.getByText('Grease the crane')
    await row.waitFor(soon)
    await expect.poll(() => row.count()).toBe(1)
  })

  test('a user who is removed from a project, and then from the organization, sees no more of it', async () => {
    watch.allow(/status of 40[34]/)
    const hidden = await project(ada, org_id, { name: 'East quay', visibility: 'private' })
    await projectMember(ada, hidden.project_id, ben, 'editor')
    await task(ada, org_id, { project_id: hidden.project_id, title: 'Move the lighthouse' })
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/tasks` })
    const [secret, other] = [page.getByText('Move the lighthouse'), page.getByText('Order rope')]
    for (const one of [secret, other]) await one.waitFor()
    expectStatus(await ada.delete(`/v1/project-members/${ben.userId}/${hidden.project_id}`), 200)
    await secret.waitFor({ ...soon, state: 'detached' })
    await expect.poll(() => other.count()).toBe(1)
    expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200)
    await other.waitFor({ ...soon, state: 'detached' })
  })
})

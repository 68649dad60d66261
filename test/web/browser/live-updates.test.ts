import { describe, expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp({ delivering: true })
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')
const { visit, watch } = useConsole()

describe.skipIf(!chromiumPath)('a change by one user appears for another', () => {
  test('a card moved by keyboard moves on the other board, and its undo too', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id, title: 'Order rope' })
    const to = `/o/${org_id}/p/${project_id}?view=board`
    const [one, two] = await Promise.all(['ada', 'ben'].map(async (as) => (await visit({ at: app, as, to })).page))
    const findColumn = (page: typeof one, name: RegExp) =>
      page!.getByRole('region', { name }).locator(`[data-id="${task_id}"]`)
    for (const page of [one, two]) await findColumn(page, /^Not started/).waitFor()
    await findColumn(one, /^Not started/).focus()
    await one!.keyboard.press('Alt+ArrowRight')
    await findColumn(one, /^In progress/).waitFor()
    await findColumn(two, /^In progress/).waitFor()
    expect(expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).status).toBe('in_progress')
    await one!.keyboard.press('Control+z')
    await findColumn(two, /^Not started/).waitFor()
  })

  test('an assigned task counts in the assignee’s inbox', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/my` })
    await page.getByText('Nothing is assigned to you.').waitFor()
    await createTask(ada, org_id, { project_id, title: 'Grease the crane', assignee: 'ben' })
    await page.getByRole('link', { name: /Inbox/ }).getByText('1 unread').waitFor({ state: 'attached' })
    const row = page.getByText('Grease the crane')
    await row.waitFor()
    await expect.poll(() => row.count()).toBe(1)
  })

  test('what an import creates appears, and what its undo deletes disappears', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/p/${project_id}` })
    await page.getByText('Order rope').waitFor()
    const body = {
      import: { org_id, source: 'csv', project_id },
      file: new Upload('Title\nDredge the lock', 'Lock.csv'),
    }
    const { import_id } = expectStatus(await ada.post('/v1/imports', { body }), 201)
    await runImports(app.services)
    const row = page.getByText('Dredge the lock')
    await row.waitFor()
    expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
    await runImports(app.services)
    await row.waitFor({ state: 'detached' })
  })

  test('a user who is removed from a project, and then from the organization, sees no more of it', async () => {
    watch.allowComplaints(/status of 40[34]/)
    const hidden = await createProject(ada, org_id, { name: 'East quay', visibility: 'private' })
    await addProjectMember(ada, hidden.project_id, ben, 'editor')
    await createTask(ada, org_id, { project_id: hidden.project_id, title: 'Move the lighthouse' })
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/tasks` })
    const [secret, other] = [page.getByText('Move the lighthouse'), page.getByText('Order rope')]
    for (const one of [secret, other]) await one.waitFor()
    expectStatus(await ada.delete(`/v1/project-members/${ben.userId}/${hidden.project_id}`), 200)
    await secret.waitFor({ state: 'detached' })
    await expect.poll(() => other.count()).toBe(1)
    expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200)
    await other.waitFor({ state: 'detached' })
  })
})

describe.skipIf(!chromiumPath)('new tasks of another user', () => {
  test('appear where they sort, wait while a picker is open, and leave the current row where it is', async () => {
    const { project_id: own } = await createProject(ada, org_id)
    const cem = await app.signIn('cem')
    await addMember(ada, org_id, cem)
    await addProjectMember(ada, own, cem, 'editor')
    const make = (title: string, priority: string) => createTask(cem, org_id, { project_id: own, title, priority })
    const before = ['Anchor', 'Bell', 'Chain', 'Davit', 'Edge', 'Fender', 'Gaff', 'Hook']
    for (const title of before) await make(title, 'low')
    // So low that the list scrolls.
    const look = { viewport: { width: 1280, height: 320 } }
    const { page } = await visit({ at: app, as: 'ada', look, to: `/o/${org_id}/p/${own}?group=none&sort=priority` })
    const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })
    await row('Chain').waitFor()
    for (let n = 0; n < 3; n++) await page.keyboard.press('j')
    await page.locator('.task-row-current', { hasText: 'Chain' }).waitFor()
    const readTop = () => row('Chain').evaluate((element) => element.getBoundingClientRect().top)
    const top = await readTop()
    // The rows above, at the moment when the new one appears.
    const above = page.evaluate(
      () =>
        new Promise<string[]>((resolve) =>
          new MutationObserver(() => {
            const rows = [...document.querySelectorAll('.task-row[data-id]')].map((one) => ({
              text: one.querySelector('a')!.textContent,
              top: one.getBoundingClientRect().top,
            }))
            const found = rows.find(({ text }) => text === 'Dock')
            if (found) resolve(rows.filter((one) => one.top < found.top).map(({ text }) => text))
          }).observe(document.body, { subtree: true, childList: true, characterData: true }),
        ),
    )
    await make('Dock', 'none')
    expect((await above).toSorted()).toEqual(before)
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: 'Status' }).waitFor()
    const isRead = page.waitForResponse((response) => response.url().includes('filter%5Bid%5D'))
    await make('Eyebolt', 'high')
    await (await isRead).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await row('Eyebolt').count()).toBe(0)
    await page.keyboard.press('Escape')
    await row('Eyebolt').waitFor({ state: 'attached' })
    await expect.poll(readTop).toBe(top)
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const { visit, watch } = useConsole()
let users = 0

/** Creates a user with an organization, a project and a task in it. */
async function createUser() {
  const name = `user-${++users}`
  const client = await app.signIn(name)
  const { org_id } = await createOrganization(client)
  const { project_id } = await createProject(client, org_id, { name: 'Rigging' })
  await createTask(client, org_id, { project_id, title: 'Order rope' })
  return { name, client, project_id, project: `/o/${org_id}/p/${project_id}`, tasks: `/o/${org_id}/tasks` }
}

const readPreferences = async (client: Client) => expectStatus(await client.get('/v1/me'), 200).preferences
async function expectDisplay(client: Client, place: string, expected: object | undefined): Promise<void> {
  await expect.poll(async () => (await readPreferences(client)).display[place]).toEqual(expected)
}
const readQuery = (page: Page) => decodeURIComponent(new URL(page.url()).search)

async function chooseGrouping(page: Page, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('dialog').getByLabel('Group by').selectOption(value)
  await page.keyboard.press('Escape')
}

describe.skipIf(!chromiumPath)('the display of a list', () => {
  test('is that of its user in another browser, also after it was reset, and links show their own', async () => {
    const { name, client, project_id, project, tasks } = await createUser()
    const { page } = await visit({ at: app, as: name, to: project })
    await page.getByText('Order rope').waitFor()
    await chooseGrouping(page, 'assignee')
    await expectDisplay(client, `project:${project_id}`, { group_by: 'assignee' })
    const other = await visit({ at: app, as: name, to: tasks })
    await other.page.getByText('Order rope').waitFor()
    expect(readQuery(other.page)).toBe('')
    await other.page.getByRole('link', { name: 'Rigging' }).first().click()
    await expect.poll(() => readQuery(other.page)).toBe('?group=assignee')
    await other.page.goto(`${app.url}${project}?group=priority`)
    await other.page.getByText('Order rope').waitFor()
    expect(readQuery(other.page)).toBe('?group=priority')
    await other.page.goto(app.url + project)
    await expect.poll(() => readQuery(other.page)).toBe('?group=assignee')
    await chooseGrouping(other.page, 'status')
    await expectDisplay(client, `project:${project_id}`, undefined)
    // This browser paints what it knew, and then reads the preferences.
    const open = async () => {
      await page.goto(app.url + project)
      await page.getByText('Order rope').waitFor()
      return readQuery(page)
    }
    await expect.poll(open).toBe('')
  })

  test('that was changed offline is saved when the connection is back, and after the page was closed', async () => {
    watch.allowComplaints(/net::ERR_INTERNET_DISCONNECTED/)
    const { name, client, project_id, project } = await createUser()
    const visitor = await visit({ at: app, as: name, to: project, offline: true })
    await visitor.page.getByText('Order rope').waitFor()
    await chooseGrouping(visitor.page, 'assignee')
    await expectDisplay(client, `project:${project_id}`, { group_by: 'assignee' })
    await visitor.offline(true)
    await chooseGrouping(visitor.page, 'tags')
    await visitor.page.close()
    await visitor.offline(false)
    await (await visitor.tab()).goto(app.url + project)
    await expectDisplay(client, `project:${project_id}`, { group_by: 'tags' })
  })

  test('of two tabs is the last one of each list, and neither changes what the other shows', async () => {
    const { name, client, project_id, project, tasks } = await createUser()
    const { page, tab } = await visit({ at: app, as: name, to: project })
    const other = await tab()
    await other.goto(app.url + tasks)
    for (const one of [page, other]) await one.getByText('Order rope').waitFor()
    await Promise.all([chooseGrouping(page, 'assignee'), chooseGrouping(other, 'project')])
    await expectDisplay(client, `project:${project_id}`, { group_by: 'assignee' })
    await expectDisplay(client, tasks.replace(/.*\/o\/(.*)\/tasks/, 'tasks:$1'), { group_by: 'project' })
    expect([readQuery(page), readQuery(other)]).toEqual(['?group=assignee', '?group=project'])
    await other.getByRole('link', { name: 'Rigging' }).first().click()
    await expect.poll(() => readQuery(other)).toBe('?group=assignee')
    await chooseGrouping(other, 'tags')
    await other.goBack()
    await expect.poll(() => readQuery(other)).toBe('?group=assignee')
    await chooseGrouping(other, 'priority')
    await expectDisplay(client, `project:${project_id}`, { group_by: 'priority' })
    expect(readQuery(page)).toBe('?group=assignee')
  })
})

describe.skipIf(!chromiumPath)('language and theme', () => {
  test('are those of the user in another browser', async () => {
    const { name, client, project } = await createUser()
    const { page } = await visit({ at: app, as: name, to: project.replace(/\/p\/.*/, '/settings') })
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Sprache' }).waitFor()
    await expect.poll(() => readPreferences(client)).toMatchObject({ locale: 'de', theme: 'dark' })
    const other = (await visit({ at: app, as: name, to: project })).page
    await other.getByRole('button', { name: 'Anzeige' }).waitFor()
    expect(await other.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    expect(await other.evaluate('document.documentElement.lang')).toBe('de')
  })
})

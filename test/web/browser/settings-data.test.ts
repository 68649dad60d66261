import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { runExports } from '../../../src/resources/platform/exports/jobs.ts'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { mergePlaceholders } from '../../../src/resources/platform/imports/placeholder-jobs.ts'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await insertMembership(await app.signIn('ben'), org_id, 'member')
const { visit } = useConsole()
const wide = { width: 1280, height: 800 }
const buildPath = (page: string) => `/o/${org_id}/settings/${page}`

const jobs = setInterval(() => {
  void runImports(app.services)
  void runExports(app.services)
  void mergePlaceholders(app.services)
}, 300)
afterAll(() => clearInterval(jobs))

const table = 'What,Who,Where,Boxes,Code\nOrder rope,Cleo,Aisle 4,2,7\nPaint the hull,ben,Aisle 4,,8\n'
const countTasks = async () => expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data.length

async function chooseFile(page: Page, name: string, content: string) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText(name).waitFor()
}

describe.skipIf(!chromiumPath)('data in the settings', () => {
  test('a table is checked, its columns and people are mapped, imported, and undone', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: buildPath('import') })
    await page.getByText('No imports yet.').waitFor()
    await chooseFile(page, 'work.csv', table)
    await page.getByText('Choose the column that is the title.').waitFor()
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Meaning of What' }).selectOption('title')
    await page.getByRole('combobox', { name: 'Meaning of Who' }).selectOption('assignee')
    await page.getByRole('combobox', { name: 'Meaning of Where' }).selectOption('section')
    const boxes = page.getByRole('combobox', { name: 'Meaning of Boxes' })
    expect(await boxes.inputValue()).toBe('custom')
    await page.getByRole('combobox', { name: 'Meaning of Code' }).selectOption({ label: 'Text' })
    await expectAccessible(page, 'a new import')
    await page.setViewportSize(wide)
    await tabTo(page, 'button', 'Check the file', 60)
    await page.keyboard.press('Enter')

    await page.getByRole('row', { name: 'Tasks 2 new' }).waitFor()
    expect(await countTasks()).toBe(0)
    await page.getByRole('combobox', { name: 'Cleo' }).selectOption('ada')
    await page.getByRole('combobox', { name: 'Aisle 4' }).selectOption('on_hold')
    await expectAccessible(page, 'a checked import', undefined, opposite)
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('button', { name: 'Undo import…' }).waitFor()
    const tasks = expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data
    expect(
      tasks
        .map(({ title, assignee, status, custom }: Record<string, unknown>) => [title, assignee, status, custom])
        .sort(),
    ).toEqual([
      ['Order rope', 'ada', 'on_hold', { boxes: 2, code: '7' }],
      ['Paint the hull', 'ben', 'on_hold', { code: '8' }],
    ])

    await page.getByRole('button', { name: 'Undo import…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('paragraph').filter({ hasText: 'Undone' }).waitFor()
    expect(await countTasks()).toBe(0)
    await page.getByRole('button', { name: 'All imports' }).click()
    await page.getByRole('button', { name: 'work.csv' }).first().waitFor()
  })

  test('a file that is none is refused with the reason', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: buildPath('import') })
    await page.getByRole('combobox', { name: 'From' }).selectOption('trello')
    await chooseFile(page, 'board.json', '{"cards": [')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('The import failed.').waitFor()
    expect(await countTasks()).toBe(0)
  })

  test('owners export the organization, and members their own data', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: buildPath('export') })
    await page.getByRole('button', { name: 'Export organization' }).click()
    const link = page.getByRole('link', { name: /^Download \(/ })
    await link.waitFor()
    await page.reload()
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toMatch(/^EX.*\.zip$/)
    await page.mouse.move(0, 0)
    await expectAccessible(page, 'an export', '.settings-main', opposite)
    const { page: own } = await visit({ at: app, as: 'ben', to: buildPath('my-data') })
    await own.getByRole('button', { name: 'Export my data' }).click()
    await own.getByRole('link', { name: /^Download \(/ }).waitFor()
  })

  test('members without the right see who has it', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: buildPath('import') })
    await page.getByText(/Only organization admins .* Ask ada\./).waitFor()
    expect(await page.getByRole('button', { name: 'Check the file' }).count()).toBe(0)
    await page.goto(app.url + buildPath('export'))
    await page.getByText('Only owners of the organization can export it. Ask ada.').waitFor()
  })

  test('a person of an import who is no member is marked, and becomes the member who is chosen', async () => {
    const file = new Upload('Title,Assignee\nMoor the barge,Cleo Quay\n', 'Moorings.csv')
    expectStatus(await ada.post('/v1/imports', { body: { import: { org_id, source: 'csv' }, file } }), 201)
    const find = async () =>
      expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'barge' } }), 200).data[0]
    await expect.poll(find).toMatchObject({ assignee: 'Cleo-Quay' })
    const { project_id } = await find()
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}` })
    await page.getByText('Cleo-Quay (not a member)').first().waitFor()
    await page.goto(app.url + buildPath('import'))
    await page.getByRole('combobox', { name: 'Who is Cleo Quay?' }).selectOption('ben')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, the same person' }).click()
    await page.getByRole('combobox', { name: 'Who is Cleo Quay?' }).waitFor({ state: 'detached' })
    await expect.poll(find).toMatchObject({ assignee: 'ben' })
  })
})

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
const { visit, watch } = useConsole()

type ResponseBody = { project_id: string; sections: Record<string, string>; board: string; list: string }

/** Creates a project with the sections To do, Doing and Done, which mean statuses. */
async function makeProject(values: object = {}): Promise<ResponseBody> {
  const { project_id } = await createProject(ada, org_id, { preset: 'simple', ...values })
  const grouped = `group=section&sort=section_position`
  const at = `/o/${org_id}/p/${project_id}`
  const created = { project_id, sections: {}, board: `${at}?view=board&${grouped}`, list: `${at}?${grouped}` }
  return {
    ...created,
    sections: Object.fromEntries((await listSections(project_id)).map((s) => [s.name, s.section_id])),
  }
}

interface SectionRow {
  section_id: string
  name: string
  status: string | null
  color: string | null
  wip_limit: number | null
}

async function listSections(project_id: string): Promise<SectionRow[]> {
  const query = `org_id=${org_id}&scope_type=project&scope_id=${project_id}`
  const { data } = expectStatus(await ada.get(`/v1/sections?${query}`), 200)
  return data
}

const listNames = async (id: string) => (await listSections(id)).map(({ name }) => name)
const make = async (title: string, values: object): Promise<string> =>
  (await createTask(ada, org_id, { title, ...values })).task_id
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)

const findColumn = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) })
const findCard = (page: Page, title: string) => page.getByRole('article', { name: `Task “${title}”` })
const openMenu = async (page: Page, name: string) => page.getByRole('button', { name: `Options of ${name}` }).click()
const chooseMenuItem = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()

describe.skipIf(!chromiumPath)('sections of a project as columns and groups', () => {
  test('a new project of a preset opens on a board with its sections', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/tasks` })
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Slipway')
    await page.getByRole('combobox', { name: 'Sections' }).selectOption('simple')
    await page.getByRole('button', { name: 'Create project' }).click()
    for (const name of ['To do', 'Doing', 'Done']) await expect.poll(() => findColumn(page, name).count()).toBe(1)
  })

  test('a section is created, edited, ordered and deleted by keys alone, and its tasks survive', async () => {
    const { project_id, board } = await makeProject()
    const id = await make('Splice rope', { project_id, status: 'in_progress' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await findColumn(page, 'Doing').getByText('Splice rope').waitFor()
    await page.getByRole('button', { name: 'Add section' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Waiting')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Bl')
    for (let n = 0; n < 2; n++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await findColumn(page, 'Waiting').waitFor()
    await expect
      .poll(async () => (await listSections(project_id)).at(-1))
      .toMatchObject({ name: 'Waiting', status: 'blocked' })

    await page.getByRole('button', { name: 'Options of Waiting' }).focus()
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(() => listNames(project_id)).toEqual(['To do', 'Doing', 'Waiting', 'Done'])
    await page.getByText('Moved the section “Waiting” to 3 of 4').waitFor({ state: 'attached' })

    await page.getByRole('button', { name: 'Options of Doing' }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('On the slip')
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await findColumn(page, 'On the slip').waitFor()
    await expect
      .poll(async () => (await listSections(project_id))[1])
      .toMatchObject({ name: 'On the slip', wip_limit: 1 })

    await page.getByRole('button', { name: 'Options of On the slip' }).focus()
    await page.keyboard.press('Delete')
    await page.getByText('Its 1 task are not deleted').or(page.getByText('Its 1 task is not deleted')).waitFor()
    await page.getByRole('button', { name: 'Delete section' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => listNames(project_id)).toEqual(['To do', 'Waiting', 'Done'])
    await findColumn(page, 'No section').getByText('Splice rope').waitFor()
    expect((await read(id)).status).toBe('in_progress')
  })

  test('a dropped card has the status of its new section before the server responds, and undo restores both', async () => {
    const { project_id, board } = await makeProject()
    const id = await make('Tar the hull', { project_id, status: 'not_started' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    let respond = () => {}
    const mayAnswer = new Promise<void>((resolve) => (respond = resolve))
    await page.route(`**/v1/tasks/${id}/section`, async (route) => {
      await mayAnswer
      await route.continue()
    })
    await page.locator('.task-card[draggable=true]', { hasText: 'Tar the hull' }).waitFor()
    await findCard(page, 'Tar the hull').dragTo(findColumn(page, 'Done'))
    await findColumn(page, 'Done').getByRole('img', { name: 'Completed' }).waitFor()
    expect((await read(id)).status).toBe('not_started')
    respond()
    await expect.poll(async () => (await read(id)).status).toBe('completed')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await read(id)).status).toBe('not_started')
    await findColumn(page, 'To do').getByRole('img', { name: 'Not started' }).waitFor()
  })

  test('undo gives a task from no section its status back', async () => {
    const { project_id, board, sections } = await makeProject()
    const id = await make('Oil the winch', { project_id, status: 'blocked' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await findColumn(page, 'No section').getByText('Oil the winch').waitFor()
    await findCard(page, 'Oil the winch').focus()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Done' }).click()
    await expect.poll(async () => (await read(id)).status).toBe('completed')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await read(id)).status).toBe('blocked')
    await findColumn(page, 'No section').getByText('Oil the winch').waitFor()
    expect(sections['Done']).toBeDefined()
  })

  test('a status set by key moves the card immediately', async () => {
    const { project_id, board } = await makeProject()
    const id = await make('Scrub the deck', { project_id, status: 'not_started' })
    const { page, offline } = await visit({ at: app, as: 'ada', to: board, offline: true })
    await findCard(page, 'Scrub the deck').focus()
    await page.keyboard.press('s')
    await page.getByRole('option', { name: 'In progress' }).waitFor()
    watch.allowComplaints(/ERR_INTERNET_DISCONNECTED/)
    await offline(true)
    await page.getByRole('option', { name: 'In progress' }).click()
    await findColumn(page, 'Doing').getByText('Scrub the deck').waitFor()
    await offline(false)
    await expect.poll(async () => (await read(id)).status).toBe('in_progress')
  })

  test('two users who move one task to different sections get one choice of section and status', async () => {
    watch.allowComplaints(/status of 412/)
    const { project_id, board } = await makeProject()
    const id = await make('Caulk the seams', { project_id, status: 'not_started' })
    await addProjectMember(ada, project_id, vera, 'editor')
    const { page, offline } = await visit({ at: app, as: 'ada', to: board, offline: true })
    await findCard(page, 'Caulk the seams').waitFor()
    watch.allowComplaints(/ERR_INTERNET_DISCONNECTED/)
    await offline(true)
    await findCard(page, 'Caulk the seams').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await findColumn(page, 'Doing').getByText('Caulk the seams').waitFor()
    expectStatus(await vera.patch(`/v1/tasks/${id}`, { body: { status: 'completed' } }), 200)
    await offline(false)
    await page.getByRole('link', { name: 'Open' }).click()
    const bar = page.getByRole('alert').filter({ hasText: 'vera also changed' })
    await bar.getByText('section and status').waitFor()
    await expect.poll(() => bar.locator('dl').count()).toBe(1)
    await bar.getByRole('button', { name: 'Take theirs' }).click()
    await findColumn(page, 'Done').getByText('Caulk the seams').waitFor()
    expect((await read(id)).status).toBe('completed')
  })

  test('columns are ordered by dragging their headers, and above their limit counts say so in words', async () => {
    const { project_id, board, sections } = await makeProject()
    expectStatus(await ada.patch(`/v1/sections/${sections['Doing']}`, { body: { wip_limit: 1 } }), 200)
    for (const title of ['One', 'Two']) await make(title, { project_id, status: 'in_progress' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await page.getByText('2 tasks, over the limit of 1').waitFor({ state: 'attached' })
    await page.getByText('2/1').waitFor()
    const findColumnHeader = (name: string) => page.locator('.board-column-head[draggable=true]', { hasText: name })
    await findColumnHeader('Done').waitFor()
    await findColumnHeader('Done').dragTo(findColumn(page, 'To do'), { targetPosition: { x: 5, y: 200 } })
    await expect.poll(() => listNames(project_id)).toEqual(['Done', 'To do', 'Doing'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => listNames(project_id)).toEqual(['To do', 'Doing', 'Done'])
  })

  test('the list shows empty sections, with a menu by right click, and a task is added to one', async () => {
    const { project_id, list, sections } = await makeProject()
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await page
      .getByRole('button', { name: /^Hide the tasks of To do|^Show the tasks of To do|To do/ })
      .first()
      .waitFor()
    await page.locator('.group-head', { hasText: 'Doing' }).click({ button: 'right' })
    await chooseMenuItem(page, 'Move up')
    await expect.poll(() => listNames(project_id)).toEqual(['Doing', 'To do', 'Done'])
    await openMenu(page, 'Doing')
    await chooseMenuItem(page, 'Create a task here')
    await page.getByRole('combobox', { name: 'The task in one line' }).fill('Grease the slip')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Grease the slip/ }).waitFor()
    const query = `org_id=${org_id}&filter[section]=${sections['Doing']}&section_scope=project:${project_id}`
    await expect
      .poll(async () =>
        expectStatus(await ada.get(`/v1/tasks?${query}`), 200).data.map((one: { status: string }) => one.status),
      )
      .toEqual(['in_progress'])
  })

  test('a viewer sees limits and colors, and no menu', async () => {
    const { project_id, board, sections } = await makeProject()
    const other = await makeProject()
    await addProjectMember(ada, other.project_id, vera, 'editor')
    await addProjectMember(ada, project_id, vera, 'viewer')
    expectStatus(await ada.patch(`/v1/sections/${sections['Doing']}`, { body: { wip_limit: 3 } }), 200)
    const { page } = await visit({ at: app, as: 'vera', to: board })
    await page.getByText('0/3').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Options of/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Add section' }).count()).toBe(0)
  })

  test('axe finds nothing on the board, in the menu and in the form', async () => {
    const { project_id, board, list, sections } = await makeProject()
    expectStatus(
      await ada.patch(`/v1/sections/${sections['Doing']}`, { body: { wip_limit: 1, color: '#ffee00' } }),
      200,
    )
    for (const title of ['One', 'Two']) await make(title, { project_id, status: 'in_progress' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await page.getByText('2/1').waitFor()
    await expectAccessible(page, 'board by section')
    await openMenu(page, 'Doing')
    await page.getByRole('menu').waitFor()
    await expectAccessible(page, 'menu of a section', '.popover')
    await chooseMenuItem(page, 'Color…')
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'form of a section', '.dialog')
    await page.keyboard.press('Escape')
    await page.goto(app.url + list)
    await page.getByText('2/1').waitFor()
    await expectAccessible(page, 'list by section')
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

declare const reportRows: (count: number) => void

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit } = useConsole()

const findFocused = (page: Page) => page.locator(':focus')
const findRow = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Task' })
const findGrid = (page: Page) => page.getByRole('grid')

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Opens a new project with tasks named after their positions, `Crane 1` at the top. */
async function openList(count: number, query = ''): Promise<{ page: Page; ids: string[]; project_id: string }> {
  const { project_id } = await createProject(ada, org_id)
  const ids: string[] = []
  for (let n = 1; n <= count; n++)
    ids.push((await createTask(ada, org_id, { project_id, title: `Crane ${n}`, assignee: 'ada' })).task_id)
  const to = `/o/${org_id}/p/${project_id}?sort=title${query}`
  const { page } = await visit({ at: app, as: 'ada', to })
  await findRow(page, 'Crane 1').waitFor()
  return { page, ids, project_id }
}

const readStored = async (id: string) => (await ada.get(`/v1/tasks/${id}`)).body

/** Returns the title of the current row without its key, as a screen reader finds it from the focused grid. */
const readCurrentTitle = async (page: Page) => {
  const text = await page.evaluate<string | undefined>(
    `document.getElementById(document.activeElement?.getAttribute('aria-activedescendant'))
      ?.querySelector('[data-title]').textContent.trim()`,
  )
  return text?.replace(/^[A-Z][A-Z0-9]+-\d+/, '')
}

describe.skipIf(!chromiumPath)('keys act on the part of the page that has the focus', () => {
  test('change the open task and not the marked ones while the panel has the focus', async () => {
    const { page, ids } = await openList(4)
    await press(page, 'j', 'x', 'j', 'x', 'j', 'Enter')
    await findPanel(page).and(findFocused(page)).waitFor()
    await press(page, 'p')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await page.keyboard.type('crit')
    await press(page, 'Enter')
    await expect.poll(async () => (await readStored(ids[2]!)).priority).toBe('critical')
    await press(page, 'Delete')
    await page.getByText('This task was deleted').waitFor()
    await expect.poll(async () => (await ada.get(`/v1/tasks/${ids[2]}`)).status).toBe(404)
    for (const id of ids.slice(0, 2)) expect((await readStored(id)).priority).toBe('none')
    await expect.poll(() => page.getByRole('toolbar').getByText('2 tasks selected').count()).toBe(1)
  })

  test('change nothing in the list or the panel from a text field in the panel, nor after leaving it', async () => {
    const { page, ids } = await openList(3)
    await press(page, 'j', 'x', 'j', 'Enter')
    const comment = findPanel(page).getByRole('textbox', { name: 'Your comment' })
    await comment.click()
    await page.keyboard.type('worn')
    await press(page, 'Control+Backspace', 'Escape', 'Delete')
    await expect.poll(async () => (await ada.get(`/v1/tasks/${ids[1]}`)).status).toBe(404)
    expect((await ada.get(`/v1/tasks/${ids[0]}`)).status).toBe(200)
  })

  const elsewhere: [string, (page: Page) => Promise<void>][] = [
    ['a place of the sidebar', (page) => page.getByRole('link', { name: 'Inbox' }).focus()],
    ['a button of the bar', (page) => page.getByRole('button', { name: 'Display' }).focus()],
    ['the search field of the list', (page) => page.getByRole('searchbox').focus()],
  ]
  test.each(elsewhere)('do nothing to tasks from %s', async (_, focus) => {
    const { page, ids } = await openList(2)
    await press(page, 'j', 'x', 'Space')
    await findPanel(page).waitFor()
    await focus(page)
    await press(page, 'Delete', 'Control+Backspace', 'i', 's', 'p', 'x', 'j')
    await expect.poll(() => page.getByRole('combobox').count()).toBe(0)
    // The text in the search field may have hidden the list by now.
    const unchanged = page.getByRole('toolbar').getByText('1 task selected').or(page.getByText('No tasks match'))
    await expect.poll(() => unchanged.count()).toBe(1)
    for (const id of ids) expect((await ada.get(`/v1/tasks/${id}`)).status).toBe(200)
  })

  test('leave Enter to the control that has the focus, on every screen', async () => {
    await openList(1)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    await page.getByRole('article').or(page.locator('.my-work-card')).first().waitFor()
    await press(page, 'j')
    await page.getByRole('link', { name: 'Inbox' }).focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await expect.poll(() => findPanel(page).count()).toBe(0)
  })

  test('move between the list and the panel with Enter, Escape and F6', async () => {
    const { page } = await openList(3)
    await press(page, 'j')
    await findGrid(page).and(findFocused(page)).waitFor()
    await expect.poll(() => readCurrentTitle(page)).toBe('Crane 1')
    await press(page, 'j', 'Enter')
    await findPanel(page).and(findFocused(page)).waitFor()
    await press(page, 'F6')
    await findGrid(page).and(findFocused(page)).waitFor()
    await expect.poll(() => readCurrentTitle(page)).toBe('Crane 2')
    // The panel shows the current row.
    await press(page, 'j')
    await findPanel(page).getByRole('heading', { name: 'Crane 3' }).waitFor()
    await press(page, 'F6')
    await findPanel(page).and(findFocused(page)).waitFor()
    await findPanel(page).getByRole('textbox', { name: 'Your comment' }).focus()
    await press(page, 'F6')
    await findGrid(page).and(findFocused(page)).waitFor()
    await press(page, 'F6', 'Escape')
    await findPanel(page).waitFor({ state: 'detached' })
    await findGrid(page).and(findFocused(page)).waitFor()
    await expect.poll(() => readCurrentTitle(page)).toBe('Crane 3')
  })

  test('are followed by announcements of what is marked and changed', async () => {
    const { page } = await openList(2)
    const said = page.locator('[aria-live=assertive]')
    await press(page, 'j', 'x')
    await said.getByText('“Crane 1” selected. 1 task selected').waitFor()
    await press(page, 'x')
    await said.getByText('“Crane 1” not selected. 0 tasks selected').waitFor()
    await press(page, 's')
    await page.getByRole('combobox', { name: 'Status' }).waitFor()
    await page.keyboard.type('blo')
    await press(page, 'Enter')
    await said.getByText('Set status of “Crane 1” to Blocked').waitFor()
    await expect.poll(() => findGrid(page).and(findFocused(page)).count()).toBe(1)
  })
})

describe.skipIf(!chromiumPath)('the focus always has an owner', () => {
  test('in the list of a team, in which a changed task of its projects stays where it is', async () => {
    const { page, ids, project_id } = await openList(3)
    const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Riggers' } }), 201)
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { team_id } }), 200)
    await page.goto(`${app.url}/o/${org_id}/team/${team_id}?sort=title`)
    await findRow(page, 'Crane 1').waitFor()
    await press(page, 'j', 'j', 'p')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await page.keyboard.type('crit')
    let seen = 0
    await page.exposeFunction('reportRows', (count: number) => (seen = Math.max(seen, 3 - count)))
    await page.evaluate(() => {
      const grid = document.querySelector('[role=grid], [role=treegrid]')!
      const report = () => reportRows(grid.querySelectorAll('[data-title]').length)
      new MutationObserver(report).observe(grid, { childList: true, subtree: true })
    })
    await press(page, 'Enter')
    await expect.poll(async () => (await readStored(ids[1]!)).priority).toBe('critical')
    await page.waitForTimeout(500)
    expect(await readCurrentTitle(page)).toBe('Crane 2')
    expect(seen, 'rows that were missing').toBe(0)
  })

  test('j enters the list from the sidebar and the bar, on a list and a board', async () => {
    const { page, project_id } = await openList(2)
    await page.getByRole('link', { name: 'All tasks' }).click()
    await findRow(page, 'Crane 1').first().waitFor()
    await page.goBack()
    await findRow(page, 'Crane 1').waitFor()
    await page.getByRole('link', { name: 'All tasks' }).focus()
    await press(page, 'j')
    await findGrid(page).and(findFocused(page)).waitFor()
    await expect.poll(() => readCurrentTitle(page)).toBe('Crane 1')
    const { page: board } = await visit({
      at: app,
      as: 'ada',
      to: `/o/${org_id}/p/${project_id}?view=board&sort=title`,
    })
    await board.getByRole('article').first().waitFor()
    await board.getByRole('button', { name: 'Display' }).focus()
    await press(board, 'j')
    await board.getByRole('article').and(findFocused(board)).waitFor()
  })

  test('after a control with the focus is removed or disabled', async () => {
    const { page } = await openList(2)
    await findRow(page, 'Crane 1').getByRole('link').click()
    await findPanel(page).getByRole('textbox', { name: 'Your comment' }).fill('worn')
    await findPanel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await findPanel(page).getByRole('listitem').getByText('worn').waitFor()
    await findPanel(page).and(findFocused(page)).waitFor()
    await findPanel(page).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    await findPanel(page).getByRole('button', { name: 'Restore' }).waitFor()
    await findPanel(page).and(findFocused(page)).waitFor()
    await press(page, 'Escape', 'j', 'x')
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /Clear the selection/ })
      .click()
    await expect.poll(() => findGrid(page).and(findFocused(page)).count()).toBe(1)
  })
})

describe.skipIf(!chromiumPath)('the row under the pointer', () => {
  test('is the target of single keys, from wherever the focus is, until the next step by key', async () => {
    const { page, ids } = await openList(4)
    // The code that follows the pointer is that of the menus.
    await findRow(page, 'Crane 1').click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await press(page, 'Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Inbox' }).focus()
    await findRow(page, 'Crane 3').hover()
    await press(page, 'p')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await page.keyboard.type('crit')
    await press(page, 'Enter')
    await expect.poll(async () => (await readStored(ids[2]!)).priority).toBe('critical')
    await press(page, 'j')
    await expect.poll(() => readCurrentTitle(page)).toBe('Crane 4')
    await press(page, 'i', 'x')
    await page.getByRole('toolbar').getByText('1 task selected').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /Crane 4/ }).isChecked()).toBe(true)
  })

  test('has a menu on right click, by its button and by key, with everything that keys do and their keys', async () => {
    const { page, ids } = await openList(3)
    const menu = page.getByRole('menu', { name: 'Actions for “Crane 2”' })
    await findRow(page, 'Crane 2').click({ button: 'right' })
    await menu
      .getByRole('menuitem', { name: /Set priority/ })
      .getByText('P', { exact: true })
      .waitFor()
    const items = await menu.getByRole('menuitem').allInnerTexts()
    await press(page, 'Escape')
    for (const key of ['S', 'A', 'P', 'D', 'L', 'M', 'I', 'X', 'T', 'F2', 'Delete'])
      expect(items.map((text) => text.split('\n').at(-1))).toContain(key)
    await findRow(page, 'Crane 2').hover()
    await findRow(page, 'Crane 2').getByRole('button', { name: 'Actions for “Crane 2”' }).click()
    // The pointer leaves the row, whose button is hidden then; the menu stays where it opened.
    await menu.getByRole('menuitem', { name: /^Open beside/ }).hover()
    await expect.poll(() => findRow(page, 'Crane 2').evaluate((row) => row.matches(':hover'))).toBe(false)
    expect((await menu.boundingBox())!.x).toBeGreaterThan(400)
    await menu.getByRole('menuitem', { name: /Set priority/ }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await expect.poll(async () => (await readStored(ids[1]!)).priority).toBe('high')
    await findGrid(page).focus()
    await press(page, 'Shift+F10')
    await menu.getByRole('menuitem', { name: /^Delete/ }).click()
    await expect.poll(async () => (await ada.get(`/v1/tasks/${ids[1]}`)).status).toBe(404)
    expect((await readStored(ids[0]!)).priority).toBe('none')
  })

  test.each([
    ['a card of a board', '&view=board', 'article'],
    ['a bar of a timeline', '&view=timeline', 'listitem'],
  ] as const)('has the menu as %s', async (_, query, role) => {
    const { project_id } = await createProject(ada, org_id)
    for (const title of ['Net', 'Rope']) await createTask(ada, org_id, { project_id, title, due_date: '2026-12-01' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}?sort=title${query}` })
    const target = page.getByRole(role).filter({ has: page.getByRole('link', { name: /Rope/ }) })
    await target.getByRole('link').click({ button: 'right' })
    await page.getByRole('menu', { name: /Rope/ }).getByRole('menuitem', { name: 'Assign to me' }).click()
    const own = { org_id, 'filter[project]': project_id, 'filter[assignee]': 'ada' }
    await expect
      .poll(async () =>
        (await ada.get('/v1/tasks', { query: own })).body.data.map((one: { title: string }) => one.title),
      )
      .toEqual(['Rope'])
  })

  test('has a menu as a link of the sidebar, which pins a project', async () => {
    const { page } = await openList(1)
    const link = page.locator('nav a[href*="/p/"]').first()
    const pinned = page.locator('section', { has: page.getByRole('button', { name: 'Pinned' }) }).getByRole('link')
    await link.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin to the sidebar' }).click()
    await expect.poll(() => pinned.count()).toBe(1)
    await pinned.focus()
    await press(page, 'Shift+F10')
    await page.getByRole('menuitem', { name: 'Remove from the pinned' }).click()
    await expect.poll(() => pinned.count()).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('the row that moves up is current after a change takes a row out of its group', () => {
  const complete = async (page: Page) => {
    await press(page, 's')
    await page.getByRole('combobox', { name: 'Status' }).waitFor()
    await page.keyboard.type('compl')
    await press(page, 'Enter')
  }
  const listTitles = async (project_id: string) => {
    const query = { org_id, 'filter[project]': project_id, 'filter[status]': 'completed', sort_by: 'title' }
    const { data } = expectStatus(await ada.get('/v1/tasks', { query }), 200) as {
      data: { title: string }[]
    }
    return data.map(({ title }) => title).sort()
  }
  const three = ['Crane 1', 'Crane 2', 'Crane 3']

  test.each([
    ['a filtered list', '&filter[status]=not_started'],
    ['a grouped list', '&group=status'],
    ['a board', '&view=board&group=status'],
  ])('in %s', async (_, query) => {
    const { project_id } = await createProject(ada, org_id)
    for (let n = 1; n <= 5; n++) await createTask(ada, org_id, { project_id, title: `Crane ${n}` })
    const to = `/o/${org_id}/p/${project_id}?sort=title${query}`
    const { page } = await visit({ at: app, as: 'ada', to })
    await page.getByText('Crane 5').waitFor()
    await press(page, 'j')
    for (const title of three) {
      await page.locator('.task-row-current, .task-card-current').getByText(title).waitFor()
      await complete(page)
    }
    await page.locator('.task-row-current, .task-card-current').getByText('Crane 4').waitFor()
    await expect.poll(() => listTitles(project_id)).toEqual(three)
    // The last row leaves the row before it.
    await press(page, 'j')
    await complete(page)
    await page.locator('.task-row-current, .task-card-current').getByText('Crane 4').waitFor()
  })

  test('in my work', async () => {
    const grace = await app.signIn('grace')
    const own = await createOrganization(grace)
    for (let n = 1; n <= 3; n++) await createTask(grace, own.org_id, { title: `Crane ${n}`, assignee: 'grace' })
    const { page } = await visit({ at: app, as: 'grace', to: `/o/${own.org_id}/my` })
    const current = page.locator('.my-work-card-current')
    await page.getByText('Crane 3').waitFor()
    await press(page, 'j')
    const first = await current.innerText()
    await press(page, 'j')
    await expect.poll(() => current.innerText()).not.toBe(first)
    const second = await current.innerText()
    await press(page, 'k')
    await expect.poll(() => current.innerText()).toBe(first)
    await complete(page)
    await expect.poll(() => current.innerText()).toBe(second)
  })
})

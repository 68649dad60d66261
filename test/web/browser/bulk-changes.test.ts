import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'
import { fillProject } from '../support/fill.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit } = useConsole()

/** More than a page of a list, than one request changes, and than the last request could add. */
const many = 1250

describe.skipIf(!chromiumPath)('all tasks of a list', () => {
  test.each([
    ['a list', 'group=none'],
    ['a grouped list', 'group=priority'],
    ['a board', 'view=board&group=status'],
  ])('are selected, changed in batches with a progress bar, and undone in one step: %s', async (_, query) => {
    const { project_id } = await createProject(ada, org_id)
    await app.sql(`DELETE FROM tasks WHERE org_id = $1`, [org_id])
    await fillProject(app, { org_id, project_id, tasks: many, people: ['ada'] })
    const count = async (filter: object) =>
      expectStatus(
        await ada.get('/v1/tasks/count', { query: { org_id, 'filter[project]': project_id, ...filter } }),
        200,
      ).count
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}?${query}` })
    await page.locator('[data-id]').first().waitFor()
    const sizes: number[] = []
    // Delays responses like a slow network, so that the progress bar is visible.
    await page.route('**/v1/tasks/bulk', async (route) => {
      sizes.push((route.request().postDataJSON() as { task_ids: string[] }).task_ids.length)
      await new Promise((done) => setTimeout(done, 300))
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Select all 1,250' }).click()
    await page.getByRole('toolbar', { name: '1,250 tasks selected' }).waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Assignee' }).click()
    await page.getByRole('combobox', { name: 'Assignee' }).fill('Unassigned')
    await page.keyboard.press('Enter')
    await page.getByRole('progressbar').waitFor()
    await expect.poll(() => count({ 'filter[assignee]': 'ada' }), { timeout: 30_000 }).toBe(0)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([50, 200, 200, 200, 200, 200, 200])
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await expect.poll(() => count({ 'filter[assignee]': 'ada' }), { timeout: 30_000 }).toBe(many)
  })
})

describe.skipIf(!chromiumPath)('a bulk change is one step', () => {
  test('its toast undoes it, also after another change', async () => {
    const { project_id } = await createProject(ada, org_id)
    const ids = await Promise.all(
      ['Rope', 'Chain'].map(async (title) => (await createTask(ada, org_id, { project_id, title })).task_id),
    )
    const readFirst = async () => expectStatus(await ada.get(`/v1/tasks/${ids[0]}`), 200)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}?group=none` })
    await page.getByRole('row', { name: /Rope/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: '2 tasks selected' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'High' }).click()
    const toast = page.getByRole('status').locator('.toast', { hasText: 'Set priority of 2 tasks to High' })
    // A toast stays while the pointer is over it.
    await toast.hover()
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: 'Status' }).fill('Blocked')
    await page.keyboard.press('Enter')
    await toast.hover()
    await expect.poll(async () => (await readFirst()).status).toBe('blocked')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await readFirst()).priority).toBe('none')
    expect((await readFirst()).status).toBe('blocked')
  })

  /** Columns: keys, a filter for the result, and how many of the four tasks matched before. */
  const acts: [string, string[], object, number][] = [
    ['tags, where tasks had different ones', ['l', 'wire', 'Enter', 'Escape'], { 'filter[tags]': 'wire' }, 1],
    ['a status', ['s', 'blocked', 'Enter'], { 'filter[status]': 'blocked' }, 1],
    ['a deletion', ['Delete'], {}, 4],
  ]
  test.each(acts)('%s', async (_, keys, filter, before) => {
    const { project_id } = await createProject(ada, org_id)
    const titles = ['Rope', 'Chain', 'Net', 'Hook']
    for (const [n, title] of titles.entries())
      await createTask(ada, org_id, {
        project_id,
        title,
        tags: [['hemp'], ['steel', 'wire'], [], ['hemp', 'old']][n],
        status: n === 0 ? 'blocked' : 'not_started',
      })
    const count = async () =>
      expectStatus(
        await ada.get('/v1/tasks/count', { query: { org_id, 'filter[project]': project_id, ...filter } }),
        200,
      ).count
    const to = `/o/${org_id}/p/${project_id}?group=none`
    const { page } = await visit({ at: app, as: 'ada', to })
    await page.getByRole('row', { name: /Rope/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: '4 tasks selected' }).waitFor()
    expect(await count()).toBe(before)
    for (const key of keys) {
      if (/^[a-z]{2}/.test(key)) await page.getByRole('combobox').fill(key)
      else await page.keyboard.press(key)
    }
    await expect.poll(count).toBe(before === 4 ? 0 : 4)
    await page.keyboard.press('Control+z')
    await expect.poll(count).toBe(before)
    await expect.poll(() => page.getByRole('row', { name: /Rope|Chain|Net|Hook/ }).count()).toBe(4)
  })
})

describe.skipIf(!chromiumPath)('tags of many tasks', () => {
  test('are changed 20 tasks per request, and undone in one step', async () => {
    const { project_id } = await createProject(ada, org_id)
    for (let i = 0; i < 45; i++) await createTask(ada, org_id, { project_id, title: `Rope ${i}` })
    const count = async () => {
      const query = { org_id, 'filter[project]': project_id, 'filter[tags]': 'wire' }
      return expectStatus(await ada.get('/v1/tasks/count', { query }), 200).count
    }
    const to = `/o/${org_id}/p/${project_id}?group=none`
    const { page } = await visit({ at: app, as: 'ada', to })
    await page.getByRole('row', { name: /Rope/ }).first().waitFor()
    const sizes: number[] = []
    await page.route('**/v1/tasks/bulk', async (route) => {
      sizes.push((route.request().postDataJSON() as { task_ids: string[] }).task_ids.length)
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: '45 tasks selected' }).waitFor()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Tags' }).waitFor()
    await page.keyboard.type('wire')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(count).toBe(45)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 20, 20])
    await page.keyboard.press('Control+z')
    await expect.poll(count).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('selected tasks that a change moves away', () => {
  const fill = async (others = 1) => {
    const { project_id } = await createProject(ada, org_id)
    for (let i = 0; i < others; i++) await createTask(ada, org_id, { project_id, title: `Rope ${i}`, priority: 'low' })
    for (const title of ['Net', 'Hook', 'Bell']) await createTask(ada, org_id, { project_id, title, priority: 'high' })
    return `/o/${org_id}/p/${project_id}`
  }
  const putOnHold = async (page: Page) => {
    await page.getByRole('row', { name: /Net/ }).waitFor()
    await page.keyboard.press('j')
    for (let n = 0; n < 2; n++) await page.keyboard.press('Shift+j')
    await page.getByRole('toolbar', { name: '3 tasks selected' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: 'Status' }).fill('On hold')
    await page.keyboard.press('Enter')
  }
  const selectedRows = (page: Page) => page.locator('[role=row][aria-selected=true]')

  test('are not selected any longer, and are shown in their new group on request', async () => {
    const { page } = await visit({
      at: app,
      as: 'ada', // More than fit on the screen, so that the next group is out of sight.
      to: `${await fill(30)}?group=status`,
    })
    await putOnHold(page)
    const bar = page.getByRole('status').filter({ hasText: 'Moved 3 tasks to On hold' })
    await bar.waitFor()
    expect(await selectedRows(page).count()).toBe(0)
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await page.keyboard.press('Control+z')
    await page.getByRole('toolbar', { name: '3 tasks selected' }).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await bar.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('toolbar', { name: '3 tasks selected' }).waitFor()
    await expect.poll(() => selectedRows(page).count()).toBe(3)
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  test.each(['', '&view=board'])('are shown in a list of their own if they left the list%s', async (layout) => {
    const { page } = await visit({
      at: app,
      as: 'ada',
      to: `${await fill()}?group=priority&filter[status]=not_started${layout}`,
    })
    await page.locator('[data-id]', { hasText: 'Net' }).waitFor()
    await page.locator('[data-id]', { hasText: 'Net' }).click({ modifiers: ['Control'], position: { x: 8, y: 8 } })
    await page.locator('[data-id]', { hasText: 'Hook' }).click({ modifiers: ['Control'], position: { x: 8, y: 8 } })
    await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click()
    await page.getByRole('combobox', { name: 'Status' }).fill('On hold')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('status').filter({ hasText: '2 tasks left this list' })
    await bar.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => page.getByRole('row', { name: /Net|Hook/ }).count()).toBe(2)
    expect(await page.getByRole('row', { name: /Rope|Bell/ }).count()).toBe(0)
  })

  test.each([360, 495])('leave a bar whose controls have room for a finger at a width of %s px', async (width) => {
    const look = { viewport: { width, height: 700 }, hasTouch: true, isMobile: true }
    const { page } = await visit({ at: app, as: 'ada', look, to: `${await fill()}?group=none` })
    await page.getByRole('row', { name: /Net/ }).getByRole('checkbox').tap()
    const bar = page.getByRole('toolbar', { name: '1 task selected' })
    await bar.waitFor()
    const boxes = await bar.evaluate((element) =>
      [element, ...element.querySelectorAll('button, .bulk-bar-count')].map((one) =>
        one.getBoundingClientRect().toJSON(),
      ),
    )
    const [outer, ...inner] = boxes as DOMRect[]
    const overlaps = inner.flatMap((a, n) =>
      inner.slice(n + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    expect(overlaps).toEqual([])
    expect(inner.filter(({ right, left }) => right > outer!.right || left < outer!.left)).toEqual([])
    expect(outer!.right).toBeLessThanOrEqual(width)
    expect(inner.slice(1).filter(({ width: w, height: h }) => Math.min(w, h) < 44)).toEqual([])
  })
})

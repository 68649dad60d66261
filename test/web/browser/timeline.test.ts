import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { fillProject } from '../support/fill.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit } = useConsole()

const startedAt = Date.now()
/** Returns a day, counted from the day on which the tests started: the timeline opens around today. */
const addDays = (days: number): string => new Date(startedAt + days * 86_400_000).toISOString().slice(0, 10)

/** Two tasks of a project, of which the second starts before the first one, which it waits for, is due. */
async function start() {
  const { project_id } = await createProject(ada, org_id)
  const make = async (title: string, from: number, to: number, dependencies: string[] = []) =>
    (
      await createTask(ada, org_id, {
        project_id,
        title,
        start_date: addDays(from),
        due_date: addDays(to),
        dependencies,
      })
    ).task_id
  const first = await make('Splice rope', 1, 8)
  const second = await make('Rig the mast', 5, 12, [first])
  return { first, second, project_id, to: `/o/${org_id}/p/${project_id}?view=timeline` }
}
const readDates = async (id: string): Promise<(string | null)[]> => {
  const { start_date, due_date } = expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
  return [start_date, due_date]
}
const findRow = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function drag(page: Page, selector: string, days: number): Promise<void> {
  // Waits until the bar no longer moves.
  await page.locator(selector).hover()
  const box = (await page.locator(selector).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + days * 6, y, { steps: 3 })
  await page.mouse.move(x + days * 12, y, { steps: 3 })
  await page.mouse.up()
}

describe.skipIf(!chromiumPath)('the timeline', () => {
  test('a bar is moved and resized by dragging, which changes no other task, and undone', async () => {
    const { first, second, to } = await start()
    const { page } = await visit({ at: app, as: 'ada', to })
    await findRow(page, 'Splice rope').waitFor()
    await drag(page, `[data-bar="${first}"]`, 3)
    // A toast stays while the pointer is over it.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect.poll(() => readDates(first)).toEqual([addDays(4), addDays(11)])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readDates(first)).toEqual([addDays(1), addDays(8)])
    await drag(page, `[data-bar="${first}"] [data-part=end]`, -2)
    await expect.poll(() => readDates(first)).toEqual([addDays(1), addDays(6)])
    expect(await readDates(second)).toEqual([addDays(5), addDays(12)])
    expect(await page.getByRole('complementary', { name: 'Task' }).count()).toBe(0)
  })

  test('a dependency is added by a drag from the end of a bar to another task, and undone', async () => {
    const { first, second, to } = await start()
    expectStatus(await ada.delete(`/v1/tasks/${second}/dependencies/${first}`), 200)
    const readDependencies = async () => expectStatus(await ada.get(`/v1/tasks/${second}`), 200).dependencies
    const { page } = await visit({ at: app, as: 'ada', to })
    const handle = findRow(page, 'Splice rope').locator('.timeline-dependency')
    await handle.hover()
    await page.mouse.down()
    await findRow(page, 'Rig the mast').hover()
    await page.locator('.timeline-drawn').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.locator('.timeline-drawn').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(await readDependencies()).toEqual([])
    await handle.hover()
    await page.mouse.down()
    await findRow(page, 'Rig the mast').hover()
    await page.locator('.timeline-drawn').waitFor()
    await page.mouse.up()
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect.poll(readDependencies).toEqual([first])
    await page.locator('.timeline-arrow').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(readDependencies).toEqual([])
    expect(await page.getByRole('complementary', { name: 'Task' }).count()).toBe(0)
  })

  test('keys move a bar and its end, pan and zoom, and Enter opens the task', async () => {
    const { first, to } = await start()
    const { page } = await visit({ at: app, as: 'ada', to })
    await findRow(page, 'Splice rope').waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('.timeline-title:focus').textContent()).toBe('Splice rope')
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => readDates(first)).toEqual([addDays(2), addDays(9)])
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(() => readDates(first)).toEqual([addDays(2), addDays(8)])
    const period = page.locator('.period-name')
    const before = await period.textContent()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => period.textContent()).not.toBe(before)
    await page.keyboard.press('+')
    await expect.poll(() => page.getByRole('button', { name: 'Days' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Task' }).getByText('Splice rope').first().waitFor()
  })

  test('a task that starts before what it waits for is due is marked, in the picture, in words and in the table', async () => {
    const { project_id, second, to } = await start()
    const done = { title: 'Buy paint', start_date: addDays(2), due_date: addDays(9), status: 'completed' }
    const { task_id } = await createTask(ada, org_id, { project_id, ...done })
    expectStatus(await ada.post(`/v1/tasks/${second}/dependencies`, { body: { dependency_id: task_id } }), 200, 201)
    const { page } = await visit({ at: app, as: 'ada', to })
    const names = /Rig the mast, .*waits for Splice rope \(late\), Buy paint \(done\)/
    const late = page.getByRole('link', { name: names })
    await late.waitFor()
    await expect.poll(() => page.locator('.timeline-arrow-late').count()).toBe(1)
    await expect.poll(() => page.locator('.timeline-arrow-done').count()).toBe(1)
    await page.getByTitle('Starts before Splice rope is due').waitFor()
    await expectAccessible(page, 'the timeline')
    await page.setViewportSize({ width: 1280, height: 800 })
    await late.focus()
    for (let days = 5; days < 8; days++) await page.keyboard.press('Alt+ArrowRight')
    await page.getByRole('link', { name: /Rig the mast, .*waits for Splice rope, Buy paint \(done\)$/ }).waitFor()
    await expect.poll(() => readDates(second)).toEqual([addDays(8), addDays(15)])
    await expect.poll(() => page.locator('.timeline-arrow-late').count()).toBe(0)
    await expect.poll(() => page.locator('.timeline-arrow').count()).toBe(2)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByRole('row', { name: /Rig the mast.*Splice rope/ }).waitFor()
    await expectAccessible(page, 'the table of the timeline')
  })

  test('shows the keys of tasks beside titles, in names, in tooltips and in the table', async () => {
    const { project_id, first, to } = await start()
    const { prefix } = expectStatus(await ada.get(`/v1/projects/detail/${project_id}`), 200)
    const { page } = await visit({ at: app, as: 'ada', to })
    await findRow(page, 'Splice rope').getByText(`${prefix}-1`, { exact: true }).waitFor()
    await page.getByRole('link', { name: new RegExp(`^${prefix}-2 Rig the mast, `) }).waitFor()
    expect(await page.locator(`[data-bar="${first}"]`).getAttribute('title')).toMatch(`${prefix}-1 Splice rope: `)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByRole('link', { name: `${prefix}-1 Splice rope`, exact: true }).waitFor()
  })

  test('ten thousand tasks render fewer than 500 bars, also at the end of the list', async () => {
    const { project_id } = await createProject(ada, org_id)
    await fillProject(app, { org_id, project_id, tasks: 10_000, people: ['ada'] })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}?view=timeline` })
    await page.locator('.timeline-bar').first().waitFor({ state: 'attached' })
    const scrollToEnd = async () => {
      await page.locator('.virtual').evaluate((element) => (element.scrollTop = element.scrollHeight))
      return page.locator('[aria-posinset="10000"] .timeline-bar').count()
    }
    await expect.poll(scrollToEnd).toBe(1)
    expect(await page.locator('.timeline-bar').count()).toBeLessThan(500)
  })
})

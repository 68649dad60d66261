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
const { visit, watch } = useConsole()

/** Project of a test, at a month in which nothing else is due. */
async function start() {
  const { project_id } = await createProject(ada, org_id)
  const make = async (title: string, due_date: string | null): Promise<string> =>
    (await createTask(ada, org_id, { project_id, title, due_date, assignee: 'ada' })).task_id
  return { project_id, make, to: `/o/${org_id}/p/${project_id}?view=calendar&on=2030-05-15` }
}
const readDue = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200).due_date
const findDay = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(name) })
const findLink = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title, exact: true })
const isFocused = (page: Page, title: string) => findLink(page, title).and(page.locator(':focus')).count()

describe.skipIf(!chromiumPath)('the calendar', () => {
  test('a task dragged to another day is due there, and the toast takes it back', async () => {
    const { make, to } = await start()
    const id = await make('Tar the hull', '2030-05-14')
    const undated = await make('Order rope', null)
    const { page } = await visit({ at: app, as: 'ada', to })
    await page.locator('.calendar-task[draggable=true]', { hasText: 'Tar the hull' }).waitFor()
    await page.locator('.calendar-task', { hasText: 'Tar the hull' }).dragTo(findDay(page, 'May 16, 2030'))
    await findDay(page, 'May 16, 2030, 1 task').getByText('Tar the hull').waitFor()
    // A toast stays while the pointer is over it.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect.poll(() => readDue(id)).toBe('2030-05-16')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readDue(id)).toBe('2030-05-14')
    await page.locator('.calendar-tray .calendar-task').dragTo(findDay(page, 'May 20, 2030'))
    await expect.poll(() => readDue(undated)).toBe('2030-05-20')
  })

  test('arrows move between days and tasks, Alt and arrows move the due date, and Enter opens the task', async () => {
    const { make, to } = await start()
    const id = await make('Splice rope', '2030-05-15')
    await make('Weigh anchor', '2030-05-17')
    const { page } = await visit({ at: app, as: 'ada', to })
    await findLink(page, 'Weigh anchor').waitFor()
    const { key } = expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
    expect(await findLink(page, 'Splice rope').getAttribute('title')).toBe(`${key} Splice rope`)
    await page.keyboard.press('j')
    await expect.poll(() => isFocused(page, 'Splice rope')).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => findDay(page, 'May 16, 2030, no tasks').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => isFocused(page, 'Weigh anchor')).toBe(1)
    await page.keyboard.press('k')
    await expect.poll(() => isFocused(page, 'Splice rope')).toBe(1)
    await page.keyboard.press('Alt+ArrowRight')
    await findDay(page, 'May 16, 2030, 1 task').getByText('Splice rope').waitFor()
    await expect.poll(() => isFocused(page, 'Splice rope')).toBe(1)
    for (const week of ['May 23', 'May 30', 'June 6']) {
      await page.keyboard.press('Alt+ArrowDown')
      await findDay(page, `${week}, 2030, 1 task`).getByText('Splice rope').waitFor()
      await expect.poll(() => isFocused(page, 'Splice rope')).toBe(1)
    }
    await page.getByRole('heading', { name: 'June 2030' }).waitFor()
    await expect.poll(() => readDue(id)).toBe('2030-06-06')
    await page.keyboard.press('Control+z')
    await expect.poll(() => readDue(id)).toBe('2030-05-30')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Task' }).getByText('Splice rope').first().waitFor()
  })

  test('a date moved offline is sent when the connection is back', async () => {
    const { make, to } = await start()
    const id = await make('Paint the buoy', '2030-05-15')
    watch.allowComplaints(/ERR_INTERNET_DISCONNECTED/)
    const { page, offline } = await visit({ at: app, as: 'ada', to, offline: true })
    await findLink(page, 'Paint the buoy').waitFor()
    await offline(true)
    await findLink(page, 'Paint the buoy').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await findDay(page, 'May 14, 2030, 1 task').getByText('Paint the buoy').waitFor()
    expect(await readDue(id)).toBe('2030-05-15')
    await offline(false)
    await expect.poll(() => readDue(id)).toBe('2030-05-14')
  })

  test('a saved view stores its week, My work has a calendar, and both can be read in every look', async () => {
    const { make, to } = await start()
    await make('Grease the winch', '2030-05-15')
    await make('Count the sheds', null)
    const { page } = await visit({ at: app, as: 'ada', to })
    await findLink(page, 'Grease the winch').waitFor()
    await expectAccessible(page, 'the calendar')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.getByRole('heading', { name: /May 12.*18, 2030/ }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save as a view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Weeks')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/v\/[^?]+$/)
    await expect
      .poll(() => page.getByRole('button', { name: 'Week', exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete this view' }).click()
    const viewLink = page.getByRole('navigation').getByRole('link', { name: 'Weeks' })
    await expect.poll(() => viewLink.count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await viewLink.waitFor()

    await page.goto(`${app.url}/o/${org_id}/my`)
    await page.getByRole('button', { name: 'Layout' }).click()
    await page.getByRole('menuitem', { name: 'Calendar' }).click()
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    await page.getByText('Count the sheds').waitFor()
  })

  test('a month of many tasks renders fewer than 500, and a day shows more on request', async () => {
    const { project_id } = await createProject(ada, org_id)
    await fillProject(app, { org_id, project_id, tasks: 3000, people: ['ada'] })
    const to = `/o/${org_id}/p/${project_id}?view=calendar&on=2026-12-15`
    const { page } = await visit({ at: app, as: 'ada', to })
    await findDay(page, 'January 2, 2027, 33 tasks').waitFor()
    expect(await page.locator('.calendar-task').count()).toBeLessThan(500)
    const busy = findDay(page, 'December 15, 2026, 33 tasks')
    expect(await busy.locator('.calendar-task').count()).toBeLessThan(33)
    await busy.getByRole('button', { name: /more/ }).click()
    await expect.poll(() => busy.locator('.calendar-task').count()).toBe(33)
  })
})

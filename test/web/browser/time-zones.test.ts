import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit } = useConsole()

/** Columns: the user's time zone, the browser's, an instant, and the user's local date. */
const moments: [zone: string, browser: string, at: string, day: string, title: string][] = [
  // Fourteen hours ahead: a day later than in the browser and in UTC.
  ['Pacific/Kiritimati', 'America/St_Johns', '2027-01-15T11:00:00Z', '2027-01-16', 'Oil the crane'],
  // The day before the start of daylight saving time, half an hour before midnight; in UTC it is the next day.
  ['America/St_Johns', 'America/St_Johns', '2027-03-14T03:00:00Z', '2027-03-13', 'Tar the hull'],
]

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

async function addDue(page: Page, title: string, words: string): Promise<string> {
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'The task in one line' }).fill(`${title} ${words}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove / })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  let due: string | undefined
  await expect
    .poll(async () => {
      const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, limit: 100 } }), 200)
      due = data.find((one: { title: string }) => one.title === title)?.due_date
      return due
    })
    .toBeTruthy()
  return due!
}

describe.skipIf(!chromiumPath)('days follow the user’s time zone', () => {
  test.each(moments)('%s, in a browser in %s', async (time_zone, timezoneId, at, now, title) => {
    expectStatus(await ada.patch('/v1/me/preferences', { body: { time_zone } }), 200)
    const { task_id } = await createTask(ada, org_id, { title: 'Tar', assignee: 'ada', due_date: now })
    const { page } = await visit({ at: app, as: 'ada', look: { timezoneId } })
    await page.clock.setFixedTime(at)
    await page.goto(`${app.url}/o/${org_id}/tasks?task=${task_id}`)
    const row = page.locator(`[data-id="${task_id}"]`)
    await row.getByText('Today').waitFor()
    // The calendar agrees, and words are parsed for the same day across the skipped hour.
    await page.getByRole('complementary').getByRole('button', { name: 'Today' }).click()
    await page.locator('.date-picker-today[aria-pressed=true]').waitFor()
    await page.keyboard.press('Escape')
    expect(await addDue(page, title, 'in 2 days')).toBe(addDays(now, 2))
    await ada.delete(`/v1/tasks/${task_id}`)
  })
})

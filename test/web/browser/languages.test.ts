import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const { visit, watch } = useConsole()
const list = `/o/${org_id}/p/${project_id}`
const createTaskInProject = (title: string) => createTask(ada, org_id, { project_id, title })
const loadDueDate = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200).due_date
const findRow = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })

async function pickDay(page: Page, written: string): Promise<void> {
  await page.keyboard.press('Home')
  await page.keyboard.press('d')
  const field = page.locator('.popover input')
  await field.fill(written)
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}

describe.skipIf(!chromiumPath)('a written day', () => {
  test.each([
    ['en-US', '5/6/2027', '2027-05-06'],
    ['en-GB', '5/6/2027', '2027-06-05'],
    ['de-DE', '5/6/2027', '2027-06-05'],
    ['de-DE', '24. Dezember 2027', '2027-12-24'],
    ['ar-EG', '٥/٦/٢٠٢٧', '2027-06-05'],
  ])('is parsed in the language of the browser: %s, %s', async (locale, written, day) => {
    const { task_id } = await createTaskInProject(`AA ${locale} ${day}`)
    const { page } = await visit({
      at: app,
      as: 'ada',
      to: `${list}?filter[search]=${encodeURIComponent(`${locale} ${day}`)}`,
      look: { locale },
    })
    await findRow(page, locale).waitFor()
    await pickDay(page, written)
    await expect.poll(() => loadDueDate(task_id)).toBe(day)
  })

  test('is parsed the same in quick add', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list, look: { locale: 'de-DE' } })
    await findRow(page, 'AA').first().waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('combobox').fill('Seil bestellen due:5/6/2027')
    await page.keyboard.press('Enter')
    await findRow(page, 'Seil bestellen').waitFor()
    const listDueDates = async () =>
      (await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Seil' } })).body.data.map(
        ({ due_date }: { due_date: string }) => due_date,
      )
    await expect.poll(listDueDates).toEqual(['2027-06-05'])
  })
})

/** Browsers with unusual language or time zone settings. */
const odd: [string, string][] = [
  ['knows no time zone', `zone = 'Etc/Unknown'`],
  ['has no time zone at all', `zone = undefined`],
  ['has the language C', `language = 'C'`],
  ['has a language of POSIX', `language = 'en-US@posix'`],
  ['has no language', `language = undefined`],
]

describe.skipIf(!chromiumPath)('the console works in a browser that', () => {
  test.each(odd)('%s', async (name, set) => {
    const { task_id } = await createTaskInProject(`Odd: ${name}`)
    const { page } = await visit({ at: app, as: 'ada', newProfile: true })
    await page.addInitScript(`(() => {
      let zone = 'Europe/Berlin', language = 'en-US'
      ${set}
      const { resolvedOptions } = Intl.DateTimeFormat.prototype
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        const options = resolvedOptions.call(this)
        return { ...options, timeZone: options.timeZone === resolvedOptions.call(Intl.DateTimeFormat()).timeZone ? zone : options.timeZone }
      }
      Object.defineProperty(Navigator.prototype, 'language', { get: () => language })
    })()`)
    await page.goto(
      `${app.url}${list}?filter[search]=${encodeURIComponent(`Odd: ${name}`)}&columns=due_date,created_at`,
    )
    await findRow(page, name).waitFor()
    await pickDay(page, '2027-05-06')
    await expect.poll(() => loadDueDate(task_id)).toBe('2027-05-06')
    await page.keyboard.press('d')
    await expect.poll(() => page.locator('.date-picker-day').count()).toBe(42)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').getByText('May').first().waitFor()
  })

  test('opens a URL with an invalid day', async () => {
    watch.allowComplaints(/status of 400/)
    await createTaskInProject('Whatever')
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?filter[due_before]=never` })
    await page.getByRole('button', { name: /never/ }).first().waitFor()
    await expect.poll(() => page.getByRole('heading').count()).toBeGreaterThan(0)
  })
})

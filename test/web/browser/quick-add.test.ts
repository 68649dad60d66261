import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const { visit } = useConsole()

let org: string

beforeAll(async () => {
  const ada = await app.signIn('ada')
  org = expectStatus(await ada.post('/v1/organizations', { body: { name: 'Harbour' } }), 201).org_id
  expectStatus(await ada.post('/v1/projects', { body: { org_id: org, name: 'North quay' } }), 200)
})

const listTasks = async () => {
  const ada = await app.signIn('ada')
  return expectStatus(await ada.get('/v1/tasks', { query: { org_id: org } }), 200).data as Record<string, unknown>[]
}

const openTasks = async (): Promise<Page> => {
  const { page } = await visit({ at: app, as: 'ada', to: `/o/${org}/tasks` })
  await page.getByRole('link', { name: 'North quay' }).waitFor()
  return page
}

describe.skipIf(!chromiumPath)('from any screen', () => {
  test('a line becomes a task with the recognized tokens that were not rejected, and undo deletes it', async () => {
    const page = await openTasks()
    await page.keyboard.press('c')
    const line = page.getByRole('combobox', { name: 'The task in one line' })
    await line.pressSequentially('Buy sun cream today !high #upkeep @ada +Nor')
    await page.keyboard.press('Tab')
    await expect.poll(() => line.inputValue()).toBe('Buy sun cream today !high #upkeep @ada +"North quay" ')
    await page.getByRole('button', { name: 'Remove upkeep' }).click()
    await page.getByRole('button', { name: /^Remove (Sun|Tomorrow|Today)/ }).click()
    await line.press('Enter')
    await page.getByText('Added “Buy sun cream today #upkeep”').waitFor()
    await expect.poll(async () => (await listTasks()).length).toBe(1)
    expect((await listTasks())[0]).toMatchObject({
      title: 'Buy sun cream today #upkeep',
      priority: 'high',
      assignee: 'ada',
      project_id: expect.stringMatching(/^P/),
      due_date: null,
      tags: [],
    })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await listTasks()).length).toBe(0)
  })

  test('Backspace after a recognized token makes it text first, and then deletes it', async () => {
    const page = await openTasks()
    await page.keyboard.press('c')
    const line = page.getByRole('combobox', { name: 'The task in one line' })
    const chips = page.getByRole('group', { name: 'Recognized' })
    await line.pressSequentially('Mend the #gate !high by friday')
    await expect.poll(() => chips.getByRole('button').count()).toBe(3)
    await line.press('Backspace')
    await expect.poll(() => chips.getByRole('button').count()).toBe(2)
    await expect.poll(() => line.inputValue()).toBe('Mend the #gate !high by friday')
    await line.press('Backspace')
    await expect.poll(() => line.inputValue()).toBe('Mend the #gate !high by frida')
    for (let n = 0; n < ' by frida'.length; n++) await line.press('ArrowLeft')
    await line.press('Backspace')
    await expect.poll(() => chips.getByRole('button').count()).toBe(1)
    await chips.getByRole('button', { name: 'Remove gate' }).waitFor()
    await line.press('Enter')
    await page.getByText('Added “Mend the !high by frida”').waitFor()
  })

  test('the palette opens a project, and a draft line is retained', async () => {
    const page = await openTasks()
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'The task in one line' }).pressSequentially('Half a thou')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).pressSequentially('north')
    await page.getByRole('option', { name: 'North quay' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\/P/)
    await page.keyboard.press('c')
    const line = page.getByRole('combobox', { name: 'The task in one line' })
    await expect.poll(() => line.inputValue()).toBe('Half a thou')
    await page.keyboard.press('Escape')
  })

  test('single-key shortcuts are text in text fields, and can be switched off', async () => {
    const page = await openTasks()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    await search.waitFor()
    await search.pressSequentially('crc?')
    await expect.poll(() => search.inputValue()).toBe('crc?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${app.url}/o/${org}/settings`)
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Preferences' }).click()
    await page.keyboard.press('c')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  })

  test('email preferences are shown only where the server sends email', async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'tasks@example.com' }
    const mailing = await startApp({ database: app, env })
    const [mailed, plain] = await Promise.all(
      [mailing, app].map(async (at) => {
        const { page } = await visit({ at, as: 'ada', to: `/o/${org}/settings` })
        await page.getByRole('columnheader', { name: 'Inbox' }).waitFor()
        return page
      }),
    )
    const findChoice = (page: Page) => page.getByRole('combobox', { name: 'A reminder is due: Email' })
    const heading = plain!.getByRole('columnheader', { name: 'Email' })
    expect([await findChoice(plain!).count(), await heading.count()]).toEqual([0, 0])
    await mailed!.getByRole('columnheader', { name: 'Email' }).waitFor()
    await findChoice(mailed!).selectOption('Never')
    const ada = await app.signIn('ada')
    const loadReminder = async () => expectStatus(await ada.get('/v1/me/preferences'), 200).notifications.reminder
    await expect.poll(loadReminder).toEqual({ page: true, mail: 'never' })
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization } from '../../support/factories.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const env = { OPERATORS: 'ada@dev.invalid', SMTP_URL: server.url, MAIL_FROM: 'tasks@example.com' }
const app = await startApp({ env })
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
const { org_id } = await createOrganization(ada)
const own = await createOrganization(ben)
const { visit } = useConsole()

describe.skipIf(!chromiumPath)('the page of the installation', () => {
  test('sends a test email by keys, and announces the response of the mail server', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/installation` })
    await page.getByRole('heading', { name: 'Backups' }).waitFor()
    await tabTo(page, 'button', 'Send a test email')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`127.0.0.1:${server.port} accepted an email to ada@dev.invalid.`).waitFor()
    expect(server.received.map(({ to }) => to)).toEqual([['ada@dev.invalid']])
  })

  test('is not offered to other users', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${own.org_id}/settings` })
    const pages = page.getByRole('navigation', { name: 'Settings pages' })
    await pages.getByRole('link', { name: 'Members' }).waitFor()
    expect(await pages.getByRole('link', { name: 'Installation' }).count()).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { createOrganization } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit } = useConsole()

describe.skipIf(!chromiumPath)('connecting an agent', () => {
  test('the command of a client is copied with the address of this server, by keys alone', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/agent` })
    await tabTo(page, 'button', 'VS Code')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Add to VS Code' }).waitFor()
    await page.getByRole('checkbox', { name: 'Without a browser' }).check()
    await page.getByRole('button', { name: 'Copy' }).last().click()
    await page.getByRole('status').getByText('Copied').waitFor()
    const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))
    expect(copied.servers.svc.url).toBe(`${app.url}/mcp`)
    expect((await fetch(copied.servers.svc.url, { method: 'POST' })).status).toBe(401)
    await expectAccessible(page, 'connecting an agent')
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { tabTo } from '../support/keys.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const { visit, watch } = useConsole()

describe.skipIf(!chromiumPath)('a new user', () => {
  test('signs in and creates an organization, a project and a first task, by keyboard alone', async () => {
    // The identity provider is another server, and a request without a session returns 401.
    watch.allowComplaints(/^asked elsewhere: http:\/\/127.0.0.1:\d+\/dev-idp/, /status of 401/)
    const { page } = await visit({ at: app, to: '/' })
    await tabTo(page, 'link', 'Sign in')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', 'Or as another user')
    await page.keyboard.type('newcomer')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', /organization/i)
    await page.keyboard.type('Harbour Works')
    await tabTo(page, 'textbox', /project/i)
    await page.keyboard.type('Quay wall')
    await tabTo(page, 'textbox', /task/i)
    await page.keyboard.type('Order rope')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/o\/[^/]+\/p\/P/)
    await page.getByText('Order rope').waitFor()
    const newcomer = await app.signIn('newcomer')
    const { organizations } = expectStatus(await newcomer.get('/v1/me'), 200)
    const query = { org_id: organizations[0].org_id }
    const listTitles = async () =>
      expectStatus(await newcomer.get('/v1/tasks', { query }), 200).data.map(({ title }: { title: string }) => title)
    await expect.poll(listTitles).toEqual(['Order rope'])
  })
})

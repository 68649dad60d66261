import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership } from '../../support/factories.ts'
import { startEndpoint, setUpWebhooks } from '../../resources/webhooks/fixtures.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const { app, ada, org_id, change } = await setUpWebhooks()
await insertMembership(await app.signIn('ben'), org_id, 'member')
const { visit, watch } = useConsole()
const path = `/o/${org_id}/settings/webhooks`
const wide = { width: 1280, height: 800 }

const listWebhooks = async (): Promise<{ name: string; events: string[]; status: string }[]> =>
  expectStatus(await ada.get('/v1/webhooks', { query: { org_id } }), 200).data

async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByRole('dialog').getByLabel('Secret').inputValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

const isInView = (element: Element): boolean => {
  const { left, top, bottom } = element.getBoundingClientRect()
  return bottom <= innerHeight && element.contains(document.elementFromPoint(left + 5, (top + bottom) / 2))
}

describe.skipIf(!chromiumPath)('webhooks in the settings', () => {
  test('a webhook is created from the catalogue by keys alone, tested, and its deliveries are read and replayed', async () => {
    const receiver = await startEndpoint(500)
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await tabTo(page, 'button', 'New webhook')
    await page.keyboard.press('Enter')
    await page.getByText('task', { exact: true }).first().waitFor()
    await page.keyboard.type(receiver.url)
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`127.0.0.1:${receiver.port}`)
    await tabTo(page, 'searchbox', 'Find an event')
    await page.keyboard.type('task.updated')
    await tabTo(page, 'checkbox', /task\.updated/)
    await page.keyboard.press('Space')
    await page.getByText('Events (1 chosen)').waitFor()
    await expectAccessible(page, 'a new webhook', '.dialog', opposite)
    await page.setViewportSize(wide)
    // A refusal is in view, beside the button.
    watch.allowComplaints(/status of 422/)
    await page.getByLabel('Address').fill('http://192.0.2.1/hook')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect.poll(() => page.getByRole('alert').evaluate(isInView)).toBe(true)
    await page.getByLabel('Address').fill(receiver.url)
    await tabTo(page, 'button', 'Create webhook', 80)
    await page.keyboard.press('Enter')
    expect(await takeSecret(page)).toMatch(/^whsec_/)
    expect(await listWebhooks()).toMatchObject([{ events: ['task.updated'], status: 'active' }])

    await page.getByRole('button', { name: `127.0.0.1:${receiver.port}`, exact: true }).click()
    await page.getByText('No deliveries').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('region', { name: 'Response' }).getByText('thanks').waitFor()
    await page.getByRole('region', { name: 'Payload' }).getByText('webhook.test').waitFor()

    await change()
    await receiver.waitForRequests(2)
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return page.getByRole('button', { name: /Failed task\.updated/ }).count()
      })
      .toBe(1)
    await page.getByRole('button', { name: /Failed task\.updated/ }).click()
    receiver.status = 200
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByText('Queued again').waitFor()
    await receiver.waitForRequests(3)
    // The result and the health of the webhook are shown without a refresh.
    await page.getByRole('button', { name: /Delivered task\.updated/ }).waitFor()
    await page.getByText('Healthy').waitFor()
    await expectAccessible(page, 'deliveries')
  })

  test('a webhook is paused, resumed, gets another secret and is deleted', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    const chooseAction = async (item: string) => {
      await page.getByRole('button', { name: /Actions for/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await chooseAction('Pause')
    await page.getByText('Paused', { exact: true }).waitFor()
    await expectAccessible(page, 'webhooks')
    await page.setViewportSize(wide)
    await chooseAction('Resume')
    await expect.poll(async () => (await listWebhooks()).map(({ status }) => status)).toEqual(['active'])
    await chooseAction('Replace the secret')
    await page.getByRole('button', { name: 'Create new secret' }).click()
    expect(await takeSecret(page)).toMatch(/^whsec_/)
    await chooseAction('Delete')
    await page.getByText('cannot be undone').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No webhooks yet.').waitFor()
    await expect.poll(listWebhooks).toEqual([])
  })

  test('members without the role are not offered the page', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: path })
    await page.getByText('your role cannot use it').waitFor()
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  })
})

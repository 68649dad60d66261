import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { processPendingEvents as createNotifications } from '../../resources/notifications/run-pipeline.ts'
import { startEndpoint } from '../../resources/webhooks/fixtures.ts'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, addProjectMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp({ env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const cleo = await app.signIn('cleo')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
for (const user of [ben, cleo]) {
  await addMember(ada, org_id, user)
  await addProjectMember(ada, project_id, user, 'editor')
}
const { visit } = useConsole()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const wide = { width: 1280, height: 800 }
const board = `/o/${org_id}/p/${project_id}?view=board`

const make = async (title: string, values: object = {}): Promise<string> =>
  (await createTask(ada, org_id, { project_id, title, ...values })).task_id
const readStatus = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200).status
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' })

describe.skipIf(!chromiumPath)('on a phone', () => {
  test('a task that is completed in My work leaves a message that brings it back', async () => {
    const id = await make('Tar the hull', { assignee: 'ada' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my`, look: phone })
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Tar the hull' })
      .getByRole('button', { name: /^Set the status/ })
      .tap()
    await page.getByRole('option', { name: 'Completed' }).tap()
    await expect.poll(() => readStatus(id)).toBe('completed')
    await undo(page).tap()
    await expect.poll(() => readStatus(id)).toBe('not_started')
  })

  test('a card that is moved by its menu leaves a message that brings it back', async () => {
    const id = await make('Order rope')
    const { page } = await visit({ at: app, as: 'ada', to: board, look: phone })
    const card = page.getByRole('article', { name: 'Task “Order rope”' })
    await card.getByRole('button', { name: /Actions|More/ }).tap()
    await page.getByRole('menuitem', { name: /Move to/ }).tap()
    await page.getByRole('option', { name: 'Blocked' }).tap()
    await expect.poll(() => readStatus(id)).toBe('blocked')
    await undo(page).tap()
    await expect.poll(() => readStatus(id)).toBe('not_started')
  })

  test('all actions for the selected tasks are on one line', async () => {
    const values = { org_id, name: 'Weight', type: 'number' }
    expectStatus(await ada.post('/v1/fields', { body: values }), 201)
    await make('Splice rope')
    const to = `/o/${org_id}/p/${project_id}`
    const { page } = await visit({ at: app, as: 'ada', to, look: phone })
    await page.getByRole('checkbox').first().tap()
    const bar = page.getByRole('toolbar', { name: /selected/ })
    const actions = ['Status', 'Due date', 'Custom field', 'Delete']
    const tops = actions.map(async (name) => (await bar.getByRole('button', { name }).boundingBox())!.y)
    expect(new Set(await Promise.all(tops)).size).toBe(1)
  })
})

describe.skipIf(!chromiumPath)('the inbox', () => {
  test('names the user of each row, and shows its time after it was opened', async () => {
    const id = await make('Grease the crane')
    expectStatus(await ben.patch(`/v1/tasks/${id}`, { body: { assignee: 'ada' } }), 200)
    expectStatus(await cleo.post('/v1/task-comments', { body: { task_id: id, content: 'With the new grease.' } }), 201)
    await createNotifications(app)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/inbox` })
    await page.setViewportSize(wide)
    const row = page.getByRole('listitem').filter({ hasText: 'Grease the crane' })
    await row.getByText('ben assigned it to you and one more').waitFor()
    await row.getByRole('link').click()
    await page.getByRole('complementary', { name: 'Task' }).waitFor()
    await page.mouse.move(5, 5)
    await expect.poll(() => row.locator('time').isVisible()).toBe(true)
  })

  test('marks all rows as read in one step, with a sign of its own', async () => {
    for (const title of ['Paint the bollards', 'Clear the entrance']) {
      const id = await make(title)
      expectStatus(await ben.patch(`/v1/tasks/${id}`, { body: { assignee: 'ada' } }), 200)
    }
    await createNotifications(app)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/inbox`, look: phone })
    const unread = page.getByRole('listitem').getByText('Unread', { exact: true })
    await expect.poll(() => unread.count()).toBeGreaterThanOrEqual(2)
    const readAll = page.getByRole('button', { name: 'Mark all as read' })
    const readSign = (icon: Element) => icon.querySelector('path')!.getAttribute('d')
    const done = page.getByRole('listitem').getByRole('button', { name: 'Done' }).first()
    expect(await readAll.evaluate(readSign)).not.toBe(await done.evaluate(readSign))
    await page.evaluate(`
      globalThis.counts = []
      new MutationObserver(() => counts.push(document.querySelectorAll('.inbox-row-unread').length))
        .observe(document.querySelector('.inbox'), { subtree: true, childList: true, attributes: true })
    `)
    const counted = page.waitForResponse(/notifications\\?/)
    await readAll.tap()
    await counted
    await expect.poll(() => unread.count()).toBe(0)
    const counts = (await page.evaluate('counts')) as number[]
    expect(counts.slice(counts.indexOf(0)).every((count) => count === 0)).toBe(true)
  })
})

test.skipIf(!chromiumPath)('a new section of a board is in view and has the focus', async () => {
  for (const name of ['Planned', 'Ordered', 'Delivered', 'Built', 'Checked'])
    expectStatus(
      await ada.post('/v1/sections', { body: { org_id, name, scope_type: 'project', scope_id: project_id } }),
      201,
    )
  const { page } = await visit({ at: app, as: 'ada', to: `${board}&group=section&sort=section_position` })
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Paid')
  await page.keyboard.press('Enter')
  const column = page.getByRole('region', { name: /^Paid,/ })
  await expect.poll(() => column.locator(':focus').count()).toBe(1)
  const { x, width } = (await column.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(wide.width)
})

test.skipIf(!chromiumPath)(
  'a test of a webhook shows that it is sent, and that it failed',
  async () => {
    const receiver = await startEndpoint(500)
    const body = { org_id, name: 'Quay', url: receiver.url, events: ['task.created'] }
    expectStatus(await ada.post('/v1/webhooks', { body }), 200, 201)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/webhooks` })
    await page.route('**/v1/webhooks/*/test*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 6000))
      await route.continue()
    })
    const row = page.getByRole('listitem').filter({ hasText: 'Quay' })
    await row.getByText('No events delivered yet').waitFor()
    await row.getByRole('button', { name: 'Actions for Quay' }).click()
    await page.getByRole('menuitem', { name: 'Send a test' }).click()
    await page.waitForTimeout(5500)
    expect(await row.getByText('Sending…').isVisible()).toBe(true)
    await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
    await page.getByText('Test failed').waitFor()
    await page.getByRole('button', { name: 'All webhooks' }).click()
    await row.getByText('Test failed').waitFor()
  },
  60_000,
)

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { waitForStableEvents } from '../../support/event-stream.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const vera = await app.signIn('vera')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, vera)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, vera, 'viewer')
const { visit, watch } = useConsole()

const make = async (title: string, values: object = {}): Promise<string> =>
  (await createTask(ada, org_id, { project_id, title, ...values })).task_id
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)

const findColumn = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) })
const findCard = (page: Page, title: string) => page.getByRole('article', { name: `Task “${title}”` })
const board = `/o/${org_id}/p/${project_id}?view=board`
const list = `/o/${org_id}/p/${project_id}?group=task_type&sort=title`

const sorted = 'Sorted automatically: the card lands where it belongs.'

describe.skipIf(!chromiumPath)('tasks on a board and in a list', () => {
  test('a card is moved by keys alone, with an announcement, and by its menu, and stays there', async () => {
    const id = await make('Splice rope')
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await findCard(page, 'Splice rope').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await findColumn(page, 'In progress').getByText('Splice rope').waitFor()
    await page.getByText('“Splice rope” is now in In progress, 1 of 1.').waitFor({ state: 'attached' })
    await expect.poll(async () => (await read(id)).status).toBe('in_progress')
    await expect.poll(() => findCard(page, 'Splice rope').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Blocked' }).click()
    await findColumn(page, 'Blocked').getByText('Splice rope').waitFor()
    await expect.poll(async () => (await read(id)).status).toBe('blocked')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await read(id)).status).toBe('in_progress')
    await findColumn(page, 'In progress').getByText('Splice rope').waitFor()
  })

  test('a dragged card is in its new column before the server responds', async () => {
    const id = await make('Tar the hull')
    const { page } = await visit({ at: app, as: 'ada', to: board })
    let respond = () => {}
    const mayAnswer = new Promise<void>((resolve) => (respond = resolve))
    await page.route(`**/v1/tasks/${id}`, async (route) => {
      await mayAnswer
      await route.continue()
    })
    await page.locator('.task-card[draggable=true]', { hasText: 'Tar the hull' }).waitFor()
    // Nothing says where between the cards it lands, since their order is not by hand.
    await findCard(page, 'Tar the hull').hover()
    await page.mouse.down()
    let step = 0
    const countHints = async () => {
      await findColumn(page, 'Blocked').hover({ position: { x: 60, y: 90 + (step++ % 5) } })
      return findColumn(page, 'Blocked').getByText(sorted).count()
    }
    await expect.poll(countHints).toBe(1)
    await page.mouse.up()
    await findColumn(page, 'Blocked').getByText('Tar the hull').waitFor()
    await expect.poll(() => page.getByText(sorted).count()).toBe(0)
    await expect.poll(() => findCard(page, 'Tar the hull').count()).toBe(1)
    expect((await read(id)).status).toBe('not_started')
    respond()
    await expect.poll(async () => (await read(id)).status).toBe('blocked')
  })

  test('numbers that fail to load are reported, and load on retry', async () => {
    watch.allowComplaints(/status of 400/)
    await make('Lower the boat')
    // The event of the change would make the page read its numbers again by itself.
    await waitForStableEvents(app)
    const { page } = await visit({ at: app, as: 'ada' })
    let isDown = true
    await page.route('**/v1/tasks/count?*', (route) =>
      isDown ? route.fulfill({ status: 400, body: '' }) : route.continue(),
    )
    await page.goto(app.url + list)
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    // Clicks without waiting for a stable button: the page may read its numbers by itself in between.
    const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click())
    await again.waitFor()
    isDown = false
    await press(again)
    await page.getByText('Lower the boat').waitFor()

    isDown = true
    const other = await createProject(ada, org_id)
    await waitForStableEvents(app)
    await page.goto(app.url + board.replace(project_id, other.project_id))
    await again.waitFor()
    isDown = false
    await press(again)
    // Columns have no number until they are counted.
    const counted = page.getByRole('region', { name: 'Blocked, 0 tasks' })
    await expect.poll(() => counted.count()).toBe(1)
  })

  test('in manual order a card moves up and down in its column, to the very end', async () => {
    const scope = { scope_type: 'project', scope_id: project_id }
    const section = expectStatus(await ada.post('/v1/sections', { body: { org_id, name: 'Dock', ...scope } }), 201)
    for (const title of ['One', 'Two', 'Three']) {
      const body = { ...scope, section_id: section.section_id }
      expectStatus(await ada.put(`/v1/tasks/${await make(title)}/section`, { body }), 200)
    }
    const readOrder = async () => {
      const query = `filter[section]=${section.section_id}&sort_by=section_position&section_scope=project:${project_id}`
      const { data } = expectStatus(await ada.get(`/v1/tasks?org_id=${org_id}&${query}`), 200)
      return data.map(({ title }: { title: string }) => title)
    }
    const { page } = await visit({ at: app, as: 'ada', to: `${board}&group=section&sort=section_position` })
    await findCard(page, 'Two').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(readOrder).toEqual(['One', 'Three', 'Two'])
    await findCard(page, 'Three').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(readOrder).toEqual(['Three', 'One', 'Two'])
  })

  test('marked tasks are changed by one request, and undone in one step', async () => {
    const ids = [await make('A plank', { priority: 'low' }), await make('A rivet', { priority: 'high' })]
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await page.getByRole('row', { name: /A rivet/ }).waitFor()
    const bulk: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/tasks/bulk')) bulk.push(request.postDataJSON())
    })
    await expect.poll(() => page.locator('.task-row-current').count()).toBe(0)
    for (const key of ['j', 'x', 'j', 'x', 'p']) await page.keyboard.press(key)
    await expect.poll(() => page.locator('.task-row-current').count()).toBe(1)
    await page.getByRole('option', { name: 'Critical' }).click()
    const listPriorities = async () => (await Promise.all(ids.map(read))).map(({ priority }) => priority)
    await expect.poll(listPriorities).toEqual(['critical', 'critical'])
    expect(bulk).toEqual([
      { task_ids: ids, changes: { priority: 'critical' }, versions: { [ids[0]!]: 1, [ids[1]!]: 1 } },
    ])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect.poll(listPriorities).toEqual(['low', 'high'])
  })

  test('a user with read access is offered no change: cards stay, and keys say so', async () => {
    const id = await make('Weigh anchor')
    const { page } = await visit({ at: app, as: 'vera', to: board })
    await findCard(page, 'Weigh anchor').focus()
    await findCard(page, 'Weigh anchor').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: /Set|Move|Assign|Delete/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await findCard(page, 'Weigh anchor').focus()
    await expect.poll(() => findCard(page, 'Weigh anchor').locator('[data-field]').count()).toBe(0)
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('You can’t change this task.').first().waitFor({ state: 'attached' })
    await expect.poll(() => findColumn(page, 'Not started').getByText('Weigh anchor').count()).toBe(1)
    expect((await read(id)).version).toBe(1)
  })

  test('a query is saved as a view, and opened again by its URL', async () => {
    await make('Paint the bow', { priority: 'critical', tags: ['paint'] })
    const { page } = await visit({ at: app, as: 'ada', to: `${list}&filter[tags]=paint` })
    await page.getByRole('row', { name: /Paint the bow/ }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Paint work')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Paint work' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/o\/[^/]+\/v\/[^/]+$/)
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await page.getByRole('row', { name: /Paint the bow/ }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
  })
})

describe.skipIf(!chromiumPath)('cards', () => {
  test('have the height of their content, without gaps and overlaps, to the end of a column', async () => {
    const { project_id: own } = await createProject(ada, org_id)
    for (let n = 0; n < 30; n++) {
      const title =
        n % 3 === 0 ? `Inspect the ropes of the northern quay before the storm of the season ${n}` : `Rope ${n}`
      await createTask(ada, org_id, { project_id: own, title })
    }
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${own}?view=board&sort=created_at` })
    await findCard(page, 'Rope 1').waitFor()
    const readBoxes = () =>
      page
        .locator('.task-card')
        .evaluateAll((cards) =>
          cards.map((card) => ({ ...card.getBoundingClientRect().toJSON(), text: card.textContent })),
        )
    const gaps = (boxes: { top: number; bottom: number }[]) =>
      new Set(boxes.slice(1).map(({ top }, n) => Math.round(top - boxes[n]!.bottom)))
    const compareHeights = async () => {
      const [long, short] = await readBoxes()
      return long.height - short.height
    }
    await expect.poll(compareHeights).toBeGreaterThan(10)
    await expect.poll(async () => [...gaps(await readBoxes())]).toEqual([8])
    await findCard(page, 'Rope 1').focus()
    const cards = page.getByRole('listitem')
    for (let n = 2; n < 30; n++) await page.keyboard.press('j')
    await expect.poll(() => findCard(page, 'Rope 29').and(page.locator(':focus')).count()).toBe(1)
    await expect.poll(() => cards.last().getAttribute('aria-posinset')).toBe('30')
    await expect.poll(async () => [...gaps(await readBoxes())]).toEqual([8])
    const isAtEnd = () =>
      findCard(page, 'Rope 29').evaluate((card) => {
        const { bottom } = card.closest('.virtual')!.getBoundingClientRect()
        const end = bottom - card.getBoundingClientRect().bottom
        return end >= 0 && end < 40
      })
    await expect.poll(isAtEnd).toBe(true)
  })
})

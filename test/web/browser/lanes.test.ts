import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, addProjectMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const vera = await app.signIn('vera')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, vera)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, vera, 'viewer')
const severity = {
  org_id,
  name: 'Severity',
  type: 'select',
  options: ['High', 'Medium', 'Low'].map((label) => ({ label })),
}
expectStatus(await ada.post('/v1/fields', { body: severity }), 201)
const { visit } = useConsole()

const make = async (title: string, values: object = {}): Promise<string> =>
  (await createTask(ada, org_id, { project_id, title, ...values })).task_id
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
const readCell = async (id: string) => {
  const { status, custom } = await read(id)
  return [custom.severity ?? null, status]
}

const findCard = (page: Page, title: string) => page.getByRole('article', { name: `Task “${title}”` })
const findLane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) })
const findCell = (page: Page, lane: string, column: string) =>
  page.getByRole('group', { name: new RegExp(`^${lane} / ${column},`) })
const board = `/o/${org_id}/p/${project_id}?view=board&lanes=custom.severity`

/** Drops a card on the cell with a neighbor, once both cards and the cell can be dragged and dropped on. */
async function dropCard(page: Page, title: string, cell: Locator, neighbor: string): Promise<void> {
  for (const one of [title, neighbor]) await page.locator('.task-card[draggable=true]', { hasText: one }).waitFor()
  await cell.filter({ hasText: neighbor }).and(page.locator('[data-drop-target-for-element]')).waitFor()
  await findCard(page, title).dragTo(cell)
}

/** Records the bodies of writes of tasks. */
function recordWrites(page: Page): unknown[] {
  const writes: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/v1/tasks')) writes.push(request.postDataJSON())
  })
  return writes
}

describe.skipIf(!chromiumPath)('a board with lanes', () => {
  test('a card dropped into another lane and column changes both by one request, and Ctrl+Z changes both back', async () => {
    const id = await make('Dredge the basin', { custom: { severity: 'low' } })
    await make('Mark the channel', { status: 'blocked', custom: { severity: 'high' } })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    const writes = recordWrites(page)
    await page.getByRole('region', { name: 'High, 1 task' }).waitFor()
    await page.getByRole('region', { name: 'Low, 1 task' }).waitFor()
    await dropCard(page, 'Dredge the basin', findCell(page, 'High', 'Blocked'), 'Mark the channel')
    await findCell(page, 'High', 'Blocked').getByText('Dredge the basin').waitFor()
    await expect.poll(() => readCell(id)).toEqual(['high', 'blocked'])
    expect(writes).toEqual([{ status: 'blocked', custom: { severity: 'high' } }])
    await page.keyboard.press('Control+z')
    await expect.poll(() => readCell(id)).toEqual(['low', 'not_started'])
    await findCell(page, 'Low', 'Not started').getByText('Dredge the basin').waitFor()
  })

  test('a card moves between lanes by keys and by its menu, into collapsed lanes too, and keeps its column', async () => {
    const id = await make('Rig the crane', { status: 'in_progress' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    const writes = recordWrites(page)
    await findCard(page, 'Rig the crane').focus()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await findCell(page, 'Low', 'In progress').getByText('Rig the crane').waitFor()
    await expect.poll(() => readCell(id)).toEqual(['low', 'in_progress'])
    await expect.poll(() => findLane(page, 'Medium').getByRole('group').count()).toBe(0)
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await findCell(page, 'Medium', 'In progress').getByText('Rig the crane').waitFor()
    await page.getByText('“Rig the crane” is now in Medium / In progress, 1 of 1.').waitFor({ state: 'attached' })
    await expect.poll(() => findCard(page, 'Rig the crane').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Lane: High' }).click()
    await findCell(page, 'High', 'In progress').getByText('Rig the crane').waitFor()
    await expect.poll(() => readCell(id)).toEqual(['high', 'in_progress'])
    expect(writes).toEqual(['low', 'medium', 'high'].map((value) => ({ custom: { severity: value } })))
  })

  test('lanes count their tasks, collapse, and are chosen in the display options', async () => {
    const { project_id: other } = await createProject(ada, org_id)
    for (const [title, priority] of [
      ['Paint the buoy', 'high'],
      ['Clean the slip', 'high'],
      ['Oil the winch', 'low'],
    ])
      await make(title!, { project_id: other, priority, status: 'blocked' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${other}?view=board` })
    await findCard(page, 'Oil the winch').waitFor()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('combobox', { name: 'Lanes' }).selectOption('Priority')
    await page.keyboard.press('Escape')
    await findLane(page, 'High').getByText('Paint the buoy').waitFor()
    expect(new URL(page.url()).searchParams.get('lanes')).toBe('priority')
    await page.getByRole('region', { name: 'High, 2 tasks' }).waitFor()
    await page.getByRole('region', { name: 'Critical, 0 tasks' }).waitFor()
    await expect.poll(() => findLane(page, 'Critical').getByRole('group').count()).toBe(0)
    await page.getByRole('button', { name: /^High/ }).click()
    await findCard(page, 'Paint the buoy').waitFor({ state: 'detached' })
    await findCard(page, 'Oil the winch').waitFor()
    await make('Coil the lines', { project_id: other, priority: 'critical' })
    await page.getByRole('region', { name: 'Critical, 1 task' }).getByText('Coil the lines').waitFor()
  })

  test('four lanes of seven columns are reached on a phone, and are accessible in both themes', async () => {
    await make('Sound the depth', { status: 'on_hold' })
    const { page } = await visit({ at: app, as: 'ada', to: board })
    await findCard(page, 'Sound the depth').waitFor()
    await expect.poll(() => page.locator('.lane').count()).toBe(4)
    await expectAccessible(page, 'board with lanes')
    await page.setViewportSize({ width: 360, height: 740 })
    await findCard(page, 'Sound the depth').scrollIntoViewIfNeeded()
    const isVisible = async () => {
      const { x = -1, width = 0 } = (await findCard(page, 'Sound the depth').boundingBox()) ?? {}
      return x >= 0 && x + width <= 360
    }
    await expect.poll(isVisible).toBe(true)
    await findLane(page, 'Low').getByRole('button').first().click()
  })

  test('cards moved together into another section and lane are moved back by one step, which one toast offers', async () => {
    const { project_id: other } = await createProject(ada, org_id)
    const scope = { org_id, scope_type: 'project', scope_id: other }
    const [dock, yard] = await Promise.all(
      ['Dock', 'Yard'].map(async (name) =>
        expectStatus(await ada.post('/v1/sections', { body: { ...scope, name } }), 201),
      ),
    )
    const ids = await Promise.all(['Bow', 'Keel'].map((title) => make(title, { project_id: other, priority: 'low' })))
    const mast = await make('Mast', { project_id: other, priority: 'high' })
    const place = async (id: string, { section_id }: { section_id: string }) =>
      expectStatus(await ada.put(`/v1/tasks/${id}/section`, { body: { ...scope, section_id } }), 200)
    for (const id of ids) await place(id, dock)
    await place(mast, yard)
    const to = `/o/${org_id}/p/${other}?view=board&group=section&lanes=priority`
    const { page } = await visit({ at: app, as: 'ada', to })
    for (const title of ['Bow', 'Keel']) {
      await findCard(page, title).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('region', { name: 'High, 1 task' }).waitFor()
    await dropCard(page, 'Keel', findCell(page, 'High', 'Yard'), 'Mast')
    const readPlaces = async () => {
      const query = { org_id, 'filter[id]': ids.join(','), section_scope: `project:${other}`, sort_by: 'title' }
      const { data } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
      return data.map((task: { priority: string; section_id: string }) => [task.priority, task.section_id])
    }
    const [before, after] = [
      ['low', dock.section_id],
      ['high', yard.section_id],
    ]
    await expect.poll(readPlaces).toEqual([after, after])
    await expect
      .poll(() => page.locator('.toast').allTextContents())
      .toEqual([expect.stringMatching(/^Moved to High \/ Yard/)])
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(readPlaces).toEqual([before, before])
  })

  test('a user with read access cannot move cards between lanes', async () => {
    const id = await make('Weigh anchor', { custom: { severity: 'low' } })
    const { page } = await visit({ at: app, as: 'vera', to: board })
    await findCard(page, 'Weigh anchor').focus()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await page.getByText('You can’t change this task.').first().waitFor({ state: 'attached' })
    expect((await read(id)).version).toBe(1)
  })
})

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
const { visit } = useConsole()

const buildQuery = (section: string, scope: string) => ({
  query: { org_id, 'filter[section]': section, section_scope: scope, sort_by: 'section_position' },
})
const listTitles = async (section: string, scope: string): Promise<string[]> =>
  expectStatus(await ada.get('/v1/tasks', buildQuery(section, scope)), 200).data.map(
    ({ title }: { title: string }) => title,
  )

/** The first two are adjacent floating-point numbers. */
const numbers = [1, 1 + Number.EPSILON, 2, 3]

async function placeTasks(scope: { scope_type: string; scope_id: string }, section_id: string, ids: string[]) {
  for (const [at, id] of ids.entries()) {
    const body = { ...scope, section_id, position: numbers[at] }
    expectStatus(await ada.put(`/v1/tasks/${id}/section`, { body }), 200)
  }
}

async function fill(): Promise<{ project_id: string; section: string; scope: string }> {
  const { project_id } = await createProject(ada, org_id)
  const scope = { scope_type: 'project', scope_id: project_id }
  const body = { org_id, ...scope, name: 'Dock' }
  const { section_id } = expectStatus(await ada.post('/v1/sections', { body }), 201)
  const ids: string[] = []
  for (const title of ['A', 'B', 'C', 'D']) ids.push((await createTask(ada, org_id, { project_id, title })).task_id)
  await placeTasks(scope, section_id, ids)
  return { project_id, section: section_id, scope: `project:${project_id}` }
}

const findCard = (page: Page, title: string) => page.getByRole('article', { name: `Task “${title}”` })

describe.skipIf(!chromiumPath)('tasks in manual order', () => {
  test('move beside others, also where no number is left between them, and to the top', async () => {
    const { project_id, section, scope } = await fill()
    const to = `/o/${org_id}/p/${project_id}?view=board&group=section&sort=section_position`
    const { page } = await visit({ at: app, as: 'ada', to })
    const sent: Record<string, unknown>[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/section')) sent.push(request.postDataJSON() as Record<string, unknown>)
    })
    await findCard(page, 'D').waitFor()
    await findCard(page, 'C').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => listTitles(section, scope)).toEqual(['A', 'C', 'B', 'D'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => listTitles(section, scope)).toEqual(['A', 'B', 'C', 'D'])
    await page.reload()
    await findCard(page, 'D').focus()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => listTitles(section, scope)).toEqual(['D', 'A', 'B', 'C'])
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => listTitles(section, scope)).toEqual(['A', 'D', 'B', 'C'])
    expect(sent.every((body) => ('before' in body || 'after' in body) && !('position' in body))).toBe(true)
  })

  test('move together in their order to an end, and back in one step', async () => {
    const { project_id, section, scope } = await fill()
    const to = `/o/${org_id}/p/${project_id}?view=board&group=section&sort=section_position`
    const { page } = await visit({ at: app, as: 'ada', to })
    await findCard(page, 'D').waitFor()
    // Marks them in another order than theirs.
    for (const title of ['B', 'A']) {
      await findCard(page, title).focus()
      await page.keyboard.press('x')
    }
    await page.keyboard.press('m')
    await page.getByRole('combobox').fill('Dock')
    await page.keyboard.press('Enter')
    await expect.poll(() => listTitles(section, scope)).toEqual(['C', 'D', 'A', 'B'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => listTitles(section, scope)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('move in a user’s own sections too', async () => {
    const { username } = expectStatus(await ada.get('/v1/me'), 200).principal
    const ids: string[] = []
    for (const title of ['A', 'B', 'C', 'D'])
      ids.push((await createTask(ada, org_id, { title, assignee: 'ada' })).task_id)
    const sections = expectStatus(await ada.get('/v1/sections/mine', { query: { org_id } }), 200).data
    const { section_id } = sections.find(({ name }: { name: string }) => name === 'Doing')
    await placeTasks({ scope_type: 'user', scope_id: username }, section_id, ids)
    const readStored = () => listTitles(section_id, 'user:me')
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    const lane = page.getByRole('region', { name: 'Doing' })
    await lane.getByRole('link', { name: 'C' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(readStored).toEqual(['A', 'C', 'B', 'D'])
    await page.keyboard.press('Control+z')
    await expect.poll(readStored).toEqual(['A', 'B', 'C', 'D'])
  })
})

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { measureCpuMs } from '../support/cost.ts'
import { fillRoadmap } from '../support/fill.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await insertMembership(await app.signIn('ben'), org_id, 'member')
const { visit } = useConsole()

/** Limit in CPU milliseconds of a frame of panning, which takes 3 on a busy machine, and the number of frames. */
const [panned, frames] = [12, 60]

const addDays = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Three lines: Quay open is on the first and the third one, and overdue. */
async function createRoadmap() {
  const { project_id } = await createProject(ada, org_id, { name: 'North quay' })
  const path = `/v1/projects/${project_id}`
  const lines: string[] = []
  for (const name of ['Building', 'Cranes', 'Opening'])
    lines.push(expectStatus(await ada.post(`${path}/journeys`, { body: { name } }), 201).journey_id)
  const create = async (title: string, journey_ids: string[], target_date: string | null) =>
    expectStatus(await ada.post(`${path}/stops`, { body: { title, journey_ids, target_date } }), 201)
  const piles = await create('Piles driven', [lines[0]!], addDays(-30))
  await create('Quay open', [lines[0]!, lines[2]!], addDays(-2))
  await create('Crane two tested and certified by the inspector', [lines[1]!], addDays(40))
  const { task_id, key } = await createTask(ada, org_id, { project_id, status: 'completed' })
  expectStatus(await ada.post(`${path}/stops/${piles.stop_id}/tasks`, { body: { task_ids: [task_id] } }), 200)
  return { stop_id: piles.stop_id, key }
}
const { stop_id, key } = await createRoadmap()

describe.skipIf(!chromiumPath)('the roadmap', () => {
  test('can be focused, navigated and edited by keyboard only', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    await page.getByRole('link', { name: 'Roadmap' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    const piles = page.getByRole('button', { name: /^Piles driven, on Building, .* 1 of 1 task completed/ })
    await piles.waitFor()
    const isFocused = async (name: RegExp) => {
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(name)
    }
    await page.keyboard.press('ArrowRight')
    await isFocused(/^Piles driven.*reached/)
    await page.keyboard.press('ArrowRight')
    await isFocused(/^Quay open, on Building, Opening.*overdue/)
    await page.keyboard.press('ArrowDown')
    await isFocused(/^Crane two tested/)
    await page.keyboard.press('ArrowDown')
    await isFocused(/^Quay open/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit…' }).press('Enter')
    await page.getByLabel('Title').fill('Quay opened')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Quay opened' }).waitFor()
    await page.getByRole('button', { name: 'Add a task' }).press('Enter')
    await page.getByRole('option').first().click()
    const added = await page.getByText(/^Added “.*” to Quay opened$/).innerText()
    const title = added.slice('Added “'.length, -'” to Quay opened'.length)
    const tasks = page.getByRole('dialog').getByRole('list', { name: 'Tasks' })
    await tasks.getByRole('link', { name: title }).waitFor()
    await tasks.getByRole('button', { name: `Remove “${title}” from the stop` }).press('Enter')
    await page.getByText(`Removed “${title}” from Quay opened`).waitFor()
    await tasks.getByRole('link', { name: title }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await tasks.getByRole('link', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    const quay = page.getByRole('button', { name: /^Quay opened, .* 1 of 1 task completed/ })
    await quay.waitFor()
    await isFocused(/^Quay opened/)
    await quay.press('Enter')
    await tasks.getByRole('link', { name: title }).click()
    await page.getByRole('dialog', { name: 'Quay opened' }).waitFor({ state: 'detached' })
    await expect.poll(() => [...new URL(page.url()).searchParams.keys()].toSorted()).toEqual(['task'])
  })

  test('shows the keys of the tasks of a stop', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/roadmap?stop=${stop_id}` })
    const displayed = page.locator('.stop-tasks').getByText(key, { exact: true })
    await expect.poll(() => displayed.count()).toBe(1)
  })

  test('is accessible as a map and as lists, and switches between them by one key at every width', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/roadmap?as=map` })
    await page.getByRole('button', { name: /^Piles driven/ }).waitFor()
    await expectAccessible(page, 'the map')
    await page.keyboard.press('l')
    const row = page.getByRole('listitem').filter({ hasText: 'Crane two tested' })
    await row.waitFor()
    await expectAccessible(page, 'the list')
    expect(await page.getByRole('listitem').filter({ hasText: 'also on' }).count()).toBe(2)
    await page.goto(`${app.url}/o/${org_id}/roadmap`)
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: /^Crane two/ })
    await dialog.getByText('no tasks').waitFor()
    // A member who may not edit the project is offered nothing.
    expect(await dialog.getByRole('button', { name: /Edit|Delete/ }).count()).toBe(0)
  })

  test('draws a part of two thousand stops, and downloads all of them', async () => {
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id, { name: 'Harbour' })
    await fillRoadmap(app, { org_id, project_id, lines: 20, stops: 100 })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/roadmap` })
    await page.locator('.map-stop').first().waitFor()
    expect(await page.locator('.map-stop').count()).toBeLessThan(250)
    const pan = `trial.frames(${frames}, () => document.querySelector('.map').scrollBy(24, 6))`
    const cost = await measureCpuMs(page, () => page.evaluate(pan))
    expect(cost / frames).toBeLessThan(panned)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: /^Stop 100 / }))
      .waitFor()
    await page.getByRole('button', { name: 'Roadmap actions' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download as SVG' }).click()
    const svg = await readFile(await (await download).path(), 'utf8')
    expect([svg.match(/class="map-stop"/g)?.length, svg.includes('var(')]).toEqual([2000, false])
  })

  test('says what was created, and proposes its project for the next stop', async () => {
    const { project_id } = await createProject(ada, org_id, { name: 'West quay' })
    expectStatus(await ada.post(`/v1/projects/${project_id}/journeys`, { body: { name: 'Paving' } }), 201)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/roadmap` })
    const openForm = async () => {
      await page.getByRole('button', { name: 'New stop', exact: true }).click()
      return page.getByRole('dialog', { name: 'New stop' })
    }
    const form = await openForm()
    await form.getByLabel('Project').selectOption('West quay')
    await form.getByLabel('Title').fill('Kerbs laid')
    await form.getByRole('button', { name: 'Create stop' }).click()
    await page.getByText('Created “Kerbs laid”').first().waitFor()
    expect(await (await openForm()).getByLabel('Project').inputValue()).toBe(project_id)
  })

  test('pins milestones of the team of a project to a stop, and unpins them', async () => {
    const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Divers' } }), 201)
    const { project_id } = await createProject(ada, org_id, { name: 'South quay', team_id })
    const path = `/v1/projects/${project_id}`
    const line = expectStatus(await ada.post(`${path}/journeys`, { body: { name: 'Diving' } }), 201)
    const create = async (title: string) =>
      expectStatus(await ada.post(`${path}/stops`, { body: { title, journey_ids: [line.journey_id] } }), 201).stop_id
    const [stop, other] = [await create('Wreck raised'), await create('Harbor open')]
    for (const title of ['Cables fixed', 'Buoys set'])
      expectStatus(
        await ada.post(`/v1/teams/${team_id}/milestones`, { body: { title, target_date: addDays(20) } }),
        201,
      )
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/roadmap?stop=${stop}` })
    const openMenu = async () => {
      await page.getByRole('button', { name: 'Pin milestones' }).click()
      return page.getByRole('menu', { name: 'Pin milestones' })
    }
    await (await openMenu()).getByRole('menuitemcheckbox', { name: 'Cables fixed' }).click()
    const facts = page.getByRole('dialog').locator('dl')
    await facts.getByText(/Cables fixed/).waitFor()
    await page.goto(`${app.url}/o/${org_id}/roadmap?stop=${other}`)
    await expect
      .poll(async () =>
        (await openMenu())
          .getByRole('menuitemcheckbox', { name: 'Cables fixed (on another stop)' })
          .getAttribute('aria-disabled'),
      )
      .toBe('true')
    await page.goto(`${app.url}/o/${org_id}/roadmap?stop=${stop}`)
    await (await openMenu()).getByRole('menuitemcheckbox', { name: 'Cables fixed' }).click()
    await expect.poll(() => facts.getByText(/Cables fixed/).count()).toBe(0)
    const { data } = expectStatus(await ada.get(`/v1/teams/${team_id}/milestones`), 200)
    expect(data.map((one: { stop_id: string | null }) => one.stop_id)).toEqual([null, null])
  })
})

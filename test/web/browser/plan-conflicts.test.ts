import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, addProjectMember, createOrganization, createProject } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben, 'admin')
const { project_id } = await createProject(ada, org_id, { name: 'Slipway' })
await addProjectMember(ada, project_id, ben, 'owner')
const { visit, watch } = useConsole()

const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
const read = async (path: string) => expectStatus(await ada.get(path), 200)
const change = async (path: string, body: object) => expectStatus(await ben.patch(path, { body }), 200)

const { team_id } = await post('/v1/teams', { org_id, name: 'Crane crew' })
const team = `/v1/teams/${team_id}`
const about = `/o/${org_id}/team/${team_id}/about`

async function openForm(page: Page, name: string, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const open = async (to: string) => (await visit({ at: app, as: 'ada', to })).page

beforeEach(() => watch.allowComplaints(/status of 412|net::ERR_INTERNET_DISCONNECTED/))

describe.skipIf(!chromiumPath)('when two users plan at the same time', () => {
  test('a sprint has what each changed, and a name that both changed is decided by the one who saved last', async () => {
    const { sprint_id } = await post(`${team}/sprints`, { name: 'Hull', start_date: '2026-01-05', duration_weeks: 2 })
    const path = `${team}/sprints/${sprint_id}`
    const page = await open(about)
    await openForm(page, 'Hull', /Edit/)
    await change(path, { name: 'Keel', end_date: '2026-01-20' })
    await page.getByText('Keel', { exact: true }).waitFor({ state: 'attached' })
    await page.getByLabel('Name').fill('Deck')
    await page.getByLabel('Goal').fill('Boat in the water')
    await save(page)
    const conflict = page.getByRole('alert').filter({ hasText: 'ben' })
    await conflict.getByText('Keel').waitFor()
    await conflict.getByText('Deck').first().waitFor()
    expect(await read(path)).toMatchObject({ name: 'Keel', goal: null })
    await conflict.getByRole('button', { name: 'Keep yours' }).click()
    const all = { name: 'Deck', goal: 'Boat in the water', end_date: '2026-01-20' }
    await expect.poll(() => read(path)).toMatchObject(all)
  })

  test('a milestone that another user postponed is not deleted without a question', async () => {
    const { milestone_id } = await post(`${team}/milestones`, { title: 'Launch', target_date: '2030-05-01' })
    const path = `${team}/milestones/${milestone_id}`
    const page = await open(about)
    await page.getByText('Launch', { exact: true }).waitFor()
    let met = false
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'DELETE' && !met) {
        met = true
        await change(path, { target_date: '2030-06-01' })
      }
      await route.continue()
    })
    await openForm(page, 'Launch', /Delete/)
    await page.getByRole('button', { name: 'Delete milestone' }).click()
    await page.getByText('ben changed this while you were deleting it').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Launch', { exact: true }).waitFor()
    expect(await read(path)).toMatchObject({ target_date: '2030-06-01' })
  })

  test('paragraphs of a description of a project are merged', async () => {
    const path = `/v1/projects/${project_id}`
    const find = () => read(`/v1/projects/detail/${project_id}`)
    await change(path, { description: 'One\n\nTwo' })
    const page = await open(`/o/${org_id}/p/${project_id}/about`)
    await page.getByRole('button', { name: 'Edit details' }).click()
    await change(path, { description: 'One, by ben\n\nTwo', status: 'on_hold' })
    await page.getByLabel('Description').fill('One\n\nTwo, by ada')
    await save(page)
    const both = { description: 'One, by ben\n\nTwo, by ada', status: 'on_hold' }
    await expect.poll(find).toMatchObject(both)
  })

  test('a stop shows what the other user wrote, and is replaced by a second Save only', async () => {
    const { journey_id } = await post(`/v1/projects/${project_id}/journeys`, { name: 'Hull' })
    const stops = `/v1/projects/${project_id}/stops`
    const { stop_id } = await post(stops, { title: 'Piles', journey_ids: [journey_id] })
    const find = async () =>
      (await read(`/v1/projects/${project_id}/roadmap`)).projects[0].journeys[0].stops[0] as object
    const page = await open(`/o/${org_id}/roadmap?stop=${stop_id}`)
    await page.getByRole('button', { name: 'Edit…' }).click()
    await change(`${stops}/${stop_id}`, { title: 'Piles of steel', target_date: '2030-05-01' })
    await page.getByLabel('Title').fill('Piles of oak')
    await save(page)
    await page.getByRole('alert').getByText('It is now: Piles of steel.').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Piles of oak')
    expect(await find()).toMatchObject({ title: 'Piles of steel' })
    await save(page)
    await expect.poll(find).toMatchObject({ title: 'Piles of oak', target_date: '2030-05-01' })
  })

  test('the profile of an organization has what each changed', async () => {
    const page = await open(`/o/${org_id}/settings/organization`)
    const description = page.getByLabel('Description')
    await description.fill('Boats and quays')
    await change(`/v1/organizations/${org_id}`, { email: 'yard@example.com' })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const both = { description: 'Boats and quays', email: 'yard@example.com' }
    await expect.poll(() => read(`/v1/organizations/${org_id}`)).toMatchObject(both)
  })
})

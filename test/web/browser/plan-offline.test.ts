import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject } from '../../support/factories.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id, { name: 'Slipway' })
const { visit, watch } = useConsole()

const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
const list = async (path: string) => expectStatus(await ada.get(path), 200).data as object[]

const { team_id } = await post('/v1/teams', { org_id, name: 'Crane crew' })
const team = `/v1/teams/${team_id}`
const project = `/v1/projects/${project_id}`
const { journey_id } = await post(`${project}/journeys`, { name: 'Hull' })
const { stop_id } = await post(`${project}/stops`, { title: 'Piles', journey_ids: [journey_id] })
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

beforeEach(() => watch.allowComplaints(/net::ERR_INTERNET_DISCONNECTED/))

describe.skipIf(!chromiumPath)('without a connection', () => {
  test('a sprint and a milestone are shown, survive a reload, and are sent afterwards', async () => {
    const to = `/o/${org_id}/team/${team_id}/about`
    const visitor = await visit({ at: app, as: 'ada', to, offline: true })
    const { page } = visitor
    await page.getByText('No milestones yet.').waitFor()
    await page.evaluate('navigator.serviceWorker.ready')
    await visitor.offline(true)
    await click(page, 'Plan a sprint')
    await page.getByLabel('Goal').fill('Boat in the water')
    await click(page, 'Create sprint')
    await page.getByText('Boat in the water').waitFor()
    await click(page, 'New milestone')
    await page.getByLabel('Title').fill('Launch')
    await page.getByLabel('Target date').fill('2030-05-01')
    await click(page, 'Create milestone')
    await page.getByText('2 changes are waiting').waitFor()
    await page.reload()
    await page.getByText('2 changes are waiting').waitFor()
    expect([await list(`${team}/sprints`), await list(`${team}/milestones`)]).toEqual([[], []])
    await visitor.offline(false)
    await expect.poll(() => list(`${team}/sprints`)).toMatchObject([{ name: 'Sprint 1', goal: 'Boat in the water' }])
    await expect.poll(() => list(`${team}/milestones`)).toMatchObject([{ title: 'Launch' }])
  })

  test('a goal and the details of a project are shown, and sent afterwards', async () => {
    const visitor = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}/about` })
    const { page } = visitor
    await page.getByText('No goals yet.').waitFor()
    await visitor.offline(true)
    await click(page, 'New goal')
    await page.getByLabel('Name').fill('Painted')
    await click(page, 'Create goal')
    await page.getByText('Painted', { exact: true }).waitFor()
    await click(page, 'Edit details')
    await page.getByLabel('Description').fill('Ready in May')
    await click(page, 'Save')
    await page.getByText('Ready in May').waitFor()
    await visitor.offline(false)
    await expect.poll(() => list(`${project}/goals`)).toMatchObject([{ name: 'Painted' }])
    const read = async () => expectStatus(await ada.get(`/v1/projects/detail/${project_id}`), 200)
    await expect.poll(read).toMatchObject({ description: 'Ready in May' })
  })

  test('a new stop and a changed one wait with what was typed', async () => {
    const listStops = async () =>
      expectStatus(await ada.get(`${project}/roadmap`), 200).projects[0].journeys[0].stops as object[]
    const to = `/o/${org_id}/roadmap?stop=${stop_id}`
    const visitor = await visit({ at: app, as: 'ada', to, offline: true })
    const { page } = visitor
    await page.evaluate('navigator.serviceWorker.ready')
    await click(page, 'Edit…')
    await visitor.offline(true)
    await page.getByLabel('Title').fill('Piles of oak')
    await click(page, 'Save')
    await page.getByRole('alert').getByText('The server can’t be reached.').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Piles of oak')
    await visitor.offline(false)
    await click(page, 'Save')
    await expect.poll(listStops).toMatchObject([{ title: 'Piles of oak' }])
    await page.keyboard.press('Escape')
    await visitor.offline(true)
    await click(page, 'New stop')
    await page.getByLabel('Title').fill('Crane')
    await click(page, 'Create stop')
    await page.getByText('1 change is waiting').waitFor()
    await visitor.offline(false)
    await expect.poll(listStops).toMatchObject([{ title: 'Piles of oak' }, { title: 'Crane' }])
    await page.locator('.map-stop').filter({ hasText: 'Crane' }).waitFor()
  })
})

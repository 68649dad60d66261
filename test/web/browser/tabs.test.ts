import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'
import { fillProject } from '../support/fill.ts'

const { visit, watch } = useConsole()
let app: TestApp
let org_id: string
let project_id: string

beforeAll(async () => {
  app = await startApp({ delivering: true })
  const ada = await app.signIn('ada')
  org_id = (await ada.post('/v1/organizations', { body: { name: 'Harbour Works' } })).body.org_id as string
  project_id = (await ada.post('/v1/projects', { body: { org_id, name: 'North quay' } })).body.project_id as string
  await fillProject(app, { org_id, project_id, tasks: 300, people: ['ada'] })
})

test('two tabs share one stream, and a change in one appears in the other', async () => {
  const ada = await visit({ at: app, as: 'ada', offline: true })
  const streams: string[] = []
  ada.page.context().on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') streams.push(request.url())
  })
  const to = `${app.url}/o/${org_id}/p/${project_id}`
  await ada.page.goto(to)
  await ada.page.getByText('Inspect crane 3', { exact: true }).waitFor()
  const second = await ada.tab()
  await second.goto(to)
  await second.getByText('Inspect crane 3', { exact: true }).waitFor()
  const reader = await app.signIn('ada')
  await reader.patch('/v1/tasks/T0000000000000003', { body: { title: 'Inspect crane anew' } })
  await Promise.all([ada.page, second].map((page) => page.getByText('Inspect crane anew').waitFor()))
  expect(streams).toHaveLength(1)
})

test('a second visit is rendered before the network responds', async () => {
  watch.allowComplaints(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const ada = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${project_id}`, offline: true })
  await ada.page.getByText('Inspect crane 6', { exact: true }).waitFor()
  await ada.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // The cache is written shortly after the rows are shown.
  await expect.poll(() => ada.page.evaluate(readBrowserStorage)).toContain('Inspect crane 12')
  const next = await ada.tab()
  await ada.page.close()
  await ada.offline(true)
  await next.goto(`${app.url}/o/${org_id}/p/${project_id}`)
  const painted = next.getByText('Inspect crane 12', { exact: true })
  await painted.waitFor()
  await expect.poll(() => painted.count()).toBe(1)
})

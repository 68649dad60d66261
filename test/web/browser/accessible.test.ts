import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp({ env: { OPERATORS: 'ada@dev.invalid' } })
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

/** Hostile names: markup, bidirectional text and its control characters, no spaces, no letters. */
const nasty = [
  '"><img src=x onerror=alert(1)></script><script>alert(2)</script>',
  'לבדוק את Quay 12 مراجعة',
  'invoice\u202Egpj.exe',
  'W'.repeat(100),
  '👩‍👩‍👧‍👦🏳️‍🌈👨🏿‍🚒'.repeat(4),
  'e\u0301\u0302\u0303',
]
const [markup, hebrew, turned, wide] = nasty as [string, string, string, string]
const description = `# ${turned}\n\n- [x] **${wide}**\n- ${markup}\n\n| ${wide} | ${hebrew} |\n|--|--|\n| a | b |\n\n\`${wide}\``

/** An empty organization, and one with names of all kinds. */
const empty = await createOrganization(ada, { name: 'Harbour Works' })
const full = await createOrganization(ada, { name: wide })
await addMember(ada, full.org_id, ben)
const blank = await createProject(ada, empty.org_id, { name: 'Quay wall' })
for (const name of [markup, hebrew, turned]) await createProject(ada, full.org_id, { name })
const { project_id } = await createProject(ada, full.org_id, { name: wide })
const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
const teams: string[] = []
for (const name of [hebrew, wide]) {
  const { team_id } = await post('/v1/teams', { org_id: full.org_id, name })
  teams.push(team_id)
  await post(`/v1/teams/${team_id}/sprints`, { name, goal: hebrew, start_date: '2026-01-05', end_date: '9999-01-01' })
  await post(`/v1/teams/${team_id}/milestones`, { title: name, target_date: '2026-01-05' })
  await post('/v1/sections', { org_id: full.org_id, scope_type: 'project', scope_id: project_id, name })
  await post('/v1/views', { org_id: full.org_id, name, query: { 'filter[tags]': [hebrew] } })
}
const within = { project_id, assignee: 'ada', due_date: '2026-11-20', tags: [hebrew, turned, wide.slice(50)] }
const opened = await createTask(ada, full.org_id, { ...within, title: wide, description })
for (const title of nasty)
  await createTask(ada, full.org_id, { ...within, title, priority: 'high', status: 'in_progress' })
for (const title of [hebrew, wide])
  await createTask(ada, full.org_id, { project_id, title, parent_task_id: opened.task_id })
for (const content of [hebrew, markup, `${wide} @ada`])
  await post('/v1/task-comments', { task_id: opened.task_id, content })
for (const name of [hebrew, wide])
  await post('/v1/task-attachments', { task_id: opened.task_id, file: new Upload('Notes', `${name}.txt`) })

const { visit, watch } = useConsole()

const list = `/o/${full.org_id}/p/${project_id}`
const screens: [string, string][] = [
  ['my work, empty', `/o/${empty.org_id}/my`],
  ['my work', `/o/${full.org_id}/my`],
  ['inbox, empty', `/o/${empty.org_id}/inbox`],
  ['list, empty', `/o/${empty.org_id}/p/${blank.project_id}`],
  ['list', list],
  ['list in groups, filtered', `/o/${full.org_id}/tasks?group=status&filter[tags]=${hebrew}`],
  ['board, empty', `/o/${empty.org_id}/p/${blank.project_id}?view=board`],
  ['board', `${list}?view=board&group=section`],
  ['task', `${list}?task=${opened.task_id}`],
  ['search', `/o/${full.org_id}/search?q=Quay`],
  ['team', `/o/${full.org_id}/team/${teams.at(-1)}/about`],
  ['settings', `/o/${full.org_id}/settings`],
  ['installation', `/o/${full.org_id}/settings/installation`],
  ['onboarding', '/o/new'],
]

const waitUntilStill = async (page: Page) => {
  await page.getByRole('main').waitFor()
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count()).toBe(0)
}

describe.skipIf(!chromiumPath)('in both themes, on desktop and on a phone, axe finds nothing', () => {
  test.each(screens)('%s', async (name, to) => {
    const { page } = await visit({ at: app, as: 'ada', to })
    await waitUntilStill(page)
    await expectAccessible(page, name)
  })

  const floats = '.popover'
  const dialog = 'dialog[open]'

  /** Columns: the screen, the part that axe checks, and the steps that open it. */
  const layers: [string, string, (page: Page) => Promise<unknown>][] = [
    ['the bar of what is marked', '.bulk-bar', (page) => pressKeys(page, 'j', 'x', 'j', 'x')],
    ['a picker', floats, (page) => pressKeys(page, 'a')],
    ['the picker of days', floats, (page) => pressKeys(page, 'd')],
    ['the picker of tags', floats, (page) => pressKeys(page, 'l')],
    ['filters', floats, (page) => pressKeys(page, 'f')],
    ['a menu', floats, (page) => page.getByRole('button', { name: 'More', exact: true }).first().click()],
    ['the palette', dialog, (page) => typeIntoDialog(page, 'Control+k', 'W')],
    ['help', dialog, (page) => pressKeys(page, '?')],
    ['quick add', dialog, (page) => typeIntoDialog(page, 'c', `Rope tomorrow !high @ada #`)],
  ]

  test('layers over a screen', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: list })
    await waitUntilStill(page)
    for (const [name, part, open] of layers) {
      await open(page)
      await page.locator(part).first().waitFor()
      await expectAccessible(page, name, part, opposite)
      // Suggestions come before the line that they are for.
      do await page.keyboard.press('Escape')
      while ((await page.locator(`${floats}, ${dialog}`).count()) > 0)
    }
  })

  test('a remote change, no connection, and a missing page', async () => {
    watch.allowComplaints(/status of 404/, /ERR_INTERNET_DISCONNECTED/)
    const { page, offline } = await visit({ at: app, as: 'ada', to: `${list}?task=${opened.task_id}`, offline: true })
    await page.getByRole('button', { name: 'Edit: Description' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill(`${hebrew} ${markup}`)
    const body = { description: wide }
    expectStatus(await ada.patch(`/v1/tasks/${opened.task_id}`, { body }), 200)
    await page.locator('.conflict').waitFor()
    await expectAccessible(page, 'a conflict', '.conflict', opposite)
    await offline(true)
    await page.locator('.bars-bar').waitFor()
    await expectAccessible(page, 'no connection', '.frame-bars', opposite)
    await offline(false)
    await page.goto(`${app.url}/o/${full.org_id}/p/P0000000000000000?task=T0000000000000000`)
    await page.getByText('This task was deleted').waitFor()
    await expectAccessible(page, 'nothing there', undefined, opposite)
  })
})

async function pressKeys(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

async function typeIntoDialog(page: Page, key: string, text: string) {
  await page.keyboard.press(key)
  await page.getByRole('dialog').getByRole('combobox').pressSequentially(text)
}

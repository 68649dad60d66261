import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { frameTexts as englishTexts } from '../../../web/messages/app.ts'
import { frameTexts as germanTexts } from '../../../web/messages/de/app.ts'
import { frameTexts as spanishTexts } from '../../../web/messages/es/app.ts'
import { frameTexts as frenchTexts } from '../../../web/messages/fr/app.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

/** Text of users, which is not translated. It has none of the letters of the console. */
const name = 'Καΐκι'
const { org_id } = await createOrganization(ada, { name })
await addMember(ada, org_id, ben)
const { project_id } = await createProject(ada, org_id, { name, prefix: 'ZZ' })
const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
const { team_id } = await post('/v1/teams', { org_id, name })
await post(`/v1/teams/${team_id}/sprints`, { name, start_date: '2026-11-02', end_date: '2026-11-15' })
await post(`/v1/teams/${team_id}/milestones`, { title: name, target_date: '2026-12-24' })
await post('/v1/views', { org_id, name, query: {} })
await post(`/v1/projects/${project_id}/goals`, { title: name, name, target_date: '2026-12-24' })
await post('/v1/fields', { org_id, name, type: 'number', on_card: true, unit: '€' })
const { journey_id } = await post(`/v1/projects/${project_id}/journeys`, { name })
await post(`/v1/projects/${project_id}/stops`, { title: name, journey_ids: [journey_id] })
const values = { project_id, assignee: 'ada', priority: 'high', due_date: '2026-11-20', tags: [name] }
const { task_id } = await createTask(ada, org_id, { ...values, title: name, description: name })
await createTask(ada, org_id, { project_id, title: name, parent_task_id: task_id, dependencies: [task_id] })
await post('/v1/task-comments', { task_id, content: name })
await post('/v1/webhooks', { org_id, name, url: 'https://receiver.example', events: ['task.created'] })
await post('/v1/tokens', { org_id, name, scopes: ['tasks:read'] })

const { visit, watch } = useConsole()
const list = `/o/${org_id}/p/${project_id}`
const settings = [
  'preferences',
  'sign-in',
  'my-data',
  'members',
  'teams',
  'tokens',
  'organization',
  'audit',
  'access',
  'import',
  'export',
  'apps',
  'webhooks',
  'agent',
  'fields',
]

const screens: [name: string, to: string, ...steps: string[]][] = [
  ['my work', `/o/${org_id}/my`],
  ['inbox', `/o/${org_id}/inbox`],
  ['list', `${list}?columns=project,tags,due_date,created_at,created_by,updated_at`],
  ['picker of dates', list, 'Home', 'd'],
  ['picker of statuses', list, 'Home', 's'],
  ['selection', list, 'Home', 'x'],
  ['filters', list, 'f'],
  ['filtered list', `${list}?group=priority&filter[priority]=high&filter[due_before]=2026-12-24`],
  ['board', `${list}?view=board`],
  ['calendar', `${list}?view=calendar`],
  ['timeline', `${list}?view=timeline`],
  ['task', `${list}?task=${task_id}`],
  ['project', `${list}/about`],
  ['team', `/o/${org_id}/team/${team_id}/about`],
  ['roadmap', `/o/${org_id}/roadmap`],
  ['search', `/o/${org_id}/search`],
  ['help', list, '?'],
  ['palette', list, 'Control+k'],
  ['new task', list, 'c'],
  ['onboarding', '/o/new'],
  ['unknown page', `/o/${org_id}/nowhere`],
  ...settings.map((page): [string, string] => [`settings: ${page}`, `/o/${org_id}/settings/${page}`]),
]

const script = (file: string) => readFileSync(resolve('test/web/support', file), 'utf8')
/** Names of users and products, and technical words. */
const known = [
  '[^ ]+@[^ ]+',
  'ada',
  'ben',
  'svc',
  'ZZ',
  'VS Code',
  'Cursor',
  'Claude(?: Code)?',
  '^(?:GitHub|iCalendar|Jira|Kaneo|Linear|Plane|TickTick|Todoist|Trello|Vikunja|WeKan)$',
  'https?://[^ ]*',
  '\\w+:read',
  '[0-9a-f-]{36}',
  '^node$',
]

/** Returns the languages of the translations among files. */
const listTranslations = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => /catalogue-(\w\w)-[^/]*\.js$/.exec(url)?.[1] ?? [])),
]

/** Follows a link within the page, and waits until its target is loaded. */
async function follow(page: Page, to: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(to)} })
    document.body.append(link)
    link.click()
    link.remove()
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })`)
  await page.locator('h1, h2').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count()).toBe(0)
}

/** Returns what does not fit. Digits and names of days are those of a language from right to left. */
const findOverflow = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string[]>(script('fits.js'))).filter((problem) => !problem.startsWith('sets the direction'))

describe.skipIf(!chromiumPath)('in a language from right to left with long words', () => {
  test('every text is translated, and fits on a desktop and on a phone', async () => {
    watch.allowComplaints(/status of 404/)
    const { page } = await visit({
      at: app,
      as: 'ada',
      to: `/o/${org_id}/my`,
      look: { locale: 'en-XA' },
      offline: true,
    })
    await page.getByRole('main').waitFor()
    const problems: Record<string, unknown> = {}
    for (const [name, to, ...keys] of screens) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await follow(page, to)
      for (const key of keys) await page.keyboard.press(key)
      const layer = page.locator('[data-floating]:popover-open, dialog[open], .bulk-bar').first()
      if (keys.length > 0) await layer.waitFor()
      const untranslated = await page.evaluate(`${script('translated.js')};findUntranslated(${JSON.stringify(known)})`)
      const wide = await findOverflow(page)
      await page.setViewportSize({ width: 360, height: 740 })
      // The layout follows the width of the window a moment later.
      await expect.poll(() => findOverflow(page), { message: `${name}, on a phone` }).toEqual([])
      const found = { untranslated, wide }
      // Suggestions and pickers close before the dialog that they belong to.
      while (keys.length > 0 && (await layer.count()) > 0) await page.keyboard.press('Escape')
      if (Object.values(found).some((all) => (all as string[]).length > 0)) problems[name] = found
    }
    expect(problems).toEqual({})
  })
})

describe.skipIf(!chromiumPath)('the console speaks German', () => {
  const german = { locale: 'de-DE' }

  test('and the other languages in one line for each entry of the bar of a phone', async () => {
    const look = { ...german, viewport: { width: 360, height: 740 } }
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my`, look, offline: true })
    const labels = page.getByRole('navigation', { name: 'Hauptnavigation' }).locator('.one-line')
    await expect.poll(() => labels.count()).toBe(5)
    for (const { myWork, inbox, newTaskShort, search, places } of [
      englishTexts,
      germanTexts,
      spanishTexts,
      frenchTexts,
    ]) {
      const names = [myWork, inbox, newTaskShort, search, places]
      const cut = await labels.evaluateAll((elements, texts) => {
        elements.forEach((element, at) => (element.textContent = texts[at]!))
        return elements.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)
      }, names)
      expect(cut).toEqual([])
    }
  })

  test('in a German browser, and loads and stores no other translation', async () => {
    const { page } = await visit({ at: app, as: 'ada', look: german, offline: true })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto(`${app.url}/o/${org_id}/my`)
    await page.getByRole('heading', { name: 'Meine Arbeit' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    expect(listTranslations(loaded)).toEqual(['de'])
    // The service worker stores the files for offline use one by one.
    const listStored = async () =>
      listTranslations(
        await page.evaluate<string[]>(
          `caches.open('files').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))`,
        ),
      )
    await expect.poll(listStored).toEqual(['de'])
  })

  test('by preference of the user, until they follow their browser again', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings`, offline: true })
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' })
    const select = page.getByRole('combobox', { name: 'Sprache' })
    await select.selectOption({ label: 'Wie im Browser' })
    await page.getByRole('combobox', { name: 'Language' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  })

  test('but English if the translation cannot be loaded', async () => {
    watch.allowComplaints(/net::ERR_/)
    const { page } = await visit({ at: app, as: 'ada', look: german })
    await page.route('**/assets/catalogue-*', (route) => route.abort())
    await page.goto(`${app.url}/o/${org_id}/my`)
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  })
})

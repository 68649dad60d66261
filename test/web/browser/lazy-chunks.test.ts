import { resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { storeSecondFactorRequirement } from '../../support/accounts.ts'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'
import { ChunkSizes } from '../support/sizes.ts'

const app = await startApp({ env: { OPERATORS: 'ada@dev.invalid' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const uma = await app.signIn('uma')
const strict = await createOrganization(uma)
const { project_id } = await createProject(ada, org_id)
const severity = { org_id, name: 'Severity', type: 'select', on_card: true, options: [{ label: 'High' }] }
expectStatus(await ada.post('/v1/fields', { body: severity }), 201)
const about = { project_id, assignee: 'ada', description: 'Of **hemp**.', custom: { severity: 'high' } }
const { task_id } = await createTask(ada, org_id, { ...about, title: 'Order rope' })
const { journey_id } = expectStatus(
  await ada.post(`/v1/projects/${project_id}/journeys`, { body: { name: 'Rigging' } }),
  201,
)
const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Riggers' } }), 201)
const stop = { title: 'Ropes spliced', journey_ids: [journey_id] }
expectStatus(await ada.post(`/v1/projects/${project_id}/stops`, { body: stop }), 201)
const { visit, watch } = useConsole()
const sizes = new ChunkSizes(resolve('dist-web'))

const buffer = Buffer.from('knots')

/**
 * Excludes the console itself, translations, which English replaces, and parts that retry by themselves. Without the
 * positioning part, popovers open below their anchors, without keeping
 * their place, rows shift, forms are left without a question, without labels, people of imports are named as members are, and without saving preferences,
 * theme and displays last until the page is closed. The console never calls `edit` of the SDK.
 */
const reloading = 'stream|floating|edit|keep-place|preload|placeholders|save-preferences|unsaved-forms'
const late = sizes.lazySources.filter(
  (source) => !new RegExp(`^start\\.tsx$|^messages/|^store/|/(?:${reloading})\\.tsx?$`).test(source),
)
const missing = new Set(late.map((source) => sizes.getFile(source)))
const tried = new Set<string>()
/** Response to the page's connectivity check. */
let isAway = true

/** Opens a page in which lazy parts fail, both as files and as preloads. */
async function visitWithout(as: string | undefined, to: string): Promise<Page> {
  watch.allowComplaints(/net::ERR_|status of 4(0[134]|12)/)
  const { page } = await visit({
    at: app,
    ...(as !== undefined && { as }),
    newProfile: true,
  })
  await page.route('**/assets/*', (route) =>
    [...missing].some((file) => route.request().url().endsWith(file)) ? route.abort() : route.continue(),
  )
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => (isAway && route.request().method() === 'HEAD' ? route.abort() : route.continue()),
  )
  await page.goto(app.url + to)
  return page
}

/** Expects an error for a missing part, and that a retry continues where the page was. */
async function retry(page: Page, source: string, output: string, there: Locator): Promise<void> {
  // Several parts may be missing at once, each with a button of its own.
  const error = page.getByText(output).first()
  const around = error.locator('xpath=ancestor::*[.//button[. = "Try again" or @aria-label = "Try again"]][1]')
  await error.waitFor()
  missing.delete(sizes.getFile(source))
  tried.add(source)
  await around.getByRole('button', { name: 'Try again' }).click()
  await there.waitFor()
}

/** Edits the title of the row, while another user does too. */
async function changeConcurrently(page: Page): Promise<void> {
  let isDone = false
  await page.route(`**/v1/tasks/${task_id}`, async (route) => {
    if (isDone || route.request().method() !== 'PATCH') return route.continue()
    isDone = true
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'Order hemp' } }), 200)
    return route.continue()
  })
  await page.keyboard.type('Order chain')
  await page.keyboard.press('Enter')
}

/** Pages of the settings: source, entry of the navigation, and a heading of the page. */
const settingsPages = [
  ['settings/preferences-page', 'Preferences', 'Appearance'],
  ['settings/sign-in-page', 'Ways to sign in', 'Ways to sign in'],
  ['settings/my-data-page', 'My data', 'My data'],
  ['settings/members-page', 'Members', 'Invitations'],
  ['settings/teams-page', 'Teams', 'Teams'],
  ['settings/tokens-page', 'Access tokens', 'Service accounts'],
  ['settings/organization-page', 'General', 'Danger zone'],
  ['settings/audit-page', 'Audit log', 'Audit log'],
  ['settings/access-page', 'Access review', 'Access review'],
  ['settings/import-page', 'Import', 'Import'],
  ['settings/export-page', 'Export', 'Export'],
  ['settings/apps-page', 'OAuth apps', 'OAuth apps'],
  ['settings/webhooks-page', 'Webhooks', 'Webhooks'],
  ['settings/agent-page', 'Connect an agent', 'Connected apps'],
  ['settings/installation-page', 'Installation', 'Backups'],
  ['field-settings/fields-page', 'Custom fields', 'Fields'],
] as const

const unreachable = 'This part of the page could not be loaded'

describe.skipIf(!chromiumPath)('a lazy part of the page', () => {
  test('shows an error where it fails to load, and loads on retry', async () => {
    const page = await visitWithout('ada', `/o/${org_id}/p/${project_id}`)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const panel = page.getByRole('complementary', { name: 'Task' })
    const retryPart = (source: string, there: Locator) => retry(page, source, unreachable, there)
    const findHeading = (name: string) => page.getByRole('heading', { name })

    await retryPart('features/task-list/task-list-screen.tsx', page.getByRole('row', { name: /Order rope/ }))
    const value = page.locator('[data-field="custom.severity"]')
    await retry(page, 'features/fields/display-parts.ts', 'Custom fields can’t be shown right now', value)
    await value.click()
    await retryPart('features/fields/value-editor.tsx', page.getByRole('combobox', { name: 'Severity' }))
    await press('Escape')
    await press('c')
    await retryPart('features/quick-add/quick-add-dialog.tsx', dialog.getByRole('combobox'))
    await dialog.getByRole('button', { name: 'Priority' }).click()
    const pickers = 'features/quick-add/new-task-pickers.tsx'
    await dialog.getByRole('alert').filter({ hasText: unreachable }).waitFor()
    missing.delete(sizes.getFile(pickers))
    tried.add(pickers)
    await dialog.getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Critical' }).waitFor()
    await press('Escape', 'Escape', '?')
    await retryPart('features/command-palette/shortcut-help.tsx', findHeading('Keyboard shortcuts'))
    await press('Escape', 'Control+k')
    await retryPart('features/command-palette/command-palette.tsx', dialog.getByRole('combobox'))
    for (const [name, source] of [
      ['Invite people', 'features/onboarding/invite-dialog.tsx'],
      ['New project', 'features/onboarding/new-project-dialog.tsx'],
    ] as const) {
      await dialog.getByRole('combobox').fill(name)
      await dialog.getByRole('option', { name }).first().click()
      await retryPart(source, dialog.getByRole('textbox').first())
      await press('Escape', 'Control+k')
    }
    await press('Escape', 'Home', 'x')
    const bar = page.getByRole('toolbar', { name: '1 task selected' })
    await retry(page, 'features/task-list/selection-bar.tsx', 'The actions for selected tasks are not available', bar)
    await press('Escape', 's')
    await retryPart('features/tasks/field-pickers.tsx', page.getByRole('combobox', { name: 'Status' }))
    await press('Escape', 'Control+a')
    await retryPart('features/tasks/select-all.ts', bar)
    await press('Escape')
    await page.getByRole('row', { name: /Order/ }).first().click({ button: 'right' })
    await retryPart('app/row-menus.tsx', page.getByRole('menu', { name: /^Actions/ }))
    await press('Escape')
    await press('f')
    await retryPart('features/views/filter-pickers.tsx', page.getByRole('combobox', { name: 'Add a filter' }))
    await press('Escape')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await retryPart('features/task-list/list-menus.ts', page.getByRole('menuitem', { name: /CSV/ }))
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    await retryPart('features/task-list/download-csv.ts', page.getByText('Exported 1 task'))

    await press('F2')
    await page.getByRole('textbox', { name: 'Title of the task' }).and(page.locator(':focus')).waitFor()
    await changeConcurrently(page)
    const openConflict = page.getByRole('link', { name: 'Open', exact: true })
    await retryPart('features/conflicts/conflict.tsx', openConflict)
    await openConflict.click()
    await panel.getByRole('button', { name: 'Close the task' }).waitFor()
    await retryPart('features/task-panel/task-panel.tsx', panel.getByText('Of **hemp**.'))
    await panel.getByRole('button', { name: 'Take theirs' }).click()
    await retry(
      page,
      'features/task-panel/late-sections.tsx',
      'history are not available now',
      panel.getByRole('heading', { name: 'Files' }),
    )
    await retry(page, 'components/render-markdown.ts', 'Texts are shown unformatted', panel.locator('strong'))
    const upload = '../clients/sdk/src/core/upload.ts'
    await panel.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer })
    await retry(page, upload, 'Not uploaded', panel.getByRole('link', { name: /a\.txt/ }))
    await press('Escape')

    await page.goto(`${app.url}/o/${org_id}/p/${project_id}?filter[status]=not_started`)
    const chip = page.getByRole('button', { name: 'Status: Not started', exact: true })
    await retry(page, 'features/views/filter-bar.tsx', 'The filters can’t be shown right now', chip)
    await press('Home', 't')
    await retryPart('features/claims/claim-dialogs.tsx', findHeading('Claim “Order hemp”'))
    await press('Escape')
    await press('v')
    const board = 'features/board/board-screen.tsx'
    await retryPart(board, main.getByRole('article'))
    const dragged = main.locator('[draggable=true]')
    await retry(page, 'features/board/drag-and-drop.ts', 'Drag and drop is not available', dragged)
    await press('j', 'm')
    await retryPart('features/board/move-picker.tsx', page.getByRole('combobox'))
    await press('Escape', 'v')
    await retryPart('features/calendar/calendar.tsx', page.getByRole('group', { name: 'Calendar' }))
    await press('v')
    await retryPart('features/timeline/timeline.tsx', page.getByRole('list', { name: 'Timeline' }))
    await page.goto(`${app.url}/o/${org_id}/p/${project_id}?view=board&lanes=priority`)
    await retryPart('features/board/lane-board.tsx', main.getByRole('article'))
    await page.goto(`${app.url}/o/${org_id}/p/${project_id}?view=board&group=section`)
    const header = main.locator('.board-column-head')
    await retry(page, 'features/sections/section-drag.ts', 'Drag and drop is not available', header.first())
    const add = page.getByRole('button', { name: 'Add section' })
    await retry(page, 'features/sections/section-menu.tsx', 'Sections can’t be changed now', add)
    await press('g', 'i')
    await retryPart('features/notifications/inbox-screen.tsx', findHeading('Inbox'))
    await press('g', 's')
    await retryPart('app/late-screens.ts', page.getByText(unreachable).first())
    await retryPart('features/settings/settings-screen.tsx', findHeading('Preferences'))
    for (const [source, entry, there] of settingsPages) {
      await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: entry }).click()
      await retryPart(`features/${source}.tsx`, page.getByRole('heading', { name: there, exact: true }))
    }
    await press('g', 'm')
    await retryPart('features/my-work/my-work-screen.tsx', findHeading('My work'))
    await retry(page, 'features/my-work/drag-and-drop.ts', 'Drag and drop is not available', dragged)
    await page.goto(`${app.url}/o/${org_id}/p/${project_id}/about`)
    await retryPart('features/projects/project-screen.tsx', page.getByRole('table', { name: 'Tasks by status' }))
    await page.goto(`${app.url}/o/${org_id}/team/${team_id}/about`)
    await retryPart('features/teams/team-screen.tsx', findHeading('Milestones'))
    await press('g', 'r')
    const ropes = page.getByRole('button', { name: /^Ropes spliced/ })
    await retryPart('features/roadmap/roadmap-screen.tsx', ropes)
    await ropes.click()
    await retryPart('features/roadmap/stop-dialog.tsx', page.getByRole('dialog', { name: 'Ropes spliced' }))
    await press('Escape')
    await page.getByRole('button', { name: 'New stop', exact: true }).click()
    await retryPart('features/roadmap/new-dialogs.tsx', page.getByRole('dialog', { name: 'New stop' }))
    await press('Escape')
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Roadmap actions' }).click()
    await page.getByRole('menuitem', { name: /SVG/ }).click()
    await retryPart('features/roadmap/export-map.tsx', findHeading('Roadmap'))
    await downloaded
    await press('/')
    await retryPart('features/search/search-screen.tsx', page.getByRole('searchbox'))
    // Signing out with an unsent change requires confirmation.
    await page.route('**/v1/tasks', (route) => route.abort())
    await page
      .getByRole('button', { name: /New task/ })
      .first()
      .click()
    await dialog.getByRole('combobox').fill('Never sent')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await press('Control+k')
    await dialog.getByRole('combobox').fill('Sign out')
    await dialog.getByRole('option', { name: 'Sign out' }).first().click()
    await retryPart('app/sign-out-dialog.tsx', dialog.getByText('were not sent to the server'))

    await page.goto(`${app.url}/o/new`)
    await retryPart('features/onboarding/onboarding-screen.tsx', page.getByRole('textbox', { name: 'Organization' }))
    const outsider = await visitWithout(undefined, '/')
    await retry(
      outsider,
      'features/sign-in/sign-in-screen.tsx',
      unreachable,
      outsider.getByRole('link', { name: 'Sign in' }),
    )
    const locked = await visitWithout('uma', `/o/${strict.org_id}/my`)
    await locked.getByRole('heading', { name: 'My work' }).waitFor()
    await locked.goto('about:blank')
    await app.sql('UPDATE browser_sessions SET lacks_second_factor = true WHERE user_id = $1', [uma.userId])
    await storeSecondFactorRequirement(app, strict.org_id)
    await locked.goto(`${app.url}/o/${strict.org_id}/my`)
    const signIn = locked.getByRole('link', { name: 'Sign in again' })
    await retry(locked, 'features/sign-in/second-factor-screen.tsx', unreachable, signIn)
    expect([...tried].sort()).toEqual(late.sort())
  }, 180_000)

  test('offers a reload when the server no longer has it, and no text is lost', async () => {
    isAway = false
    const file = sizes.getFile('features/command-palette/shortcut-help.tsx')
    missing.clear()
    missing.add(file)
    const page = await visitWithout('ada', `/o/${org_id}/my`)
    const heading = page.getByRole('heading', { name: 'My work' })
    await heading.waitFor()
    await page.keyboard.press('c')
    await page.getByRole('combobox').fill('Tar the hu')
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('Tar the hu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByText('A newer version of this page').waitFor()
    missing.delete(file)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.waitForLoadState()
    await heading.waitFor()
    await page.keyboard.press('c')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('Tar the hu')
  })
})

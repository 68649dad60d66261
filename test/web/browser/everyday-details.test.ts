import { resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, addProjectMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { processPendingEvents as createNotifications } from '../../resources/notifications/run-pipeline.ts'
import { useConsole } from '../support/console.ts'
import { ChunkSizes } from '../support/sizes.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')
const { visit, visitAgain, watch } = useConsole()
const list = `/o/${org_id}/p/${project_id}`
const parts = new ChunkSizes(resolve('dist-web'))
const findPart = (source: string) => `/${parts.getFile(source)}`

const addTask = (title: string, body: object = {}) => createTask(ada, org_id, { project_id, title, ...body })
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
const describeAsBen = async (id: string, description: string) =>
  expectStatus(await ben.patch(`/v1/tasks/${id}`, { body: { description } }), 200)
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Task' })
const openTask = (id: string) => visitAgain({ at: app, as: 'ada', to: `${list}?task=${id}` })

/** Changes the description as another user just before the page does. */
async function meet(page: Page, id: string, description: string): Promise<void> {
  let isMet = false
  await page.route(`**/v1/tasks/${id}`, async (route) => {
    if (route.request().method() === 'PATCH' && !isMet) {
      isMet = true
      await describeAsBen(id, description)
    }
    await route.continue()
  })
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function pasteImage(field: Locator, name: string): Promise<void> {
  await field.evaluate(
    (element, [fileName, content]) => {
      const bytes = Uint8Array.from(atob(content!), (one) => one.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], fileName!, { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [name, pixel],
  )
}

describe.skipIf(!chromiumPath)('a description', () => {
  test('has check boxes that are ticked beside changes of other lines, and undone', async () => {
    watch.allowComplaints(/status of 412/)
    const { task_id } = await addTask('Rig the crane', { description: 'Before noon\n\n- [ ] rope\n- [x] hook' })
    const page = await openTask(task_id)
    const rope = findPanel(page).getByRole('checkbox', { name: 'rope', exact: true })
    await rope.waitFor()
    await meet(page, task_id, 'Before ten\n\n- [ ] rope\n- [x] hook')
    await rope.check()
    await expect.poll(async () => (await read(task_id)).description).toBe('Before ten\n\n- [x] rope\n- [x] hook')
    await findPanel(page).getByText('Before ten').waitFor()
    expect(await rope.isChecked()).toBe(true)
    await findPanel(page).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await read(task_id)).description).toBe('Before ten\n\n- [ ] rope\n- [x] hook')

    const body = { task_id, content: '- [ ] chain\n- [ ] anchor' }
    const { comment_id } = expectStatus(await ada.post('/v1/task-comments', { body }), 201)
    const readComment = async () => expectStatus(await ada.get(`/v1/task-comments/${comment_id}`), 200).content
    await findPanel(page).getByRole('checkbox', { name: 'anchor' }).check()
    await expect.poll(readComment).toBe('- [ ] chain\n- [x] anchor')
    let hasVersion: string | undefined
    await page.route(`**/v1/task-comments/${comment_id}`, (route) => {
      hasVersion ??= route.request().headers()['if-match']
      return route.continue()
    })
    await findPanel(page).getByRole('checkbox', { name: 'chain' }).check()
    await expect.poll(readComment).toBe('- [x] chain\n- [x] anchor')
    expect(hasVersion).toBeDefined()
  })

  test('asks when the ticked line itself was changed', async () => {
    watch.allowComplaints(/status of 412/)
    const { task_id } = await addTask('Load the barge', { description: '- [ ] rope\n- [ ] hook' })
    const page = await openTask(task_id)
    const rope = findPanel(page).getByRole('checkbox', { name: 'rope', exact: true })
    await rope.waitFor()
    await meet(page, task_id, '- [ ] chain\n- [ ] hook')
    await rope.check()
    await findPanel(page).getByRole('alert').filter({ hasText: 'ben also changed Description' }).waitFor()
    expect((await read(task_id)).description).toBe('- [ ] chain\n- [ ] hook')
  })

  test('keeps the paragraphs of two people when one of them saves later', async () => {
    const { task_id } = await addTask('Plan the move', { description: 'Start\n\nEnd' })
    const page = await openTask(task_id)
    await page.getByRole('button', { name: 'Edit: Description' }).click()
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('Start at noon\n\nEnd')
    await describeAsBen(task_id, 'Start\n\nEnd at ten')
    await findPanel(page).getByText('ben changed other lines').waitFor()
    await field.press('Control+Enter')
    await expect.poll(async () => (await read(task_id)).description).toBe('Start at noon\n\nEnd at ten')
  })

  test('gets links by key and pasted images in its text, while the palette stays closed', async () => {
    const { task_id } = await addTask('Paint the shed', { description: 'the plan' })
    const page = await openTask(task_id)
    await page.getByRole('button', { name: 'Edit: Description' }).click()
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.press('End')
    for (let n = 0; n < 4; n++) await field.press('Shift+ArrowLeft')
    await field.press('Control+k')
    await page.keyboard.type('https://a.example')
    await expect.poll(() => field.inputValue()).toBe('the [plan](https://a.example)')
    await field.press('End')
    await pasteImage(field, 'shed.png')
    await expect.poll(() => field.inputValue()).toMatch(/\n!\[shed\.png\]\(\/v1\/task-attachments\/\w+\/content\)\n$/)
    await field.press('Control+Enter')
    const image = findPanel(page).getByRole('img', { name: 'shed.png' }).first()
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('the inbox', () => {
  test('shows the words of a comment, and opens the next entry after one is done', async () => {
    const first = await addTask('Check the tide')
    const second = await addTask('Call the pilot', { assignee: 'ben' })
    const body = { task_id: first.task_id, content: `@ben The gauge ${'is off '.repeat(30)}` }
    expectStatus(await ada.post('/v1/task-comments', { body }), 201)
    await createNotifications(app)
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/inbox` })
    const row = page.getByRole('listitem').filter({ hasText: 'Check the tide' })
    await row.getByText(/: “@ben The gauge is off .*…”$/).waitFor()
    await row.getByRole('link').click()
    await page.waitForURL(`**/inbox?task=${first.task_id}`)
    await row.hover()
    await row.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(`**/inbox?task=${second.task_id}`)
    await findPanel(page).getByRole('textbox', { name: 'Title' }).waitFor()
    expect(await row.count()).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('keys and filters', () => {
  test('exclude values, choose by digits, and are found in the help', async () => {
    await addTask('Coil the line', { status: 'in_progress' })
    await addTask('Sold the boat', { status: 'completed' })
    const page = await visitAgain({ at: app, as: 'ada', to: `${list}?group=none` })
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await row('Sold the boat').waitFor()
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Add a filter' }).fill('Status')
    await page.keyboard.press('Enter')
    const statuses = page.getByRole('combobox', { name: 'Status' })
    await statuses.fill('Is not')
    await page.keyboard.press('Enter')
    await statuses.fill('Completed')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Status is not Completed', exact: true }).waitFor()
    await expect.poll(() => row('Sold the boat').count()).toBe(0)
    await row('Coil the line').waitFor()
    await page.keyboard.press('Escape')

    await row('Coil the line').hover()
    await page.keyboard.press('p')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    await page.keyboard.press('1')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await ada.get('/v1/tasks', { query: { org_id, 'filter[priority]': 'critical' } })).body.data)
      .toMatchObject([{ title: 'Coil the line' }])

    await page.keyboard.press('?')
    await page.getByRole('searchbox', { name: 'Search shortcuts' }).fill('undo')
    const shortcuts = page.getByRole('dialog').getByRole('listitem')
    await expect.poll(() => shortcuts.allTextContents()).toEqual([expect.stringMatching(/^Undo: .*CtrlZ$/)])
    await page.getByRole('searchbox', { name: 'Search shortcuts' }).fill('')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('move through tasks grouped by tag, due date and team, of which each has all its tags', async () => {
    const { project_id: yard } = await createProject(ada, org_id)
    const add = (title: string, body: object) => createTask(ada, org_id, { project_id: yard, title, ...body })
    const today = new Date().toISOString().slice(0, 10)
    await add('Caulk the deck', { tags: ['deck', 'tar'], due_date: '2020-01-01', priority: 'high' })
    await add('Boil the tar', { tags: ['tar'], due_date: today })
    await add('Sweep the yard', {})
    const page = await visitAgain({ at: app, as: 'ada', to: `/o/${org_id}/p/${yard}?group=tags` })
    const heads = page.locator('.group-head-button')
    await expect.poll(() => heads.allTextContents()).toEqual(['deck1', 'tar2', 'No tags1'])
    const current = () => page.locator('.task-row-current').evaluateAll((rows) => rows.map((row) => row.ariaRowIndex))
    const steps: unknown[] = []
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('j')
      await expect.poll(current).not.toEqual(steps.at(-1) ?? [])
      steps.push(await current())
    }
    expect(steps).toEqual([['2'], ['4'], ['5'], ['7']])
    await page.locator('[aria-rowindex="4"] [data-mark]').click({ modifiers: ['Shift'] })
    await expect.poll(current).toEqual(['4'])

    const run = async (command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command palette' }).fill(`>${command}`)
      await page.getByRole('option', { name: command }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await run('Group by: Due date')
    await expect.poll(() => heads.allTextContents()).toEqual(['Earlier1', 'Today1', 'No due date1'])
    await run('Filter: Tag')
    await page.getByRole('combobox', { name: 'Tag' }).fill('No tags')
    await page.keyboard.press('Enter')
    await expect.poll(() => heads.allTextContents()).toEqual(['No due date1'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Tag' }).waitFor({ state: 'detached' })
    await visitAgain({ at: app, as: 'ada', to: `/o/${org_id}/p/${yard}?group=team` })
    await expect.poll(() => heads.allTextContents()).toEqual(['No team3'])
  })

  test('of the fields are shown in the open task, of which empty sections are not printed', async () => {
    const { task_id } = await addTask('Mend the net')
    const page = await openTask(task_id)
    const field = findPanel(page).getByRole('button', { name: /^Due:/ })
    await field.hover()
    await expect
      .poll(() => field.locator('kbd').evaluate((one) => getComputedStyle(one.parentElement!.parentElement!).opacity))
      .toBe('1')
    expect(await field.locator('kbd').textContent()).toBe('D')
    const heading = findPanel(page).getByRole('heading', { name: 'Reminders' })
    await heading.waitFor()
    await page.emulateMedia({ media: 'print' })
    await heading.waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: null })
  })

  test('that fit nothing leave a sentence on the board, and searches mark the text', async () => {
    const page = await visitAgain({ at: app, as: 'ada', to: `${list}?view=board&filter[tags]=nothing` })
    await page.getByText('No tasks match these filters').waitFor()
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(0)
    await addTask('Fill the lamp with oil')
    await visitAgain({ at: app, as: 'ada', to: `/o/${org_id}/search?q=LAMP` })
    await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['lamp'])
  })
})

describe.skipIf(!chromiumPath)('without a part or a name', () => {
  test('the offer to load a part again stays until it is accepted, and an error goes with the connection', async () => {
    watch.allowComplaints(/net::ERR_/)
    const { task_id } = await addTask('Weigh the anchor', { description: 'Of **iron**' })
    const { page } = await visit({ at: app, as: 'ada', newProfile: true })
    let isMissing = true
    await page.route(
      ({ pathname }) => pathname === '/' || pathname === findPart('components/render-markdown.ts'),
      (route) => (isMissing ? route.abort() : route.continue()),
    )
    await page.route(app.url + findPart('features/tasks/field-pickers.tsx'), (route) => route.abort())
    await page.clock.install()
    await page.goto(`${app.url}${list}?task=${task_id}`)
    const toast = page.getByText('Formatting is not available now').locator('..')
    await toast.waitFor()
    await page.clock.fastForward(20_000)
    isMissing = false
    await toast.getByRole('button', { name: 'Try again' }).click()
    await findPanel(page).locator('strong').waitFor()
    expect(await toast.count()).toBe(0)

    let isAway = true
    await page.route(
      ({ pathname }) => pathname === '/' || pathname.startsWith('/v1/'),
      (route) => (isAway ? route.abort() : route.continue()),
    )
    await page.getByRole('row', { name: /Weigh the anchor/ }).hover()
    await page.keyboard.press('s')
    const error = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await error.waitFor()
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByText('You are offline').waitFor()
    isAway = false
    await expect.poll(() => error.count()).toBe(0)
  })

  test('quick add waits for the members that its line names', async () => {
    const { page } = await visit({ at: app, as: 'ada' })
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/organization-members/*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(app.url + list)
    await page.getByRole('row', { name: /./ }).first().waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('combobox').fill('Whip the ends @ben')
    await page.keyboard.press('Enter')
    await page.getByText('Loading names').waitFor()
    release()
    const found = async () =>
      (await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Whip the ends' } })).body.data
    await expect.poll(found).toMatchObject([{ title: 'Whip the ends', assignee: 'ben' }])
  })
})

describe.skipIf(!chromiumPath)('subtasks in a list', () => {
  test('stand below their parent with a count, fold, and stand alone in other groups or if not wanted', async () => {
    const { project_id: yard } = await createProject(ada, org_id)
    const add = async (title: string, body: object) =>
      (await createTask(ada, org_id, { project_id: yard, title, ...body })).task_id
    const sub_tasks = [
      await add('Scrape the hull', { priority: 'high' }),
      await add('Paint the hull', { priority: 'medium' }),
      await add('Dry the hull', { status: 'completed' }),
    ]
    await add('Refit the boat', { priority: 'low', sub_tasks })
    await add('Sweep the yard', { priority: 'high' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${yard}?group=status&sort=priority` })
    const readTitles = () => page.locator('.task-row .task-row-title a').allTextContents()
    await expect.poll(readTitles).toEqual(['Sweep the yard', 'Refit the boat', 'Scrape the hull', 'Paint the hull'])
    const parent = page.getByRole('row', { name: /Refit the boat/ })
    await parent.getByRole('img', { name: '1 of 3 subtasks done' }).waitFor()
    const readStart = (title: string) =>
      page.getByRole('link', { name: title }).evaluate((link) => link.getBoundingClientRect().left)
    expect(await readStart('Paint the hull')).toBeGreaterThan(await readStart('Sweep the yard'))
    const fold = parent.getByRole('button', { name: /^Subtasks of/ })
    await fold.click()
    await expect.poll(readTitles).toEqual(['Sweep the yard', 'Refit the boat'])
    await fold.click()
    await expect.poll(readTitles).toEqual(['Sweep the yard', 'Refit the boat', 'Scrape the hull', 'Paint the hull'])
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('checkbox', { name: 'Nest subtasks' }).uncheck()
    const flat = ['Scrape the hull', 'Sweep the yard', 'Paint the hull', 'Refit the boat']
    await expect.poll(readTitles).toEqual(flat)
    await page.reload()
    await expect.poll(readTitles).toEqual(flat)
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from '../../support/factories.ts'
import { processPendingEvents as tellPeople } from '../../resources/notifications/run-pipeline.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben)
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'viewer')
const { visit, watch } = useConsole()

const createTaskInProject = (body: object) => createTask(ada, org_id, { project_id, ...body })
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)

const countSubtasks = (task: { sub_tasks: string[] }) => task.sub_tasks.length

/** Actions in the panel for a user who may not change the task; edit and delete are for the user's own comment. */
const allowed = [
  'Attach files',
  'Close the task (Esc)',
  'Comment',
  'Comments',
  'Copy link',
  'Delete',
  'Edit',
  'History',
  'Next task (J)',
  'Previous task (K)',
  'Remind me',
  'Reply',
  'Watch',
]

describe.skipIf(!chromiumPath)('a task beside its list', () => {
  test('shows a remote change beside the draft, and overwrites neither', async () => {
    const { task_id } = await createTaskInProject({ title: 'Order rope', description: 'Twelve metres.' })
    const { page, tab } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    await page.getByRole('button', { name: 'Edit: Description' }).click()
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('Twenty metres.')
    const body = { description: 'Thirty metres.' }
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
    const conflict = page.getByRole('alert')
    await conflict.getByText('Thirty metres.').waitFor()
    await conflict.getByText('Twenty metres.').waitFor()
    await field.press('Control+Enter')
    expect((await read(task_id)).description).toBe('Thirty metres.')

    // A draft is restored in another tab, with the version that it was based on.
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('Twenty metres.')
    await page.close()
    const again = await tab()
    await again.goto(`${app.url}/o/${org_id}/my?task=${task_id}`)
    await again.getByRole('button', { name: 'Keep yours' }).click()
    await again.getByRole('textbox', { name: 'Description' }).press('Control+Enter')
    await expect.poll(async () => (await read(task_id)).description).toBe('Twenty metres.')
  })

  test('offers a user with read access only allowed actions', async () => {
    const { task_id } = await createTaskInProject({ title: 'Paint the bollards', description: 'Yellow.' })
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/my?task=${task_id}` })
    const panel = page.getByRole('region', { name: 'Task: Paint the bollards' })
    await panel.getByRole('textbox', { name: 'Your comment' }).fill('With @ada?')
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel.getByRole('listitem').filter({ hasText: 'With @ada?' }).first().waitFor()
    await panel.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    const listOffered = async () => {
      const names = await panel
        .getByRole('button')
        .evaluateAll((all) => all.flatMap((one) => [(one as HTMLElement).innerText, one.getAttribute('title')]))
      return names.filter(Boolean).sort()
    }
    await expect.poll(listOffered).toEqual(allowed)
    await expect.poll(() => panel.getByRole('textbox', { name: 'Title' }).count()).toBe(0)
  })

  test('shows its sprint and its goal', async () => {
    const team = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Quay crew' } }), 200, 201)
    const ofTeam = `/v1/teams/${team.team_id}`
    const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
    const planned = { name: 'Spring works', start_date: '2030-01-07', duration_weeks: 2 }
    const { sprint_id } = await post(`${ofTeam}/sprints`, planned)
    const within = await createProject(ada, org_id, { team_id: team.team_id })
    const { goal_id } = await post(`/v1/projects/${within.project_id}/goals`, { name: 'Ships berth' })
    const { task_id } = await createTaskInProject({ title: 'Dredge', project_id: within.project_id, goal_id })
    expectStatus(await ada.put(`/v1/tasks/${task_id}/sprint`, { body: { sprint_id } }), 200, 204)
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    const panel = page.getByRole('region', { name: 'Task: Dredge' })
    await panel.getByText('Spring works').waitFor()
    await panel.getByText('Ships berth').waitFor()
  })

  test('stays open when a key closes a picker that has just opened over it', async () => {
    const { task_id } = await createTaskInProject({ title: 'Coil the hawser', due_date: '2030-01-07' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    const panel = page.getByRole('region', { name: 'Task: Coil the hawser' })
    // Presses the key in the instant in which the picker is inserted.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-floating]')) return
      observer.disconnect()
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      globalThis.isPressed = document.activeElement.dispatchEvent(key) || true
    }).observe(document.body, { childList: true, subtree: true })`)
    await panel.getByRole('button', { name: /Jan 7|7 Jan/ }).click()
    await expect.poll(() => page.evaluate('globalThis.isPressed')).toBe(true)
    await expect.poll(() => page.locator('[data-floating]').count()).toBe(0)
    await expect.poll(() => panel.count()).toBe(1)
  })

  test('closes by navigating back, and leaves no history entry that opens it again', async () => {
    const { task_id } = await createTaskInProject({ title: 'Coil the rope' })
    const list = `${app.url}/o/${org_id}/p/${project_id}`
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/inbox` })
    const open = async () => {
      await page.getByRole('link', { name: 'Coil the rope' }).click()
      await page.getByRole('region', { name: 'Task: Coil the rope' }).waitFor()
    }
    const close = () => page.getByRole('button', { name: 'Close the task' }).click()
    await page.locator(`a[href$="/p/${project_id}"]`).click()
    await open()
    await close()
    await page.waitForURL(list)
    // A double press closes it once.
    await open()
    await page.getByRole('main').press('Escape')
    await page.getByRole('main').press('Escape')
    await page.waitForURL(list)
    await page.goBack()
    expect(page.url()).toContain('/inbox')
    await page.goForward()
    await page.goForward()
    expect(page.url()).toBe(`${list}?task=${task_id}`)

    // A task opened by its URL leaves no history entry.
    const { page: other } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/inbox` })
    await other.goto(`${list}?task=${task_id}`)
    await other.getByRole('button', { name: 'Close the task' }).click()
    await other.waitForURL(list)
    await other.goBack()
    expect(other.url()).toContain('/inbox')
  })

  test('gets a subtask in the end, though its parent failed at first', async () => {
    watch.allowComplaints(/status of 4(04|12)/)
    const { task_id } = await createTaskInProject({ title: 'Rig the crane' })
    const at = `/v1/tasks/${task_id}`
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    await page.route(
      `**${at}/subtasks`,
      async (route) => {
        expectStatus(await ada.delete(at), 200, 204)
        return route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Add a subtask' }).click()
    await page.keyboard.type('Whip the ends')
    await page.keyboard.press('Enter')
    const refused = page.getByRole('alert').filter({ hasText: 'Not saved' })
    await refused.waitFor()
    expectStatus(await ada.post(`${at}/restore`), 200)
    await refused.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await read(task_id)).sub_tasks).toHaveLength(1)
    await expect.poll(() => refused.count()).toBe(0)
  })

  test('is duplicated with its subtasks, and undo deletes the copies', async () => {
    const child = await createTaskInProject({ title: 'Whip the ends' })
    const { task_id } = await createTaskInProject({ title: 'Splice the hawser', sub_tasks: [child.task_id] })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('Duplicated “Splice the hawser”').waitFor()
    const query = { project_id, 'filter[search]': 'Splice the hawser' }
    const listCopies = async () => expectStatus(await ada.get('/v1/tasks', { query }), 200).data
    await expect.poll(async () => (await listCopies()).map(countSubtasks)).toEqual([1, 1])
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await listCopies()).length).toBe(1)
  })

  test('is duplicated from a board too, where its subtasks are not loaded', async () => {
    const { project_id: own } = await createProject(ada, org_id)
    const { task_id } = await createTask(ada, org_id, { project_id: own, title: 'Coil the line' })
    await createTask(ada, org_id, { project_id: own, title: 'Moor the barge', sub_tasks: [task_id] })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/p/${own}?view=board` })
    await page.getByRole('link', { name: 'Moor the barge' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    const query = { project_id: own, 'filter[search]': 'Moor the barge' }
    const listCopies = async () => expectStatus(await ada.get('/v1/tasks', { query }), 200).data
    await expect.poll(async () => (await listCopies()).map(countSubtasks)).toEqual([1, 1])
  })

  test('is deleted and restored by undo', async () => {
    const { task_id } = await createTaskInProject({ title: 'Sell the crane' })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my?task=${task_id}` })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(async () => (await ada.get(`/v1/tasks/${task_id}`)).status).toBe(404)
    await page.getByRole('region').getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('region', { name: 'Task: Sell the crane' }).waitFor()
    await expect.poll(async () => (await ada.get(`/v1/tasks/${task_id}`)).status).toBe(200)
  })
})

describe.skipIf(!chromiumPath)('many tasks of a list', () => {
  test('are marked to the last in a small window, deleted, and restored one by one and together', async () => {
    const { project_id } = await createProject(ada, org_id)
    for (let n = 10; n < 24; n++) await createTaskInProject({ project_id, title: `Knot ${n}` })
    const countTasks = async () => (await ada.get('/v1/tasks/count', { query: { project_id } })).body.count
    const to = `/o/${org_id}/p/${project_id}?group=none&sort=title`
    const { page } = await visit({ at: app, as: 'ada', to, look: { viewport: { width: 360, height: 640 } } })
    const rows = page.getByRole('row', { name: /Knot/ })
    await rows.first().waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: '1 task selected' })
    await bar.waitFor()
    const isAboveBar = async () => {
      const [last, { y }] = [await page.getByRole('row', { name: 'Knot 23' }).boundingBox(), (await bar.boundingBox())!]
      return last !== null && last.y + last.height <= y
    }
    await expect.poll(isAboveBar).toBe(true)

    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 14 tasks').waitFor()
    await expect.poll(countTasks).toBe(0)
    // All of it is one undo step.
    await page.keyboard.press('Control+z')
    await expect.poll(countTasks).toBe(14)
    const readRowCount = () => page.getByRole('grid').getAttribute('aria-rowcount')
    await expect.poll(readRowCount).toBe('14')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(countTasks).toBe(0)
    await page.goto(`${app.url}${to}&filter[deleted]=true`)
    await rows.first().getByRole('button', { name: 'Restore' }).click()
    await expect.poll(countTasks).toBe(1)
    await expect.poll(() => rows.count()).toBe(13)
    await rows.first().click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
    await expect.poll(countTasks).toBe(14)
    await expect.poll(() => rows.count()).toBe(0)
  })
})

describe.skipIf(!chromiumPath)('a user’s own work', () => {
  test('is planned by keyboard: overdue tasks first, moved to a section, and back by undo', async () => {
    const { task_id } = await createTaskInProject({
      title: 'Grease the crane',
      assignee: 'ada',
      due_date: '2020-01-01',
    })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    const findSection = (name: string) => page.getByRole('region', { name }).getByText('Grease the crane')
    await findSection('Overdue').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Alt+ArrowRight')
    await findSection('Doing').waitFor()
    await page.reload()
    await findSection('Doing').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await page.getByRole('menuitemcheckbox', { name: 'Later' }).press('Enter')
    await findSection('Later').waitFor()
    await page.keyboard.press('Control+z')
    await findSection('Doing').waitFor()
    expect((await read(task_id)).version).toBe(1)
  })

  test('has what is due today apart, until it is moved to a later section', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    const due_date = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    await createTaskInProject({ title: 'Check the moorings', assignee: 'ada', due_date })
    const findSection = (name: string) => page.getByRole('region', { name }).getByText('Check the moorings')
    await findSection('Today').waitFor()
    await page.getByRole('link', { name: 'Check the moorings' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await findSection('Doing').waitFor()
    expect(await page.getByRole('region', { name: 'Today' }).count()).toBe(0)
  })

  test('appears in the inbox, and is dismissed by a key', async () => {
    const { task_id } = await createTaskInProject({ title: 'Call the pilot', assignee: 'ben' })
    await tellPeople(app)
    const { page } = await visit({ at: app, as: 'ben', to: `/o/${org_id}/inbox` })
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Call the pilot' })
    await row.getByText('ada assigned it to you').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/inbox?task=${task_id}`)
    await expect.poll(() => row.getByText('Unread').count()).toBe(0)
    await page.keyboard.press('e')
    await expect.poll(() => row.count()).toBe(0)
    const listDone = async () =>
      (await ben.get('/v1/notifications', { query: { org_id, 'filter[done]': 'true' } })).body.data
    await expect.poll(listDone).toMatchObject([{ resource_id: task_id, done: true, read: true }])
  })
})

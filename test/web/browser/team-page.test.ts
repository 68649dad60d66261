import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await insertMembership(await app.signIn('ben'), org_id, 'member')
const { visit } = useConsole()
const path = `/o/${org_id}/settings/teams`
const wide = { width: 1280, height: 800 }

const findTeam = async (): Promise<{
  team_id: string
  members: { user_id: string; username: string; team_role: string }[]
}> => {
  const { data } = expectStatus(await ada.get('/v1/teams', { query: { org_id } }), 200)
  return expectStatus(await ada.get(`/v1/teams/${data[0].team_id}`), 200)
}
const listSprints = async (): Promise<
  { sprint_id: string; name: string; start_date: string; duration_weeks: number }[]
> => expectStatus(await ada.get(`/v1/teams/${(await findTeam()).team_id}/sprints`), 200).data

async function openTeam(as: string): Promise<Page> {
  const { page } = await visit({ at: app, as, to: path })
  await page.getByRole('button', { name: 'Crane crew', exact: true }).click()
  await page.getByRole('heading', { name: 'Sprints' }).waitFor()
  return page
}

describe.skipIf(!chromiumPath)('the page of a team', () => {
  test('a team is created and gets a member by keys alone', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await tabTo(page, 'button', 'New team')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Crane crew')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Add a member')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /ben/ }).waitFor()
    await page.keyboard.type('ben')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Role of ben' }).waitFor()
    const listMembers = async () => (await findTeam()).members
    await expect.poll(listMembers).toMatchObject([{ username: 'ada' }, { username: 'ben', team_role: 'member' }])
    await page.getByRole('button', { name: 'Remove ben' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await findTeam()).members.length).toBe(2)
  })

  test('two sprints are planned by Enter, and the first closes with its open task moved to the second', async () => {
    const page = await openTeam('ada')
    for (const name of ['Sprint 1', 'Sprint 2']) {
      await page.getByRole('button', { name: 'Plan a sprint' }).click()
      await page.getByLabel('Name').press('Enter')
      await page.getByText(name, { exact: true }).waitFor()
    }
    await expect.poll(async () => (await listSprints()).map((sprint) => sprint.duration_weeks)).toEqual([2, 2])
    const sprints = await listSprints()
    const find = (name: string) => sprints.find((sprint) => sprint.name === name)!.sprint_id
    const { team_id } = await findTeam()
    const { task_id } = await createTask(ada, org_id, { team_id, sprint_id: find('Sprint 1') })
    await page.reload()
    const burndown = page.getByRole('figure', { name: 'Burndown of Sprint 1: 1 open task' })
    await burndown.getByText('As a table').click()
    await expect.poll(() => burndown.getByRole('row').last().innerText()).toMatch(/^Today\s+1\s+0\s+1\s+0$/)
    await expectAccessible(page, 'a team')
    await page.setViewportSize(wide)
    await page.getByText('0 of 1 completed').waitFor()
    const item = page.getByRole('listitem').filter({ hasText: 'Sprint 1' })
    await item.getByRole('button', { name: 'Close' }).click()
    await page.getByText('1 task is open.').waitFor()
    await page.getByRole('button', { name: 'Close sprint' }).click()
    await page.getByText('Sprint 1 is closed').waitFor()
    const readSprint = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).sprint_id
    await expect.poll(readSprint).toBe(find('Sprint 2'))
  })

  test('tasks of its projects are moved from the backlog into a sprint and back by keys', async () => {
    const { team_id } = await findTeam()
    const { project_id } = await createProject(ada, org_id, { name: 'Slipway', team_id })
    const { task_id } = await createTask(ada, org_id, { project_id, title: 'Grease the rails' })
    await createTask(ada, org_id, { project_id, title: 'Sweep the yard', status: 'completed' })
    const page = await openTeam('ada')
    await page.getByRole('listitem').filter({ hasText: 'Slipway' }).getByText('1 of 2 completed').waitFor()
    await page.getByRole('button', { name: 'Backlog board' }).click()
    const card = page.getByRole('button', { name: /Grease the rails/ }).first()
    await card.waitFor()
    expect(await page.getByText('Sweep the yard').count()).toBe(0)
    const readSprint = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).sprint_id
    for (const name of ['Sprint 2', 'No sprint']) {
      await card.hover()
      await page.keyboard.press('m')
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      const expected = (await listSprints()).find((sprint) => sprint.name === name)?.sprint_id ?? null
      await expect.poll(readSprint).toBe(expected)
    }
  })

  test('a planned sprint starts today, is renamed, and is deleted', async () => {
    const page = await openTeam('ada')
    const act = async (name: string, item: RegExp) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const find = async (name: string) => (await listSprints()).find((sprint) => sprint.name === name)
    const { start_date } = (await find('Sprint 2'))!
    await act('Sprint 2', /Start today/)
    await page.getByText('Sprint 2 has started').waitFor()
    await page.getByText('14 days left').waitFor()
    await expect
      .poll(() => find('Sprint 2'))
      .toMatchObject({ duration_weeks: 2, start_date: expect.not.stringMatching(start_date) })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await find('Sprint 2'))?.start_date).toBe(start_date)
    await act('Sprint 2', /Edit/)
    await page.getByLabel('Name').fill('Launch')
    await page.getByLabel('Goal').fill('Boat in the water')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Boat in the water').waitFor()
    await expect.poll(() => find('Launch')).toMatchObject({ start_date, duration_weeks: 2 })
    await act('Launch', /Delete/)
    await page.getByRole('button', { name: 'Delete sprint' }).click()
    await page.getByText('Launch', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => find('Launch')).toBeUndefined()
  })

  test('closed sprints show how many tasks each completed, and counts follow changes of others', async () => {
    const { team_id } = await findTeam()
    const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
    const to = `/v1/teams/${team_id}/sprints`
    const { sprint_id } = await post(to, { name: 'Early', start_date: '2026-01-05', duration_weeks: 2 })
    for (const status of ['completed', 'on_hold']) await createTask(ada, org_id, { team_id, sprint_id, status })
    await post(`${to}/${sprint_id}/complete`, {})
    const running = await post(to, { name: 'Running', start_date: '2026-01-19', end_date: '9999-01-01' })
    const { task_id } = await createTask(ada, org_id, { team_id, sprint_id: running.sprint_id })
    const page = await openTeam('ben')
    const velocity = page.getByRole('table', { name: 'Completed tasks in the last closed sprints' })
    await expect.poll(() => velocity.getByRole('row').allInnerTexts()).toEqual(['Early\t1', 'Sprint 1\t0'])
    const item = page.getByRole('listitem').filter({ hasText: 'Running' })
    await item.getByText('0 of 1 completed').waitFor()
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { status: 'completed' } }), 200)
    await item.getByText('1 of 1 completed').waitFor()
    await page.getByText('2 closed sprints').click()
    await expectAccessible(page, 'closed sprints')
  })

  test('a milestone is created by keys, and closed by the member responsible for it, who cannot edit it', async () => {
    const page = await openTeam('ada')
    await tabTo(page, 'button', 'New milestone')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Crane 2 certified')
    await page.getByLabel('Target date').fill('2026-02-01')
    await page.getByLabel('Responsible').selectOption({ label: 'ben' })
    await page.getByLabel('Target date').press('Enter')
    const item = page.getByRole('listitem').filter({ hasText: 'Crane 2 certified' })
    await item.getByText('Overdue').waitFor()
    await item.getByText('ben').waitFor()
    const ben = await openTeam('ben')
    await ben.getByRole('button', { name: 'Actions for Crane 2 certified' }).click()
    expect(await ben.getByRole('menuitem').allInnerTexts()).toEqual(['Close milestone'])
    await ben.getByRole('menuitem').click()
    await item.getByText('Closed').waitFor()
    await ben.getByRole('button', { name: 'Undo' }).click()
    await item.getByText('Overdue').waitFor()
  })

  test('the load of each member has the open tasks by week, and the workdays on which they are away', async () => {
    const { team_id } = await findTeam()
    const today = new Date().toISOString().slice(0, 10)
    const late = { team_id, assignee: 'ben', due_date: '2026-01-05' }
    for (const more of [{}, { due_date: today }, { status: 'completed' }])
      await createTask(ada, org_id, { ...late, ...more })
    const away = { start_date: '2026-01-01', end_date: '9999-01-01' }
    const entry = { user_id: (await findTeam()).members.find(({ username }) => username === 'ben')!.user_id, ...away }
    expectStatus(await ada.post(`/v1/teams/${team_id}/availability`, { body: entry }), 201)
    const page = await openTeam('ada')
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'ben' }) })
    const cells = ['2', '0', '0', '0'].map((count) =>
      expect.stringMatching(new RegExp(`^${count}\\s*5 workdays away$`)),
    )
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(cells)
    await expectAccessible(page, 'the load of a team')
  })

  test('a sprint is planned by touch on a phone', async () => {
    const look = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/team/${(await findTeam()).team_id}`, look })
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Sprints, milestones and members' }).tap()
    await page.getByRole('button', { name: 'Plan a sprint' }).tap()
    await page.getByRole('button', { name: 'Create sprint' }).tap()
    await expect.poll(async () => (await listSprints()).map(({ name }) => name)).toContain('Sprint 2')
    await page.getByText('Sprint 2', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('a member of the team sees it without its actions', async () => {
    const page = await openTeam('ben')
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove ben from the team' }).waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
    expect(
      await page
        .getByRole('button', { name: /Plan a sprint|Close|Add a member|New milestone|Actions for Running/ })
        .count(),
    ).toBe(0)
  })
})

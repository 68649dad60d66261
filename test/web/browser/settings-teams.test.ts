import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createTask } from '../../support/factories.ts'
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

const findTeam = async (): Promise<{ team_id: string; members: { username: string; team_role: string }[] }> => {
  const { data } = expectStatus(await ada.get('/v1/teams', { query: { org_id } }), 200)
  return expectStatus(await ada.get(`/v1/teams/${data[0].team_id}`), 200)
}
const listSprints = async (): Promise<{ sprint_id: string; name: string; status: string; duration_weeks: number }[]> =>
  expectStatus(await ada.get(`/v1/teams/${(await findTeam()).team_id}/sprints`), 200).data

async function openTeam(as: string): Promise<Page> {
  const { page } = await visit({ at: app, as, to: path })
  await page.getByRole('button', { name: 'Crane crew', exact: true }).click()
  await page.getByRole('heading', { name: 'Sprints' }).waitFor()
  return page
}

describe.skipIf(!chromiumPath)('teams in the settings', () => {
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
    const sprints = await listSprints()
    expect(sprints.map(({ duration_weeks }) => duration_weeks)).toEqual([2, 2])
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

  test('a member of the team sees it without its actions', async () => {
    const page = await openTeam('ben')
    await page.getByText('Sprint 2', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove ben from the team' }).waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Plan a sprint|Close|Add a member|Actions/ }).count()).toBe(0)
  })
})

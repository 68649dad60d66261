import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await insertMembership(await app.signIn('ben'), org_id, 'member')
const { project_id } = await createProject(ada, org_id, { name: 'North quay', description: 'The **north** quay' })
const goal = { name: 'Quay open', target_date: '2026-01-31' }
const { goal_id } = expectStatus(await ada.post(`/v1/projects/${project_id}/goals`, { body: goal }), 201)
await createTask(ada, org_id, { project_id, goal_id, status: 'completed', title: 'Drive piles' })
await createTask(ada, org_id, { project_id, goal_id, assignee: 'ben', title: 'Pour wall' })
const deleted = await createTask(ada, org_id, { project_id, title: 'Order rope' })
expectStatus(await ada.delete(`/v1/tasks/${deleted.task_id}`), 200)
const { visit, watch } = useConsole()
const path = `/o/${org_id}/p/${project_id}`

describe.skipIf(!chromiumPath)('the page of a project', () => {
  test('is opened from its list, shows its numbers as tables, and restores a deleted task', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByText('Pour wall').first().waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'About the project' }).click()
    const byStatus = page.getByRole('table', { name: 'Tasks by status' })
    await byStatus.waitFor()
    expect(await byStatus.getByRole('row').allInnerTexts()).toEqual(['Not started\t1', 'Completed\t1'])
    const goals = page.getByRole('listitem').filter({ hasText: 'Quay open' })
    expect(await goals.innerText()).toMatch(/Overdue[^]*1 of 2 tasks completed/)
    await page.getByRole('button', { name: 'Edit details' }).click()
    await page.getByLabel('Description').fill('A quay of 300 m')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('A quay of 300 m').waitFor()
    await page.getByRole('button', { name: 'Show deleted tasks' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('No deleted tasks.').waitFor()
    expectStatus(await ada.get(`/v1/tasks/${deleted.task_id}`), 200)
    await expectAccessible(page, 'the page of a project')
  })

  test('offers a member without rights nothing to change', async () => {
    const { page } = await visit({ at: app, as: 'ben', to: `${path}/about` })
    await page.getByText('Every member of the organization can read this project').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'ada' }).getByText('Owner').waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Edit|New goal|Add a person|Actions|Remove/ }).count()).toBe(0)
  })

  test('lets an owner change who leads it, where the last lead stays', async () => {
    watch.allowComplaints(/status of 409/)
    const { page } = await visit({ at: app, as: 'ada', to: `${path}/about` })
    const toggle = async (name: string) => {
      await page.getByRole('button', { name: 'Change the lead' }).click()
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      await page.keyboard.press('Escape')
    }
    const listLeads = async () =>
      expectStatus(await ada.get(`/v1/projects/detail/${project_id}`), 200).leads.map(
        ({ username }: { username: string }) => username,
      )
    const people = page.getByRole('listitem')
    await toggle('ben')
    await expect.poll(async () => (await listLeads()).toSorted()).toEqual(['ada', 'ben'])
    await expect.poll(() => people.filter({ hasText: 'ben' }).getByRole('combobox').inputValue()).toBe('owner')
    await toggle('ben')
    await expect.poll(listLeads).toEqual(['ada'])
    await expect.poll(() => people.filter({ hasText: 'ben' }).getByRole('combobox').inputValue()).toBe('editor')
    await toggle('ada')
    await page.getByText('This is the last owner of the project.').first().waitFor()
    expect(await listLeads()).toEqual(['ada'])
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject } from '../../support/factories.ts'
import { expectAccessible } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const { project_id } = await createProject(ada, org_id)
const { team_id } = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Riggers' } }), 201)
expectStatus(await ada.post(`/v1/projects/${project_id}/journeys`, { body: { name: 'Rigging' } }), 201)
const { visit } = useConsole()
const settings = `/o/${org_id}/settings`
const readOrganization = async () => expectStatus(await ada.get(`/v1/organizations/${org_id}`), 200)

/** Opens the general settings after those of fields, and types a description. */
async function describeOrganization(text: string): Promise<Page> {
  const { page } = await visit({ at: app, as: 'ada', to: `${settings}/fields` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('heading', { name: 'Custom fields' }).first().waitFor()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill(text)
  return page
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' })

describe.skipIf(!chromiumPath)('a form that is left with unsaved input', () => {
  test('is kept until the user agrees: by a link, by Back, and when the tab is closed', async () => {
    const page = await describeOrganization('Ropes for every harbour')
    const field = page.getByRole('textbox', { name: 'Description' })
    await page.getByRole('link', { name: 'Custom fields' }).click()
    await question(page).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Ropes for every harbour')
    await page.goBack()
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('Ropes for every harbour')
    expect(new URL(page.url()).pathname).toBe(`${settings}/organization`)
    const prompt = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const native = await prompt
    expect(native.type()).toBe('beforeunload')
    await native.dismiss()
    await page.goBack()
    await expectAccessible(page, 'the question about unsaved input')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Custom fields' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${settings}/fields`)
    expect((await readOrganization()).description).not.toContain('Ropes')
  })

  test('asks nothing once the input is saved, or what it was before', async () => {
    const page = await describeOrganization('Ropes')
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('')
    await page.getByRole('link', { name: 'Custom fields' }).click()
    await field.waitFor({ state: 'detached' })
    await page.goBack()
    for (const text of ['Ropes', 'Ropes and sails']) {
      await field.fill(text)
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect.poll(async () => (await readOrganization()).description).toBe(text)
    }
    await page.getByRole('status').getByText('Saved').first().waitFor()
    await page.getByRole('link', { name: 'Custom fields' }).click()
    await field.waitFor({ state: 'detached' })
  })

  test('keeps its input when another setting of the page is saved', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `${settings}/organization` })
    const days = page.getByRole('textbox', { name: 'Days to keep events' })
    await days.fill('400')
    const read = async () => expectStatus(await ada.get(`/v1/organizations/${org_id}/settings`), 200)
    const before = (await read()).default_visibility
    const visibility = page.getByRole('combobox', { name: 'Visibility of new projects' })
    await visibility.selectOption({ index: 1 })
    await expect.poll(async () => (await read()).default_visibility).not.toBe(before)
    await page.getByRole('status').getByText('Saved').first().waitFor()
    expect(await days.inputValue()).toBe('400')
  })

  test('asks in the dialogs of plans too, by Escape and the close button', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    const forms: [path: string, button: string, field: string][] = [
      [`/o/${org_id}/team/${team_id}/about`, 'Plan a sprint', 'Goal (optional)'],
      [`/o/${org_id}/team/${team_id}/about`, 'New milestone', 'Title'],
      [`/o/${org_id}/p/${project_id}/about`, 'New goal', 'Name'],
      [`/o/${org_id}/p/${project_id}/about`, 'Edit details', 'Description'],
      [`/o/${org_id}/roadmap`, 'New stop', 'Title'],
    ]
    for (const [path, button, field] of forms) {
      await page.goto(app.url + path)
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(field).fill('Splice the ropes')
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: 'Close' }).first().click(),
      ]) {
        await leave()
        await question(page).getByRole('button', { name: 'Keep editing' }).click()
        await expect.poll(() => dialog.getByLabel(field).inputValue()).toBe('Splice the ropes')
      }
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
  }, 60_000)

  test('asks in a dialog over which Back leads to another page', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `${settings}/teams` })
    await page.getByRole('button', { name: 'Riggers' }).click()
    await page.getByRole('button', { name: 'New milestone' }).click()
    await page.getByLabel('Title').fill('Ropes')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Ropes')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${settings}/teams`)
  })

  test('asks on a phone when Back would close its dialog', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/team/${team_id}/about` })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'New milestone' }).click()
    await page.getByLabel('Title').fill('Ropes')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Ropes')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(`/o/${org_id}/team/${team_id}/about`)
  })

  test('asks on a phone when Back would leave its page', async () => {
    const page = await describeOrganization('Ropes and knots')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Ropes and knots')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Custom fields' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${settings}/fields`)
  })
})

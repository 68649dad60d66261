import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'
import { tabTo } from '../support/keys.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
for (const [name, role] of [
  ['ben', 'member'],
  ['cleo', 'member'],
  ['dan', 'admin'],
  ['gus', 'guest'],
] as const)
  await insertMembership(await app.signIn(name), org_id, role)
const { visit, watch } = useConsole()
const path = `/o/${org_id}/settings/members`

const listMembers = async (): Promise<
  { username: string; email: string; role: string; is_active: boolean; designation: string }[]
> => expectStatus(await ada.get(`/v1/organization-members/${org_id}`), 200).data
const findMember = async (name: string) => (await listMembers()).find(({ username }) => username === name)
const listInvites = async (): Promise<{ email: string; role: string }[]> =>
  expectStatus(await ada.get(`/v1/organization-invites/org/${org_id}`), 200).data
const findRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

async function open(as: string): Promise<Page> {
  const { page } = await visit({ at: app, as, to: path })
  await findRow(page, 'ben').waitFor()
  return page
}

describe.skipIf(!chromiumPath)('members in the settings', () => {
  test('a role is changed and restored, and a member deactivated and removed, by keys alone', async () => {
    const page = await open('ada')
    await page.keyboard.press('f')
    await page.keyboard.type('cleo')
    await page.getByText('1 found').waitFor()
    await tabTo(page, 'combobox', 'Role of cleo')
    await page.keyboard.type('a')
    // A toast stays while the pointer is over it.
    await page.getByText('cleo is now administrator').hover()
    await expect.poll(async () => (await findMember('cleo'))?.role).toBe('admin')
    await tabTo(page, 'button', 'Undo')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await findMember('cleo'))?.role).toBe('member')

    await tabTo(page, 'button', 'No designation')
    await page.keyboard.press('Enter')
    await page
      .getByRole('option', { name: /Engineer/ })
      .first()
      .waitFor()
    await page.keyboard.type('engineer')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await findMember('cleo'))?.designation).toMatch(/engineer/i)

    await tabTo(page, 'button', 'Actions for cleo')
    await page.keyboard.press('Enter')
    await page.keyboard.type('d')
    await page.keyboard.press('Enter')
    await page.getByText('Their access tokens stop working').waitFor()
    await tabTo(page, 'button', 'Deactivate')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await findMember('cleo'))?.is_active).toBe(false)

    await tabTo(page, 'button', 'Actions for cleo')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expectAccessible(page, 'removing a member', '.dialog', opposite)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(async () => await findMember('cleo')).toBeUndefined()
    await page.getByText('0 found').waitFor()
  })

  test('an invitation is sent, changed, resent and cancelled', async () => {
    const page = await open('dan')
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Email addresses').fill('eve@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Role for eve@example.com' }).selectOption('guest')
    await expect.poll(listInvites).toMatchObject([{ email: 'eve@example.com', role: 'guest' }])
    await page.getByRole('button', { name: 'Renew' }).click()
    await page.getByText('The invitation for eve@example.com is renewed').waitFor()
    await expectAccessible(page, 'members with an invitation')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Cancel the invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click()
    await page.getByText('No invitations are waiting').waitFor()
    await expect.poll(listInvites).toEqual([])
  })

  test('an admin is offered no change of an owner, and a member none at all', async () => {
    const admin = await open('dan')
    await admin.getByRole('combobox', { name: 'Role of ben' }).waitFor()
    expect(await admin.getByRole('combobox', { name: 'Role of ada' }).count()).toBe(0)
    const member = await open('ben')
    await expect.poll(() => member.getByRole('combobox').count()).toBe(0)
    expect(await member.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    await member.getByRole('button', { name: 'Actions for dan' }).click()
    await expect.poll(() => member.getByRole('menuitem').allTextContents()).toEqual(['Show the tasks of dan'])
  })

  test('invitations that fail are listed with their reasons, and those that succeed are shown', async () => {
    watch.allowComplaints(/status of 409/)
    const page = await open('dan')
    const { email } = (await findMember('ben'))!
    expectStatus(await ada.post('/v1/organization-invites', { body: { org_id, email: 'twice@example.com' } }), 200)
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('Email addresses').fill(`"Diaz, Carla" <carla@example.com>, ${email}, twice@example.com`)
    await page.keyboard.press('Enter')
    const error = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: `${email}: ` })
    await expect.poll(() => error.textContent()).toContain('twice@example.com: ')
    await page.getByText('carla@example.com', { exact: true }).waitFor()
    await expect.poll(async () => (await listInvites()).map((one) => one.email)).toContain('carla@example.com')
  })

  // A reload paints the cached role first.
  test('an owner confirms a change of the own role, after which the page offers what the new role allows', async () => {
    watch.allowComplaints(/status of 403/)
    const page = await open('ada')
    await page.getByRole('combobox', { name: 'Role of dan' }).selectOption('owner')
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect.poll(async () => (await findMember('dan'))?.role).toBe('owner')
    await page.getByRole('combobox', { name: 'Role of ada' }).selectOption('member')
    await page.getByText('You cannot undo this yourself').waitFor()
    expect((await findMember('ada'))?.role).toBe('owner')
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    expect(await page.getByRole('combobox').count()).toBe(0)
    await page.reload()
    await findRow(page, 'ben').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
  })

  test('an error stays while its page is open, and is gone on the next one', async () => {
    watch.allowComplaints(/status of 409/)
    const page = await open('dan')
    const body = JSON.stringify({ type: 'about:blank', title: 'Conflict', status: 409, detail: 'Not today.' })
    await page.route(/organization-members/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
    )
    await page.getByRole('combobox', { name: 'Role of ben' }).selectOption('guest')
    await page.getByText('Not today.').waitFor()
    await page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 10_000
    })
    await page.getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('button', { name: 'New team' }).first().waitFor()
    await expect.poll(() => page.getByText('Not today.').count()).toBe(0)
  })

  test('the palette finds the page', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/my` })
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('members')
    await page.getByRole('option', { name: /Members/ }).click()
    await findRow(page, 'ben').waitFor()
    await expectAccessible(page, 'members')
  })
})

import { describe, expect, test } from 'vitest'
import { hashDomainCode } from '../../../src/resources/people/domains/rules.ts'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const ben = await app.signIn('ben')
await insertMembership(ben, org_id, 'admin')
const { visit, watch } = useConsole()
const path = `/o/${org_id}/settings/organization`
const expires_at = '2099-01-01T00:00:00.000Z'
const wide = { width: 1280, height: 800 }
const readSettings = async () => expectStatus(await ada.get(`/v1/organizations/${org_id}/settings`), 200)

describe.skipIf(!chromiumPath)('the organization in the settings', () => {
  test('the token policy names the tokens that a change stops, before it is saved', async () => {
    const body = { org_id, name: 'Endless script', scopes: ['tasks:read'] }
    expectStatus(await ada.post('/v1/tokens', { body }), 201, 200)
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByRole('checkbox', { name: 'Require an expiry' }).check()
    await page.getByText('This stops 1 token:').waitFor()
    await expectAccessible(page, 'the organization')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Save token policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Endless script (ada, personal)').waitFor()
    expect((await readSettings()).require_token_expiry).toBe(false)
    await dialog.getByRole('button', { name: 'Save and stop them' }).click()
    await expect.poll(async () => (await readSettings()).require_token_expiry).toBe(true)
    await page.getByRole('checkbox', { name: 'Require a second factor' }).click()
    await dialog.getByText('are led to the sign-in immediately').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Require a second factor' }).isChecked()).toBe(false)
    expect((await readSettings()).require_second_factor).toBe(false)
    await page.getByRole('checkbox', { name: 'Require a second factor' }).click()
    await dialog.getByRole('button', { name: 'Require it' }).click()
    await expect.poll(async () => (await readSettings()).require_second_factor).toBe(true)
  })

  test('the name is changed, and shown in the sidebar', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour & Sons')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Harbour & Sons' }).waitFor()
    const readName = async () => expectStatus(await ada.get(`/v1/organizations/${org_id}`), 200).name
    await expect.poll(readName).toBe('Harbour & Sons')
  })

  test('the audit log is filtered, and opens to what changed', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/audit` })
    const changed = page.getByText('Settings of the organization changed')
    await changed.first().waitFor()
    await page.getByRole('combobox', { name: 'What' }).selectOption('token')
    await expect.poll(() => changed.count()).toBe(0)
    await page.getByText('An access token was created').click()
    await page.getByText('token.created').waitFor()
    await page.getByRole('region', { name: 'After' }).getByText('Endless script').waitFor()
    await page.locator('summary').getByText('Endless script').first().waitFor()
    await expectAccessible(page, 'the audit log')
    await page.setViewportSize(wide)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.csv')
    await page.reload()
    await page.getByText('An access token was created').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await changed.first().waitFor()
  })

  test('the access review is read, refused after a change, signed, and downloaded', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/settings/access` })
    watch.allowComplaints(/status of 409/)
    await page.getByText('Not signed yet.').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'ben@dev.invalid' })
    await row.getByText('administrator').waitFor()
    await expectAccessible(page, 'the access review')
    const sign = async (note: string) => {
      await page.getByRole('button', { name: 'Sign review' }).click()
      await page.getByRole('textbox', { name: 'Note' }).fill(note)
      await page.keyboard.press('Enter')
    }
    expectStatus(
      await ben.post('/v1/tokens', { body: { org_id, name: 'Late script', scopes: ['tasks:read'], expires_at } }),
      201,
      200,
    )
    await sign('Quarterly review.')
    await page.getByText('Get the access review again.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await row.getByText('1 token').waitFor()
    await sign('Quarterly review.')
    await page.getByText('Last signed by ada').waitFor()
    const { data } = expectStatus(
      await ada.get('/v1/audit', { query: { org_id, action: 'access_review.signed' } }),
      200,
    )
    expect(data).toMatchObject([{ after: { note: 'Quarterly review.' } }])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('access-review.csv')
  })

  test('users of a proved domain join in one click, or ask and are accepted', async () => {
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByRole('button', { name: 'Add domain' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a domain' })
    await adding.getByRole('textbox', { name: 'Domain' }).fill('dev.invalid')
    await adding.getByRole('button', { name: 'Add domain' }).click()
    await page.getByRole('button', { name: 'Enter code' }).click()
    const proving = page.getByRole('dialog', { name: 'Prove dev.invalid' })
    await proving.getByRole('textbox', { name: 'Code' }).fill('AAAA-BBBB-CCCC-DDDD')
    await app.sql(`UPDATE organization_domains SET code_hash = $1, code_expires_at = now() + interval '1 day'`, [
      hashDomainCode('AAAABBBBCCCCDDDD'),
    ])
    await proving.getByRole('button', { name: 'Prove' }).click()
    await page.getByText('proved', { exact: true }).waitFor()
    await expectAccessible(page, 'a proved domain')
    await page.setViewportSize(wide)

    const zoe = (await visit({ at: app, as: 'zoe', to: '/' })).page
    await zoe.getByRole('button', { name: 'Ask to join' }).click()
    await zoe.getByText('An administrator decides').waitFor()
    await expectAccessible(zoe, 'an organization to join')
    await page.goto(`${app.url}/o/${org_id}/settings/members`)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(() => page.getByText('Requests to join').count()).toBe(0)

    await page.goto(app.url + path)
    await page.getByRole('combobox', { name: 'How they join' }).selectOption('instant')
    await expect.poll(async () => (await readSettings()).domain_join_mode).toBe('instant')
    const tom = (await visit({ at: app, as: 'tom', to: '/' })).page
    await tom.getByRole('button', { name: /^Join Harbour/ }).click()
    await tom.waitForURL(`**/o/${org_id}/my`)
  })

  test('an owner deletes the organization after typing its name, an admin cannot', async () => {
    watch.allowComplaints(/status of 40[134]/)
    const admin = (await visit({ at: app, as: 'ben', to: path })).page
    await admin.getByText('Only owners can delete').waitFor()
    const { page } = await visit({ at: app, as: 'ada', to: path })
    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const confirm = page.getByRole('button', { name: 'Delete organization', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await expectAccessible(page, 'deleting the organization', '.dialog', opposite)
    await page.keyboard.type('Harbour & Sons')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Organization' }).waitFor()
    await expect.poll(async () => (await ada.get(`/v1/organizations/${org_id}`)).status).toBe(403)
  })
})

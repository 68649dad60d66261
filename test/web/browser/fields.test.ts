import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { member, organization, project, task } from '../../support/factories.ts'
import { expectAccessible, opposite } from '../support/axe.ts'
import { useConsole } from '../support/console.ts'

const app = await startApp()
const ada = await app.session('ada')
const ben = await app.session('ben')
const { org_id } = await organization(ada)
await member(ada, org_id, ben, 'admin')
const { project_id } = await project(ada, org_id, { name: 'North quay' })

const post = async (to: string, body: object) => expectStatus(await ada.post(to, { body }), 200, 201)
const createField = (body: object) => post('/v1/fields', { org_id, ...body })
const severity = await createField({
  name: 'Severity',
  type: 'select',
  on_card: true,
  options: [
    { label: 'High', color: 'orange' },
    { label: 'Low', color: 'sky' },
  ],
})
await createField({ name: 'Effort', type: 'number', unit: 'h', decimals: 1, min: 0, max: 40 })
await createField({ name: 'Customer', type: 'text' })
await createField({ name: 'Starts', type: 'date' })
await createField({ name: 'Permit', type: 'checkbox' })
await createField({ name: 'Tides', type: 'multi_select', options: [{ label: 'High water' }, { label: 'Low water' }] })
await createField({ name: 'Review by', type: 'person' })
await createField({ name: 'Crew', type: 'people' })
await createField({ name: 'Drawing', type: 'url' })

const add = (title: string, custom: object = {}) => task(ada, org_id, { title, project_id, custom })
const read = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
const readCustom = async (id: string) => (await read(id)).custom as Record<string, unknown>
const list = `/o/${org_id}/p/${project_id}`
const { visit, watch } = useConsole()

/** Opens the editor of a field of the open task, by its row. */
const openEditor = async (page: Page, name: string) => {
  await page
    .locator('.task')
    .getByRole('button', { name: new RegExp(`^${name}:`) })
    .click()
  const editor = page.getByRole('dialog', { name, exact: true })
  await editor.locator(':focus').waitFor()
  return editor
}

describe.skipIf(!chromiumPath)('custom fields of a task', () => {
  test('are set and cleared by keyboard in their nine types', { timeout: 60_000 }, async () => {
    const { task_id } = await add('Drive the piles')
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?task=${task_id}` })
    const fill = async (name: string, text: string) => {
      await openEditor(page, name)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'More fields' }).click()
    await fill('Severity', 'high')
    await fill('Effort', '2,5')
    await fill('Customer', 'Island Line')
    await fill('Starts', '2027-02-01')
    await fill('Review by', 'ben')
    await fill('Drawing', 'example.org/plan')
    for (const [name, items] of [
      ['Tides', ['low', 'high']],
      ['Crew', ['ada', 'ben']],
    ] as const) {
      await openEditor(page, name)
      for (const item of items) {
        await page.keyboard.type(item)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Escape')
    }
    await page.locator('.task').getByRole('checkbox', { name: 'Permit' }).press('Space')
    await expect
      .poll(() => readCustom(task_id))
      .toEqual({
        severity: 'high',
        effort: 2.5,
        customer: 'Island Line',
        starts: '2027-02-01',
        permit: true,
        tides: ['high_water', 'low_water'],
        review_by: 'ben',
        crew: ['ada', 'ben'],
        drawing: 'https://example.org/plan',
      })
    await openEditor(page, 'Severity')
    await page.keyboard.type('None')
    await page.keyboard.press('Enter')
    await expect.poll(() => readCustom(task_id)).not.toHaveProperty('severity')
    await page.keyboard.press('Control+z')
    await expect.poll(() => readCustom(task_id)).toHaveProperty('severity', 'high')
    await expectAccessible(page, 'a task with custom fields')
  })

  test('say beside the field what is wrong, and what the server refuses', async () => {
    watch.allow(/status of 422/)
    const { task_id } = await add('Pour the wall', { tides: ['low_water'] })
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?task=${task_id}` })
    await page.getByRole('button', { name: 'More fields' }).click()
    const editor = await openEditor(page, 'Effort')
    await page.keyboard.type('41')
    await page.keyboard.press('Enter')
    await editor.getByText('Must be at most 40.').waitFor()
    await page.keyboard.press('Escape')
    expect(await readCustom(task_id)).not.toHaveProperty('effort')
    // The limit was lowered after the page read it, and no event has reached the page yet.
    await page.route('**/v1/fields**', (route) => route.abort())
    watch.allow(/ERR_FAILED/)
    const { data } = expectStatus(await ada.get('/v1/fields', { query: { org_id } }), 200)
    const { field_id } = (data as { key: string; field_id: string }[]).find(({ key }) => key === 'effort')!
    expectStatus(await ada.patch(`/v1/fields/${field_id}`, { body: { max: 10 } }), 200)
    await openEditor(page, 'Effort')
    await page.keyboard.type('20')
    await page.keyboard.press('Enter')
    await page.locator('.task-field-custom').getByText('must be at most 10').waitFor()
    expectStatus(await ada.patch(`/v1/fields/${field_id}`, { body: { max: 40 } }), 200)
  })

  test('merge where two users change different ones, and are a conflict where they change the same', async () => {
    watch.allow(/status of 412/, /net::ERR_|Failed to fetch/)
    const { task_id } = await add('Set the bollards', { severity: 'low' })
    const { page, offline } = await visit({ at: app, as: 'ada', to: `${list}?task=${task_id}` })
    await page.getByRole('button', { name: /^Severity: Low/ }).waitFor()
    const change = async (name: string, text: string) => {
      await openEditor(page, name)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'More fields' }).click()
    await openEditor(page, 'Customer')
    await page.keyboard.press('Escape')
    await offline(true)
    await change('Customer', 'Baltic Grain')
    expectStatus(await ben.patch(`/v1/tasks/${task_id}`, { body: { custom: { effort: 3 } } }), 200)
    await offline(false)
    await expect.poll(() => readCustom(task_id)).toEqual({ severity: 'low', effort: 3, customer: 'Baltic Grain' })
    await offline(true)
    await change('Customer', 'Island Line')
    expectStatus(await ben.patch(`/v1/tasks/${task_id}`, { body: { custom: { customer: 'Northern Ferries' } } }), 200)
    await offline(false)
    const bar = page.getByRole('alert').filter({ hasText: 'ben also changed Customer' })
    await bar.getByText('Northern Ferries').waitFor()
    await bar.getByRole('button', { name: 'Keep yours' }).click()
    await expect.poll(() => readCustom(task_id)).toMatchObject({ customer: 'Island Line', effort: 3 })
  })
})

describe.skipIf(!chromiumPath)('lists and boards by custom fields', () => {
  test('a saved view keeps its filters, sorting and foreign parameters when the console saves it', async () => {
    await add('Severe work', { severity: 'high', effort: 8 })
    await add('Severe and small', { severity: 'high', effort: 1 })
    await add('Slight work', { severity: 'low', effort: 9 })
    const view = await post('/v1/views', {
      org_id,
      name: 'Severe',
      query: {
        'filter[custom.severity]': 'high',
        'filter[custom.effort.from]': '2',
        sort_by: 'custom.effort',
        sort_order: 'desc',
        include_inaccessible: 'true',
      },
      display: { group: 'none', columnSizing: { title: 300 } },
    })
    const { page } = await visit({ at: app, as: 'ada', to: `/o/${org_id}/v/${view.view_id}` })
    await page.getByText('Severe work').waitFor()
    expect(await page.getByText('Slight work').count()).toBe(0)
    expect(await page.getByText('Severe and small').count()).toBe(0)
    await page.getByRole('button', { name: /^Effort: ≥ 2/ }).waitFor()
    await page.getByRole('button', { name: /^Remove Severity: High/ }).click()
    await page.getByText('Slight work').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const stored = async () => expectStatus(await ada.get(`/v1/views/${view.view_id}`), 200)
    await expect
      .poll(async () => (await stored()).query)
      .toEqual({
        'filter[custom.effort.from]': '2',
        sort_by: 'custom.effort',
        sort_order: 'desc',
        include_inaccessible: 'true',
      })
    expect((await stored()).display).toEqual({ group: 'none', columnSizing: { title: 300 } })
  })

  test('a card dropped into another column gets its option, and a row can be changed in place', async () => {
    const { task_id } = await add('Hang the fenders', { severity: 'low' })
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?view=board&group=custom.severity` })
    const card = page.getByRole('article', { name: 'Task “Hang the fenders”' })
    await page.getByRole('region', { name: /^Low/ }).filter({ has: card }).waitFor()
    await card.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => readCustom(task_id)).toEqual({ severity: 'high' })
    await page.getByRole('region', { name: /^High/ }).filter({ has: card }).waitFor()
    await page.goto(`${app.url}${list}?columns=custom.severity,custom.effort&group=custom.severity&sort=custom.effort`)
    const row = page.getByRole('row').filter({ hasText: 'Hang the fenders' })
    await row.locator('[data-field="custom.effort"]').click()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect.poll(() => readCustom(task_id)).toEqual({ severity: 'high', effort: 12 })
    await page.getByRole('columnheader', { name: 'Effort', exact: false }).getByRole('button').click()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-custom.effort')
    await expectAccessible(page, 'list by custom fields', undefined, opposite)
  })

  test('a view by an archived field keeps working and says that the field is archived', async () => {
    await add('Severe work', { severity: 'high' })
    const to = `/v1/fields/${String(severity.field_id)}`
    expectStatus(await ada.delete(to), 200)
    const { page } = await visit({ at: app, as: 'ada', to: `${list}?filter[custom.severity]=high` })
    await page.getByRole('button', { name: /^Severity \(archived\): High/ }).waitFor()
    await page.getByText('Severe work').first().waitFor()
    expectStatus(await ada.patch(to, { body: { is_active: true } }), 200)
    // The page follows the change of the definition.
    await page.getByRole('button', { name: /^Severity: High/ }).waitFor()
  })
})

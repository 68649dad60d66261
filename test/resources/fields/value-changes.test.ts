import { expect, test } from 'vitest'
import { changeFieldValues } from '../../../src/resources/work/tasks/commands/change-values.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const { project_id: other } = await createProject(ada, org_id)

const options = [{ label: 'Low' }, { label: 'High' }, { label: 'Gone' }]
const makeField = async (name: string, type: string, values: object = {}) =>
  expectStatus(await ada.post('/v1/fields', { body: { org_id, name, type, options, ...values } }), 201)
const read = async (task_id: string) => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
const listBy = async (filter: object) =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, ...filter } }), 200).data.map(
    (row: { task_id: string }) => row.task_id,
  )
const countIndexed = async (field_id: string) =>
  (await app.sql('SELECT 1 FROM task_field_values WHERE org_id = $1 AND field_id = $2', [org_id, field_id])).length
const run = () => changeFieldValues(app.services)

test('deletes the values of a field from all tasks, with an event and a version each', async () => {
  const field = await makeField('Severity', 'select')
  const custom = { severity: 'high' }
  const [one, gone] = [
    await createTask(ada, org_id, { project_id, custom }),
    await createTask(ada, org_id, { project_id, custom }),
  ]
  expectStatus(await ada.delete(`/v1/tasks/${gone.task_id}`), 200)
  const path = `/v1/fields/${field.field_id}`
  const archived = expectStatus(await ada.delete(path, { query: { values: 'delete' } }), 200)
  expect(archived.is_active).toBe(false)
  const restoring = await ada.patch(path, { body: { is_active: true } })
  expect([restoring.status, restoring.body.detail]).toEqual([409, expect.stringContaining('being deleted')])
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  expect(await read(one.task_id)).toMatchObject({ custom: {}, version: one.version + 1, updated_by: null })
  expect(await countIndexed(field.field_id)).toBe(0)
  const events = await app.sql<{ before: object; after: object }>(
    `SELECT before, after FROM events WHERE org_id = $1 AND cause = 'field.archived'`,
    [org_id],
  )
  expect(events).toEqual([{ before: { custom }, after: { custom: { severity: null } } }])
  expectStatus(await ada.patch(path, { body: { is_active: true } }), 200)
  expect((await read(one.task_id)).custom).toEqual({})
  expectStatus(await ada.post(`/v1/tasks/${gone.task_id}/restore`), 200)
  expect((await read(gone.task_id)).custom).toEqual({})
})

test('deletes hidden values of other projects without a new version', async () => {
  const field = await makeField('Risk', 'text', { options: undefined })
  const created = await createTask(ada, org_id, { project_id: other, custom: { risk: 'Fire' } })
  const path = `/v1/fields/${field.field_id}`
  expectStatus(await ada.patch(path, { body: { project_ids: [project_id] } }), 200)
  expectStatus(await ada.delete(path, { query: { values: 'delete' } }), 200)
  expectStatus(await ada.delete(path, { query: { values: 'delete' } }), 200)
  expect(await run()).toBe(1)
  expect((await read(created.task_id)).version).toBe(created.version)
  const [row] = await app.sql<{ custom: object }>('SELECT custom FROM tasks WHERE task_id = $1', [created.task_id])
  expect(row!.custom).toEqual({})
})

test('replaces an option in tasks, once in a list, and filters find them by the new one', async () => {
  const [one, many] = [await makeField('One', 'select'), await makeField('Many', 'multi_select')]
  const custom = { one: 'gone', many: ['gone', 'low', 'high'] }
  const created = await createTask(ada, org_id, { project_id, custom })
  const lower = await createTask(ada, org_id, { project_id, custom: { one: 'low' } })
  const archive = (field_id: string, query: Record<string, string>) =>
    ada.delete(`/v1/fields/${field_id}/options/gone`, { query })
  for (const replace_by of ['gone', 'none']) {
    const { status, body } = await archive(one.field_id, { replace_by })
    expect([status, body.errors[0].loc, body.errors[0].allowed]).toEqual([
      422,
      ['query', 'replace_by'],
      ['low', 'high'],
    ])
  }
  expectStatus(await archive(one.field_id, { replace_by: 'high' }), 200)
  expectStatus(await archive(many.field_id, { replace_by: 'low' }), 200)
  const restore = () => ada.patch(`/v1/fields/${one.field_id}/options/gone`, { body: { is_active: true } })
  expect((await restore()).status).toBe(409)
  await run()
  expect(await read(created.task_id)).toMatchObject({ custom: { one: 'high', many: ['low', 'high'] } })
  expect((await read(lower.task_id)).version).toBe(lower.version)
  expect(await listBy({ 'filter[custom.one]': 'high' })).toEqual([created.task_id])
  expect(await listBy({ 'filter[custom.many]': 'gone' })).toEqual([])
  expect((await restore()).status).toBe(200)
})

test('keeps values by default', async () => {
  const field = await makeField('Note', 'text', { options: undefined })
  const { task_id } = await createTask(ada, org_id, { project_id, custom: { note: 'Wet' } })
  expectStatus(await ada.delete(`/v1/fields/${field.field_id}`), 200)
  expect(await run()).toBe(0)
  expect((await read(task_id)).custom).toMatchObject({ note: 'Wet' })
  expect((await ada.delete(`/v1/fields/${field.field_id}`, { query: { values: 'all' } })).status).toBe(400)
})

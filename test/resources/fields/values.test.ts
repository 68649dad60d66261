import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
const { project_id } = await createProject(ada, org_id)

const makeField = async (name: string, type: string, values: object = {}) =>
  expectStatus(await ada.post('/v1/fields', { body: { org_id, name, type, ...values } }), 201)
const options = [{ label: 'Low' }, { label: 'High' }, { label: 'Gone' }]
for (const [name, type, values] of [
  ['text', 'text'],
  ['number', 'number', { decimals: 2, min: -10, max: 1000 }],
  ['date', 'date'],
  ['check', 'checkbox'],
  ['one', 'select', { options }],
  ['many', 'multi_select', { options }],
  ['who', 'person'],
  ['team', 'people'],
  ['link', 'url'],
] as const)
  await makeField(name, type, values)

const set = (task_id: string, custom: object, user: Client = ada) =>
  user.patch(`/v1/tasks/${task_id}`, { body: { custom } })
const read = async (task_id: string) => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
const all = {
  text: 'Rope',
  number: 2.5,
  date: '2027-01-31',
  check: true,
  one: 'high',
  many: ['high', 'low'],
  who: 'ben',
  team: ['ben', 'ada'],
  link: 'https://example.com/a',
}

test('stores values of every type on create, update and bulk update, and returns them everywhere', async () => {
  const created = await createTask(ada, org_id, { project_id, custom: { ...all, who: 'BEN' } })
  expect(created.custom).toEqual(all)
  expect((await read(created.task_id)).custom).toEqual(all)
  const list = expectStatus(await ada.get('/v1/tasks', { query: { project_id } }), 200)
  expect(list.data.find((one: { task_id: string }) => one.task_id === created.task_id).custom).toEqual(all)
  const bare = await createTask(ada, org_id, { project_id })
  expect(bare.custom).toEqual({})
  const body = { task_ids: [created.task_id, bare.task_id], changes: { custom: { text: null, number: 7 } } }
  const bulk = expectStatus(await ada.post('/v1/tasks/bulk', { body }), 200)
  const { text: _, ...rest } = all
  expect(bulk.tasks.map((one: { custom: object }) => one.custom)).toEqual([{ ...rest, number: 7 }, { number: 7 }])
})

test('merges by key, clears with null and an empty list, and keeps the version if nothing changes', async () => {
  const { task_id, version } = await createTask(ada, org_id, { project_id, custom: { text: 'a', many: ['low'] } })
  const changed = expectStatus(await set(task_id, { number: 1, many: [] }), 200)
  expect([changed.custom, changed.version]).toEqual([{ text: 'a', number: 1 }, version + 1])
  expect(expectStatus(await set(task_id, { number: 1, date: null }), 200).version).toBe(version + 1)
  expect(expectStatus(await set(task_id, { number: null, text: null }), 200).custom).toEqual({})
})

test('rejects values that a field does not accept, with location and what is allowed', async () => {
  const { task_id } = await createTask(ada, org_id, { project_id })
  for (const [key, value] of Object.entries({
    text: ['', 5, 'x'.repeat(501), ' '],
    number: ['1', 1.234, -11, 1001],
    date: ['2027-02-30', 5],
    check: ['true', 1],
    one: ['none', ['low'], 5],
    many: ['low', ['none'], Array.from({ length: 21 }, () => 'low')],
    who: ['nobody', 5],
    team: ['ada', ['nobody']],
    link: ['ftp://example.com', 'x'],
    unknown: ['x'],
    'No key!': ['x'],
  }).flatMap(([key, values]) => values.map((value) => [key, value] as const))) {
    const { errors } = expectStatus(await set(task_id, { [key]: value }), 422)
    expect(errors[0].loc.slice(0, 3)).toEqual(['body', 'custom', key])
  }
  expect((await set(task_id, { one: 'none' })).body.errors[0].allowed).toEqual(['low', 'high', 'gone'])
  expect((await set(task_id, { unknown: 1 })).body.errors[0].allowed).toContain('link')
})

test('publishes only changed values, and names them in the history', async () => {
  const { task_id } = await createTask(ada, org_id, { project_id, custom: { text: 'a', number: 1 } })
  expectStatus(await set(task_id, { number: 2 }), 200)
  const { data } = expectStatus(await ada.get('/v1/task-history', { query: { task_id } }), 200)
  expect(data[0].metadata).toEqual([{ field: 'custom.number', old: 1, new: 2 }])
  const [event] = await app.sql<{ before: object; after: object }>(
    `SELECT before, after FROM events WHERE resource_id = $1 AND type = 'task.updated'`,
    [task_id],
  )
  expect(event).toEqual({ before: { custom: { number: 1 } }, after: { custom: { number: 2 } } })
})

test('keeps values of archived fields and options: readable, not writable, and back after a restore', async () => {
  const field = await makeField('Phase', 'select', { options })
  const { task_id } = await createTask(ada, org_id, { project_id, custom: { phase: 'gone' } })
  expectStatus(await ada.delete(`/v1/fields/${field.field_id}/options/gone`), 200)
  expectStatus(await set(task_id, { phase: 'gone' }), 200)
  const other = await createTask(ada, org_id, { project_id })
  expectStatus(await set(other.task_id, { phase: 'gone' }), 422)
  expectStatus(await ada.delete(`/v1/fields/${field.field_id}`), 200)
  expect((await read(task_id)).custom).toEqual({ phase: 'gone' })
  const listRows = async () => {
    const { data } = expectStatus(await ada.get('/v1/tasks', { query: { project_id, 'filter[id]': task_id } }), 200)
    return data[0].custom
  }
  expect([await listRows(), await listRows(), await listRows()]).toEqual([{}, {}, {}])
  expectStatus(await set(task_id, { phase: 'low' }), 422)
  expectStatus(await ada.patch(`/v1/fields/${field.field_id}`, { body: { is_active: true } }), 200)
  expect([await listRows(), await listRows()]).toEqual([{ phase: 'gone' }, { phase: 'gone' }])
})

test('hides values of a field that the project does not have until the task is back', async () => {
  const [one, two] = [await createProject(ada, org_id), await createProject(ada, org_id)]
  await makeField('Berth', 'text', { project_ids: [one.project_id] })
  const { task_id } = await createTask(ada, org_id, { project_id: one.project_id, custom: { berth: 'B4' } })
  const move = async (to: { project_id: string }) =>
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { project_id: to.project_id } }), 200).custom
  expect(await move(two)).toEqual({})
  expectStatus(await set(task_id, { berth: 'B5' }), 422)
  expect((await ada.get('/v1/tasks', { query: { project_id: two.project_id } })).body.data[0].custom).toEqual({})
  expect(await move(one)).toEqual({ berth: 'B4' })
  expectStatus(await set(task_id, { berth: 'B5' }, ben), 403)
})

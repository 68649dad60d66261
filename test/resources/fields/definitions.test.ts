import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')

const create = async (values: object, user: Client = ada) =>
  user.post('/v1/fields', { body: { org_id, type: 'text', ...values } })
const createField = async (values: object, user: Client = ada) => expectStatus(await create(values, user), 201)
const buildPath = (field: { field_id: string }, rest = '') => `/v1/fields/${field.field_id}${rest}`

test('derives keys from names and never reuses a key, also not of an archived field', async () => {
  expect((await createField({ name: 'Größe (cm)' })).key).toBe('grosse_cm')
  const first = await createField({ name: 'Größe (cm)' })
  expect(first.key).toBe('grosse_cm_2')
  expectStatus(await ada.delete(buildPath(first)), 200)
  expect((await createField({ name: 'Größe (cm)' })).key).toBe('grosse_cm_3')
  expect((await createField({ name: '高さ' })).key).toBe('field')
  expect((await createField({ name: '3D model' })).key).toBe('f_3d_model')
  expectStatus(await create({ name: 'Other', key: 'grosse_cm_2' }), 409)
})

test('gives a random suffix instead of telling that a hidden field has the key', async () => {
  const hidden = await createProject(ada, org_id, { visibility: 'private' })
  await createField({ name: 'Secret', project_ids: [hidden.project_id] })
  const own = await createProject(ben, org_id)
  const values = { project_ids: [own.project_id] }
  expect((await createField({ name: 'Secret', ...values }, ben)).key).toMatch(/^secret_[a-z0-9]{6}$/)
  expect((await createField({ name: 'Any', key: 'secret', ...values }, ben)).key).toMatch(/^secret_[a-z0-9]{6}$/)
})

test('rejects settings that do not fit the type with the location', async () => {
  for (const [values, loc] of [
    [{ type: 'text', unit: 'h' }, ['body', 'unit']],
    [{ type: 'number', min: 5, max: 1 }, ['body', 'max']],
    [{ type: 'date', options: [{ label: 'A' }] }, ['body', 'options']],
    [
      {
        type: 'select',
        options: [
          { label: 'A', option: 'a' },
          { label: 'B', option: 'a' },
        ],
      },
      ['body', 'options', 1, 'option'],
    ],
    [{ type: 'text', project_ids: ['P0000000000000000'] }, ['body', 'project_ids', 0]],
  ] as const)
    expect(expectStatus(await create({ name: 'Bad', ...values }), 422).errors[0].loc).toEqual(loc)
})

test('adds, moves, renames, archives and restores options, whose keys are permanent', async () => {
  const field = await createField({ name: 'Severity', type: 'select', options: [{ label: 'Low' }, { label: 'High' }] })
  const readOrder = ({ options }: { options: { option: string }[] }) => options.map((one) => one.option).join()
  const added = expectStatus(await ada.post(buildPath(field, '/options'), { body: { label: 'Low', position: 1 } }), 201)
  expect(readOrder(added)).toBe('low_2,low,high')
  const moved = await ada.patch(buildPath(field, '/options/high'), { body: { position: 1, label: 'Very high' } })
  expect(readOrder(expectStatus(moved, 200))).toBe('high,low_2,low')
  expect(moved.body.options[0]).toEqual({ option: 'high', label: 'Very high', color: null, is_active: true })
  const archived = expectStatus(await ada.delete(buildPath(field, '/options/low')), 200)
  expect(archived.options[2]).toMatchObject({ option: 'low', is_active: false })
  expectStatus(await ada.post(buildPath(field, '/options'), { body: { label: 'x', option: 'low' } }), 409)
  const restored = expectStatus(await ada.patch(buildPath(field, '/options/low'), { body: { is_active: true } }), 200)
  expect([restored.options[2].is_active, restored.version]).toEqual([true, 5])
  expectStatus(await ada.patch(buildPath(field, '/options/none'), { body: { label: 'x' } }), 404)
})

test('lists archived fields only on request, and restores them', async () => {
  const { project_id } = await createProject(ada, org_id)
  const field = await createField({ name: 'Rope', project_ids: [project_id] })
  const listNames = async (query: object = {}) =>
    expectStatus(await ada.get('/v1/fields', { query: { project_id, ...query } }), 200).data.map(
      (one: { key: string }) => one.key,
    )
  expect(await listNames()).toContain('rope')
  expectStatus(await ada.delete(buildPath(field)), 200)
  expect(await listNames()).not.toContain('rope')
  expect(await listNames({ include_archived: 'true' })).toContain('rope')
  expect(expectStatus(await ada.patch(buildPath(field), { body: { is_active: true } }), 200).is_active).toBe(true)
  expect(await listNames()).toContain('rope')
})

test('limits a project to 50 fields, including those of the whole organization', async () => {
  const eve = await app.signIn('eve')
  const own = await createOrganization(eve)
  const { project_id } = await createProject(eve, own.org_id)
  const add = (values: object) => eve.post('/v1/fields', { body: { org_id: own.org_id, type: 'text', ...values } })
  const everywhere = expectStatus(await add({ name: 'Everywhere' }), 201)
  for (let i = 0; i < 49; i++) expectStatus(await add({ name: `Field ${i}`, project_ids: [project_id] }), 201)
  expectStatus(await add({ name: 'One more', project_ids: [project_id] }), 409)
  expectStatus(await add({ name: 'One more' }), 409)
  expectStatus(await eve.delete(buildPath(everywhere)), 200)
  expectStatus(await add({ name: 'One more', project_ids: [project_id] }), 201)
  expectStatus(await eve.patch(buildPath(everywhere), { body: { is_active: true } }), 409)
})

test('shows only readable projects of a field, in ETag and events too', async () => {
  const [open, hidden] = [await createProject(ada, org_id), await createProject(ada, org_id, { visibility: 'private' })]
  const field = await createField({ name: 'Shared', project_ids: [open.project_id] })
  const before = await ben.get(buildPath(field))
  const project_ids = [open.project_id, hidden.project_id]
  expect(expectStatus(await ada.patch(buildPath(field), { body: { project_ids } }), 200).project_ids).toHaveLength(2)
  const after = await ben.get(buildPath(field))
  expect([after.headers.etag, after.text]).toEqual([before.headers.etag, before.text])
  expectStatus(await ada.patch(buildPath(field), { body: { project_ids: [hidden.project_id] } }), 200)
  expectStatus(await ben.get(buildPath(field)), 404)
})

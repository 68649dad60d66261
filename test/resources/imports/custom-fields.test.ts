import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { createArchiveFolder, exportOrganization } from '../../support/archives.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const folder = createArchiveFolder()
afterAll(folder.remove)
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

interface Options {
  org_id: string
  by?: Client
  source?: string
  name?: string
  [option: string]: unknown
}

async function importFile(content: string | Uint8Array, { by = ada, name = 'Harbor.csv', ...options }: Options) {
  const body = { import: { source: 'csv', ...options }, file: new Upload(content, name) }
  const { import_id } = expectStatus(await by.post('/v1/imports', { body }), 201)
  return await finish(import_id, by)
}

async function finish(import_id: string, by: Client = ada): Promise<ResponseBody> {
  await runImports(app.services)
  const done = expectStatus(await by.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual([expect.stringMatching(/finished|undone/), null])
  return done
}

const listFields = async (org_id: string): Promise<ResponseBody[]> =>
  expectStatus(await ada.get('/v1/fields', { query: { org_id } }), 200).data
const listTasks = async (org_id: string): Promise<ResponseBody[]> =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, sort_by: 'title', sort_order: 'asc' } }), 200).data
const listValues = async (org_id: string) => (await listTasks(org_id)).map(({ title, custom }) => [title, custom])
const readReport = async ({ import_id }: { import_id: string }): Promise<ResponseBody[]> =>
  expectStatus(await ada.get(`/v1/imports/${import_id}/report`), 200).data

const table = [
  'ID,Title,Depth,Tide,Survey,Safe',
  '1,Anchor,3.5,High,2026-03-01,yes',
  '2,Buoy,,Low,2026-04-01,no',
  '3,Crane,4,High,,',
  '4,Dock,12,Low,,yes',
]

test('a dry run, an import and its undo cover the fields of a table and their values', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Fields' })
  const dry = await importFile(table.join('\n'), { org_id, dry_run: true })
  expect(dry.counts.fields).toEqual({ created: 4 })
  expect(await listFields(org_id)).toEqual([])
  const { import_id } = expectStatus(await ada.post(`/v1/imports/${dry.import_id}/again`, { body: {} }), 201)
  const real = await finish(import_id)
  expect(real.counts).toEqual(dry.counts)
  const [{ project_id }] = expectStatus(await ada.get(`/v1/projects/${org_id}`), 200).data
  const fields = await listFields(org_id)
  expect(fields.map(({ key, type, project_ids }) => [key, type, project_ids])).toEqual([
    ['depth', 'number', [project_id]],
    ['tide', 'select', [project_id]],
    ['survey', 'date', [project_id]],
    ['safe', 'checkbox', [project_id]],
  ])
  expect(await listValues(org_id)).toEqual([
    ['Anchor', { depth: 3.5, tide: 'high', survey: '2026-03-01', safe: true }],
    ['Buoy', { tide: 'low', survey: '2026-04-01', safe: false }],
    ['Crane', { depth: 4, tide: 'high' }],
    ['Dock', { depth: 12, tide: 'low', safe: true }],
  ])
  const deep = await ada.get('/v1/tasks', { query: { org_id, 'filter[custom.depth.from]': '4' } })
  expect(expectStatus(deep, 200).data).toHaveLength(2)
  expect((await importFile(table.join('\n'), { org_id })).counts.tasks).toEqual({ unchanged: 4 })
  expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
  await finish(import_id)
  expect([await listFields(org_id), await listTasks(org_id)]).toEqual([[], []])
})

test('a newer table adds options and changes values of the fields that it had, also of another type', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Newer' })
  await importFile(table.join('\n'), { org_id })
  const newer = [...table.slice(0, 4), '4,Dock,deep,Slack,,yes', '5,Ebb,7,Slack,,', '6,Flood,8,Slack,,']
  const done = await importFile(newer.join('\n'), { org_id })
  expect(done.counts).toMatchObject({ fields: { updated: 1, unchanged: 3 }, tasks: { created: 2, updated: 1 } })
  const tide = (await listFields(org_id)).find(({ key }) => key === 'tide')
  expect(tide.options.map(({ label }: { label: string }) => label)).toEqual(['High', 'Low', 'Slack'])
  expect((await listValues(org_id)).slice(2)).toEqual([
    ['Crane', { depth: 4, tide: 'high' }],
    ['Dock', { tide: 'slack', safe: true }],
    ['Ebb', { depth: 7, tide: 'slack' }],
    ['Flood', { depth: 8, tide: 'slack' }],
  ])
  const dock = (await listTasks(org_id)).find(({ title }) => title === 'Dock')
  expect(dock.metadata).toEqual([{ source: 'csv', Depth: 'deep' }])
})

test('uses fields that are there by key and type, and other keys beside those of another type', async () => {
  const { org_id } = await createOrganization(ada, { name: 'There' })
  const create = async (body: object) => expectStatus(await ada.post('/v1/fields', { body: { org_id, ...body } }), 201)
  const other = await createProject(ada, org_id, { name: 'Other' })
  const tide = { name: 'Tide', type: 'select', options: [{ label: 'Low', option: 'ebb' }] }
  await create({ ...tide, project_ids: [other.project_id] })
  await create({ name: 'Depth', type: 'text' })
  const done = await importFile(table.join('\n'), { org_id })
  expect(done.counts.fields).toEqual({ matched: 1, created: 3, changed: 1 })
  expect(await readReport(done)).toMatchObject([{ kind: 'fields', outcome: 'changed', field: 'key', value: 'depth' }])
  expect((await listValues(org_id))[3]).toEqual(['Dock', { depth_2: 12, tide: 'ebb', safe: true }])
  const used = (await listFields(org_id)).find(({ key }) => key === 'tide')
  expect(used.options.map(({ option }: { option: string }) => option)).toEqual(['ebb', 'high'])
  expect(used.project_ids).toHaveLength(2)
})

test('an owner of a project creates fields of it alone, and does not see or change others', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Owners' })
  await addMember(ada, org_id, ben, 'member')
  const hidden = await createProject(ada, org_id, { name: 'Hidden', visibility: 'private' })
  const field = { org_id, name: 'Depth', type: 'number', project_ids: [hidden.project_id] }
  const { field_id } = expectStatus(await ada.post('/v1/fields', { body: field }), 201)
  const everywhere = { org_id, name: 'Tide', type: 'select', options: [{ label: 'Low' }] }
  expectStatus(await ada.post('/v1/fields', { body: everywhere }), 201)
  const { project_id } = await createProject(ben, org_id, { name: 'Own' })
  const done = await importFile(table.join('\n'), { org_id, project_id, by: ben })
  expect(done.counts.fields).toMatchObject({ created: 3, matched: 1 })
  const fields = await listFields(org_id)
  expect(fields.find((one) => one.field_id === field_id).project_ids).toEqual([hidden.project_id])
  const { options } = fields.find(({ key }) => key === 'tide')
  expect(options.map(({ label }: { label: string }) => label)).toEqual(['Low'])
  const tasks = await listTasks(org_id)
  const depth = fields.find((one) => one.name === 'Depth' && one.field_id !== field_id)
  expect([depth.key, depth.project_ids]).toEqual([expect.stringMatching(/^depth_/), [project_id]])
  expect(tasks[0].custom).toEqual({ [depth.key]: 3.5, survey: '2026-03-01', safe: true })
  expect(tasks[0].metadata).toEqual([{ source: 'csv', Tide: 'High' }])
})

test('values of people name members, and an export brings all fields into another organization', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Pilots' })
  const lines = ['ID,Title,Pilot,Crew,Gear', '1,Moor,ada,"ada, Zoe Quay","rope, hook"']
  const column_map = { Pilot: 'custom:person', Crew: 'custom:people', Gear: 'custom:multi_select' }
  const done = await importFile(lines.join('\n'), { org_id, column_map, user_map: { ada: 'ada' } })
  expect(done.counts.fields).toEqual({ created: 3 })
  expect(await readReport(done)).toMatchObject([
    { kind: 'people' },
    { kind: 'tasks', field: 'Crew', value: 'Zoe Quay' },
  ])
  const [[, custom]] = (await listValues(org_id)) as [[string, object]]
  expect(custom).toEqual({ pilot: 'ada', crew: ['ada'], gear: ['rope', 'hook'] })
  const file = folder.getNewFile()
  await exportOrganization(app, org_id, file)
  const other = await createOrganization(ada, { name: 'Elsewhere' })
  const archive = new Uint8Array(readFileSync(file))
  await importFile(archive, { org_id: other.org_id, source: 'neutral', name: 'Own.zip' })
  expect(await listValues(other.org_id)).toEqual([['Moor', custom]])
})

import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

async function buildArchive(
  prefix: string,
  numbers: readonly number[],
  source = `tracker-${prefix}`,
): Promise<Uint8Array> {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  await writer.writeRows('projects', [{ id: 'p', name: prefix, prefix }] as never)
  const toTask = (number: number, i: number) => ({
    id: `${number} ${numbers.indexOf(number) === i ? '' : i}`,
    project: 'p',
    key: `${prefix}-${number}`,
    title: `Issue ${number}`,
  })
  await writer.writeRows('tasks', numbers.map(toTask) as never)
  await writer.finish({ source, created_at: '2026-01-01T00:00:00.000Z' })
  return new Uint8Array(await content)
}

async function startImport(content: Uint8Array, options: object = {}): Promise<string> {
  const body = { import: { org_id, source: 'neutral', ...options }, file: new Upload(content, 'Keys.zip') }
  return expectStatus(await ada.post('/v1/imports', { body }), 201).import_id
}

async function importArchive(content: Uint8Array, options: object = {}): Promise<ResponseBody> {
  const import_id = await startImport(content, options)
  await runImports(app.services)
  const done = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const listKeys = async (project_id: string): Promise<string[]> =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, limit: '200', 'filter[project]': project_id } }), 200)
    .data.map(({ title, key }: ResponseBody) => `${title}: ${key}`)
    .toSorted()
const findProject = async (name: string) =>
  expectStatus(await ada.get(`/v1/projects/${org_id}`), 200).data.find((one: ResponseBody) => one.name === name)
const createTask = async (project_id: string, title: string): Promise<ResponseBody> =>
  expectStatus(await ada.post('/v1/tasks', { body: { org_id, project_id, title } }), 200, 201)

test('keeps keys that a repeated import adds above the counter, and gives a taken one a new number', async () => {
  await importArchive(await buildArchive('OTE', [1, 2, 3]))
  const { project_id } = await findProject('OTE')
  expect((await createTask(project_id, 'Ours')).key).toBe('OTE-4')
  const done = await importArchive(await buildArchive('OTE', [1, 2, 3, 4, 5, 9]))
  expect(done.counts.tasks).toMatchObject({ created: 3, unchanged: 3 })
  expect(await listKeys(project_id)).toEqual([
    'Issue 1: OTE-1',
    'Issue 2: OTE-2',
    'Issue 3: OTE-3',
    'Issue 4: OTE-10',
    'Issue 5: OTE-5',
    'Issue 9: OTE-9',
    'Ours: OTE-4',
  ])
  expect((await createTask(project_id, 'Next')).key).toBe('OTE-11')
  const report = expectStatus(await ada.get(`/v1/imports/${done.import_id}/report`), 200).data
  expect(report).toMatchObject([{ outcome: 'changed', field: 'key', value: 'OTE-4' }])
  const [renumbered] = expectStatus(
    await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Issue 4' } }),
    200,
  ).data
  expect(renumbered.metadata).toEqual([{ source: 'tracker-OTE', key: 'OTE-4' }])
})

test('keeps keys in a project that exists, and numbers a key that the file has twice once', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Quay', prefix: 'QUA' })
  await createTask(project_id, 'Ours')
  await importArchive(await buildArchive('QUA', [1, 7, 7]), { project_id })
  expect(await listKeys(project_id)).toEqual(['Issue 1: QUA-8', 'Issue 7: QUA-7', 'Issue 7: QUA-9', 'Ours: QUA-1'])
})

test('ignores a key whose number can only be a mistake', async () => {
  await importArchive(await buildArchive('STRAY', [1, 2, 999_999_999]))
  const { project_id } = await findProject('STRAY')
  expect(await listKeys(project_id)).toEqual(['Issue 1: STRAY-1', 'Issue 2: STRAY-2', 'Issue 999999999: STRAY-3'])
  expect((await createTask(project_id, 'Next')).key).toBe('STRAY-4')
})

test('keeps the keys of an import that an earlier version began, which raised the counter first', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Begun', prefix: 'BEGUN' })
  const import_id = await startImport(await buildArchive('BEGUN', [1, 2, 3]))
  await app.sql('UPDATE project_numbers SET last = 3 WHERE project_id = $1', [project_id])
  await app.sql(
    `INSERT INTO external_refs (org_id, resource_type, source, external_id, resource_id, import_id, created_at, updated_at)
     VALUES ($1, 'project', 'tracker-BEGUN', 'p', $2, $3, now(), now())`,
    [org_id, project_id, import_id],
  )
  const state = JSON.stringify({ step: 'tasks', done: 0, numbers: { p: 3 } })
  await app.sql(`UPDATE imports SET phase = 'writing', state = $2::jsonb WHERE import_id = $1`, [import_id, state])
  await runImports(app.services)
  expect(await listKeys(project_id)).toEqual(['Issue 1: BEGUN-1', 'Issue 2: BEGUN-2', 'Issue 3: BEGUN-3'])
})

test('gives no number twice to tasks that are created during an import', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Busy', prefix: 'BUSY' })
  const numbers = Array.from({ length: 500 }, (_, i) => i * 2 + 1)
  const import_id = await startImport(await buildArchive('BUSY', numbers), { project_id })
  const job = { isRunning: true }
  const created: string[] = []
  const create = async () => {
    while (job.isRunning || created.length < 20) created.push((await createTask(project_id, 'Concurrent')).key)
  }
  const running = runImports(app.services).finally(() => (job.isRunning = false))
  await Promise.all([running, ...Array.from({ length: 4 }, create)])
  expect(expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)).toMatchObject({
    phase: 'finished',
    error: null,
    counts: { tasks: { created: 500 } },
  })
  const keys = await app.sql<{ number: number }>(
    `SELECT number FROM tasks WHERE project_id = $1 AND deleted_at IS NULL`,
    [project_id],
  )
  expect(new Set(keys.map(({ number }) => number)).size).toBe(500 + created.length)
})

test('finds tasks by their keys in the source if these are not free as keys here, until the import is undone', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Pier', prefix: 'PIER' })
  expect((await createTask(project_id, 'Ours')).key).toBe('PIER-1')
  // Another project has the prefix, so that the new one gets another.
  const done = await importArchive(await buildArchive('PIER', [1, 50], 'other-tracker'))
  const byKey = async (key: string) => await ada.get(`/v1/tasks/by-key/${key}`, { query: { org_id } })
  const found = expectStatus(await byKey('pier-50'), 200)
  expect([found.title, found.key]).toEqual(['Issue 50', expect.stringMatching(/^(?!PIER-)[A-Z0-9]+-\d+$/)])
  expect(expectStatus(await byKey('PIER-1'), 200).title).toBe('Ours')
  const filtered = await ada.get('/v1/tasks', { query: { org_id, 'filter[key]': 'PIER-1,PIER-50' } })
  expect(expectStatus(filtered, 200).data.map(({ title }: ResponseBody) => title)).toEqual(['Issue 50', 'Ours'])
  const report = expectStatus(await ada.get(`/v1/imports/${done.import_id}/report`), 200).data
  expect(report.map(({ value, reason }: ResponseBody) => [value, reason])).toEqual([
    ['PIER-1', 'the key is not free; it remains in the metadata'],
    ['PIER-50', 'the key finds the task, which has another one here'],
  ])
  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  expect((await byKey('PIER-50')).status).toBe(404)
  expect(await app.sql(`SELECT FROM external_refs WHERE external_id = 'PIER-50'`)).toHaveLength(0)
})

test('gives the project of an owner no keys of other systems', async () => {
  const ben = await app.signIn('ben-keys')
  await addMember(ada, org_id, ben, 'member')
  const { project_id } = await createProject(ben, org_id, { name: 'Own', prefix: 'OWNED' })
  const body = {
    import: { org_id, source: 'neutral', project_id },
    file: new Upload(await buildArchive('ELSE', [7]), 'K.zip'),
  }
  expectStatus(await ben.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  expect(await listKeys(project_id)).toEqual(['Issue 7: OWNED-1'])
  expect((await ada.get('/v1/tasks/by-key/ELSE-7', { query: { org_id } })).status).toBe(404)
})

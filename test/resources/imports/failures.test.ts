import { afterEach, expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

async function startImport(content: string, options: object = {}): Promise<string> {
  const body = { import: { org_id, source: 'csv', ...options }, file: new Upload(content, 'Failures.csv') }
  return expectStatus(await ada.post('/v1/imports', { body }), 201).import_id
}

const readImport = async (import_id: string): Promise<ResponseBody> =>
  expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
const readReport = async (import_id: string): Promise<ResponseBody[]> =>
  expectStatus(await ada.get(`/v1/imports/${import_id}/report`), 200).data

/** Lets the first write of an import that meets the condition fail, as an interrupted connection does. */
async function failOnce(condition: string): Promise<void> {
  await app.sql(`CREATE FUNCTION fail_import() RETURNS trigger LANGUAGE plpgsql AS $fn$ BEGIN
    IF NOT OLD.state ? 'failures' AND (${condition}) THEN RAISE EXCEPTION 'interrupted'; END IF;
    RETURN NEW; END $fn$`)
  await app.sql('CREATE TRIGGER fail_import BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION fail_import()')
}

afterEach(async () => {
  await app.sql('DROP TRIGGER IF EXISTS fail_import ON imports')
  await app.sql('DROP FUNCTION IF EXISTS fail_import')
})

/** Runs imports until the failure, and again as another process does when the lease has ended. */
async function runInterrupted(): Promise<void> {
  await expect(runImports(app.services)).rejects.toThrow('interrupted')
  await app.sql('UPDATE imports SET leased_until = NULL')
  await runImports(app.services)
}

test('an undo that is interrupted goes on, with the same numbers and report', async () => {
  const import_id = await startImport('ID,Title,List\n1,Order rope,Doing\n2,Coil rope,Doing')
  await runImports(app.services)
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Coil rope' } }), 200)
  expectStatus(await ada.patch(`/v1/tasks/${data[0].task_id}`, { body: { status: 'blocked' } }), 200)
  expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
  await failOnce('NEW.counts IS DISTINCT FROM OLD.counts')
  await runInterrupted()
  const { phase, counts } = await readImport(import_id)
  expect([phase, counts.undone]).toEqual(['undone', { deleted: 2, retained: 2 }])
  const retained = (await readReport(import_id)).filter(({ outcome }) => outcome === 'retained')
  expect(retained.map(({ kind }) => kind)).toEqual(['tasks', 'projects'])
})

test('an undo goes on after one that has stored entries of the report without their number', async () => {
  const import_id = await startImport('ID,Title,List\n5,Splice rope,Doing')
  await runImports(app.services)
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Splice rope' } }), 200)
  expectStatus(await ada.patch(`/v1/tasks/${data[0].task_id}`, { body: { status: 'blocked' } }), 200)
  await app.sql(
    `INSERT INTO import_reports (org_id, import_id, entry, outcome, kind, reason)
     SELECT org_id, import_id, reported + 1, 'retained', 'tasks', 'was changed' FROM imports WHERE import_id = $1`,
    [import_id],
  )
  expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
  await runImports(app.services)
  expect((await readImport(import_id)).phase).toBe('undone')
})

test('a dry run that is interrupted at its end has each entry of the report once', async () => {
  const import_id = await startImport(`Title\n${'x'.repeat(600)}`, { dry_run: true })
  await failOnce(`NEW.phase = 'finished'`)
  await runInterrupted()
  expect((await readImport(import_id)).phase).toBe('finished')
  expect(await readReport(import_id)).toMatchObject([{ field: 'title' }])
})

test('ends an import whose file has ended the server five times', async () => {
  const import_id = await startImport('Title\nOrder rope')
  await app.sql(`UPDATE imports SET state = '{"attempts": 4}' WHERE import_id = $1`, [import_id])
  const twin = await startImport('Title\nOrder rope')
  await app.sql(`UPDATE imports SET state = '{"attempts": 5}' WHERE import_id = $1`, [twin])
  await runImports(app.services)
  expect((await readImport(import_id)).phase).toBe('finished')
  expect(await readImport(twin)).toMatchObject({
    phase: 'failed',
    error:
      'The server has ended 5 times while it read the file. Import a smaller file, or give the server more memory.',
  })
})

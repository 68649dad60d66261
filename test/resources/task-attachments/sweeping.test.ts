import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../src/core/ids.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { boundary, formHeaders, encodePart, Upload } from '../../support/form.ts'
import { beginRequest } from '../../support/slow-request.ts'
import { listFiles, findStorageFolder, listStoredFiles, deleteUnreferenced } from '../../support/stored-files.ts'

const app = await startApp()
const folder = findStorageFolder(app)
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { task_id } = await createTask(ada, org_id)
const at = '/v1/task-attachments'
const [minute, hour] = [60_000, 3_600_000]
const { storage } = app.services
const store = storage.commit.bind(storage)

async function expectInStep(): Promise<void> {
  await deleteUnreferenced(app, 2 * hour)
  expect(await listStoredFiles(app)).toEqual({ arriving: [], leaving: [], kept: listFiles(folder) })
}
afterEach(async () => {
  storage.commit = store
  await expectInStep()
})

const upload = (headers = {}) => ada.post(at, { body: { task_id, file: new Upload('x') }, headers })
const count = async () => expectStatus(await ada.get(at, { query: { task_id } }), 200).data.length

/** Creates the file of an upload that stopped `age` milliseconds ago. */
async function createLeftover(age: number): Promise<string> {
  const file_id = newId('F', app.clock.now())
  const name = path.join(org_id, file_id.slice(-2), file_id)
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), 'left')
  await app.sql(
    `INSERT INTO files (org_id, file_id, size, digest, media_type, state, changed_at)
     VALUES ($1, $2, 4, 'x', 'text/plain', 'arriving', $3)`,
    [org_id, file_id, new Date(app.clock.now() - age).toISOString()],
  )
  return name
}

test('deletes files of aborted uploads after an hour with concurrent runs, and keeps active ones', async () => {
  const [old, recent] = [await createLeftover(hour + minute), await createLeftover(hour - minute)]
  const removed = await Promise.all([deleteUnreferenced(app), deleteUnreferenced(app), deleteUnreferenced(app)])
  expect(removed.reduce((sum, n) => sum + n)).toBe(1)
  expect(listFiles(folder)).toContain(recent)
  expect(listFiles(folder)).not.toContain(old)
  expect((await listStoredFiles(app)).arriving).toEqual([recent])
})

test('deletes a pending upload only after an hour without progress, which then writes nothing', async () => {
  const file = encodePart('file', new Upload(Buffer.alloc(200_000)))
  const startUpload = async () => {
    const upload = beginRequest(ada, at, { ...formHeaders, 'transfer-encoding': 'chunked' })
    await upload.write(Buffer.concat([encodePart('task_id', task_id), file.subarray(0, 100_000)]))
    await expect.poll(() => listFiles(folder).filter((name) => name.startsWith('incoming'))).toHaveLength(1)
    return upload
  }
  const rest = Buffer.concat([file.subarray(100_000), Buffer.from(`--${boundary}--\r\n`)])
  const before = await count()
  const paused = await startUpload()
  await deleteUnreferenced(app, 50 * minute)
  paused.raw.end(rest)
  expect((await paused.reply).status).toBe(201)
  const asleep = await startUpload()
  await deleteUnreferenced(app, 70 * minute)
  asleep.raw.end(rest)
  expect((await asleep.reply).status).toBe(503)
  expect(await count()).toBe(before + 1)
})

test('a file deleted before its row is committed fails the upload, which can be retried', async () => {
  const before = await count()
  const headers = { 'idempotency-key': 'swept' }
  storage.commit = async (...given) => {
    await store(...given)
    await deleteUnreferenced(app, 2 * hour)
  }
  const refused = await upload(headers)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(await count()).toBe(before)
  storage.commit = store
  expectStatus(await upload(headers), 201)
})

test('a file under deletion fails its upload', async () => {
  const remove = storage.remove.bind(storage)
  let resume = () => {}
  const held = new Promise<void>((resolve) => (resume = resolve))
  storage.remove = async (name) => held.then(() => remove(name))
  let sweeping: Promise<number> | undefined
  storage.commit = async (...given) => {
    await store(...given)
    sweeping = deleteUnreferenced(app, 2 * hour)
    await expect.poll(async () => (await listStoredFiles(app)).leaving).toHaveLength(1)
  }
  const before = await count()
  expectStatus(await upload(), 503)
  resume()
  expect(await sweeping).toBe(1)
  storage.remove = remove
  expect(await count()).toBe(before)
})

test('finds and deletes a file stored after its upload was given up', async () => {
  storage.commit = async (...given) => {
    await deleteUnreferenced(app, 2 * hour)
    await store(...given)
  }
  expectStatus(await upload(), 503)
  expect((await listStoredFiles(app)).leaving).toHaveLength(1)
})

test('never deletes a referenced file, whatever its age', async () => {
  const { attachment_id } = expectStatus(await upload(), 201)
  await deleteUnreferenced(app, 10_000 * hour)
  expect((await ada.get(`${at}/${attachment_id}/content`)).text).toBe('x')
})

test('reports a missing file as an error, not as an empty file', async () => {
  const { attachment_id } = expectStatus(await upload(), 201)
  const read = storage.read.bind(storage)
  storage.read = (_, range) => read('nowhere', range)
  const reply = await ada.get(`${at}/${attachment_id}/content`)
  storage.read = read
  expect([reply.status, reply.body.type]).toEqual([500, 'urn:svc:problem:internal'])
})

test('keeps one file of an upload sent to two servers concurrently', async () => {
  if (app.engine === 'embedded') return // The embedded database is locked by one process.
  const otherApp = await startApp({ database: app, env: { STORAGE_URL: `file:${folder}` } })
  const there = await otherApp.signIn('ada')
  for (let round = 0; round < 5; round++) {
    const before = await count()
    const headers = { 'idempotency-key': `at both ${round}` }
    const body = { task_id, file: new Upload(`both ${round}`) }
    const replies = await Promise.all([ada, there].map((client) => client.post(at, { body, headers })))
    const created = replies.filter((reply) => reply.status === 201)
    expect([created.length > 0, new Set(created.map((reply) => reply.text)).size]).toEqual([true, 1])
    for (const reply of replies) expect([201, 409]).toContain(reply.status)
    expect(await count()).toBe(before + 1)
  }
  await deleteUnreferenced(app)
  expect(await listStoredFiles(app)).toEqual({ arriving: [], leaving: [], kept: listFiles(folder) })
})

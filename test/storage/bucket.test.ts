import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { listStoredFiles, deleteUnreferenced } from '../support/stored-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-bucket-'))
const bucket = { port: 0, address: '127.0.0.1', silent: true, directory: folder }
let server = new S3rver({ ...bucket, configureBuckets: [{ name: 'files', configs: [] }] })
const { port } = await server.run()
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const app = await startApp({
  env: {
    STORAGE_URL: `s3://files/of/svc?endpoint=http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  },
})
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { task_id } = await createTask(ada, org_id)
const attachments = '/v1/task-attachments'

/** Returns the keys of the objects in the bucket. */
const listObjects = (): string[] =>
  readdirSync(path.join(folder, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('_object'))
    .map((name) => name.replace('._S3rver_object', ''))
    .sort()
const listSpooled = () => readdirSync(path.join(app.services.config.dataDir, 'incoming'))

test('a file is stored in the bucket under a generated key, and downloads whole and in ranges', async () => {
  const bytes = randomBytes(3_000_000)
  const body = { task_id, file: new Upload(bytes, 'a.bin') }
  const { attachment_id } = expectStatus(await ada.post(attachments, { body }), 201)
  const { kept: stored } = await listStoredFiles(app)
  expect(listObjects()).toEqual(stored!.map((name) => `of/svc/${name}`))
  expect(listSpooled()).toEqual([])
  const content = `${app.url}${attachments}/${attachment_id}/content`
  const headers = { authorization: ada.authorization! }
  const whole = await fetch(content, { headers })
  expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
  const part = await fetch(content, { headers: { ...headers, range: 'bytes=2999990-' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2999990-2999999/3000000'])
  expect(bytes.subarray(-10).equals(Buffer.from(await part.arrayBuffer()))).toBe(true)
  expectStatus(await ada.delete(`${attachments}/${attachment_id}`), 204)
  await deleteUnreferenced(app)
  expect([listObjects(), (await listStoredFiles(app)).leaving]).toEqual([[], []])
})

test('an empty file is stored in the bucket', async () => {
  const { attachment_id } = expectStatus(await ada.post(attachments, { body: { task_id, file: new Upload('') } }), 201)
  expect((await ada.get(`${attachments}/${attachment_id}/content`)).text).toBe('')
})

test('an unavailable bucket accepts no upload, and uploads succeed once it recovers', async () => {
  const body = { task_id, file: new Upload('later', 'later.txt') }
  const { attachment_id } = expectStatus(await ada.post(attachments, { body }), 201)
  const content = `${attachments}/${attachment_id}/content`
  await server.close()
  const refused = await ada.post(attachments, { body, headers: { 'idempotency-key': 'away' } })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expectStatus(await ada.get(content), 503)
  expectStatus(await ada.get(`${attachments}/${attachment_id}`), 200)
  expectStatus(await ada.head(content), 200)
  expect(listSpooled()).toEqual([])
  await expect(deleteUnreferenced(app)).rejects.toThrow('file storage unavailable')

  server = new S3rver({ ...bucket, port })
  await server.run()
  expect((await ada.get(content)).text).toBe('later')
  expectStatus(await ada.post(attachments, { body, headers: { 'idempotency-key': 'away' } }), 201)
  await deleteUnreferenced(app)
  const { kept: stored, leaving } = await listStoredFiles(app)
  expect([listObjects(), leaving]).toEqual([stored!.map((name) => `of/svc/${name}`), []])
})

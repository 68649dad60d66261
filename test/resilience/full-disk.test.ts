import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp, stopApps } from '../support/app.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { listFiles, findStorageFolder, listStoredFiles, deleteUnreferenced } from '../support/stored-files.ts'
import { createRange, chooseSize } from './sizes.ts'

const megabyte = 1024 * 1024
const disk = mkdtempSync(path.join(tmpdir(), 'svc-test-disk-'))

/** Mounts a disk of 8 MB; returns false without the right to mount. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' })
    return true
  } catch (error) {
    if (process.env.CI) throw error
    process.stderr.write(`\n*** SKIPPED: the tests on a full disk need the right to mount one: ${String(error)}\n\n`)
    return false
  }
}
const ready = mountSmallDisk()
afterAll(async () => {
  await stopApps()
  if (ready) execFileSync('umount', [disk])
  rmdirSync(disk)
})

describe.skipIf(!ready)('a server with a full disk', () => {
  test(
    'acknowledges nothing that it has not stored, keeps reading, and recovers by itself',
    { timeout: 120_000 },
    async () => {
      const app = await startApp({ env: { STORAGE_URL: `file:${disk}/files` } })
      const ada = await app.signIn('ada')
      const { org_id } = await createOrganization(ada)
      const { task_id } = await createTask(ada, org_id)
      const at = '/v1/task-attachments'
      const upload = (fill: number, bytes: number, headers = {}) =>
        ada.post(at, { body: { task_id, file: new Upload(Buffer.alloc(bytes, fill)) }, headers })
      const listAttachmentIds = async (): Promise<string[]> =>
        expectStatus(await ada.get(at, { query: { task_id } }), 200).data.map(
          (row: { attachment_id: string }) => row.attachment_id,
        )
      for (const round of createRange(chooseSize(2, 20))) {
        const replies: Reply[] = []
        for (const i of createRange(4))
          replies.push(...(await Promise.all(createRange(3).map((j) => upload(i * 3 + j, megabyte + round)))))
        const [taken, refused] = [201, 503].map((status) => replies.filter((reply) => reply.status === status))
        expect(taken!.length + refused!.length).toBe(replies.length)
        expect([taken!.length > 3, refused!.length > 0]).toEqual([true, true])
        for (const reply of refused!)
          expect([reply.headers['retry-after'], reply.body.type]).toEqual(['1', 'about:blank'])
        expect((await listAttachmentIds()).sort()).toEqual(taken!.map((reply) => reply.body.attachment_id).sort())
        // Before any sweep, refused uploads already occupy no space.
        expect(listFiles(findStorageFolder(app))).toEqual((await listStoredFiles(app)).kept)
        for (const name of (await listStoredFiles(app)).kept!)
          expect(readFileSync(path.join(findStorageFolder(app), name))).toHaveLength(megabyte + round)
        for (const id of await listAttachmentIds()) expectStatus(await ada.get(`${at}/${id}/content`), 200)

        const again = await upload(0, 3 * megabyte, { 'idempotency-key': `again ${round}` })
        expectStatus(again, 503)
        for (const id of await listAttachmentIds()) expectStatus(await ada.delete(`${at}/${id}`), 204)
        await deleteUnreferenced(app)
        expectStatus(await upload(0, 3 * megabyte, { 'idempotency-key': `again ${round}` }), 201)
        for (const id of await listAttachmentIds()) expectStatus(await ada.delete(`${at}/${id}`), 204)
        await deleteUnreferenced(app)
        expect(await listStoredFiles(app)).toEqual({ arriving: [], leaving: [], kept: [] })
      }
    },
  )
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createArchiveFolder, createFullOrganization, exportOrganization } from '../support/archives.ts'
import { startApp } from '../support/app.ts'
import { spawnRestore, startBucket } from '../support/bucket.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import { unpackDatabase } from '../support/spawn.ts'

const folder = createArchiveFolder()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-restore-'))
afterAll(() => {
  folder.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a restore that is killed leaves no files behind, and can be run again', async () => {
  const app = await startApp()
  const { org_id } = await createFullOrganization(app)
  const [withFiles, other] = [folder.getNewFile(), folder.getNewFile()]
  await exportOrganization(app, org_id, withFiles)
  await exportOrganization(app, (await createOrganization(await app.signIn('zoe'), { name: 'Other' })).org_id, other)
  const bucket = await startBucket()
  afterAll(bucket.close)
  const databaseUrl = inject('svc').postgresUrl ? await copyTemplate() : undefined
  if (!databaseUrl) unpackDatabase(dataDir)
  const restore = (file: string) => spawnRestore(bucket.url, dataDir, databaseUrl, file)
  const killed = restore(withFiles)
  const ended = once(killed, 'exit')
  // The restore waits for the response to its first file.
  await expect.poll(() => bucket.objects.size).toBe(1)
  killed.kill('SIGKILL')
  await ended
  bucket.accepts = Infinity
  expect(await once(restore(other), 'exit')).toEqual([0, null])
  expect([...bucket.objects]).toEqual([])
  expect(await once(restore(withFiles), 'exit')).toEqual([0, null])
  expect(bucket.objects.size).toBe(2)
})

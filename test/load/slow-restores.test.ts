import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createArchiveFolder, createFullOrganization, exportOrganization } from '../support/archives.ts'
import { startApp } from '../support/app.ts'
import { spawnRestore, startBucket } from '../support/bucket.ts'
import { copyTemplate } from '../support/databases.ts'

const folder = createArchiveFolder()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-restore-'))
afterAll(() => {
  folder.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

// PostgreSQL ends a session that waits for more than 30 seconds in a transaction.
test.skipIf(!inject('svc').postgresUrl)('a restore may take long to store a file', { timeout: 120_000 }, async () => {
  const app = await startApp()
  const { org_id } = await createFullOrganization(app)
  const file = folder.getNewFile()
  await exportOrganization(app, org_id, file)
  const bucket = await startBucket()
  afterAll(bucket.close)
  Object.assign(bucket, { accepts: Infinity, delay: 35_000 })
  expect(await once(spawnRestore(bucket.url, dataDir, await copyTemplate(), file), 'exit')).toEqual([0, null])
  expect(bucket.objects.size).toBe(2)
})

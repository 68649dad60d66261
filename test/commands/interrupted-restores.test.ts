import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createArchiveFolder, createFullOrganization, exportOrganization } from '../support/archives.ts'
import { buildSettings, startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import { unpackDatabase } from '../support/spawn.ts'

const folder = createArchiveFolder()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-restore-'))
afterAll(() => {
  folder.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts a bucket that stores objects by name, and responds to the first `accepts` uploads. */
async function startBucket() {
  const bucket = { objects: new Set<string>(), accepts: 0, url: '', close: () => void server.close() }
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://bucket').pathname
    request.resume().on('end', () => {
      if (request.method === 'PUT') {
        bucket.objects.add(name)
        if (bucket.objects.size > bucket.accepts) return
      }
      if (request.method === 'DELETE') bucket.objects.delete(name)
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"x"' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return bucket
}

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
  const restore = (file: string): ChildProcess => {
    const storage = `s3://files?endpoint=${bucket.url}`
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    const env = { PATH: process.env.PATH, ...buildSettings(dataDir, databaseUrl, { STORAGE_URL: storage, ...keys }) }
    return spawn(process.execPath, [resolve('dist/main.js'), 'organization', 'restore', file], {
      env,
      stdio: 'inherit',
    })
  }
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

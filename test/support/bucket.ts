import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { buildSettings } from './app.ts'

/** Starts a bucket that stores objects by name, and responds to the first `accepts` uploads, the first after a delay. */
export async function startBucket() {
  const bucket = { objects: new Set<string>(), accepts: 0, delay: 0, url: '', close: () => void server.close() }
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://bucket').pathname
    request.resume().on('end', () => {
      if (request.method === 'PUT') {
        bucket.objects.add(name)
        if (bucket.objects.size > bucket.accepts) return
        setTimeout(() => response.setHeader('etag', '"x"').end(), bucket.delay)
        bucket.delay = 0
        return
      }
      if (request.method === 'DELETE') bucket.objects.delete(name)
      response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return bucket
}

/** Starts `svc-server organization restore` with the bucket as its storage. */
export function spawnRestore(
  bucketUrl: string,
  dataDir: string,
  databaseUrl: string | undefined,
  file: string,
): ChildProcess {
  const storage = `s3://files?endpoint=${bucketUrl}`
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const env = { PATH: process.env.PATH, ...buildSettings(dataDir, databaseUrl, { STORAGE_URL: storage, ...keys }) }
  return spawn(process.execPath, [resolve('dist/main.js'), 'organization', 'restore', file], { env, stdio: 'inherit' })
}

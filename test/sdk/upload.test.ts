import { mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Svc } from '@svc/sdk'
import { afterAll, expect, test } from 'vitest'

const size = 200 * 2 ** 20
const folder = mkdtempSync(join(tmpdir(), 'svc-test-upload-'))
let arrived = 0
// The server only counts bytes, so that the client is measured.
const server = createServer((request, response) => {
  request.on('data', (part: Buffer) => (arrived += part.length))
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test.each([['without'], ['with']])('a large file is never in memory as a whole, %s progress', async (how) => {
  const path = join(folder, 'large')
  writeFileSync(path, '')
  truncateSync(path, size)
  const file = new File([await openAsBlob(path)], 'large')
  const svc = new Svc({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'x' })
  const before = process.memoryUsage().rss
  let peakBytes = 0
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss - before)), 10)
  arrived = 0
  let uploaded = 0
  const options = how === 'with' ? { onProgress: (sent: number) => (uploaded = sent) } : {}
  await svc.taskAttachments.create({ task_id: 'T', file }, options)
  clearInterval(watch)
  expect(arrived).toBeGreaterThan(size)
  expect(uploaded).toBe(how === 'with' ? size : 0)
  expect(peakBytes).toBeLessThan(size / 2)
})

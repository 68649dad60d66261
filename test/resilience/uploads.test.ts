import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Client, type Server } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { boundary, formHeaders, encodePart, Upload } from '../support/form.ts'
import { findFreePort } from '../support/postgres.ts'
import { beginRequest } from '../support/slow-request.ts'
import { spawnServer } from '../support/spawn.ts'
import { listFiles, findStorageFolder, listStoredFiles, deleteUnreferenced } from '../support/stored-files.ts'
import { sendUntilFinal } from './send-until-final.ts'
import { createRange, chooseSize } from './sizes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-test-uploads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = '/v1/task-attachments'
const computeDigest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Uploads files to a task, each retried with its key. Returns their digests by id. */
async function write(client: Client, orgId: string, isOver: () => boolean, onAcknowledged: () => void) {
  const { task_id } = await createTask(client, orgId)
  const acknowledged = new Map<string, string>()
  for (let i = 0; !isOver() && i < 1000; i++) {
    const bytes = randomBytes(Math.floor(Math.random() * 1_500_000))
    const headers = { 'idempotency-key': `${task_id} ${i}` }
    const body = { task_id, file: new Upload(bytes) }
    const { reply } = await sendUntilFinal(client, 'POST', at, { headers, body }, { patience: 300_000 })
    acknowledged.set(expectStatus(reply, 201).attachment_id, computeDigest(bytes))
    onAcknowledged()
  }
  return { task_id, acknowledged }
}

test.skipIf(!inject('svc').postgresUrl)(
  'a server killed during uploads loses no acknowledged file and leaves no orphan',
  { timeout: chooseSize(300_000, 3_600_000) },
  async () => {
    const databaseUrl = await copyTemplate()
    const port = await findFreePort()
    const env = { STORAGE_URL: `file:${folder}/killed`, ATTACHMENTS_PER_TASK: '10000' }
    const options = { databaseUrl, port, env }
    let server = await spawnServer(options)
    const target: Server = { url: server.url, dispatcher: server.dispatcher }
    const client = await server.signIn('ada')
    Object.assign(client, { server: target })
    const { org_id } = await createOrganization(client)
    const progress = { count: 0, over: false }
    const writing = Promise.all(
      createRange(6).map(() =>
        write(
          client,
          org_id,
          () => progress.over,
          () => void progress.count++,
        ),
      ),
    )
    for (const _ of createRange(chooseSize(1, 60))) {
      const enough = progress.count + 10
      while (progress.count < enough) await Promise.race([sleep(10), writing])
      await sleep(Math.random() * 200)
      await server.stop('SIGKILL')
      server = await spawnServer({ ...options, dataDir: server.dataDir })
      target.dispatcher = server.dispatcher
    }
    progress.over = true
    const written = await writing
    for (const { task_id, acknowledged } of written) {
      const { data } = expectStatus(await client.get(at, { query: { task_id, limit: 1000 } }), 200)
      expect(data.map((row: { attachment_id: string }) => row.attachment_id).sort()).toEqual(
        [...acknowledged.keys()].sort(),
      )
    }
    await server.stop('SIGTERM')

    const app = await startApp({ databaseUrl, env })
    const rows = await app.sql<{ attachment_id: string; name: string; digest: string }>(
      `SELECT a.attachment_id, f.digest, f.org_id || '/' || right(f.file_id, 2) || '/' || f.file_id AS name
       FROM task_attachments a JOIN files f ON f.org_id = a.org_id AND f.file_id = a.file_id`,
    )
    const sums = new Map(written.flatMap(({ acknowledged }) => [...acknowledged]))
    expect(rows).toHaveLength(sums.size)
    for (const row of rows) {
      const stored = computeDigest(readFileSync(path.join(findStorageFolder(app), row.name)))
      expect(stored).toBe(sums.get(row.attachment_id))
      expect(Buffer.from(row.digest, 'base64url').toString('hex')).toBe(stored)
    }
    await deleteUnreferenced(app, 2 * 3_600_000)
    expect(await listStoredFiles(app)).toEqual({ arriving: [], leaving: [], kept: listFiles(findStorageFolder(app)) })
  },
)

/** Returns a size in kilobytes from the status of a process. */
const readMemoryStatus = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

test.skipIf(!inject('svc').postgresUrl)(
  'eight concurrent uploads and downloads of 25 MB use less than 64 MB of memory',
  { timeout: 240_000 },
  async () => {
    const server = await spawnServer({
      databaseUrl: await copyTemplate(),
      env: { STORAGE_URL: `file:${folder}/large` },
    })
    const client = await server.signIn('ada')
    const { org_id } = await createOrganization(client)
    const { task_id } = await createTask(client, org_id)
    const chunk = Buffer.alloc(64 * 1024, 'x')

    /** Uploads and downloads a file without holding it in memory. */
    async function uploadAndDownload(chunks: number): Promise<void> {
      const sent = beginRequest(client, at, { ...formHeaders, 'transfer-encoding': 'chunked' })
      const empty = encodePart('file', new Upload(''))
      await sent.write(Buffer.concat([encodePart('task_id', task_id), empty.subarray(0, -2)]))
      for (const _ of createRange(chunks)) await sent.write(chunk)
      sent.raw.end(`\r\n--${boundary}--\r\n`)
      const { body } = await sent.reply
      const path = `${at}/${(body as { attachment_id: string }).attachment_id}/content`
      const response = await fetch(new URL(path, server.url), {
        headers: { authorization: client.authorization! },
      })
      let bytes = 0
      for await (const piece of response.body!) bytes += (piece as Uint8Array).length
      expect(bytes).toBe(chunks * chunk.length)
    }
    const uploadConcurrently = (chunks: number) => Promise.all(createRange(8).map(() => uploadAndDownload(chunks)))
    for (const _ of createRange(3)) await uploadConcurrently(16)
    const pid = server.child.pid!
    const before = readMemoryStatus(pid, 'VmRSS')
    writeFileSync(`/proc/${pid}/clear_refs`, '5') // resets the peak
    await uploadConcurrently(400)
    const rise = (readMemoryStatus(pid, 'VmHWM') - before) / 1024
    process.stderr.write(`memory: from ${Math.round(before / 1024)} MB up by ${Math.round(rise)} MB\n`)
    expect(rise).toBeLessThan(64)
  },
)

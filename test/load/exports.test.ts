import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { openArchive } from '@svc/import/archive'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { buildSettings } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createProject } from '../support/factories.ts'
import { killServers, spawnServer, type ServerProcess } from '../support/spawn.ts'

const TASKS = Number(process.env.EXPORT_TASKS ?? 300_000)
const MAX_MB = 300

const folder = mkdtempSync(join(tmpdir(), 'svc-test-exports-'))
afterAll(async () => {
  await killServers()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the largest memory of a process so far, in megabytes. */
const readPeak = ({ child }: Pick<ServerProcess, 'child'>): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

/** Runs `svc-server` to its end; returns the seconds and the largest memory in megabytes. */
async function runServer(args: string[], databaseUrl: string) {
  const start = performance.now()
  const env = { PATH: process.env.PATH, ...buildSettings(folder, databaseUrl, {}) }
  const child = spawn(process.execPath, [resolve('dist/main.js'), ...args], { env, stdio: 'inherit' })
  let peak = 0
  // The status of an ended process has no memory.
  const timer = setInterval(() => (peak = Math.max(peak, readPeak({ child }) || 0)), 100)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  expect(code).toBe(0)
  return { seconds: (performance.now() - start) / 1000, peak }
}

/** Returns the names and digests of all parts of an archive. */
async function readParts(file: string) {
  const archive = await openArchive(file)
  archive.close()
  const { parts } = archive.manifest
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return { parts: parts.length, digest, tasks: archive.countRows('tasks') }
}

async function insertTasks(databaseUrl: string, orgId: string, projectId: string): Promise<void> {
  const connection = new Connection(databaseUrl)
  await connection.connect()
  await connection.query('SET session_replication_role = replica')
  await connection.query(
    `INSERT INTO tasks (org_id, task_id, project_id, number, title, title_key, description, status_rank, priority_rank,
       created_by, created_at, updated_at)
     SELECT $1, 'T' || lpad(n::text, 16, '0'), $2, n, 'Task ' || n, 'task ' || n, repeat('Text of the task. ', 20), 1, 4,
       'ada', now(), now()
     FROM generate_series(1, $3::int) n`,
    [orgId, projectId, TASKS],
  )
  await connection.query('ANALYZE tasks')
  await connection.end()
}

describe.skipIf(!inject('svc').postgresUrl)('an export', () => {
  test(`of ${TASKS} tasks stays below ${MAX_MB} MB`, { timeout: 1_200_000 }, async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id)
    await insertTasks(databaseUrl, org_id, project_id)
    const idle = readPeak(server)
    const start = performance.now()
    const { export_id } = expectStatus(await ada.post(`/v1/organizations/${org_id}/exports`), 201)
    let row = { phase: 'waiting', counts: { tasks: 0 }, error: null as string | null }
    while (!['finished', 'failed'].includes(row.phase)) {
      await sleep(500)
      row = expectStatus(await ada.get(`/v1/exports/${export_id}`), 200)
    }
    const seconds = (performance.now() - start) / 1000
    const peak = readPeak(server)
    const memory = `peak ${peak.toFixed(0)} MB, ${idle.toFixed(0)} MB before`
    process.stdout.write(`export of ${TASKS} tasks in ${seconds.toFixed(1)} s, ${memory}\n`)
    expect([row.phase, row.error, row.counts.tasks]).toEqual(['finished', null, TASKS])
    expect(peak).toBeLessThan(MAX_MB)
  })
  test(`of ${TASKS} tasks that is restored has the same bytes`, { timeout: 2_400_000 }, async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id)
    await server.stop('SIGTERM')
    await insertTasks(databaseUrl, org_id, project_id)
    const other = await copyTemplate()
    const [first, second] = [join(folder, 'first.zip'), join(folder, 'second.zip')]
    const exported = await runServer(['organization', 'export', org_id, first], databaseUrl)
    const restored = await runServer(['organization', 'restore', first], other)
    const again = await runServer(['organization', 'export', org_id, second], other)
    for (const [name, { seconds, peak }] of Object.entries({ exported, restored, again }))
      process.stdout.write(`${name} ${TASKS} tasks in ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MB\n`)
    expect(await readParts(second)).toEqual(await readParts(first))
    for (const { peak } of [exported, restored, again]) expect(peak).toBeLessThan(MAX_MB)
  })
})

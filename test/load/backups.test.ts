import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { buildSettings } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject } from '../support/factories.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

const TASKS = Number(process.env.BACKUP_TASKS ?? 100_000)
const MAX_HOLD_MS = 200

const to = mkdtempSync(join(tmpdir(), 'svc-test-backup-'))
afterAll(async () => {
  await killServers()
  rmSync(to, { recursive: true, force: true })
})

async function insertTasks(dataDir: string, orgId: string, projectId: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await database.transaction(async (trx) => {
    await trx.query(sql`set local session_replication_role = replica`)
    await trx.query(sql`
      insert into tasks (org_id, task_id, project_id, number, title, title_key, description, status_rank, priority_rank,
        created_by, created_at, updated_at)
      select ${orgId}, 'T' || lpad(n::text, 16, '0'), ${projectId}, n, 'Task ' || n, 'task ' || n,
        repeat('Text of the task. ', 20), 1, 4, 'ada', now(), now()
      from generate_series(1, ${TASKS}::int) n`)
  })
  await database.close()
}

function runBackup(dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, ...buildSettings(dataDir, undefined) }
  const child = spawn(process.execPath, [resolve('dist/main.js'), 'backup', to], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return new Promise((done) => child.once('exit', () => done(output)))
}

test(`a backup of ${TASKS} tasks holds writes for at most ${MAX_HOLD_MS} ms`, { timeout: 1_200_000 }, async () => {
  const first = await spawnServer()
  const owner = await first.signIn('ada')
  const { org_id } = await createOrganization(owner)
  const { project_id } = await createProject(owner, org_id)
  await first.stop('SIGTERM')
  await insertTasks(first.dataDir, org_id, project_id)
  const server = await spawnServer({ dataDir: first.dataDir })
  const ada = await server.signIn('ada')
  const latencies: number[] = []
  const state = { isDone: false }
  const backup = runBackup(server.dataDir).finally(() => (state.isDone = true))
  while (!state.isDone) {
    const start = performance.now()
    expectStatus(await ada.post('/v1/tasks', { body: { org_id, project_id, title: 'Written meanwhile' } }), 200)
    latencies.push(performance.now() - start)
  }
  const output = await backup
  const [median, longest] = [latencies.toSorted((a, b) => a - b)[latencies.length >> 1]!, Math.max(...latencies)]
  process.stdout.write(`${output.trim()}\n`)
  process.stdout.write(`${latencies.length} writes beside it: p50 ${median.toFixed(0)}, max ${longest.toFixed(0)} ms\n`)
  const hold = Number(/waited (\d+) ms/.exec(output)?.[1])
  expect(hold).toBeLessThanOrEqual(MAX_HOLD_MS)
})

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { expectStatus } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createProject } from '../support/factories.ts'
import { killServers, spawnServer, type ServerProcess } from '../support/spawn.ts'

const TASKS = Number(process.env.EXPORT_TASKS ?? 300_000)
const MAX_MB = 300

afterAll(killServers)

/** Returns the largest memory of a process so far, in megabytes. */
const readPeak = ({ child }: ServerProcess): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024

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
})

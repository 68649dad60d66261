import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { addMember, createOrganization, createTask } from '../support/factories.ts'
import { Upload } from '../support/form.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

const TASKS = Number(process.env.MERGE_TASKS ?? 300_000)
const MAX_WAIT_MS = 1000

afterAll(killServers)

/** Adds tasks of which every tenth names the placeholder. */
async function insertTasks(connection: Connection, orgId: string, projectId: string, username: string) {
  await connection.query('SET session_replication_role = replica')
  await connection.query(
    `INSERT INTO tasks (org_id, task_id, project_id, number, title, title_key, description, status_rank, priority_rank,
       assignee, assignee_key, created_by, created_at, updated_at)
     SELECT $1, 'T' || lpad(n::text, 16, '0'), $2, n + 1000, 'Task ' || n, 'task ' || n, 'Text', 1, 4,
       CASE WHEN n % 10 = 0 THEN $4 END, CASE WHEN n % 10 = 0 THEN lower($4) END, 'ada', now(), now()
     FROM generate_series(1, $3::int) n`,
    [orgId, projectId, TASKS, username],
  )
  await connection.query('ANALYZE tasks')
}

async function importPlaceholder(client: Client, org_id: string): Promise<{ user_id: string; username: string }> {
  const file = new Upload('ID,Title,Assignee\n1,Moor the barge,zoe@example.org', 'Yard.csv')
  const { import_id } = expectStatus(
    await client.post('/v1/imports', { body: { import: { org_id, source: 'csv' }, file } }),
    201,
  )
  for (let phase = ''; phase !== 'finished'; await sleep(100))
    phase = expectStatus(await client.get(`/v1/imports/${import_id}`), 200).phase
  return expectStatus(await client.get(`/v1/organizations/${org_id}/placeholders`), 200).data[0]
}

test.skipIf(!inject('svc').postgresUrl)(
  `the merge of a placeholder among ${TASKS} tasks holds no write for longer than ${MAX_WAIT_MS} ms`,
  { timeout: 1_800_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const connection = new Connection(databaseUrl)
    await connection.connect()
    const server = await spawnServer({ databaseUrl })
    const [ada, ben] = [await server.signIn('ada'), await server.signIn('ben')]
    const { org_id } = await createOrganization(ada)
    await addMember(ada, org_id, ben, 'member')
    const { user_id, username } = await importPlaceholder(ada, org_id)
    const task = await createTask(ada, org_id, { title: 'Written meanwhile' })
    const [{ project_id }] = (await connection.query('SELECT project_id FROM projects WHERE org_id = $1', [org_id]))
      .rows
    await insertTasks(connection, org_id, project_id, username)
    const start = performance.now()
    const path = `/v1/organizations/${org_id}/placeholders`
    expectStatus(await ada.post(`${path}/${user_id}/match`, { body: { username: 'ben' } }), 200)
    let [longestWrite, longestTransaction] = [0, 0]
    for (let i = 0; ; i += 1) {
      const begin = performance.now()
      expectStatus(await ada.patch(`/v1/tasks/${task.task_id}`, { body: { title: `Written ${i}` } }), 200)
      longestWrite = Math.max(longestWrite, performance.now() - begin)
      const { rows } = await connection.query(
        `SELECT coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0) * 1000 AS ms FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%with slice as%' AND state <> 'idle'`,
      )
      longestTransaction = Math.max(longestTransaction, Number(rows[0].ms))
      if (i % 20 === 0 && expectStatus(await ada.get(path), 200).data.length === 0) break
      await sleep(20)
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const times = `longest transaction ${longestTransaction.toFixed(0)} ms, longest write ${longestWrite.toFixed(0)} ms`
    process.stdout.write(`merge among ${TASKS} tasks: ${seconds} s, ${times}\n`)
    const left = await connection.query(
      'SELECT count(*)::int AS count FROM tasks WHERE org_id = $1 AND assignee = $2',
      [org_id, username],
    )
    const merged = await connection.query(
      `SELECT count(*)::int AS count FROM tasks WHERE org_id = $1 AND assignee = 'ben'`,
      [org_id],
    )
    await connection.end()
    expect([left.rows[0].count, merged.rows[0].count]).toEqual([0, TASKS / 10 + 1])
    expect(longestTransaction).toBeGreaterThan(0)
    expect(Math.max(longestTransaction, longestWrite)).toBeLessThan(MAX_WAIT_MS)
  },
)

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations, migrationsDir } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { queryAt, runDistribute, startCluster, type TestCluster } from '../support/citus.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'

let cluster: TestCluster
let databaseUrl: string
let output: string[]

const querySingleNode = <R>(text: string): Promise<R[]> => queryAt<R>(databaseUrl, text)

beforeAll(async () => {
  cluster = await startCluster(0, { settings: { 'citus.enable_stat_counters': 'on' } })
  databaseUrl = cluster.databaseUrl
  output = await runDistribute(databaseUrl, 4)
}, 240_000)

afterAll(() => cluster.stop())

test('every table is distributed as declared, and unsupported constraints are reported', async () => {
  const distribution = JSON.parse(readFileSync('migrations/distribution.json', 'utf8'))
  const placed = output.filter((line) => line.startsWith('distributed ')).map((line) => line.split(' ')[1])
  const expected = [...distribution.organization, ...Object.keys(distribution.own), ...distribution.reference]
  expect(placed.toSorted()).toEqual(expected.toSorted())
  expect(output.filter((line) => line.startsWith('dropped'))).toEqual([
    expect.stringContaining('access_tokens_hash'),
    expect.stringContaining('oauth_grants_grant'),
    expect.stringContaining('designations_org_id_fkey'),
    expect.stringContaining('oauth_clients_org_id_fkey'),
    expect.stringContaining('oauth_credentials_grant_id_fkey'),
  ])
  const parts = await querySingleNode<{ count: string }>(`select count(distinct shardid) from pg_dist_shard s
    where s.logicalrelid = 'tasks'::regclass`)
  expect(Number(parts[0]!.count)).toBe(4)
})

test('a second run changes nothing', async () => {
  expect(await runDistribute(databaseUrl, 4)).toContain('all tables are distributed')
})

test('a later migration distributes its table, including foreign keys', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-migrations-'))
  for (const name of readdirSync(migrationsDir)) copyFileSync(join(migrationsDir, name), join(dir, name))
  const distribution = JSON.parse(readFileSync(join(dir, 'distribution.json'), 'utf8'))
  distribution.organization.push('task_votes')
  writeFileSync(join(dir, 'distribution.json'), JSON.stringify(distribution))
  writeFileSync(
    join(dir, '20991231T0000_votes.sql'),
    `create table task_votes (org_id uuid not null, task_id text collate "C" not null, user_id uuid not null,
       primary key (org_id, task_id, user_id));
     select place_table('task_votes', 'org_id');
     alter table task_votes add foreign key (org_id, task_id) references tasks (org_id, task_id);
     alter table tasks add column votes integer not null default 0;`,
  )
  const database = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
  try {
    expect(await applyMigrations(database, dir)).toEqual(['20991231T0000_votes.sql'])
    expect(database.sharded).toBe(true)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true })
  }
  const keys = await querySingleNode(
    `select 1 from pg_constraint where conrelid = 'task_votes'::regclass and contype = 'f'`,
  )
  expect(keys).toHaveLength(1)
  const placed = await querySingleNode(`select 1 from pg_dist_partition where logicalrelid = 'task_votes'::regclass`)
  expect(placed).toHaveLength(1)
  for (const text of [
    'drop table task_votes',
    'alter table tasks drop column votes',
    `delete from schema_migrations where name like '2099%'`,
  ])
    await querySingleNode(text)
})

test('the most frequent queries use a single shard', async () => {
  const app: TestApp = await startApp({ databaseUrl })
  const ada = await app.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const caller = await createTokenClient(ada, org_id)
  const { project_id } = await createProject(caller, org_id)
  const created = await createTask(caller, org_id, { project_id })
  const hot = [
    () => caller.get(`/v1/tasks/${created.task_id}`),
    () => caller.get('/v1/tasks?limit=50'),
    () => caller.get(`/v1/tasks?project_id=${project_id}&limit=50`),
    () => caller.get('/v1/tasks?search=crane'),
    () => caller.post('/v1/tasks', { body: { org_id, title: 'Grease the hinges', project_id } }),
    () => caller.patch(`/v1/tasks/${created.task_id}`, { body: { priority: 'high' } }),
    () => caller.post('/v1/task-comments', { body: { task_id: created.task_id, content: 'Done by noon' } }),
    () => caller.get(`/v1/tasks/count?project_id=${project_id}`),
    () => caller.get(`/v1/task-comments?task_id=${created.task_id}`),
    () => caller.get(`/v1/task-history?task_id=${created.task_id}`),
  ]
  // Warms the cache of the token's organization.
  expectStatus(await caller.get(`/v1/tasks/${created.task_id}`), 200)
  const fanned: string[] = []
  for (const ask of hot) {
    const before = await countMultiShardQueries()
    const reply = await ask()
    expect(reply.status, `${ask}: ${reply.text}`).toBeLessThan(300)
    const more = (await countMultiShardQueries()) - before
    if (more > 0) fanned.push(`${ask}: ${more}`)
  }
  expect(fanned).toEqual([])
  await app.stop()
})

test('a name that is taken is a conflict, reported by the shard as by one server', async () => {
  const app = await startApp({ databaseUrl })
  const ben = await app.signIn('ben')
  const { org_id } = await createOrganization(ben)
  const team = { org_id, name: 'Divers' }
  expect((await ben.post('/v1/teams', { body: team })).status).toBeLessThan(300)
  expectStatus(await ben.post('/v1/teams', { body: team }), 409)
  await app.stop()
})

/** Returns the number of multi-shard queries so far, from the statistics of Citus. */
async function countMultiShardQueries(): Promise<number> {
  const [row] = await querySingleNode<{
    count: string
  }>(`select query_execution_multi_shard as count from citus_stat_counters
    where name = current_database()`)
  return Number(row?.count ?? 0)
}

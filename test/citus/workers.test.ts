import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWatermark } from '../../src/events/reader/queries.ts'
import { listAll, expectOnceEach } from '../resilience/acknowledged-writes.ts'
import { createRange } from '../resilience/sizes.ts'
import { startHttpReader } from '../resilience/stream-http-readers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { queryAt, runDistribute, startCluster, type TestCluster } from '../support/citus.ts'
import { expectStatus } from '../support/client.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'

let cluster: TestCluster
let app: TestApp

/** Counts the rows of each table, and the values that triggers count. */
async function countRows(): Promise<Record<string, string>> {
  const tables = await queryAt<{ name: string }>(
    cluster.databaseUrl,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'distribution_keys' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await queryAt<{ n: string }>(cluster.databaseUrl, `select count(*) as n from ${name}`)
    found[name] = row!.n
  }
  const [counts] = await queryAt<{ n: string }>(
    cluster.databaseUrl,
    "select concat_ws(' ', sum(total), sum(completed), sum(tops)) as n from task_counts",
  )
  return { ...found, counts: counts!.n }
}

/** Writes rows of most kinds while the database is still on one server. */
async function insertRows(): Promise<void> {
  const one = await startApp({ databaseUrl: cluster.databaseUrl })
  const ada = await one.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id)
  const created = await Promise.all(createRange(5).map(() => createTask(ada, org_id, { project_id })))
  expectStatus(await ada.patch(`/v1/tasks/${created[0]!.task_id}`, { body: { status: 'completed' } }), 200)
  const comment = { task_id: created[1]!.task_id, content: 'Done by noon' }
  expect((await ada.post('/v1/task-comments', { body: comment })).status).toBeLessThan(300)
  expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Divers' } }), 201)
  await one.stop()
}

let before: Record<string, string>

beforeAll(async () => {
  // Keeps transactions that a test leaves as a crash would; the background recovery would resolve them.
  cluster = await startCluster(2, {
    settings: { 'citus.recover_2pc_interval': '-1', timezone: 'Asia/Tokyo', datestyle: 'SQL, DMY' },
  })
  await insertRows()
  before = await countRows()
  await runDistribute(cluster.databaseUrl, 8)
  app = await startApp({ databaseUrl: cluster.databaseUrl })
}, 240_000)

afterAll(async () => {
  await app?.stop()
  await cluster?.stop()
})

test('distributing keeps every row once, and triggers count nothing again', async () => {
  expect(Number(before.tasks)).toBe(5)
  expect(await countRows()).toEqual(before)
  const triggers = await queryAt<{ name: string }>(
    cluster.databaseUrl,
    `select tgname as name from pg_trigger where tgrelid = 'tasks'::regclass and not tgisinternal order by 1`,
  )
  expect(triggers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['count_changed', 'count_gone', 'count_made']),
  )
})

test('statements run with the same settings on every server, whatever its own are', async () => {
  for (const { url } of cluster.workers) {
    const [set] = await queryAt(
      url('sharded'),
      `select current_setting('TimeZone') as zone, current_setting('DateStyle') as dates, current_setting('jit') as jit,
        current_setting('work_mem') as memory, current_setting('max_parallel_workers_per_gather') as parallel`,
    )
    expect(set).toEqual({
      zone: 'UTC',
      dates: expect.stringMatching(/^ISO/),
      jit: 'off',
      memory: '16MB',
      parallel: '0',
    })
  }
})

test('organizations are stored on both workers, none on the coordinator', async () => {
  const places = await queryAt<{ port: number }>(
    cluster.databaseUrl,
    `select distinct nodeport as port from pg_dist_shard s join pg_dist_placement p using (shardid)
      join pg_dist_node n using (groupid) where s.logicalrelid = 'tasks'::regclass order by 1`,
  )
  expect(places.map(({ port }) => port)).toEqual(cluster.workers.map(({ port }) => port).toSorted())
})

test('keyed writes in organizations on both workers are done once, and each follower receives each once', async () => {
  const ada = await app.signIn('ada')
  const created = await Promise.all(createRange(6).map(() => createOrganization(ada)))
  await waitForStableEvents(app)
  const parts = await Promise.all(
    created.map(async ({ org_id }, i) => {
      const { next_cursor: cursor } = expectStatus(await ada.get('/v1/events', { query: { org_id } }), 200)
      const reader = startHttpReader({
        clients: [ada],
        orgId: org_id,
        cursor,
        maxStreamMs: 3_000,
        readsPages: i % 2 === 0,
      })
      return { org_id, reader, acknowledged: new Map<string, string>() }
    }),
  )
  const write = async ({ org_id, acknowledged }: (typeof parts)[number], n: number) => {
    const title = `Task ${n}`
    const sending = { headers: { 'idempotency-key': `${org_id} ${n}` }, body: { org_id, title } }
    const [one, again] = [await ada.post('/v1/tasks', sending), await ada.post('/v1/tasks', sending)]
    expect(expectStatus(again, 200).task_id).toBe(expectStatus(one, 200).task_id)
    acknowledged.set(title, one.body.task_id)
  }
  for (const n of createRange(15)) await Promise.all(parts.map((part) => write(part, n)))
  for (const { org_id, reader, acknowledged } of parts) {
    await expectOnceEach(ada, org_id, acknowledged)
    const events = await listAll(ada, '/v1/audit', { org_id, action: 'task.created' })
    await expect.poll(() => reader.ids.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(events.length)
    await reader.stop()
    expect(reader.ids.toSorted()).toEqual(events.map(({ event_id }) => event_id).sort())
  }
}, 120_000)

test('readers wait for transactions that are not committed on every server yet', async () => {
  const worker = cluster.workers[0]!.url('sharded')
  const { db } = app.services.database
  const before = await readWatermark(db)
  // A coordinator that is lost between its own commit and that of the workers leaves this state.
  const gid = 'citus_0_1_1_1'
  const [{ tx }] = (await queryAt<{ tx: string }>(
    cluster.databaseUrl,
    `insert into pg_dist_transaction (groupid, gid, outer_xid) values (1, $1, pg_current_xact_id())
      returning outer_xid::text as tx`,
    [gid],
  )) as [{ tx: string }]
  await queryAt(worker, `begin; create table left_over (); prepare transaction '${gid}'`)
  try {
    await waitForStableEvents(app)
    const held = await readWatermark(db)
    expect(BigInt(held.tx)).toBeLessThanOrEqual(BigInt(tx))
    expect(BigInt(held.tx)).toBeGreaterThanOrEqual(BigInt(before.tx))
  } finally {
    await queryAt(worker, `rollback prepared '${gid}'`)
    await queryAt(cluster.databaseUrl, `delete from pg_dist_transaction where gid = $1`, [gid])
  }
  await waitForStableEvents(app)
  expect(BigInt((await readWatermark(db)).tx)).toBeGreaterThan(BigInt(tx))
})

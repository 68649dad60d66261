import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import {
  comparePositions,
  toPosition,
  type EventPosition,
  type PositionedEvent,
} from '../../src/events/reader/position.ts'
import { positionExists, listEventsBetween, readWatermark, listStableEvents } from '../../src/events/reader/queries.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startPostgres, type TestServer } from '../support/postgres.ts'
import { createRange } from './sizes.ts'
import { consumeIds } from './consumed-ids.ts'

const servers: TestServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function startServer(): Promise<TestServer> {
  const server = (await startPostgres())!
  servers.push(server)
  return server
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries === 400) throw new Error('it never came so')
    await sleep(25)
  }
}

/** Waits until the server has reconnected. */
const waitUntilReconnected = (client: Client) => waitUntil(async () => (await client.get('/v1/me')).status === 200)

async function follow(app: TestApp) {
  const received: PositionedEvent[] = []
  const resets: EventPosition[] = []
  const following = await app.services.eventLogReader.subscribe(
    (events) => void received.push(...events),
    (position) => void resets.push(position),
  )
  return { heard: received, resets, following, tasks: () => received.map((event) => event.resource_id) }
}

/** Lists the events of an organization after a position, up to the newest stable one. */
async function listEventsAfter(app: TestApp, orgId: string, after: EventPosition): Promise<string[]> {
  const upTo = await app.services.eventLogReader.currentPosition()
  const events = await listEventsBetween(app.services.database.db, orgId, after, upTo, 1000)
  return events.map((event) => event.resource_id)
}

describe.skipIf(!inject('svc').postgresUrl)('the order of the event log', () => {
  test('restarts for readers when a data folder is restored, and skips no new event', async () => {
    const server = await startServer()
    const app = await startApp({ databaseUrl: await server.createDatabase('past') })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const backedUp = await createTask(ada, org_id, { title: 'Kept' })
    await server.restart((data) => execFileSync('cp', ['-a', data, `${data}.past`]))
    await waitUntilReconnected(ada)
    const { heard, resets, tasks, following } = await follow(app)
    const lost = []
    for (let i = 0; i < 20; i++) lost.push(await createTask(ada, org_id, { title: `Lost ${i}` }))
    await waitUntil(() => heard.length === 20)
    const cursor = toPosition(heard.at(-1)!)
    expect(await positionExists(app.services.database.db, cursor)).toBe(true)

    // Lost connections alone do not start a new lineage.
    await server.restart()
    await waitUntilReconnected(ada)
    await sleep(500)
    expect(resets).toEqual([])
    await server.restart((data) => {
      execFileSync('rm', ['-rf', data])
      execFileSync('mv', [`${data}.past`, data])
    })
    await waitUntilReconnected(ada)
    await waitUntil(() => resets.length === 1)
    expect(resets).toEqual([following.position])
    expect(await positionExists(app.services.database.db, cursor)).toBe(false)
    expect(await positionExists(app.services.database.db, following.position)).toBe(true)
    const instead = []
    for (let i = 0; i < 3; i++) instead.push((await createTask(ada, org_id, { title: `Instead ${i}` })).task_id)
    await waitUntil(() => heard.length === 23)
    expect(tasks()).toEqual([...lost.map((one) => one.task_id), ...instead])
    // Its transaction id was used before, by a lost event.
    expect(comparePositions(heard.at(-1)!, cursor)).toBeLessThan(0)
    expect(await listEventsAfter(app, org_id, following.position)).toEqual(instead)
    expect(backedUp.task_id).toBeDefined()
  })

  test('puts writes after a restore from a dump last, with and without a running server', async () => {
    const [from, to] = await Promise.all([startServer(), startServer()])
    const old = await startApp({ databaseUrl: await from.createDatabase('svc') })
    const ada = await old.signIn('ada')
    const { org_id } = await createOrganization(ada)
    await consumeIds(old, 20_000)
    const { heard } = await follow(old)
    const dumped = await createTask(ada, org_id, { title: 'Told' })
    const untold = await createTask(ada, org_id, { title: 'Not told yet' })
    await waitUntil(() => heard.length === 2)
    const cursor = toPosition(heard[0]!)
    const dump = join(tmpdir(), `svc-dump-${process.pid}`)
    execFileSync(join(from.bin, 'pg_dump'), ['-Fc', '-f', dump, from.url('svc')])
    const after = await createTask(ada, org_id, { title: 'After the dump' })
    await waitUntil(() => heard.length === 3)
    await old.stop()
    const restore = (name: string) => execFileSync(join(to.bin, 'pg_restore'), ['--no-owner', '-d', to.url(name), dump])
    expect([dumped.task_id, after.task_id]).toEqual([heard[0]!.resource_id, heard[2]!.resource_id])

    await to.createDatabase('rest')
    restore('rest')
    const app = await startApp({ databaseUrl: to.url('rest') })
    const again = await app.signIn('ada')
    const fresh = await createTask(again, org_id, { title: 'Elsewhere' })
    expect(await listEventsAfter(app, org_id, cursor)).toEqual([untold.task_id, fresh.task_id])
    const { db } = app.services.database
    const settled = await listStableEvents(db, cursor, await readWatermark(db), 10)
    expect(settled.map((event) => event.resource_id)).toEqual([untold.task_id, fresh.task_id])
    expect(await app.services.eventLogReader.currentPosition()).toMatchObject({ lineage: 2 })
    expect(await positionExists(db, cursor)).toBe(true)
    expect(await positionExists(db, toPosition(heard[2]!))).toBe(false)
    // A second process starts no further epoch.
    const otherApp = await startApp({ database: app })
    await createTask(await otherApp.signIn('ada'), org_id)
    expect(await otherApp.services.eventLogReader.currentPosition()).toMatchObject({ lineage: 2 })

    // Restores under a running server while others write before it notices.
    const live = await startApp({ databaseUrl: await to.createDatabase('live') })
    const bea = await live.signIn('bea')
    const other = await createOrganization(bea)
    const watcher = await follow(live)
    await createTask(bea, other.org_id)
    await waitUntil(() => watcher.heard.length === 1)
    await to.createDatabase('restored')
    restore('restored')
    execFileSync(join(to.bin, 'psql'), ['-q', to.url('restored')], {
      input: createRange(3)
        .map(
          (i) =>
            `insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at)
             values ('${org_id}', 'EVearly${i}', 'task.updated', 'task', 'Tearly${i}', 'system', now());`,
        )
        .join('\n'),
    })
    await app.sql('drop database live with (force)')
    await app.sql('alter database restored rename to live')
    await waitUntil(() => watcher.resets.length === 1)
    const ana = await live.signIn('ada')
    await waitUntilReconnected(ana)
    const last = await createTask(ana, org_id, { title: 'Last' })
    const early = createRange(3).map((i) => `Tearly${i}`)
    await waitUntil(async () => (await listEventsAfter(live, org_id, cursor)).length === 5)
    expect(await listEventsAfter(live, org_id, cursor)).toEqual([untold.task_id, ...early, last.task_id])
    expect(watcher.tasks().slice(1)).toEqual(expect.arrayContaining([last.task_id]))
    rmSync(dump)
  })
})

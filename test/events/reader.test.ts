import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import {
  LOG_START,
  comparePositions,
  toPosition,
  type EventPosition,
  type PositionedEvent,
} from '../../src/events/reader/position.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'

const engines = inject('svc').postgresUrl ? (['postgres', 'embedded'] as const) : (['embedded'] as const)

/** Separate server: open transactions of other tests would delay events here. */
const server = inject('svc').postgresUrl ? await startPostgres() : null
afterAll(() => server?.stop())

let databases = 0
async function start(engine: 'postgres' | 'embedded', env: Record<string, string> = {}): Promise<TestApp> {
  if (engine === 'embedded') return startApp({ engine, env })
  return startApp({ databaseUrl: await server!.createDatabase(`tail${++databases}`), env })
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries === 2000) throw new Error('timed out')
    await sleep(10)
  }
}

/** Subscribes to the event log of a server from now on and collects everything. */
async function follow(app: TestApp) {
  const received: PositionedEvent[] = []
  const positions: EventPosition[] = []
  const resets: EventPosition[] = []
  const following = await app.services.eventLogReader.subscribe(
    (events, position) => {
      received.push(...events)
      positions.push(position)
    },
    (position) => void resets.push(position),
  )
  const listIds = () => received.map((event) => event.event_id)
  return {
    heard: received,
    places: positions,
    resets,
    ids: listIds,
    from: following.position,
    end: () => following.unsubscribe(),
  }
}

async function listEventIds(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ event_id: string }>(
    'select event_id from events where lineage > 0 order by lineage, tx, ord, event_id',
  )
  return rows.map((row) => row.event_id)
}

/** Reads the delay of events from /metrics. */
async function readLag(app: TestApp): Promise<number> {
  const { text } = await app.anonymous.get('/metrics', { headers: { host: 'localhost' } })
  return Number(/^svc_events_lag_seconds (.*)$/m.exec(text)![1])
}

async function openConnection(app: TestApp): Promise<Connection> {
  const client = new Connection({ connectionString: app.databaseUrl! })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Expects that notifications work. Polling every 200 ms alone exceeds this bound half of the time, and would pass once
 * in a thousand runs; ten of 40 may be late on a busy machine.
 */
const expectSoon = (delays: number[]) =>
  expect(delays.filter((delay) => delay < 100).length).toBeGreaterThanOrEqual(delays.length * 0.75)

const insert = `insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at)
  values ($1, $2, 'task.updated', 'task', 'T1', 'system', now())`

describe.each(engines)('the event-log reader on %s', (engine) => {
  test('sends every event once and in order to all subscribers, from their subscription on', async () => {
    const app = await start(engine)
    expect(await app.services.eventLogReader.currentPosition()).toEqual(LOG_START)
    const first = await follow(app)
    expect(first.from).toEqual(LOG_START)
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    await createTask(ada, org_id, { title: 'Slipway' })
    await waitUntil(() => first.heard.some((event) => event.type === 'task.created'))
    const second = await follow(app)
    expect(second.from).toEqual(first.places.at(-1))
    for (let i = 0; i < 5; i++) await createTask(ada, org_id, { title: `Berth ${i}` })
    const all = await listEventIds(app)
    await waitUntil(() => first.ids().length === all.length && second.heard.length === 5)
    expect(first.ids()).toEqual(all)
    expect(second.ids()).toEqual(all.slice(-5))
    expect(first.heard.map(toPosition).sort(comparePositions)).toEqual(first.heard.map(toPosition))
    expect(await app.services.eventLogReader.currentPosition()).toEqual(toPosition(first.heard.at(-1)!))
    first.end()
    await createTask(ada, org_id)
    await waitUntil(() => second.heard.length === 6)
    expect(first.heard.length).toBe(all.length)
    second.end()
    // Without subscribers no statement is sent.
    await sleep(50)
    const statements = app.countStatements()
    await sleep(1100)
    expect(app.countStatements()).toBe(statements)
    expect(await app.services.eventLogReader.currentPosition()).toEqual(toPosition(second.heard.at(-1)!))
  })

  test('sends an event of its own process immediately', async () => {
    const app = await start(engine)
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { heard } = await follow(app)
    const delays: number[] = []
    for (let i = 0; i < 40; i++) {
      const { task_id } = await createTask(ada, org_id)
      const answered = performance.now()
      await waitUntil(() => heard.some((event) => event.resource_id === task_id))
      delays.push(performance.now() - answered)
    }
    expectSoon(delays)
  })
})

describe.skipIf(!inject('svc').postgresUrl)('the event-log reader on postgres', () => {
  test('waits for a transaction that began before others and commits after them', async () => {
    const app = await start('postgres')
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const late = await openConnection(app)
    await late.query('begin')
    await late.query(insert, [org_id, 'EVlate'])
    const { heard, ids } = await follow(app)
    await createTask(ada, org_id)
    await sleep(600)
    expect(heard).toEqual([])
    expect(await readLag(app)).toBeGreaterThan(0.5)
    await late.query('commit')
    await waitUntil(() => heard.length === 2)
    expect(ids()).toEqual((await listEventIds(app)).slice(-2))
    expect(ids()[0]).toBe('EVlate')
    await waitUntil(async () => (await readLag(app)) < 0.5)
    await late.end()
  })
})

describe.skipIf(!inject('svc').postgresUrl || !hasRedis())('the event-log readers of two processes', () => {
  test('notify each other through Redis, and poll while it is down', async () => {
    const redis = await startRedis()
    const env = { REDIS_URL: redis.url }
    const one = await start('postgres', env)
    const other = await startApp({ database: one, env })
    const ada = await one.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { heard } = await follow(other)
    const measureDelays = async (count: number) => {
      const delays: number[] = []
      for (let i = 0; i < count; i++) {
        await sleep(Math.random() * 200)
        const { task_id } = await createTask(ada, org_id)
        const answered = performance.now()
        await waitUntil(() => heard.some((event) => event.resource_id === task_id))
        delays.push(performance.now() - answered)
      }
      return delays
    }
    await measureDelays(5) // until both are connected
    expectSoon(await measureDelays(40))
    await redis.stop()
    for (const delay of await measureDelays(5)) expect(delay).toBeLessThan(5_000)
    const again = await startRedis(Number(new URL(redis.url).port))
    await waitUntil(async () => (await measureDelays(8)).every((delay) => delay < 100))
    await again.stop()
  })
})

test('positions are totally ordered by their parts', () => {
  const pickRandom = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)]!
  const txs = ['0', '7', '9', '10', '99', '4294967296', '18446744073709551614', '18446744073709551615']
  const ids = ['', 'EV0', 'EV00', 'EVZ', 'EVa']
  const generatePosition = (): EventPosition => ({
    lineage: Math.floor(Math.random() * 3),
    tx: pickRandom(txs),
    ord: Math.floor(Math.random() * 12),
    event_id: pickRandom(ids),
  })
  const sign = (a: EventPosition, b: EventPosition) => Math.sign(comparePositions(a, b)) + 0
  const comparePart = (a: bigint | number | string, b: bigint | number | string) => (a < b ? -1 : a > b ? 1 : 0)
  for (let i = 0; i < 20_000; i++) {
    const [a, b, c] = [generatePosition(), generatePosition(), generatePosition()]
    const parts = [
      comparePart(a.lineage, b.lineage),
      comparePart(BigInt(a.tx), BigInt(b.tx)),
      comparePart(a.ord, b.ord),
    ]
    expect(sign(a, b)).toBe([...parts, comparePart(a.event_id, b.event_id)].find((one) => one !== 0) ?? 0)
    expect(sign(a, b)).toBe(-sign(b, a) + 0)
    if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0)
    expect(sign(LOG_START, a)).toBeLessThanOrEqual(0)
  }
})

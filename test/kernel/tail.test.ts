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
import { organization, task } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'

const engines = inject('svc').postgresUrl ? (['postgres', 'embedded'] as const) : (['embedded'] as const)

/** A server of its own: what other tests leave open in theirs would hold back what is told here. */
const server = inject('svc').postgresUrl ? await startPostgres() : null
afterAll(() => server?.stop())

let databases = 0
async function start(engine: 'postgres' | 'embedded', env: Record<string, string> = {}): Promise<TestApp> {
  if (engine === 'embedded') return startApp({ engine, env })
  return startApp({ databaseUrl: await server!.createDatabase(`tail${++databases}`), env })
}

/** Asks until it is so. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries === 400) throw new Error('it never came so')
    await sleep(10)
  }
}

/** Follows the ledger of a server from now on, and remembers all of it. */
async function follow(app: TestApp) {
  const heard: PositionedEvent[] = []
  const places: EventPosition[] = []
  const resets: EventPosition[] = []
  const following = await app.services.eventLogReader.subscribe(
    (events, place) => {
      heard.push(...events)
      places.push(place)
    },
    (place) => void resets.push(place),
  )
  const ids = () => heard.map((event) => event.event_id)
  return { heard, places, resets, ids, from: following.position, end: () => following.unsubscribe() }
}

/** The ids of all events that can be followed, in the order of the ledger. */
async function ledger(app: TestApp): Promise<string[]> {
  const rows = await app.sql<{ event_id: string }>(
    'select event_id from events where lineage > 0 order by lineage, tx, ord, event_id',
  )
  return rows.map((row) => row.event_id)
}

/** What /metrics says of how long events have waited. */
async function lag(app: TestApp): Promise<number> {
  const { text } = await app.anonymous.get('/metrics', { headers: { host: 'localhost' } })
  return Number(/^svc_events_lag_seconds (.*)$/m.exec(text)![1])
}

/** A connection of its own to the server's database. */
async function connection(app: TestApp): Promise<Connection> {
  const client = new Connection({ connectionString: app.databaseUrl! })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * What is found by looking every 200 ms takes longer than this half of the time: of 40, ten may have waited for a busy
 * machine, and looking alone would pass once in a thousand times.
 */
const expectSoon = (delays: number[]) =>
  expect(delays.filter((delay) => delay < 100).length).toBeGreaterThanOrEqual(delays.length * 0.75)

const insert = `insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at)
  values ($1, $2, 'task.updated', 'task', 'T1', 'system', now())`

describe.each(engines)('the tail on %s', (engine) => {
  test('tells all who follow of each event once, in one order, from where they joined', async () => {
    const app = await start(engine)
    expect(await app.services.eventLogReader.currentPosition()).toEqual(LOG_START)
    const first = await follow(app)
    expect(first.from).toEqual(LOG_START)
    const ada = await app.session('ada')
    const { org_id } = await organization(ada)
    await task(ada, org_id, { title: 'Slipway' })
    await until(() => first.heard.some((event) => event.type === 'task.created'))
    const second = await follow(app)
    expect(second.from).toEqual(first.places.at(-1))
    for (let i = 0; i < 5; i++) await task(ada, org_id, { title: `Berth ${i}` })
    const all = await ledger(app)
    await until(() => first.ids().length === all.length && second.heard.length === 5)
    expect(first.ids()).toEqual(all)
    expect(second.ids()).toEqual(all.slice(-5))
    expect(first.heard.map(toPosition).sort(comparePositions)).toEqual(first.heard.map(toPosition))
    expect(await app.services.eventLogReader.currentPosition()).toEqual(toPosition(first.heard.at(-1)!))
    first.end()
    await task(ada, org_id)
    await until(() => second.heard.length === 6)
    expect(first.heard.length).toBe(all.length)
    second.end()
    // Nobody follows: nothing is asked.
    await sleep(50)
    const statements = app.statements()
    await sleep(1100)
    expect(app.statements()).toBe(statements)
    expect(await app.services.eventLogReader.currentPosition()).toEqual(toPosition(second.heard.at(-1)!))
  })

  test('tells of an own commit at once', async () => {
    const app = await start(engine)
    const ada = await app.session('ada')
    const { org_id } = await organization(ada)
    const { heard } = await follow(app)
    const delays: number[] = []
    for (let i = 0; i < 40; i++) {
      const { task_id } = await task(ada, org_id)
      const answered = performance.now()
      await until(() => heard.some((event) => event.resource_id === task_id))
      delays.push(performance.now() - answered)
    }
    expectSoon(delays)
  })
})

describe.skipIf(!inject('svc').postgresUrl)('the tail on postgres', () => {
  test('waits for a transaction that began before others and commits after them', async () => {
    const app = await start('postgres')
    const ada = await app.session('ada')
    const { org_id } = await organization(ada)
    const late = await connection(app)
    await late.query('begin')
    await late.query(insert, [org_id, 'EVlate'])
    const { heard, ids } = await follow(app)
    await task(ada, org_id)
    await sleep(600)
    expect(heard).toEqual([])
    expect(await lag(app)).toBeGreaterThan(0.5)
    await late.query('commit')
    await until(() => heard.length === 2)
    expect(ids()).toEqual((await ledger(app)).slice(-2))
    expect(ids()[0]).toBe('EVlate')
    await until(async () => (await lag(app)) < 0.5)
    await late.end()
  })
})

describe.skipIf(!inject('svc').postgresUrl || !hasRedis())('the tails of two processes', () => {
  test('tell each other through Redis, and find out for themselves while it is away', async () => {
    const redis = await startRedis()
    const env = { REDIS_URL: redis.url }
    const one = await start('postgres', env)
    const other = await startApp({ database: one, env })
    const ada = await one.session('ada')
    const { org_id } = await organization(ada)
    const { heard } = await follow(other)
    const delaysOf = async (count: number) => {
      const delays: number[] = []
      for (let i = 0; i < count; i++) {
        await sleep(Math.random() * 200)
        const { task_id } = await task(ada, org_id)
        const answered = performance.now()
        await until(() => heard.some((event) => event.resource_id === task_id))
        delays.push(performance.now() - answered)
      }
      return delays
    }
    await delaysOf(5) // until both are connected
    expectSoon(await delaysOf(40))
    await redis.stop()
    for (const delay of await delaysOf(5)) expect(delay).toBeLessThan(1000)
    const again = await startRedis(Number(new URL(redis.url).port))
    await until(async () => (await delaysOf(8)).every((delay) => delay < 100))
    await again.stop()
  })
})

test('places are in one order, that of their parts, whichever two are compared', () => {
  const random = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)]!
  const txs = ['0', '7', '9', '10', '99', '4294967296', '18446744073709551614', '18446744073709551615']
  const ids = ['', 'EV0', 'EV00', 'EVZ', 'EVa']
  const made = (): EventPosition => ({
    lineage: Math.floor(Math.random() * 3),
    tx: random(txs),
    ord: Math.floor(Math.random() * 12),
    event_id: random(ids),
  })
  const sign = (a: EventPosition, b: EventPosition) => Math.sign(comparePositions(a, b)) + 0
  const part = (a: bigint | number | string, b: bigint | number | string) => (a < b ? -1 : a > b ? 1 : 0)
  for (let i = 0; i < 20_000; i++) {
    const [a, b, c] = [made(), made(), made()]
    const parts = [part(a.lineage, b.lineage), part(BigInt(a.tx), BigInt(b.tx)), part(a.ord, b.ord)]
    expect(sign(a, b)).toBe([...parts, part(a.event_id, b.event_id)].find((one) => one !== 0) ?? 0)
    expect(sign(a, b)).toBe(-sign(b, a) + 0)
    if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0)
    expect(sign(LOG_START, a)).toBeLessThanOrEqual(0)
  }
})

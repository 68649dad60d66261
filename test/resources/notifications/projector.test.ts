import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { member, organization, project as makeProject, task } from '../../support/factories.ts'
import { startProjector } from '../../../src/resources/notifications/projector/worker.ts'
import { copyTemplate } from '../../support/databases.ts'
import { onPostgres } from '../../support/engines.ts'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { stepBack } from '../../../src/resources/notifications/projector/follower.ts'
import { toldTo } from './told.ts'

const app = await startApp({ delivering: true })
const [ada, bob] = [await app.session('ada'), await app.session('bob')]
const { org_id } = await organization(ada)
await member(ada, org_id, bob)
const { project_id } = await makeProject(ada, org_id, { visibility: 'public' })

/** What bob was told, once it is so much. */
async function told(count: number): Promise<{ cause_count: number }[]> {
  const end = Date.now() + 20_000
  for (;;) {
    const rows = await app.sql<{ cause_count: number }>(
      'SELECT cause_count FROM notifications WHERE user_id = $1',
      [bob.userId],
    )
    if (rows.reduce((sum, row) => sum + row.cause_count, 0) >= count || Date.now() > end) return rows
    await sleep(20)
  }
}

/** Some changes at once, each of which is told to bob once. */
const make = (count: number, who = ada) =>
  Promise.all(Array.from({ length: count }, () => task(who, org_id, { project_id, assignee: 'bob' })))

const metric = async (one: TestApp, name: string) =>
  Number(new RegExp(`^${name}(?:{.*})? (.+)$`, 'm').exec((await one.anonymous.get('/metrics')).text)?.[1])

test('a process that does the background work tells people of what happens, by itself and soon', async () => {
  const began = performance.now()
  await make(3)
  expect(await told(3)).toEqual([{ cause_count: 1 }, { cause_count: 1 }, { cause_count: 1 }])
  // Other tests may have a transaction open in the same cluster.
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await metric(app, 'svc_notifications_total')).toBe(3)
  expect(await metric(app, 'svc_notifications_lag_seconds')).toBe(0)
})

onPostgres('several processes at once tell it once, and whichever is left goes on', async () => {
  const others = [
    await startApp({ database: app, delivering: true }),
    await startApp({ database: app, delivering: true }),
  ]
  for (let i = 0; i < 10; i++) await make(20)
  await others[0]!.stop()
  for (let i = 0; i < 10; i++) await make(20)
  const rows = await told(403)
  await sleep(1500)
  expect((await told(403)).length).toBe(rows.length)
  expect(rows.length).toBe(403)
  await others[1]!.stop()
  await make(1)
  expect((await told(404)).length).toBe(404)
})

test('an event that can not be taken in is passed over, and what comes after it is told', async () => {
  const before = (await told(0)).length
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.title = 'No' THEN RAISE 'no'; END IF; RETURN NEW; END $$`)
  await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse()')
  await task(ada, org_id, { project_id, assignee: 'bob', title: 'No' })
  await make(5)
  expect((await told(before + 5)).length).toBe(before + 5)
  await app.sql('DROP FUNCTION refuse() CASCADE')
})

onPostgres(
  'what takes too long at once is taken in by and by',
  async () => {
    const before = (await told(0)).length
    await app.sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.11); RETURN NEW; END $$`)
    await app.sql(
      'CREATE TRIGGER dawdle BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION dawdle()',
    )
    await make(100)
    const end = Date.now() + 90_000
    while ((await app.sql('SELECT FROM notifications')).length < before + 100 && Date.now() < end)
      await sleep(100)
    await app.sql('DROP FUNCTION dawdle() CASCADE')
    expect((await told(before + 100)).length).toBe(before + 100)
    expect(Date.now()).toBeLessThan(end)
  },
  120_000,
)

onPostgres(
  'it follows the ledger as soon as it can, though the database was away when it began',
  async () => {
    const url = new URL(await copyTemplate())
    const proxy = await startFaultProxy(Number(url.port))
    url.port = String(proxy.port)
    const other = await startApp({ databaseUrl: url.href })
    proxy.refuse(true)
    proxy.cutAll()
    const projector = startProjector(other.services)
    await sleep(500)
    proxy.refuse(false)
    await expect.poll(() => other.services.tail.lag(), { timeout: 10_000 }).toBeGreaterThan(0)
    await projector.stop()
    await other.stop()
    await proxy.close()
  },
  30_000,
)

test('a place beyond the end of the ledger is left for the last event there is', async () => {
  await app.sql("UPDATE event_followers SET tx = '9000000000000000000' WHERE name = 'notifications'")
  await stepBack(app.services.database.db, new Date().toISOString())
  const before = await toldTo(bob)
  await make(2)
  expect((await toldTo(bob)).length).toBe(before.length + 2)
})

test('a place that is lost is that of the present', async () => {
  const before = await toldTo(bob)
  await app.sql('DELETE FROM event_followers')
  expect((await toldTo(bob)).length).toBe(before.length)
  expectStatus(await ada.get('/v1/me'), 200)
  await make(2)
  expect((await toldTo(bob)).length).toBe(before.length + 2)
})
